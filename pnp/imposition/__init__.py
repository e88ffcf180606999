"""Where each face lies on which sheet: pure geometry, nothing is drawn here."""

from pnp.imposition.calibration import calibration_pages
from pnp.imposition.options import Backs, FoldWords, SheetOptions, TileWords
from pnp.imposition.page import Circle, Note, Page, Piece, Placement, Segment, Tile
from pnp.imposition.sheet import cards_per_sheet, impose

__all__ = [
    "Backs",
    "Circle",
    "FoldWords",
    "Note",
    "Page",
    "Piece",
    "Placement",
    "Segment",
    "SheetOptions",
    "Tile",
    "TileWords",
    "calibration_pages",
    "cards_per_sheet",
    "impose",
]
