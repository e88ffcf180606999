"""Cache key of a game's examples: a digest of its settings, and of the programs that find and judge them.

Programs are taken by their text: the package of the game, what games share, the search, and of a game of another
package whatever that imports. Nothing is imported for it.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pnp import __version__
from pnp.model.game import Game
from pnp.registry import OWN, home

_OWN = "pnp"
_OF_ALL = ("pnp.examples", "pnp.games.core", "pnp.model", _OWN)
"""What every search goes through, beside the game's own package; of the program itself the files beside its packages,
which are what all of them may use."""
_MOST_FILES, _MOST_BYTES = 3_000, 32_000_000
"""The most that is read of what a game is made of: one that rests on more is searched each time."""
_IMPORT = re.compile(rb"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import\b|import[ \t]+([\w., \t]+))", re.MULTILINE)
_LEFT_OUT = frozenset({"__pycache__", ".git", "templates", "fonts"})
"""Folders of a package that no rule rests on: what is compiled, kept by others, or drawn with."""


class NoDigestError(Exception):
    """Something that has no digest: nothing is wrong, only nothing is known."""


def rests_on(game: Game, seed: int, sources: dict[str, bytes] | None = None) -> str | None:
    """The digest, in hex, of all that the examples of ``game`` follow from; None where that cannot be known.

    Equal digests mean the same examples, in whatever process and on whatever day. ``sources`` are digests of what
    engines are made of, which are added: a process runs what it has loaded, whatever becomes of the files.
    """
    sources = {} if sources is None else sources
    found = hashlib.sha256(f"{__version__}\n{sys.version}\n{sys.implementation.cache_tag}\n{seed}\n".encode())
    try:
        found.update(repr(plain(game.settings)).encode("utf-8", "surrogatepass"))
        if game.engine not in sources:
            sources[game.engine] = _digest(_sources(game.engine))
        found.update(sources[game.engine])
    except (NoDigestError, OSError):
        return None
    return found.hexdigest()


def _digest(parts: Iterable[bytes]) -> bytes:
    found = hashlib.sha256()
    for part in parts:
        found.update(len(part).to_bytes(8, "big"))
        found.update(part)
    return found.digest()


def plain(value: Any) -> Any:
    """A value of settings as nested tuples of texts and numbers, which ``repr`` writes alike in every process. Raises
    NotPlainError for what cannot be written so."""
    if isinstance(value, Enum):
        return "enum", type(value).__qualname__, value.name
    if value is None or isinstance(value, (bool, int, float, str, bytes)):
        return type(value).__name__, value
    if is_dataclass(value) and not isinstance(value, type):
        of = type(value)
        return of.__module__, of.__qualname__, tuple((one.name, plain(getattr(value, one.name))) for one in fields(of))
    if isinstance(value, (tuple, list)):
        return type(value).__name__, tuple(map(plain, value))
    if isinstance(value, Mapping):
        return "mapping", tuple((plain(key), plain(one)) for key, one in value.items())
    if isinstance(value, (set, frozenset)):
        return "set", tuple(sorted(map(repr, map(plain, value))))
    raise NoDigestError


def _sources(engine: str) -> Iterator[bytes]:
    """The files that the examples of an engine come from, each as its name and then its content."""
    where = home(engine)
    # Of another package all of it: a game may be a part of it that goes up for the rest.
    names = [where.package if where.distribution == OWN else where.package.partition(".")[0], *_OF_ALL]
    seen = set(names)
    left = [_MOST_FILES, _MOST_BYTES]
    for name in names:  # grows while it is gone through
        for path, content in _files_of(_located(name), left, deep=name != _OWN):
            yield f"{name}/{path}".encode("utf-8", "surrogateescape")
            yield content
            # Contracts hold what the program's own games may import.
            if name.split(".")[0] != _OWN and path.endswith(".py"):
                further = sorted(_imported(content) - seen)
                seen.update(further)
                names += further


def _imported(text: bytes) -> set[str]:
    """The packages, by their whole names, that a text of Python imports from, as far as games are made of them."""
    found = set()
    for one in _IMPORT.finditer(text):
        named = [one[1]] if one[1] else [part.split()[0] for part in one[2].split(b",") if part.split()]
        for name in (part.decode("utf-8", "replace").split(".") for part in named):
            if name[:2] == ["pnp", "games"]:
                found.add(".".join(name[:3]))
            elif name[0] not in ("", _OWN, *sys.stdlib_module_names):
                found.add(name[0])
    return {name for name in found if _is_there(name)}


def _is_there(name: str) -> bool:
    """Whether there is a module of this name: what looks like an import may be a line of a text."""
    try:
        return find_spec(name) is not None
    except (ImportError, ValueError, AttributeError):
        return False


def _located(name: str) -> list[Path]:
    """The folders of a package, or the file of a module. Raises NotPlainError where it has none."""
    spec = find_spec(name)
    if spec is None:
        raise NoDigestError
    places = list(spec.submodule_search_locations or ()) or [spec.origin or ""]
    found = [Path(place) for place in places]
    if not all(place.exists() for place in found):
        raise NoDigestError
    return found


def _files_of(places: Iterable[Path], left: list[int], *, deep: bool) -> Iterator[tuple[str, bytes]]:
    """The files in ``places``, with their paths there, in one order; where it is not to be ``deep``, those in no folder
    of theirs. ``left`` is how many, and how many bytes, may still be read. Raises NotPlainError where that is not
    enough."""
    for place in places:
        for path in _below(str(place), deep=deep) if place.is_dir() else [str(place)]:
            with open(path, "rb") as file:  # noqa: PTH123 - Path.open takes twice as long, of files that take no time
                content = file.read(left[1] + 1)
            left[0] -= 1
            left[1] -= len(content)
            if min(left) < 0:
                raise NoDigestError
            yield os.path.relpath(path, place), content


def _below(folder: str, *, deep: bool) -> Iterator[str]:
    with os.scandir(folder) as entries:
        found = sorted(entries, key=lambda entry: entry.name)
    for entry in found:
        if entry.name in _LEFT_OUT:
            continue
        if entry.is_dir():
            if deep:
                yield from _below(entry.path, deep=True)
        elif entry.is_file():
            yield entry.path
