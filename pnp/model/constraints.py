"""Limits and meanings that settings carry as annotations, and how their fields are spelled in a definition file.

The definition reader understands both; nothing here imports it.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Annotated, Any

from annotated_types import Ge, Gt, Le, Len, Lt, MaxLen, MinLen

__all__ = [
    "STRICT", "Art", "Count", "Ge", "Gt", "Id", "Ink", "Le", "Len", "Lt", "MaxLen", "Meaning", "MinLen", "Word",
    "key_of",
]  # fmt: skip


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


class Meaning(Enum):
    """What a text of the settings is there for, where its type alone does not say: ``model/kinds_of_text.py``."""

    ART = "art"
    INK = "ink"
    WORD = "word"

    def __get_pydantic_json_schema__(self, core: Any, handler: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
        """The JSON Schema of such a text, told apart by its format."""
        return {**handler(core), "format": self.value}


Art = Annotated[str, MinLen(1), MaxLen(40), Meaning.ART]
"""The name of a drawing: of ``art/<name>.svg`` beside the templates."""
Ink = Annotated[str, Meaning.INK]
"""A colour to print in: ``#d7263d``."""
Word = Annotated[str, Meaning.WORD]
"""A plain text that people read, in one language; ``Text`` is one that may have several wordings."""
