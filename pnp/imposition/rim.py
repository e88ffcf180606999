"""How the strip between the block of cards and the unprintable margin is shared out. All lengths in mm.

From the trim outwards: bleed, a gap, the crop mark, and on the wider pair of sides the notes (ruler and label).
"""

from __future__ import annotations

from pnp.model.component import Edge
from pnp.records import dataclass

MARK_MIN = 1.0
MARK_MAX = 5.0
MARK_STAND_OFF = 1.0
"""From the trim to the mark, where there is room for it."""
NOTES_MIN = 2.4
"""The thinnest strip that holds a line of text or a ruler with one scale."""
NOTES_GOOD = 5.2
"""A strip that holds a ruler with two scales."""
LABEL_GOOD = 3.2
TILE_RIM = 4.6
"""Round a tile of a board: art over its edge, crop marks, and marks of seams with their words."""
ROOM_FOR_TILE_NOTES = 5.2
"""The least depth of the strip at the foot of a tile's sheet, for its label and the map of the tiles."""

_CLEAR = 0.2
_CLEAR_GOOD = 0.5
_MARK_FAIR = 3.0


@dataclass(frozen=True, slots=True)
class Rim:
    """One pair of sides: distances from the trim outwards. ``notes`` is the depth of the strip beyond the marks."""

    bleed: float
    mark_start: float
    mark_length: float
    notes: float

    @property
    def mark_end(self) -> float:
        """Where the crop mark ends."""
        return self.mark_start + self.mark_length


def room_needed(gutter: float, marks: bool) -> float:
    """The least room in mm outside the block on each side, without notes.

    Butted cards need a mark of 1 mm, which may begin at the trim. Cards that are held apart have bleed, so the mark
    stands off 1 mm.
    """
    return (MARK_MIN if marks else 0.0) + (MARK_STAND_OFF if gutter > 0 else 0.0)


def share_out(room: float, bleed: float, edge: Edge, marks: bool, notes_wanted: float) -> Rim:
    """Share ``room`` mm between bleed, marks and notes.

    ``notes_wanted`` is 0 where this pair of sides holds no notes; otherwise the notes get at least ``NOTES_MIN``, and
    more, up to what is wanted, only as far as the bleed and a fair mark leave it.
    """
    fair = bleed + _CLEAR_GOOD + (_MARK_FAIR if marks else 0.0)
    notes = min(notes_wanted, max(NOTES_MIN, room - fair)) if notes_wanted else 0.0
    rest = room - notes
    if not marks:
        return Rim(max(0.0, min(bleed, rest - (_CLEAR if notes else 0.0))), 0.0, 0.0, notes)
    # Bleed counts more than long marks for art that runs over the edge; a plain border can do with less of it.
    mark = MARK_MIN if edge == "bleed" else min(_MARK_FAIR, max(MARK_MIN, rest - MARK_STAND_OFF))
    spare = max(0.0, rest - mark)
    reach = min(bleed, max(0.0, spare - _CLEAR))
    start = min(spare, max(MARK_STAND_OFF, reach + _CLEAR_GOOD))
    length = rest - start
    if notes:
        length = max(min(MARK_MIN, length), length - _CLEAR_GOOD)
    return Rim(reach, start, min(MARK_MAX, length), notes)
