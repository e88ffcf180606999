"""Cache key of a game's examples: a digest of its settings, and of the programs that find and judge them.

Programs are read as text: the package of the game, the shared core of games, the search, and, for a game of another
package, everything that it imports. Nothing is imported for the key.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from pnp import __version__
from pnp.cache.edition import digest_files, edition, files_below, read
from pnp.cache.keys import NoKeyError, value_text
from pnp.model.game import Game
from pnp.registry import OWN, game_package

_OWN = "pnp"
SEARCH = ("pnp.diagnostics", "pnp.examples", "pnp.games.core", "pnp.model", "pnp.records", "pnp.units")
"""Modules and packages that every search uses, beside the game's own package."""
_MOST_FILES, _MOST_BYTES = 3_000, 32_000_000
"""Limits of what is read of a game's programs: beyond them, examples are searched each time."""
_IMPORT = re.compile(rb"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import\b|import[ \t]+([\w., \t]+))", re.MULTILINE)


def examples_key(game: Game, seed: int) -> str | None:
    """Return the digest, in hex, of everything that the examples of ``game`` follow from; None if it is unknown.

    Equal digests mean the same examples, in any process and on any day.
    """
    key_hash = hashlib.sha256(f"{__version__}\n{sys.version}\n{sys.implementation.cache_tag}\n{seed}\n".encode())
    try:
        key_hash.update(value_text(game.settings).encode("utf-8", "surrogatepass"))
        key_hash.update(_program_digest(game.engine))
    except (NoKeyError, OSError):
        return None
    return key_hash.hexdigest()


@cache
def _program_digest(engine: str) -> bytes:
    """Return the digest of the programs that find and judge the examples of an engine, read once in a process.

    Raises NoKeyError if they cannot be told, and OSError.
    """
    home = game_package(engine)
    if home.distribution == OWN:
        return edition(home.package, *SEARCH)
    own = {*SEARCH}
    foreign = digest_files(_foreign_files(home.package.partition(".")[0], own))
    return foreign + edition(*sorted(own))


def _foreign_files(package: str, own: set[str]) -> Iterator[tuple[str, bytes]]:
    """Yield the files of another package, and of all packages that it imports, with their names. The game's part of a
    package may import the rest of it. What they import of this program is added to ``own``."""
    names = [package]
    files_left, bytes_left = _MOST_FILES, _MOST_BYTES
    for name in names:  # grows in the loop
        for place in _locate(name):
            for path in files_below(str(place)) if place.is_dir() else [str(place)]:
                content = read(path, bytes_left + 1)
                files_left, bytes_left = files_left - 1, bytes_left - len(content)
                if min(files_left, bytes_left) < 0:
                    raise NoKeyError
                yield f"{name}/{os.path.relpath(path, place)}", content
                if path.endswith(".py"):
                    imported = _imported(content)
                    own |= {module for module in imported if module.split(".")[0] == _OWN}
                    names += sorted(imported - own - {*names})


def _imported(text: bytes) -> set[str]:
    """Return what a Python source imports from: packages of this program, each game by itself, and other packages."""
    packages = set()
    for match in _IMPORT.finditer(text):
        modules = [match[1]] if match[1] else [part.split()[0] for part in match[2].split(b",") if part.split()]
        for name in (part.decode("utf-8", "replace").split(".") for part in modules):
            if name[0] == _OWN:
                packages.add(".".join(name[: 3 if name[1:2] == ["games"] else 2]))
            elif name[0] not in ("", *sys.stdlib_module_names):
                packages.add(name[0])
    return {name for name in packages if _exists(name)}


def _exists(name: str) -> bool:
    """Tell whether there is a module of this name: an apparent import may be a line of a text."""
    try:
        return find_spec(name) is not None
    except (ImportError, ValueError, AttributeError):
        return False


def _locate(name: str) -> list[Path]:
    """Return the folders of a package, or the file of a module. Raises NoKeyError for neither."""
    spec = find_spec(name)
    if spec is None:
        raise NoKeyError
    places = list(spec.submodule_search_locations or ()) or [spec.origin or ""]
    paths = [Path(place) for place in places]
    if not all(place.exists() for place in paths):
        raise NoKeyError
    return paths
