"""One font file: its names, coverage and metrics, each table read when it is first asked for."""

from __future__ import annotations

import io
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, cast

from pnp.fonts.sfnt import Metrics, Sfnt, check_tables, font_error, not_truetype

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont


class FontFace:
    """A static TrueType font. Metrics are fractions of the em (the font size).

    Reading any metric may raise TemplateError, if the file is missing or is no font that can be embedded.
    Faces are compared by identity; a FontBook makes one per file.
    """

    def __init__(self, path: Path, family: str, weight: int) -> None:
        self.path = path
        self.family = family
        self.weight = weight

    def __repr__(self) -> str:
        return f"FontFace({self.path.name!r}, {self.family!r}, {self.weight})"

    @cached_property
    def postscript_name(self) -> str:
        """The PostScript name, from the name table."""
        name = self._sfnt.postscript_name or self.path.stem
        return "".join(c for c in name if "!" <= c <= "~" and c not in "[](){}<>/%")

    @cached_property
    def units_per_em(self) -> int:
        """Font design units per em."""
        return self._sfnt.units_per_em

    @cached_property
    def ascent(self) -> float:
        """Height of the tallest letters above the baseline (typographic ascender)."""
        return self._sfnt.os2(68) / self.units_per_em

    @cached_property
    def descent(self) -> float:
        """Depth below the baseline, a negative number (typographic descender)."""
        return self._sfnt.os2(70) / self.units_per_em

    @cached_property
    def cap_height(self) -> float:
        """Height of flat capitals; the height of H where the font does not state it."""
        return self._height(88, "H")

    @cached_property
    def x_height(self) -> float:
        """Height of flat small letters; the height of x where the font does not state it."""
        return self._height(86, "x")

    @cached_property
    def glyphs(self) -> Mapping[int, int]:
        """Glyph ids by code point."""
        found = self._sfnt.characters
        cmap = cast("Mapping[int, int] | None", self.font.getBestCmap()) if found is None else found
        if not cmap:
            raise font_error(self.path, "this font has no Unicode character map", "use another font file")
        return cmap

    def covers(self, char: str) -> bool:
        """Whether the font has a glyph for ``char``."""
        return ord(char) in self.glyphs

    def advance(self, glyph: int) -> float:
        """The width in em that glyph id ``glyph`` moves the pen by.

        Rounded to a millionth of the em, the figure that is written into the PDF too, so that what is measured is
        what is painted.
        """
        return round(self._sfnt.metrics[glyph][0] / self.units_per_em, 6)

    def bearings(self, char: str) -> tuple[float, float]:
        """The white in em at the left and at the right of the outline of ``char``, within its advance width."""
        glyph = self.glyphs[ord(char)]
        left, right = self._sfnt.sides(glyph)
        return left / self.units_per_em, self.advance(glyph) - right / self.units_per_em

    @cached_property
    def advances(self) -> Mapping[str, float]:
        """Advance widths in em by character, for every character of the font."""
        return {chr(code): self.advance(glyph) for code, glyph in self.glyphs.items()}

    @cached_property
    def data(self) -> bytes:
        """The font file."""
        return read_font(self.path)

    @cached_property
    def font(self) -> TTFont:
        """The open font, for what is seldom needed (vertical forms). Glyphs are named by their ids."""
        return open_font(self.path, self.data)

    def outlines(self) -> tuple[Metrics, list[int]]:
        """Horizontal metrics by glyph id, and the offset of every glyph in the glyf table plus the end."""
        return self._sfnt.metrics, self._sfnt.locations

    @cached_property
    def _sfnt(self) -> Sfnt:
        return Sfnt(self.path, self.data)

    def _height(self, offset: int, letter: str) -> float:
        stated = self._sfnt.os2(offset, version=2)
        if not stated and self.covers(letter):
            stated = self._sfnt.top(self.glyphs[ord(letter)])
        return stated / self.units_per_em


def read_font(path: Path) -> bytes:
    """The bytes of a font file. Raises TemplateError where it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise font_error(path, f"the font cannot be read: {error.strerror or error}", "put the file back") from error


def open_font(path: Path, data: bytes) -> TTFont:
    """The font file ``data``, called ``path`` in messages: tables lazy, glyphs named by their ids. Raises TemplateError
    where it cannot be used."""
    # Imported here: what most builds need of a font stands in ``sfnt``, and importing fontTools takes 30 ms.
    from fontTools.ttLib import TTFont, TTLibError  # noqa: PLC0415

    try:
        font = TTFont(io.BytesIO(data), lazy=True, checkChecksums=0)
        check_tables(path, font.reader.keys())
        # Names are never used here, and making them is three quarters of the time it takes to load a large font.
        font.setGlyphOrder(range(font["maxp"].numGlyphs))
    except (TTLibError, ValueError, KeyError) as error:
        raise not_truetype(path, error) from error
    return font
