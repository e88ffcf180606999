"""Find the glyphs on a face, with their direction, as a PDF reader does."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pypdfium2 as pdfium
from pypdfium2 import raw

from pnp.units import MM_PER_PT


@dataclass(frozen=True, slots=True)
class Glyph:
    """Character with the box of its outline, its turn and its word. The box is in mm from the upper-left corner of the
    trim, the turn in degrees clockwise; the word is a number on the face."""

    char: str
    left: float
    top: float
    right: float
    bottom: float
    turn: int
    word: int

    def turned(self, width: float, height: float) -> Glyph:
        """Return the glyph as it stands when the face, of this size, is the other way up."""
        box = width - self.right, height - self.bottom, width - self.left, height - self.top
        return replace(self, left=box[0], top=box[1], right=box[2], bottom=box[3], turn=(self.turn + 180) % 360)


def glyphs_of(pdf: bytes, bleeds: tuple[float, ...]) -> list[tuple[Glyph, ...]]:
    """Return the glyphs of every page, without white space. A page is a face with its bleed."""
    document = pdfium.PdfDocument(pdf)
    try:
        pages = []
        for page, bleed in zip(document, bleeds, strict=True):
            text = page.get_textpage()
            pages.append(tuple(_glyphs(text.raw, page.get_height() * MM_PER_PT, bleed)))
            text.close()
            page.close()
        return pages
    finally:
        document.close()


def _glyphs(text: Any, height: float, bleed: float) -> Iterator[Glyph]:
    matrix = raw.FS_MATRIX()
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    for index in range(raw.FPDFText_CountChars(text)):
        char = chr(raw.FPDFText_GetUnicode(text, index))
        if raw.FPDFText_IsGenerated(text, index) == 1 or char.isspace():
            continue
        raw.FPDFText_GetMatrix(text, index, matrix)
        raw.FPDFText_GetCharBox(text, index, left, right, bottom, top)
        x0, x1, y0, y1 = (value.value * MM_PER_PT - bleed for value in (left, right, bottom, top))
        drawn = raw.FPDFText_GetTextObject(text, index)
        turn = round(-math.degrees(math.atan2(matrix.b, matrix.a))) % 360
        tall = height - 2 * bleed
        yield Glyph(char, x0, tall - y1, x1, tall - y0, turn, ctypes.addressof(drawn.contents) if drawn else -index)
