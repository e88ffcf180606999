"""QR codes as one SVG path."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=64)
def qr_path(data: str) -> tuple[str, int]:
    """Return the dark modules of a QR code as path data, and the number of modules on a side.

    One unit is one module. The code has error level M (ISO/IEC 18004) and no quiet zone; the caller leaves four modules
    of plain ground around it.
    """
    from qrcodegen import QrCode, QrSegment  # noqa: PLC0415 - a deck without examples has no code

    code = QrCode.encode_segments(QrSegment.make_segments(data), QrCode.Ecc.MEDIUM, boostecl=False)
    modules = code.get_size()
    parts: list[str] = []
    for y in range(modules):
        dark = [code.get_module(x, y) for x in range(modules)]
        x = 0
        while x < modules:
            start = x
            while x < modules and dark[x]:
                x += 1
            if x > start:
                parts.append(f"M{start} {y}h{x - start}v1h-{x - start}z")
            x += 1
    return "".join(parts), modules
