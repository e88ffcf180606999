"""A paragraph as what no line parts, and the lines that it is best broken into.

English fills line after line. In Japanese all lines of a paragraph are chosen together, so that they end with phrases,
can be spread to the full width, and the last one has company: the way with the least cost, as Knuth and Plass do it
("Breaking Paragraphs into Lines", 1981).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import accumulate

from pnp.records import dataclass
from pnp.rendering.text.line import Run, joined
from pnp.rendering.text.linebreak import Reluctance

MOST_SPREAD = 0.16
MOST_CLOSED = 0.04
"""How far the characters of a line may be spread or moved closer to fill it, in em between any two. A line that would
need more is left short."""
_EASY = 0.1
"""Up to this spread nobody looks for another place to break than between phrases."""
_COSTS = {
    Reluctance.PHRASE: 0.0,
    Reluctance.PARTICLE: 0.7,
    Reluctance.WORD: 8.0,
    Reluctance.SCRIPT: 14.0,
    Reluctance.TOGETHER: 40.0,
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
_NARROWEST = 0.86
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

    runs: tuple[Run, ...]
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
        self._reluctance: list[Reluctance] = []

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
        whole = [end for end in everywhere if phrased[end] is Reluctance.PHRASE]
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

    def runs(self, line: Line) -> list[Run]:
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

    def _phrased(self) -> list[Reluctance]:
        """By how many atoms stand before it: how reluctant a line is to end there."""
        if not self._reluctance:
            from pnp.rendering.text.linebreak import reluctance  # noqa: PLC0415 - only Japanese has phrases

            before = [*reluctance(self._text, self._together), Reluctance.PHRASE]
            self._reluctance = [before[at] for at in (0, *accumulate(atom.length for atom in self._atoms))]
        return self._reluctance

    def _filled_with_company(self, width: float) -> list[Line]:
        """Lines with as much as each holds; where the last would be an orphan, the others are a little shorter."""
        best = lines = self._filled(width)
        share = 1.0
        while len(lines) > 1 and self.width(best[-1]) < width * _SHORT:
            share -= 0.02
            narrower = self._filled(width * share)
            if share < _NARROWEST or len(narrower) > len(lines):
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
