"""What may be chosen about a sheet. All lengths in mm."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from pnp.imposition.page import Piece, Tile
from pnp.model.component import Orientation
from pnp.units import Size

Backs = Literal["long-edge", "short-edge", "none"]
"""How the sheet is turned for its other side. ``none`` prints fronts only."""

Measure = Callable[[str, float], float]
"""The width in mm of a text at a font size in mm."""

LabelText = Callable[[int, int, tuple[str, ...]], str]
"""The page label, from the page number, the number of pages and the ids of the components on the page."""


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
class SheetOptions:
    """How pieces are laid on sheets.

    ``paper`` in either order; pages are portrait unless they are ``landscape``.
    ``margin`` is what the printer cannot reach on each side. ``bleed`` limits the art beyond a trim; None takes as
    much as the pieces have. ``gutter`` is the room between cards: 0 butts those whose edge is a border; art that runs
    over the edge gets at least twice its bleed.
    ``back_offset`` is added to everything on a back, to mend a printer that prints backs shifted: x to the right and
    y upwards on the back. ``label`` words the page label; None means no label. ``signs`` are words for the lines of
    nets, which sheets of nets explain; None explains nothing. ``tiles`` words the sheets of tiles. ``measure`` knows
    the font of the notes.

    Raises ValueError for a length below zero or a paper without area.
    """

    paper: Size
    measure: Measure
    margin: float = 5.0
    bleed: float | None = None
    gutter: float = 0.0
    backs: Backs = "long-edge"
    back_offset: tuple[float, float] = (0.0, 0.0)
    marks: bool = True
    ruler: bool = True
    label: LabelText | None = None
    signs: FoldWords | None = None
    tiles: TileWords | None = None
    landscape: bool = False

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
        return replace(self, landscape=True, back_offset=(up, -across))
