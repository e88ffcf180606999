"""``extends``: one table from several, and for every value of it the file and place where it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from pnp.definition.toml.document import At, KeyPath, TomlDocument
from pnp.diagnostics import Location
from pnp.model.constraints import key_of
from pnp.model.text import language_tag
from pnp.records import dataclass

ASSUMED = "assumed"
EXTENDS = "extends"
_RUBY = "ruby"
"""The key of a text beside those of languages: how it is read."""
_NAMES = ("id", "number", "players")
"""The keys by which the entries of a list may be called, where all have it and no two alike: the first that serves."""


@dataclass(frozen=True, slots=True)
class TableLayer:
    """One table as it stands in a file."""

    document: TomlDocument
    name: str
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class AssumedEntry:
    """One entry of an ``assumed`` table: the key path it speaks of, its reason, and where it stands."""

    key: str
    reason: Any
    layer: TableLayer
    path: KeyPath


@dataclass(frozen=True, slots=True)
class GameTable:
    """A game's table after ``extends``. ``layers`` are the tables it is made of, the game's own first.

    ``data`` holds neither ``extends`` nor ``assumed``; the entries of the latter that still apply are in ``assumed``.
    """

    name: str
    data: Mapping[str, Any]
    layers: tuple[TableLayer, ...]
    assumed: tuple[AssumedEntry, ...]

    def owner(self, path: KeyPath) -> tuple[TableLayer, KeyPath]:
        """The layer whose value counts at ``path``, and the part of ``path`` that it has, in its spelling."""
        return self._walk(path)[0]

    def locate(self, path: KeyPath, at: At) -> tuple[TomlDocument, Location]:
        """The document and the place of ``path``. A missing key belongs to the table furthest up."""
        holders = self._walk(path)
        layer, found = holders[-1] if at == "table" else holders[0]
        return layer.document, layer.document.locate((layer.name, *found), at)

    def without(self, key: str) -> Mapping[str, Any]:
        """The data as they would be if the game's own table did not have ``key``."""
        own, *above = self.layers
        merged: Mapping[str, Any] = {}
        for layer in reversed(above):
            merged = _over(merged, _own_keys(layer.data))
        return _over(merged, {name: value for name, value in _own_keys(own.data).items() if name != key})

    def _walk(self, path: KeyPath) -> list[tuple[TableLayer, KeyPath]]:
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


def make_table(name: str, own: TableLayer, parent: GameTable | None) -> GameTable:
    """The table of ``own`` over its parent: tables are merged key by key, everything else is replaced whole; but a
    table over a list of entries with ids (or numbers, or numbers of players) changes or adds entries by these."""
    data = _own_keys(own.data)
    entries = tuple(_entries(own))
    if parent is None:
        return GameTable(name, data, (own,), entries)
    merged = _over(parent.data, data)
    kept = _still_assumed(parent, merged, {entry.key for entry in entries})
    return GameTable(name, merged, (own, *parent.layers), (*kept, *entries))


def _own_keys(data: Mapping[str, Any]) -> dict[str, Any]:
    """A layer's table without what is said about it."""
    return {key: value for key, value in data.items() if key not in (EXTENDS, ASSUMED)}


def look_up(data: Any, parts: Sequence[str]) -> KeyPath | None:
    """The path in plain data that dotted ``parts`` name. A list entry is called by its name, else by its index."""
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


_Held: TypeAlias = tuple[TableLayer, Any, KeyPath]
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
    ids: list[Any] = entry_names(value) or [None] * len(value)
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
        if _is_text(value) and _is_text(below):
            merged[key] = _worded(below, value)
        elif isinstance(value, dict) and isinstance(below, dict):
            merged[key] = _merge(below, value)
        elif isinstance(value, dict) and isinstance(below, list) and entry_names(below):
            merged[key] = _merge_by_name(below, value)
        else:
            merged[key] = value
    return merged


_RIVALS = ("copies", "copies-each")
"""Keys of a component of which one alone can hold."""


def _over(parent: Mapping[str, Any], child: Mapping[str, Any]) -> dict[str, Any]:
    """The table ``child`` over ``parent``. Of keys that exclude each other a component keeps those of the child."""
    merged = _merge(parent, child)
    components = child.get("components")
    if isinstance(components, dict) and isinstance(merged["components"], dict):
        merged["components"] = {
            name: _without_rivals(entry, components.get(name)) for name, entry in merged["components"].items()
        }
    return merged


def _without_rivals(entry: Any, own: Any) -> Any:
    """A merged component without what its own table says otherwise."""
    said = [key for key in _RIVALS if isinstance(own, dict) and key in own]
    if not said or not isinstance(entry, dict):
        return entry
    return {key: value for key, value in entry.items() if key not in _RIVALS or key in said}


def entry_names(items: Sequence[Any]) -> list[str]:
    """What the entries of a list are called in a table over it; none where they have no names of their own.

    >>> entry_names([{"id": "red"}, {"id": "blue"}]), entry_names([{"number": 1}, {"number": 2}])
    (['red', 'blue'], ['1', '2'])
    """
    key = _naming_key(items)
    return [] if key is None else [str(item[key]) for item in items]


def _naming_key(items: Sequence[Any]) -> str | None:
    if not items or not all(isinstance(item, dict) for item in items):
        return None
    for key in _NAMES:
        if all(isinstance(item.get(key), str | int) for item in items):
            # Two entries of one id are told as a mistake; two of one number are just not called by it.
            unique = len({str(item[key]) for item in items}) == len(items)
            return key if unique or key == "id" else None
    return None


def _merge_by_name(items: Sequence[Any], changes: Mapping[str, Any]) -> list[Any]:
    """A list of tables with names, and over it a table by name: entries it names get its keys, new ones join it.

    Keys of an entry are replaced whole: a criterion without a figure must not inherit the figure of another one. But a
    text that is given in one language keeps its wording in the other.
    """
    naming, known = _naming_key(items) or "id", entry_names(items)
    named = zip(known, items, strict=True)
    changed = [_changed(item, changes[name]) if name in changes else item for name, item in named]
    return changed + [
        _changed({naming: _as_named(naming, key)}, entry) for key, entry in changes.items() if key not in known
    ]


def _as_named(naming: str, key: str) -> str | int:
    """A key of a table as the value that it stands for: a number, unless entries are called by ids."""
    return int(key) if naming != "id" and key.isascii() and key.isdecimal() else key


def _changed(item: Mapping[str, Any], entry: Any) -> Any:
    """An entry that is no table stays as it is, to be told as wrong."""
    if not isinstance(entry, dict):
        return entry
    return {**item, **{key: _worded(item.get(key), value) for key, value in entry.items()}}


def _worded(below: Any, value: Any) -> Any:
    """A new value of an entry's key; wordings go over those of the text below them. The reading of a Japanese wording
    goes with it."""
    if not (_is_text(below) and _is_text(value)):
        return value
    kept = {key: wording for key, wording in below.items() if key != _RUBY or "ja" not in value}
    return {**kept, **value}


def _is_text(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and bool(value)
        and all(isinstance(said, str) and (key == _RUBY or language_tag(key) == key) for key, said in value.items())
    )


def _still_assumed(parent: GameTable, merged: Mapping[str, Any], own: set[str]) -> Iterator[AssumedEntry]:
    """A parent's assumption holds as long as its figure stands: whoever sets the figure no longer assumes it."""
    for entry in parent.assumed:
        parts = entry.key.split(".")
        before, after = look_up(parent.data, parts), look_up(merged, parts)
        same = before is None and after is None
        if before is not None and after is not None:
            same = value_at(parent.data, before) == value_at(merged, after)
        if same and entry.key not in own:
            yield entry


def _entries(layer: TableLayer) -> Iterator[AssumedEntry]:
    table = layer.data.get(ASSUMED)
    if isinstance(table, dict):
        yield from _flat(layer, table, "", (ASSUMED,))


def _flat(layer: TableLayer, table: Mapping[str, Any], prefix: str, path: KeyPath) -> Iterator[AssumedEntry]:
    """Entries by dotted key, whether somebody wrote the dots in quotes or bare, where TOML reads them as tables."""
    for key, value in table.items():
        if isinstance(value, dict) and value and not _is_text(value):
            yield from _flat(layer, value, f"{prefix}{key}.", (*path, key))
        else:
            yield AssumedEntry(f"{prefix}{key}", value, layer, (*path, key))


def _index(data: Any, part: str) -> int | None:
    if not isinstance(data, list):
        return None
    names = entry_names(data)
    if part in names:
        return names.index(part)
    return int(part) if part.isascii() and part.isdecimal() and len(part) < 7 and int(part) < len(data) else None
