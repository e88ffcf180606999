"""Render a page of a PDF as a picture of given pixels, and find what a print shop would reject."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from typing import Any

from PIL import Image

from pnp.pdfium import draw_scaled, draw_transformed, open_document, open_page, open_text, raw_api
from pnp.records import dataclass
from pnp.units import MM_PER_INCH, MM_PER_PT, PT_PER_INCH, Size

_BLANK = ((255, 255), (255, 255), (255, 255))
_TOLERANCE = 0.02
"""Distance in mm beyond a safe area that still counts as inside."""


@dataclass(frozen=True, slots=True)
class UnsafeText:
    """Line of type that leaves the safe area. ``distance`` is that to the trim in mm, below zero beyond it. ``edge`` is
    that of the page: left, right, top or bottom; of a round piece just ``edge``."""

    text: str
    distance: float
    edge: str


def pixel_size(size: Size, dpi: int) -> tuple[int, int]:
    """Return the pixels of a picture of ``size`` mm.

    >>> pixel_size(Size(69.596, 94.996), 300), pixel_size(Size(63, 88), 300)
    ((822, 1122), (744, 1039))
    """
    return round(size.width / MM_PER_INCH * dpi), round(size.height / MM_PER_INCH * dpi)


def render_page(page: Any, width: int, height: int) -> Image.Image:
    """Return the page in RGB on white, stretched to exactly ``width`` × ``height`` pixels. The edges of the page are
    those of the picture. PDFium's own scale rounds up, and leaves a last row that is half paper."""
    page_width, page_height = page.get_size()
    return draw_transformed(page, width, height, (width / page_width, 0, 0, height / page_height, 0, 0))


def white_bleed(image: Image.Image, width: int, height: int) -> bool:
    """Tell if the bleed, ``width`` and ``height`` pixels at the sides and at the ends, is paper all round."""
    right, bottom = image.width - width, image.height - height
    strips = (
        (0, 0, image.width, height),
        (0, bottom, image.width, image.height),
        (0, 0, width, image.height),
        (right, 0, image.width, image.height),
    )
    return all(image.crop(strip).getextrema() == _BLANK for strip in strips)


def find_unsafe_text(page: Any, bleed: float, safe: float, *, round_: bool = False) -> list[UnsafeText]:
    """Return the lines of type with a letter nearer than ``safe`` mm to the trim, each once and at its nearest. The
    page is ``bleed`` mm larger than its piece on every side. The trim of a ``round_`` piece is the circle inside."""
    width, height = (length * MM_PER_PT for length in page.get_size())
    unsafe_texts: dict[str, UnsafeText] = {}
    with open_text(page) as text:
        for index, line in _letters(text):
            left, bottom, right, top = (edge * MM_PER_PT for edge in text.get_charbox(index))
            if right <= left or top <= bottom:
                continue  # a blank
            if round_:
                nearest = (_rim_distance((left, bottom, right, top), width / 2, bleed), "edge")
            else:
                edge_distances = ((left, "left"), (width - right, "right"), (height - top, "top"), (bottom, "bottom"))
                nearest = min((edge_distance - bleed, edge) for edge_distance, edge in edge_distances)
            if nearest[0] < safe - _TOLERANCE and (
                line not in unsafe_texts or nearest[0] < unsafe_texts[line].distance
            ):
                unsafe_texts[line] = UnsafeText(line, round(nearest[0], 2), nearest[1])
    return list(unsafe_texts.values())


def _letters(text: Any) -> list[tuple[int, str]]:
    """Return the index of every letter, and the line that it stands in."""
    raw = raw_api()
    letters: list[tuple[int, str]] = []
    line: list[int] = []
    codes = [raw.FPDFText_GetUnicode(text, index) for index in range(text.count_chars())]
    for index, code in [*enumerate(codes), (len(codes), 10)]:
        if code not in (10, 13):
            line.append(index)
            continue
        line_text = "".join(chr(codes[index]) for index in line).strip()
        letters += [(index, line_text) for index in line if not chr(codes[index]).isspace()]
        line = []
    return letters


def _rim_distance(box: tuple[float, float, float, float], middle: float, bleed: float) -> float:
    """Return the distance of a box's farthest corner inside the rim of a round piece, in mm."""
    left, bottom, right, top = box
    corners = ((x, y) for x in (left, right) for y in (bottom, top))
    return middle - bleed - max(math.hypot(x - middle, y - middle) for x, y in corners)


# Previews: pictures of PDF pages, and contact sheets

GROUND = (214, 212, 219)
"""Background of a contact sheet: a light grey on which white rims still show."""


def render_pages(pdf: bytes, dpi: int) -> list[Image.Image]:
    """Return every page of ``pdf``, in RGB, at ``dpi`` dots per inch."""
    images = []
    with open_document(pdf) as document:
        for number in range(1, len(document) + 1):
            with open_page(document, number) as page:
                images.append(draw_scaled(page, dpi / PT_PER_INCH))
    return images


def contact_sheet(images: Sequence[Image.Image], columns: int, gap: int) -> Image.Image:
    """Return a picture of the images in rows of ``columns``, ``gap`` pixels apart, on grey."""
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


def encode_png(image: Image.Image, dpi: int) -> bytes:
    """Return the picture as a PNG file with its resolution."""
    buffer = io.BytesIO()
    image.save(buffer, "PNG", dpi=(dpi, dpi))
    return buffer.getvalue()
