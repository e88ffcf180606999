"""The size and the lines that a text has in a box: as large as fits, in as few lines as it must."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pnp.diagnostics import Diagnostic, TemplateError
from pnp.rendering.paragraph import Line, Paragraph
from pnp.rendering.setline import RUBY_ROOM, Run
from pnp.units import MM_PER_PT

_STEP = 0.05
_LARGE_STEP = 0.005
"""What a block shrinks by at a time: in mm, and as a share of large sizes."""
_SLACK = 1e-6


@dataclass(frozen=True, slots=True)
class SetLine:
    """A line of a block, its width and letter-spacing in em."""

    runs: list[Run]
    width: float
    tracking: float

    @classmethod
    def of(cls, part: Paragraph, line: Line, width: float) -> SetLine:
        """A line of a paragraph that is ``width`` em wide."""
        tracking = part.tracking(line, width)
        return cls(part.runs(line), part.width(line, tracking), tracking)


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


def fitting(
    text: str,
    ways: Sequence[tuple[Sequence[Paragraph], float]],
    room: tuple[float, float | None],
    sizes: tuple[float, float],
    ratio: float,
    headroom: float,
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
            found = SetText.of(parts, size, width, ratio, headroom, fewest)
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
