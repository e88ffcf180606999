"""Size limits of streams: a few compressed bytes may stand for gigabytes."""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Sequence

import pikepdf

MAX_OPERATOR_BYTES = 24_000_000
"""Most bytes of operators in one stream, uncompressed."""
MAX_PICTURE_BYTES = 300_000_000
"""Most bytes of one picture, uncompressed. An A2 sheet at 300 dpi in four inks has 140 million."""
_MAX_RATIOS = {"/LZWDecode": 1400, "/RunLengthDecode": 128, "/ASCII85Decode": 1, "/ASCIIHexDecode": 1}
_CHUNK = 1 << 20


class TooMuchError(ValueError):
    """Error for a file that is too large to check."""


def filters(stream: pikepdf.Stream) -> list[str]:
    """Return the names of the filters of a stream, the outermost first."""
    filter_entry = stream.get("/Filter")
    if filter_entry is None:
        return []
    names = list(filter_entry) if isinstance(filter_entry, pikepdf.Array) else [filter_entry]
    return [str(name) for name in names if isinstance(name, pikepdf.Name)]


def check_size(stream: pikepdf.Stream, most: int) -> None:
    """Raise TooMuchError for a stream that decompresses to more than ``most`` bytes. The data are not kept."""
    size = raw = len(stream.read_raw_bytes())
    for name in filters(stream):
        if name == "/FlateDecode" and size == raw:
            size = _inflated_size(stream.read_raw_bytes(), most)
        elif name == "/FlateDecode":
            size *= 1032
        else:
            size *= _MAX_RATIOS.get(name, 1)
    if size > most:
        raise TooMuchError(f"a stream unpacks to more than {most:,} bytes")


def unpack_outer(data: bytes, encodings: Sequence[str]) -> bytes | None:
    """Return a picture without the filters around its own encoding; None for filters that are not read.

    Raises TooMuchError if it unpacks to more than a picture may have, and ValueError if it is damaged.
    """
    for name in encodings:
        try:
            if name == "/FlateDecode":
                decompressor = zlib.decompressobj()
                data = decompressor.decompress(data, MAX_PICTURE_BYTES)
                if decompressor.unconsumed_tail:
                    raise TooMuchError(f"a picture unpacks to more than {MAX_PICTURE_BYTES:,} bytes")
            elif name == "/ASCII85Decode":
                text = b"".join(data.split()).removeprefix(b"<~")
                data = base64.a85decode(text.partition(b"~")[0])
            elif name == "/ASCIIHexDecode":
                digits = b"".join(data.split()).partition(b">")[0]
                data = binascii.unhexlify(digits + b"0" * (len(digits) % 2))
            else:
                return None
        except (zlib.error, binascii.Error) as error:
            raise ValueError(f"a picture cannot be unpacked: {error}") from error
    return data


def _inflated_size(data: bytes, most: int) -> int:
    """Return the decompressed size of data, counted up to a little over ``most``."""
    decompressor, size, rest = zlib.decompressobj(), 0, data
    try:
        while rest and size <= most and not decompressor.eof:
            size += len(decompressor.decompress(rest, _CHUNK))
            rest = decompressor.unconsumed_tail
    except zlib.error:
        return size
    return size
