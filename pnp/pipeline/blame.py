"""Which place of a definition is to blame for what a template, a sheet or a table of words cannot do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from pnp.diagnostics import Diagnostic
from pnp.model.component import Component
from pnp.model.game import Game
from pnp.pipeline.project import Project

_NEVER_DRAWN = frozenset({"id", "engine", "is", "kind", "of", "template", "back", "edge", "shape", "frame", "language"})
"""Keys whose texts stand on no face and name no art."""


_WORDS = frozenset({"name", "letter", "title", "caption", "ruby", "facts", "credits", "assumed"})
"""Keys whose texts are read by people."""


def in_definition(project: Project, game: Game, found: Diagnostic) -> Diagnostic:
    """A message about a name that the definition gives, such as that of art, located there."""
    passed_over = _NEVER_DRAWN | _WORDS if found.code == "missing-art" else _NEVER_DRAWN
    path = None if found.subject is None else _path_to(game.resolved, found.subject, passed_over)
    if path is None:
        return found
    asked = "" if found.location is None else f", at {found.location}"
    return replace(found, message=found.message + asked, location=project.locate(game.id, path))


def at_component(project: Project, game: Game, found: Diagnostic) -> Diagnostic:
    """A message about a component that does not fit on the paper, located where its size comes from."""
    entry = game.resolved["components"].get(found.subject)
    if entry is None:
        return found
    key = next((key for key in ("net", "size") if key in entry), None)
    path = ("components", str(found.subject), *(() if key is None else (key,)))
    return replace(found, location=project.locate(game.id, path))


def _path_to(value: Any, name: str, passed_over: frozenset[str]) -> tuple[str | int, ...] | None:
    """The keys that lead to the first text ``name`` of a resolved table, but for what stands under a key in
    ``passed_over``: an id may be spelled like the art beside it and is not to blame."""
    entries: Iterable[tuple[str | int, Any]] = ()
    if isinstance(value, Mapping):
        entries = value.items()
    elif isinstance(value, list | tuple):
        entries = enumerate(value)
    for key, item in entries:
        if key in passed_over:
            continue
        below = () if item == name else _path_to(item, name, passed_over)
        if below is not None:
            return (key, *below)
    return None


def unread_column(game: Game, component: Component, column: str) -> Diagnostic:
    """A column that no face shows may be a misspelt one."""
    return Diagnostic(
        "unread-column",
        f"no template of [{game.id}] reads the column {column!r} of {component.of!r}",
        hint=f"is it spelled as in {component.template}.svg.j2?",
        severity="warning",
    )
