"""Pictures of art, by the painter through PDF and by resvg, and how far they are apart."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping

import pypdfium2
import pypdfium2.raw as pdfium
import resvg_py
from PIL import Image, ImageChops

from pnp.artsvg import adapted
from pnp.cardsvg import Drawing, parse
from pnp.fonts import FontBook
from pnp.imposition.page import Page, Piece, Placement
from pnp.pdf import PrintJob, write_pdf
from pnp.shipped import shipped
from pnp.units import Size

WIDTH = 256
TILE = 16
FINER = 2
"""Pictures are drawn finer and made smaller, so that the renderers' different ways of rounding to pixels fade."""
GROUND = (150, 190, 170)
"""What lies beneath: white and black icons are seen on it."""
_SIZE = re.compile(r"""\s(?:width|height)\s*=\s*(?:"[^"]*"|'[^']*')""")


def drawing_of(svg: str, name: str, instead: Mapping[str, str] | None = None) -> Drawing:
    """A card SVG with art alone, as large as it is."""
    art = adapted(svg, name, instead)
    _, _, width, height = art.view
    use = f'<use href="#art" width="{width}" height="{height}"/>'
    return parse(f'<svg viewBox="0 0 {width} {height}">{use}</svg>', name, None, {"art": art})


def document(drawings: Mapping[str, Drawing], fonts: FontBook) -> pypdfium2.PdfDocument:
    """A PDF with a page for each drawing."""
    pages = []
    for number, (name, drawing) in enumerate(drawings.items(), 1):
        width, height = drawing.bounds[2:]
        piece = Piece("cards", name, name, None, Size(width, height), 0.0, "bleed")
        place = Placement(piece, name, "front", 0, 0, width, height, 0, (0, 0, 0, 0))
        pages.append(Page(number, number, "single", Size(width, height), (place,)))
    job = PrintJob(
        title="Art",
        language="en",
        faces=drawings,
        pages=tuple(pages),
        fonts=fonts,
        note_stack=fonts.stack(("Barlow Semi Condensed",), 500),
    )
    return pypdfium2.PdfDocument(write_pdf(job))


def fonts() -> FontBook:
    """The shipped fonts."""
    return FontBook([shipped("fonts")])


def painted(page: pypdfium2.PdfPage, height: int) -> Image.Image:
    """The picture of a page, ``WIDTH`` pixels wide and exactly ``height`` pixels high."""
    wide, high = WIDTH * FINER, height * FINER
    bitmap = pypdfium2.PdfBitmap.new_native(wide, high, pdfium.FPDFBitmap_BGRx)
    bitmap.fill_rect((*GROUND, 255), 0, 0, wide, high)
    width, tall = page.get_size()
    matrix = pdfium.FS_MATRIX(wide / width, 0, 0, high / tall, 0, 0)
    pdfium.FPDF_RenderPageBitmapWithMatrix(bitmap, page, matrix, pdfium.FS_RECTF(0, 0, wide, high), pdfium.FPDF_ANNOT)
    picture = bitmap.to_pil().convert("RGB").reduce(FINER)
    bitmap.close()
    return picture


def expected(svg: str, box: tuple[float, float, float, float]) -> Image.Image:
    """The picture that resvg makes of an SVG text whose natural size has the proportions of ``box``."""
    # resvg rounds the natural size to whole pixels before it enlarges: it is given a large one.
    start, end = re.search(r"<(?:svg:)?svg\b[^>]*>", svg).span()  # type: ignore[union-attr]
    scale = 4096 / max(box[2:])
    bare = _SIZE.sub("", svg[start:end])
    root = re.sub(r"((?:svg:)?svg\b)", rf'\1 width="{box[2] * scale:.3f}" height="{box[3] * scale:.3f}"', bare, count=1)
    if "viewBox" not in root:
        root = svg[start:end]
    data = resvg_py.svg_to_bytes(
        svg_string=svg[:start] + root + svg[end:], width=WIDTH * FINER, skip_system_fonts=True, dpi=96
    )
    found = Image.open(io.BytesIO(bytes(data))).convert("RGBA")
    height = max(1, round(WIDTH * box[3] / box[2])) * FINER
    if found.size != (WIDTH * FINER, height):
        found = found.resize((WIDTH * FINER, height))
    picture = Image.new("RGB", found.size, GROUND)
    picture.paste(found, mask=found.getchannel("A"))
    return picture.reduce(FINER)


def worst_tile(one: Image.Image, other: Image.Image) -> float:
    """The mean difference of the tile that differs most, of the colour that does, in per cent of the whole range."""
    difference = ImageChops.difference(one, other)
    wide, high = (-(-side // TILE) * TILE for side in difference.size)
    whole = Image.new("RGB", (wide, high))
    whole.paste(difference)
    return max(high for _, high in (band.getextrema() for band in whole.reduce(TILE).split())) / 2.55
