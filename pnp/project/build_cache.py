"""Build cache: keep examples, drawings and painted pages by everything they depend on, so that a process that builds
a kit again does only what a change needs.

Nothing of it is global: every project has its own, unless one is handed on from project to project as a definition
changes. Then kits are the same, byte for byte, as those of a process that has just begun.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from pnp.cache.memory import MemoryCache
from pnp.cache.stamps import Stamp, stamp
from pnp.fonts import FontBook
from pnp.model.game import Game
from pnp.project.examples_key import NoDigestError, plain

if TYPE_CHECKING:
    from pnp.cardsvg import Drawing, Picture
    from pnp.examples import ExampleSet
    from pnp.games.core.lesson import Example
    from pnp.games.core.tableau import Tableau
    from pnp.imposition import Page
    from pnp.pdf import Caption


Stamped: TypeAlias = tuple[str, Stamp]
"""A file by its path, with its stamp."""
_MOST_ROOMS = 12
_PATIENCE = 8
"""So many kits may fail one after the other before what they drew is forgotten."""
_SETTLED = 0.1
"""Seconds after which a file that was written again would show another time."""


class IdentityKey:
    """An object as a key: it is equal to itself alone."""

    def __init__(self, value: object) -> None:
        self._value = value

    def __hash__(self) -> int:
        return id(self._value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, IdentityKey) and other._value is self._value


class KitCache:
    """What is kept of one kit: a game in one language, on one paper, as one command asks for it."""

    def __init__(self, keeps: bool) -> None:
        # Most commands draw nothing.
        from pnp.pdf.inventory import Inventories  # noqa: PLC0415
        from pnp.pdf.paint_cache import PdfCache  # noqa: PLC0415
        from pnp.rendering.render_cache import DrawingCache  # noqa: PLC0415

        self.drawings = DrawingCache(keeps)
        self.paintings = PdfCache(keeps)
        self.laid: MemoryCache[Hashable, tuple[Page, ...]] = MemoryCache(keeps)
        self.inventories = Inventories(keeps)
        self.captions: MemoryCache[Hashable, tuple[Drawing, Caption]] = MemoryCache(keeps)
        self._begun = False
        self._failed = 0

    def begin(self) -> None:
        """A kit is asked for."""
        self._begun = True

    def give_up(self) -> None:
        """Whatever kit was begun will not be done. All is kept for the one that will be; but what many drew in vain is
        forgotten."""
        self._failed += self._begun
        self._begun = False
        if self._failed >= _PATIENCE:
            self._failed = 0
            self.drawings.turn()
            self.laid.turn()

    def turn(self) -> None:
        """A kit is done: what it did not need, and the next one does not either, is forgotten."""
        self._begun, self._failed = False, 0
        self.drawings.turn()
        self.paintings.turn()
        self.laid.turn()
        self.captions.turn()
        self.inventories.turn()


class BuildCache:
    """What is kept from kit to kit. One that ``keeps`` nothing, as of a command that builds each kit once, holds no
    more than one kit needs. One of them belongs to one thread at a time."""

    def __init__(self, keeps: bool = True) -> None:
        self.keeps = keeps
        self.most_rooms = _MOST_ROOMS
        """How many kits are kept."""
        self.sources: dict[str, bytes] = {}
        """Digests of the programs of each engine, as they were when they were first asked for: they run as they were
        then."""
        self._rooms: dict[object, KitCache] = {}
        self._examples: MemoryCache[tuple[str, object, int], ExampleSet] = MemoryCache()
        self._told: MemoryCache[IdentityKey, Tableau] = MemoryCache()
        self._books: dict[tuple[Path, ...], tuple[tuple[Stamped, ...], FontBook]] = {}
        self._pictures: MemoryCache[Stamped, Picture] = MemoryCache(keeps)

    def room(self, key: object) -> KitCache:
        """The room of a kit, by all that tells it from others of the same definition."""
        room = self._rooms.pop(key, None) or KitCache(self.keeps)
        room.begin()
        if self.keeps:
            self._rooms[key] = room
            while len(self._rooms) > self.most_rooms:
                del self._rooms[next(iter(self._rooms))]
        return room

    def examples(self, game: Game, seed: int, search: Callable[[], ExampleSet]) -> ExampleSet:
        """The examples of a game, searched once for settings that say the same. Settings that have no one way to be
        written down are told apart as objects."""
        try:
            settings: object = repr(plain(game.settings))
        except NoDigestError:
            settings = IdentityKey(game.settings)
        return self._examples.made((game.engine, settings, seed), search)

    def told(self, example: Example, explain: Callable[[], Tableau]) -> Tableau:
        """How an example that was searched is laid out; that is found out once. Examples of one search have settings
        that say the same."""
        return self._told.made(IdentityKey(example), explain)

    def fonts(self, folders: tuple[Path, ...]) -> FontBook:
        """The fonts of folders, opened once as long as nothing changes there."""
        if not self.keeps:
            return FontBook(folders)
        now = tuple(one for folder in folders for one in _all_stamped(folder))
        known = self._books.get(folders)
        if known is None or known[0] != now or not _settled(now):
            known = self._books[folders] = now, FontBook(folders)
        return known[1]

    def picture(self, path: Path, read: Callable[[], Picture]) -> Picture:
        """A picture of a file, read once as long as the file is what it was."""
        if not self.keeps:
            return read()
        now = _stamped(path)
        return self._pictures.made(now, read) if _settled([now]) else read()

    def turn(self) -> None:
        """A definition is read anew: what no kit asks for until then is forgotten."""
        self._examples.turn()
        self._told.turn()
        self._pictures.turn()
        for room in self._rooms.values():
            room.give_up()


def _stamped(path: Path) -> Stamped:
    return str(path), stamp(path.stat())


def _all_stamped(folder: Path) -> Iterator[Stamped]:
    if folder.is_dir():
        yield from (_stamped(path) for path in sorted(folder.rglob("*")))


def _settled(files: Iterable[Stamped]) -> bool:
    """Whether files were written long enough ago: the clock of a file system has steps."""
    since = time.time() - _SETTLED
    return all(max(written, changed) < since * 1e9 for _, (_, _, written, changed) in files)
