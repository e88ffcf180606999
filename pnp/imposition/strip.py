"""Strips along the wider pair of margins for ruler and page label, and measured text on the page.

All lengths in mm. A strip has its own axes: ``along`` it, and ``across`` it from the side nearer to the foot of the
text. A strip beside the cards is turned by 90 degrees, and its text runs upwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from pnp.imposition.options import Measure, Registration
from pnp.imposition.page import Box, Note, Page, Segment
from pnp.model.component import Edge
from pnp.records import dataclass
from pnp.units import Size

ASCENT, DESCENT = 0.92, 0.21
"""Greatest reach of letters above and below the baseline, as a share of the font size."""


@dataclass(frozen=True, slots=True)
class Strip:
    """Rectangle for notes: its own origin on the page, length and depth."""

    x: float
    y: float
    length: float
    depth: float
    turned: bool

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Box on the page: left, bottom, right, top."""
        if self.turned:
            return self.x - self.depth, self.y, self.x, self.y + self.length
        return self.x, self.y, self.x + self.length, self.y + self.depth

    def point(self, along: float, across: float) -> tuple[float, float]:
        """Return the point on the page of a point of the strip."""
        return (self.x - across, self.y + along) if self.turned else (self.x + along, self.y + across)

    def line(self, start: tuple[float, float], end: tuple[float, float], line_width: float = 0.1) -> Segment:
        """Return the line between two points of the strip."""
        return Segment(*self.point(*start), *self.point(*end), line_width)

    def text(self, text: str, along: float, across: float, size: float) -> Note:
        """Return a line of text whose baseline starts at a point of the strip."""
        return Note(text, *self.point(along, across), size, 90 if self.turned else 0)


def note_box(note: Note, measure: Measure) -> tuple[float, float, float, float]:
    """Return the box that a note may print in: left, bottom, right, top on the page."""
    width = measure(note.text, note.size)
    start = {"start": 0.0, "middle": -width / 2, "end": -width}[note.anchor]
    low, high = -DESCENT * note.size, ASCENT * note.size
    spans = {
        0: (start, low, start + width, high),
        90: (-high, start, -low, start + width),
        180: (-start - width, -high, -start, -low),
        270: (low, -start - width, high, -start),
    }
    left, bottom, right, top = spans[note.rotation]
    return note.x + left, note.y + bottom, note.x + right, note.y + top


# Division of the rim between the block of cards and the unprintable margin
#
# From the trim outwards: bleed, a gap, the crop mark, and on the wider pair of sides the notes (ruler and label).

MARK_MIN = 1.0
MARK_MAX = 5.0
MARK_STAND_OFF = 1.0
"""Distance from the trim to the mark, if there is room for it."""
NOTES_MIN = 2.4
"""Depth of the thinnest strip that holds a line of text or a ruler with one scale."""
NOTES_GOOD = 5.2
"""Depth of a strip that holds a ruler with two scales."""
LABEL_GOOD = 3.2
TILE_RIM = 4.6
"""Rim round a tile of a board: art over its edge, crop marks, and marks of seams with their words."""
ROOM_FOR_TILE_NOTES = 5.2
"""Least depth of the strip at the foot of a tile's sheet, for its label and the map of the tiles."""

_GAP_MIN = 0.2
_GAP_GOOD = 0.5
_MARK_FAIR = 3.0


@dataclass(frozen=True, slots=True)
class RimDepths:
    """Depths on one pair of sides, from the trim outwards. ``notes`` is the depth of the strip beyond the marks."""

    bleed: float
    mark_start: float
    mark_length: float
    notes: float

    @property
    def mark_end(self) -> float:
        """Distance from the trim to the outer end of the crop mark."""
        return self.mark_start + self.mark_length


def least_rim(gutter: float, marks: bool) -> float:
    """Return the least room in mm outside the block on each side, without notes.

    Butted cards need a mark of 1 mm, which may begin at the trim. Cards that are held apart have bleed, so the mark
    stands off 1 mm.
    """
    return (MARK_MIN if marks else 0.0) + (MARK_STAND_OFF if gutter > 0 else 0.0)


def divide_rim(room: float, bleed: float, edge: Edge, marks: bool, notes_wanted: float) -> RimDepths:
    """Divide ``room`` mm between bleed, marks and notes.

    ``notes_wanted`` is 0 if this pair of sides holds no notes. Otherwise the notes get at least ``NOTES_MIN``. They get
    more, up to ``notes_wanted``, only as far as the bleed and a fair mark leave it.
    """
    fair = bleed + _GAP_GOOD + (_MARK_FAIR if marks else 0.0)
    notes = min(notes_wanted, max(NOTES_MIN, room - fair)) if notes_wanted else 0.0
    rest = room - notes
    if not marks:
        return RimDepths(max(0.0, min(bleed, rest - (_GAP_MIN if notes else 0.0))), 0.0, 0.0, notes)
    # Art that runs over the edge needs bleed more than long marks; a plain border can do with less bleed.
    mark = MARK_MIN if edge == "bleed" else min(_MARK_FAIR, max(MARK_MIN, rest - MARK_STAND_OFF))
    spare = max(0.0, rest - mark)
    reach = min(bleed, max(0.0, spare - _GAP_MIN))
    start = min(spare, max(MARK_STAND_OFF, reach + _GAP_GOOD))
    length = rest - start
    if notes:
        length = max(min(MARK_MIN, length), length - _GAP_GOOD)
    return RimDepths(reach, start, min(MARK_MAX, length), notes)


# Free parts of a strip

_EPSILON = 1e-6


def free_spans(whole: tuple[float, float], taken: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the parts of ``whole``, from low to high, that lie in none of the ``taken`` spans."""
    start, end = whole
    free = []
    for low, high in sorted(taken):
        if low > end:
            break
        if low > start:
            free.append((start, low))
        start = max(start, high)
    if end > start:
        free.append((start, end))
    return free


def free_parts(strip: Strip, page: Page, measure: Measure, *, faces: bool = True) -> list[tuple[float, float]]:
    """Return the spans along ``strip`` in which nothing of ``page`` is printed. Without ``faces``
    only marks and notes count: a face may be blank there."""
    left, bottom, right, top = strip.box
    taken = []
    for box in _printed_boxes(page if faces else replace(page, placements=()), measure):
        if (
            box[0] < right - _EPSILON
            and box[2] > left + _EPSILON
            and box[1] < top - _EPSILON
            and box[3] > bottom + _EPSILON
        ):
            low, high = (box[1] - bottom, box[3] - bottom) if strip.turned else (box[0] - left, box[2] - left)
            taken.append((low, high))
    return free_spans((0.0, strip.length), taken)


def _printed_boxes(page: Page, measure: Measure) -> Iterator[Box]:
    """Yield the boxes of everything that is printed on a page."""
    for place in page.placements:
        yield place.shown
    for line in page.segments:
        half = line.line_width / 2
        xs, ys = sorted((line.x1, line.x2)), sorted((line.y1, line.y2))
        yield xs[0] - half, ys[0] - half, xs[1] + half, ys[1] + half
    for note in page.notes:
        yield note_box(note, measure)
    yield from page.white_boxes


# Strips on a sheet for a cutting machine, between its marks

MARK_CLEARANCE = 3.0
"""Room between a mark and the notes beside it, so that the machine takes no letter for a mark."""
_PIECE_CLEARANCE = 0.5


def strips_between(
    registration: Registration, page: Size, margins: tuple[float, float], printer_margin: float
) -> tuple[Strip | None, Strip | None]:
    """Return the strips of the label, at the foot of the page, and of the ruler, at its head.

    They lie in the room that pieces leave free there, inside ``printer_margin``. None if that is too little.
    """
    start = max(registration.corner + MARK_CLEARANCE, printer_margin)
    depth, length = margins[1] - printer_margin - _PIECE_CLEARANCE, page.width - 2 * start
    if depth < NOTES_MIN or length <= 0:
        return None, None
    label, ruler = min(depth, LABEL_GOOD), min(depth, NOTES_GOOD)
    return (
        Strip(start, printer_margin, length, label, False),
        Strip(start, page.height - printer_margin - ruler, length, ruler, False),
    )
