"""Imposition: the placement of each face on its sheet, as pure geometry."""

from pnp.imposition.grid import wanted_bleed
from pnp.imposition.options import (
    CutText,
    FoldWords,
    PageRun,
    Printout,
    PrintWords,
    Sentences,
    SheetOptions,
    TileWords,
)
from pnp.imposition.page import Circle, Note, Page, Piece, Placement, Polygon, Segment, Tile
from pnp.imposition.pages import impose
from pnp.imposition.sheets import cards_per_sheet

__all__ = [
    "Circle",
    "CutText",
    "FoldWords",
    "Note",
    "Page",
    "PageRun",
    "Piece",
    "Placement",
    "Polygon",
    "PrintWords",
    "Printout",
    "Segment",
    "Sentences",
    "SheetOptions",
    "Tile",
    "TileWords",
    "cards_per_sheet",
    "impose",
    "wanted_bleed",
]
