"""Fronts and backs on either side of a line to fold along: the line, its words and its marks. All lengths in mm.

The fold goes through the middle of the page, so that the edges of the paper lie on each other when it is folded, the
printed sides outside. Every back lies where its front's mirror image does, which is where it would lie on the other
side of a sheet that is turned about the same axis.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.imposition.grid import FOLD_CLEAR, FlipAxis
from pnp.imposition.marks.crop_marks import cuts
from pnp.imposition.options import SheetOptions
from pnp.imposition.page import Note, Placement, Segment
from pnp.imposition.strip import ASCENT, DESCENT, stretches

_DASH, _SPACE = 3.0, 1.5
_LINE = 0.2
_MARK = FOLD_CLEAR - 0.2
_WORDS = 2.12
"""Words stand on the line, which is interrupted for them: 6 pt."""
_AROUND = 1.5


def fold_line(
    fronts: Sequence[Placement], fold: FlipAxis, reach: tuple[float, float], options: SheetOptions
) -> tuple[tuple[Segment, ...], tuple[Note, ...]]:
    """The dashed line from ``reach[0]`` to ``reach[1]`` along it, with its words, and short marks where cuts cross it.

    Words have no place where no two cuts are far enough apart; the first sheet says what to do all the same.
    """
    middle = options.page.width / 2 if fold == "vertical" else options.page.height / 2

    def line(along: tuple[float, float], across: tuple[float, float], width: float) -> Segment:
        ends = ((across[0], along[0]), (across[1], along[1]))
        (x1, y1), (x2, y2) = ends if fold == "vertical" else ((along[0], across[0]), (along[1], across[1]))
        return Segment(x1, y1, x2, y2, width)

    marked = options.marked and all(place.piece.cut not in ("circle", "hex") for place in fronts)
    crossing = _crossing(fronts, fold) if marked else []
    marks = [line((at, at), (middle - _MARK, middle + _MARK), 0.1) for at in crossing]
    place = _place_of_words(crossing, reach, options) if options.printing else None
    kept = [reach]
    notes: tuple[Note, ...] = ()
    if place is not None and options.printing is not None:
        half = options.measure(options.printing.fold, _WORDS) / 2 + _AROUND
        kept = [(reach[0], place - half), (place + half, reach[1])]
        base = (ASCENT - DESCENT) / 2 * _WORDS
        x, y = (middle + base, place) if fold == "vertical" else (place, middle - base)
        notes = (Note(options.printing.fold, x, y, _WORDS, 90 if fold == "vertical" else 0, "middle"),)
    dashes = [line(dash, (middle, middle), _LINE) for part in kept for dash in _dashes(*part)]
    return (*dashes, *marks), notes


def _crossing(fronts: Sequence[Placement], fold: FlipAxis) -> list[float]:
    """Where cuts cross the fold."""
    edges = (
        (place.y, place.y + place.height) if fold == "vertical" else (place.x, place.x + place.width)
        for place in fronts
    )
    return cuts(edges)


def _place_of_words(crossing: Sequence[float], reach: tuple[float, float], options: SheetOptions) -> float | None:
    """The middle of the longest stretch between two cuts, if the words have room there."""
    if options.printing is None:
        return None
    needed = options.measure(options.printing.fold, _WORDS) + 4 * _AROUND
    found = [part for part in stretches(reach, [(cut, cut) for cut in crossing]) if part[1] - part[0] >= needed]
    if not found:
        return None
    low, high = max(found, key=lambda part: part[1] - part[0])
    return (low + high) / 2


def _dashes(start: float, end: float) -> Iterator[tuple[float, float]]:
    """Dashes from one end to the other, stretched a little so that the line begins and ends with a whole one."""
    length = end - start
    if length <= 0:
        return
    count = max(1, round((length + _SPACE) / (_DASH + _SPACE)))
    stretch = length / (count * (_DASH + _SPACE) - _SPACE)
    for number in range(count):
        low = start + number * (_DASH + _SPACE) * stretch
        yield low, low + _DASH * stretch
