"""JSON Schema of a definition file, for editors that complete and check while typing."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Container, Iterator, Mapping
from contextlib import suppress
from dataclasses import fields, is_dataclass
from itertools import pairwise
from typing import Any, get_args, get_type_hints

from pnp.definition.keys.common import COMMON_DEFS, GAME_KEYS, PROJECT
from pnp.definition.settings import game_schema
from pnp.definition.sheets import SHEETS
from pnp.definition.source import EngineSettings
from pnp.diagnostics import PnpError
from pnp.model.constraints import key_of

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_PARTIAL = "-in-part"


def definition_schema(kinds: Mapping[str, EngineSettings]) -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of a definition file for the engines ``kinds``, for editors. It omits engines
    that cannot be loaded.

    A game either names its engine and has all required keys, or names the table that it extends and has any part of
    them.
    """
    defs: dict[str, Any] = {name: dict(schema) for name, schema in COMMON_DEFS.items()}
    options: list[Any] = []
    loaded = dict(_loaded(kinds))
    for name, kind in loaded.items():
        full = _qualify_names(_add_descriptions(game_schema(kind.settings), kind.settings), name)
        engine_defs = full.pop("$defs")
        defs |= engine_defs
        full["properties"] = {
            **full["properties"],
            "engine": {"const": name, **_description_only(GAME_KEYS["engine"])},
        }
        defs[name] = full
        partial = _make_partial(full)
        partial["required"] = ["extends"]
        defs[name + _PARTIAL] = partial
        options += [{"$ref": f"#/$defs/{name}"}, {"$ref": f"#/$defs/{name}{_PARTIAL}"}]
    for name in [key for key in defs if key not in loaded and not key.endswith(_PARTIAL)]:
        defs[name + _PARTIAL] = _make_partial(defs[name])
    return {
        "$schema": DIALECT,
        "title": "games.toml",
        "description": "A definition file of pnp: defaults, then one table per game.",
        "type": "object",
        "properties": {"project": dict(PROJECT), "sheets": dict(SHEETS)},
        "additionalProperties": {"anyOf": options},
        "$defs": defs,
    }


def _loaded(kinds: Mapping[str, EngineSettings]) -> Iterator[tuple[str, EngineSettings]]:
    for name in kinds:
        # A table of an engine that cannot be loaded is refused by the reader with the reason.
        with suppress(PnpError):
            yield name, kinds[name]


def _description_only(schema: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in schema.items() if key == "description"}


def _qualify_names(schema: Mapping[str, Any], engine: str) -> dict[str, Any]:
    """Rename the definitions of an engine's settings after the engine, so that two engines may both define Colour."""
    names = {name: name if name in COMMON_DEFS else f"{engine}.{name}" for name in schema["$defs"]}

    def rename(value: Any) -> Any:
        if isinstance(value, Mapping):
            return {
                key: f"#/$defs/{names[child.removeprefix('#/$defs/')]}" if key == "$ref" else rename(child)
                for key, child in value.items()
            }
        return [rename(child) for child in value] if isinstance(value, list | tuple) else value

    body = {key: rename(value) for key, value in schema.items() if key != "$defs"}
    body["$defs"] = {names[name]: rename(value) for name, value in schema["$defs"].items() if name not in COMMON_DEFS}
    return body


def _make_partial(schema: Any) -> Any:
    """Return ``schema`` without required keys.

    Tables are merged with the ones they extend. Lists are replaced, so they stay whole; but a table may stand for a
    list of entries with ids and change some of them.
    """
    if isinstance(schema, Mapping):
        if schema.get("type") == "array" and "$ref" in (schema.get("items") or {}):
            by_id = {"type": "object", "additionalProperties": {"$ref": f"{schema['items']['$ref']}{_PARTIAL}"}}
            note = _description_only(schema)
            return {**note, "anyOf": [{key: value for key, value in schema.items() if key not in note}, by_id]}
        return {
            key: f"{value}{_PARTIAL}"
            if key == "$ref"
            else value
            if key in ("items", "prefixItems")
            else _make_partial(value)
            for key, value in schema.items()
            if key != "required" or not isinstance(value, list)
        }
    return [_make_partial(child) for child in schema] if isinstance(schema, list) else schema


def _add_descriptions(schema: Mapping[str, Any], settings: type[Any]) -> Mapping[str, Any]:
    """Add the docstrings of the settings' fields to ``schema`` as descriptions."""
    described = {**schema, "properties": _with_docs(schema["properties"], settings, described=GAME_KEYS)}
    described["$defs"] = dict(schema["$defs"])
    for record in _records(settings):
        if record.__name__ in described["$defs"] and record.__name__ not in COMMON_DEFS:
            record_schema = described["$defs"][record.__name__]
            described["$defs"][record.__name__] = {
                **record_schema,
                "properties": _with_docs(record_schema.get("properties", {}), record),
            }
    return described


def _with_docs(properties: Mapping[str, Any], record: type[Any], described: Container[str] = ()) -> dict[str, Any]:
    """Add the docstrings of a record's fields to ``properties``, except for keys ``described`` already."""
    docs = {key: {"description": text} for key, text in _field_docs(record).items() if key not in described}
    return {
        key: {name: part for name, part in {**value, **docs.get(key, {})}.items() if name != "title"}
        for key, value in properties.items()
    }


def _field_docs(record: type[Any]) -> dict[str, str]:
    """Return the docstrings of a dataclass's fields by key, its own before inherited ones."""
    docs: dict[str, str] = {}
    for kind in reversed(record.__mro__):
        if is_dataclass(kind):
            docs |= _docs_in(kind)
    return docs


def _docs_in(record: type[Any]) -> dict[str, str]:
    """Return the docstrings of the fields that a class declares; none if its source is missing (a frozen program)."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(record)))
    except (OSError, TypeError, SyntaxError):
        return {}
    body = tree.body[0].body if isinstance(tree.body[0], ast.ClassDef) else []
    docs: dict[str, str] = {}
    for field, following in pairwise(body):
        if (
            isinstance(field, ast.AnnAssign)
            and isinstance(field.target, ast.Name)
            and isinstance(following, ast.Expr)
            and isinstance(following.value, ast.Constant)
            and isinstance(following.value.value, str)
        ):
            docs[key_of(field.target.id)] = inspect.cleandoc(following.value.value)
    return docs


def _records(settings: type[Any]) -> set[type[Any]]:
    """Return the dataclasses that the fields of ``settings`` consist of."""
    records: set[type[Any]] = set()
    hints: list[Any] = list(get_type_hints(settings).values())
    while hints:
        hint = hints.pop()
        hints += get_args(hint)
        if isinstance(hint, type) and is_dataclass(hint) and hint not in records:
            records.add(hint)
            hints += [
                inner for name, inner in get_type_hints(hint).items() if name in {field.name for field in fields(hint)}
            ]
    return records
