"""How Jinja2 compiles templates here: loops are paid for in advance, joining text goes through the sandbox, which looks
at its length, and what a template reads is written down while it is compiled."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.parser import Parser


@dataclass(slots=True)
class Reads:
    """What a template reads: names from outside, and other templates. ``others`` holds None for one that is named by a
    value, of which nobody knows what it is."""

    names: set[str] = field(default_factory=set)
    others: set[str | None] = field(default_factory=set)


class LoopParser(Parser):
    """Jinja's parser, but for ``for``: what a loop runs over goes through the filter ``counted``."""

    def parse_for(self) -> nodes.For:
        """A loop over what is counted first."""
        loop = super().parse_for()
        loop.iter = nodes.Filter(loop.iter, "counted", [], [], None, None, lineno=loop.lineno)
        return loop


class Generator(CodeGenerator):
    """Jinja's compiler, but for ``~``; it also fills in ``environment.reads``, by template."""

    @property
    def _reads(self) -> Reads:
        found: Reads = self.environment.reads.setdefault(self.name or "", Reads())  # type: ignore[attr-defined]
        return found

    def enter_frame(self, frame: Frame) -> None:
        """Write down the names that a frame looks up outside of the template."""
        super().enter_frame(frame)
        for action, name in frame.symbols.loads.values():
            if action == "resolve" and name is not None:
                self._reads.names.add(name)

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802 - as Jinja names it
        """Write the call that joins the operands."""
        self.write("environment.joined((")
        for part in node.nodes:
            self.visit(part, frame)
            self.write(", ")
        self.write("))")

    def visit_Include(self, node: nodes.Include, frame: Frame) -> None:  # noqa: N802 - as above
        """Write down which template is included."""
        self._refer(node.template)
        super().visit_Include(node, frame)

    def visit_Import(self, node: nodes.Import, frame: Frame) -> None:  # noqa: N802 - as above
        """Write down which template is imported."""
        self._refer(node.template)
        super().visit_Import(node, frame)

    def visit_FromImport(self, node: nodes.FromImport, frame: Frame) -> None:  # noqa: N802 - as above
        """Write down from which template something is imported."""
        self._refer(node.template)
        super().visit_FromImport(node, frame)

    def visit_Extends(self, node: nodes.Extends, frame: Frame) -> None:  # noqa: N802 - as above
        """Write down which template is extended."""
        self._refer(node.template)
        super().visit_Extends(node, frame)

    def _refer(self, template: nodes.Expr) -> None:
        value: Any = template.value if isinstance(template, nodes.Const) else None
        self._reads.others.add(value if isinstance(value, str) else None)
