"""QR codes as one SVG path."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=64)
def qr_path(data: str) -> tuple[str, int]:
    """Return the dark modules of a QR code as path data, and the number of modules on a side.

    One unit is one module. The code has error level M (ISO/IEC 18004) and no quiet zone; the caller leaves four modules
    of plain ground around it.
    """
    import segno  # noqa: PLC0415 - its import takes 10 ms, and a deck without examples has no code

    code = segno.make_qr(data, error="m", boost_error=False)
    rows = [bytes(row) for row in code.matrix]
    parts: list[str] = []
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            start = x
            while x < len(row) and row[x]:
                x += 1
            if x > start:
                parts.append(f"M{start} {y}h{x - start}v1h-{x - start}z")
            x += 1
    return "".join(parts), len(rows)
