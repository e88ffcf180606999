"""Where to cut: crop marks on all four sides of the block of cards, circles around round pieces. All lengths in mm."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pnp.imposition.page import Circle, Placement, Segment
from pnp.imposition.rim import Rim


def crop_marks(placements: Sequence[Placement], beside: Rim, above: Rim) -> tuple[Segment, ...]:
    """The marks around ``placements``: where a cut between or beside cards meets the rim of their block.

    ``beside`` shares out the strips on the left and right, ``above`` those below and above. Cards that touch share
    their cut; on either side of a gutter there is a mark each.
    """
    left = min(place.x for place in placements)
    right = max(place.x + place.width for place in placements)
    bottom = min(place.y for place in placements)
    top = max(place.y + place.height for place in placements)
    marks = []
    for x in _cuts((place.x, place.x + place.width) for place in placements):
        marks.append(Segment(x, top + above.mark_start, x, top + above.mark_end))
        marks.append(Segment(x, bottom - above.mark_start, x, bottom - above.mark_end))
    for y in _cuts((place.y, place.y + place.height) for place in placements):
        marks.append(Segment(right + beside.mark_start, y, right + beside.mark_end, y))
        marks.append(Segment(left - beside.mark_start, y, left - beside.mark_end, y))
    return tuple(marks)


def cut_circles(placements: Sequence[Placement]) -> tuple[Circle, ...]:
    """The circles inside the trims of ``placements``, which are round pieces."""
    return tuple(
        Circle(place.x + place.width / 2, place.y + place.height / 2, min(place.width, place.height) / 2)
        for place in placements
    )


def _cuts(edges: Iterable[tuple[float, float]]) -> list[float]:
    """The distinct positions; those closer than a micrometre are one cut."""
    return sorted({round(position, 3): position for pair in edges for position in pair}.values())
