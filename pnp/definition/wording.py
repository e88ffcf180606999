"""The words of TOML for what a schema expects and what a file holds."""

from __future__ import annotations

import json
from typing import Any

from pnp.definition.findings import listed
from pnp.definition.schemas import Resolve, Schema

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
    """A short value as it is written in TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value if len(value) <= _LONGEST else value[:_LONGEST] + "…", ensure_ascii=False)
    return str(value)


def found(value: Any) -> str:
    """What a value is, in a sentence.

    >>> found("7"), found([1]), found(True)
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


def expected(schema: Schema, resolve: Resolve) -> str:
    """What a schema asks for, in a sentence: "a string", "a list", or a list of alternatives."""
    from pnp.definition.forms import measured  # noqa: PLC0415 - only for a message

    if "anyOf" in schema:
        options = [resolve(option) for option in schema["anyOf"] if option.get("type") != "null"]
        return listed(list(dict.fromkeys(expected(option, resolve) for option in options)))
    if "enum" in schema or "const" in schema:
        return listed([toml(item) for item in schema.get("enum", [schema.get("const")])])
    if schema.get("type") == "object" and {"en", "ja"} == set(schema.get("properties", ())) - {"ruby"}:
        return "{ en = …, ja = … }"
    if measured(str(schema.get("format"))):
        return f"a {measured(schema['format'])} in quotes"
    return _PLAIN.get(str(schema.get("type")), "something else")


def example(key: str, schema: Schema, resolve: Resolve) -> str:
    """A line of TOML that sets ``key`` to something of the right type."""
    return f"{key} = {_sample(schema, resolve)}"


def count(number: int, one: str, many: str) -> str:
    """A number with its noun."""
    return f"{number or 'no'} {one if number == 1 else many}"


def between(least: int, most: int | None, one: str, many: str) -> str:
    """A range of counts: "exactly 2 entries", "at least 1 entry"."""
    if most is None:
        return f"at least {count(least, one, many)}"
    if least == most:
        return f"exactly {count(most, one, many)}"
    return f"{least} to {count(most, one, many)}" if least else f"at most {count(most, one, many)}"


def limits(least: float | None, above: float | None, most: float | None, below: float | None) -> str:
    """A range of numbers: "from 0 to 99", "of 1 or more"."""
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
    from pnp.definition.forms import FORMS  # noqa: PLC0415 - only for a message

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
