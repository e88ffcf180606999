"""Pictures of painted faces, and a comparer that rates the worst 2 mm tile."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pypdfium2
import pytest
import resvg_py
from PIL import Image

from pnp.cardsvg import Drawing, parse, project_images
from pnp.fonts import FontBook
from pnp.pdf import PrintJob, write_pdf
from pnp.shipped import shipped
from tests.pdf.looking import FINER, PIXELS_PER_MM, coarse, single_pages, worst

FONTS = shipped("fonts")


@pytest.fixture(scope="session")
def fonts() -> FontBook:
    """The shipped fonts."""
    return FontBook([FONTS])


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


@pytest.fixture
def painted(make_job: Callable[..., PrintJob]) -> Callable[[str], Image.Image]:
    """Picture that the painter makes of an SVG text, through PDF."""

    def paint(svg: str) -> Image.Image:
        document = pypdfium2.PdfDocument(write_pdf(make_job({"face": svg})))
        try:
            picture = document[0].render(scale=FINER * PIXELS_PER_MM * 25.4 / 72).to_pil().convert("RGB")
            return coarse(picture)
        finally:
            document.close()

    return paint


@pytest.fixture(scope="session")
def expected() -> Callable[[str], Image.Image]:
    """Picture that resvg makes of an SVG text, once."""

    @cache
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
        return coarse(Image.open(io.BytesIO(bytes(data))).convert("RGB"))

    return render


@pytest.fixture
def worst_tile() -> Callable[[Image.Image, Image.Image], tuple[float, tuple[int, int]]]:
    """Comparer of pictures."""
    return worst
