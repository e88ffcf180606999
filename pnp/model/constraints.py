"""Limits that settings carry as annotations, and how their fields are spelled in a definition file.

The definition reader understands both; nothing here imports it.
"""

from __future__ import annotations

from typing import Annotated, Any

from annotated_types import Ge, Gt, Le, Len, Lt, MaxLen, MinLen

__all__ = ["STRICT", "Count", "Ge", "Gt", "Id", "Le", "Len", "Lt", "MaxLen", "MinLen", "key_of"]


def key_of(field: str) -> str:
    """The key in a definition file of a settings field: kebab-case, without the underscore that saves a keyword.

    >>> key_of("single_card"), key_of("is_")
    ('single-card', 'is')
    """
    return field.rstrip("_").replace("_", "-")


STRICT: Any = {"extra": "forbid", "strict": True, "alias_generator": key_of}
"""For ``__pydantic_config__`` of a settings dataclass: no unknown keys, no conversion of types, kebab-case keys."""

Count = Annotated[int, Ge(1), Le(999)]
Id = Annotated[str, MinLen(1), MaxLen(40)]
