"""Build cache: examples, drawings and painted pages by everything they depend on.

A process that builds a kit again then does only what a change needs. No cache is global: each project has its own,
unless one is handed on from project to project as a definition changes. Kits have the same bytes as those of a new
process.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from pnp.cache.keys import NoKeyError, value_text
from pnp.cache.memory import MemoryCache
from pnp.cache.stamps import Stamp, stamp
from pnp.fonts import FontBook
from pnp.model.game import Game

if TYPE_CHECKING:
    from pnp.cardsvg import Picture
    from pnp.examples import ExampleSet
    from pnp.imposition import Page
    from pnp.pdf import Caption
    from pnp.pdf.inventory import Inventory


Stamped: TypeAlias = tuple[str, Stamp]
"""Path of a file, with its stamp."""
_MAX_KITS = 12
_MAX_FAILURES = 8
"""Kits that may fail in a row before their drawings are dropped."""
_SETTLED = 0.1
"""Seconds after which a write is sure to change the time of a file."""


class KitCache:
    """Cache of one kit: a game in one language, on one paper, with the options of one command."""

    def __init__(self, keeps: bool) -> None:
        # Most commands draw nothing.
        from pnp.pdf.paint_cache import PdfCache  # noqa: PLC0415
        from pnp.rendering.render_cache import DrawingCache  # noqa: PLC0415

        self.drawings = DrawingCache(keeps)
        self.paintings = PdfCache(keeps)
        self.laid: MemoryCache[Hashable, tuple[Page, ...]] = MemoryCache(keeps)
        self.inventories: MemoryCache[Hashable, Inventory] = MemoryCache(keeps)
        self.captions: MemoryCache[Hashable, Caption] = MemoryCache(keeps)
        self._in_progress = False
        self._failures = 0

    def begin(self) -> None:
        """Note that a kit is begun."""
        self._in_progress = True

    def give_up(self) -> None:
        """Note that a kit in progress will not be finished. Its cache stays for the next kit, but the drawings of many
        failed kits are dropped."""
        self._failures += self._in_progress
        self._in_progress = False
        if self._failures >= _MAX_FAILURES:
            self._failures = 0
            self.drawings.turn()
            self.laid.turn()

    def turn(self) -> None:
        """Note that a kit is finished, and drop what neither this kit nor the next one needs."""
        self._in_progress, self._failures = False, 0
        for kept in (self.drawings, self.paintings, self.laid, self.captions, self.inventories):
            kept.turn()


class BuildCache:
    """Cache that lasts from kit to kit, for one thread at a time. If it ``keeps`` nothing, for a command that builds
    each kit once, it holds no more than one kit needs."""

    def __init__(self, keeps: bool = True) -> None:
        self.keeps = keeps
        self.max_kits = _MAX_KITS
        """Number of kits that are kept."""
        self._kits: dict[object, KitCache] = {}
        self._examples: MemoryCache[tuple[str, str, int], ExampleSet] = MemoryCache()
        self._books: dict[tuple[Path, ...], tuple[tuple[Stamped, ...], FontBook]] = {}
        self._pictures: MemoryCache[Stamped, Picture] = MemoryCache(keeps)

    def kit_cache(self, key: object) -> KitCache:
        """Return the cache of a kit, by a ``key`` that tells it from others of the same definition."""
        kit_cache = self._kits.pop(key, None) or KitCache(self.keeps)
        kit_cache.begin()
        if self.keeps:
            self._kits[key] = kit_cache
            while len(self._kits) > self.max_kits:
                del self._kits[next(iter(self._kits))]
        return kit_cache

    def examples(self, game: Game, seed: int, search: Callable[[], ExampleSet]) -> ExampleSet:
        """Return the examples of a game, searched once for equal settings."""
        try:
            key = game.engine, value_text(game.settings), seed
        except NoKeyError:
            return search()
        return self._examples.get_or_create(key, search)

    def fonts(self, folders: tuple[Path, ...]) -> FontBook:
        """Return the fonts of folders, opened once while their files stay unchanged."""
        if not self.keeps:
            return FontBook(folders)
        stamped_files = tuple(stamped for folder in folders for stamped in _stamp_all(folder))
        cached = self._books.get(folders)
        if cached is None or cached[0] != stamped_files or not _settled(stamped_files):
            cached = self._books[folders] = stamped_files, FontBook(folders)
        return cached[1]

    def picture(self, path: Path, read: Callable[[], Picture]) -> Picture:
        """Return the picture of a file, read once while the file stays unchanged."""
        if not self.keeps:
            return read()
        stamped = _stamped(path)
        return self._pictures.get_or_create(stamped, read) if _settled([stamped]) else read()

    def turn(self) -> None:
        """Note that the definition is read again, and drop what no kit has asked for since the last time."""
        self._examples.turn()
        self._pictures.turn()
        for kit_cache in self._kits.values():
            kit_cache.give_up()


def _stamped(path: Path) -> Stamped:
    return str(path), stamp(path.stat())


def _stamp_all(folder: Path) -> Iterator[Stamped]:
    if folder.is_dir():
        yield from (_stamped(path) for path in sorted(folder.rglob("*")))


def _settled(files: Iterable[Stamped]) -> bool:
    """Tell whether files were written long enough ago: the clock of a file system has steps."""
    latest = time.time() - _SETTLED
    return all(max(written, changed) < latest * 1e9 for _, (_, _, written, changed) in files)
