"""Cache key of a game's examples: a digest of its settings, and of the programs that find and judge them.

Programs are read as text: the package of the game, the shared core of games, the search, and, for a game of another
package, everything that it imports. Nothing is imported for the key.
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
from pnp.registry import OWN, game_package

_OWN = "pnp"
_SHARED_PACKAGES = ("pnp.examples", "pnp.games.core", "pnp.model", _OWN)
"""Packages that every search uses, beside the game's own. Of ``pnp`` itself, only the files beside its packages count:
all packages may use them."""
_MOST_FILES, _MOST_BYTES = 3_000, 32_000_000
"""Limits of what is read of a game's programs: beyond them, examples are searched each time."""
_IMPORT = re.compile(rb"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import\b|import[ \t]+([\w., \t]+))", re.MULTILINE)
_IGNORED = frozenset({"__pycache__", ".git", "templates", "fonts"})
"""Folders of a package that no rule depends on: compiled files, repositories, and what faces are drawn with."""


class NoDigestError(Exception):
    """Error of a value without a digest: its examples cannot be cached."""


def examples_key(game: Game, seed: int, sources: dict[str, bytes] | None = None) -> str | None:
    """Return the digest, in hex, of everything that the examples of ``game`` follow from; None if it is unknown.

    Equal digests mean the same examples, in any process and on any day. ``sources`` are digests of engines' programs,
    and new ones are added: a process runs what it has loaded, even if the files change.
    """
    sources = {} if sources is None else sources
    key_hash = hashlib.sha256(f"{__version__}\n{sys.version}\n{sys.implementation.cache_tag}\n{seed}\n".encode())
    try:
        key_hash.update(repr(canonical_settings(game.settings)).encode("utf-8", "surrogatepass"))
        if game.engine not in sources:
            sources[game.engine] = _digest(_sources(game.engine))
        key_hash.update(sources[game.engine])
    except (NoDigestError, OSError):
        return None
    return key_hash.hexdigest()


def _digest(parts: Iterable[bytes]) -> bytes:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.digest()


def canonical_settings(value: Any) -> Any:
    """Convert a value of settings to nested tuples of texts and numbers, with the same ``repr`` in every process.
    Raises NoDigestError for a value that has no such form."""
    if isinstance(value, Enum):
        return "enum", type(value).__qualname__, value.name
    if value is None or isinstance(value, (bool, int, float, str, bytes)):
        return type(value).__name__, value
    if is_dataclass(value) and not isinstance(value, type):
        cls = type(value)
        return (
            cls.__module__,
            cls.__qualname__,
            tuple((field.name, canonical_settings(getattr(value, field.name))) for field in fields(cls)),
        )
    if isinstance(value, (tuple, list)):
        return type(value).__name__, tuple(map(canonical_settings, value))
    if isinstance(value, Mapping):
        return "mapping", tuple(
            (canonical_settings(key), canonical_settings(element)) for key, element in value.items()
        )
    if isinstance(value, (set, frozenset)):
        return "set", tuple(sorted(map(repr, map(canonical_settings, value))))
    raise NoDigestError


def _sources(engine: str) -> Iterator[bytes]:
    """Yield the files that the examples of an engine come from, each as its name and then its content."""
    home = game_package(engine)
    # Of another package, take all of it: the game's part may import the rest.
    names = [
        home.package if home.distribution == OWN else home.package.partition(".")[0],
        *_SHARED_PACKAGES,
    ]
    seen = set(names)
    budget = [_MOST_FILES, _MOST_BYTES]
    for name in names:  # grows in the loop
        for path, content in _files_of(_locate(name), budget, deep=name != _OWN):
            yield f"{name}/{path}".encode("utf-8", "surrogateescape")
            yield content
            # Contracts limit the imports of the program's own games.
            if name.split(".")[0] != _OWN and path.endswith(".py"):
                further = sorted(_imported(content) - seen)
                seen.update(further)
                names += further


def _imported(text: bytes) -> set[str]:
    """Return the packages that a Python source imports from, by the full names that games consist of."""
    packages = set()
    for match in _IMPORT.finditer(text):
        modules = [match[1]] if match[1] else [part.split()[0] for part in match[2].split(b",") if part.split()]
        for name in (part.decode("utf-8", "replace").split(".") for part in modules):
            if name[:2] == ["pnp", "games"]:
                packages.add(".".join(name[:3]))
            elif name[0] not in ("", _OWN, *sys.stdlib_module_names):
                packages.add(name[0])
    return {name for name in packages if _exists(name)}


def _exists(name: str) -> bool:
    """Tell whether there is a module of this name: an apparent import may be a line of a text."""
    try:
        return find_spec(name) is not None
    except (ImportError, ValueError, AttributeError):
        return False


def _locate(name: str) -> list[Path]:
    """Return the folders of a package, or the file of a module. Raises NoDigestError for neither."""
    spec = find_spec(name)
    if spec is None:
        raise NoDigestError
    places = list(spec.submodule_search_locations or ()) or [spec.origin or ""]
    paths = [Path(place) for place in places]
    if not all(place.exists() for place in paths):
        raise NoDigestError
    return paths


def _files_of(places: Iterable[Path], budget: list[int], *, deep: bool) -> Iterator[tuple[str, bytes]]:
    """Yield the files in ``places`` with their relative paths, in a fixed order. Without ``deep``, subfolders are left
    out. ``budget`` counts down the files and bytes that may still be read. Raises NoDigestError at the limit."""
    for place in places:
        for path in _walk(str(place), deep=deep) if place.is_dir() else [str(place)]:
            with open(path, "rb") as file:  # noqa: PTH123 - Path.open takes twice as long, which shows with many small files
                content = file.read(budget[1] + 1)
            budget[0] -= 1
            budget[1] -= len(content)
            if min(budget) < 0:
                raise NoDigestError
            yield os.path.relpath(path, place), content


def _walk(folder: str, *, deep: bool) -> Iterator[str]:
    with os.scandir(folder) as entries:
        ordered = sorted(entries, key=lambda entry: entry.name)
    for entry in ordered:
        if entry.name in _IGNORED:
            continue
        if entry.is_dir():
            if deep:
                yield from _walk(entry.path, deep=True)
        elif entry.is_file():
            yield entry.path
