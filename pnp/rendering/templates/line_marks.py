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
from jinja2.compiler import Frame
from jinja2.utils import LRUCache
from markupsafe import Markup

from pnp.records import dataclass
from pnp.rendering.templates.compiler import TemplateGenerator
from pnp.rendering.templates.sandbox import Sandbox

_BEGIN, _END = "\ue000", "\ue001"
_MARK = re.compile(rf"{_BEGIN}([^{_BEGIN}{_END}]*):([0-9]+){_END}")
_TEMPLATES_KEPT = 64


class _MarkingGenerator(TemplateGenerator):
    """Compiler that writes a mark before each piece of output."""

    def visit_Output(self, node: nodes.Output, frame: Frame) -> None:  # noqa: N802 - as Jinja names them
        """Write each child behind its mark."""
        children: list[nodes.Expr] = []
        for child in node.nodes:
            mark = f"{_BEGIN}{self.name or ''}:{child.lineno}{_END}"
            children += (nodes.TemplateData(mark, lineno=child.lineno), child)
        super().visit_Output(nodes.Output(children, lineno=node.lineno), frame)


class MarkingSandbox(Sandbox):
    """Copy of an environment whose templates mark what they draw. What is called gets texts without marks."""

    code_generator_class = _MarkingGenerator

    @classmethod
    def of(cls, environment: Sandbox) -> MarkingSandbox:
        """Return a copy of ``environment`` with the same templates, helpers and filters."""
        copy = cls.__new__(cls)
        copy.__dict__.update(environment.__dict__)
        copy.cache = LRUCache(_TEMPLATES_KEPT)  # type: ignore[assignment]  # as Jinja itself assigns it
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
    starts: list[tuple[int, str, int]] = []
    length = position = 0
    for match in _MARK.finditer(marked):
        pieces.append(marked[position : match.start()])
        length += match.start() - position
        starts.append((length, match[1], int(match[2])))
        position = match.end()
    pieces.append(marked[position:])
    text = "".join(pieces)

    def line_at(offset: int) -> TemplateLine | None:
        start = next((entry for entry in reversed(starts) if entry[0] <= offset), None)
        if start is None:
            return None
        before = text[start[0] : offset]
        column = len(before) - before.rfind("\n") if "\n" in before else None
        return TemplateLine(start[1], start[2] + before.count("\n"), column)

    return text, line_at
