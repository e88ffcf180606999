"""Settings that a file was printed with, also for manifests that lack keys of today."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pnp.canonical import digest
from pnp.definition import definition_sha256
from pnp.definition.resolved import settings_of_resolved
from pnp.diagnostics import Diagnostic, Location
from pnp.model.constraints import key_of
from pnp.model.game import Game
from pnp.project.definitions import engine_settings
from pnp.project.project import Project, engine_of
from pnp.records import dataclass

KeyPath = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PrintedSettings:
    """Settings of a game for a printed file.

    ``printed`` are those that it was printed with. ``current`` are those that its examples have to hold under: today's,
    except for keys that are newer than the file. ``problems`` and ``notes`` are about the file.
    """

    printed: Any
    current: Any
    problems: tuple[Diagnostic, ...] = ()
    notes: tuple[Diagnostic, ...] = ()


def later_keys(game: Game) -> dict[str, Any]:
    """Return the values in effect of the keys that came to the table of ``game`` later, by dotted path, for the
    manifest."""
    return {".".join(path): _in_effect(game.settings, path) for path in engine_of(game).past.settings}


def figures_before_later_keys(
    game: Game, figures: Mapping[str, Any]
) -> Iterator[tuple[Mapping[str, Any], tuple[str, ...]]]:
    """Yield the figures of ``game`` as they are, and as they were before each of its later keys, the last one first.

    Each comes with sentences on the keys that were missing then and have another value today than their absence meant.
    """
    yield figures, ()
    later = list(engine_of(game).past.settings.items())
    for first in range(len(later) - 1, -1, -1):
        sentences = (
            _describe_later_key(game, path, value)
            for path, value in later[first:]
            if _in_effect(game.settings, path) != value
        )
        figures = _without(figures, later[first][0])
        yield figures, tuple(sentences)


def _describe_later_key(game: Game, path: KeyPath, meant: Any) -> str:
    """Describe a key that was missing: what its absence meant, and its value today."""
    current = _in_effect(game.settings, path)
    return f"{'.'.join(path)}; it is read as {meant!r}, and today it is {current!r}"


def _without(figures: Mapping[str, Any], path: KeyPath) -> Mapping[str, Any]:
    """Return figures without the value at a path."""
    key, *rest = path
    if not rest:
        return {name: value for name, value in figures.items() if name != key}
    inner = figures.get(key)
    return {**figures, key: _without(inner, tuple(rest))} if isinstance(inner, Mapping) else figures


def printed_settings(manifest: Mapping[str, Any], today: Game, project: Project, label: str) -> PrintedSettings:
    """Return the settings of a printed file. Raises DefinitionError if today's engine cannot read its definition."""
    recorded, table, place = str(manifest.get("definition_sha256")), manifest.get("definition"), Location(label)
    if recorded == definition_sha256(today):
        return _read_settings(manifest, today, today.resolved, label)
    if not isinstance(table, dict) or digest(table) != recorded:
        message = "the definition in the manifest is not the one the file was built from"
        return PrintedSettings(today.settings, today.settings, (Diagnostic("altered-manifest", message, place),))
    differs = (
        f"the file was printed from another version of [{today.id}] than {project.label} holds now; its examples are "
        "checked against today's rules"
    )
    return _read_settings(
        manifest, today, table, label, Diagnostic("definition-differs", differs, place, severity="note")
    )


def _read_settings(
    manifest: Mapping[str, Any], today: Game, table: Mapping[str, Any], label: str, *notes: Diagnostic
) -> PrintedSettings:
    """Read settings from the table that a file was printed from.

    A key that came later (``Engine.past``) and is not in the table has the value that the manifest noted. A key that
    the manifest lacks too has the value that its absence meant then, and the examples are held to that.
    """
    past_keys, recorded = engine_of(today).past.settings, manifest.get("later_keys")
    recorded = recorded if isinstance(recorded, dict) else {}
    absent = {path: value for path, value in past_keys.items() if not _has(table, path)}
    noted = {path: recorded[".".join(path)] for path in absent if ".".join(path) in recorded}
    meant = {path: value for path, value in absent.items() if path not in noted}
    changed = {path: value for path, value in meant.items() if _in_effect(today.settings, path) != value}
    kind = engine_settings(today.engine)
    unchanged = table is today.resolved and not absent
    printed = today.settings if unchanged else settings_of_resolved(kind, _with(table, {**noted, **meant}))
    current = settings_of_resolved(kind, _with(today.resolved, changed)) if changed else today.settings
    messages = [
        Diagnostic(
            "earlier-reading",
            f"the file was printed before [{today.id}] had {_describe_later_key(today, path, value)}",
            Location(label),
            severity="note",
        )
        for path, value in changed.items()
    ]
    return PrintedSettings(printed, current, (), (*notes, *messages))


def _has(table: Any, path: KeyPath) -> bool:
    for key in path:
        if not isinstance(table, Mapping) or key not in table:
            return False
        table = table[key]
    return True


def _with(table: Mapping[str, Any], values: Mapping[KeyPath, Any]) -> dict[str, Any]:
    """Return ``table`` with these values at their paths."""
    merged = dict(table)
    for path, value in values.items():
        inner = merged
        for key in path[:-1]:
            inner[key] = dict(inner[key]) if isinstance(inner.get(key), Mapping) else {}
            inner = inner[key]
        inner[path[-1]] = value
    return merged


def _in_effect(settings: Any, path: KeyPath) -> Any:
    """Return the value of a key of the settings, written in the table or not."""
    for key in path:
        settings = next(getattr(settings, name) for name in settings.__dataclass_fields__ if key_of(name) == key)
    return settings
