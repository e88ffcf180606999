"""Word the types, limits and units that a schema expects, and the values that a file holds."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pnp.definition.keys.samples import FORMS, measure_of, spelled
from pnp.definition.keys.schemas import Resolve, Schema
from pnp.toml.findings import listed

_PLAIN = {
    "string": "a string",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "a table",
}
_LONGEST = 40


def toml(value: Any) -> str:
    """Return a short value as TOML writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value if len(value) <= _LONGEST else value[:_LONGEST] + "…", ensure_ascii=False)
    return str(value)


def describe_value(value: Any) -> str:
    """Return the type and value for a sentence.

    >>> describe_value("7"), describe_value([1]), describe_value(True)
    ('the string "7"', 'a list', 'true')
    """
    if isinstance(value, bool):
        return toml(value)
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    kind = "string" if isinstance(value, str) else "whole number" if isinstance(value, int) else "number"
    return f"the {kind} {toml(value)}"


def describe_schema(schema: Schema, resolve: Resolve) -> str:
    """Return what a schema expects, for a sentence: "a string", "a list", or a list of alternatives."""
    if "anyOf" in schema:
        options = [resolve(option) for option in schema["anyOf"] if option.get("type") != "null"]
        return listed(list(dict.fromkeys(describe_schema(option, resolve) for option in options)))
    if "enum" in schema or "const" in schema:
        return listed([toml(allowed) for allowed in schema.get("enum", [schema.get("const")])])
    if schema.get("type") == "object" and {"en", "ja"} == set(schema.get("properties", ())) - {"ruby"}:
        return "{ en = …, ja = … }"
    if measure_of(str(schema.get("format"))):
        return f"a {measure_of(schema['format'])} in quotes"
    return _PLAIN.get(str(schema.get("type")), "something else")


def example(key: str, schema: Schema, resolve: Resolve) -> str:
    """Return a line of TOML that sets ``key`` to a value of the right type."""
    return f"{key} = {_sample(schema, resolve)}"


def count(number: int, singular: str, plural: str) -> str:
    """Return a number with its noun."""
    return f"{number or 'no'} {singular if number == 1 else plural}"


def between(least: int, most: int | None, singular: str, plural: str) -> str:
    """Return a range of counts: "exactly 2 entries", "at least 1 entry"."""
    if most is None:
        return f"at least {count(least, singular, plural)}"
    if least == most:
        return f"exactly {count(most, singular, plural)}"
    return f"{least} to {count(most, singular, plural)}" if least else f"at most {count(most, singular, plural)}"


def limits(least: float | None, above: float | None, most: float | None, below: float | None) -> str:
    """Return a range of numbers: "from 0 to 99", "of 1 or more"."""
    if least is not None and most is not None:
        return f"from {least} to {most}"
    parts = [
        *([f"of {least} or more"] if least is not None else []),
        *([f"above {above}"] if above is not None else []),
        *([f"of {most} or less"] if most is not None else []),
        *([f"below {below}"] if below is not None else []),
    ]
    return " and ".join(parts)


def _sample(schema: Schema, resolve: Resolve) -> str:
    if "anyOf" in schema:
        return _sample(resolve(schema["anyOf"][0]), resolve)
    if "enum" in schema or "const" in schema:
        return toml(schema.get("enum", [schema.get("const")])[0])
    if schema.get("format") in FORMS:
        return toml(FORMS[schema["format"]].samples[-1])
    kind = schema.get("type")
    if kind in ("integer", "number"):
        return str(schema.get("minimum", 1))
    if kind == "array":
        return "[…]"
    return {"string": '"…"', "boolean": "true", "object": "{ … }"}.get(str(kind), "…")


def describe_kind(schema: Schema, resolve: Resolve) -> str:
    """Return the values that a schema takes, in a maker's words, with limits and units.

    Examples are "a whole number from 1 to 99" and "a list of names, at least 1 entry".
    """
    if is_text(schema):
        return "a text, or one for each language"
    schema = resolve(schema)
    if "anyOf" in schema:
        kinds = [describe_kind(option, resolve) for option in schema["anyOf"] if option.get("type") != "null"]
        kinds = list(dict.fromkeys(kinds))
        return "; or ".join(kinds) if any(", " in kind for kind in kinds) else listed(kinds)
    if "enum" in schema or "const" in schema:
        return listed([spelled(allowed) for allowed in schema.get("enum", [schema.get("const")])])
    if schema.get("type") == "array":
        return _list(schema, resolve)
    return _table(schema, resolve) if schema.get("type") == "object" else _plain(schema)


def is_text(schema: Schema) -> bool:
    """Return True if a value may have one wording per language."""
    return str(schema.get("$ref")).endswith(("/Text", "/Translated", ".Translated")) or any(
        map(is_text, schema.get("anyOf", ()))
    )


def _plain(schema: Schema) -> str:
    kind = schema.get("type")
    if kind in ("integer", "number"):
        noun = "a whole number" if kind == "integer" else "a number"
        bounds = (schema.get(key) for key in ("minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"))
        return f"{noun} {limits(*bounds)}".rstrip()
    if kind == "string":
        return _text(schema)
    return "true or false" if kind == "boolean" else "any value"


def _text(schema: Schema) -> str:
    form = FORMS.get(str(schema.get("format")))
    if form is not None:
        return f"{form.noun} ({form.limits})" if form.limits else form.noun
    least, most = schema.get("minLength", 0), schema.get("maxLength")
    return "a text" if most is None else f"a text of {between(least, most, 'character', 'characters')}"


def _list(schema: Schema, resolve: Resolve) -> str:
    entries = schema.get("prefixItems")
    if entries:
        return f"a list of {len(entries)}: {listed([describe_kind(entry, resolve) for entry in entries], 'and')}"
    least, most = schema.get("minItems", 0), schema.get("maxItems")
    size = f", {between(least, most, 'entry', 'entries')}" if least or most is not None else ""
    items = schema.get("items")
    return (
        f"a list{size}, each {describe_kind(items, resolve)}"
        if isinstance(items, Mapping) and items
        else f"a list{size}"
    )


def _table(schema: Mapping[str, Any], resolve: Resolve) -> str:
    if "properties" in schema:
        names = list(schema["properties"])
        return f"a table of {listed(names, 'and')}" if len(names) < 7 else "a table"
    entry_schema = schema.get("additionalProperties")
    of_kind = f": {describe_kind(entry_schema, resolve)}" if isinstance(entry_schema, Mapping) and entry_schema else ""
    return f"a table of names that you choose{of_kind}"
