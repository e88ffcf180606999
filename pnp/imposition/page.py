"""Pages with placements, line segments and notes: the result of imposition. All lengths in mm.

The origin is the lower-left corner of the page, x to the right, y upwards. Rotations are counter-clockwise degrees.
"""

from __future__ import annotations

from typing import Literal

from pnp.model.component import Cut, Orientation, Stock, Tiling
from pnp.model.sheet_template import SheetTemplate
from pnp.records import dataclass
from pnp.units import Size

Side = Literal["front", "back", "single"]
Rotation = Literal[0, 90, 180, 270]
Polygon = tuple[tuple[float, float], ...]
"""The corners of an area, one after the other."""
Box = tuple[float, float, float, float]
"""Left, bottom, right, top."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One physical piece to place: the ids of its faces and its trim size before any turn.

    ``back`` is None where nothing is printed behind it. ``bleed`` is the art there is beyond the trim on every side.
    ``component`` and ``card`` say what it is, for the manifest and the page label; ``cut`` how it is cut out.
    ``orientation`` is that of its sheets, None where that does not matter; ``tiling`` parts it where it is larger. A
    piece whose ``row`` is not that of the one before begins a new row of its sheet. ``stock`` is what it is printed on.
    Pieces with an ``outline``, which is that of a net in convex parts from the upper left corner of the trim, y
    downwards, may lie into one another. ``steps`` is what their sheet says about making them. ``sheet`` is what it
    is laid on, None for sheets of the kit's paper.
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
    steps: str = ""
    sheet: SheetTemplate | None = None


@dataclass(frozen=True, slots=True)
class Tile:
    """One of the tiles of a board: which column from the left and which row from the top, from 0, of how many."""

    column: int
    row: int
    columns: int
    rows: int

    @property
    def name(self) -> str:
        """A1 is the tile at the upper left, A2 the one to its right, B1 the one below it."""
        letters, row = "", self.row + 1
        while row:
            row, letter = divmod(row - 1, 26)
            letters = chr(ord("A") + letter) + letters
        return f"{letters}{self.column + 1}"


@dataclass(frozen=True, slots=True)
class Placement:
    """A face on a page. ``x`` and ``y`` are the lower-left corner of the trim box as it lies on the page, ``width``
    and ``height`` its extent there (swapped against the piece when turned by 90 or 270). ``bleed`` is how far the art
    may run beyond the trim: left, bottom, right, top, on the page. Of a ``tile`` all this is said of the whole board,
    which may reach over the page; its ``bleed`` is below zero where the tile ends before the board does."""

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
        """What of the page the face covers."""
        left, bottom, right, top = self.bleed
        return self.x - left, self.y - bottom, self.x + self.width + right, self.y + self.height + top

    @property
    def clip(self) -> Literal["box", "circle", "hex"]:
        """What its art ends at, as far out as its bleed: where rows reach between each other a box would cover some of
        the neighbours."""
        places = None if self.piece.sheet is None else self.piece.sheet.places
        close = places is not None and places.honeycomb
        return "hex" if self.piece.cut == "hex" else "circle" if self.piece.cut == "circle" and close else "box"


@dataclass(frozen=True, slots=True)
class Segment:
    """A straight line, such as a crop mark. One that is ``cased`` has white beside it, to show on every ground; one for
    ``registration`` is black of all inks."""

    x1: float
    y1: float
    x2: float
    y2: float
    line_width: float = 0.1
    cased: bool = False
    registration: bool = False


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle to cut along: its middle and its radius."""

    x: float
    y: float
    radius: float
    line_width: float = 0.1


@dataclass(frozen=True, slots=True)
class Note:
    """A line of text outside every card, such as the page label. ``size`` is the font size in mm."""

    text: str
    x: float
    y: float
    size: float
    rotation: Rotation = 0
    anchor: Literal["start", "middle", "end"] = "start"


@dataclass(frozen=True, slots=True)
class Page:
    """One side of a sheet. ``outlines`` lie on the faces; a back has none. ``plates`` are white, on the faces and below
    lines and notes. All of it is printed through ``matrix``, if there is one: a, b, c, d, e, f take (x, y) to
    (ax + cy + e, bx + dy + f)."""

    number: int
    sheet: int
    side: Side
    paper: Size
    placements: tuple[Placement, ...]
    segments: tuple[Segment, ...] = ()
    notes: tuple[Note, ...] = ()
    outlines: tuple[Circle, ...] = ()
    plates: tuple[Box, ...] = ()
    matrix: tuple[float, float, float, float, float, float] | None = None
