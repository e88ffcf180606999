"""Options of a sheet. All lengths in mm."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Literal, TypeAlias

from pnp.imposition.page import Box, Page, Piece, Segment, Tile
from pnp.model.component import Orientation, Stock
from pnp.model.print_options import Backs, Flip, MarkInk, Marks, Pack
from pnp.records import dataclass
from pnp.units import Size

# Registration for a cutting machine, which finds the sheet by marks at its corners
#
# The geometry of the marks is that of Silhouette Studio: an inset from the edges of the paper to the middle of the
# lines, their length and thickness, and a filled square in place of the first mark.

Pattern = Literal["three", "four", "none"]
"""Pattern of registration marks.

``three``: a square in the upper left, angles in the upper right and the lower left. ``four``: angles in all four
corners. ``none``: no marks, because the program of the machine prints its own.
"""

SQUARE = 5.0
"""Side of the square, whose outer corner is at the inset."""


@dataclass(frozen=True, slots=True)
class Registration:
    """Room and marks that a cutting machine asks of a sheet.

    ``margins`` are alternatives that keep pieces and their art clear of the marks. Each is the distance from the edges
    of the paper beside the pieces, and above and below them. Only marks are printed in the squares of side ``corner``
    at the corners. The lines of marks are ``length`` long and ``thickness`` wide, their middle ``inset`` from the
    edges.
    """

    margins: tuple[tuple[float, float], ...]
    pattern: Pattern = "none"
    corner: float = 0.0
    inset: float = 0.0
    length: float = 0.0
    thickness: float = 0.0

    @property
    def turned(self) -> Registration:
        """The same registration for a page on its side."""
        return replace(self, margins=tuple((above, beside) for beside, above in self.margins))

    def marks(self, paper: Size) -> tuple[Segment, ...]:
        """Return the marks on the page, in black. A filled square is a line as wide as it is long."""
        if self.pattern == "none":
            return ()
        left, bottom = self.inset, self.inset
        right, top = paper.width - self.inset, paper.height - self.inset
        angles = [*self._angle(right, top, -1, -1), *self._angle(left, bottom, 1, 1)]
        if self.pattern == "four":
            return (*self._angle(left, top, 1, -1), *angles, *self._angle(right, bottom, -1, 1))
        middle = top - SQUARE / 2
        return (Segment(left, middle, left + SQUARE, middle, SQUARE), *angles)

    def covers(self, paper: Size, box: Box) -> bool:
        """Return True if a box on the page reaches into a corner square in which a mark is printed."""
        near = box[0] < self.corner, box[1] < self.corner
        far = box[2] > paper.width - self.corner, box[3] > paper.height - self.corner
        corners = [near[0] and near[1], near[0] and far[1], far[0] and far[1]]
        return any(corners) or (self.pattern == "four" and far[0] and near[1])

    def _angle(self, x: float, y: float, across: int, along: int) -> Iterator[Segment]:
        """Yield two lines that meet at a corner and run ``across`` and ``along`` from it."""
        half = self.thickness / 2
        yield Segment(x - across * half, y, x + across * self.length, y, self.thickness)
        yield Segment(x, y - along * half, x, y + along * self.length, self.thickness)


def with_registration_marks(page: Page, registration: Registration) -> Page:
    """Add the marks to a page, the square in the upper left of the page in the file."""
    return replace(page, segments=registration.marks(page.paper) + page.segments)


Measure = Callable[[str, float], float]
"""Function that returns the width in mm of a text at a font size in mm."""

LabelText = Callable[[int, int, tuple[str, ...]], str]
"""Function that words the page label.

Its arguments are the page number, the number of pages and the ids of the components on the page.
"""

CutText = Callable[[bool, Size | None, tuple[tuple[str, float], ...]], tuple[str, ...]]
"""Function that words how to cut a sheet, in one line: first at length, then shorter.

Its arguments are True if lines across the sheet part its blocks, the size of its pieces if they share one, and the id
and the gutter in mm of each component whose neighbours lie apart.
"""


@dataclass(frozen=True, slots=True)
class FoldWords:
    """Words for a line to cut, a mountain fold, a valley fold and a tab for glue."""

    cut: str
    mountain: str
    valley: str
    glue: str


@dataclass(frozen=True, slots=True)
class TileWords:
    """Words of a tile's sheet.

    ``label`` words the page label from the page number, the number of pages, the id of the component (None if it has no
    room) and the tile. ``glue`` words a strip for glue from the name of the tile that goes there. ``cut`` words a cut
    from the name of the tile below it.
    """

    label: Callable[[int, int, str | None, Tile], str]
    glue: Callable[[str], str]
    cut: Callable[[str], str]


@dataclass(frozen=True, slots=True)
class PageRun:
    """Consecutive pages that are printed alike: the first, the last, their stock, and True if on both sides.

    ``sheet`` names a sheet that is not of the kit's paper.
    """

    first: int
    last: int
    stock: Stock
    two_sided: bool
    sheet: str | None = None


@dataclass(frozen=True, slots=True)
class Printout:
    """Pages that there are to print.

    ``runs`` are their runs and ``pages`` their number. Separate backs are a second pass through the printer:
    ``first_pass`` is the number of pages before them, ``second_pass`` their own. ``folded`` says that some sheet is
    folded for its backs.
    """

    runs: tuple[PageRun, ...]
    pages: int
    first_pass: int
    second_pass: int
    folded: bool


Sentences: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PrintWords:
    """Words of sheets about printing.

    ``how`` tells on the first sheet how to print them, at length and shorter; a second sentence is about the sheets
    that are printed on one side. ``fold`` stands along the line to fold.
    ``front`` and ``back`` add to a page label the number of the page that belongs behind or in front of it, if that
    page does not follow. ``single`` adds that nothing is printed behind the page. ``on`` adds the paper to print on: a
    stock, or a sheet by its name; None leaves it out.
    """

    how: Callable[[Printout], tuple[Sentences, ...]]
    fold: str
    front: Callable[[str, int], str]
    back: Callable[[str, int], str]
    single: Callable[[str], str]
    on: Callable[[str, Stock, str | None], str] | None = None


@dataclass(frozen=True, slots=True)
class SheetOptions:
    """Options for laying pieces on sheets.

    ``paper`` may be given in either order; pages are portrait unless they are ``landscape``. ``margin`` is the width on
    each side that the printer cannot reach. ``bleed`` limits the art beyond a trim; None takes as much as the pieces
    have. ``gutter`` is the room between cards. 0 butts cards whose edge is a border; art that runs over the edge gets
    at least twice its bleed. ``pack`` says whether components share sheets. Extra copies of the components in ``fill``
    take places that would stay empty. ``backs`` says where backs are printed, and ``flip`` over which edge of the paper
    a sheet is turned for them. ``back_offset`` is added to everything on a back, to correct a printer that prints backs
    shifted: x to the right and y upwards on the back. ``label`` words the page label; None means no label. ``signs``
    are words for the lines of nets, which sheets of nets explain; None means no explanation. ``tiles`` words the sheets
    of tiles. ``measure`` knows the font of the notes. ``printing`` and ``cutting`` are words about printing and
    cutting; None means none. ``registration`` is the room and marks for a cutting machine, in place of marks for hands.
    None means that the pieces are cut by hand.

    Raises ValueError for a length below zero or a paper without area.
    """

    paper: Size
    measure: Measure
    margin: float = 5.0
    bleed: float | None = None
    gutter: float = 0.0
    pack: Pack = "tight"
    fill: tuple[str, ...] = ()
    backs: Backs = "duplex"
    flip: Flip = "long"
    back_offset: tuple[float, float] = (0.0, 0.0)
    marks: Marks = "corner"
    mark_ink: MarkInk = "hairline"
    ruler: bool = True
    label: LabelText | None = None
    signs: FoldWords | None = None
    tiles: TileWords | None = None
    printing: PrintWords | None = None
    cutting: CutText | None = None
    landscape: bool = False
    registration: Registration | None = None

    def __post_init__(self) -> None:
        for name, length in (("margin", self.margin), ("bleed", self.bleed), ("gutter", self.gutter)):
            if length is not None and length < 0:
                raise ValueError(f"the {name} is {length:g} mm: it cannot be below zero")
        if self.paper.width <= 0 or self.paper.height <= 0:
            raise ValueError(f"the paper is {self.paper.width:g} × {self.paper.height:g} mm: it must have an area")

    def bleed_of(self, piece: Piece) -> float:
        """Return how far the art of ``piece`` may run beyond its trim, before neighbours and margins are considered."""
        return piece.bleed if self.bleed is None else min(piece.bleed, self.bleed)

    @property
    def marked(self) -> bool:
        """True if the sheet shows where to cut."""
        return self.marks != "none"

    @property
    def hand_marked(self) -> bool:
        """True if marks on sheets of pieces show a hand where to cut."""
        return self.marked and self.registration is None

    @property
    def turned(self) -> bool:
        """True if backs are printed on the other side of the sheet."""
        return self.backs in ("duplex", "separate")

    @property
    def page(self) -> Size:
        """Paper as it is laid."""
        portrait = self.paper if self.paper.width <= self.paper.height else self.paper.turned
        return portrait.turned if self.landscape else portrait

    def on(self, orientation: Orientation | None) -> SheetOptions:
        """Return these options for sheets of an orientation; the options themselves must be portrait.

        A back's offset is that of the portrait sheet, and a landscape page is that sheet on its right-hand side.
        """
        if orientation != "landscape":
            return self
        across, up = self.back_offset
        registration = None if self.registration is None else self.registration.turned
        return replace(self, landscape=True, back_offset=(up, -across), registration=registration)
