"""Sheets before pages are numbered: their blocks of pieces, and strips for notes. All lengths in mm."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.imposition.grid import FlipAxis, Grid
from pnp.imposition.options import SheetOptions
from pnp.imposition.page import Placement, Segment
from pnp.imposition.strip import RimDepths, Strip
from pnp.model.component import Stock
from pnp.records import dataclass

if TYPE_CHECKING:
    from pnp.imposition.tiles import TileSheet


@dataclass(frozen=True, slots=True)
class SheetStrips:
    """Strips of a sheet for the label and the ruler."""

    label: Strip | None
    ruler: Strip | None


@dataclass(frozen=True, slots=True)
class PieceBlock:
    """Pieces of one kind that lie together, and the rims beside them and above them.

    ``grid`` is None if they do not lie in rows and columns.
    """

    fronts: tuple[Placement, ...]
    rims: tuple[RimDepths, RimDepths]
    grid: Grid | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """Front of a sheet.

    Full-page pieces and tiles are in no block. Full-page pieces leave only the strip of the label. ``options`` are
    those of the sheet as it is laid; ``tile`` is the material printed round a tile. ``margins`` is the room that stays
    clear on the left and right and at the bottom and top. ``cuts`` part its blocks.
    """

    fronts: tuple[Placement, ...]
    strips: SheetStrips | None
    options: SheetOptions
    blocks: tuple[PieceBlock, ...] = ()
    tile: TileSheet | None = None
    margins: tuple[float, float] = (0.0, 0.0)
    cuts: tuple[Segment, ...] = ()

    @property
    def stock(self) -> Stock:
        """Material that the sheet is printed on."""
        return self.fronts[0].piece.stock

    @property
    def backed(self) -> bool:
        """True if a face is printed or glued behind the sheet, not on it beside the fronts."""
        behind = any(place.piece.back is not None for place in self.fronts)
        return behind and self.options.backs != "none" and self.fold is None

    @property
    def fold(self) -> FlipAxis | None:
        """Fold across which backs lie beside their fronts."""
        return self.blocks[0].grid.fold if self.blocks and self.blocks[0].grid else None

    @property
    def stands(self) -> bool:
        """True if a landscape sheet stays portrait in the file, because a back with a cut is printed behind it."""
        return self.options.landscape and self.backed and not self.full

    @property
    def full(self) -> bool:
        """True if a single piece fills the page."""
        return not self.blocks and self.tile is None
