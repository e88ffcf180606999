"""The size and the lines that a text has in a box: as large as fits, in as few lines as it must."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pnp.diagnostics import Diagnostic, TemplateError
from pnp.records import dataclass
from pnp.rendering.text.line import RUBY_ROOM, Run
from pnp.rendering.text.paragraph import Line, Paragraph
from pnp.units import MM_PER_PT

_STEP = 0.05
_LARGE_STEP = 0.005
"""What a block shrinks by at a time: in mm, and as a share of large sizes."""
_SLACK = 1e-6
_NARROWEST = 4.0
"""Em that a line beside a box has at least; else the text goes on below it."""


@dataclass(frozen=True, slots=True)
class SetLine:
    """A line of a block, its width and letter-spacing in em."""

    runs: list[Run]
    width: float
    tracking: float
    left: float = 0.0
    down: float = 0.0
    scale: float = 1.0
    """In a column that is not plain: mm from its left edge, em of the text from its upper edge, and how much larger
    than the text the line is."""
    room: float = 0.0
    """The mm that there are for it."""
    marker: str = ""

    def reach(self, size: float, width: float) -> float:
        """How far from the left edge of its column of ``width`` mm the line reaches in type of ``size`` mm; beyond the
        column where there is no room for all of it."""
        used = self.width * self.scale * size
        return self.left + used if used <= self.room + _SLACK else width + used - self.room

    @classmethod
    def of(cls, part: Paragraph, line: Line, width: float) -> SetLine:
        """A line of a paragraph that is ``width`` em wide."""
        tracking = part.tracking(line, width)
        return cls(part.runs(line), part.width(line, tracking), tracking)


@dataclass(frozen=True, slots=True)
class Manner:
    """How a paragraph lies in its column, in em of the text: how far it is set in, the white above it, how much larger
    its type is, and the marker that stands before its first line."""

    indent: float = 0.0
    above: float = 0.0
    scale: float = 1.0
    marker: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """Where lines may stand: ``manners`` of the paragraphs, and a box in mm that text flows round, from the column's
    upper left corner (x, y, width, height)."""

    manners: tuple[Manner, ...]
    around: tuple[float, float, float, float] | None = None

    def room(self, top: float, bottom: float, width: float) -> tuple[float, float]:
        """The left and the right edge of the room for a line between two heights in mm."""
        if self.around is None:
            return 0.0, width
        x, y, wide, high = self.around
        if bottom <= y + _SLACK or top >= y + high - _SLACK:
            return 0.0, width
        before, after = (0.0, min(width, x)), (max(0.0, x + wide), width)
        return max(before, after, key=lambda sides: sides[1] - sides[0])

    def below(self, top: float) -> float:
        """The height in mm below the box, or ``top`` where the box is above that."""
        return top if self.around is None else max(top, self.around[1] + self.around[3])


@dataclass(frozen=True, slots=True)
class SetText:
    """The lines of a block at a size in mm; ``above`` is what their readings need over the first, in em."""

    lines: list[SetLine]
    size: float
    above: float
    width: float
    height: float

    @classmethod
    def of(
        cls, parts: Sequence[Paragraph], size: float, width: float, ratio: float, headroom: float, fewest: bool
    ) -> SetText:
        """Paragraphs in a column of ``width`` mm, from line to line ``ratio`` times the size, below ``headroom`` mm of
        white."""
        em = width / size
        lines = [SetLine.of(part, line, em) for part in parts for line in part.lines(em, fewest)]
        over = lines and any(run.kana for run in lines[0].runs)
        above = max(0.0, RUBY_ROOM - headroom / size) if over else 0.0
        tall = size * (above + 1 + ratio * (len(lines) - 1)) if lines else 0.0
        return cls(lines, size, above, max((line.width * size for line in lines), default=0.0), tall)

    @classmethod
    def laid(
        cls, parts: Sequence[Paragraph], column: Column, size: float, width: float, ratio: float, fewest: bool
    ) -> SetText:
        """Paragraphs in a column that is not plain: each in its manner, lines beside or below the box."""
        lines: list[SetLine] = []
        down = 0.0
        for part, manner in zip(parts, column.manners, strict=True):
            down += manner.above if lines else 0.0
            found, down = _laid(part, manner, column, (size, width, ratio), down, fewest)
            lines += found
        last = lines[-1] if lines else None
        tall = 0.0 if last is None else size * (last.down + last.scale)
        wide = max((line.reach(size, width) for line in lines), default=0.0)
        return cls(lines, size, 0.0, wide, tall)


def _laid(
    part: Paragraph, manner: Manner, column: Column, measures: tuple[float, float, float], down: float, fewest: bool
) -> tuple[list[SetLine], float]:
    """The lines of one paragraph from ``down`` em on, and where the next may begin."""
    size, width, ratio = measures
    type_size, pitch = size * manner.scale, ratio * manner.scale
    indent, lines, marker = manner.indent * size, [], manner.marker
    while part.size:
        sides = column.room(down * size, (down + pitch) * size, width)
        em = (sides[1] - sides[0] - indent) / type_size
        if em < _NARROWEST and column.below(down * size) > down * size + _SLACK:
            down = column.below(down * size) / size
            continue
        taken = 0
        for line in part.lines(em, fewest):
            if column.room(down * size, (down + pitch) * size, width) != sides:
                break
            plain = SetLine.of(part, line, em)
            left, room = sides[0] + indent, sides[1] - sides[0] - indent
            lines.append(replace(plain, left=left, down=down, scale=manner.scale, room=room, marker=marker))
            taken, marker, down = line[1], "", down + pitch
        part = part.after(taken)
    return lines, down


def fitting(
    text: str,
    ways: Sequence[tuple[Sequence[Paragraph], float]],
    room: tuple[float, float | None],
    sizes: tuple[float, float],
    ratio: float,
    headroom: float,
    column: Column | None = None,
) -> SetText:
    """The paragraphs of ``text`` as large as fits into a width and a height, between two sizes, the first larger.

    Of the ``ways`` in which they may be set the first that serves is taken, each from its own least size on. Raises
    TemplateError where none fits at the smallest size, even with as few lines as can be.
    """
    size, least = sizes
    width, height = room
    fewest = False
    while True:
        for parts, from_size in ways:
            if size < from_size - _SLACK:
                continue
            if column is None:
                found = SetText.of(parts, size, width, ratio, headroom, fewest)
            else:
                found = SetText.laid(parts, column, size, width, ratio, fewest)
            if found.width <= width + _SLACK and (height is None or found.height <= height + _SLACK):
                return found
        if size > least:
            size = max(least, size - max(_STEP, size * _LARGE_STEP))
        elif fewest:
            needs = f"{found.width:.1f} × {found.height:.1f} mm"
            raise overflow(text, needs, f"{width:.1f} × {height or 0:.1f} mm", least)
        else:
            fewest = True


def overflow(text: str, needs: str, has: str, least: float) -> TemplateError:
    """The error for a text that has no room."""
    shown = text if len(text) <= 60 else text[:57] + "…"
    return TemplateError(
        Diagnostic(
            "text-overflow",
            f"the text {shown!r} does not fit: it needs {needs} at its smallest size of {least / MM_PER_PT:.1f} pt, "
            f"but there are {has}",
            hint="shorten the text, or give it more room in the template",
            subject=text,
        )
    )
