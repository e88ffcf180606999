"""Fold line between fronts and backs, with its words and marks. All lengths in mm.

The fold goes through the middle of the page. So the edges of the paper lie on each other when it is folded, the
printed sides outside. Every back lies at the mirror image of its front, as it would on the other side of a sheet that
is turned about the same axis.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.imposition.grid import FOLD_CLEAR, FlipAxis
from pnp.imposition.marks.crop_marks import distinct_positions
from pnp.imposition.options import SheetOptions
from pnp.imposition.page import Note, Placement, Segment
from pnp.imposition.strip import ASCENT, DESCENT, free_spans

_DASH, _SPACE = 3.0, 1.5
_LINE = 0.2
_MARK_LENGTH = FOLD_CLEAR - 0.2
_WORDS_SIZE = 2.12
"""Font size of the words on the line, which is interrupted for them: 6 pt."""
_WORDS_MARGIN = 1.5


def fold_line(
    fronts: Sequence[Placement], fold: FlipAxis, reach: tuple[float, float], options: SheetOptions
) -> tuple[tuple[Segment, ...], tuple[Note, ...]]:
    """Return the dashed line between the two ends in ``reach``, with its words, and short marks at crossing cuts.

    There are no words if no two cuts are far enough apart. The first sheet gives the instruction in any case.
    """
    middle = options.page.width / 2 if fold == "vertical" else options.page.height / 2

    def line(along: tuple[float, float], across: tuple[float, float], width: float) -> Segment:
        ends = ((across[0], along[0]), (across[1], along[1]))
        (x1, y1), (x2, y2) = ends if fold == "vertical" else ((along[0], across[0]), (along[1], across[1]))
        return Segment(x1, y1, x2, y2, width)

    marked = options.marked and all(place.piece.cut not in ("circle", "hex") for place in fronts)
    crossing_cuts = _crossing_cuts(fronts, fold) if marked else []
    marks = [line((cut, cut), (middle - _MARK_LENGTH, middle + _MARK_LENGTH), 0.1) for cut in crossing_cuts]
    words_middle = _words_middle(crossing_cuts, reach, options) if options.printing else None
    dashed = [reach]
    notes: tuple[Note, ...] = ()
    if words_middle is not None and options.printing is not None:
        half = options.measure(options.printing.fold, _WORDS_SIZE) / 2 + _WORDS_MARGIN
        dashed = [(reach[0], words_middle - half), (words_middle + half, reach[1])]
        baseline = (ASCENT - DESCENT) / 2 * _WORDS_SIZE
        x, y = (middle + baseline, words_middle) if fold == "vertical" else (words_middle, middle - baseline)
        notes = (Note(options.printing.fold, x, y, _WORDS_SIZE, 90 if fold == "vertical" else 0, "middle"),)
    dashes = [line(dash, (middle, middle), _LINE) for stretch in dashed for dash in _dashes(*stretch)]
    return (*dashes, *marks), notes


def _crossing_cuts(fronts: Sequence[Placement], fold: FlipAxis) -> list[float]:
    """Return the positions at which cuts cross the fold."""
    edges = (
        (place.y, place.y + place.height) if fold == "vertical" else (place.x, place.x + place.width)
        for place in fronts
    )
    return distinct_positions(edges)


def _words_middle(crossing_cuts: Sequence[float], reach: tuple[float, float], options: SheetOptions) -> float | None:
    """Return the middle of the longest span between two cuts, or None if the words have no room there."""
    if options.printing is None:
        return None
    needed_length = options.measure(options.printing.fold, _WORDS_SIZE) + 4 * _WORDS_MARGIN
    wide_spans = [
        span for span in free_spans(reach, [(cut, cut) for cut in crossing_cuts]) if span[1] - span[0] >= needed_length
    ]
    if not wide_spans:
        return None
    low, high = max(wide_spans, key=lambda span: span[1] - span[0])
    return (low + high) / 2


def _dashes(start: float, end: float) -> Iterator[tuple[float, float]]:
    """Yield dashes from one end to the other, stretched a little so that the line begins and ends with a whole dash."""
    length = end - start
    if length <= 0:
        return
    count = max(1, round((length + _SPACE) / (_DASH + _SPACE)))
    stretch = length / (count * (_DASH + _SPACE) - _SPACE)
    for index in range(count):
        low = start + index * (_DASH + _SPACE) * stretch
        yield low, low + _DASH * stretch
