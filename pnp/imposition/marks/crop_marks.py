"""Crop marks around the block of cards and between them, and circles around round pieces. All lengths in mm."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from pnp.imposition.grid import FOLD_CLEAR
from pnp.imposition.options import SheetOptions
from pnp.imposition.page import Box, Circle, Placement, Segment
from pnp.imposition.strip import RimDepths, stretches

# Japanese marks (トンボ): double marks at the corners, for the trim and for the bleed, and crosses at the middles.
#
# All lengths in mm. At a corner two angles stand back to back: one runs along the trim from outside to the edge of
# the bleed and turns outwards there, the other does so along the other side. Cuts between the cards have plain marks.

_BAR = 2.5
"""Half of the bar of a cross."""
_SHORT_BAR = 0.8
_ONE = 0.01
"""Two positions closer than this are one."""


def tombo(xs: Sequence[float], ys: Sequence[float], beside: RimDepths, above: RimDepths) -> tuple[Segment, ...]:
    """The marks around a block with upright cuts at ``xs`` and level ones at ``ys``, which end where crop
    marks would."""
    block = (xs[0], ys[0], xs[-1], ys[-1])
    return (*_corners(block, beside, above), *_sides(xs, block, above, upright=True), *_sides(ys, block, beside))


def _corners(block: Box, beside: RimDepths, above: RimDepths) -> Iterator[Segment]:
    left, bottom, right, top = block
    for x, outwards in ((left, -1), (right, 1)):
        bleed, end = x + outwards * _from(beside), x + outwards * beside.mark_end
        for y, upwards in ((bottom, -1), (top, 1)):
            high, tip = y + upwards * _from(above), y + upwards * above.mark_end
            yield Segment(bleed, y, end, y)
            yield Segment(bleed, y, bleed, tip)
            yield Segment(x, high, x, tip)
            yield Segment(x, high, end, high)


def _from(rim: RimDepths) -> float:
    """Where the marks of the trim begin: at the edge of the bleed, or where crop marks do if there is none."""
    return rim.bleed if rim.bleed > _ONE else rim.mark_start


def _sides(cuts: Sequence[float], block: Box, rim: RimDepths, *, upright: bool = False) -> Iterator[Segment]:
    """The marks on two sides that face each other, across ``cuts``: a mark at each cut but the outermost, whose marks
    are those of the corners, and a cross at the middle."""
    middle = (cuts[0] + cuts[-1]) / 2
    inner = cuts[1:-1]
    near = min((abs(cut - middle) for cut in inner if abs(cut - middle) > _ONE), default=_BAR + 1)
    half = min(_BAR, near - 0.5, (cuts[-1] - cuts[0]) / 2 - 0.5)
    at = (rim.mark_start + rim.mark_end) / 2
    for edge, outwards in ((block[1], -1), (block[3], 1)) if upright else ((block[0], -1), (block[2], 1)):
        for cut in sorted({*inner, *(() if any(abs(cut - middle) <= _ONE for cut in inner) else (middle,))}):
            yield _line((cut, cut), (edge + outwards * rim.mark_start, edge + outwards * rim.mark_end), upright)
        if half >= _SHORT_BAR:
            bar = edge + outwards * at
            yield _line((middle - half, middle + half), (bar, bar), upright)


def _line(across: tuple[float, float], outwards: tuple[float, float], upright: bool) -> Segment:
    """A line whose ends stand so far along the side, and so far out."""
    if upright:
        return Segment(across[0], outwards[0], across[1], outwards[1])
    return Segment(outwards[0], across[0], outwards[1], across[1])


_CLEAR = 0.2
"""Between lines and the art that they stop at."""
_SHORTEST = 0.5
_ARM = 2.0
"""How far a cross reaches on each side of the cuts that meet there, or beyond the bleed."""


def cut_marks(
    fronts: Sequence[Placement],
    around: Sequence[Placement],
    rims: tuple[RimDepths, RimDepths],
    options: SheetOptions,
    *,
    on_back: bool = False,
) -> tuple[Segment, ...]:
    """The marks of a sheet in the style of ``options``. ``around`` is the whole block, backs beside a fold included;
    between pieces there are marks on ``fronts`` alone, and none on the back: there, a printer that is off would print
    them on a piece."""
    beside, above = rims
    if options.marks == "japanese":
        marks = tombo(*_cuts_of(around), beside, above)
    elif options.marks == "lines" and not on_back and around == fronts:
        marks = tuple(_between(fronts, (beside.mark_end, above.mark_end), None))
    else:
        marks = crop_marks(around, beside, above)
        if options.marks in ("lines", "cross") and not on_back:
            ends = (min(beside.mark_start, FOLD_CLEAR), min(above.mark_start, FOLD_CLEAR))
            marks += tuple(_between(fronts, ends, _arm(fronts) if options.marks == "cross" else None))
    if options.mark_ink == "registration":
        marks = tuple(replace(mark, registration=True) for mark in marks)
    return marks


def _arm(fronts: Sequence[Placement]) -> float:
    """How far a cross reaches from where two cuts meet: art over the edge covers some of it."""
    return _ARM + max(max(place.bleed) if place.piece.edge == "bleed" else 0.0 for place in fronts)


def crop_marks(placements: Sequence[Placement], beside: RimDepths, above: RimDepths) -> tuple[Segment, ...]:
    """The marks around ``placements``: where a cut between or beside cards meets the rim of their block.

    ``beside`` shares out the strips on the left and right, ``above`` those below and above. Cards that touch share
    their cut; on either side of a gutter there is a mark each.
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


def _between(placements: Sequence[Placement], ends: tuple[float, float], arm: float | None) -> Iterator[Segment]:
    """Lines along the cuts, through the whole block and ``ends`` beyond it (beside it, above it), or only ``arm`` on
    either side of where two cuts meet. They pass over no art but that of a plain border which they cut off."""
    left, bottom, right, top = _block_of(placements)
    xs, ys = _cuts_of(placements)
    art = [(place, place.shown) for place in placements]
    for x in xs:
        taken = [
            (box[1] - _CLEAR, box[3] + _CLEAR)
            for place, box in art
            if _in_the_way(x, (place.x, place.x + place.width), (box[0], box[2]), place)
        ]
        for low, high in _parts((bottom - ends[1], top + ends[1]), taken, ys, arm):
            yield Segment(x, low, x, high)
    for y in ys:
        taken = [
            (box[0] - _CLEAR, box[2] + _CLEAR)
            for place, box in art
            if _in_the_way(y, (place.y, place.y + place.height), (box[1], box[3]), place)
        ]
        for low, high in _parts((left - ends[0], right + ends[0]), taken, xs, arm):
            yield Segment(low, y, high, y)


def _in_the_way(cut: float, trim: tuple[float, float], art: tuple[float, float], place: Placement) -> bool:
    """Whether a line along ``cut`` would lie on the art of a piece, and the piece is not one with a plain border that
    ends at this cut."""
    if not art[0] - _CLEAR < cut < art[1] + _CLEAR:
        return False
    return place.piece.edge == "bleed" or min(abs(cut - edge) for edge in trim) > _CLEAR


def _parts(
    whole: tuple[float, float], taken: Iterable[tuple[float, float]], across: Iterable[float], arm: float | None
) -> Iterator[tuple[float, float]]:
    """What is left of a line: all of it, or what is near the cuts ``across`` it."""
    for low, high in stretches(whole, taken):
        far = () if arm is None else stretches((low, high), [(at - arm, at + arm) for at in across])
        for start, stop in stretches((low, high), far):
            if stop - start >= _SHORTEST:
                yield start, stop


def cut_circles(placements: Sequence[Placement]) -> tuple[Circle, ...]:
    """The circles inside the trims of the round pieces among ``placements``."""
    return tuple(
        Circle(place.x + place.width / 2, place.y + place.height / 2, min(place.width, place.height) / 2)
        for place in placements
        if place.piece.cut == "circle"
    )


def _block_of(placements: Sequence[Placement]) -> Box:
    """The extent of all trims."""
    return (
        min(place.x for place in placements),
        min(place.y for place in placements),
        max(place.x + place.width for place in placements),
        max(place.y + place.height for place in placements),
    )


def _cuts_of(placements: Sequence[Placement]) -> tuple[list[float], list[float]]:
    """Where upright and level cuts go."""
    return (
        cuts((place.x, place.x + place.width) for place in placements),
        cuts((place.y, place.y + place.height) for place in placements),
    )


def cuts(edges: Iterable[tuple[float, float]]) -> list[float]:
    """The distinct positions; those closer than a micrometre are one cut."""
    return sorted({round(position, 3): position for pair in edges for position in pair}.values())
