"""Formats in which faces are exported, and encoding of pictures."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Mapping
from typing import Any, Literal, cast, get_args

from PIL import Image
from PIL.PngImagePlugin import PngInfo

from pnp.units import MM_PER_INCH

# PNG files of drawn art: rows without the filters that suit photographs
#
# Pillow tries every filter on every row, but filtered flat colour compresses worse: files of whole kits take twice the
# time, and a tenth more bytes. Photographs gain by filters, so Pillow encodes them.

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_COMPRESSION_LEVEL = 3
_MAX_DRAWING_RATIO = 0.3
"""Largest compressed share of a drawing's bytes; a photograph needs more."""
_COLOUR_TYPE_RGB, _EIGHT_BITS, _PER_METRE, _PERCEPTUAL_INTENT = 2, 8, 1, 0


def encode_drawing_png(image: Image.Image, dpi: int) -> bytes | None:
    """Return the PNG file (PNG 3, W3C 2025) of an RGB picture, in sRGB and with its resolution. Returns None for a
    photograph."""
    rows, row_length = image.tobytes(), image.width * 3
    packed = zlib.compress(
        b"".join(b"\0" + rows[start : start + row_length] for start in range(0, len(rows), row_length)),
        _COMPRESSION_LEVEL,
    )
    if len(packed) > _MAX_DRAWING_RATIO * len(rows):
        return None
    dots_per_metre = round(dpi / MM_PER_INCH * 1000)
    return b"".join(
        (
            _SIGNATURE,
            _chunk(b"IHDR", struct.pack(">IIBBBBB", image.width, image.height, _EIGHT_BITS, _COLOUR_TYPE_RGB, 0, 0, 0)),
            _chunk(b"sRGB", bytes([_PERCEPTUAL_INTENT])),
            _chunk(b"pHYs", struct.pack(">IIB", dots_per_metre, dots_per_metre, _PER_METRE)),
            _chunk(b"IDAT", packed),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


PictureFormat = Literal["png", "jpg", "tiff", "webp"]
Format = Literal["png", "jpg", "tiff", "webp", "pdf", "pdfx", "svg"]
PICTURES: tuple[PictureFormat, ...] = get_args(PictureFormat)
FORMATS: tuple[Format, ...] = get_args(Format)
PAGES: tuple[Format, ...] = ("pdf", "pdfx")
"""Formats in which the faces of a component are pages of one file."""

LONGEST_SIDE: Mapping[PictureFormat, int] = {"png": 65_500, "jpg": 65_500, "tiff": 65_500, "webp": 16_383}
"""Most pixels of a side. The WebP container sets its limit (RFC 9649, 2.5); libjpeg that of JPEG."""
MOST_PIXELS = 80_000_000
"""Most pixels of one picture. An A3 page at 600 dpi has 70 million, and takes 0.2 GB while it is drawn."""

_X_RESOLUTION, _Y_RESOLUTION, _RESOLUTION_UNIT, _INCH = 282, 283, 296, 2
"""Tags of EXIF and TIFF 6.0, and their value for inches."""
_PERCEPTUAL = b"\x00"
"""Rendering intent in a PNG's sRGB chunk (PNG 3, 11.3.2.5)."""


def is_picture(format_: Format) -> bool:
    """Tell if a format is made of pixels."""
    return format_ in PICTURES


def picture_format(format_: Format) -> PictureFormat:
    """Return a format that is made of pixels. Raises ValueError for another format."""
    if not is_picture(format_):
        raise ValueError(f"{format_} is not made of pixels")
    return cast(PictureFormat, format_)


def encode(image: Image.Image, format_: PictureFormat, dpi: int) -> bytes:
    """Return the file of an opaque RGB picture, with its resolution. The same picture gives the same bytes. All formats
    are lossless except JPEG, which keeps the colour of every pixel (4:4:4) at quality 95."""
    options: dict[PictureFormat, tuple[str, dict[str, Any]]] = {
        "png": ("PNG", {"dpi": (dpi, dpi), "pnginfo": _srgb()}),
        "jpg": ("JPEG", {"dpi": (dpi, dpi), "quality": 95, "subsampling": 0, "optimize": True}),
        "tiff": ("TIFF", {"dpi": (dpi, dpi), "compression": "tiff_adobe_deflate"}),
        "webp": ("WEBP", {"lossless": True, "quality": 40, "method": 2, "exif": _resolution(dpi)}),
    }
    drawing_png = encode_drawing_png(image, dpi) if format_ == "png" else None
    if drawing_png is not None:
        return drawing_png
    pillow_format, save_options = options[format_]
    buffer = io.BytesIO()
    image.save(buffer, pillow_format, **save_options)
    return buffer.getvalue()


def _srgb() -> PngInfo:
    info = PngInfo()
    info.add(b"sRGB", _PERCEPTUAL)
    return info


def _resolution(dpi: int) -> Image.Exif:
    exif = Image.Exif()
    exif[_X_RESOLUTION] = exif[_Y_RESOLUTION] = float(dpi)
    exif[_RESOLUTION_UNIT] = _INCH
    return exif
