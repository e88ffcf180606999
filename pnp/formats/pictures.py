"""One page of a PDF as a picture of exactly so many pixels, and what a shop would find wrong with it."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from typing import Any

from PIL import Image

from pnp.pdfium import drawn, functions, opened, page_of, painted, text_of
from pnp.records import dataclass
from pnp.units import MM_PER_INCH, MM_PER_PT, PT_PER_INCH, Size

_BLANK = ((255, 255), (255, 255), (255, 255))
_TOLERANCE = 0.02
"""In mm: what lies so little outside a safe area lies in it."""


@dataclass(frozen=True, slots=True)
class UnsafeText:
    """A line of type that leaves the safe area: its text, how near it comes to the trim in mm (below zero beyond it),
    and at which edge of the page: left, right, top or bottom; of a round piece just the ``edge``."""

    text: str
    distance: float
    edge: str


def pixels(size: Size, dpi: int) -> tuple[int, int]:
    """The pixels of a picture of ``size`` mm.

    >>> pixels(Size(69.596, 94.996), 300), pixels(Size(63, 88), 300)
    ((822, 1122), (744, 1039))
    """
    return round(size.width / MM_PER_INCH * dpi), round(size.height / MM_PER_INCH * dpi)


def picture_of(page: Any, width: int, height: int) -> Image.Image:
    """The page in RGB on white, stretched to exactly ``width`` × ``height`` pixels: its edges are the picture's.

    PDFium's own scale rounds up, and leaves a last row that is half paper.
    """
    page_width, page_height = page.get_size()
    return painted(page, width, height, (width / page_width, 0, 0, height / page_height, 0, 0))


def white_bleed(image: Image.Image, width: int, height: int) -> bool:
    """Whether the bleed, ``width`` and ``height`` pixels at the sides and at the ends, is paper all round."""
    right, bottom = image.width - width, image.height - height
    strips = (
        (0, 0, image.width, height),
        (0, bottom, image.width, image.height),
        (0, 0, width, image.height),
        (right, 0, image.width, image.height),
    )
    return all(image.crop(strip).getextrema() == _BLANK for strip in strips)


def type_outside(page: Any, bleed: float, safe: float, *, round_: bool = False) -> list[UnsafeText]:
    """The lines of type on a page, ``bleed`` mm larger than its piece on every side, with a letter nearer than ``safe``
    mm to the trim, each once and as near as it comes; of a ``round_`` piece the trim is the circle inside."""
    width, height = (length * MM_PER_PT for length in page.get_size())
    found: dict[str, UnsafeText] = {}
    with text_of(page) as text:
        for index, line in _letters(text):
            left, bottom, right, top = (edge * MM_PER_PT for edge in text.get_charbox(index))
            if right <= left or top <= bottom:
                continue  # a blank
            if round_:
                nearest = (_from_rim((left, bottom, right, top), width / 2, bleed), "edge")
            else:
                ways = ((left, "left"), (width - right, "right"), (height - top, "top"), (bottom, "bottom"))
                nearest = min((way - bleed, edge) for way, edge in ways)
            if nearest[0] < safe - _TOLERANCE and (line not in found or nearest[0] < found[line].distance):
                found[line] = UnsafeText(line, round(nearest[0], 2), nearest[1])
    return list(found.values())


def _letters(text: Any) -> list[tuple[int, str]]:
    """The index of every letter and the line that it stands in."""
    raw = functions()
    letters: list[tuple[int, str]] = []
    line: list[int] = []
    codes = [raw.FPDFText_GetUnicode(text, index) for index in range(text.count_chars())]
    for index, code in [*enumerate(codes), (len(codes), 10)]:
        if code not in (10, 13):
            line.append(index)
            continue
        words = "".join(chr(codes[at]) for at in line).strip()
        letters += [(at, words) for at in line if not chr(codes[at]).isspace()]
        line = []
    return letters


def _from_rim(box: tuple[float, float, float, float], middle: float, bleed: float) -> float:
    """How far inside the rim of a round piece the farthest corner of a box lies, in mm."""
    left, bottom, right, top = box
    corners = ((x, y) for x in (left, right) for y in (bottom, top))
    return middle - bleed - max(math.hypot(x - middle, y - middle) for x, y in corners)


# PNG pictures of PDF pages, and contact sheets of many of them.

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
