"""``extends``: one table from several, and for every value of it the file and place where it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

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
        return self._walk(path)[0]

    def locate(self, path: KeyPath, at: At) -> tuple[Document, Location]:
        """The document and the place of ``path``. A missing key belongs to the table furthest up."""
        holders = self._walk(path)
        layer, found = holders[-1] if at == "table" else holders[0]
        return layer.document, layer.document.locate((layer.name, *found), at)

    def without(self, key: str) -> Mapping[str, Any]:
        """The data as they would be if the game's own table did not have ``key``."""
        own, *above = self.layers
        merged: Mapping[str, Any] = {}
        for layer in reversed(above):
            merged = _merge(merged, _own_keys(layer.data))
        return _merge(merged, {name: value for name, value in _own_keys(own.data).items() if name != key})

    def _walk(self, path: KeyPath) -> list[tuple[Layer, KeyPath]]:
        """The layers that have ``path``, or as much of it as any has, each with the path in its own spelling."""
        alive: list[_Held] = [(layer, layer.data, ()) for layer in self.layers]
        for part in path:
            step = _step(alive, part)
            if not step and isinstance(part, str) and key_of(part) != part:
                step = _step(alive, key_of(part))  # engines may name a key by its field
            if not step:
                break
            alive = step
        return [(layer, found) for layer, _, found in alive]


def make_table(name: str, own: Layer, parent: Table | None) -> Table:
    """The table of ``own`` over its parent: tables are merged key by key, everything else is replaced whole; but a
    table over a list of entries with ids changes or adds entries by id."""
    data = _own_keys(own.data)
    entries = tuple(_entries(own))
    if parent is None:
        return Table(name, data, (own,), entries)
    merged = _merge(parent.data, data)
    kept = _still_assumed(parent, merged, {entry.key for entry in entries})
    return Table(name, merged, (own, *parent.layers), (*kept, *entries))


def _own_keys(data: Mapping[str, Any]) -> dict[str, Any]:
    """A layer's table without what is said about it."""
    return {key: value for key, value in data.items() if key not in (EXTENDS, ASSUMED)}


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


_Held: TypeAlias = tuple[Layer, Any, KeyPath]
"""A layer, the value it has at some path, and that path as the layer spells it."""


def _step(alive: list[_Held], part: str | int) -> list[_Held]:
    if isinstance(part, int):
        return _step_into_list(alive, part)
    found: list[_Held] = []
    for layer, value, path in alive:
        if not isinstance(value, dict):
            break
        if part in value:
            found.append((layer, value[part], (*path, part)))
    return found


def _step_into_list(alive: list[_Held], index: int) -> list[_Held]:
    """An entry of a list, and above it what tables by id change of it."""
    bottom = next((place for place, held in enumerate(alive) if isinstance(held[1], list)), None)
    if bottom is None:
        return []
    layer, value, path = alive[bottom]
    ids: list[Any] = [item.get("id") if isinstance(item, dict) else None for item in value]
    for _, changes, _ in reversed(alive[:bottom]):
        ids += [key for key in changes if key not in ids]
    if not 0 <= index < len(ids):
        return []
    key = ids[index]
    found: list[_Held] = [(above, held[key], (*way, key)) for above, held, way in alive[:bottom] if key in held]
    return [*found, (layer, value[index], (*path, index))] if index < len(value) else found


def _merge(parent: Mapping[str, Any], child: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(parent)
    for key, value in child.items():
        below = merged.get(key)
        if isinstance(value, dict) and isinstance(below, dict):
            merged[key] = _merge(below, value)
        elif isinstance(value, dict) and isinstance(below, list) and _has_ids(below):
            merged[key] = _merge_by_id(below, value)
        else:
            merged[key] = value
    return merged


def _has_ids(value: Sequence[Any]) -> bool:
    return bool(value) and all(isinstance(item, dict) and "id" in item for item in value)


def _merge_by_id(items: Sequence[Any], changes: Mapping[str, Any]) -> list[Any]:
    """A list of tables with ids, and over it a table by id: entries it names get its keys, new ids join at the end.

    Keys of an entry are replaced whole: a criterion without a figure must not inherit the figure of another one. But a
    text that is given in one language keeps its wording in the other.
    """
    known = {item["id"] for item in items}
    changed = [_changed(item, changes[item["id"]]) if item["id"] in changes else item for item in items]
    return changed + [_changed({"id": key}, entry) for key, entry in changes.items() if key not in known]


def _changed(item: Mapping[str, Any], entry: Any) -> Any:
    """An entry that is no table stays as it is, to be told as wrong."""
    if not isinstance(entry, dict):
        return entry
    return {**item, **{key: _worded(item.get(key), value) for key, value in entry.items()}}


def _worded(below: Any, value: Any) -> Any:
    """A new value of an entry's key; wordings go over those of the text below them."""
    texts = all(isinstance(one, dict) and one and one.keys() <= {"en", "ja"} for one in (below, value))
    return {**below, **value} if texts else value


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
