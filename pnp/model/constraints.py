"""Limits and meanings that settings carry as annotations, and the spelling of their keys in a definition file.

The reader of definitions understands both; no import leads back to it.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Annotated, Any

from annotated_types import Ge, Gt, Le, Len, Lt, MaxLen, MinLen

__all__ = [
    "DISTINCT", "STRICT", "Art", "Count", "Distinct", "Ge", "Gt", "Id", "Ink", "Le", "Len", "Lt", "MaxLen", "Meaning",
    "MinLen", "Players", "Word", "key_of",
]  # fmt: skip


def key_of(field: str) -> str:
    """Return the key of a settings field in a definition file: kebab-case, without the underscore that avoids a
    keyword.

    >>> key_of("single_card"), key_of("is_")
    ('single-card', 'is')
    """
    return field.rstrip("_").replace("_", "-")


STRICT: Any = {"extra": "forbid", "strict": True, "alias_generator": key_of}
"""``__pydantic_config__`` of a settings dataclass: no unknown keys, no type conversion, kebab-case keys."""

Count = Annotated[int, Ge(1), Le(999)]
Players = tuple[Annotated[int, Ge(2), Le(999)], Count]
"""The fewest and the most who can play, of a game for 2 or more."""
Id = Annotated[str, MinLen(1), MaxLen(40)]


class Distinct(Enum):
    """Mark of a list without equal values: see ``games/core/problems.py``."""

    DISTINCT = "distinct"


DISTINCT = Distinct.DISTINCT
"""Mark of a list without equal values: ``Annotated[tuple[int, ...], MinLen(2), DISTINCT]``."""


class Meaning(Enum):
    """Purpose of a text in the settings, where its type alone does not tell it: see ``model/kinds_of_text.py``."""

    ART = "art"
    INK = "ink"
    WORD = "word"

    def __get_pydantic_json_schema__(self, core: Any, handler: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
        """Return the JSON Schema of the text; its format tells the meaning."""
        return {**handler(core), "format": self.value}


Art = Annotated[str, MinLen(1), MaxLen(40), Meaning.ART]
"""Name of a drawing: ``art/<name>.svg`` beside the templates."""
Ink = Annotated[str, Meaning.INK]
"""Colour to print in: ``#d7263d``."""
Word = Annotated[str, Meaning.WORD]
"""Plain text in one language for people; ``Text`` may have several wordings."""
