"""The strips along the wider pair of margins that hold ruler and page label, and text measured on the page.

All lengths in mm. A strip has its own axes: ``along`` it, and ``across`` it from the side nearer to the foot of the
text. A strip beside the cards is turned by 90 degrees, its text running upwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from pnp.imposition.options import Measure, Registration
from pnp.imposition.page import Box, Note, Page, Segment
from pnp.model.component import Edge
from pnp.records import dataclass
from pnp.units import Size

ASCENT = 0.92
DESCENT = 0.21
"""How far letters reach above and below the baseline, at most, as a share of the font size."""


@dataclass(frozen=True, slots=True)
class Strip:
    """A rectangle for notes: its own origin on the page, length and depth."""

    x: float
    y: float
    length: float
    depth: float
    turned: bool

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Where it lies on the page: left, bottom, right, top."""
        if self.turned:
            return self.x - self.depth, self.y, self.x, self.y + self.length
        return self.x, self.y, self.x + self.length, self.y + self.depth

    def point(self, along: float, across: float) -> tuple[float, float]:
        """A point of the strip on the page."""
        return (self.x - across, self.y + along) if self.turned else (self.x + along, self.y + across)

    def line(self, start: tuple[float, float], end: tuple[float, float], line_width: float = 0.1) -> Segment:
        """A line between two points of the strip."""
        return Segment(*self.point(*start), *self.point(*end), line_width)

    def text(self, text: str, along: float, across: float, size: float) -> Note:
        """A line of text whose baseline starts at a point of the strip."""
        return Note(text, *self.point(along, across), size, 90 if self.turned else 0)


def note_box(note: Note, measure: Measure) -> tuple[float, float, float, float]:
    """The box that a note may print in: left, bottom, right, top on the page."""
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


# How the strip between the block of cards and the unprintable margin is shared out. All lengths in mm.
#
# From the trim outwards: bleed, a gap, the crop mark, and on the wider pair of sides the notes (ruler and label).

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
class RimDepths:
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


def share_out(room: float, bleed: float, edge: Edge, marks: bool, notes_wanted: float) -> RimDepths:
    """Share ``room`` mm between bleed, marks and notes.

    ``notes_wanted`` is 0 where this pair of sides holds no notes; otherwise the notes get at least ``NOTES_MIN``, and
    more, up to what is wanted, only as far as the bleed and a fair mark leave it.
    """
    fair = bleed + _CLEAR_GOOD + (_MARK_FAIR if marks else 0.0)
    notes = min(notes_wanted, max(NOTES_MIN, room - fair)) if notes_wanted else 0.0
    rest = room - notes
    if not marks:
        return RimDepths(max(0.0, min(bleed, rest - (_CLEAR if notes else 0.0))), 0.0, 0.0, notes)
    # Bleed counts more than long marks for art that runs over the edge; a plain border can do with less of it.
    mark = MARK_MIN if edge == "bleed" else min(_MARK_FAIR, max(MARK_MIN, rest - MARK_STAND_OFF))
    spare = max(0.0, rest - mark)
    reach = min(bleed, max(0.0, spare - _CLEAR))
    start = min(spare, max(MARK_STAND_OFF, reach + _CLEAR_GOOD))
    length = rest - start
    if notes:
        length = max(min(MARK_MIN, length), length - _CLEAR_GOOD)
    return RimDepths(reach, start, min(MARK_MAX, length), notes)


# What is still free of a strip, once other things stand there. All lengths in mm.

_TINY = 1e-6


def stretches(whole: tuple[float, float], taken: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    """What is left of ``whole``, from low to high, without the spans that are ``taken``."""
    at, end = whole
    left = []
    for low, high in sorted(taken):
        if low > end:
            break
        if low > at:
            left.append((at, low))
        at = max(at, high)
    if end > at:
        left.append((at, end))
    return left


def free_parts(strip: Strip, page: Page, measure: Measure, *, faces: bool = True) -> list[tuple[float, float]]:
    """The parts of ``strip``, along it, in which nothing of ``page`` stands; without ``faces``, which may leave the
    strip white, nothing else."""
    left, bottom, right, top = strip.box
    taken = []
    for box in _printed(page if faces else replace(page, placements=()), measure):
        if box[0] < right - _TINY and box[2] > left + _TINY and box[1] < top - _TINY and box[3] > bottom + _TINY:
            low, high = (box[1] - bottom, box[3] - bottom) if strip.turned else (box[0] - left, box[2] - left)
            taken.append((low, high))
    return stretches((0.0, strip.length), taken)


def _printed(page: Page, measure: Measure) -> Iterator[Box]:
    """Everything that is printed on a page, in boxes that have an extent."""
    for place in page.placements:
        yield place.shown
    for line in page.segments:
        half = line.line_width / 2
        low, high = sorted((line.x1, line.x2)), sorted((line.y1, line.y2))
        yield low[0] - half, high[0] - half, low[1] + half, high[1] + half
    for note in page.notes:
        yield note_box(note, measure)
    yield from page.plates


# Where notes stand on a sheet for a cutting machine: between its marks. All lengths in mm.

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
