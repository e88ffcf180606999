"""Where each face lies on which sheet: pure geometry, nothing is drawn here."""

from pnp.imposition.calibration import calibration_pages
from pnp.imposition.grid import wanted_bleed
from pnp.imposition.options import FoldWords, Printout, PrintWords, SheetOptions, TileWords
from pnp.imposition.page import Circle, Note, Page, Piece, Placement, Segment, Tile
from pnp.imposition.pages import impose
from pnp.imposition.sheet import cards_per_sheet

__all__ = [
    "Circle",
    "FoldWords",
    "Note",
    "Page",
    "Piece",
    "Placement",
    "PrintWords",
    "Printout",
    "Segment",
    "SheetOptions",
    "Tile",
    "TileWords",
    "calibration_pages",
    "cards_per_sheet",
    "impose",
    "wanted_bleed",
]
