"""Where notes stand on a sheet for a cutting machine: between its marks. All lengths in mm."""

from __future__ import annotations

from pnp.imposition.registration import Registration
from pnp.imposition.rim import LABEL_GOOD, NOTES_GOOD, NOTES_MIN
from pnp.imposition.strip import Strip
from pnp.units import Size

BESIDE_MARKS = 3.0
"""Between a mark and the notes beside it, so that the machine takes no letter for a mark."""
_FROM_PIECES = 0.5


def strips_between(
    registration: Registration, page: Size, margins: tuple[float, float], printer: float
) -> tuple[Strip | None, Strip | None]:
    """The strips of the label, at the foot of the page, and of the ruler, at its head: in what pieces leave free there,
    inside the ``printer`` margin. None where that is too little."""
    start = max(registration.corner + BESIDE_MARKS, printer)
    depth, length = margins[1] - printer - _FROM_PIECES, page.width - 2 * start
    if depth < NOTES_MIN or length <= 0:
        return None, None
    label, ruler = min(depth, LABEL_GOOD), min(depth, NOTES_GOOD)
    return (
        Strip(start, printer, length, label, False),
        Strip(start, page.height - printer - ruler, length, ruler, False),
    )
