"""PNG files of drawn art: rows as they are, without the filters that suit photographs.

Pillow tries every filter on every row, and what that leaves of flat colour packs worse than what was there: files of
whole kits take twice the time, and a tenth more bytes. Photographs are another matter, and left to Pillow.
"""

from __future__ import annotations

import struct
import zlib

from PIL import Image

from pnp.units import MM_PER_INCH

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_PACKING = 3
_PHOTOGRAPH = 0.3
"""What packs worse than to this share of its bytes is no drawing."""
_RGB, _EIGHT_BITS, _METRE, _PERCEPTUAL = 2, 8, 1, 0


def drawn_png(image: Image.Image, dpi: int) -> bytes | None:
    """The PNG file (PNG 3, W3C 2025) of an RGB picture, in sRGB and with its resolution; None for a photograph."""
    rows, row = image.tobytes(), image.width * 3
    data = zlib.compress(b"".join(b"\0" + rows[at : at + row] for at in range(0, len(rows), row)), _PACKING)
    if len(data) > _PHOTOGRAPH * len(rows):
        return None
    dots = round(dpi / MM_PER_INCH * 1000)
    return b"".join(
        (
            _SIGNATURE,
            _chunk(b"IHDR", struct.pack(">IIBBBBB", image.width, image.height, _EIGHT_BITS, _RGB, 0, 0, 0)),
            _chunk(b"sRGB", bytes([_PERCEPTUAL])),
            _chunk(b"pHYs", struct.pack(">IIB", dots, dots, _METRE)),
            _chunk(b"IDAT", data),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
