"""Sample values of a schema, text forms in a maker's words, and values as TOML writes them on one line."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from pnp.definition.keys.schemas import Resolve, Schema
from pnp.model.print_options import MOST_BLEED
from pnp.records import dataclass


@dataclass(frozen=True, slots=True)
class TextForm:
    """Form of texts in a maker's words, for messages and for the reference of keys.

    ``noun`` names such a text, ``limits`` are its limits, and ``samples`` are some that fit.
    """

    noun: str
    limits: str
    samples: tuple[str, ...]
    measure: str = ""
    """Quantity that it measures, if a bare number may have been meant for it: length, size or paper."""


_SMALL = "small letters and digits, with single - or _ between them"
FORMS: Mapping[str, TextForm] = {
    "name": TextForm("a name", _SMALL, ("card",)),
    "card-id": TextForm("an id", "letters and digits, with single -, _ or . between them", ("ace-1",)),
    "value-name": TextForm(
        "a name", "a letter first, then letters and digits, with single - or _ between them", ("rate",)
    ),
    "language": TextForm("the tag of a language", "en, ja, de, pt-BR and so on", ("en",)),
    "length": TextForm("a length", "0mm to 100mm", ("3mm",), "length"),
    "bleed": TextForm("a length", f"0mm to {MOST_BLEED}mm", ("3mm",), "length"),
    "overlap": TextForm("a length", "3mm to 50mm", ("8mm",), "length"),
    "size": TextForm("a size", "each side 5mm to 1000mm, or the name of one", ("poker", "63mm x 88mm"), "size"),
    "card-or-size": TextForm("a size", "each side 5mm to 1000mm, or the name of one", ("card", "63mm x 88mm"), "size"),
    "paper": TextForm("a paper", "each side 50mm to 1000mm, or the name of one", ("a4", "210mm x 297mm"), "paper"),
    "icon-colour": TextForm("own, text or a colour", "#rrggbb or #rgb", ("text", "#d4141f")),
    "place-size": TextForm(
        "a size", "each side 5mm to 1000mm, or the name of one", ("business", "91mm x 55mm"), "size"
    ),
    "pitch": TextForm("two lengths, across x down", "each side 1mm to 1000mm", ("95mm x 54mm",), "size"),
    "gaps": TextForm("a length, or two, across x down", "0mm to 100mm", ("10mm x 0mm", "2mm"), "length"),
    "date": TextForm("a day", "year-month-day", ("2026-11-23",)),
    "net-length": TextForm("a length", "1mm to 1000mm", ("16mm",), "length"),
    "panel-size": TextForm("a size", "each side 1mm to 1000mm", ("40mm x 30mm",), "size"),
    "shift": TextForm("a length", "-1000mm to 1000mm", ("3mm",), "length"),
    "panel-side": TextForm("a side of a panel", "its id, a point, and left, right, top or bottom", ("floor.left",)),
    "panel-or-side": TextForm("a panel or a side of one", "its id, or floor.left and so on", ("floor.left",)),
    "art": TextForm("the name of a drawing", "art/NAME.svg beside the templates, up to 40 characters", ("sun",)),
    "ink": TextForm("a colour", "#rrggbb", ("#d7263d",)),
    "word": TextForm("a text", "", ("…",)),
}
"""Text forms by the ``format`` of a schema. The checks are in ``common.py`` and ``nets.py``; a test compares both."""


def measure_of(form: str) -> str:
    """Return the quantity that texts of a form measure: length, size or paper, or ""."""
    return FORMS[form].measure if form in FORMS else ""


_BARE = re.compile(r"[A-Za-z0-9_-]+")


def sample(schema: Schema, resolve: Resolve) -> Any:
    """Return a small value that fits a schema: its own example, its default, or the least possible."""
    schema = resolve(schema)
    if schema.get("examples"):
        return schema["examples"][0]
    if schema.get("default") not in (None, [], {}):
        return schema["default"]
    if "anyOf" in schema:
        return sample(next(option for option in schema["anyOf"] if option.get("type") != "null"), resolve)
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
    entries = [sample(part, resolve) for part in schema.get("prefixItems", ())]
    if "items" not in schema or entries:
        return entries
    return [sample(schema["items"], resolve)] * max(1, schema.get("minItems", 1))


def _table(schema: Schema, resolve: Resolve) -> dict[str, Any]:
    properties: Mapping[str, Schema] = schema.get("properties", {})
    keys = schema.get("required") or list(properties)[:1]
    if keys:
        return {key: sample(properties[key], resolve) for key in keys}
    names, entry_schema = schema.get("propertyNames", {}), schema.get("additionalProperties")
    return {sample({"type": "string", **names}, resolve): sample(entry_schema or {}, resolve)}


def spelled(value: Any) -> str:
    """Return a value in TOML, on one line.

    >>> spelled({"en": "red", "of": [1, 2.5, True]})
    '{ en = "red", of = [1, 2.5, true] }'
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, Mapping):
        return f"{{ {', '.join(line(key, child) for key, child in value.items())} }}" if value else "{}"
    if isinstance(value, Sequence):
        return f"[{', '.join(map(spelled, value))}]"
    return str(value)


def line(key: str, value: Any) -> str:
    """Return a line of TOML that sets ``key``."""
    return f"{key if _BARE.fullmatch(key) else json.dumps(key, ensure_ascii=False)} = {spelled(value)}"
