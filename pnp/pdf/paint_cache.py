"""Cache of painted faces, font subsets and compressed streams, for files that differ little from the last.

The bytes of a file are the same with the cache and without it.
"""

from __future__ import annotations

from collections.abc import Hashable

from pnp.cache.memory import MemoryCache
from pnp.cardsvg import Drawing
from pnp.fonts import FontBook
from pnp.pdf.embedding import SubsetCache
from pnp.pdf.objects.document import deflate
from pnp.pdf.objects.palette import SCREEN, Palette
from pnp.pdf.painting.painter import Painter
from pnp.pdf.painting.signs import ResourcePlaceholders
from pnp.pdf.painting.tagging import StructureElement, TaggedPainter
from pnp.records import dataclass

_MAX_SIGNS, _MAX_BYTES = 100_000, 200_000_000
"""Limits of signs, and of bytes of pictures. Beyond them a new painter begins: signs are never dropped singly."""


@dataclass(frozen=True, slots=True)
class DrawnPage:
    """Content of a page: operators with signs, its parts in order, and its signs, each once.

    ``sources`` are the objects that it was drawn from.
    """

    operators: str
    parts: tuple[StructureElement, ...]
    signs: tuple[str, ...]
    sources: object = None


@dataclass(frozen=True, slots=True)
class PainterCache:
    """Painter and its painted drawings and pages.

    Both are compared by identity: an unchanged object that comes again is not painted again. The object is kept beside
    its operators, so that no other object gets its address in memory.
    """

    signs: ResourcePlaceholders
    painter: Painter
    tagging: TaggedPainter
    painted: MemoryCache[int, tuple[Drawing, str]]
    tagged: MemoryCache[int, tuple[Drawing, str, list[StructureElement]]]
    pages: MemoryCache[Hashable, DrawnPage]
    keeps: bool

    def operators(self, drawing: Drawing) -> str:
        """Return the operators that paint ``drawing``, with signs."""
        if not self.keeps:
            return self.painter.operators(drawing)
        key = id(drawing.nodes)
        return self.painted.get_or_create(key, lambda: (drawing, self.painter.operators(drawing)))[1]

    def parts(self, drawing: Drawing) -> tuple[str, list[StructureElement]]:
        """Return the operators that paint a tagged drawing, and its parts in order."""
        if not self.keeps:
            return self.tagging.tagged(drawing)
        key = id(drawing.nodes)
        return self.tagged.get_or_create(key, lambda: (drawing, *self.tagging.tagged(drawing)))[1:]


class PdfCache:
    """Cache between files. With ``keeps`` false nothing is kept. A cache belongs to one thread at a time."""

    def __init__(self, keeps: bool = True) -> None:
        self._keeps = keeps
        self._painter_caches: MemoryCache[tuple[Palette, FontBook, str, bool], PainterCache] = MemoryCache(keeps)
        self._streams: MemoryCache[bytes, bytes] = MemoryCache(keeps)
        self.texts: MemoryCache[str, str] = MemoryCache(keeps)
        """Text strings as PDF source."""
        self.font_subsets: SubsetCache = MemoryCache(keeps)

    def painter_cache(
        self, fonts: FontBook, language: str, palette: Palette = SCREEN, outlines: bool = False
    ) -> PainterCache:
        """Return the painter for a language and a palette. ``outlines`` turns all type into shapes."""
        key = palette, fonts, language, outlines
        cached = self._painter_caches.get(key)
        if cached is None or len(cached.signs) > _MAX_SIGNS or cached.signs.weight > _MAX_BYTES:
            signs = ResourcePlaceholders(palette)
            painter, tagging = Painter(signs, fonts, language, outlines), TaggedPainter(signs, fonts, language)
            keeps = self._keeps
            cached = PainterCache(
                signs, painter, tagging, MemoryCache(keeps), MemoryCache(keeps), MemoryCache(keeps), keeps
            )
        return self._painter_caches.keep(key, cached)

    def pack(self, data: bytes) -> bytes:
        """Compress the data of a stream."""
        stream = self._streams.get(data)
        return self._streams.keep(data, deflate(data)) if stream is None else stream

    def turn(self) -> None:
        """Begin another file. Entries that neither it nor the file after it needs are dropped."""
        for cached in self._painter_caches.values():
            cached.painted.turn()
            cached.tagged.turn()
            cached.pages.turn()
        for memory_cache in (self._painter_caches, self._streams, self.font_subsets, self.texts):
            memory_cache.turn()
