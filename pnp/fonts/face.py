"""One font file: its coverage and metrics, read by HarfBuzz when they are first asked for."""

from __future__ import annotations

import hashlib
import struct
import zlib
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path

import uharfbuzz

from pnp.fonts.files import UPRIGHT, FontStyle, font_error, not_a_font, open_font, read_font


class FontFace:
    """A static font with TrueType or PostScript outlines. Metrics are fractions of the em (the font size).

    ``stretch`` is its width in per cent of the normal one; ``names`` are further names of its family. Reading any
    metric raises TemplateError if the file is missing or is no font that can be embedded.
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
        self._bearings: dict[str, tuple[float, float]] = {}
        self._inks: dict[str, tuple[float, float]] = {}

    def __repr__(self) -> str:
        return f"FontFace({self.path.name!r}, {self.family!r}, {self.weight}, {self.style!r}, {self.stretch:g})"

    @cached_property
    def data(self) -> bytes:
        """The bytes of the font, unpacked."""
        return read_font(self.path)

    @cached_property
    def digest(self) -> bytes:
        """Fingerprint of the font: SHA-256 of its length, its table directory with a checksum of each table, and one
        CRC-32 of all its bytes. Hashing a Japanese font in full would take too long for every run."""
        directory = self.data[: 12 + 16 * int.from_bytes(self.data[4:6], "big")]
        return hashlib.sha256(b"%d %d " % (len(self.data), zlib.crc32(self.data)) + directory).digest()

    @cached_property
    def opened(self) -> uharfbuzz.Font:
        """The font as HarfBuzz has it, at a scale of its design units. Raises TemplateError."""
        return uharfbuzz.Font(open_font(self.path, self.data))

    def table(self, tag: str) -> bytes:
        """Return the bytes of a table, none if the font lacks it."""
        return bytes(self.opened.face.reference_table(tag).data)

    @cached_property
    def units_per_em(self) -> int:
        """Font design units per em."""
        return int(self.opened.face.upem)

    @cached_property
    def is_truetype(self) -> bool:
        """True for TrueType outlines, false for PostScript outlines."""
        return "glyf" in self.opened.face.table_tags

    @cached_property
    def postscript_name(self) -> str:
        """The PostScript name, without characters that PDF names cannot have."""
        name = self.opened.face.get_name(uharfbuzz.OTNameIdPredefined.POSTSCRIPT_NAME) or self.path.stem
        return "".join(char for char in name if "!" <= char <= "~" and char not in "[](){}<>/%")

    @cached_property
    def installed_family(self) -> str:
        """The family that systems list an installed file under, which may have the weight in its name."""
        return self.opened.face.get_name(uharfbuzz.OTNameIdPredefined.FONT_FAMILY) or self.family

    @cached_property
    def may_be_embedded(self) -> bool:
        """False if the font says that its licence forbids to embed it in documents (OpenType, OS/2, fsType).

        A font that allows another use besides is not restricted.
        """
        return self._os2(8) & 0x000E != 0x0002

    @cached_property
    def ascent(self) -> float:
        """Height of the tallest letters above the baseline (typographic ascender)."""
        return self._os2(68) / self.units_per_em

    @cached_property
    def descent(self) -> float:
        """Depth below the baseline, a negative number (typographic descender)."""
        return self._os2(70) / self.units_per_em

    @cached_property
    def cap_height(self) -> float:
        """Height of flat capitals; the height of H if the font does not state it."""
        stated = self._os2(88, version=2)
        if not stated and self.covers("H"):
            return (self.extent(self.glyphs[ord("H")]) or (0.0, 0.0, 0.0, 0.0))[3]
        return stated / self.units_per_em

    def _os2(self, offset: int, version: int = 0) -> int:
        """Read a signed number of the OS/2 table, 0 in tables older than ``version``."""
        table = self.table("OS/2")
        if int.from_bytes(table[:2], "big") < version:
            return 0
        return self._number("OS/2", table, offset, "h")

    def _number(self, tag: str, table: bytes, offset: int, code: str) -> int:
        try:
            return int(struct.unpack_from(f">{code}", table, offset)[0])
        except struct.error:
            raise not_a_font(self.path, f"its table {tag!r} is too short") from None

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        """Left, lower, right and upper edge of the box around all glyphs."""
        head = self.table("head")
        left, lower, right, upper = (
            self._number("head", head, 36 + 2 * edge, "h") / self.units_per_em for edge in range(4)
        )
        return left, lower, right, upper

    @cached_property
    def slant(self) -> float:
        """Angle of the stems in degrees, counter-clockwise: below zero in an italic."""
        return self._number("post", self.table("post"), 4, "i") / 65536

    @cached_property
    def glyphs(self) -> Mapping[int, int]:
        """Glyph ids by code point. Raises TemplateError if the font maps no characters."""
        characters = CharacterMap(self.opened)
        if not characters:
            raise font_error(self.path, "this font has no Unicode character map", "use another font file")
        return characters

    def covers(self, char: str) -> bool:
        """Return True if the font has a glyph for ``char``."""
        return ord(char) in self.glyphs

    def spelled(self, text: str) -> list[tuple[str, int]]:
        """Return the characters of ``text`` with their glyph ids; the font covers all of them."""
        glyphs = self.glyphs
        return [(char, glyphs[ord(char)]) for char in text]

    @cached_property
    def features(self) -> frozenset[str]:
        """Tags of the features that the font offers."""
        face = self.opened.face
        kern = {"kern"} if "kern" in face.table_tags else set()
        return frozenset(kern).union(
            *(
                face.get_language_feature_tags(table, script, language)
                for table in ("GSUB", "GPOS")
                for script in range(len(face.get_table_script_tags(table)))
                for language in (_DEFAULT_LANGUAGE, *range(len(face.get_script_language_tags(table, script))))
            )
        )

    def advance(self, glyph: int) -> float:
        """Return the width in em by which a glyph moves the pen.

        It is rounded to a millionth of the em. The PDF states the same figure, so text is painted as it is measured.
        """
        if glyph >= self.opened.face.glyph_count:
            raise not_a_font(self.path, f"it has no glyph {glyph}, which others of its tables name")
        return round(int(self.opened.get_glyph_h_advance(glyph)) / self.units_per_em, 6)

    def bearings(self, char: str) -> tuple[float, float]:
        """Return the white in em at the left and at the right of the outline of ``char``, within its advance width."""
        if char not in self._bearings:  # figures are centred by it on every card
            glyph = self.glyphs[ord(char)]
            left, _, right, _ = self.extent(glyph) or (0.0, 0.0, 0.0, 0.0)
            self._bearings[char] = left, self.advance(glyph) - right
        return self._bearings[char]

    def ink(self, char: str) -> tuple[float, float]:
        """Return the lower and upper edge of a character's outline in em, both 0 for a blank."""
        known = self._inks.get(char)
        if known is None:
            extent = self.extent(self.glyphs[ord(char)]) or (0.0, 0.0, 0.0, 0.0)
            known = self._inks[char] = extent[1], extent[3]
        return known

    def extent(self, glyph: int) -> tuple[float, float, float, float] | None:
        """Return the left, lower, right and upper edge in em of a glyph's outline; None for a blank."""
        extents = self.opened.get_glyph_extents(glyph)
        if extents is None:
            raise not_a_font(self.path, f"the outline of its glyph {glyph} cannot be read")
        if not extents.width and not extents.height:
            if self.is_truetype and self._has_contours(glyph):
                raise not_a_font(self.path, f"the outline of its glyph {glyph} cannot be read")
            return None
        em = self.units_per_em
        left, top = extents.x_bearing, extents.y_bearing
        return left / em, (top + extents.height) / em, (left + extents.width) / em, top / em

    def _has_contours(self, glyph: int) -> bool:
        """Tell whether the file has an outline for a glyph: contours, or parts (OpenType, tables loca and glyf)."""
        is_long = bool(self._number("head", self.table("head"), 50, "h"))
        code, size, scale = ("I", 4, 1) if is_long else ("H", 2, 2)
        loca = self.table("loca")
        start, end = (scale * self._number("loca", loca, size * number, code) for number in (glyph, glyph + 1))
        return end > start and self._number("glyf", self.table("glyf"), start, "h") != 0

    @cached_property
    def advances(self) -> Mapping[str, float]:
        """Advance widths in em by character, for every character of the font."""
        return {chr(code): self.advance(glyph) for code, glyph in self.glyphs.items()}


_DEFAULT_LANGUAGE = 0xFFFF
"""Index of the default language of a script (HB_OT_LAYOUT_DEFAULT_LANGUAGE_INDEX)."""


class CharacterMap(Mapping[int, int]):
    """Glyph ids by code point, without code points that have no glyph."""

    def __init__(self, font: uharfbuzz.Font) -> None:
        self._font = font

    def __getitem__(self, code: int) -> int:
        glyph = self._font.get_nominal_glyph(code)
        if not glyph:
            raise KeyError(code)
        return int(glyph)

    def __iter__(self) -> Iterator[int]:
        return (code for code in self._font.face.unicodes if self._font.get_nominal_glyph(code))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return any(True for _ in self)
