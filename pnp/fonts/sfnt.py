"""The few tables of a font file that setting and embedding text needs, read straight from its bytes.

Field offsets follow the OpenType specification, version 1.9. fontTools reads the rest (vertical forms, family names,
PostScript outlines);
its import and its decoding of whole tables take longer than a small deck takes to build.
"""

from __future__ import annotations

import struct
import sys
from array import array
from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from pathlib import Path

from pnp.diagnostics import Diagnostic, Location, TemplateError

_BEST = ((3, 10), (3, 1), (0, 6), (0, 4), (0, 3), (0, 2), (0, 1), (0, 0))
"""Platform and encoding of Unicode character maps, the fullest first."""
_ENGLISH = ((1, 0), (3, 0x409))
_POSTSCRIPT_NAME = 6


_NEEDED = frozenset({"hmtx", "cmap", "head", "hhea", "maxp", "OS/2", "name", "post"})
_OUTLINES = ({"glyf", "loca"}, {"CFF "})
"""Tables of TrueType outlines, and of those that PostScript draws."""
_VERSIONS = (b"\0\1\0\0", b"true", b"OTTO")


def font_error(path: Path, what: str, hint: str) -> TemplateError:
    """The error for a font file that cannot be used."""
    return TemplateError(Diagnostic("font", what, Location(path.name), hint))


def not_a_font(path: Path, why: object) -> TemplateError:
    """The error for bytes that are no font."""
    return font_error(path, f"this is not a TrueType or OpenType font: {why}", "use a .ttf or .otf file that is whole")


def check_tables(path: Path, tables: Collection[str]) -> None:
    """Raises TemplateError where a font with these tables cannot be embedded."""
    missing = sorted(_NEEDED.difference(tables))
    if missing or not any(kind.issubset(tables) for kind in _OUTLINES):
        said = f"no table {', '.join(missing)}" if missing else "no outlines that can be embedded"
        raise font_error(path, f"this font has {said}", "use a .ttf or .otf file with outlines")
    if "fvar" in tables:
        raise font_error(
            path,
            "this is a variable font; only its default weight would be printed",
            "make a static font of the weight you want, for instance with fonttools varLib.instancer",
        )


class Sfnt:
    """A font file, called ``path`` in messages, its tables decoded when asked for. Lengths in font design units.

    Raises TemplateError for bytes that are not those of a font that can be embedded.
    """

    def __init__(self, path: Path, data: bytes) -> None:
        self._path = path
        self._data = data
        if data[:4] not in _VERSIONS:
            raise not_a_font(path, "it does not begin as one")
        try:
            count = struct.unpack_from(">H", data, 4)[0]
            records = [struct.unpack_from(">4sLLL", data, 12 + 16 * index) for index in range(count)]
        except struct.error as error:
            raise not_a_font(path, "it is cut off") from error
        self._tables = {tag.decode("latin-1"): (offset, length) for tag, _, offset, length in records}
        check_tables(path, self._tables)
        if any(offset + length > len(data) for offset, length in self._tables.values()):
            raise not_a_font(path, "it is cut off")

    def _short(self, tag: str) -> TemplateError:
        return not_a_font(self._path, f"its table {tag!r} is too short")

    def number(self, tag: str, offset: int, code: str = "h") -> int:
        """The number at ``offset`` of table ``tag``; ``code`` as in the module struct, big-endian."""
        start, length = self._tables[tag]
        if offset + struct.calcsize(code) > length:
            raise self._short(tag)
        return int(struct.unpack_from(f">{code}", self._data, start + offset)[0])

    def numbers(self, tag: str, code: str, count: int, offset: int = 0) -> array[int]:
        """``count`` numbers of array type ``code`` from ``offset`` of table ``tag``."""
        start, length = self._tables[tag]
        found = array(code)
        if offset + count * found.itemsize > length:
            raise self._short(tag)
        found.frombytes(self._data[start + offset : start + offset + count * found.itemsize])
        if sys.byteorder == "little":
            found.byteswap()
        return found

    @cached_property
    def units_per_em(self) -> int:
        """Design units per em."""
        units = self.number("head", 18, "H")
        if not units:
            raise not_a_font(self._path, "its em has no units")
        return units

    @cached_property
    def locations(self) -> list[int]:
        """The offset of every glyph in the glyf table, plus the end."""
        count = self.number("maxp", 4, "H") + 1
        if self.number("head", 50):
            return self.numbers("loca", "I", count).tolist()
        return [2 * half for half in self.numbers("loca", "H", count)]

    @cached_property
    def metrics(self) -> GlyphMetrics:
        """Advance width and left side bearing by glyph id."""
        count, full = self.number("maxp", 4, "H"), self.number("hhea", 34, "H")
        if not 0 < full <= count:
            raise not_a_font(self._path, "its table 'hhea' does not agree with 'maxp'")
        pairs = self.numbers("hmtx", "h", 2 * full)
        rest = self.numbers("hmtx", "h", count - full, 4 * full)
        return GlyphMetrics(pairs, rest)

    @cached_property
    def characters(self) -> CharacterMap | None:
        """The fullest Unicode character map; None where there is none in format 4 or 12."""
        found: dict[tuple[int, int], int] = {}
        for index in range(self.number("cmap", 2, "H")):
            key = self.number("cmap", 4 + 8 * index, "H"), self.number("cmap", 6 + 8 * index, "H")
            found.setdefault(key, self.number("cmap", 8 + 8 * index, "L"))
        best = next((found[key] for key in _BEST if key in found), None)
        if best is None:
            return None
        kind = self.number("cmap", best, "H")
        if kind == 4:
            return _SegmentMap(self, best)
        return _GroupMap(self, best) if kind == 12 else None

    @property
    def is_truetype(self) -> bool:
        """Whether its outlines are TrueType's; else they are PostScript's (table CFF)."""
        return "glyf" in self._tables

    def table(self, tag: str) -> bytes:
        """The bytes of a table; none where there is no such table."""
        start, length = self._tables.get(tag, (0, 0))
        return self._data[start : start + length]

    @property
    def features(self) -> frozenset[str]:
        """The tags of its layout features: of the tables GSUB and GPOS, and ``kern`` for the table of that name."""
        found = {"kern"} if "kern" in self._tables else set()
        for tag in ("GSUB", "GPOS"):
            if tag in self._tables:
                at = self.number(tag, 6, "H")
                count = self.number(tag, at, "H") if at else 0
                if count:
                    self.number(tag, at + 6 * count - 1, "B")  # the table is as long as it says
                names = self.table(tag)[at + 2 : at + 2 + 6 * count]
                found |= {names[start : start + 4].decode("latin-1") for start in range(0, 6 * count, 6)}
        return frozenset(found)

    def extent(self, glyph: int) -> tuple[int, int, int, int] | None:
        """Left, lower, right and upper edge of a glyph's TrueType outline; None for one without an outline."""
        start, end = self.locations[glyph], self.locations[glyph + 1]
        if end <= start:
            return None
        left, lower, right, upper = self.numbers("glyf", "h", 4, start + 2)
        return left, lower, right, upper

    def os2(self, offset: int, version: int = 0) -> int:
        """The signed number at ``offset`` of the OS/2 table, 0 in tables older than ``version``."""
        return self.number("OS/2", offset) if self.number("OS/2", 0, "H") >= version else 0

    @cached_property
    def postscript_name(self) -> str:
        """The PostScript name, in English where there are several; empty where there is none."""
        start, length = self._tables["name"]
        strings = start + self.number("name", 4, "H")
        name = ""
        for index in range(self.number("name", 2, "H")):
            platform, _, language, identity, size, offset = self.numbers("name", "H", 6, 6 + 12 * index)
            if identity != _POSTSCRIPT_NAME:
                continue
            raw = self._data[strings + offset : min(strings + offset + size, start + length)]
            name = raw.decode("latin-1" if platform == 1 else "utf-16-be", "replace")
            if (platform, language) in _ENGLISH:
                break
        return name


class GlyphMetrics:
    """Advance width and left side bearing by glyph id; glyphs past the last pair share its width."""

    def __init__(self, pairs: array[int], rest: array[int]) -> None:
        self._pairs = pairs
        self._rest = rest
        self._full = len(pairs) // 2

    def __len__(self) -> int:
        return self._full + len(self._rest)

    def __getitem__(self, glyph: int) -> tuple[int, int]:
        if glyph < self._full:
            return self._pairs[2 * glyph] & 0xFFFF, self._pairs[2 * glyph + 1]
        return self._pairs[-2] & 0xFFFF, self._rest[glyph - self._full]


class CharacterMap(Mapping[int, int]):
    """Glyph ids by code point; code points without a glyph are not in it."""

    def __len__(self) -> int:
        return sum(1 for _ in self)


class _SegmentMap(CharacterMap):
    """A character map in format 4: segments of the Basic Multilingual Plane."""

    def __init__(self, font: Sfnt, at: int) -> None:
        count = font.number("cmap", at + 6, "H") // 2
        self._font = font
        self._ends = font.numbers("cmap", "H", count, at + 14)
        self._starts = font.numbers("cmap", "H", count, at + 16 + 2 * count)
        self._deltas = font.numbers("cmap", "H", count, at + 16 + 4 * count)
        self._at = at + 16 + 6 * count
        self._offsets = font.numbers("cmap", "H", count, self._at)

    def __getitem__(self, code: int) -> int:
        segment = bisect_left(self._ends, code) if code <= 0xFFFF else len(self._ends)
        if segment < len(self._ends) and self._starts[segment] <= code:
            glyph = self._glyph(segment, code)
            if glyph:
                return glyph
        raise KeyError(code)

    def __iter__(self) -> Iterator[int]:
        for segment, (start, end) in enumerate(zip(self._starts, self._ends, strict=True)):
            yield from (code for code in range(start, end + 1) if code < 0xFFFF and self._glyph(segment, code))

    def _glyph(self, segment: int, code: int) -> int:
        offset = self._offsets[segment]
        if offset == 0:
            return (code + self._deltas[segment]) & 0xFFFF
        # The offset counts from its own place in the table (OpenType, cmap format 4).
        glyph = self._font.number("cmap", self._at + 2 * segment + offset + 2 * (code - self._starts[segment]), "H")
        return (glyph + self._deltas[segment]) & 0xFFFF if glyph else 0


class _GroupMap(CharacterMap):
    """A character map in format 12: groups of consecutive code points and glyphs."""

    def __init__(self, font: Sfnt, at: int) -> None:
        held = font.numbers("cmap", "I", 3 * font.number("cmap", at + 12, "L"), at + 16)
        self._starts, self._ends, self._glyphs = held[0::3], held[1::3], held[2::3]

    def __getitem__(self, code: int) -> int:
        group = bisect_left(self._ends, code)
        if group < len(self._ends) and self._starts[group] <= code:
            glyph = self._glyphs[group] + code - self._starts[group]
            if glyph:
                return glyph
        raise KeyError(code)

    def __iter__(self) -> Iterator[int]:
        for start, end, glyph in zip(self._starts, self._ends, self._glyphs, strict=True):
            yield from (code for code in range(start, end + 1) if glyph + code - start)
