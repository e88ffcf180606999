"""Drawings that are put away small until somebody asks for them again: of a deck of a hundred thousand cards each is
looked at a few times, and never two at once."""

from __future__ import annotations

import zlib
from collections.abc import Hashable
from typing import Any, TypeVar

from pnp.cardsvg.errors import Source
from pnp.cardsvg.nodes import Drawing, ImageResolver, Node
from pnp.cardsvg.reader import read
from pnp.cardsvg.resolve import Resolver

_LEVEL = 6
_MOST_KNOWN = 1_000
_Shared = TypeVar("_Shared", bound=Hashable)


class PackedDrawing(Drawing):
    """A drawing that is parsed anew whenever its nodes are asked for. The ``strings`` on it are known without that."""

    __slots__ = ("_name", "_packed", "_packer", "strings")

    strings: tuple[str, ...]
    _packer: DrawingPacker
    _name: str
    _packed: bytes

    def __init__(self, packer: DrawingPacker, drawing: Drawing, packed: bytes, strings: tuple[str, ...]) -> None:
        for name, value in (
            ("bounds", packer.once(drawing.bounds)),
            ("data", drawing.data),
            ("_packer", packer),
            ("_name", drawing.source.name),
            ("_packed", packed),
            ("strings", tuple(map(packer.once, strings))),
        ):
            object.__setattr__(self, name, value)

    @property
    def source(self) -> Source:
        """The SVG text."""
        return Source(self._name, self._packer.unpacked(self._packed))

    @property
    def nodes(self) -> tuple[Node, ...]:
        """What it draws, parsed anew."""
        return self.opened().nodes

    def opened(self) -> Drawing:
        """The same as a drawing that holds its nodes."""
        text, root, ids = read(self.source.data.decode("utf-8"), self._name)
        return Resolver(text, ids, self._packer.images).drawing(root)


class DrawingPacker:
    """Puts drawings away. What they have in common with the first one takes no room."""

    def __init__(self, images: ImageResolver | None) -> None:
        self.images = images
        self._common: bytes | None = None
        self._known: dict[Any, Any] = {}

    def once(self, value: _Shared) -> _Shared:
        """The same value, as it was held for a drawing before."""
        if len(self._known) >= _MOST_KNOWN:
            self._known.clear()
        found: _Shared = self._known.setdefault(value, value)
        return found

    def packed(self, drawing: Drawing, strings: tuple[str, ...]) -> PackedDrawing:
        """A drawing, as its source says it, put away; ``strings`` are what is printed on it."""
        data = drawing.source.data
        if self._common is None:
            self._common = data
        packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, zdict=self._common)
        return PackedDrawing(self, drawing, packer.compress(data) + packer.flush(), strings)

    def unpacked(self, packed: bytes) -> bytes:
        """The SVG of a drawing that was put away."""
        assert self._common is not None
        return zlib.decompressobj(zdict=self._common).decompress(packed)
