"""The strips along the wider pair of margins that hold ruler and page label, and text measured on the page.

All lengths in mm. A strip has its own axes: ``along`` it, and ``across`` it from the side nearer to the foot of the
text. A strip beside the cards is turned by 90 degrees, its text running upwards.
"""

from __future__ import annotations

from pnp.imposition.options import Measure
from pnp.imposition.page import Note, Segment
from pnp.records import dataclass

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
