"""Font files as they come: TrueType and CFF outlines, plain or packed as WOFF and WOFF2, and what they say they are."""

from __future__ import annotations

import io
import re
import struct
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from pnp.diagnostics import TemplateError
from pnp.fonts.sfnt import check_tables, font_error, not_a_font
from pnp.records import dataclass
from pnp.units import FONT_WIDTHS

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont


# What is asked of a font beside its family.

FontStyle: TypeAlias = Literal["normal", "italic"]
UPRIGHT: FontStyle = "normal"
_TAG = re.compile("[A-Za-z0-9]{4}")


def stretch_of(value: object) -> float | None:
    """A width in per cent from a keyword of CSS or a number from 50 to 200; None for anything else."""
    if isinstance(value, str):
        return FONT_WIDTHS.get(value)
    if isinstance(value, int | float) and not isinstance(value, bool) and 50 <= value <= 200:
        return float(value)
    return None


def style_of(value: object) -> FontStyle | None:
    """A style by its name; None for anything else."""
    return "normal" if value == "normal" else "italic" if value == "italic" else None


def features_of(value: object) -> tuple[str, ...] | None:
    """Features from a list of tags of OpenType, sorted; None for anything else."""
    if not isinstance(value, list) or not all(isinstance(tag, str) and _TAG.fullmatch(tag) for tag in value):
        return None
    return tuple(sorted(set(value)))


SUFFIXES = (".ttf", ".otf", ".woff", ".woff2")
LARGEST = 64 * 1024 * 1024
"""Bytes of a font file, and of what is packed in one. The largest fonts of all of Chinese have a third of that."""
_FAMILY, _LEGACY, _WWS = 16, 1, 21
"""Name ids: the family with all its weights, that of a menu of four styles, that of weight, width and slope."""
_ITALIC, _OBLIQUE = 1 << 0, 1 << 9
BROKEN = (
    *(ValueError, KeyError, IndexError, AttributeError, TypeError, struct.error, zlib.error),
    *(AssertionError, OverflowError, EOFError),
)
"""What fontTools raises for tables that are damaged, beside errors of its own."""
_PACKED = (b"wOFF", b"wOF2")
_WOFF2_HEADER = 48
_OTHER_TAG = 63
_GLYF_AND_LOCA = (10, 11)
"""Indices of these tables among the tags that WOFF2 knows (WOFF2, 4.1)."""


def read_font(path: Path) -> bytes:
    """The font in a file, unpacked where it is packed. Raises TemplateError where it cannot be read."""
    try:
        size = path.stat().st_size
        data = path.read_bytes() if size <= LARGEST else b""
    except OSError as error:
        raise font_error(path, f"the font cannot be read: {error.strerror or error}", "put the file back") from error
    if size > LARGEST:
        raise _too_large(path)
    return _unpacked(path, data) if data[:4] in _PACKED else data


@contextmanager
def whole(path: Path) -> Iterator[None]:
    """What libraries raise for a damaged font becomes the error for it. Raises TemplateError."""
    try:
        yield
    except BROKEN as error:
        raise not_a_font(path, repr(error)) from error
    except Exception as error:
        if not type(error).__module__.startswith("fontTools."):
            raise
        raise not_a_font(path, error) from error


def open_font(path: Path, data: bytes) -> TTFont:
    """The font file ``data``, called ``path`` in messages: tables lazy, glyphs named by their ids.
    Raises TemplateError where it cannot be used."""
    # Imported here: what most builds need of a font stands in ``sfnt``, and importing fontTools takes 30 ms.
    import logging  # noqa: PLC0415

    from fontTools.ttLib import TTFont  # noqa: PLC0415

    # It says on its own what it passes over; what matters of that becomes an error here.
    logging.getLogger("fontTools").setLevel(logging.CRITICAL)
    with whole(path):
        font = TTFont(io.BytesIO(data), lazy=True, checkChecksums=0)
        check_tables(path, font.reader.keys())
        # Names are never used here, and making them is three quarters of the time it takes to load a large font.
        font.setGlyphOrder(range(font["maxp"].numGlyphs))
    return font


@dataclass(frozen=True, slots=True)
class FontDescription:
    """What a font says it is: its family by all its names, the first the one to show, and weight, style and width."""

    names: tuple[str, ...]
    weight: int
    style: FontStyle
    stretch: float


def describe(path: Path) -> FontDescription:
    """What the font in a file says it is. Raises TemplateError where it cannot be used."""
    font = open_font(path, read_font(path))
    with closing(font), whole(path):
        names = tuple(dict.fromkeys(_names(font)))
        if not names:
            raise font_error(path, "this font names no family", "use another font file")
        table: Any = font["OS/2"]
        slanted = table.fsSelection & (_ITALIC | _OBLIQUE) or font["head"].macStyle & 2
        style: FontStyle = "italic" if slanted else "normal"
        widths = tuple(FONT_WIDTHS.values())
        stretch = widths[min(max(int(table.usWidthClass), 1), 9) - 1]
        return FontDescription(names, int(table.usWeightClass), style, stretch)


def _names(font: TTFont) -> Iterator[str]:
    """The names of the family, the one for all weights and in English first, then in every language."""
    table: Any = font["name"]
    for kind in (_FAMILY, _LEGACY):
        english = table.getDebugName(kind)
        if english:
            yield str(english)
    for record in table.names:
        if record.nameID in (_FAMILY, _LEGACY, _WWS):
            said = record.toUnicode(errors="ignore").strip()
            if said:
                yield str(said)


def _unpacked(path: Path, data: bytes) -> bytes:
    """The font inside a WOFF or WOFF2 file, the same bytes every time."""
    from fontTools.ttLib import TTFont  # noqa: PLC0415

    with whole(path):
        _check_sizes(path, data)
        font = TTFont(io.BytesIO(data), recalcBBoxes=False, recalcTimestamp=False, checkChecksums=0)
        font.flavor = None
        plain = io.BytesIO()
        font.save(plain, reorderTables=True)
    return plain.getvalue()


def _check_sizes(path: Path, data: bytes) -> None:
    """Raises TemplateError for a file that unpacks to more than a font can hold, whatever its header says."""
    if len(data) < 48:
        raise not_a_font(path, "it is cut off")
    told = int.from_bytes(data[16:20], "big")
    if told > LARGEST:
        raise _too_large(path)
    if data[:4] == b"wOFF":
        count = int.from_bytes(data[12:14], "big")
        records = (data[44 + 20 * index : 64 + 20 * index] for index in range(count))
        if sum(int.from_bytes(record[12:16], "big") for record in records) > LARGEST:
            raise _too_large(path)
        return
    import brotli  # noqa: PLC0415 - only for packed fonts

    start = _packed_from(data)
    piece = data[start : start + int.from_bytes(data[20:24], "big")]
    whole, unpacker = 0, brotli.Decompressor()
    while not unpacker.is_finished():
        try:
            found = unpacker.process(piece, output_buffer_limit=1 << 20)
        except brotli.error as error:
            raise not_a_font(path, error) from error
        whole, piece = whole + len(found), b""
        if whole > LARGEST:
            raise _too_large(path)
        if not found and unpacker.can_accept_more_data():
            raise not_a_font(path, "it is cut off")


def _packed_from(data: bytes) -> int:
    """Where the packed tables of a WOFF2 file begin: after a directory of entries of different lengths (WOFF2, 4.1)."""
    at = _WOFF2_HEADER
    for _ in range(int.from_bytes(data[12:14], "big")):
        flags = data[at]
        known, version = flags & 63, flags >> 6
        at += 1 if known != _OTHER_TAG else 5
        # The lengths of glyf and loca are transformed unless their version is 3; of other tables, unless it is 0.
        transformed = version != 3 if known in _GLYF_AND_LOCA else version != 0
        for _ in range(2 if transformed else 1):
            while data[at] & 0x80:
                at += 1
            at += 1
    return at


def _too_large(path: Path) -> TemplateError:
    most = LARGEST // (1024 * 1024)
    return font_error(path, f"this font is larger than {most} MiB", "use a font of the characters that you need")
