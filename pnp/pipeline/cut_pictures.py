"""Pictures of what is cut out of each sheet, clear between the pieces: a program that prints them cuts along the edge
of what is not clear."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

import pypdfium2 as pdfium

from pnp.cutting.areas import areas_of, mask
from pnp.cutting.sheets import Box, CutSheet, cut_fronts
from pnp.export.pictures import picture_of, pixels
from pnp.export.png import as_png
from pnp.imposition import Page
from pnp.model.net import Net
from pnp.units import Size


def cut_pictures(
    sheets: Sequence[CutSheet],
    pages: Sequence[Page],
    nets: Mapping[str, Net],
    corner: float,
    painted: Callable[[Sequence[Page]], bytes],
    dpi: int,
) -> Iterator[bytes]:
    """A PNG file of each sheet, from the outermost cuts to the outermost cuts, with nothing but its pieces.
    ``painted`` makes a PDF of pages."""
    numbered = {page.number: page for page in pages}
    bare = [_bare(numbered[sheet.page], index, sheet.box) for index, sheet in enumerate(sheets, 1)]
    document = pdfium.PdfDocument(painted(bare))
    try:
        for sheet, page in zip(sheets, document, strict=True):
            left, bottom, right, top = sheet.box
            width, height = pixels(Size(right - left, top - bottom), dpi)
            picture = picture_of(page, width, height)
            page.close()
            picture.putalpha(mask(areas_of(numbered[sheet.page], nets, corner), sheet.box, width, height))
            yield as_png(picture, dpi)
    finally:
        document.close()


def _bare(page: Page, number: int, box: Box) -> Page:
    """The pieces that are cut out of a page, on a page of the size of ``box``."""
    left, bottom, right, top = box
    moved = tuple(replace(place, x=place.x - left, y=place.y - bottom) for place in cut_fronts(page))
    return Page(number, number, "single", Size(right - left, top - bottom), moved)
