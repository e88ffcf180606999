"""The contents of streams, no more than can be held: a few bytes may stand for gigabytes."""

from __future__ import annotations

import zlib

import pikepdf

LARGEST = 24_000_000
"""Bytes of operators in one stream, unpacked."""
LARGEST_PICTURE = 300_000_000
"""Bytes of one picture, unpacked: an A2 sheet at 300 dpi in four inks has 140 million."""
_RATIOS = {"/LZWDecode": 1400, "/RunLengthDecode": 128, "/ASCII85Decode": 1, "/ASCIIHexDecode": 1}
_PIECE = 1 << 20


class TooMuchError(ValueError):
    """A stream holds more than can be looked at."""


def filters(stream: pikepdf.Stream) -> list[str]:
    """The names of the filters of a stream, the outermost first."""
    said = stream.get("/Filter")
    if said is None:
        return []
    names = list(said) if isinstance(said, pikepdf.Array) else [said]
    return [str(name) for name in names if isinstance(name, pikepdf.Name)]


def check_size(stream: pikepdf.Stream, most: int) -> None:
    """Raises TooMuchError for a stream that unpacks to more than ``most`` bytes; nothing is kept of it."""
    size = raw = len(stream.read_raw_bytes())
    for name in filters(stream):
        if name == "/FlateDecode" and size == raw:
            size = _inflated(stream.read_raw_bytes(), most)
        elif name == "/FlateDecode":
            size *= 1032
        else:
            size *= _RATIOS.get(name, 1)
    if size > most:
        raise TooMuchError(f"a stream unpacks to more than {most:,} bytes")


def _inflated(data: bytes, most: int) -> int:
    """How many bytes packed data hold, counted up to a little over ``most``."""
    packer, size, rest = zlib.decompressobj(), 0, data
    try:
        while rest and size <= most and not packer.eof:
            size += len(packer.decompress(rest, _PIECE))
            rest = packer.unconsumed_tail
    except zlib.error:
        return size
    return size
