"""JSON Schemas from which the keys of a definition are composed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

Schema = Mapping[str, Any]
Resolve = Callable[[Schema], Schema]
"""Return a schema, or the one that its ``$ref`` names."""


def formatted(form: str, description: str = "", **extra: Any) -> dict[str, Any]:
    """Return the schema of a text that the check ``form`` accepts."""
    return _described({"type": "string", "format": form}, description, extra)


def choice(values: Sequence[str], description: str = "", **extra: Any) -> dict[str, Any]:
    """Return the schema of one of a few texts."""
    return _described({"type": "string", "enum": list(values)}, description, extra)


def whole(least: int, most: int, description: str = "", **extra: Any) -> dict[str, Any]:
    """Return the schema of a whole number in a range."""
    return _described({"type": "integer", "minimum": least, "maximum": most}, description, extra)


def named(name: str, description: str = "", **extra: Any) -> dict[str, Any]:
    """Return a reference to the definition ``name``."""
    return _described({"$ref": f"#/$defs/{name}"}, description, extra)


def list_of(items: Schema, description: str = "", **extra: Any) -> dict[str, Any]:
    """Return the schema of a list whose entries fit ``items``."""
    return _described({"type": "array", "items": items}, description, extra)


def table(description: str, keys: Mapping[str, Schema], *required: str) -> dict[str, Any]:
    """Return the schema of a table of these keys and no others."""
    requirement = {"required": list(required)} if required else {}
    return {
        "type": "object",
        "description": description,
        "properties": dict(keys),
        **requirement,
        "additionalProperties": False,
    }


def by_name(entries: Schema, description: str, **extra: Any) -> dict[str, Any]:
    """Return the schema of a table of entries under names that can be file names."""
    names = {"type": "string", "format": "name"}
    return _described({"type": "object", "propertyNames": names, "additionalProperties": entries}, description, extra)


def _described(schema: dict[str, Any], description: str, extra: Mapping[str, Any]) -> dict[str, Any]:
    return {**schema, **({"description": description} if description else {}), **extra}
