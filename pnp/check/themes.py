"""Lint the theme of a game: find names of its own that no face reads, and that nearly are names which one reads."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from pnp.diagnostics import Diagnostic
from pnp.model.game import Game
from pnp.model.text import Language, for_language, layout_language
from pnp.project.project import Project
from pnp.rendering.access_log import Part
from pnp.toml.document import locate_key, parse_toml

_NEAR = 0.75
"""Least likeness of a misspelt name to the right one, from 0 to 1."""


def lint_theme(project: Project, game: Game, language: Language, read: Container[Part]) -> Iterator[Diagnostic]:
    """Yield a warning for each name in the game's theme that may be misspelt. ``read`` has what the faces read.

    Names that are like no other are left out: a theme may hold more than a game reads.
    """
    files = project.resources(game).templates.every("shared/theme.toml", f"{game.engine}/theme.toml")
    known: dict[str, set[str]] = {"fonts": set(), "type": set(), "look": set()}
    for file, text in files.items():
        for table, names in _names_by_table(text, file, language).items():
            kind = table.partition(".")[0]
            for name in names:
                if not known[kind] or name in known[kind] or _is_read(kind, name, language, read):
                    continue
                near = get_close_matches(name, sorted(known[kind]), 1, _NEAR)
                if near:
                    message = f"no face reads {name!r} of the theme"
                    place, hint = locate_key(text, file, (*table.split("."), name)), f"did you mean {near[0]!r}?"
                    yield Diagnostic("unread-name", message, place, hint, severity="warning")
            known[kind].update(names)


def _names_by_table(text: str, file: str, language: Language) -> Mapping[str, list[str]]:
    """Return the names that a theme file gives for a language, by table: ``fonts.en``, ``type.en``, ``look``."""
    table: dict[str, Any] = parse_toml(text, file)
    names = {"look": [*table.get("look", {})]}
    for kind in ("fonts", "type"):
        for tag in dict.fromkeys((layout_language(language), language)):
            names[f"{kind}.{tag}"] = [*(for_language(table.get(kind, {}), tag) or {})]
    return names


def _is_read(kind: str, name: str, language: Language, read: Container[Part]) -> bool:
    if kind == "fonts":
        return ("font", f"{name} ({language})") in read
    look = name.replace("-", "_")
    return ("look", look if kind == "look" else f"type_{look}") in read
