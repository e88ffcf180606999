"""Values that fit a schema, and values as TOML writes them on one line."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from pnp.definition.forms import FORMS
from pnp.definition.schemas import Resolve, Schema

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def sample(schema: Schema, resolve: Resolve) -> Any:
    """A small value that fits a schema: its own example, its default, or the least that will do."""
    schema = resolve(schema)
    if schema.get("examples"):
        return schema["examples"][0]
    if schema.get("default") not in (None, [], {}):
        return schema["default"]
    if "anyOf" in schema:
        return sample(next(one for one in schema["anyOf"] if one.get("type") != "null"), resolve)
    if "enum" in schema or "const" in schema:
        return schema.get("enum", [schema.get("const")])[0]
    if schema.get("type") == "array":
        return _list(schema, resolve)
    return _table(schema, resolve) if schema.get("type") == "object" else _plain(schema)


def _plain(schema: Schema) -> Any:
    if schema.get("format") in FORMS:
        return FORMS[schema["format"]].samples[0]
    if schema.get("type") in ("integer", "number"):
        return schema.get("minimum", 1)
    return True if schema.get("type") == "boolean" else "…"


def _list(schema: Schema, resolve: Resolve) -> list[Any]:
    fixed = [sample(part, resolve) for part in schema.get("prefixItems", ())]
    if "items" not in schema or fixed:
        return fixed
    return [sample(schema["items"], resolve)] * max(1, schema.get("minItems", 1))


def _table(schema: Schema, resolve: Resolve) -> dict[str, Any]:
    known: Mapping[str, Schema] = schema.get("properties", {})
    keys = schema.get("required") or list(known)[:1]
    if keys:
        return {key: sample(known[key], resolve) for key in keys}
    names, rest = schema.get("propertyNames", {}), schema.get("additionalProperties")
    return {sample({"type": "string", **names}, resolve): sample(rest or {}, resolve)}


def spelled(value: Any) -> str:
    """A value in TOML, on one line.

    >>> spelled({"en": "red", "of": [1, 2.5, True]})
    '{ en = "red", of = [1, 2.5, true] }'
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, Mapping):
        return f"{{ {', '.join(line(key, item) for key, item in value.items())} }}" if value else "{}"
    if isinstance(value, Sequence):
        return f"[{', '.join(map(spelled, value))}]"
    return str(value)


def line(key: str, value: Any) -> str:
    """A line of TOML that gives ``key`` a value."""
    return f"{key if _BARE.fullmatch(key) else json.dumps(key, ensure_ascii=False)} = {spelled(value)}"
