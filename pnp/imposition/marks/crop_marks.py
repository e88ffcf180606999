"""Crop marks around a block of cards and between them, and circles around round pieces. All lengths in mm."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from pnp.imposition.grid import FOLD_CLEAR
from pnp.imposition.options import SheetOptions
from pnp.imposition.page import Box, Circle, Placement, Segment
from pnp.imposition.strip import RimDepths, free_spans

# Japanese marks (トンボ): double marks at the corners, for the trim and for the bleed, and crosses at the middles.
#
# At a corner two angles stand back to back. The first runs along the trim from outside to the edge of the bleed and
# turns outwards there; the second does so along the other side. Cuts between the cards have plain marks.

_BAR = 2.5
"""Half of the bar of a cross."""
_SHORT_BAR = 0.8
_SAME_POSITION = 0.01
"""Positions closer than this are equal."""


def tombo(xs: Sequence[float], ys: Sequence[float], beside: RimDepths, above: RimDepths) -> tuple[Segment, ...]:
    """Return the marks around a block with upright cuts at ``xs`` and level cuts at ``ys``, as long as crop marks."""
    block = (xs[0], ys[0], xs[-1], ys[-1])
    return (
        *_corner_marks(block, beside, above),
        *_side_marks(xs, block, above, upright=True),
        *_side_marks(ys, block, beside),
    )


def _corner_marks(block: Box, beside: RimDepths, above: RimDepths) -> Iterator[Segment]:
    left, bottom, right, top = block
    for x, outwards in ((left, -1), (right, 1)):
        bleed, end = x + outwards * _trim_mark_start(beside), x + outwards * beside.mark_end
        for y, upwards in ((bottom, -1), (top, 1)):
            high, tip = y + upwards * _trim_mark_start(above), y + upwards * above.mark_end
            yield Segment(bleed, y, end, y)
            yield Segment(bleed, y, bleed, tip)
            yield Segment(x, high, x, tip)
            yield Segment(x, high, end, high)


def _trim_mark_start(rim: RimDepths) -> float:
    """Return the start of the trim marks: the edge of the bleed, or the start of crop marks if there is no bleed."""
    return rim.bleed if rim.bleed > _SAME_POSITION else rim.mark_start


def _side_marks(cuts: Sequence[float], block: Box, rim: RimDepths, *, upright: bool = False) -> Iterator[Segment]:
    """Yield the marks on two sides that face each other, across the cuts.

    Each inner cut has a mark, and the middle a cross. The outermost cuts are marked at the corners.
    """
    middle = (cuts[0] + cuts[-1]) / 2
    inner = cuts[1:-1]
    nearest = min((abs(cut - middle) for cut in inner if abs(cut - middle) > _SAME_POSITION), default=_BAR + 1)
    half = min(_BAR, nearest - 0.5, (cuts[-1] - cuts[0]) / 2 - 0.5)
    distance = (rim.mark_start + rim.mark_end) / 2
    for edge, outwards in ((block[1], -1), (block[3], 1)) if upright else ((block[0], -1), (block[2], 1)):
        for cut in sorted({*inner, *(() if any(abs(cut - middle) <= _SAME_POSITION for cut in inner) else (middle,))}):
            yield _side_line((cut, cut), (edge + outwards * rim.mark_start, edge + outwards * rim.mark_end), upright)
        if half >= _SHORT_BAR:
            bar = edge + outwards * distance
            yield _side_line((middle - half, middle + half), (bar, bar), upright)


def _side_line(across: tuple[float, float], outwards: tuple[float, float], upright: bool) -> Segment:
    """Return a line from its ends along the side and its ends outwards."""
    if upright:
        return Segment(across[0], outwards[0], across[1], outwards[1])
    return Segment(outwards[0], across[0], outwards[1], across[1])


_CLEARANCE = 0.2
"""Gap between lines and the art that they stop at."""
_SHORTEST = 0.5
_ARM = 2.0
"""Reach of a cross on each side of the cuts that meet there, or beyond the bleed."""


def cut_marks(
    fronts: Sequence[Placement],
    around: Sequence[Placement],
    rims: tuple[RimDepths, RimDepths],
    options: SheetOptions,
    *,
    on_back: bool = False,
) -> tuple[Segment, ...]:
    """Return the marks of a sheet in the style of ``options``.

    ``around`` is the whole block, backs beside a fold included. Marks between pieces lie on ``fronts`` alone. The back
    has none of these: a misaligned printer would print them on a piece.
    """
    beside, above = rims
    if options.marks == "japanese":
        marks = tombo(*_cuts_of(around), beside, above)
    elif options.marks == "lines" and not on_back and around == fronts:
        marks = tuple(_cut_lines(fronts, (beside.mark_end, above.mark_end), None))
    else:
        marks = crop_marks(around, beside, above)
        if options.marks in ("lines", "cross") and not on_back:
            ends = (min(beside.mark_start, FOLD_CLEAR), min(above.mark_start, FOLD_CLEAR))
            marks += tuple(_cut_lines(fronts, ends, _arm_length(fronts) if options.marks == "cross" else None))
    if options.mark_ink == "registration":
        marks = tuple(replace(mark, registration=True) for mark in marks)
    return marks


def _arm_length(fronts: Sequence[Placement]) -> float:
    """Return the reach of a cross from the point where two cuts meet. Art over the edge covers some of it."""
    return _ARM + max(max(place.bleed) if place.piece.edge == "bleed" else 0.0 for place in fronts)


def crop_marks(placements: Sequence[Placement], beside: RimDepths, above: RimDepths) -> tuple[Segment, ...]:
    """Return the marks around ``placements``, at each cut that meets the rim of their block.

    ``beside`` divides the strips on the left and right, ``above`` those below and above. Cards that touch share their
    cut. On either side of a gutter there is a mark each.
    """
    left, bottom, right, top = _block_of(placements)
    xs, ys = _cuts_of(placements)
    marks = []
    for x in xs:
        marks.append(Segment(x, top + above.mark_start, x, top + above.mark_end))
        marks.append(Segment(x, bottom - above.mark_start, x, bottom - above.mark_end))
    for y in ys:
        marks.append(Segment(right + beside.mark_start, y, right + beside.mark_end, y))
        marks.append(Segment(left - beside.mark_start, y, left - beside.mark_end, y))
    return tuple(marks)


def _cut_lines(placements: Sequence[Placement], ends: tuple[float, float], arm: float | None) -> Iterator[Segment]:
    """Yield lines along the cuts, through the whole block and ``ends`` beyond it (beside it, above it).

    With ``arm``, a line is only ``arm`` long on either side of the point where two cuts meet. Lines pass over no art
    except a plain border which they cut off.
    """
    left, bottom, right, top = _block_of(placements)
    xs, ys = _cuts_of(placements)
    art = [(place, place.shown) for place in placements]
    for x in xs:
        taken = [
            (box[1] - _CLEARANCE, box[3] + _CLEARANCE)
            for place, box in art
            if _covers_art(x, (place.x, place.x + place.width), (box[0], box[2]), place)
        ]
        for low, high in _visible_parts((bottom - ends[1], top + ends[1]), taken, ys, arm):
            yield Segment(x, low, x, high)
    for y in ys:
        taken = [
            (box[0] - _CLEARANCE, box[2] + _CLEARANCE)
            for place, box in art
            if _covers_art(y, (place.y, place.y + place.height), (box[1], box[3]), place)
        ]
        for low, high in _visible_parts((left - ends[0], right + ends[0]), taken, xs, arm):
            yield Segment(low, y, high, y)


def _covers_art(cut: float, trim: tuple[float, float], art: tuple[float, float], place: Placement) -> bool:
    """Return True if a line along ``cut`` would lie on art, except a plain border that ends at this cut."""
    if not art[0] - _CLEARANCE < cut < art[1] + _CLEARANCE:
        return False
    return place.piece.edge == "bleed" or min(abs(cut - edge) for edge in trim) > _CLEARANCE


def _visible_parts(
    whole: tuple[float, float], taken: Iterable[tuple[float, float]], across: Iterable[float], arm: float | None
) -> Iterator[tuple[float, float]]:
    """Yield the free parts of a line: all of them, or with ``arm`` those near the cuts ``across`` it."""
    for low, high in free_spans(whole, taken):
        far = () if arm is None else free_spans((low, high), [(cut - arm, cut + arm) for cut in across])
        for start, stop in free_spans((low, high), far):
            if stop - start >= _SHORTEST:
                yield start, stop


def cut_circles(placements: Sequence[Placement]) -> tuple[Circle, ...]:
    """Return the circles inside the trims of the round pieces among ``placements``."""
    return tuple(
        Circle(place.x + place.width / 2, place.y + place.height / 2, min(place.width, place.height) / 2)
        for place in placements
        if place.piece.cut == "circle"
    )


def _block_of(placements: Sequence[Placement]) -> Box:
    """Return the extent of all trims."""
    return (
        min(place.x for place in placements),
        min(place.y for place in placements),
        max(place.x + place.width for place in placements),
        max(place.y + place.height for place in placements),
    )


def _cuts_of(placements: Sequence[Placement]) -> tuple[list[float], list[float]]:
    """Return the positions of upright and level cuts."""
    return (
        distinct_positions((place.x, place.x + place.width) for place in placements),
        distinct_positions((place.y, place.y + place.height) for place in placements),
    )


def distinct_positions(edges: Iterable[tuple[float, float]]) -> list[float]:
    """Return the distinct positions. Those closer than a micrometre are a single cut."""
    return sorted({round(position, 3): position for pair in edges for position in pair}.values())
