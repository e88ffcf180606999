"""Fit a text into a box: at the largest size that fits, in as few lines as needed."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate

from pnp.diagnostics import Diagnostic, TemplateError
from pnp.records import dataclass
from pnp.rendering.text.line import RUBY_ROOM, LineRun, merge_runs
from pnp.rendering.text.linebreak import BreakPenalty
from pnp.rendering.text.phrases import break_penalties
from pnp.units import MM_PER_PT

# Line breaking
#
# English fills line after line. In Japanese all lines of a paragraph are chosen together, with the least cost, as in
# Knuth and Plass, "Breaking Paragraphs into Lines" (1981). Then lines end with phrases and are about as long as each
# other, and the last line is no orphan.

MAX_TRACKING = 0.02
"""Most em between two characters by which a line is spread or moved closer to fill it, so that no line looks pulled
apart beside its neighbours. A line that would need more is left short."""
_EASY_SHORTFALL = 0.1
"""Width in em that lines lack for each character, up to which they break between phrases only."""
_SHORTFALL = 0.16
"""The same, up to which a line counts as filled."""
_BREAK_COSTS = {
    BreakPenalty.PHRASE: 0.0,
    BreakPenalty.PARTICLE: 0.7,
    BreakPenalty.WORD: 8.0,
    BreakPenalty.SCRIPT: 14.0,
    BreakPenalty.TOGETHER: 40.0,
}
"""Cost of a break, in units of a line that lacks ``_SHORTFALL``."""
_RAGGED, _RAGGED_EM = 1.8, 1.2
"""Cost of a line that lacks more than ``_SHORTFALL``, and of each em more."""
_LINE_COST = 0.6
"""Cost of a line, so that a text does not take another line without need."""
_ORPHAN = 0.2
"""Share of the width; a last line that takes less is an orphan."""
_ORPHAN_COST = 1.6
_ENGLISH_ORPHAN = 0.16
_NARROWEST_SHARE = 0.86
"""Least share of the width that an English paragraph is set in to lengthen its last line."""
_LEAST_FILLED = 0.4
"""Share of the width; lines that take less are considered only if no longer one fits."""
_SLACK = 1e-6


@dataclass(frozen=True, slots=True)
class Atom:
    """Text without a line break inside.

    ``length`` is in characters; ``width`` and ``blank`` are in em. ``blank`` is the part of the width that is white and
    may hang over at the end of a line. A line may be spread after ``gaps`` of its characters. ``blanks`` counts the
    spaces at its end, which the end of a line drops with their gaps.
    """

    runs: tuple[LineRun, ...]
    length: int
    width: float
    blank: float
    gaps: int
    blanks: int = 0


Line = tuple[int, int]
"""First atom of a line, and of the next line."""


class Paragraph:
    """Text with its atoms. Widths are in em.

    With ``spreads`` the lines that nearly fill the width are spread to it, or moved slightly closer if that makes them
    fit. ``together`` are words that lines do not part.
    """

    def __init__(
        self, text: str, atoms: Sequence[Atom], japanese: bool, spreads: bool, together: frozenset[str] = frozenset()
    ) -> None:
        self._text = text
        self._together = together
        self._atoms = tuple(atoms)
        self._japanese = japanese
        self._spreads = spreads
        self._starts = [0.0, *accumulate(atom.width for atom in atoms)]
        self._gaps = [0, *accumulate(atom.gaps for atom in atoms)]
        closing = MAX_TRACKING if spreads else 0.0
        # The width of a line is the end of its last atom less the start of its first one: as measured, and moved as
        # close as allowed.
        self._ends = [0.0, *(end - atom.blank for end, atom in zip(self._starts[1:], atoms, strict=True))]
        self._inked_gaps = [0, *(gaps - atom.blanks for gaps, atom in zip(self._gaps[1:], atoms, strict=True))]
        self._tight_ends = [end - closing * gaps for end, gaps in zip(self._ends, self._inked_gaps, strict=True)]
        self._tight_starts = [
            start - closing * (gaps + 1) for start, gaps in zip(self._starts, self._gaps, strict=True)
        ]
        self._penalties: list[BreakPenalty] = []

    def lines(self, width: float, fewest: bool = False) -> list[Line]:
        """Return lines of at most ``width``; a single atom may be wider. In Japanese, ``fewest`` returns as few lines
        as possible, breaking anywhere."""
        count = len(self._atoms)
        if not count or self._ends[-1] <= width + _SLACK:
            return [(0, count)] if count else []
        if not self._japanese:
            return self._fill_without_orphan(width)
        all_ends = [*range(1, count + 1)]
        if fewest:
            return self._cheapest_lines(width, all_ends, lambda _end: 0.0, 100.0)
        penalties = self._break_penalties()
        phrase_ends = [end for end in all_ends if penalties[end] is BreakPenalty.PHRASE]
        lines = self._cheapest_lines(width, phrase_ends, lambda _end: 0.0, _LINE_COST)
        good = all(self._needed_tracking(line, width) <= _EASY_SHORTFALL for line in lines[:-1])
        if good and all(self._fits(line, width) for line in lines):
            return lines
        return self._cheapest_lines(width, all_ends, lambda end: _BREAK_COSTS[penalties[end]], _LINE_COST)

    def tracking(self, line: Line, width: float) -> float:
        """Return the spread between characters that makes a line fill ``width``; below 0 to move them closer. It is 0
        if the line would need too much, and for a last line that need not be closer."""
        if not self._spreads:
            return 0.0
        tracking = self._needed_tracking(line, width)
        is_last = line[1] == len(self._atoms)
        return tracking if -MAX_TRACKING - _SLACK <= tracking <= (0 if is_last else MAX_TRACKING) else 0.0

    def width(self, line: Line, tracking: float = 0.0) -> float:
        """Return the width of a line, without the white at its end."""
        return self._ends[line[1]] - self._starts[line[0]] + tracking * self._inner_gaps(line)

    def runs(self, line: Line) -> list[LineRun]:
        """Return the runs of a line, without blanks at its end."""
        runs = merge_runs(run for atom in self._atoms[slice(*line)] for run in atom.runs)
        return [*runs[:-1], replace(runs[-1], text=runs[-1].text.rstrip(" "))] if runs else []

    def after(self, atom: int) -> Paragraph:
        """Return the paragraph from ``atom`` on."""
        length = sum(skipped.length for skipped in self._atoms[:atom])
        return Paragraph(self._text[length:], self._atoms[atom:], self._japanese, self._spreads, self._together)

    @property
    def ink(self) -> float:
        """Return the least width of all atoms in em, with their characters as close as allowed."""
        return sum(self._least_widths())

    @property
    def widest(self) -> float:
        """Return the least width in em of the widest atom."""
        return max(self._least_widths(), default=0.0)

    def _least_widths(self) -> Iterator[float]:
        closing = MAX_TRACKING if self._spreads else 0.0
        return (atom.width - atom.blank - closing * atom.gaps for atom in self._atoms)

    @property
    def size(self) -> int:
        """Return the number of atoms."""
        return len(self._atoms)

    def _break_penalties(self) -> list[BreakPenalty]:
        """Return the break penalty before each atom, and at the end."""
        if not self._penalties:
            penalties = [*break_penalties(self._text, self._together), BreakPenalty.PHRASE]
            self._penalties = [penalties[start] for start in (0, *accumulate(atom.length for atom in self._atoms))]
        return self._penalties

    def _fill_without_orphan(self, width: float) -> list[Line]:
        """Fill each line; if the last one would be an orphan, make the others slightly shorter."""
        best = lines = self._fill(width)
        share = 1.0
        while len(lines) > 1 and self.width(best[-1]) < width * _ENGLISH_ORPHAN:
            share -= 0.02
            narrower = self._fill(width * share)
            if share < _NARROWEST_SHARE or len(narrower) > len(lines):
                break
            best = narrower
        return best

    def _fill(self, width: float) -> list[Line]:
        lines: list[Line] = []
        start = 0
        for end in range(1, len(self._atoms) + 1):
            if end - 1 > start and self.width((start, end)) > width + _SLACK:
                lines.append((start, end - 1))
                start = end - 1
        return [*lines, (start, len(self._atoms))]

    def _cheapest_lines(
        self, width: float, ends: Sequence[int], cost: Callable[[int], float], line_cost: float
    ) -> list[Line]:
        """Return the lines of least cost among those that end at ``ends``. ``line_cost`` is added for every line."""
        least: dict[int, tuple[float, int]] = {0: (0.0, 0)}
        tight_ends = [self._tight_ends[end] for end in ends]
        for index, start in enumerate([0, *ends[:-1]]):
            if start not in least:
                continue
            cost_before = least[start][0] + line_cost
            # Try the fullest line first, then shorter ones. At least one line is tried, even if it is too wide.
            stop = max(index + 1, bisect_right(tight_ends, self._tight_starts[start] + width + _SLACK))
            for end in reversed(ends[index:stop]):
                if end != ends[stop - 1] and self.width((start, end)) < width * _LEAST_FILLED:
                    break
                total = cost_before + self._cost((start, end), width) + (cost(end) if end < len(self._atoms) else 0.0)
                if end not in least or total < least[end][0]:
                    least[end] = (total, start)
        lines: list[Line] = []
        end = len(self._atoms)
        while end:
            lines.append((least[end][1], end))
            end = least[end][1]
        return lines[::-1]

    def _cost(self, line: Line, width: float) -> float:
        tracking = self._needed_tracking(line, width)
        if tracking < 0:
            return (tracking / MAX_TRACKING) ** 2
        if line[1] == len(self._atoms):
            share = self.width(line) / width
            return _ORPHAN_COST * (1 - share / _ORPHAN) if share < _ORPHAN else 0.0
        if tracking <= _SHORTFALL:
            return (tracking / _SHORTFALL) ** 2
        return _RAGGED + _RAGGED_EM * (tracking - _SHORTFALL) * self._inner_gaps(line)

    def _fits(self, line: Line, width: float) -> bool:
        return self._tight_ends[line[1]] - self._tight_starts[line[0]] <= width + _SLACK

    def _needed_tracking(self, line: Line, width: float) -> float:
        """Return the spread between characters that makes a line fill ``width``."""
        return (width - self.width(line)) / max(1, self._inner_gaps(line))

    def _inner_gaps(self, line: Line) -> int:
        return self._inked_gaps[line[1]] - self._gaps[line[0]] - 1


_STEP = 0.05
"""Step by which a block shrinks, in mm."""
_LARGE_STEP = 0.005
"""Step by which large type shrinks, as a share of its size."""
_NARROWEST = 4.0
"""Least em of a line beside a box; narrower text goes on below the box."""


@dataclass(frozen=True, slots=True)
class SetLine:
    """Line of a block, its width and letter-spacing in em.

    In a column with styles or a box, ``left`` is in mm from the column's left edge, ``down`` in em of the text from its
    upper edge, ``scale`` the line's size relative to the text, and ``room`` the width available in mm.
    """

    runs: list[LineRun]
    width: float
    tracking: float
    left: float = 0.0
    down: float = 0.0
    scale: float = 1.0
    room: float = 0.0
    marker: str = ""

    def reach(self, size: float, width: float) -> float:
        """Return the distance from the column's left edge to the end of the line, in mm. The column is ``width`` mm
        wide, the type ``size`` mm high. A line that lacks room reaches beyond the column."""
        used = self.width * self.scale * size
        return self.left + used if used <= self.room + _SLACK else width + used - self.room

    @classmethod
    def of(cls, paragraph: Paragraph, line: Line, width: float) -> SetLine:
        """Set a line of a paragraph that is ``width`` em wide."""
        tracking = paragraph.tracking(line, width)
        return cls(paragraph.runs(line), paragraph.width(line, tracking), tracking)


@dataclass(frozen=True, slots=True)
class ParagraphStyle:
    """Style of a paragraph in its column, in em of the text: indent, white above, relative type size, and marker. The
    marker stands before the first line."""

    indent: float = 0.0
    above: float = 0.0
    scale: float = 1.0
    marker: str = ""


@dataclass(frozen=True, slots=True)
class TextColumn:
    """Column of text: the ``styles`` of its paragraphs, and a box that the text flows round. The box is x, y, width,
    height in mm from the column's upper left corner."""

    styles: tuple[ParagraphStyle, ...]
    around: tuple[float, float, float, float] | None = None

    def room(self, top: float, bottom: float, width: float) -> tuple[float, float]:
        """Return the left and right edge of the room for a line between two heights, in mm."""
        if self.around is None:
            return 0.0, width
        x, y, box_width, box_height = self.around
        if bottom <= y + _SLACK or top >= y + box_height - _SLACK:
            return 0.0, width
        left_sides, right_sides = (0.0, min(width, x)), (max(0.0, x + box_width), width)
        return max(left_sides, right_sides, key=lambda sides: sides[1] - sides[0])

    def below(self, top: float) -> float:
        """Return the height in mm below the box, or ``top`` if that is lower."""
        return top if self.around is None else max(top, self.around[1] + self.around[3])


@dataclass(frozen=True, slots=True)
class SetText:
    """Lines of a block at a size in mm; ``above`` is the room for ruby over the first line, in em."""

    lines: list[SetLine]
    size: float
    above: float
    width: float
    height: float

    @classmethod
    def of(
        cls, paragraphs: Sequence[Paragraph], size: float, width: float, ratio: float, headroom: float, fewest: bool
    ) -> SetText:
        """Set paragraphs in a column of ``width`` mm. Lines are ``ratio`` times the size apart. ``headroom`` mm of
        white above the column is free for ruby."""
        em = width / size
        lines = [SetLine.of(paragraph, line, em) for paragraph in paragraphs for line in paragraph.lines(em, fewest)]
        has_ruby = lines and any(run.kana for run in lines[0].runs)
        above = max(0.0, RUBY_ROOM - headroom / size) if has_ruby else 0.0
        height = size * (above + 1 + ratio * (len(lines) - 1)) if lines else 0.0
        return cls(lines, size, above, max((line.width * size for line in lines), default=0.0), height)

    @classmethod
    def in_column(
        cls, paragraphs: Sequence[Paragraph], column: TextColumn, size: float, width: float, ratio: float, fewest: bool
    ) -> SetText:
        """Set paragraphs in a column with styles or a box: lines stand beside or below the box."""
        lines: list[SetLine] = []
        down = 0.0
        for paragraph, style in zip(paragraphs, column.styles, strict=True):
            down += style.above if lines else 0.0
            paragraph_lines, down = _lay_paragraph(paragraph, style, column, (size, width, ratio), down, fewest)
            lines += paragraph_lines
        last = lines[-1] if lines else None
        height = 0.0 if last is None else size * (last.down + last.scale)
        line_width = max((line.reach(size, width) for line in lines), default=0.0)
        return cls(lines, size, 0.0, line_width, height)


def _lay_paragraph(
    paragraph: Paragraph,
    style: ParagraphStyle,
    column: TextColumn,
    measures: tuple[float, float, float],
    down: float,
    fewest: bool,
) -> tuple[list[SetLine], float]:
    """Set one paragraph from ``down`` em on; return its lines and the start of the next paragraph."""
    size, width, ratio = measures
    type_size, pitch = size * style.scale, ratio * style.scale
    indent, lines, marker = style.indent * size, [], style.marker
    while paragraph.size:
        sides = column.room(down * size, (down + pitch) * size, width)
        em = (sides[1] - sides[0] - indent) / type_size
        if em < _NARROWEST and column.below(down * size) > down * size + _SLACK:
            down = column.below(down * size) / size
            continue
        set_atoms = 0
        for line in paragraph.lines(em, fewest):
            if column.room(down * size, (down + pitch) * size, width) != sides:
                break
            line_in_paragraph = SetLine.of(paragraph, line, em)
            left, room = sides[0] + indent, sides[1] - sides[0] - indent
            lines.append(replace(line_in_paragraph, left=left, down=down, scale=style.scale, room=room, marker=marker))
            set_atoms, marker, down = line[1], "", down + pitch
        paragraph = paragraph.after(set_atoms)
    return lines, down


def fit_text(
    text: str,
    versions: Sequence[tuple[Sequence[Paragraph], float]],
    room: tuple[float, float | None],
    sizes: Iterable[float],
    ratio: float,
    headroom: float,
    column: TextColumn | None = None,
    overflows: bool = False,
) -> SetText:
    """Set the paragraphs of ``text`` in the first of ``sizes`` that fits, the largest first.

    ``versions`` are paragraphs with the least size they may have; the first that fits is taken. Raises TemplateError if
    none fits at the smallest size, even with as few lines as possible, unless the text ``overflows`` then.
    """
    width, height = room
    smallest, bound = 0.0, math.inf
    scale = 1.0 if column is None else min((style.scale for style in column.styles), default=1.0)

    def attempts() -> Iterator[tuple[float, bool]]:
        nonlocal smallest
        for smallest in sizes:
            yield smallest, False
        yield smallest, True

    for size, fewest in attempts():
        if size > bound and not fewest:
            continue
        for paragraphs, least_size in versions:
            if size < least_size - _SLACK:
                continue
            if column is None:
                set_text = SetText.of(paragraphs, size, width, ratio, headroom, fewest)
            else:
                set_text = SetText.in_column(paragraphs, column, size, width, ratio, fewest)
            if set_text.width <= width + _SLACK and (height is None or set_text.height <= height + _SLACK):
                return set_text
        if bound == math.inf:
            bound = max(_largest_size(paragraphs, width, height, ratio, scale) for paragraphs, _ in versions)
    if overflows:
        return set_text
    needs = f"{set_text.width:.1f} × {set_text.height:.1f} mm"
    raise overflow_error(text, needs, f"{width:.1f} × {height or 0:.1f} mm", smallest)


def _largest_size(
    paragraphs: Sequence[Paragraph], width: float, height: float | None, ratio: float, scale: float
) -> float:
    """Return a size in mm above which paragraphs cannot fit, so that large sizes need not be tried one by one.

    All lines together are as long as the ink, and no longer than the column times their number. ``scale`` is the
    smallest that a paragraph has.
    """
    widest = max((paragraph.widest for paragraph in paragraphs), default=0.0) * scale
    by_width = width / widest if widest > 0 else math.inf
    ink = sum(paragraph.ink for paragraph in paragraphs) * scale
    if height is None or ink <= 0:
        return by_width + _SLACK
    # size * (1 + pitch * (ink * size / width - 1)) <= height, solved for the size.
    pitch = ratio * scale
    square, linear = pitch * ink / width, scale - pitch
    by_height = (math.sqrt(linear * linear + 4 * square * height) - linear) / (2 * square)
    return min(by_width, by_height) + _SLACK


def sizes_between(size: float, least: float, steps: Sequence[float] = ()) -> Iterator[float]:
    """Yield ``size`` and smaller ones down to ``least``, in mm. A size that is one of the ``steps`` of a theme shrinks
    to the smaller ones of them; any other, and the smallest of them, shrinks little by little."""
    if size in steps:
        *larger, size = (step for step in steps if least - _SLACK <= step <= size)
        yield from larger
    while size > least:
        yield size
        size = max(least, size - max(_STEP, size * _LARGE_STEP))
    yield least


def overflow_error(text: str, needs: str, has: str, least: float) -> TemplateError:
    """Return the error for a text that does not fit."""
    excerpt = text if len(text) <= 60 else text[:57] + "…"
    return TemplateError(
        Diagnostic(
            "text-overflow",
            f"the text {excerpt!r} does not fit: it needs {needs} at its smallest size of {least / MM_PER_PT:.1f} pt, "
            f"but there are {has}",
            hint="shorten the text, or give it more room in the template",
            subject=text,
        )
    )
