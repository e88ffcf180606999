"""How Jinja2 compiles templates here: joining text goes through the sandbox, which looks at its length."""

from __future__ import annotations

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame


class Generator(CodeGenerator):
    """Jinja's compiler, but for ``~``."""

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802 - as Jinja names it
        """Write the call that joins the operands."""
        self.write("environment.joined((")
        for part in node.nodes:
            self.visit(part, frame)
            self.write(", ")
        self.write("))")
