"""Fields of a card that a template may read, and a record of those that it did read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import lru_cache
from typing import Any

from jinja2 import StrictUndefined

from pnp.model.text import Language, Translated, said_in, same_language


@dataclass(slots=True)
class FieldReads:
    """What templates read of the cards of a component."""

    names: set[str] = field(default_factory=set)
    last: str | None = None
    """The field that was read last."""
    elsewhere: dict[str, Language] = field(default_factory=dict)
    """Texts that were not there in the language of the face, with the one that they were read in."""


NO_COLUMN = "no column "
"""How messages about columns that are not there begin."""


class Fields:
    """Texts, numbers and the like by name, texts in the language of the face.

    A name may be written as it stands, or in small letters with ``_`` for blanks and hyphens. It has no methods that a
    name might be hidden by: a column may be called ``items`` or ``keys``.
    """

    __slots__ = ("_fields", "_language", "_reading")

    def __init__(self, fields: Mapping[str, Any], language: Language, reading: FieldReads | None = None) -> None:
        self._fields = fields
        self._language = language
        self._reading = FieldReads() if reading is None else reading

    def __getitem__(self, name: str) -> Any:
        if name not in self._fields:
            name = _spellings(tuple(self._fields)).get(str(name), name)
        self._reading.names.add(name)
        value = self._fields[name]
        self._reading.last = name
        if not isinstance(value, Translated):
            return Values(value, self._language) if isinstance(value, dict) else value
        said, language = said_in(value, self._language)
        if said and not same_language(language, self._language):
            self._reading.elsewhere.setdefault(name, language)
        return said

    def __contains__(self, name: object) -> bool:
        self._reading.names.add(str(name))
        return name in self._fields or str(name) in _spellings(tuple(self._fields))

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)


class CardFields(Fields):
    """The columns of a card, or the fields that its engine gives. ``FieldReads`` notes the columns that templates
    read, so that a warning can name those that no template reads."""

    __slots__ = ()


class Values(Fields):
    """What ``[game.values]`` has, or a table in it."""

    __slots__ = ()


class MissingField(StrictUndefined):
    """What a template asked for and is not there: a column is told with the nearest that there is."""

    __slots__ = ()

    @property
    def _undefined_message(self) -> str:
        of, name = self._undefined_obj, self._undefined_name
        if isinstance(of, Fields):
            return absent(of, str(name))
        return str(super()._undefined_message)


def absent(fields: Fields, name: str) -> str:
    """That there is no such column or value, and which was meant."""

    known, kind = list(fields), "column" if isinstance(fields, CardFields) else "value"
    folded = {_folded(one): one for one in known}
    close = get_close_matches(_folded(name), folded, 1, 0.6)
    if close:
        return f"no {kind} {name!r}; did you mean {folded[close[0]]!r}?"
    listed = f"there are {', '.join(known[:12])}{' …' if len(known) > 12 else ''}" if known else "there is none"
    return f"no {kind} {name!r}; {listed}"


@lru_cache(maxsize=64)
def _spellings(names: tuple[str, ...]) -> Mapping[str, str]:
    """Other ways to write these names, where they lead to one alone."""
    found: dict[str, str] = {}
    twice: set[str] = set()
    for name in names:
        spelled = _folded(name)
        if spelled in found:
            twice.add(spelled)
        found[spelled] = name
    return {spelled: name for spelled, name in found.items() if spelled not in twice}


def _folded(name: str) -> str:
    return "_".join(name.casefold().replace("-", " ").split())
