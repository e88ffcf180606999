"""Faces with pictures in them, and PDFs of them."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from PIL import Image

from pnp.cardsvg import Drawing, Picture, parse
from pnp.fonts import FontBook
from pnp.pdf import PrintJob
from pnp.pdf.writer import write_pdf
from pnp.shipped import shipped
from tests.pdf.looking import single_pages

FONTS = FontBook([shipped("fonts")])


def _faint() -> bytes:
    """Red square that fades to nothing at its left."""
    alpha = Image.linear_gradient("L").rotate(90).resize((60, 60))
    picture = Image.merge("RGBA", (*Image.new("RGB", (60, 60), (200, 30, 30)).split(), alpha))
    written = io.BytesIO()
    picture.save(written, "PNG")
    return written.getvalue()


def _photograph() -> bytes:
    """Picture like a photograph: every colour, none twice."""
    fall = Image.linear_gradient("L")
    written = io.BytesIO()
    Image.merge("RGB", (fall, fall.rotate(90), fall.rotate(180))).save(written, "JPEG", quality=95)
    return written.getvalue()


PICTURES = {"faint.png": Picture("faint.png", _faint()), "photo.jpg": Picture("photo.jpg", _photograph())}


@pytest.fixture
def face() -> Callable[[str], Drawing]:
    """Face of 60 × 40 mm."""

    def read(body: str) -> Drawing:
        head = '<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="40mm" viewBox="0 0 60 40">'
        return parse(f"{head}{body}</svg>", "face.svg", PICTURES.__getitem__)

    return read


@pytest.fixture
def pdf_of() -> Callable[..., bytes]:
    """PDF of a face; keywords change the job."""

    def write(drawing: Drawing, **changes: object) -> bytes:
        drawings = {"face": drawing}
        stack = FONTS.stack(("Barlow Semi Condensed", "BIZ UDPGothic"), 500)
        job = PrintJob("Test", "en", drawings, single_pages(drawings), FONTS, stack, **changes)  # type: ignore[arg-type]
        return write_pdf(job)

    return write
