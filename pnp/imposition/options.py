"""What may be chosen about a sheet. All lengths in mm."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pnp.imposition.page import Piece, Tile
from pnp.imposition.registration import Registration
from pnp.model.component import Orientation, Stock
from pnp.model.sheets import Backs, Flip, MarkInk, Marks, Pack
from pnp.records import dataclass
from pnp.units import Size

Measure = Callable[[str, float], float]
"""The width in mm of a text at a font size in mm."""

LabelText = Callable[[int, int, tuple[str, ...]], str]
"""The page label, from the page number, the number of pages and the ids of the components on the page."""


CutText = Callable[[bool, Size | None, tuple[tuple[str, float], ...]], tuple[str, ...]]
"""How to cut a sheet, in one line, at length and shorter: from whether lines across the sheet part its blocks, from the
size of its pieces if they have one, and from the id and the gutter in mm of each component whose neighbours lie
apart."""


@dataclass(frozen=True, slots=True)
class FoldWords:
    """The words for a line to cut, a mountain fold, a valley fold and a tab for glue."""

    cut: str
    mountain: str
    valley: str
    glue: str


@dataclass(frozen=True, slots=True)
class TileWords:
    """The words of a tile's sheet: its label, from the page number, the number of pages, the id of the component (None
    where it has no room) and the tile; what is said on a strip for glue of the tile that goes there; and beside a cut,
    of the tile below it."""

    label: Callable[[int, int, str | None, Tile], str]
    glue: Callable[[str], str]
    cut: Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Run:
    """Pages that follow one another and are printed alike: the first and the last of them, on what, and whether on both
    sides; ``sheet`` names a sheet that is not of the kit's paper."""

    first: int
    last: int
    stock: Stock
    two_sided: bool
    sheet: str | None = None


@dataclass(frozen=True, slots=True)
class Printout:
    """What there is to print: its ``runs``, how many pages, how many of them are fronts, and how many backs follow
    after all fronts. ``backed`` says whether anything has a back, and ``folded`` whether a sheet is folded for its
    backs."""

    runs: tuple[Run, ...]
    pages: int
    fronts: int
    later: int
    backed: bool
    folded: bool


@dataclass(frozen=True, slots=True)
class PrintWords:
    """What sheets say about printing. ``how`` tells on the first sheet how to print them, at length and shorter;
    ``fold`` stands along the line to fold. ``front`` and ``back`` add to the label of a page, which is all there is
    without them, the number of the page that belongs behind or in front of it, where that one does not follow;
    ``single`` adds that nothing is printed behind it."""

    how: Callable[[Printout], tuple[str, ...]]
    fold: str
    front: Callable[[str, int], str]
    back: Callable[[str, int], str]
    single: Callable[[str], str]


@dataclass(frozen=True, slots=True)
class SheetOptions:
    """How pieces are laid on sheets.

    ``paper`` in either order; pages are portrait unless they are ``landscape``.
    ``margin`` is what the printer cannot reach on each side. ``bleed`` limits the art beyond a trim; None takes as
    much as the pieces have. ``gutter`` is the room between cards: 0 butts those whose edge is a border; art that runs
    over the edge gets at least twice its bleed.
    ``pack`` says whether components share sheets; more copies of components in ``fill`` take places that would stay
    empty. ``backs`` says where backs are printed, and ``flip`` over which edge of the paper a sheet is turned for them.
    ``back_offset`` is added to everything on a back, to mend a printer that prints backs shifted: x to the right and
    y upwards on the back. ``label`` words the page label; None means no label. ``signs`` are words for the lines of
    nets, which sheets of nets explain; None explains nothing. ``tiles`` words the sheets of tiles. ``measure`` knows
    the font of the notes. ``printing`` are words about printing and ``cutting`` about cutting; None says nothing.
    ``registration`` is what a cutting machine asks of the sheets of pieces, in place of marks for hands; None where
    they are cut by hand.

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
        for name, value in (("margin", self.margin), ("bleed", self.bleed), ("gutter", self.gutter)):
            if value is not None and value < 0:
                raise ValueError(f"the {name} is {value:g} mm: it cannot be below zero")
        if self.paper.width <= 0 or self.paper.height <= 0:
            raise ValueError(f"the paper is {self.paper.width:g} × {self.paper.height:g} mm: it must have an area")

    def bleed_of(self, piece: Piece) -> float:
        """How far the art of ``piece`` may run beyond its trim, before any neighbour or margin is considered."""
        return piece.bleed if self.bleed is None else min(piece.bleed, self.bleed)

    @property
    def marked(self) -> bool:
        """Whether anything says where to cut."""
        return self.marks != "none"

    @property
    def hand_marked(self) -> bool:
        """Whether marks on sheets of pieces tell a hand where to cut."""
        return self.marked and self.registration is None

    @property
    def turned(self) -> bool:
        """Whether backs are printed on the other side of the sheet."""
        return self.backs in ("duplex", "separate")

    @property
    def page(self) -> Size:
        """The paper as it is laid."""
        portrait = self.paper if self.paper.width <= self.paper.height else self.paper.turned
        return portrait.turned if self.landscape else portrait

    def on(self, orientation: Orientation | None) -> SheetOptions:
        """The same for portrait sheets laid so. A back's offset is that of the portrait sheet, which stands on its
        right-hand side."""
        if orientation != "landscape":
            return self
        across, up = self.back_offset
        registration = None if self.registration is None else self.registration.turned
        return replace(self, landscape=True, back_offset=(up, -across), registration=registration)
