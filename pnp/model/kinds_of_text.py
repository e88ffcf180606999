"""Find the texts of a resolved table that people read, and the names of art, by the types of the settings.

A word is what a settings field of the type ``Text`` or ``Word`` holds; a name of art is what one of the type ``Art``
holds, and an ink one of the type ``Ink``. All else, ids among it, are figures. The walk goes through dataclasses,
tuples, mappings and what is optional, with the keys spelled as in the definition file. Keys of the table that are none
of the settings are passed over.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Annotated, Any, NamedTuple, TypeAlias, Union, get_args, get_origin, get_type_hints

from pnp.model.constraints import Meaning, key_of
from pnp.model.text import Translated

_NAMES = ("name", "ruby")
"""Words that an entry is called by, which need not stand beside its ink."""
_NUMBER = "number"
"""What an entry without an id goes by, on cards as well."""

Path: TypeAlias = tuple[str | int, ...]
"""Keys and places in lists that lead from the table to a value."""


class LocatedText(NamedTuple):
    """A text, and where it stands."""

    path: Path
    value: str


class InkEntry(NamedTuple):
    """An ink of an entry, where it stands, and what else tells the entry apart: its art, its number, and its words but
    for the name."""

    path: Path
    value: str
    marks: Mapping[str, Any]
    drawn: bool
    """Whether its entry may name art; where it does not, the engine has something of its own for it."""

    def marked_as(self, other: InkEntry) -> bool:
        """Whether nothing but the ink tells it from the entry of another one."""
        return self.marks == other.marks and bool(self.marks or not self.drawn)


def words_of(settings: type[Any], table: Mapping[str, Any]) -> dict[str, Any]:
    """The words of ``table`` alone, as JSON data: its shape without all else.

    Tables and lists without a word are left out of a table; in a list they stand empty, so that places are kept. A
    wording per language stays as it is in the table.
    """
    found: dict[str, Any] = _words(settings, table)
    return found


def figures_in(settings: type[Any], table: Mapping[str, Any]) -> Any:
    """``table`` without its words, inks and names of art: what the rules may rest on, as JSON data."""
    return _without_texts(settings, table)


def paths_of_words(settings: type[Any], table: Mapping[str, Any]) -> Iterator[LocatedText]:
    """The words of ``table``, in the order of the settings; of a wording per language each by itself."""
    return _located(settings, table, Meaning.WORD, ())


def paths_of_art(settings: type[Any], table: Mapping[str, Any]) -> Iterator[LocatedText]:
    """The names of art in ``table``, in the order of the settings."""
    return _located(settings, table, Meaning.ART, ())


def paths_of_inks(settings: type[Any], table: Mapping[str, Any]) -> Iterator[LocatedText]:
    """The inks in ``table``, in the order of the settings."""
    return _located(settings, table, Meaning.INK, ())


def inked(settings: type[Any], table: Mapping[str, Any]) -> Iterator[InkEntry]:
    """The inks of entries in ``table`` with the marks of these, in the order of the settings. Mere lists of inks are
    none: they say nothing of what else is drawn."""
    return _inked(settings, table, ())


def unread(text: Any) -> Any:
    """A text of a table without how it is read: that stands beside it and changes nothing that a card says.

    >>> unread({"en": "orange", "ja": "橙", "ruby": "だいだい"}), unread("Red")
    ({'en': 'orange', 'ja': '橙'}, 'Red')
    """
    return {key: one for key, one in text.items() if key != "ruby"} if isinstance(text, Mapping) else text


def _words(hint: Any, value: Any) -> Any:
    if _meaning(hint) is Meaning.WORD:
        return unread(value)
    inner = {key: _words(of, item) for key, of, item in _parts(hint, value)}
    if isinstance(value, list | tuple):
        found = [inner.get(place, {}) for place in range(len(value))]
        return found if any(found) else []
    return {key: item for key, item in inner.items() if item not in (None, {}, [])}


def _without_texts(hint: Any, value: Any) -> Any:
    parts = {key: (of, item) for key, of, item in _parts(hint, value)}
    if not parts:
        return value
    kept = {key: _without_texts(of, item) for key, (of, item) in parts.items() if _meaning(of) is None}
    return kept if isinstance(value, Mapping) else list(kept.values())


def _located(hint: Any, value: Any, wanted: Meaning, path: Path) -> Iterator[LocatedText]:
    meaning = _meaning(hint)
    if meaning is None:
        for key, of, item in _parts(hint, value):
            yield from _located(of, item, wanted, (*path, key))
    elif meaning is wanted:
        if isinstance(value, Mapping):
            yield from (LocatedText((*path, language), wording) for language, wording in value.items())
        elif value is not None:
            yield LocatedText(path, value)


def _inked(hint: Any, value: Any, path: Path) -> Iterator[InkEntry]:
    parts = list(_parts(hint, value))
    meanings = {key: _meaning(of) for key, of, _ in parts}
    marks = {
        key: item
        for key, _, item in parts
        if key == _NUMBER or meanings[key] is Meaning.ART or (meanings[key] is Meaning.WORD and key not in _NAMES)
    }
    record = _fields_of(hint)
    for key, of, item in parts:
        if meanings[key] is Meaning.INK and isinstance(item, str) and record:
            drawn = any(_meaning(one) is Meaning.ART for _, one in record)
            yield InkEntry((*path, key), item, marks, drawn)
        elif meanings[key] is None:
            yield from _inked(of, item, (*path, key))


def _meaning(hint: Any) -> Meaning | None:
    """What the texts of a type are, where it is a type of texts; whether it is optional does not matter."""
    if get_origin(hint) is Annotated:
        marked = next((note for note in hint.__metadata__ if isinstance(note, Meaning)), None)
        return marked or _meaning(hint.__origin__)
    if get_origin(hint) in (Union, UnionType):
        return next((found for option in get_args(hint) if (found := _meaning(option))), None)
    return Meaning.WORD if hint is Translated else None


def _parts(hint: Any, value: Any) -> Iterator[tuple[Any, Any, Any]]:
    """What a table or a list holds: key or place, type, value."""
    kind, of = get_origin(hint), get_args(hint)
    if kind is Annotated:
        yield from _parts(of[0], value)
    elif kind in (Union, UnionType):
        for option in of:
            yield from _parts(option, value)
    elif kind is tuple and isinstance(value, list | tuple):
        each = [of[0]] * len(value) if of[1:] == (...,) else of
        yield from zip(range(len(value)), each, value, strict=False)
    elif kind is Mapping and isinstance(value, Mapping):
        yield from ((key, of[1], item) for key, item in value.items())
    elif isinstance(hint, type) and is_dataclass(hint) and isinstance(value, Mapping):
        yield from ((key, inner, value[key]) for key, inner in _fields(hint) if key in value)


def _fields_of(hint: Any) -> tuple[tuple[str, Any], ...]:
    """The keys of the record that a type is, or may be; of another type none."""
    if get_origin(hint) is Annotated:
        return _fields_of(hint.__origin__)
    if get_origin(hint) in (Union, UnionType):
        return tuple(field for option in get_args(hint) for field in _fields_of(option))
    return _fields(hint) if isinstance(hint, type) and is_dataclass(hint) else ()


@cache
def _fields(settings: type[Any]) -> tuple[tuple[str, Any], ...]:
    """The keys of a settings dataclass with their types."""
    hints = get_type_hints(settings, include_extras=True)
    return tuple((key_of(field.name), hints[field.name]) for field in fields(settings))
