"""PNG pictures of PDF pages, and contact sheets of many of them."""

from __future__ import annotations

import io
from collections.abc import Sequence

from PIL import Image

from pnp.pdfium import drawn, opened, page_of
from pnp.units import PT_PER_INCH

GROUND = (214, 212, 219)
"""Behind the faces of a contact sheet: a light grey on which white rims still show."""


def pages_as_images(pdf: bytes, dpi: int) -> list[Image.Image]:
    """Every page of ``pdf``, in RGB, at ``dpi`` dots per inch."""
    images = []
    with opened(pdf) as document:
        for number in range(1, len(document) + 1):
            with page_of(document, number) as page:
                images.append(drawn(page, dpi / PT_PER_INCH))
    return images


def contact_sheet(images: Sequence[Image.Image], columns: int, gap: int) -> Image.Image:
    """Pictures in rows of ``columns``, ``gap`` pixels apart, on grey."""
    columns = max(1, min(columns, len(images)))
    rows = [images[start : start + columns] for start in range(0, len(images), columns)]
    width = max(sum(image.width for image in row) + gap * (len(row) + 1) for row in rows)
    height = sum(max(image.height for image in row) for row in rows) + gap * (len(rows) + 1)
    sheet = Image.new("RGB", (width, height), GROUND)
    top = gap
    for row in rows:
        left = gap
        for image in row:
            sheet.paste(image, (left, top))
            left += image.width + gap
        top += max(image.height for image in row) + gap
    return sheet


def as_png(image: Image.Image, dpi: int) -> bytes:
    """The picture as a PNG file that knows its resolution."""
    buffer = io.BytesIO()
    image.save(buffer, "PNG", dpi=(dpi, dpi))
    return buffer.getvalue()
