"""Pictures of what is cut out of each sheet, clear between the pieces: a program that prints them cuts along the edge
of what is not clear."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from pnp.cutting.areas import areas_of, mask
from pnp.cutting.sheets import Box, CutSheet, cut_fronts
from pnp.export.pictures import picture_of, pixels
from pnp.export.png import as_png
from pnp.imposition import Page
from pnp.model.net import Net
from pnp.pdfium import opened, page_of
from pnp.units import Size


def cut_pictures(
    sheets: Sequence[CutSheet],
    pages: Sequence[Page],
    nets: Mapping[str, Net],
    corner: float,
    painted: Callable[[Sequence[Page]], bytes],
    dpi: int,
) -> list[bytes]:
    """A PNG file of each sheet, from the outermost cuts to the outermost cuts, with nothing but its pieces.
    ``painted`` makes a PDF of pages."""
    numbered = {page.number: page for page in pages}
    bare = [_bare(numbered[sheet.page], index, sheet.box) for index, sheet in enumerate(sheets, 1)]
    found = []
    with opened(painted(bare)) as document:
        for number, sheet in enumerate(sheets, 1):
            left, bottom, right, top = sheet.box
            width, height = pixels(Size(right - left, top - bottom), dpi)
            with page_of(document, number) as page:
                picture = picture_of(page, width, height)
            picture.putalpha(mask(areas_of(numbered[sheet.page], nets, corner), sheet.box, width, height))
            found.append(as_png(picture, dpi))
    return found


def _bare(page: Page, number: int, box: Box) -> Page:
    """The pieces that are cut out of a page, on a page of the size of ``box``."""
    left, bottom, right, top = box
    moved = tuple(replace(place, x=place.x - left, y=place.y - bottom) for place in cut_fronts(page))
    return Page(number, number, "single", Size(right - left, top - bottom), moved)
