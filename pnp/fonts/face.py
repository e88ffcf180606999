"""One font file: its names, coverage and metrics, each table read when it is first asked for."""

from __future__ import annotations

import io
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, cast

from pnp.diagnostics import Diagnostic, Location, TemplateError

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont


def font_error(path: Path, what: str, hint: str) -> TemplateError:
    """The error for a font file that cannot be used."""
    return TemplateError(Diagnostic("font", what, Location(path.name), hint))


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
        name = self._font["name"].getDebugName(6)
        return "".join(c for c in str(name or self.path.stem) if "!" <= c <= "~" and c not in "[](){}<>/%")

    @cached_property
    def units_per_em(self) -> int:
        """Font design units per em."""
        return int(self._font["head"].unitsPerEm)

    @cached_property
    def ascent(self) -> float:
        """Height of the tallest letters above the baseline (typographic ascender)."""
        return float(self._os2.sTypoAscender) / self.units_per_em

    @cached_property
    def descent(self) -> float:
        """Depth below the baseline, a negative number (typographic descender)."""
        return float(self._os2.sTypoDescender) / self.units_per_em

    @cached_property
    def cap_height(self) -> float:
        """Height of flat capitals; the height of H where the font does not state it."""
        return self._height("sCapHeight", "H")

    @cached_property
    def x_height(self) -> float:
        """Height of flat small letters; the height of x where the font does not state it."""
        return self._height("sxHeight", "x")

    @cached_property
    def glyphs(self) -> Mapping[int, int]:
        """Glyph ids by code point."""
        cmap = self._font.getBestCmap()
        if not cmap:
            raise font_error(self.path, "this font has no Unicode character map", "use another font file")
        return cast("Mapping[int, int]", cmap)

    def covers(self, char: str) -> bool:
        """Whether the font has a glyph for ``char``."""
        return ord(char) in self.glyphs

    def advance(self, glyph: int) -> float:
        """The width in em that glyph id ``glyph`` moves the pen by.

        Rounded to a millionth of the em, the figure that is written into the PDF too, so that what is measured is
        what is painted.
        """
        return round(float(self._metrics[glyph][0]) / self.units_per_em, 6)

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
        """The open font, for what is seldom needed (vertical forms, subsetting). Glyphs are named by their ids."""
        return self._font

    def outlines(self) -> tuple[Mapping[int, tuple[int, int]], list[int]]:
        """Horizontal metrics by glyph id, and the offset of every glyph in the glyf table plus the end."""
        return self._metrics, list(self._font["loca"].locations)

    @cached_property
    def _metrics(self) -> Mapping[int, tuple[int, int]]:
        return cast("Mapping[int, tuple[int, int]]", self._font["hmtx"].metrics)

    @cached_property
    def _os2(self) -> _Os2:
        return cast("_Os2", self._font["OS/2"])

    def _height(self, field: str, letter: str) -> float:
        stated = getattr(self._os2, field, 0)
        if not stated and self.covers(letter):
            stated = self._font["glyf"][self.glyphs[ord(letter)]].yMax
        return float(stated or 0) / self.units_per_em

    @cached_property
    def _font(self) -> TTFont:
        return open_font(self.path, self.data)


if TYPE_CHECKING:

    class _Os2:
        sTypoAscender: int  # noqa: N815 - names of the OpenType specification
        sTypoDescender: int  # noqa: N815


def read_font(path: Path) -> bytes:
    """The bytes of a font file. Raises TemplateError where it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise font_error(path, f"the font cannot be read: {error.strerror or error}", "put the file back") from error


def open_font(path: Path, data: bytes) -> TTFont:
    """The font file ``data``, called ``path`` in messages: tables lazy, glyphs named by their ids.

    Raises TemplateError where it cannot be used.
    """
    # Imported here: a build that finds all its faces in a cache needs no fontTools, whose import takes 30 ms.
    from fontTools.ttLib import TTFont, TTLibError  # noqa: PLC0415

    try:
        font = TTFont(io.BytesIO(data), lazy=True, checkChecksums=0)
        missing = {"glyf", "loca", "hmtx", "cmap", "head", "hhea", "maxp", "OS/2", "name", "post"} - set(
            font.reader.keys()
        )
        if not missing:
            # Names are never used here, and making them is three quarters of the time it takes to load a large font.
            font.setGlyphOrder(range(font["maxp"].numGlyphs))
    except (TTLibError, ValueError, KeyError) as error:
        raise font_error(path, f"this is not a TrueType font: {error}", "use a .ttf file") from error
    if missing:
        what = "PostScript outlines" if "CFF " in font.reader else f"no table {', '.join(sorted(missing))}"
        raise font_error(path, f"this font has {what}; only TrueType outlines can be embedded", "use a .ttf file")
    if "fvar" in font.reader:
        raise font_error(
            path,
            "this is a variable font; only its default weight would be printed",
            "make a static font of the weight you want, for instance with fonttools varLib.instancer",
        )
    return font
