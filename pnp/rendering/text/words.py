"""Phrases put into words: each language's wording lives beside the templates, in ``words.toml``.

A wording is a text with placeholders, ``"{count} cards"``, or a table of such texts with one for each number (see
``PluralForms``). A list of values is joined as the language joins lists: ``A, B and C``. ``{terms:+}`` joins it with
the text after the colon instead.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import field, replace
from functools import lru_cache
from typing import Any

from pnp.diagnostics import Diagnostic, Location, TemplateError
from pnp.model.text import (
    LANGUAGES,
    Language,
    Phrase,
    PhraseValue,
    Text,
    Translated,
    language_tag,
    of_language,
    same_language,
    say,
)
from pnp.records import dataclass
from pnp.rendering.escape import plain

# Texts of which some places are values that filled placeholders: these are read as they stand, never for marks.


class FilledText(str):
    """A text put together of pieces, each with whether it is a value, to be read as it stands."""

    __slots__ = ("_pieces",)

    _pieces: tuple[tuple[str, bool], ...]

    @classmethod
    def of(cls, pieces: Sequence[tuple[str, bool]]) -> FilledText:
        """The text of ``pieces``. A piece that is a filled text itself keeps what it knows of its values."""
        self = cls("".join([text for text, _ in pieces]))
        self._pieces = tuple(pieces)
        return self

    @property
    def literal(self) -> frozenset[int]:
        """The places of the characters that are read as they stand."""
        found: set[int] = set()
        at = 0
        for text, is_value in self._pieces:
            inner = range(len(text)) if is_value else literal_places(text)
            found.update(at + place for place in inner)
            at += len(text)
        return frozenset(found)


def literal_places(text: str) -> Set[int]:
    """The places in ``text`` of characters that are read as they stand."""
    return text.literal if isinstance(text, FilledText) else frozenset()


PLACEHOLDER = re.compile(r"(?<!\{)\{([a-z][a-z0-9_-]*)(?::([^{}]*))?\}")
"""A placeholder: the name of its value, and what joins the items of a list where the language is not to do it."""
_SEPARATOR, _LAST = "list-separator", "list-last"
_FORMS = ("none", "one", "other")
_TOGETHER, _RUBY = "together", "ruby"
"""Tables of a words file that are no language: ``ja = ["日の出"]``, and ``"脱落" = "だつらく"``."""


@dataclass(frozen=True, slots=True)
class PluralForms:
    """Wordings of which the value called ``by`` chooses one: ``none`` for 0, ``one`` for 1, ``other`` for all else and
    where there is no special form. A list chooses by how many items it has."""

    by: str
    other: str
    one: str | None = None
    none: str | None = None

    def chosen(self, value: PhraseValue) -> str:
        """The wording for a value."""
        count = len(value) if isinstance(value, tuple | list) else value
        special = {"0": self.none, "1": self.one}.get(str(count))
        return self.other if special is None else special

    @property
    def texts(self) -> tuple[str, ...]:
        """All wordings."""
        return tuple(text for text in (self.none, self.one, self.other) if text is not None)


Wording = str | PluralForms


@dataclass(frozen=True, slots=True)
class TermRules:
    """How words of a language are set: ``together`` are those that lines do not part, ``ruby`` gives the reading that
    is set over a term."""

    together: frozenset[str] = frozenset()
    ruby: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Words:
    """The wording of one engine in one language. ``own`` is the file in which the engine's words belong, for messages.

    ``lacking``, if there is one, collects what is missing instead of an error at the first: a missing wording is then
    that of ``english``, or its key, and whoever gave ``lacking`` refuses the result.
    """

    language: Language
    wording: Mapping[str, Wording]
    own: str
    lacking: dict[str, Diagnostic] | None = field(default=None, compare=False)
    terms: TermRules = field(default_factory=TermRules)
    icons: frozenset[str] = frozenset()
    """The names of the game's icons, which a wording may have in braces where no value is called so."""
    english: Mapping[str, Wording] = field(default_factory=dict, compare=False)
    """What stands in for wordings that are missing, so that what they ask for in turn is found missing as well."""
    asked: set[str] | None = field(default=None, compare=False)
    """Collects the keys that are asked for, if somebody wants to know."""

    def __call__(self, key: str, /, **values: PhraseValue) -> str:
        """The wording of ``key`` with its placeholders filled."""
        return self.word(Phrase(key, values))

    def word(self, phrase: Phrase) -> str:
        """The wording of ``phrase``. Raises TemplateError for a key or a value that is missing."""
        template = self.wording.get(phrase.key)
        if self.asked is not None:
            self.asked.add(phrase.key)
        if template is None:
            missing = self._error(
                "missing-words",
                f"there are no words for {phrase.key!r} in {self.language!r}",
                f'add {phrase.key} = "…" to [{self.language}]',
            )
            if self.lacking is None:
                raise missing
            self.lacking.setdefault(phrase.key, *missing.diagnostics)
            template = self.english.get(phrase.key, phrase.key)
        if isinstance(template, PluralForms):
            template = template.chosen(self._value(phrase, template.by))
        return self._filled(phrase, template)

    def _filled(self, phrase: Phrase, template: str) -> str:
        """A wording with its placeholders filled. Names of icons stay as they are, for texts that have some."""
        pieces: list[tuple[str, bool]] = []
        at = 0
        for match in PLACEHOLDER.finditer(template):
            name = match[1]
            if name in self.icons and name.replace("-", "_") not in phrase.values:
                continue
            value = self._value(phrase, name)
            pieces += [
                (template[at : match.start()], False),
                (self._say(value, match[2]), not isinstance(value, Phrase)),
            ]
            at = match.end()
        return FilledText.of([*pieces, (template[at:], False)]) if pieces else template

    def _value(self, phrase: Phrase, asked: str) -> PhraseValue:
        name = asked.replace("-", "_")
        if name not in phrase.values:
            known = ", ".join(sorted(phrase.values)) or "none"
            raise self._error(
                "missing-value",
                f"the words for {phrase.key!r} ask for {{{asked}}}, which is not among its values",
                f"its values are: {known}",
            )
        return phrase.values[name]

    def text(self, text: Text) -> str:
        """A text of the definition in this language."""
        return say(text, self.language)

    def _say(self, value: PhraseValue, joiner: str | None = None) -> str:
        if isinstance(value, Phrase):
            return self.word(value)
        if isinstance(value, Translated):
            return say(value, self.language)
        if isinstance(value, tuple | list):
            items = [self._say(item) for item in value]
            if joiner is not None or len(items) < 2:
                return (joiner or "").join(items)
            return self(_SEPARATOR).join(items[:-1]) + self(_LAST) + items[-1]
        return str(value).replace("-", "−") if isinstance(value, int) else plain(value)

    def _error(self, code: str, message: str, hint: str) -> TemplateError:
        return TemplateError(Diagnostic(code, message, Location(self.own), hint))


def load_words(
    files: Mapping[str, str],
    language: Language,
    own: str,
    lacking: dict[str, Diagnostic] | None = None,
    *,
    borrow: bool = False,
) -> Words:
    """Words from the texts of ``words.toml`` files by name; later files override earlier ones, key by key. ``own`` and
    ``lacking`` as in ``Words``. ``borrow`` lets what is missing in a language be said in English."""
    wording: dict[str, Wording] = {}
    together: set[str] = set()
    ruby: dict[str, str] = {}
    for name, text in files.items():
        tables = _tables(name, text)
        table = (
            of_language({name: one for name, one in tables.items() if name not in (_TOGETHER, _RUBY)}, language) or {}
        )
        for key, value in {**(tables.get("en", {}) if borrow else {}), **table}.items():
            wording[key] = value if isinstance(value, str) else _forms(name, key, value)
        if same_language(language, "ja"):
            together |= _together(name, tables.get(_TOGETHER, {}))
            ruby |= _ruby(name, tables.get(_RUBY, {}))
    return Words(language, wording, own, lacking, TermRules(frozenset(together), ruby))


def words_json(words: Words, tell: Callable[[WordOf], object]) -> dict[str, Any]:
    """The wordings that ``tell`` asks for when it is given words, as they stand in a words file, as JSON data."""
    asked: dict[str, Wording] = {}
    tell(replace(words, wording=_TrackedWording(words.wording, asked)).word)
    return {
        key: wording if isinstance(wording, str) else {"by": wording.by, **_named(wording)}
        for key, wording in sorted(asked.items())
    }


def words_from_json(language: Language, data: Mapping[str, Any]) -> Words:
    """The words that ``words_json`` wrote down. Raises TemplateError for an entry that is none."""
    wording = {key: entry if isinstance(entry, str) else _forms(_RECORDED, key, entry) for key, entry in data.items()}
    return Words(language, wording, _RECORDED)


_RECORDED = "the words in the manifest"


def _named(forms: PluralForms) -> dict[str, str]:
    given = {"none": forms.none, "one": forms.one, "other": forms.other}
    return {name: text for name, text in given.items() if text is not None}


class _TrackedWording(Mapping[str, Wording]):
    """A wording that notes which of its entries are asked for."""

    def __init__(self, wording: Mapping[str, Wording], asked: dict[str, Wording]) -> None:
        self._wording = wording
        self._asked = asked

    def __getitem__(self, key: str) -> Wording:
        self._asked[key] = self._wording[key]
        return self._asked[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._wording)

    def __len__(self) -> int:
        return len(self._wording)


def texts_of(entry: object) -> tuple[str, ...]:
    """The texts of a wording, or of an entry of a words file as ``tomllib`` reads it: one, or one per form.

    >>> texts_of("a card"), texts_of({"by": "count", "one": "a card", "other": "{count} cards"})
    (('a card',), ('a card', '{count} cards'))
    """
    if isinstance(entry, PluralForms):
        return entry.texts
    if isinstance(entry, Mapping):
        return tuple(str(entry[form]) for form in _FORMS if form in entry)
    return (str(entry),)


def values_asked(entry: object) -> set[str]:
    """The names of the values that such a wording or entry asks for, with ``_`` for ``-``."""
    asked = {match[1] for text in texts_of(entry) for match in PLACEHOLDER.finditer(text)}
    by = entry.by if isinstance(entry, PluralForms) else entry.get("by") if isinstance(entry, Mapping) else None
    asked |= set() if by is None else {str(by)}
    return {name.replace("-", "_") for name in asked}


def _forms(name: str, key: str, entry: object) -> PluralForms:
    """The forms of an entry that is no plain text. Raises TemplateError where it is none."""
    match entry:
        case {"by": str(by), "other": str(other), **rest} if set(rest) <= set(_FORMS):
            forms = {form: text for form, text in rest.items() if isinstance(text, str)}
            if len(forms) == len(rest):
                return PluralForms(by, other, forms.get("one"), forms.get("none"))
    raise TemplateError(
        Diagnostic(
            "wrong-type",
            f"the words for {key!r} are neither a string nor forms of which a value chooses one",
            Location(name),
            f'write {key} = "…", or {key} = {{ by = "count", none = "…", one = "…", other = "…" }}',
        )
    )


def _together(name: str, table: Mapping[str, object]) -> set[str]:
    """The words that lines do not part. Raises TemplateError for what is no list of them."""
    match table:
        case {"ja": [*words], **rest} if not rest and all(isinstance(word, str) and word for word in words):
            return {str(word) for word in words}
        case {} if not table:
            return set()
    raise TemplateError(
        Diagnostic(
            "wrong-type",
            f"[{_TOGETHER}] is no list of words",
            Location(name),
            f'below [{_TOGETHER}] write ja = ["…", "…"], words that no line is to part',
        )
    )


def _ruby(name: str, table: Mapping[str, object]) -> dict[str, str]:
    """Readings by term. Raises TemplateError for what is none."""
    found = {term: reading for term, reading in table.items() if isinstance(reading, str) and reading and term}
    wrong = next((term for term in table if term not in found), None)
    if wrong is None:
        return found
    raise TemplateError(
        Diagnostic(
            "wrong-type",
            f"the reading of {wrong!r} is not a string",
            Location(name),
            f'below [{_RUBY}] write "{wrong or "…"}" = "…", its reading in kana',
        )
    )


@lru_cache(maxsize=16)
def _tables(name: str, text: str) -> Mapping[str, Mapping[str, object]]:
    """The tables of a words file, which a build asks for three times: for faces, the manifest and its verification."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise TemplateError(Diagnostic("syntax", f"this is not TOML: {error}", Location(name))) from error
    for key, table in tables.items():
        known = key in (_TOGETHER, _RUBY) or language_tag(key) == key
        if not known or not isinstance(table, dict):
            raise TemplateError(
                Diagnostic(
                    "unknown-key",
                    f"there is no language {key!r}",
                    Location(name),
                    f"the tables of a words file are {', '.join(LANGUAGES)}, other languages, {_TOGETHER} and {_RUBY}",
                )
            )
    return tables


WordOf = Callable[[Phrase], str]
