"""Keys found by what somebody asks for: a name, or a path with or without what the maker chose in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches

from pnp.definition.reference import ANY, Key

_BETWEEN = re.compile(r"[.\s\[\]]+")
_SETTINGS = "settings"


def find(keys: Iterable[Key], asked: str, engines: Mapping[str, str]) -> list[Key]:
    """The keys that ``asked`` names: by last name wherever it stands, by path the one there.

    ``engines`` are those of games by the names of these: a path may begin with a game or an engine, and then is of
    that one. Names of the maker's own, and places in lists, may stand in a path or be left out.
    """
    every, parts = list(keys), _parts(asked)
    if not parts:
        return []
    found = _found(every, parts, engines)
    # The last part may be a name of the maker's own, unless it looks like a key that stands there.
    found = found if found or _beside(every, parts, engines) else _found(every, parts, engines, open_=True)
    return found or _of_table(every, parts)


def _of_table(keys: Iterable[Key], parts: Sequence[str]) -> list[Key]:
    """The keys of a table of the file that is no game's: ``project``, ``sheets``."""
    return [key for key in keys if list(key.address[: len(parts)]) == list(parts)]


def near(keys: Iterable[Key], asked: str, engines: Mapping[str, str]) -> list[str]:
    """What may have been meant by a name or a path that is none: at most three."""
    every, parts = list(keys), _parts(asked)
    if not parts:
        return []
    return _beside(every, parts, engines) or get_close_matches(parts[-1], {key.name: key for key in every}, 3)


def _beside(keys: Sequence[Key], parts: Sequence[str], engines: Mapping[str, str]) -> list[str]:
    """The paths of keys that are spelled nearly so and stand in the table that a path leads to."""
    if len(parts) < 2:
        return []
    close = get_close_matches(parts[-1], {key.name: key for key in keys}, 10, 0.7)
    paths = [(*parts[:-1], name) for name in close]
    return [".".join(path) for path in paths if _found(keys, path, engines)][:3]


def _found(keys: Sequence[Key], parts: Sequence[str], engines: Mapping[str, str], *, open_: bool = False) -> list[Key]:
    found = _matching(keys, parts, open_)
    if found or len(parts) == 1 or parts[0] not in engines:
        return found
    own = [key for key in keys if key.engine in ("", engines[parts[0]])]
    return _matching(own, parts[2:] if parts[1] == _SETTINGS and len(parts) > 2 else parts[1:], open_)


def plain_path(key: Key) -> str:
    """The path of a key without what the maker chooses: ``components.edge``."""
    return ".".join(part for part in key.address if part != ANY)


def inside(keys: Iterable[Key], table: Key) -> list[Key]:
    """The keys of the table, or of the tables, that a key may hold."""
    length = len(table.address)
    return [
        key
        for key in keys
        if key.engine == table.engine
        and key.address[:length] == table.address
        and len(key.address) > length
        and all(part == ANY for part in key.address[length:-1])
    ]


def _parts(asked: str) -> list[str]:
    parts = [part.lower().replace("_", "-") for part in _BETWEEN.split(asked) if part]
    return parts[1:] if parts[:1] == ["game"] else parts


def _matching(keys: Sequence[Key], parts: Sequence[str], open_: bool) -> list[Key]:
    """The keys of a path, or those that end so. ``open_``: a name of the maker's own may stand behind."""
    patterns = [(key, (*key.address, ANY) if open_ and key.is_open else key.address) for key in keys]
    whole = [key for key, pattern in patterns if len(parts) > 1 and _fits(pattern, parts)]
    return whole or [key for key, pattern in patterns if _ends_so(pattern, parts)]


def _ends_so(pattern: tuple[str, ...], parts: Sequence[str]) -> bool:
    return any(pattern[at] != ANY and _fits(pattern[at:], parts) for at in range(len(pattern)))


def _fits(pattern: Sequence[str], parts: Sequence[str]) -> bool:
    """Whether parts are a path of this pattern. What the maker chooses may be left out."""
    if not pattern:
        return not parts
    if pattern[0] == ANY:
        return _fits(pattern[1:], parts) or (bool(parts) and _fits(pattern[1:], parts[1:]))
    return bool(parts) and parts[0] == pattern[0] and _fits(pattern[1:], parts[1:])
