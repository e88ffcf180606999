"""Fields of a card that a template may read, and a record of those that it read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from difflib import get_close_matches
from functools import lru_cache
from typing import Any

from jinja2 import StrictUndefined

from pnp.model.text import Language, Translated, same_language, wording_in
from pnp.records import dataclass


@dataclass(slots=True)
class FieldReads:
    """Record of the card fields that the templates of a component read."""

    names: set[str] = field(default_factory=set)
    last: str | None = None
    """Field that was read last."""
    borrowed: dict[str, Language] = field(default_factory=dict)
    """Texts that lack the language of the face, with the language they were read in."""


NO_COLUMN = "no column "
"""Beginning of messages about missing columns."""


class Fields:
    """Texts, numbers and the like by name; texts are in the language of the face.

    A name may be written unchanged, or in small letters with ``_`` for blanks and hyphens. The class has no methods
    that could hide a name: a column may be called ``items`` or ``keys``.
    """

    __slots__ = ("_fields", "_language", "_reads")

    def __init__(self, fields: Mapping[str, Any], language: Language, reads: FieldReads | None = None) -> None:
        self._fields = fields
        self._language = language
        self._reads = FieldReads() if reads is None else reads

    def __getitem__(self, name: str) -> Any:
        if name not in self._fields:
            name = _spellings(tuple(self._fields)).get(str(name), name)
        self._reads.names.add(name)
        value = self._fields[name]
        self._reads.last = name
        if not isinstance(value, Translated):
            return Values(value, self._language) if isinstance(value, dict) else value
        text, language = wording_in(value, self._language)
        if text and not same_language(language, self._language):
            self._reads.borrowed.setdefault(name, language)
        return text

    def __contains__(self, name: object) -> bool:
        self._reads.names.add(str(name))
        return name in self._fields or str(name) in _spellings(tuple(self._fields))

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)


class CardFields(Fields):
    """Columns of a card, or the fields that its engine gives. ``FieldReads`` notes the columns that templates read, so
    that a warning can name the unread ones."""

    __slots__ = ()


class Values(Fields):
    """Values of ``[game.values]``, or of a table in it."""

    __slots__ = ()


class MissingField(StrictUndefined):
    """Undefined name in a template; the error names the nearest existing column."""

    __slots__ = ()

    @property
    def reason(self) -> str:
        """Why nothing is there, as an error says it."""
        return self._undefined_message

    @property
    def _undefined_message(self) -> str:
        owner, name = self._undefined_obj, self._undefined_name
        if isinstance(owner, Fields):
            return missing_name_message(owner, str(name))
        if isinstance(owner, Mapping) and name is not None and not hasattr(owner, str(name)):
            if any(str(key) == name for key in owner):
                return f"a table has no {name!r}: its keys are numbers; write them in quotes"
            near = get_close_matches(_normalise(str(name)), {_normalise(str(key)): key for key in owner}, 1, 0.6)
            spelled = next((str(key) for key in owner if near and _normalise(str(key)) == near[0]), None)
            return f"a table has no {name!r}; " + (
                _listed([*map(str, owner)]) if spelled is None else f"did you mean {spelled!r}?"
            )
        return str(super()._undefined_message)


def missing_name_message(fields: Fields, name: str) -> str:
    """Return a message that there is no such column or value, with the nearest existing name."""

    names, kind = list(fields), "column" if isinstance(fields, CardFields) else "value"
    names_by_spelling = {_normalise(known_name): known_name for known_name in names}
    similar = get_close_matches(_normalise(name), names_by_spelling, 1, 0.6)
    if similar:
        return f"no {kind} {name!r}; did you mean {names_by_spelling[similar[0]]!r}?"
    return f"no {kind} {name!r}; {_listed(names)}"


def _listed(names: Sequence[str]) -> str:
    return f"there are {', '.join(names[:12])}{' …' if len(names) > 12 else ''}" if names else "there is none"


@lru_cache(maxsize=64)
def _spellings(names: tuple[str, ...]) -> Mapping[str, str]:
    """Map other ways to write these names to the names; an ambiguous spelling is left out."""
    names_by_spelling: dict[str, str] = {}
    ambiguous: set[str] = set()
    for name in names:
        spelled = _normalise(name)
        if spelled in names_by_spelling:
            ambiguous.add(spelled)
        names_by_spelling[spelled] = name
    return {spelled: name for spelled, name in names_by_spelling.items() if spelled not in ambiguous}


def _normalise(name: str) -> str:
    return "_".join(name.casefold().replace("-", " ").split())
