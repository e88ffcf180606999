"""Cache of painted faces, font subsets and compressed streams, for files that differ little from the last.

The bytes of a file are the same with the cache and without it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

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
class PaintedContent:
    """What paints a drawing or a page: operators with signs, and the parts of tagged content in order. A page has its
    ``signs`` too, each once."""

    operators: str
    parts: Sequence[StructureElement] = ()
    signs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PainterCache:
    """Painter with what it has painted: drawings by their keys, and pages by all that is on them."""

    signs: ResourcePlaceholders
    painter: Painter
    tagging: TaggedPainter
    contents: MemoryCache[Hashable, PaintedContent]

    def painted(self, drawing: Drawing) -> PaintedContent:
        """Return the content that paints ``drawing``, without parts."""
        return self._content("painted", drawing, lambda: PaintedContent(self.painter.operators(drawing)))

    def tagged(self, drawing: Drawing) -> PaintedContent:
        """Return the content that paints a tagged drawing, with its parts."""
        return self._content("tagged", drawing, lambda: PaintedContent(*self.tagging.tagged(drawing)))

    def _content(self, kind: str, drawing: Drawing, paint: Callable[[], PaintedContent]) -> PaintedContent:
        # The key of a drawing that was put away takes reading it again.
        return self.contents.get_or_create((kind, drawing.key), paint) if self.contents.keeps else paint()


class PdfCache:
    """Cache between files. With ``keeps`` false nothing is kept. A cache belongs to one thread at a time."""

    def __init__(self, keeps: bool = True) -> None:
        self._painter_caches: MemoryCache[tuple[Palette, FontBook, str, bool], PainterCache] = MemoryCache(keeps)
        self._streams: MemoryCache[bytes, bytes] = MemoryCache(keeps)
        self.texts: MemoryCache[str, str] = MemoryCache()
        """Text strings as PDF source; copies of a card share theirs even in one file."""
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
            cached = PainterCache(signs, painter, tagging, MemoryCache(self._painter_caches.keeps))
        return self._painter_caches.keep(key, cached)

    def pack(self, data: bytes) -> bytes:
        """Compress the data of a stream."""
        return self._streams.get_or_create(data, lambda: deflate(data))

    def turn(self) -> None:
        """Begin another file. Entries that neither it nor the file after it needs are dropped."""
        for cached in self._painter_caches.values():
            cached.contents.turn()
        for memory_cache in (self._painter_caches, self._streams, self.font_subsets, self.texts):
            memory_cache.turn()
