"""The settings that a file was printed with, and how its manifest is read where it does not know today's keys."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pnp.canonical import digest
from pnp.definition import definition_sha256
from pnp.definition.resolved import settings_of_resolved
from pnp.diagnostics import Diagnostic, Location
from pnp.model.constraints import key_of
from pnp.model.game import Game
from pnp.project.definitions import kind_of
from pnp.project.project import Project, engine_of
from pnp.records import dataclass

KeyPath = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PrintedSettings:
    """``then`` are the settings of a game as a file was printed with them; ``now`` those that its examples have to
    hold under: today's, but for keys that the file cannot know. ``problems`` and ``notes`` are about the file."""

    then: Any
    now: Any
    problems: tuple[Diagnostic, ...] = ()
    notes: tuple[Diagnostic, ...] = ()


def later_keys(game: Game) -> dict[str, Any]:
    """What the keys that came to the table of ``game`` later say, whether or not they are written there: by path with
    dots, for the manifest."""
    return {".".join(path): _in_effect(game.settings, path) for path in engine_of(game).past.settings}


def before_later_keys(game: Game, figures: Mapping[str, Any]) -> Iterator[tuple[Mapping[str, Any], tuple[str, ...]]]:
    """The figures of ``game`` as they are, and as they were before each of its later keys, the last one first; with the
    keys that were not there then and are read otherwise today than they were meant, in words."""
    yield figures, ()
    later = list(engine_of(game).past.settings.items())
    for first in range(len(later) - 1, -1, -1):
        told = (_told(game, path, value) for path, value in later[first:] if _in_effect(game.settings, path) != value)
        figures = _without(figures, later[first][0])
        yield figures, tuple(told)


def _told(game: Game, path: KeyPath, meant: Any) -> str:
    """That a key was not there yet, what that meant, and what it says today."""
    today = _in_effect(game.settings, path)
    return f"{'.'.join(path)}; it is read as {meant!r}, and today it is {today!r}"


def _without(figures: Mapping[str, Any], path: KeyPath) -> Mapping[str, Any]:
    """Figures without the value at a path, if they have it."""
    key, *rest = path
    if not rest:
        return {name: value for name, value in figures.items() if name != key}
    inner = figures.get(key)
    return {**figures, key: _without(inner, tuple(rest))} if isinstance(inner, Mapping) else figures


def as_printed(manifest: Mapping[str, Any], today: Game, project: Project, label: str) -> PrintedSettings:
    """The settings of then and of today. Raises DefinitionError for a definition that today's engine cannot read."""
    recorded, table, place = str(manifest.get("definition_sha256")), manifest.get("definition"), Location(label)
    if recorded == definition_sha256(today):
        return _read(manifest, today, today.resolved, label)
    if not isinstance(table, dict) or digest(table) != recorded:
        message = "the definition in the manifest is not the one the file was built from"
        return PrintedSettings(today.settings, today.settings, (Diagnostic("altered-manifest", message, place),))
    differs = (
        f"the file was printed from another version of [{today.id}] than {project.label} holds now; its examples are "
        "checked against today's rules"
    )
    return _read(manifest, today, table, label, Diagnostic("definition-differs", differs, place, severity="note"))


def _read(
    manifest: Mapping[str, Any], today: Game, table: Mapping[str, Any], label: str, *notes: Diagnostic
) -> PrintedSettings:
    """Settings from the table that a file was printed from.

    A key that came later (``Engine.past``) and is not in the table says what the manifest noted of it. One that the
    manifest does not know either means what a table without it meant then, and the examples are held to that.
    """
    past, known = engine_of(today).past.settings, manifest.get("later_keys")
    known = known if isinstance(known, dict) else {}
    absent = {path: value for path, value in past.items() if not _has(table, path)}
    noted = {path: known[".".join(path)] for path in absent if ".".join(path) in known}
    meant = {path: value for path, value in absent.items() if path not in noted}
    other = {path: value for path, value in meant.items() if _in_effect(today.settings, path) != value}
    kind = kind_of(today.engine)
    as_today = table is today.resolved and not absent
    then = today.settings if as_today else settings_of_resolved(kind, _with(table, {**noted, **meant}))
    now = settings_of_resolved(kind, _with(today.resolved, other)) if other else today.settings
    told = [
        Diagnostic(
            "earlier-reading",
            f"the file was printed before [{today.id}] had {_told(today, path, value)}",
            Location(label),
            severity="note",
        )
        for path, value in other.items()
    ]
    return PrintedSettings(then, now, (), (*notes, *told))


def _has(table: Any, path: KeyPath) -> bool:
    for key in path:
        if not isinstance(table, Mapping) or key not in table:
            return False
        table = table[key]
    return True


def _with(table: Mapping[str, Any], values: Mapping[KeyPath, Any]) -> dict[str, Any]:
    """``table`` with these values at their paths."""
    found = dict(table)
    for path, value in values.items():
        inner = found
        for key in path[:-1]:
            inner[key] = dict(inner[key]) if isinstance(inner.get(key), Mapping) else {}
            inner = inner[key]
        inner[path[-1]] = value
    return found


def _in_effect(settings: Any, path: KeyPath) -> Any:
    """The value of a key of the settings, written in the table or not."""
    for key in path:
        settings = next(getattr(settings, name) for name in settings.__dataclass_fields__ if key_of(name) == key)
    return settings
