"""Faces painted before, fonts cut down before, streams packed before: what a file that differs little from the last one
need not make again. The bytes are the same with it and without."""

from __future__ import annotations

from collections.abc import Hashable

from pnp.cache.memory import MemoryCache
from pnp.cardsvg import Drawing
from pnp.fonts import FontBook
from pnp.pdf.embedding import CutDown
from pnp.pdf.objects.document import compressed
from pnp.pdf.objects.palette import SCREEN, Palette
from pnp.pdf.painting.painter import Painter
from pnp.pdf.painting.signs import ResourcePlaceholders
from pnp.pdf.painting.tagging import StructureElement, TaggedPainter
from pnp.records import dataclass

_MOST_SIGNS, _MOST_BYTES = 100_000, 200_000_000
"""So many signs, and so large pictures: beyond that painters begin anew, since signs are never forgotten one by one."""


@dataclass(frozen=True, slots=True)
class DrawnPage:
    """What is on a page: operators with signs, its parts in order, and its signs, each once. ``rests_on`` is what it
    was drawn from."""

    operators: str
    parts: tuple[StructureElement, ...]
    signs: tuple[str, ...]
    rests_on: object = None


@dataclass(frozen=True, slots=True)
class PainterCache:
    """A painter and what it has painted. Drawings are told apart as objects, and so are pages: one that is handed on
    again, unchanged, is not painted again. Each is kept beside what was painted, so that no other takes its place in
    memory."""

    signs: ResourcePlaceholders
    painter: Painter
    tagging: TaggedPainter
    painted: MemoryCache[int, tuple[Drawing, str]]
    tagged: MemoryCache[int, tuple[Drawing, str, list[StructureElement]]]
    pages: MemoryCache[Hashable, DrawnPage]
    keeps: bool

    def operators(self, drawing: Drawing) -> str:
        """The operators that paint ``drawing``, with signs."""
        if not self.keeps:
            return self.painter.operators(drawing)
        key = id(drawing.nodes)
        return self.painted.made(key, lambda: (drawing, self.painter.operators(drawing)))[1]

    def parts(self, drawing: Drawing) -> tuple[str, list[StructureElement]]:
        """The operators that paint a drawing that says its parts, and these in order."""
        if not self.keeps:
            return self.tagging.tagged(drawing)
        key = id(drawing.nodes)
        return self.tagged.made(key, lambda: (drawing, *self.tagging.tagged(drawing)))[1:]


class PdfCache:
    """What was made for files before; what ``keeps`` nothing makes all of a file anew. One of them belongs to one
    thread at a time."""

    def __init__(self, keeps: bool = True) -> None:
        self._keeps = keeps
        self._studios: MemoryCache[tuple[Palette, FontBook, str, bool], PainterCache] = MemoryCache(keeps)
        self._packed: MemoryCache[bytes, bytes] = MemoryCache(keeps)
        self.texts: MemoryCache[str, str] = MemoryCache(keeps)
        """Text strings as PDF source."""
        self.cut_down: CutDown = MemoryCache(keeps)

    def studio(self, fonts: FontBook, language: str, palette: Palette = SCREEN, outlines: bool = False) -> PainterCache:
        """A painter for files in ``language``, in the colours of ``palette``; ``outlines`` makes shapes of all type."""
        key = palette, fonts, language, outlines
        found = self._studios.get(key)
        if found is None or len(found.signs) > _MOST_SIGNS or found.signs.weight > _MOST_BYTES:
            signs = ResourcePlaceholders(palette)
            painter, tagging = Painter(signs, fonts, language, outlines), TaggedPainter(signs, fonts, language)
            keeps = self._keeps
            found = PainterCache(
                signs, painter, tagging, MemoryCache(keeps), MemoryCache(keeps), MemoryCache(keeps), keeps
            )
        return self._studios.keep(key, found)

    def pack(self, data: bytes) -> bytes:
        """The data of a stream, compressed."""
        found = self._packed.get(data)
        return self._packed.keep(data, compressed(data)) if found is None else found

    def turn(self) -> None:
        """Begin another file: what it does not need, and the one after it neither, is forgotten."""
        for studio in self._studios.values():
            studio.painted.turn()
            studio.tagged.turn()
            studio.pages.turn()
        for memo in (self._studios, self._packed, self.cut_down, self.texts):
            memo.turn()
