"""``extends``: one table from several, and for every value of it the file and place where it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pnp.definition.document import At, Document, KeyPath
from pnp.diagnostics import Location
from pnp.model.constraints import key_of

ASSUMED = "assumed"
EXTENDS = "extends"


@dataclass(frozen=True, slots=True)
class Layer:
    """One table as it stands in a file."""

    document: Document
    name: str
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class AssumedEntry:
    """One entry of an ``assumed`` table: the key path it speaks of, its reason, and where it stands."""

    key: str
    reason: Any
    layer: Layer
    path: KeyPath


@dataclass(frozen=True, slots=True)
class Table:
    """A game's table after ``extends``. ``layers`` are the tables it is made of, the game's own first.

    ``data`` holds neither ``extends`` nor ``assumed``; the entries of the latter that still apply are in ``assumed``.
    """

    name: str
    data: Mapping[str, Any]
    layers: tuple[Layer, ...]
    assumed: tuple[AssumedEntry, ...]

    def owner(self, path: KeyPath) -> tuple[Layer, KeyPath]:
        """The layer whose value counts at ``path``, and the part of ``path`` that it has, in its spelling."""
        holders, found = self._walk(path)
        return holders[0], found

    def locate(self, path: KeyPath, at: At) -> tuple[Document, Location]:
        """The document and the place of ``path``. A missing key belongs to the table furthest up."""
        holders, found = self._walk(path)
        layer = holders[-1] if at == "table" else holders[0]
        return layer.document, layer.document.locate((layer.name, *found), at)

    def _walk(self, path: KeyPath) -> tuple[list[Layer], KeyPath]:
        alive: list[tuple[Layer, Any]] = [(layer, layer.data) for layer in self.layers]
        found: KeyPath = ()
        for part in path:
            step = _step(alive, part)
            if not step and isinstance(part, str) and key_of(part) != part:
                part = key_of(part)  # noqa: PLW2901 - engines may name a key by its field
                step = _step(alive, part)
            if not step:
                break
            alive, found = step, (*found, part)
        return [layer for layer, _ in alive], found


def make_table(name: str, own: Layer, parent: Table | None) -> Table:
    """The table of ``own`` over its parent: tables are merged key by key, everything else is replaced whole."""
    data = {key: value for key, value in own.data.items() if key not in (EXTENDS, ASSUMED)}
    entries = tuple(_entries(own))
    if parent is None:
        return Table(name, data, (own,), entries)
    merged = _merge(parent.data, data)
    kept = _still_assumed(parent, merged, {entry.key for entry in entries})
    return Table(name, merged, (own, *parent.layers), (*kept, *entries))


def look_up(data: Any, parts: Sequence[str]) -> KeyPath | None:
    """The path in plain data that dotted ``parts`` name. A list entry is named by its index or by its ``id``."""
    path: KeyPath = ()
    for part in parts:
        if isinstance(data, Mapping) and part in data:
            path, data = (*path, part), data[part]
            continue
        index = _index(data, part)
        if index is None:
            return None
        path, data = (*path, index), data[index]
    return path


def value_at(data: Any, path: KeyPath) -> Any:
    """The value of plain data at a path that it has."""
    for part in path:
        data = data[part]
    return data


def _step(alive: list[tuple[Layer, Any]], part: str | int) -> list[tuple[Layer, Any]]:
    first = alive[0][1]
    if isinstance(first, list):
        return [(alive[0][0], first[part])] if isinstance(part, int) and 0 <= part < len(first) else []
    found: list[tuple[Layer, Any]] = []
    for layer, value in alive:
        if not isinstance(value, dict):
            break
        if part in value:
            found.append((layer, value[part]))
    return found


def _merge(parent: Mapping[str, Any], child: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(parent)
    for key, value in child.items():
        below = merged.get(key)
        merged[key] = _merge(below, value) if isinstance(value, dict) and isinstance(below, dict) else value
    return merged


def _still_assumed(parent: Table, merged: Mapping[str, Any], own: set[str]) -> Iterator[AssumedEntry]:
    """A parent's assumption holds as long as its figure stands: whoever sets the figure no longer assumes it."""
    for entry in parent.assumed:
        parts = entry.key.split(".")
        before, after = look_up(parent.data, parts), look_up(merged, parts)
        same = before is None and after is None
        if before is not None and after is not None:
            same = value_at(parent.data, before) == value_at(merged, after)
        if same and entry.key not in own:
            yield entry


def _entries(layer: Layer) -> Iterator[AssumedEntry]:
    table = layer.data.get(ASSUMED)
    if isinstance(table, dict):
        yield from _flat(layer, table, "", (ASSUMED,))


def _flat(layer: Layer, table: Mapping[str, Any], prefix: str, path: KeyPath) -> Iterator[AssumedEntry]:
    """Entries by dotted key, whether somebody wrote the dots in quotes or bare, where TOML reads them as tables."""
    for key, value in table.items():
        if isinstance(value, dict) and value and not value.keys() <= {"en", "ja"}:
            yield from _flat(layer, value, f"{prefix}{key}.", (*path, key))
        else:
            yield AssumedEntry(f"{prefix}{key}", value, layer, (*path, key))


def _index(data: Any, part: str) -> int | None:
    if not isinstance(data, list):
        return None
    if part.isascii() and part.isdecimal():
        return int(part) if len(part) < 7 and int(part) < len(data) else None
    return next((index for index, item in enumerate(data) if isinstance(item, dict) and item.get("id") == part), None)
