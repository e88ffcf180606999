"""What values a schema takes, in a maker's words, with limits and units."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pnp.definition.findings import listed
from pnp.definition.forms import FORMS
from pnp.definition.samples import spelled
from pnp.definition.schemas import Resolve, Schema
from pnp.definition.wording import between, limits


def kind_of(schema: Schema, resolve: Resolve) -> str:
    """A phrase: "a whole number from 1 to 99", "a list of names, at least 1 entry"."""
    if is_text(schema):
        return "a text, or one for each language"
    schema = resolve(schema)
    if "anyOf" in schema:
        options = [kind_of(one, resolve) for one in schema["anyOf"] if one.get("type") != "null"]
        options = list(dict.fromkeys(options))
        return "; or ".join(options) if any(", " in one for one in options) else listed(options)
    if "enum" in schema or "const" in schema:
        return listed([spelled(item) for item in schema.get("enum", [schema.get("const")])])
    if schema.get("type") == "array":
        return _list(schema, resolve)
    return _table(schema, resolve) if schema.get("type") == "object" else _plain(schema)


def is_text(schema: Schema) -> bool:
    """Whether a value may have one wording per language."""
    return str(schema.get("$ref")).endswith(("/Text", "/Translated", ".Translated")) or any(
        map(is_text, schema.get("anyOf", ()))
    )


def _plain(schema: Schema) -> str:
    kind = schema.get("type")
    if kind in ("integer", "number"):
        noun = "a whole number" if kind == "integer" else "a number"
        ends = (schema.get(key) for key in ("minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"))
        return f"{noun} {limits(*ends)}".rstrip()
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
    fixed = schema.get("prefixItems")
    if fixed:
        return f"a list of {len(fixed)}: {listed([kind_of(one, resolve) for one in fixed], 'and')}"
    least, most = schema.get("minItems", 0), schema.get("maxItems")
    size = f", {between(least, most, 'entry', 'entries')}" if least or most is not None else ""
    inside = schema.get("items")
    return (
        f"a list{size}, each {kind_of(inside, resolve)}" if isinstance(inside, Mapping) and inside else f"a list{size}"
    )


def _table(schema: Mapping[str, Any], resolve: Resolve) -> str:
    if "properties" in schema:
        names = list(schema["properties"])
        return f"a table of {listed(names, 'and')}" if len(names) < 7 else "a table"
    rest = schema.get("additionalProperties")
    inside = f": {kind_of(rest, resolve)}" if isinstance(rest, Mapping) and rest else ""
    return f"a table of names that you choose{inside}"
