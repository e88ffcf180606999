"""The JSON Schemas that the keys of a definition are put together from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

Schema = Mapping[str, Any]
Resolve = Callable[[Schema], Schema]
"""What gives a schema, or the one that its ``$ref`` names."""


def formatted(form: str, description: str = "", **more: Any) -> dict[str, Any]:
    """A text that a check of the name ``form`` accepts."""
    return _described({"type": "string", "format": form}, description, more)


def choice(values: Sequence[str], description: str = "", **more: Any) -> dict[str, Any]:
    """One of a few texts."""
    return _described({"type": "string", "enum": list(values)}, description, more)


def whole(least: int, most: int, description: str = "", **more: Any) -> dict[str, Any]:
    """A whole number in a range."""
    return _described({"type": "integer", "minimum": least, "maximum": most}, description, more)


def named(name: str, description: str = "", **more: Any) -> dict[str, Any]:
    """What is described under ``name`` for all."""
    return _described({"$ref": f"#/$defs/{name}"}, description, more)


def list_of(items: Schema, description: str = "", **more: Any) -> dict[str, Any]:
    """A list, each entry of which fits ``items``."""
    return _described({"type": "array", "items": items}, description, more)


def table(description: str, keys: Mapping[str, Schema], *required: str) -> dict[str, Any]:
    """A table of these keys and no others."""
    needed = {"required": list(required)} if required else {}
    return {
        "type": "object",
        "description": description,
        "properties": dict(keys),
        **needed,
        "additionalProperties": False,
    }


def by_name(entries: Schema, description: str, **more: Any) -> dict[str, Any]:
    """A table of entries under names that can be those of files."""
    names = {"type": "string", "format": "name"}
    return _described({"type": "object", "propertyNames": names, "additionalProperties": entries}, description, more)


def _described(schema: dict[str, Any], description: str, more: Mapping[str, Any]) -> dict[str, Any]:
    return {**schema, **({"description": description} if description else {}), **more}
