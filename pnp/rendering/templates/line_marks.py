"""Lines of templates behind what they drew.

After an error in drawn SVG a face is drawn once more, with a mark before each piece of output: the template and the
line that it stands at. Marks are private characters, which no face may print.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.compiler import Frame, MacroRef
from jinja2.utils import LRUCache
from markupsafe import Markup

from pnp.records import dataclass
from pnp.rendering.templates.compiler import TemplateGenerator
from pnp.rendering.templates.sandbox import Sandbox

_BEGIN, _END = "\ue000", "\ue001"
_MARK = re.compile(rf"{_BEGIN}([^{_BEGIN}{_END}]*):([0-9]+)(=?){_END}")
"""Mark: template, line, and a sign for what an expression gives, whose own lines are not those of the template."""
_TEMPLATES_KEPT = 64


class _MarkingGenerator(TemplateGenerator):
    """Compiler that writes a mark before each piece of output."""

    _marks = True

    def visit_Output(self, node: nodes.Output, frame: Frame) -> None:  # noqa: N802 - as Jinja names them
        """Write each child behind its mark."""
        children: list[nodes.Expr] = []
        for child in node.nodes:
            sign = "" if isinstance(child, nodes.TemplateData) else "="
            mark = f"{_BEGIN}{self.name or ''}:{child.lineno}{sign}{_END}"
            children += (nodes.TemplateData(mark, lineno=child.lineno), child)
        super().visit_Output(nodes.Output(children, lineno=node.lineno) if self._marks else node, frame)


class _OuterMarkingGenerator(_MarkingGenerator):
    """Compiler that writes no marks in macros and in blocks that a name is set to: templates compare and measure what
    these give."""

    def macro_body(self, node: nodes.Macro | nodes.CallBlock, frame: Frame) -> tuple[Frame, MacroRef]:
        """Write the body of a macro without marks."""
        marks, self._marks = self._marks, False
        body = super().macro_body(node, frame)
        self._marks = marks
        return body

    def visit_AssignBlock(self, node: nodes.AssignBlock, frame: Frame) -> None:  # noqa: N802 - as above
        """Write the block without marks."""
        marks, self._marks = self._marks, False
        super().visit_AssignBlock(node, frame)
        self._marks = marks


class MarkingSandbox(Sandbox):
    """Copy of an environment whose templates mark what they draw. What is called gets texts without marks."""

    @classmethod
    def of(cls, environment: Sandbox, inside: bool = True) -> MarkingSandbox:
        """Return a copy of ``environment`` with the same templates, helpers and filters. Without ``inside``, marks
        name the line that calls a macro, not those in it."""
        copy = cls.__new__(cls)
        copy.__dict__.update(environment.__dict__)
        copy.cache = LRUCache(_TEMPLATES_KEPT)  # type: ignore[assignment]  # as Jinja itself assigns it
        copy.code_generator_class = _MarkingGenerator if inside else _OuterMarkingGenerator
        return copy

    def compile(self, source: Any, name: Any = None, filename: Any = None, *args: Any, **kwargs: Any) -> Any:
        """Return the code of a template. It is not cached: it serves one message."""
        return jinja2.Environment.compile(self, source, name, filename, *args, **kwargs)

    def call(__self, __context: Any, __obj: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: N805 - as Jinja names them
        """Call what a template calls."""
        plain = [_without_marks(value) for value in args]
        return super().call(__context, __obj, *plain, **{name: _without_marks(value) for name, value in kwargs.items()})


def _without_marks(value: Any) -> Any:
    """Return a text without marks, other values as they are."""
    if not isinstance(value, str) or _BEGIN not in value:
        return value
    return type(value)(_MARK.sub("", value)) if isinstance(value, Markup) else _MARK.sub("", value)


@dataclass(frozen=True, slots=True)
class TemplateLine:
    """Line of a template, by its name. ``column`` counts characters from 1; None behind an expression of that line."""

    template: str
    line: int
    column: int | None


def read_marks(marked: str) -> tuple[str, Callable[[int], TemplateLine | None]]:
    """Return a drawn text without its marks, and the line of a template by the offset of a character in that text."""
    pieces: list[str] = []
    starts: list[tuple[int, str, int, bool]] = []
    length = position = 0
    for match in _MARK.finditer(marked):
        pieces.append(marked[position : match.start()])
        length += match.start() - position
        starts.append((length, match[1], int(match[2]), not match[3]))
        position = match.end()
    pieces.append(marked[position:])
    text = "".join(pieces)

    def line_at(offset: int) -> TemplateLine | None:
        start = next((entry for entry in reversed(starts) if entry[0] <= offset), None)
        if start is None:
            return None
        begin, template, line, is_literal = start
        before = text[begin:offset] if is_literal else ""
        column = len(before) - before.rfind("\n") if "\n" in before else None
        return TemplateLine(template, line + before.count("\n"), column)

    return text, line_at
