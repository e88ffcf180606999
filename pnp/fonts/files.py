"""Font files: TrueType and OpenType, plain or packed as WOFF and WOFF2, and their descriptions of themselves."""

from __future__ import annotations

import io
import logging
import re
import stat
import struct
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal, TypeAlias

import uharfbuzz

from pnp.diagnostics import Diagnostic, Location, TemplateError
from pnp.records import dataclass
from pnp.shipped import shipped
from pnp.steps import begin_step
from pnp.textfile import label_of
from pnp.units import FONT_WIDTHS

# The choice of a face within a family.

FontStyle: TypeAlias = Literal["normal", "italic"]
UPRIGHT: FontStyle = "normal"
_TAG = re.compile("[A-Za-z0-9]{4}")


def stretch_of(value: object) -> float | None:
    """Return a width in per cent from a keyword of CSS or a number from 50 to 200; None for anything else."""
    if isinstance(value, str):
        return FONT_WIDTHS.get(value)
    if isinstance(value, int | float) and not isinstance(value, bool) and 50 <= value <= 200:
        return float(value)
    return None


def style_of(value: object) -> FontStyle | None:
    """Return a style by its name; None for anything else."""
    return "normal" if value == "normal" else "italic" if value == "italic" else None


def features_of(value: object) -> tuple[str, ...] | None:
    """Return features from a list of OpenType tags, sorted; None for anything else."""
    if not isinstance(value, list) or not all(isinstance(tag, str) and _TAG.fullmatch(tag) for tag in value):
        return None
    return tuple(sorted(set(value)))


SUFFIXES = (".ttf", ".otf", ".woff", ".woff2")
LARGEST = 64 * 1024 * 1024
"""Most bytes of a font file, packed or not. The largest fonts of Chinese have a third of that."""
_FAMILY, _LEGACY, _WWS = 16, 1, 21
"""Name ids: the family with all its weights, that of a menu of four styles, that of weight, width and slope."""
_ITALIC, _OBLIQUE = 1 << 0, 1 << 9
_NEEDED = frozenset({"hmtx", "cmap", "head", "hhea", "maxp", "OS/2", "name", "post"})
_OUTLINES = ({"glyf", "loca"}, {"CFF "})
"""Tables of TrueType outlines, and of PostScript outlines."""
_VERSIONS = (b"\0\1\0\0", b"true", b"OTTO")
_DAMAGED = (
    *(ValueError, KeyError, IndexError, AttributeError, TypeError, struct.error, zlib.error),
    *(AssertionError, OverflowError, EOFError),
)
"""Errors of fontTools for damaged tables, beside its own."""
_PACKED = (b"wOFF", b"wOF2")
_WOFF2_HEADER = 48
_OTHER_TAG = 63
_GLYF_AND_LOCA = (10, 11)
"""Indices of these tables among the tags that WOFF2 knows (WOFF2, 4.1)."""


def font_error(path: Path, message: str, hint: str) -> TemplateError:
    """Return the error for a font file that cannot be used."""
    return TemplateError(Diagnostic("font", message, Location(f"{path.parent.name}/{path.name}"), hint))


def not_a_font(path: Path, reason: object) -> TemplateError:
    """Return the error for bytes that are no font."""
    return font_error(
        path, f"this is not a TrueType or OpenType font: {reason}", "use a .ttf or .otf file that is whole"
    )


def read_font(path: Path) -> bytes:
    """Read a font file, and unpack it if it is packed. Raises TemplateError if it cannot be read."""
    if path.parent != shipped("fonts"):  # no shipped font takes too long
        begin_step("reading this font", label_of(path))
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise font_error(path, "this is not a regular file", "put a font file in its place")
        size = status.st_size
        content = path.read_bytes() if size <= LARGEST else b""
    except OSError as error:
        raise font_error(path, f"the font cannot be read: {error.strerror or error}", "put the file back") from error
    if size > LARGEST:
        raise _too_large(path)
    return _unpacked(path, content) if content[:4] in _PACKED else content


def open_font(path: Path, data: bytes) -> uharfbuzz.Face:
    """Open the bytes of a font, called ``path`` in messages. Raises TemplateError if it cannot be embedded."""
    if data[:4] not in _VERSIONS:
        raise not_a_font(path, "it does not begin as one")
    try:
        records = [
            struct.unpack_from(">4sLLL", data, 12 + 16 * index) for index in range(int.from_bytes(data[4:6], "big"))
        ]
    except struct.error as error:
        raise not_a_font(path, "it is cut off") from error
    view = memoryview(data)
    tables = {tag.decode("latin-1"): view[offset : offset + length] for tag, _, offset, length in records}
    missing = sorted(_NEEDED.difference(tables))
    if missing or not any(kind.issubset(tables) for kind in _OUTLINES):
        lack = f"no table {', '.join(missing)}" if missing else "no outlines that can be embedded"
        raise font_error(path, f"this font has {lack}", "use a .ttf or .otf file with outlines")
    if "fvar" in tables:
        raise font_error(
            path,
            "this is a variable font; only its default weight would be printed",
            "make a static font of the weight you want, for instance with fonttools varLib.instancer",
        )
    if any(offset + length > len(data) for _, _, offset, length in records):
        raise not_a_font(path, "it is cut off")
    _check_lengths(path, tables)
    return uharfbuzz.Face(uharfbuzz.Blob(data))


def _check_lengths(path: Path, tables: Mapping[str, memoryview]) -> None:
    """Raise TemplateError if tables of metrics contradict each other: HarfBuzz would go on without them."""

    def number(tag: str, offset: int) -> int:
        if offset + 2 > len(tables[tag]):
            raise not_a_font(path, f"its table {tag!r} is too short")
        return int.from_bytes(tables[tag][offset : offset + 2], "big")

    glyphs, full = number("maxp", 4), number("hhea", 34)
    if not number("head", 18):
        raise not_a_font(path, "its em has no units")
    if not 0 < full <= glyphs:
        raise not_a_font(path, "its table 'hhea' does not agree with 'maxp'")
    if len(tables["hmtx"]) < 4 * full + 2 * (glyphs - full):
        raise not_a_font(path, "its table 'hmtx' is too short")
    if "loca" in tables and len(tables["loca"]) < (glyphs + 1) * (4 if number("head", 50) else 2):
        raise not_a_font(path, "its table 'loca' is too short")


@dataclass(frozen=True, slots=True)
class FontDescription:
    """Description that a font gives of itself. ``names`` are all names of its family; the first one is shown."""

    names: tuple[str, ...]
    weight: int
    style: FontStyle
    stretch: float


def describe(path: Path) -> FontDescription:
    """Read the description of the font in a file. Raises TemplateError for a font that cannot be used."""
    face = open_font(path, read_font(path))
    names = tuple(dict.fromkeys(_family_names(face)))
    if not names:
        raise font_error(path, "this font names no family", "use another font file")
    os2, head = face.reference_table("OS/2").data, face.reference_table("head").data
    try:
        weight, width = struct.unpack_from(">HH", os2, 4)
        (selection,) = struct.unpack_from(">H", os2, 62)
        (mac_style,) = struct.unpack_from(">H", head, 44)
    except struct.error as error:
        raise not_a_font(path, "its tables 'OS/2' or 'head' are too short") from error
    style: FontStyle = "italic" if selection & (_ITALIC | _OBLIQUE) or mac_style & 2 else "normal"
    widths = tuple(FONT_WIDTHS.values())
    return FontDescription(names, weight, style, widths[min(max(width, 1), 9) - 1])


def _family_names(face: uharfbuzz.Face) -> Iterator[str]:
    """Yield the names of the family: the one of all weights first, in English, then those of every language."""
    for kind in (_FAMILY, _LEGACY):
        name = face.get_name(kind)
        if name:
            yield name
    for entry in face.list_names():
        if entry.name_id in (_FAMILY, _LEGACY, _WWS):
            name = (face.get_name(entry.name_id, entry.language) or "").strip()
            if name:
                yield name


def _unpacked(path: Path, data: bytes) -> bytes:
    """Unpack a WOFF or WOFF2 file, to the same bytes every time."""
    # fontTools reads packed fonts, and few projects have any: its import takes 30 ms.
    from fontTools.ttLib import TTFont, TTLibError  # noqa: PLC0415

    logging.getLogger("fontTools").setLevel(logging.CRITICAL)  # damaged tables become an error here
    plain = io.BytesIO()
    try:
        _check_sizes(path, data)
        font = TTFont(io.BytesIO(_without_extras(data)), recalcBBoxes=False, recalcTimestamp=False, checkChecksums=0)
        font.flavor = None
        font.save(plain, reorderTables=True)
    except (TTLibError, *_DAMAGED) as error:
        raise not_a_font(path, repr(error)) from error
    return plain.getvalue()


def _without_extras(data: bytes) -> bytes:
    """Return a WOFF or WOFF2 file whose header names no metadata and no private data: they may unpack to any length.

    Both headers name them in five numbers (WOFF 1.0, section 3; WOFF 2.0, section 4).
    """
    start = 24 if data[:4] == b"wOFF" else 28
    return data[:start] + bytes(20) + data[start + 20 :]


def _check_sizes(path: Path, data: bytes) -> None:
    """Raise TemplateError for a file that unpacks to more than a font can hold, also behind a wrong header."""
    if len(data) < 48:
        raise not_a_font(path, "it is cut off")
    unpacked_size = int.from_bytes(data[16:20], "big")
    if unpacked_size > LARGEST:
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
    size, unpacker = 0, brotli.Decompressor()
    while not unpacker.is_finished():
        try:
            chunk = unpacker.process(piece, output_buffer_limit=1 << 20)
        except brotli.error as error:
            raise not_a_font(path, error) from error
        size, piece = size + len(chunk), b""
        if size > LARGEST:
            raise _too_large(path)
        if not chunk and unpacker.can_accept_more_data():
            raise not_a_font(path, "it is cut off")


def _packed_from(data: bytes) -> int:
    """Return the offset of the packed tables of a WOFF2 file, behind a directory of uneven entries (WOFF2, 4.1)."""
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
