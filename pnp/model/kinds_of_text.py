"""Find words, names of art and inks in a resolved table, by the types of the settings.

A word is a value of a settings field of the type ``Text`` or ``Word``; a name of art has the type ``Art``, and an ink
the type ``Ink``. All other values, ids included, are figures. The walk goes through dataclasses, tuples, mappings and
optional types, with keys spelled as in the definition file. Keys of the table that are no settings are skipped.
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
"""Words that name an entry; they need not stand beside its ink."""
_NUMBER = "number"
"""Key that identifies an entry without an id, on cards as well."""

Path: TypeAlias = tuple[str | int, ...]
"""Keys and list indexes that lead from the table to a value."""


class LocatedText(NamedTuple):
    """Text with its path."""

    path: Path
    value: str


class InkEntry(NamedTuple):
    """Ink of an entry with its path and the entry's other marks: its art, its number, its words except the name."""

    path: Path
    value: str
    marks: Mapping[str, Any]
    drawn: bool
    """True if the entry may name art. Otherwise the engine has drawings of its own for it."""

    def marked_as(self, other: InkEntry) -> bool:
        """Return True if only the ink distinguishes it from another entry."""
        return self.marks == other.marks and bool(self.marks or not self.drawn)


def extract_words(settings: type[Any], table: Mapping[str, Any]) -> dict[str, Any]:
    """Return the words of ``table`` alone, as JSON data of the same shape.

    Tables and lists without a word are left out of a table. In a list they stay as empty values, so that indexes are
    kept. A wording per language stays as it is in the table.
    """
    words: dict[str, Any] = _words(settings, table)
    return words


def extract_figures(settings: type[Any], table: Mapping[str, Any]) -> Any:
    """Return ``table`` without its words, inks and names of art, as JSON data: the figures of the rules."""
    return _without_texts(settings, table)


def locate_words(settings: type[Any], table: Mapping[str, Any]) -> Iterator[LocatedText]:
    """Yield the words of ``table`` in the order of the settings; each wording of a language by itself."""
    return _locate(settings, table, Meaning.WORD, ())


def locate_art(settings: type[Any], table: Mapping[str, Any]) -> Iterator[LocatedText]:
    """Yield the names of art in ``table`` in the order of the settings."""
    return _locate(settings, table, Meaning.ART, ())


def locate_inks(settings: type[Any], table: Mapping[str, Any]) -> Iterator[LocatedText]:
    """Yield the inks in ``table`` in the order of the settings."""
    return _locate(settings, table, Meaning.INK, ())


def locate_ink_entries(settings: type[Any], table: Mapping[str, Any]) -> Iterator[InkEntry]:
    """Yield the inks of entries in ``table`` with the entries' marks, in the order of the settings.

    Mere lists of inks are no entries: they do not tell what else is drawn.
    """
    return _ink_entries(settings, table, ())


def without_ruby(text: Any) -> Any:
    """Return a text of a table without its ruby, which changes no word on a card.

    >>> without_ruby({"en": "orange", "ja": "橙", "ruby": "だいだい"}), without_ruby("Red")
    ({'en': 'orange', 'ja': '橙'}, 'Red')
    """
    return {key: wording for key, wording in text.items() if key != "ruby"} if isinstance(text, Mapping) else text


def _words(hint: Any, value: Any) -> Any:
    if _meaning(hint) is Meaning.WORD:
        return without_ruby(value)
    words = {key: _words(inner, child) for key, inner, child in _children(hint, value)}
    if isinstance(value, list | tuple):
        entries = [words.get(index, {}) for index in range(len(value))]
        return entries if any(entries) else []
    return {key: child for key, child in words.items() if child not in (None, {}, [])}


def _without_texts(hint: Any, value: Any) -> Any:
    parts = {key: (inner, child) for key, inner, child in _children(hint, value)}
    if not parts:
        return value
    figures = {key: _without_texts(inner, child) for key, (inner, child) in parts.items() if _meaning(inner) is None}
    return figures if isinstance(value, Mapping) else list(figures.values())


def _locate(hint: Any, value: Any, wanted: Meaning, path: Path) -> Iterator[LocatedText]:
    meaning = _meaning(hint)
    if meaning is None:
        for key, inner, child in _children(hint, value):
            yield from _locate(inner, child, wanted, (*path, key))
    elif meaning is wanted:
        if isinstance(value, Mapping):
            yield from (LocatedText((*path, language), wording) for language, wording in value.items())
        elif value is not None:
            yield LocatedText(path, value)


def _ink_entries(hint: Any, value: Any, path: Path) -> Iterator[InkEntry]:
    parts = list(_children(hint, value))
    meanings = {key: _meaning(inner) for key, inner, _ in parts}
    marks = {
        key: child
        for key, _, child in parts
        if key == _NUMBER or meanings[key] is Meaning.ART or (meanings[key] is Meaning.WORD and key not in _NAMES)
    }
    record = _fields_of_type(hint)
    for key, inner, child in parts:
        if meanings[key] is Meaning.INK and isinstance(child, str) and record:
            drawn = any(_meaning(field_hint) is Meaning.ART for _, field_hint in record)
            yield InkEntry((*path, key), child, marks, drawn)
        elif meanings[key] is None:
            yield from _ink_entries(inner, child, (*path, key))


def _meaning(hint: Any) -> Meaning | None:
    """Return the meaning of a type of texts, optional or not; None for other types."""
    if get_origin(hint) is Annotated:
        meaning = next((note for note in hint.__metadata__ if isinstance(note, Meaning)), None)
        return meaning or _meaning(hint.__origin__)
    if get_origin(hint) in (Union, UnionType):
        return next((inner for option in get_args(hint) if (inner := _meaning(option))), None)
    return Meaning.WORD if hint is Translated else None


def _children(hint: Any, value: Any) -> Iterator[tuple[Any, Any, Any]]:
    """Yield key or index, type and value for each child of a table or a list."""
    kind, arguments = get_origin(hint), get_args(hint)
    if kind is Annotated:
        yield from _children(arguments[0], value)
    elif kind in (Union, UnionType):
        for option in arguments:
            yield from _children(option, value)
    elif kind is tuple and isinstance(value, list | tuple):
        hints = [arguments[0]] * len(value) if arguments[1:] == (...,) else arguments
        yield from zip(range(len(value)), hints, value, strict=False)
    elif kind is Mapping and isinstance(value, Mapping):
        yield from ((key, arguments[1], child) for key, child in value.items())
    elif isinstance(hint, type) and is_dataclass(hint) and isinstance(value, Mapping):
        yield from ((key, inner, value[key]) for key, inner in _settings_fields(hint) if key in value)


def _fields_of_type(hint: Any) -> tuple[tuple[str, Any], ...]:
    """Return the keys of the dataclass that a type is or may be, with their types."""
    if get_origin(hint) is Annotated:
        return _fields_of_type(hint.__origin__)
    if get_origin(hint) in (Union, UnionType):
        return tuple(field for option in get_args(hint) for field in _fields_of_type(option))
    return _settings_fields(hint) if isinstance(hint, type) and is_dataclass(hint) else ()


@cache
def _settings_fields(settings: type[Any]) -> tuple[tuple[str, Any], ...]:
    """Return the keys of a settings dataclass with their types."""
    hints = get_type_hints(settings, include_extras=True)
    return tuple((key_of(field.name), hints[field.name]) for field in fields(settings))
