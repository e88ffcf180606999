"""One font file: its names, coverage and metrics, each table read when it is first asked for."""

from __future__ import annotations

import hashlib
import math
import zlib
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from pnp.fonts.files import UPRIGHT, FontStyle, open_font, read_font, whole
from pnp.fonts.sfnt import GlyphMetrics, Sfnt, font_error, not_a_font

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont


# Outlines that PostScript draws: the table CFF of an OpenType font, and subsets of it.


class Charstrings:
    """The table CFF of ``font``, which messages call ``path``. Lengths in font design units.

    Raises TemplateError where a table or an outline cannot be read.
    """

    def __init__(self, path: Path, font: TTFont) -> None:
        self._path = path
        self._font = font

    @cached_property
    def _top(self) -> Any:
        with whole(self._path):
            return self._font["CFF "].cff.topDictIndex[0]

    def _charstring(self, glyph: int) -> Any:
        return self._top.CharStrings[self._top.charset[glyph]]

    def draw(self, glyph: int, pen: Any) -> None:
        """Draw a glyph with a pen of fontTools."""
        with whole(self._path):
            self._charstring(glyph).draw(pen)

    def extent(self, glyph: int) -> tuple[int, int, int, int] | None:
        """Left, lower, right and upper edge of a glyph's outline; None for one without an outline."""
        from fontTools.pens.boundsPen import BoundsPen  # noqa: PLC0415 - see ``files.open_font``

        with whole(self._path):
            pen = BoundsPen(self._top.CharStrings)
            self._charstring(glyph).draw(pen)
        if pen.bounds is None:
            return None
        left, lower, right, upper = pen.bounds
        return math.floor(left), math.floor(lower), math.ceil(right), math.ceil(upper)

    def subset(self, glyphs: Sequence[int]) -> bytes:
        """A CFF font program with glyph 0 and then ``glyphs``, in this order and as often as they are in it.

        Its glyph numbers are its CIDs, of a font with names and of one with CIDs (PDF 32000-1, 9.7.4.2).
        """
        from fontTools import subset  # noqa: PLC0415 - see ``files.open_font``
        from fontTools.ttLib import TTFont  # noqa: PLC0415

        with whole(self._path):
            font = TTFont(self._font.reader.file, recalcTimestamp=False, recalcBBoxes=False)
            options = subset.Options(
                desubroutinize=True, notdef_outline=True, layout_features=[], hinting=True, passthrough_tables=True
            )
            for tag in [tag for tag in font.keys() if tag not in _KEPT]:  # noqa: SIM118 - no dictionary
                del font[tag]
            order = font.getGlyphOrder()
            wanted = [order[glyph] for glyph in (0, *glyphs)]
            cutter = subset.Subsetter(options)
            cutter.populate(gids=sorted({0, *glyphs}))
            cutter.subset(font)
            top = font["CFF "].cff.topDictIndex[0]
            _reorder(top, wanted)
            return bytes(font["CFF "].compile(font))


_KEPT = frozenset({"CFF ", "head", "hhea", "hmtx", "maxp", "cmap", "name", "post", "OS/2", "GlyphOrder"})


def _reorder(top: Any, wanted: Sequence[str]) -> None:
    """Give the glyphs of a CFF font the order of ``wanted``, with new names by their places."""
    charstrings = top.CharStrings
    held = [charstrings[name] for name in wanted]
    numbered = hasattr(top, "ROS")
    names = [".notdef", *(f"cid{place:05d}" if numbered else f"g{place}" for place in range(1, len(held)))]
    if numbered:
        places = {name: place for place, name in enumerate(top.charset)}
        top.FDSelect.gidArray = [top.FDSelect.gidArray[places[name]] for name in wanted]
    for charstring in held:
        charstring.decompile()
    charstrings.charStrings = dict(zip(names, held, strict=True))
    charstrings.charStringsAreIndexed = 0
    top.charset = names
    top.numGlyphs = len(names)


class FontFace:
    """A static font with TrueType or PostScript outlines. Metrics are fractions of the em (the font size).

    ``stretch`` is its width in per cent of the normal one; ``names`` are further names of its family. Reading
    any metric may raise TemplateError, if the file is missing or is no font that can be embedded.
    Faces are compared by identity; a FontBook makes one per file.
    """

    def __init__(
        self,
        path: Path,
        family: str,
        weight: int,
        style: FontStyle = UPRIGHT,
        stretch: float = 100,
        names: tuple[str, ...] = (),
    ) -> None:
        self.path = path
        self.family = family
        self.weight = weight
        self.style = style
        self.stretch = stretch
        self.names = names

    def __repr__(self) -> str:
        return f"FontFace({self.path.name!r}, {self.family!r}, {self.weight}, {self.style!r}, {self.stretch:g})"

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
    def box(self) -> tuple[float, float, float, float]:
        """Left, lower, right and upper edge of what all glyphs together may cover."""
        left, lower, right, upper = (self._sfnt.number("head", 36 + 2 * edge) / self.units_per_em for edge in range(4))
        return left, lower, right, upper

    @cached_property
    def slant(self) -> float:
        """The angle in degrees that stems lean by, against the clock: below zero in an italic."""
        return self._sfnt.number("post", 4, "i") / 65536

    @cached_property
    def glyphs(self) -> Mapping[int, int]:
        """Glyph ids by code point."""
        found = self._sfnt.characters
        with whole(self.path):
            cmap = cast("Mapping[int, int] | None", self.font.getBestCmap()) if found is None else found
        if not cmap:
            raise font_error(self.path, "this font has no Unicode character map", "use another font file")
        return cmap

    def covers(self, char: str) -> bool:
        """Whether the font has a glyph for ``char``."""
        return ord(char) in self.glyphs

    def spelled(self, text: str) -> list[tuple[str, int]]:
        """The characters of ``text``, all of which the font covers, with their glyph ids."""
        glyphs = self.glyphs
        return [(char, glyphs[ord(char)]) for char in text]

    @cached_property
    def features(self) -> frozenset[str]:
        """The features that the font offers, by their tags."""
        return self._sfnt.features

    def advance(self, glyph: int) -> float:
        """The width in em that glyph id ``glyph`` moves the pen by.

        Rounded to a millionth of the em, the figure that is written into the PDF too, so that what is measured is
        what is painted.
        """
        try:
            return round(self._sfnt.metrics[glyph][0] / self.units_per_em, 6)
        except IndexError:
            raise not_a_font(self.path, f"it has no glyph {glyph}, which others of its tables name") from None

    def bearings(self, char: str) -> tuple[float, float]:
        """The white in em at the left and at the right of the outline of ``char``, within its advance width."""
        if char not in self._bearings:
            glyph = self.glyphs[ord(char)]
            left, _, right, _ = self.extent(glyph) or (0.0, 0.0, 0.0, 0.0)
            self._bearings[char] = left, self.advance(glyph) - right
        return self._bearings[char]

    @cached_property
    def _bearings(self) -> dict[str, tuple[float, float]]:
        """What was asked so far: figures are centred by it on every card."""
        return {}

    def extent(self, glyph: int) -> tuple[float, float, float, float] | None:
        """Left, lower, right and upper edge in em of the outline of a glyph; None for one without an outline."""
        found = self._sfnt.extent(glyph) if self._sfnt.is_truetype else self.charstrings.extent(glyph)
        if found is None:
            return None
        left, lower, right, upper = (edge / self.units_per_em for edge in found)
        return left, lower, right, upper

    @property
    def is_truetype(self) -> bool:
        """Whether the outlines are TrueType's; else they are PostScript's."""
        return self._sfnt.is_truetype

    @cached_property
    def charstrings(self) -> Charstrings:
        """The outlines of a font of PostScript outlines."""
        return Charstrings(self.path, self.font)

    @cached_property
    def advances(self) -> Mapping[str, float]:
        """Advance widths in em by character, for every character of the font."""
        return {chr(code): self.advance(glyph) for code, glyph in self.glyphs.items()}

    @cached_property
    def data(self) -> bytes:
        """The font file."""
        return read_font(self.path)

    @cached_property
    def digest(self) -> bytes:
        """Which edition of the font it is: SHA-256 of its length, of the list of its tables, which has a checksum of
        each, and of one checksum of all (CRC-32: fonts of Japanese are too large to be hashed in every run)."""
        head = self.data[: 12 + 16 * int.from_bytes(self.data[4:6], "big")]
        return hashlib.sha256(b"%d %d " % (len(self.data), zlib.crc32(self.data)) + head).digest()

    @cached_property
    def font(self) -> TTFont:
        """The open font, for what is seldom needed (vertical forms). Glyphs are named by their ids."""
        return open_font(self.path, self.data)

    def outlines(self) -> tuple[GlyphMetrics, list[int]]:
        """Horizontal metrics by glyph id, and the offset of every glyph in the glyf table plus the end."""
        return self._sfnt.metrics, self._sfnt.locations

    @cached_property
    def _sfnt(self) -> Sfnt:
        return Sfnt(self.path, self.data)

    def _height(self, offset: int, letter: str) -> float:
        stated = self._sfnt.os2(offset, version=2)
        if not stated and self.covers(letter):
            return (self.extent(self.glyphs[ord(letter)]) or (0.0, 0.0, 0.0, 0.0))[3]
        return stated / self.units_per_em
