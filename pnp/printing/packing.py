"""Compressing what goes into a file, at once or as it comes, to the same bytes."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable
from typing import Any

from pnp.records import dataclass

_WINDOW = 15
"""The most bits of zlib's window."""
_QUICKLY = 7
"""The level at which files are packed: the last percent takes as long as all before."""


@dataclass(frozen=True, slots=True)
class Packed:
    """Compressed data: how many bytes they were, and the MD5 of these in hex."""

    data: bytes
    size: int
    check: str


def compressed(data: bytes) -> bytes:
    """Data as a stream of a PDF has them (FlateDecode)."""
    packer = _packer(len(data))
    return b"".join([packer.compress(data), packer.flush()])


def packed(data: bytes) -> Packed:
    """Data that are there at once, compressed."""
    return packed_by(lambda take: take(data))[0]


def packed_by(tell: Callable[[Callable[[bytes], object]], Any]) -> tuple[Packed, Any]:
    """What ``tell`` hands over piece by piece, compressed as if it had come at once; and what it returns."""
    packer = _Packer()
    told = tell(packer.take)
    return packer.finish(), told


def _packer(size: int, level: int = 9) -> Any:
    # A window no larger than the data: zlib clears all of it first, which takes longer than packing a small face.
    return zlib.compressobj(level, zlib.DEFLATED, max(9, min(_WINDOW, size.bit_length())))


class _Packer:
    """Compresses pieces."""

    def __init__(self) -> None:
        self._size = 0
        self._check = hashlib.md5(usedforsecurity=False)
        self._held: list[bytes] = []
        """The first pieces, as long as they tell nothing of the window."""
        self._packer: Any = None
        self._packed: list[bytes] = []

    def take(self, piece: bytes) -> None:
        """The data that follow."""
        self._size += len(piece)
        self._check.update(piece)
        if self._packer is not None:
            self._packed.append(self._packer.compress(piece))
        else:
            self._held.append(piece)
            if self._size.bit_length() >= _WINDOW:
                self._begin()

    def finish(self) -> Packed:
        """All that came."""
        if self._packer is None:
            self._begin()
        self._packed.append(self._packer.flush())
        return Packed(b"".join(self._packed), self._size, self._check.hexdigest())

    def _begin(self) -> None:
        self._packer = _packer(self._size, _QUICKLY)
        self._packed.append(self._packer.compress(b"".join(self._held)))
        self._held.clear()
