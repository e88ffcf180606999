"""What a template may read of a card, and what it did read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pnp.model.text import Language, Translated, say


class CardFields:
    """The fields of a card, texts in the language of the face. It remembers which fields were asked for in ``read``,
    so that a column that no template reads can be told.

    It has no methods that a column might be hidden by: a column may be called ``items`` or ``keys``.
    """

    __slots__ = ("_fields", "_language", "_read")

    def __init__(self, fields: Mapping[str, Any], language: Language, read: set[str]) -> None:
        self._fields = fields
        self._language = language
        self._read = read

    def __getitem__(self, name: str) -> Any:
        self._read.add(name)
        value = self._fields[name]
        return say(value, self._language) if isinstance(value, Translated) else value

    def __contains__(self, name: object) -> bool:
        self._read.add(str(name))
        return name in self._fields

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)
