"""Compile templates with Jinja2: loops are paid for in advance, joined text is measured by the sandbox, and the names
that a template reads are recorded."""

from __future__ import annotations

import hashlib
import marshal
import pkgutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import CodeType
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.parser import Parser

from pnp.cache.disk import TEMPLATES, DiskCache

_SEARCHED = (nodes.Extends, nodes.Block, nodes.ImportedName)
"""What Jinja's compiler looks for in the whole tree of every template."""


@dataclass(slots=True)
class TemplateReads:
    """What a template reads: names from outside, and other templates. ``others`` holds None for one that is named by a
    value, of which nobody knows what it is."""

    names: set[str] = field(default_factory=set)
    others: set[str | None] = field(default_factory=set)
    attributes: set[str] = field(default_factory=set)
    """What it reads of names by a dot, as ``settings.hand``; the name alone where it reads all of it."""


class LoopParser(Parser):
    """Jinja's parser, but for ``for``: what a loop runs over goes through the filter ``counted``.

    It also notes whether a template extends another one or has blocks. The compiler searches the whole tree for these,
    and for names that only extensions of Jinja import: without any, it need not.
    """

    _plain = True

    def parse(self) -> nodes.Template:
        """The tree of the template."""
        template = super().parse()
        if self._plain:
            template.find_all = partial(_found_in, template)  # type: ignore[method-assign]
        return template

    def parse_for(self) -> nodes.For:
        """A loop over what is counted first."""
        loop = super().parse_for()
        loop.iter = nodes.Filter(loop.iter, "counted", [], [], None, None, lineno=loop.lineno)
        return loop

    def parse_extends(self) -> nodes.Extends:
        """Jinja's; it is noted."""
        self._plain = False
        return super().parse_extends()

    def parse_block(self) -> nodes.Block:
        """Jinja's; it is noted."""
        self._plain = False
        return super().parse_block()


def _found_in(template: nodes.Template, kind: Any) -> Iterator[Any]:
    """``find_all`` of a template that extends nothing and has no blocks."""
    return iter(()) if kind in _SEARCHED else nodes.Node.find_all(template, kind)


class TemplateGenerator(CodeGenerator):
    """Jinja's compiler, but for ``~``; it also fills in ``environment.reads``, by template."""

    _dotted: nodes.Name | None = None

    @property
    def _reads(self) -> TemplateReads:
        found: TemplateReads = self.environment.reads.setdefault(self.name or "", TemplateReads())  # type: ignore[attr-defined]
        return found

    def enter_frame(self, frame: Frame) -> None:
        """Write down the names that a frame looks up outside of the template."""
        super().enter_frame(frame)
        for action, name in frame.symbols.loads.values():
            if action == "resolve" and name is not None:
                self._reads.names.add(name)

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802 - as Jinja names them
        """Write down which attribute of a name is read."""
        if isinstance(node.node, nodes.Name):
            self._reads.attributes.add(f"{node.node.name}.{node.attr}")
            self._dotted = node.node
        super().visit_Getattr(node, frame)

    def visit_Name(self, node: nodes.Name, frame: Frame) -> None:  # noqa: N802 - as above
        """Write down that a name is read by itself."""
        if node is not self._dotted:
            self._reads.attributes.add(node.name)
        super().visit_Name(node, frame)

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802 - as above
        """Write the call that joins the operands."""
        self.write("environment.joined((")
        for part in node.nodes:
            self.visit(part, frame)
            self.write(", ")
        self.write("))")

    def visit_Assign(self, node: nodes.Assign, frame: Frame) -> None:  # noqa: N802 - as above
        """Write an assignment to plain names, without Jinja's search for ``ns.name`` in all of it: that can only be the
        target."""
        names = node.target.items if isinstance(node.target, nodes.Tuple) else [node.target]
        if not all(isinstance(name, nodes.Name) for name in names):
            super().visit_Assign(node, frame)
            return
        self.push_assign_tracking()
        self.newline(node)
        self.visit(node.target, frame)
        self.write(" = ")
        self.visit(node.node, frame)
        self.pop_assign_tracking(frame)

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


# Compiled templates, kept from one run to the next.
#
# Compiling a template takes longer than drawing with it. What is kept is what Python itself keeps of modules in
# ``__pycache__``: marshalled code, here in a room of the user's cache folder (``kept_files``), under the digest of
# all that it follows from: the text, its name, Jinja's release, Python's, and the modules of ours that have a say in
# how templates compile. Code that is read is code that is run: ``kept_files`` gives out only what this user has
# signed.

_COMPILE = ("sandbox.py", "compiler.py", "filters.py")


class CompiledTemplateCache:
    """Code of templates in the room of ``folder`` that is for it, with what each template reads. ``folder`` None keeps
    nothing."""

    def __init__(self, folder: Path | None) -> None:
        self._files = DiskCache(TEMPLATES, folder)

    def find(self, source: str, name: str | None, filename: str | None) -> tuple[CodeType, TemplateReads] | None:
        """What was kept of a template; None if nothing was, or nothing whole."""
        payload = self._files.find(_key(source, name, filename))
        if payload is None:
            return None
        code, names, others, attributes = marshal.loads(payload)  # noqa: S302 - signed by this user, see above
        return code, TemplateReads(set(names), set(others), set(attributes))

    def keep(self, source: str, name: str | None, filename: str | None, code: CodeType, reads: TemplateReads) -> None:
        """Keep the code of a template, whole or not at all."""
        others: list[str | None] = [*sorted(other for other in reads.others if other is not None)]
        others += [None] if None in reads.others else []
        payload = marshal.dumps((code, sorted(reads.names), others, sorted(reads.attributes)))
        self._files.keep(_key(source, name, filename), payload)


@cache
def _edition() -> bytes:
    """What compiled code follows from beside a template."""
    found = hashlib.sha256(MAGIC_NUMBER + jinja2.__version__.encode())
    for module in _COMPILE:
        found.update(pkgutil.get_data("pnp.rendering.templates", module) or b"")
    return found.digest()


def _key(source: str, name: str | None, filename: str | None) -> str:
    parts = (part.encode("utf-8", "surrogatepass") for part in (name or "", filename or "", source))
    found = hashlib.sha256(_edition())
    for part in parts:
        found.update(len(part).to_bytes(8, "big") + part)
    return found.hexdigest()
