"""Where glyphs stand on a face, and which way up, as a PDF reader finds them."""

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
    """A character, the box of its outline in mm from the upper-left corner of the trim, by how many degrees it is
    turned clockwise, and which of the words of the face it belongs to."""

    char: str
    left: float
    top: float
    right: float
    bottom: float
    turn: int
    word: int

    def turned(self, width: float, height: float) -> Glyph:
        """The glyph as it stands when the face, of this size, is the other way up."""
        box = width - self.right, height - self.bottom, width - self.left, height - self.top
        return replace(self, left=box[0], top=box[1], right=box[2], bottom=box[3], turn=(self.turn + 180) % 360)


def glyphs_of(pdf: bytes, bleeds: tuple[float, ...]) -> list[tuple[Glyph, ...]]:
    """The glyphs of every page, white space left out. A page is a face with its bleed."""
    document = pdfium.PdfDocument(pdf)
    try:
        found = []
        for page, bleed in zip(document, bleeds, strict=True):
            text = page.get_textpage()
            found.append(tuple(_glyphs(text.raw, page.get_height() * MM_PER_PT, bleed)))
            text.close()
            page.close()
        return found
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
