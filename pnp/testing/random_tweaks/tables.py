"""Tables of random tweaks: a table of a game with a few of its values changed to others that its schema allows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

Path: TypeAlias = tuple[str | int, ...]
Schema: TypeAlias = Mapping[str, Any]
Draw: TypeAlias = Callable[[Random], Any]

_FURTHEST = 12
"""How far a number is drawn from the one of the table, if its schema has no limit."""


@dataclass(frozen=True, slots=True)
class _Place:
    """Value of a table that may be another. ``draw`` returns one that its schema allows."""

    path: Path
    draw: Draw


def changed_table(
    table: Mapping[str, Any], schema: Schema, random: Random, count: int
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a table with ``count`` random changes, and these by path (``icons.0.from``).

    ``table`` holds the keys of a game's settings, ``schema`` is their JSON Schema. Numbers, choices and lists change;
    texts stay as they are. The schema knows no problem that several keys have together: the game may refuse the table.
    """
    changed, changes = deepcopy(dict(table)), dict[str, Any]()
    for _ in range(count):
        place = random.choice(list(_places(changed, schema, schema, ())))
        value = place.draw(random)
        _put(changed, place.path, value)
        changes[".".join(map(str, place.path))] = value
    return changed, changes


def with_defaults(table: Mapping[str, Any], schema: Schema, root: Schema | None = None) -> dict[str, Any]:
    """Return a copy of a table in which no key is missing that has a default, nor a table inside it."""
    root = schema if root is None else root
    full = deepcopy(dict(table))
    for key, one in schema["properties"].items():
        inner, value = _resolved({}, one, root), full.get(key, {})
        if (
            inner.get("type") == "object"
            and isinstance(value, Mapping)
            and not (key not in full and "required" in inner)
        ):
            full[key] = with_defaults(value, inner, root)
        elif key not in full and one.get("default") is not None:
            full[key] = deepcopy(one["default"])
    return full


def _put(table: dict[str, Any], path: Path, value: Any) -> None:
    inner: Any = table
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value


def _places(value: Any, schema: Schema, root: Schema, path: Path) -> Iterator[_Place]:
    """Yield the places of a value, its own and those inside it."""
    schema = _resolved(value, schema, root)
    own = _draw(value, schema)
    if own is not None and path:
        yield _Place(path, own)
    if isinstance(value, Mapping):
        for key, inner in schema.get("properties", {}).items():
            if key in value:
                yield from _places(value[key], inner, root, (*path, key))
    elif isinstance(value, list):
        firsts = schema.get("prefixItems", ())
        for index, item in enumerate(value):
            inner = firsts[index] if index < len(firsts) else schema.get("items", {})
            yield from _places(item, inner, root, (*path, index))


def _resolved(value: Any, schema: Schema, root: Schema) -> Schema:
    """Return the schema of a value, without references and other options."""
    while "$ref" in schema or "anyOf" in schema:
        if "$ref" in schema:
            schema = root["$defs"][schema["$ref"].rpartition("/")[2]]
        else:
            options: Sequence[Schema] = schema["anyOf"]
            schema = next((one for one in options if _fits(value, _resolved(value, one, root))), {})
    return schema


_TYPES: Mapping[str, type[Any] | tuple[type[Any], ...]] = {
    "integer": int,
    "string": str,
    "array": list,
    "object": Mapping,
    "boolean": bool,
    "null": type(None),
}


def _fits(value: Any, schema: Schema) -> bool:
    kind = str(schema.get("type"))
    return kind in _TYPES and isinstance(value, _TYPES[kind])


def _draw(value: Any, schema: Schema) -> Draw | None:
    """Return the draw of another value; None for a text, and for what holds other values."""
    if "enum" in schema:
        return lambda random: random.choice(schema["enum"])
    if isinstance(value, bool):
        return lambda random: random.random() < 0.5
    if isinstance(value, int):
        return _draw_number(value, schema)
    if isinstance(value, list) and "prefixItems" not in schema:
        return _draw_list(value, schema)
    return None


def _draw_number(value: int, schema: Schema) -> Draw:
    low = max(schema.get("minimum", value - _FURTHEST), value - _FURTHEST)
    high = min(schema.get("maximum", value + _FURTHEST), value + _FURTHEST)
    near = [number for number in (value - 1, value + 1, low) if low <= number <= high]
    return lambda random: random.choice([*near, random.randint(low, high)])


def _draw_list(value: Sequence[Any], schema: Schema) -> Draw:
    """Return the draw of a list that lacks an item, has another order, or has one more number."""
    least, most = schema.get("minItems", 0), schema.get("maxItems", len(value) + 1)

    def draw(random: Random) -> list[Any]:
        items = list(value)
        choice = random.randrange(3)
        if choice == 0 and len(items) > least:
            items.pop(random.randrange(len(items)))
        elif choice == 1 and items and len(items) < most and all(isinstance(item, int) for item in items):
            items.append(max(items) + 1)
        else:
            random.shuffle(items)
        return items

    return draw
