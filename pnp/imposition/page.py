"""Pages with placements, line segments and notes: the result of imposition. All lengths in mm.

The origin is the lower-left corner of the page, x to the right, y upwards. Rotations are counter-clockwise degrees.
"""

from __future__ import annotations

from dataclasses import fields
from functools import cached_property
from typing import Literal

from pnp.model.component import Cut, Orientation, Stock, Tiling
from pnp.model.sheet_template import SheetTemplate
from pnp.records import dataclass
from pnp.units import Size

Side = Literal["front", "back", "single"]
Rotation = Literal[0, 90, 180, 270]
Polygon = tuple[tuple[float, float], ...]
"""Corners of an area, in order round it."""
Box = tuple[float, float, float, float]
"""Left, bottom, right, top."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One physical piece to place: the ids of its faces and its trim size before any turn.

    ``back`` is None if nothing is printed behind the piece. ``bleed`` is the art beyond the trim on every side.
    ``component`` and ``card`` name the piece for the manifest and the page label; ``cut`` is how it is cut out.
    ``orientation`` is that of its sheets, None if it does not matter. ``tiling`` parts a piece that is larger than a
    sheet. A piece whose ``row`` differs from that of the piece before it begins a new row of its sheet. ``stock`` is
    the material it is printed on. ``outline`` is that of a net, in convex parts from the upper left corner of the trim,
    y downwards; pieces with an outline may lie into one another. ``lines`` are the kinds of lines of a net, which its
    sheet explains; without them it explains all. ``steps`` are the words on their sheet about making
    them. ``sheet`` is the sheet it is laid on, None for sheets of the kit's paper.
    """

    component: str
    card: str
    front: str
    back: str | None
    trim: Size
    bleed: float
    edge: Literal["border", "bleed"]
    cut: Cut = "card"
    orientation: Orientation | None = None
    tiling: Tiling | None = None
    row: str = ""
    stock: Stock = "card"
    outline: tuple[Polygon, ...] = ()
    lines: frozenset[str] = frozenset()
    steps: str = ""
    sheet: SheetTemplate | None = None


@dataclass(frozen=True, slots=True)
class Tile:
    """Tile of a board: its column from the left and its row from the top, both from 0, and the number of each."""

    column: int
    row: int
    columns: int
    rows: int

    @property
    def name(self) -> str:
        """Name of the tile: A1 is at the upper left, A2 to its right, B1 below it."""
        letters, row = "", self.row + 1
        while row:
            row, letter = divmod(row - 1, 26)
            letters = chr(ord("A") + letter) + letters
        return f"{letters}{self.column + 1}"


@dataclass(frozen=True, slots=True)
class Placement:
    """Face on a page.

    ``x`` and ``y`` are the lower-left corner of the trim box as it lies on the page, ``width`` and ``height`` its
    extent there (swapped against the piece when turned by 90 or 270). ``bleed`` is how far the art may run beyond the
    trim: left, bottom, right, top, on the page. With a ``tile`` all this describes the whole board, which may reach
    over the page; its ``bleed`` is below zero on a side where the tile ends before the board does.
    """

    piece: Piece
    face: str
    face_side: Literal["front", "back"]
    x: float
    y: float
    width: float
    height: float
    rotation: Rotation
    bleed: tuple[float, float, float, float]
    tile: Tile | None = None

    @property
    def shown(self) -> Box:
        """Box on the page that the face covers."""
        left, bottom, right, top = self.bleed
        return self.x - left, self.y - bottom, self.x + self.width + right, self.y + self.height + top

    @property
    def clip(self) -> Literal["box", "circle", "hex"]:
        """Shape at which its art ends, as far out as its bleed. Between interlocking rows a box
        would cover neighbours.
        """
        places = None if self.piece.sheet is None else self.piece.sheet.places
        close = places is not None and places.honeycomb
        return "hex" if self.piece.cut == "hex" else "circle" if self.piece.cut == "circle" and close else "box"


@dataclass(frozen=True, slots=True)
class Segment:
    """Straight line, such as a crop mark.

    A ``cased`` line has white beside it, to show on every ground. A line for ``registration`` is black in all inks.
    """

    x1: float
    y1: float
    x2: float
    y2: float
    line_width: float = 0.1
    cased: bool = False
    registration: bool = False


@dataclass(frozen=True, slots=True)
class Circle:
    """Circle to cut along: its middle and its radius."""

    x: float
    y: float
    radius: float
    line_width: float = 0.1


@dataclass(frozen=True, slots=True)
class Note:
    """Line of text outside every card, such as the page label. ``size`` is the font size in mm."""

    text: str
    x: float
    y: float
    size: float
    rotation: Rotation = 0
    anchor: Literal["start", "middle", "end"] = "start"


@dataclass(frozen=True)
class Page:
    """One side of a sheet.

    ``outlines`` lie on the faces; a back has none. ``white_boxes`` lie on the faces, below lines and notes.
    Everything is printed through ``matrix``, if it is given: a, b, c, d, e, f take (x, y) to (ax + cy + e, bx + dy +
    f).
    """

    number: int
    sheet: int
    side: Side
    paper: Size
    placements: tuple[Placement, ...]
    segments: tuple[Segment, ...] = ()
    notes: tuple[Note, ...] = ()
    outlines: tuple[Circle, ...] = ()
    white_boxes: tuple[Box, ...] = ()
    matrix: tuple[float, float, float, float, float, float] | None = None

    def __hash__(self) -> int:
        """Return the hash of the content, computed once: what is painted on a page is found again by the page."""
        return self._content_hash

    @cached_property
    def _content_hash(self) -> int:
        return hash(tuple(getattr(self, field.name) for field in fields(self)))
