"""Merge tables by ``extends``, and find the file and location of each value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from pnp.diagnostics import Location
from pnp.model.constraints import key_of
from pnp.model.text import language_tag
from pnp.records import dataclass
from pnp.toml.document import EntryPart, KeyPath, TomlDocument

ASSUMED = "assumed"
EXTENDS = "extends"
_RUBY = "ruby"
"""Key of a text, beside those of languages, for its reading."""
_NAMES = ("id", "number", "players")
"""Keys that may name the entries of a list, if all entries have one and no two are alike. The first that serves is
used."""


@dataclass(frozen=True, slots=True)
class TableLayer:
    """Table as it stands in a file."""

    document: TomlDocument
    name: str
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class AssumedEntry:
    """Entry of an ``assumed`` table: the key path of a figure, its reason, and its own path."""

    key: str
    reason: Any
    layer: TableLayer
    path: KeyPath


@dataclass(frozen=True, slots=True)
class GameTable:
    """Table of a game after ``extends``. ``layers`` are the tables that were merged, the game's own first.

    ``data`` holds neither ``extends`` nor ``assumed``; ``assumed`` has the entries that still apply.
    """

    name: str
    data: Mapping[str, Any]
    layers: tuple[TableLayer, ...]
    assumed: tuple[AssumedEntry, ...]

    def owner(self, path: KeyPath) -> tuple[TableLayer, KeyPath]:
        """Return the layer whose value counts at ``path``, and the part of ``path`` that it has, in its spelling."""
        return self._walk(path)[0]

    def locate(self, path: KeyPath, part: EntryPart) -> tuple[TomlDocument, Location]:
        """Return the document and the location of ``path``. A missing key belongs to the table furthest up."""
        holders = self._walk(path)
        layer, own_path = holders[-1] if part == "table" else holders[0]
        return layer.document, layer.document.locate((layer.name, *own_path), part)

    def without(self, key: str) -> Mapping[str, Any]:
        """Return the data as they were without ``key`` in the game's own table."""
        own_layer, *parents = self.layers
        merged: Mapping[str, Any] = {}
        for layer in reversed(parents):
            merged = _merge_tables(merged, _own_keys(layer.data))
        return _merge_tables(merged, {name: value for name, value in _own_keys(own_layer.data).items() if name != key})

    def _walk(self, path: KeyPath) -> list[tuple[TableLayer, KeyPath]]:
        """Return the layers that have ``path``, or its longest part, each with the path in its own spelling."""
        holders: list[_Holder] = [(layer, layer.data, ()) for layer in self.layers]
        for part in path:
            next_holders = _step(holders, part)
            if not next_holders and isinstance(part, str) and key_of(part) != part:
                next_holders = _step(holders, key_of(part))  # engines may name a key by its field
            if not next_holders:
                break
            holders = next_holders
        return [(layer, own_path) for layer, _, own_path in holders]


def make_table(name: str, layer: TableLayer, parent: GameTable | None) -> GameTable:
    """Return the table of ``layer`` merged over its parent.

    Tables are merged key by key, all other values are replaced whole. But a table over a list of entries with ids (or
    numbers, or numbers of players) changes or adds entries by these.
    """
    data = _own_keys(layer.data)
    entries = tuple(_assumed_entries(layer))
    if parent is None:
        return GameTable(name, data, (layer,), entries)
    merged = _merge_tables(parent.data, data)
    inherited = _still_assumed(parent, merged, {entry.key for entry in entries})
    return GameTable(name, merged, (layer, *parent.layers), (*inherited, *entries))


def _own_keys(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return a layer's table without ``extends`` and ``assumed``."""
    return {key: value for key, value in data.items() if key not in (EXTENDS, ASSUMED)}


def look_up(data: Any, parts: Sequence[str]) -> KeyPath | None:
    """Return the path in plain data that dotted ``parts`` name, or None.

    A list entry is called by its name, else by its index.
    """
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
    """Return the value of plain data at an existing path."""
    for part in path:
        data = data[part]
    return data


_Holder: TypeAlias = tuple[TableLayer, Any, KeyPath]
"""Layer, its value at a path, and that path as the layer spells it."""


def _step(holders: list[_Holder], part: str | int) -> list[_Holder]:
    if isinstance(part, int):
        return _step_into_list(holders, part)
    children: list[_Holder] = []
    for layer, value, path in holders:
        if not isinstance(value, dict):
            break
        if part in value:
            children.append((layer, value[part], (*path, part)))
    return children


def _step_into_list(holders: list[_Holder], index: int) -> list[_Holder]:
    """Return the holders of a list entry: the list, and above it the tables that change the entry by id."""
    list_index = next((number for number, holder in enumerate(holders) if isinstance(holder[1], list)), None)
    if list_index is None:
        return []
    layer, value, path = holders[list_index]
    ids: list[Any] = entry_names(value) or [None] * len(value)
    for _, changes, _ in reversed(holders[:list_index]):
        ids += [key for key in changes if key not in ids]
    if not 0 <= index < len(ids):
        return []
    key = ids[index]
    entries: list[_Holder] = [
        (upper, changes[key], (*own_path, key)) for upper, changes, own_path in holders[:list_index] if key in changes
    ]
    return [*entries, (layer, value[index], (*path, index))] if index < len(value) else entries


def _merge(parent: Mapping[str, Any], child: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(parent)
    for key, value in child.items():
        inherited = merged.get(key)
        if _is_text(value) and _is_text(inherited):
            merged[key] = _merge_wordings(inherited, value)
        elif isinstance(value, dict) and isinstance(inherited, dict):
            merged[key] = _merge(inherited, value)
        elif isinstance(value, dict) and isinstance(inherited, list) and entry_names(inherited):
            merged[key] = _merge_by_name(inherited, value)
        else:
            merged[key] = value
    return merged


_EXCLUSIVE_KEYS = ("copies", "copies-each")
"""Keys of a component that exclude each other."""


def _merge_tables(parent: Mapping[str, Any], child: Mapping[str, Any]) -> dict[str, Any]:
    """Return the table ``child`` over ``parent``. Of exclusive keys a component keeps those of the child."""
    merged = _merge(parent, child)
    components = child.get("components")
    if isinstance(components, dict) and isinstance(merged["components"], dict):
        merged["components"] = {
            name: _resolve_exclusive(entry, components.get(name)) for name, entry in merged["components"].items()
        }
    return merged


def _resolve_exclusive(entry: Any, own_entry: Any) -> Any:
    """Return a merged component without the keys that its own table overrules."""
    own_keys = [key for key in _EXCLUSIVE_KEYS if isinstance(own_entry, dict) and key in own_entry]
    if not own_keys or not isinstance(entry, dict):
        return entry
    return {key: value for key, value in entry.items() if key not in _EXCLUSIVE_KEYS or key in own_keys}


def entry_names(items: Sequence[Any]) -> list[str]:
    """Return the names of list entries in a table over the list; none if they have no names of their own.

    >>> entry_names([{"id": "red"}, {"id": "blue"}]), entry_names([{"number": 1}, {"number": 2}])
    (['red', 'blue'], ['1', '2'])
    """
    key = _naming_key(items)
    return [] if key is None else [str(entry[key]) for entry in items]


def _naming_key(items: Sequence[Any]) -> str | None:
    if not items or not all(isinstance(entry, dict) for entry in items):
        return None
    for key in _NAMES:
        if all(isinstance(entry.get(key), str | int) for entry in items):
            # Entries that share an id are a mistake; entries that share a number just have no names.
            unique = len({str(entry[key]) for entry in items}) == len(items)
            return key if unique or key == "id" else None
    return None


def _merge_by_name(items: Sequence[Any], changes: Mapping[str, Any]) -> list[Any]:
    """Merge a table by name over a list of tables: named entries get its keys, new ones join the list.

    Keys of an entry are replaced whole: a criterion without a figure must not inherit another's figure. But a text that
    is given in one language keeps its wording in the other.
    """
    naming_key, names = _naming_key(items) or "id", entry_names(items)
    pairs = zip(names, items, strict=True)
    merged = [_change_entry(entry, changes[name]) if name in changes else entry for name, entry in pairs]
    return merged + [
        _change_entry({naming_key: _naming_value(naming_key, key)}, entry)
        for key, entry in changes.items()
        if key not in names
    ]


def _naming_value(naming_key: str, key: str) -> str | int:
    """Return a key of a table as the value it stands for: a number, unless entries are called by ids."""
    return int(key) if naming_key != "id" and key.isascii() and key.isdecimal() else key


def _change_entry(entry: Mapping[str, Any], changes: Any) -> Any:
    """Return a list entry with changes. Changes that are no table replace it, to be reported as wrong."""
    if not isinstance(changes, dict):
        return changes
    return {**entry, **{key: _merge_wordings(entry.get(key), value) for key, value in changes.items()}}


def _merge_wordings(inherited: Any, value: Any) -> Any:
    """Return the new value of an entry's key. Wordings go over those of the inherited text.

    The reading of a Japanese wording goes with it.
    """
    if not (_is_text(inherited) and _is_text(value)):
        return value
    wordings = {key: wording for key, wording in inherited.items() if key != _RUBY or "ja" not in value}
    return {**wordings, **value}


def _is_text(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and bool(value)
        and all(isinstance(text, str) and (key == _RUBY or language_tag(key) == key) for key, text in value.items())
    )


def _still_assumed(parent: GameTable, merged: Mapping[str, Any], own_keys: set[str]) -> Iterator[AssumedEntry]:
    """Yield a parent's assumptions whose figure stands: a table that sets the figure no longer assumes it."""
    for entry in parent.assumed:
        parts = entry.key.split(".")
        old_path, new_path = look_up(parent.data, parts), look_up(merged, parts)
        same = old_path is None and new_path is None
        if old_path is not None and new_path is not None:
            same = value_at(parent.data, old_path) == value_at(merged, new_path)
        if same and entry.key not in own_keys:
            yield entry


def _assumed_entries(layer: TableLayer) -> Iterator[AssumedEntry]:
    table = layer.data.get(ASSUMED)
    if isinstance(table, dict):
        yield from _flatten_assumed(layer, table, "", (ASSUMED,))


def _flatten_assumed(layer: TableLayer, table: Mapping[str, Any], prefix: str, path: KeyPath) -> Iterator[AssumedEntry]:
    """Yield assumed entries by dotted key, written with quoted dots or with bare ones, which TOML reads as tables."""
    for key, value in table.items():
        if isinstance(value, dict) and value and not _is_text(value):
            yield from _flatten_assumed(layer, value, f"{prefix}{key}.", (*path, key))
        else:
            yield AssumedEntry(f"{prefix}{key}", value, layer, (*path, key))


def _index(data: Any, part: str) -> int | None:
    if not isinstance(data, list):
        return None
    names = entry_names(data)
    if part in names:
        return names.index(part)
    return int(part) if part.isascii() and part.isdecimal() and len(part) < 7 and int(part) < len(data) else None
