"""``pnp new game``: a small complete game under another name, to change into one's own.

What is copied is the package in ``examples/new-game``, which is tested as it stands. Its name occurs in five spellings,
and nothing else in it is spelled so.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from pnp.definition.common import check_name
from pnp.diagnostics import Diagnostic, PnpError
from pnp.registry import homes
from pnp.shipped import shipped

_SOURCE = "examples/new-game"
_COPIED = frozenset({".py", ".toml", ".j2", ".svg", ".md", ".txt"})
_TITLES = ("New Game", "はじめてのゲーム")


def new_game(name: str, title: str | None = None) -> Mapping[PurePosixPath, bytes]:
    """The files of a package that brings the game ``name``, by their paths below its folder, in order.

    ``title`` is what the game is called in every language; without it the name is. Raises PnpError for a name that
    cannot be one, or is taken.
    """
    try:
        check_name(name)
    except ValueError as error:
        raise PnpError(Diagnostic("bad-name", str(error))) from error
    if name in homes():
        message = f"there is a game {name!r} already: {homes()[name]} brings it"
        raise PnpError(Diagnostic("name-taken", message, hint="choose another name"))
    words = _spellings(name, title)
    root = shipped(_SOURCE)
    found = sorted(path for path in root.rglob("*") if path.suffix in _COPIED and path.is_file())
    return {
        PurePosixPath(_respelled(path.relative_to(root).as_posix(), words)): _respelled(_text(path), words).encode(
            "utf-8"
        )
        for path in found
    }


def _spellings(name: str, title: str | None) -> Mapping[str, str]:
    parts = name.replace("_", "-").split("-")
    spoken = title or " ".join(part.capitalize() for part in parts)
    return {
        "new-game": name,
        "new_game": name.replace("-", "_"),
        "NewGame": "".join(part.capitalize() for part in parts),
        **dict.fromkeys(_TITLES, spoken.replace("\\", "\\\\").replace('"', '\\"')),
    }


def _respelled(text: str, words: Mapping[str, str]) -> str:
    for word, other in words.items():
        text = text.replace(word, other)
    return text


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")
