"""Pictures of painted faces, and a comparer that looks at the worst 2 mm tile."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
import resvg_py
from PIL import Image, ImageChops, ImageFilter, ImageStat

from pnp.cardsvg import Drawing, parse, project_images
from pnp.fonts import FontBook
from pnp.imposition.page import Page, Piece, Placement
from pnp.printing import PrintJob, write_pdf
from pnp.shipped import shipped
from pnp.units import Size

PIXELS_PER_MM = 8
TILE = 2 * PIXELS_PER_MM
FINER = 3
"""Pictures are rendered finer and made smaller, so that the renderers' different ways of rounding to pixels fade."""
FONTS = shipped("fonts")


@pytest.fixture(scope="session")
def fonts() -> FontBook:
    """The shipped fonts."""
    return FontBook([FONTS])


def single_pages(faces: dict[str, Drawing]) -> tuple[Page, ...]:
    """One page per face, as large as the face, art to the edge."""
    pages = []
    for number, (name, drawing) in enumerate(faces.items(), 1):
        x, y, width, height = drawing.bounds
        trim = Size(width + 2 * x, height + 2 * y) if x < 0 else Size(width, height)
        piece = Piece("cards", name, name, None, trim, max(0.0, -x), "bleed")
        bleed = max(0.0, -x)
        place = Placement(piece, name, "front", bleed, bleed, trim.width, trim.height, 0, (bleed,) * 4)
        pages.append(Page(number, number, "single", Size(width, height), (place,)))
    return tuple(pages)


@pytest.fixture
def make_job(fonts: FontBook) -> Callable[..., PrintJob]:
    """A job with one page per face, from drawings or SVG texts by name."""

    def make(faces: dict[str, str | Drawing], **changes: object) -> PrintJob:
        images = project_images(Path(__file__).parent)
        drawings = {
            name: face if isinstance(face, Drawing) else parse(face, f"{name}.svg", images)
            for name, face in faces.items()
        }
        values: dict[str, object] = {
            "title": "Test",
            "language": "en",
            "faces": drawings,
            "pages": single_pages(drawings),
            "fonts": fonts,
            "note_stack": fonts.stack(("Barlow Semi Condensed", "BIZ UDPGothic"), 500),
        }
        return PrintJob(**{**values, **changes})  # type: ignore[arg-type]

    return make


def _coarse(picture: Image.Image) -> Image.Image:
    size = round(picture.width / FINER), round(picture.height / FINER)
    return picture.resize(size, Image.Resampling.BOX)


@pytest.fixture
def painted(make_job: Callable[..., PrintJob]) -> Callable[[str], Image.Image]:
    """The picture that the painter makes of an SVG text, through PDF."""

    def paint(svg: str) -> Image.Image:
        document = pypdfium2.PdfDocument(write_pdf(make_job({"face": svg})))
        try:
            picture = document[0].render(scale=FINER * PIXELS_PER_MM * 25.4 / 72).to_pil().convert("RGB")
            return _coarse(picture)
        finally:
            document.close()

    return paint


@pytest.fixture
def expected() -> Callable[[str], Image.Image]:
    """The picture that resvg makes of an SVG text."""

    def render(svg: str) -> Image.Image:
        # The page is as large as the viewBox; resvg takes mm for 96ths of an inch unless it is told a width.
        bare = svg.replace('width="60mm" height="40mm"', "")
        data = resvg_py.svg_to_bytes(
            svg_string=bare,
            width=60 * PIXELS_PER_MM * FINER,
            skip_system_fonts=True,
            font_files=[str(path) for path in sorted(FONTS.glob("*.ttf"))],
            background="#ffffff",
        )
        return _coarse(Image.open(io.BytesIO(bytes(data))).convert("RGB"))

    return render


@pytest.fixture
def worst_tile() -> Callable[[Image.Image, Image.Image], tuple[float, tuple[int, int]]]:
    """The mean difference (0 to 255) of the 2 mm tile that differs most, and the tile's column and row.

    Both pictures are blurred by a third of a pixel's neighbourhood first: two ways of smoothing an edge are no
    difference, a shape that is missing or 0.2 mm aside is.
    """

    def compare(one: Image.Image, other: Image.Image) -> tuple[float, tuple[int, int]]:
        assert one.size == other.size
        soft = [picture.filter(ImageFilter.GaussianBlur(1)) for picture in (one, other)]
        difference = ImageChops.difference(*soft)
        worst, place = 0.0, (0, 0)
        for top in range(0, one.height, TILE):
            for left in range(0, one.width, TILE):
                tile = difference.crop((left, top, left + TILE, top + TILE))
                value = max(ImageStat.Stat(tile).mean)
                if value > worst:
                    worst, place = value, (left // TILE, top // TILE)
        return worst, place

    return compare
