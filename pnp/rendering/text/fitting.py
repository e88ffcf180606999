"""The size and the lines that a text has in a box: as large as fits, in as few lines as it must."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import accumulate

from pnp.diagnostics import Diagnostic, TemplateError
from pnp.records import dataclass
from pnp.rendering.text.line import RUBY_ROOM, LineRun, joined
from pnp.rendering.text.linebreak import BreakPenalty
from pnp.units import MM_PER_PT

# A paragraph as what no line parts, and the lines that it is best broken into.
#
# English fills line after line. In Japanese all lines of a paragraph are chosen together, so that they end with
# phrases, can be spread to the full width, and the last one has company: the way with the least cost, as Knuth and
# Plass do it ("Breaking Paragraphs into Lines", 1981).

MOST_SPREAD = 0.16
MOST_CLOSED = 0.04
"""How far the characters of a line may be spread or moved closer to fill it, in em between any two. A line that would
need more is left short."""
_EASY = 0.1
"""Up to this spread nobody looks for another place to break than between phrases."""
_COSTS = {
    BreakPenalty.PHRASE: 0.0,
    BreakPenalty.PARTICLE: 0.7,
    BreakPenalty.WORD: 8.0,
    BreakPenalty.SCRIPT: 14.0,
    BreakPenalty.TOGETHER: 40.0,
}
"""What a break costs beside a line that is spread as far as it may be, which costs 1."""
_RAGGED, _RAGGED_EM = 1.8, 1.2
"""What a line costs that is left short, and each em that it is short of the furthest spread."""
_LINE = 0.6
"""What a line costs, so that a text does not take another one for little."""
_ORPHAN = 0.2
"""A last line that takes less of the width than this is an orphan."""
_OF_AN_ORPHAN = 1.6
_SHORT = 0.16
_NARROWEST_SHARE = 0.86
"""The share of the width that an English paragraph is set in at least, to take its last line more company."""
_EMPTIEST = 0.4
"""Lines that take less of the width than this are not looked at, unless no more fits."""
_SLACK = 1e-6


@dataclass(frozen=True, slots=True)
class Atom:
    """Text that no line break parts.

    ``length`` in characters of the text; ``width`` and ``blank`` in em, of which ``blank`` is white at its end that the
    end of a line does not need.
    """

    runs: tuple[LineRun, ...]
    length: int
    width: float
    blank: float
    gaps: int
    """After how many of its characters a line may be spread."""
    blanks: int = 0
    """How many spaces at its end the end of a line leaves out: no line is spread after these."""


Line = tuple[int, int]
"""The first atom of a line, and the first of the next one."""


class Paragraph:
    """A text with its atoms. Widths are in em.

    ``spreads`` says that the lines are spread to the full width, and moved closer by a little where that holds them;
    ``together`` are words that lines do not part.
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
        closed = MOST_CLOSED if spreads else 0.0
        # Where a line that ends with an atom ends at the least, from where the first one begins, less what the line's
        # own first atom lies from there; and the same as it is measured.
        self._ends = [0.0, *(end - atom.blank for end, atom in zip(self._starts[1:], atoms, strict=True))]
        self._inked_gaps = [0, *(gaps - atom.blanks for gaps, atom in zip(self._gaps[1:], atoms, strict=True))]
        self._closed_ends = [end - closed * gaps for end, gaps in zip(self._ends, self._inked_gaps, strict=True)]
        self._closed_starts = [
            start - closed * (gaps + 1) for start, gaps in zip(self._starts, self._gaps, strict=True)
        ]
        self._reluctance: list[BreakPenalty] = []

    def lines(self, width: float, fewest: bool = False) -> list[Line]:
        """The lines of at most ``width``, but for a piece that is wider; in Japanese with ``fewest`` as few as can be,
        wherever they may break."""
        count = len(self._atoms)
        if not count or self._ends[-1] <= width + _SLACK:
            return [(0, count)] if count else []
        if not self._japanese:
            return self._filled_with_company(width)
        everywhere = [*range(1, count + 1)]
        if fewest:
            return self._chosen(width, everywhere, lambda _end: 0.0, 100.0)
        phrased = self._phrased()
        whole = [end for end in everywhere if phrased[end] is BreakPenalty.PHRASE]
        lines = self._chosen(width, whole, lambda _end: 0.0, _LINE)
        full = all(self._needed(line, width) <= _EASY for line in lines[:-1])
        if full and all(self._fits(line, width) for line in lines):
            return lines
        return self._chosen(width, everywhere, lambda end: _COSTS[phrased[end]], _LINE)

    def tracking(self, line: Line, width: float) -> float:
        """By how much a line is spread between any two characters to fill ``width``, less than 0 where it is moved
        closer; 0 where that would be too far, and for a last line that need not be closer."""
        if not self._spreads:
            return 0.0
        needed = self._needed(line, width)
        last = line[1] == len(self._atoms)
        return needed if -MOST_CLOSED - _SLACK <= needed <= (0 if last else MOST_SPREAD) else 0.0

    def width(self, line: Line, tracking: float = 0.0) -> float:
        """How wide a line is, without what its end does not need."""
        return self._ends[line[1]] - self._starts[line[0]] + tracking * self._inner_gaps(line)

    def runs(self, line: Line) -> list[LineRun]:
        """The runs of a line, without blanks at its end."""
        found = joined(run for atom in self._atoms[slice(*line)] for run in atom.runs)
        return [*found[:-1], replace(found[-1], text=found[-1].text.rstrip(" "))] if found else []

    def after(self, atom: int) -> Paragraph:
        """What is left of the paragraph from an atom on."""
        gone = sum(one.length for one in self._atoms[:atom])
        return Paragraph(self._text[gone:], self._atoms[atom:], self._japanese, self._spreads, self._together)

    @property
    def size(self) -> int:
        """How many atoms it has."""
        return len(self._atoms)

    def _phrased(self) -> list[BreakPenalty]:
        """By how many atoms stand before it: how reluctant a line is to end there."""
        if not self._reluctance:
            from pnp.rendering.text.phrases import reluctance  # noqa: PLC0415 - only Japanese has phrases

            before = [*reluctance(self._text, self._together), BreakPenalty.PHRASE]
            self._reluctance = [before[at] for at in (0, *accumulate(atom.length for atom in self._atoms))]
        return self._reluctance

    def _filled_with_company(self, width: float) -> list[Line]:
        """Lines with as much as each holds; where the last would be an orphan, the others are a little shorter."""
        best = lines = self._filled(width)
        share = 1.0
        while len(lines) > 1 and self.width(best[-1]) < width * _SHORT:
            share -= 0.02
            narrower = self._filled(width * share)
            if share < _NARROWEST_SHARE or len(narrower) > len(lines):
                break
            best = narrower
        return best

    def _filled(self, width: float) -> list[Line]:
        lines: list[Line] = []
        start = 0
        for end in range(1, len(self._atoms) + 1):
            if end - 1 > start and self.width((start, end)) > width + _SLACK:
                lines.append((start, end - 1))
                start = end - 1
        return [*lines, (start, len(self._atoms))]

    def _chosen(self, width: float, ends: Sequence[int], cost: Callable[[int], float], of_a_line: float) -> list[Line]:
        """The lines with the least cost among those that end at ``ends``."""
        least: dict[int, tuple[float, int]] = {0: (0.0, 0)}
        far = [self._closed_ends[end] for end in ends]
        for place, start in enumerate([0, *ends[:-1]]):
            if start not in least:
                continue
            before = least[start][0] + of_a_line
            # From the fullest line on down to one that is too short: there is always one, if need be too wide.
            stop = max(place + 1, bisect_right(far, self._closed_starts[start] + width + _SLACK))
            for end in reversed(ends[place:stop]):
                if end != ends[stop - 1] and self.width((start, end)) < width * _EMPTIEST:
                    break
                total = before + self._cost((start, end), width) + (cost(end) if end < len(self._atoms) else 0.0)
                if end not in least or total < least[end][0]:
                    least[end] = (total, start)
        lines: list[Line] = []
        end = len(self._atoms)
        while end:
            lines.append((least[end][1], end))
            end = least[end][1]
        return lines[::-1]

    def _cost(self, line: Line, width: float) -> float:
        needed = self._needed(line, width)
        if needed < 0:
            return (needed / MOST_CLOSED) ** 2
        if line[1] == len(self._atoms):
            filled = self.width(line) / width
            return _OF_AN_ORPHAN * (1 - filled / _ORPHAN) if filled < _ORPHAN else 0.0
        if needed <= MOST_SPREAD:
            return (needed / MOST_SPREAD) ** 2
        return _RAGGED + _RAGGED_EM * (needed - MOST_SPREAD) * self._inner_gaps(line)

    def _fits(self, line: Line, width: float) -> bool:
        return self._closed_ends[line[1]] - self._closed_starts[line[0]] <= width + _SLACK

    def _needed(self, line: Line, width: float) -> float:
        """By how much a line would have to be spread to fill ``width``."""
        return (width - self.width(line)) / max(1, self._inner_gaps(line))

    def _inner_gaps(self, line: Line) -> int:
        return self._inked_gaps[line[1]] - self._gaps[line[0]] - 1


_STEP = 0.05
_LARGE_STEP = 0.005
"""What a block shrinks by at a time: in mm, and as a share of large sizes."""
_NARROWEST = 4.0
"""Em that a line beside a box has at least; else the text goes on below it."""


@dataclass(frozen=True, slots=True)
class SetLine:
    """A line of a block, its width and letter-spacing in em."""

    runs: list[LineRun]
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
class ParagraphStyle:
    """How a paragraph lies in its column, in em of the text: how far it is set in, the white above it, how much larger
    its type is, and the marker that stands before its first line."""

    indent: float = 0.0
    above: float = 0.0
    scale: float = 1.0
    marker: str = ""


@dataclass(frozen=True, slots=True)
class TextColumn:
    """Where lines may stand: ``manners`` of the paragraphs, and a box in mm that text flows round, from the column's
    upper left corner (x, y, width, height)."""

    manners: tuple[ParagraphStyle, ...]
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
        cls, parts: Sequence[Paragraph], column: TextColumn, size: float, width: float, ratio: float, fewest: bool
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
    part: Paragraph,
    manner: ParagraphStyle,
    column: TextColumn,
    measures: tuple[float, float, float],
    down: float,
    fewest: bool,
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
    column: TextColumn | None = None,
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
