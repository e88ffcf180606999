"""Words: each language's wording of phrases, from ``words.toml`` beside the templates.

A wording is a text with placeholders, ``"{count} cards"``, or a table of such texts with one for each number (see
``PluralForms``). A list of values is joined as the language joins lists: ``A, B and C``. ``{terms:+}`` joins it with
the text after the colon instead, and writes a text of figures apart: ``4-5-6``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import field, replace
from difflib import get_close_matches
from functools import lru_cache, partial
from typing import Any, Protocol

from pnp.diagnostics import Diagnostic, Location, TemplateError
from pnp.model.text import (
    LANGUAGES,
    Language,
    Phrase,
    PhraseValue,
    Text,
    Translated,
    for_language,
    language_tag,
    same_language,
    say,
)
from pnp.records import dataclass
from pnp.rendering.printable import plain
from pnp.toml.document import locate_key, parse_toml


class FilledText(str):
    """Text joined from pieces, each flagged if it is a value, which is printed literally. Marks in a value are never
    read as markup."""

    __slots__ = ("_pieces",)

    _pieces: tuple[tuple[str, bool], ...]

    @classmethod
    def of(cls, pieces: Sequence[tuple[str, bool]]) -> FilledText:
        """Return the text of ``pieces``. A piece that is a filled text itself keeps the positions of its own values."""
        self = cls("".join([text for text, _ in pieces]))
        self._pieces = tuple(pieces)
        return self

    def with_capital(self) -> FilledText:
        """Return the text with a capital at its beginning."""
        first = next((number for number, (text, _) in enumerate(self._pieces) if text), None)
        pieces = [
            (_with_capital(text) if number == first else text, is_value)
            for number, (text, is_value) in enumerate(self._pieces)
        ]
        return FilledText.of(pieces)

    @property
    def literal(self) -> frozenset[int]:
        """Return the positions of the characters that are printed literally."""
        positions: set[int] = set()
        offset = 0
        for text, is_value in self._pieces:
            inner = range(len(text)) if is_value else literal_positions(text)
            positions.update(offset + position for position in inner)
            offset += len(text)
        return frozenset(positions)


def _with_capital(text: str) -> str:
    """Return ``text`` with a capital at its beginning, of the same kind of text.

    >>> _with_capital("red 7 wins"), _with_capital("3 cards"), _with_capital("")
    ('Red 7 wins', '3 cards', '')
    """
    if not text[:1].islower():
        return text
    return text.with_capital() if isinstance(text, FilledText) else text[0].upper() + text[1:]


def literal_positions(text: str) -> Set[int]:
    """Return the positions in ``text`` of characters that are printed literally."""
    return text.literal if isinstance(text, FilledText) else frozenset()


MAX_JOINED = 100_000
"""Most characters of all values in words; a page holds a twentieth of that."""
_MAX_LISTS = 4
"""Most lists in which a value of words may stand."""
PLACEHOLDER = re.compile(r"(?<!\{)\{([a-z][a-z0-9_-]*)(?::([^{}]*))?\}")
"""Placeholder: the name of its value, and optionally the text that joins the items of a list."""
_BEGINS_SENTENCE = re.compile(r"(?:^|(?:\w\w|[})”])[.!?] )$")
"""What stands before the beginning of a sentence; a single letter before a stop is an abbreviation."""
_SEPARATOR, _LAST = "list-separator", "list-last"
_FORMS = ("none", "one", "other")
_TOGETHER, _RUBY, _ORDER, _FIGURES = "together", "ruby", "order", "figures"
"""Tables of a words file that are no language, such as ``ja = ["日の出"]``, ``"脱落" = "だつらく"``."""
_NO_LANGUAGES = (_TOGETHER, _RUBY, _ORDER, _FIGURES)


@dataclass(frozen=True, slots=True)
class PluralForms:
    """Wordings by number; the value called ``by`` chooses one. ``none`` is for 0, ``one`` for 1, and ``other`` for all
    else and for missing forms. A list chooses by its number of items."""

    by: str
    other: str
    one: str | None = None
    none: str | None = None

    def choose(self, value: PhraseValue) -> str:
        """Return the wording for a value."""
        count = len(value) if isinstance(value, tuple | list) else value
        special_form = {"0": self.none, "1": self.one}.get(str(count))
        return self.other if special_form is None else special_form

    @property
    def texts(self) -> tuple[str, ...]:
        """Return all wordings."""
        return tuple(text for text in (self.none, self.one, self.other) if text is not None)


Wording = str | PluralForms


@dataclass(frozen=True, slots=True)
class TermRules:
    """Rules for setting words of a language. ``together`` are words that lines do not part; ``ruby`` gives the reading
    that is set over a term."""

    together: frozenset[str] = frozenset()
    ruby: Mapping[str, str] = field(default_factory=dict)


class IconNames(Protocol):
    """Names of icons."""

    def __contains__(self, name: object, /) -> bool: ...

    def __iter__(self) -> Iterator[str]: ...


@dataclass(frozen=True, slots=True)
class Words:
    """Wording of one engine in one language. ``own`` names the engine's words file in messages.

    If ``lacking`` is given, it collects missing wordings, and no error is raised. Such a wording is replaced by that of
    ``english``, or by its key. The caller that gave ``lacking`` must refuse the output.
    """

    language: Language
    wording: Mapping[str, Wording]
    own: str
    lacking: dict[str, Diagnostic] | None = field(default=None, compare=False)
    terms: TermRules = field(default_factory=TermRules)
    order: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Order of the values in a wording, by key, where it is meant to be another than the claims of the game expect."""
    icons: IconNames = field(default=frozenset(), compare=False)
    """Names of icons, which a wording may have in braces if no value has the name."""
    files: Mapping[str, str] = field(default_factory=dict, compare=False)
    """Texts of the words files by name, for the places of messages."""
    english: Mapping[str, Wording] = field(default_factory=dict, compare=False)
    """Replacements of missing wordings, so that words missing in these are reported as well."""
    accessed: set[str] | None = field(default=None, compare=False)
    """Set that collects the requested keys, or None."""
    begun: bool = field(default=False, compare=False)
    """True if a file of the user has a table of this language already."""

    def __call__(self, key: str, /, **values: PhraseValue) -> str:
        """Return the wording of ``key`` with its placeholders filled."""
        return self.word(Phrase(key, values))

    def word(self, phrase: Phrase) -> str:
        """Return the wording of ``phrase``. Raises TemplateError for a missing key or value."""
        template = self.wording.get(phrase.key)
        if self.accessed is not None:
            self.accessed.add(phrase.key)
        if template is None:
            near = self.near(phrase.key)
            advice = f'add {phrase.key} = "…" to [{self.language}] of {self.own}'
            error = self._error(
                "missing-words",
                f"there are no words for {phrase.key!r} in {self.language!r}",
                advice if near is None else f"did you mean {near!r}? else {advice}",
            )
            if self.lacking is None:
                raise error
            self.lacking.setdefault(phrase.key, *error.diagnostics)
            template = self.english.get(phrase.key, phrase.key)
        if isinstance(template, PluralForms):
            template = template.choose(self._value(phrase, template.by))
        return self._fill(phrase, template)

    def _fill(self, phrase: Phrase, template: str) -> str:
        """Fill the placeholders of a wording. Names of icons stay, for texts that may have icons. What begins a
        sentence has a capital."""
        beginnings = _sentence_beginnings(template)
        pieces: list[tuple[str, bool]] = []
        position = length = 0
        for match in PLACEHOLDER.finditer(template):
            name = match[1]
            if name.replace("-", "_") not in phrase.values and name in self.icons:
                continue
            value = self._value(phrase, name)
            said = self._say(value, match[2])
            length += len(said)
            if length > MAX_JOINED:
                message = f"the words for {phrase.key!r} make more than {MAX_JOINED:,} characters"
                raise self._error("too-long", message, "pass fewer or shorter values", self._place(phrase.key))
            pieces += [
                (template[position : match.start()], False),
                (_with_capital(said) if match.start() in beginnings else said, not isinstance(value, Phrase)),
            ]
            position = match.end()
        return FilledText.of([*pieces, (template[position:], False)]) if pieces else template

    def _value(self, phrase: Phrase, placeholder: str) -> PhraseValue:
        name = placeholder.replace("-", "_")
        if name not in phrase.values:
            names = ", ".join(sorted(phrase.values)) or "none"
            unasked = [given for given in phrase.values if given not in placeholder_names(self.wording[phrase.key])]
            misspelt = get_close_matches(name, unasked, 1, 0.7)
            if misspelt and self._all_ask(phrase.key, name):
                message = f"the words for {phrase.key!r} ask for {{{placeholder}}}, and {misspelt[0]!r} is given"
                raise TemplateError(Diagnostic("missing-value", message, hint=f"write {name}= for {misspelt[0]}="))
            near = get_close_matches(name, [*phrase.values, *self.icons], 1, 0.7)
            meant = f"did you mean {near[0]!r}? " if near else ""
            raise self._error(
                "missing-value",
                f"the words for {phrase.key!r} ask for {{{placeholder}}}, which is not among its values",
                f"{meant}its values are: {names}; an icon of this name would be art/{placeholder}.svg",
                self._place(phrase.key),
            )
        return phrase.values[name]

    def _all_ask(self, key: str, name: str) -> bool:
        """Tell whether a wording asks for a value in two languages or more, and in all that have it."""
        tables = [table for file, text in self.files.items() for table in wordings_by_language(file, text).values()]
        asks = [name in placeholder_names(table[key]) for table in tables if key in table]
        return len(asks) > 1 and all(asks)

    def text(self, text: Text) -> str:
        """Return a text of the definition in this language. Raises TemplateError for another value."""
        if isinstance(text, Mapping):
            hint = 'a text of your own stands in words.toml, by language: w("key")'
            raise TemplateError(Diagnostic("no-text", "t( ) takes a text of the definition, and no table", hint=hint))
        return say(text, self.language)

    def _say(self, value: PhraseValue, joiner: str | None = None, depth: int = 0) -> str:
        if isinstance(value, Phrase):
            return self.word(value)
        if isinstance(value, Translated):
            return say(value, self.language)
        if isinstance(value, tuple | list):
            if depth == _MAX_LISTS:
                raise self._error("too-deep", f"a list in more than {_MAX_LISTS} lists has no words", "pass one list")
            items = [self._say(item, depth=depth + 1) for item in value]
            if sum(map(len, items)) + len(joiner or "") * len(items) > MAX_JOINED:
                message = f"these words make more than {MAX_JOINED:,} characters of a list"
                raise self._error("too-long", message, "pass fewer or shorter values")
            if joiner is not None or len(items) < 2:
                return (joiner or "").join(items)
            return self(_SEPARATOR).join(items[:-1]) + self(_LAST) + items[-1]
        if isinstance(value, int):
            return str(value).replace("-", "−")
        return joiner.join(value) if joiner is not None and value.isdecimal() else plain(value)

    def _error(self, code: str, message: str, hint: str, place: Location | None = None) -> TemplateError:
        return TemplateError(Diagnostic(code, message, place or Location(self.own), hint))

    def near(self, key: str) -> str | None:
        """Return a key of these words that ``key`` may be meant for; None if none is near."""
        candidates = [candidate for candidate in self.wording if abs(len(candidate) - len(key)) < 2]
        return next(iter(get_close_matches(key, candidates, 1, 0.75)), None)

    def has_anywhere(self, key: str) -> bool:
        """Tell whether any language has a wording of this key."""
        return any(key in table for file, text in self.files.items() for table in words_tables(file, text).values())

    def _place(self, key: str) -> Location | None:
        """Return the location of a wording in the last file that has it; None if it is not found."""
        for name, text in reversed(list(self.files.items())):
            place = locate_key(text, name, (self.language, key), ("en", key))
            if place.line is not None:
                return place
        return None


@lru_cache(maxsize=4096)
def _sentence_beginnings(template: str) -> frozenset[int]:
    """Return where placeholders begin a sentence in a wording; nowhere if it does not end as a sentence does.

    >>> sorted(_sentence_beginnings("{card} wins. {other} loses to {card}."))
    [0, 13]
    >>> sorted(_sentence_beginnings("{card} wins"))
    []
    """
    if not template.endswith((".", "!", "?")):
        return frozenset()
    starts = (match.start() for match in PLACEHOLDER.finditer(template))
    return frozenset(start for start in starts if _BEGINS_SENTENCE.search(template[:start]))


def load_words(
    files: Mapping[str, str],
    language: Language,
    own: str,
    lacking: dict[str, Diagnostic] | None = None,
    *,
    borrow: bool = False,
    beginnings: tuple[str, ...] = ("",),
) -> Words:
    """Load words from the texts of ``words.toml`` files by name. Later files override earlier ones, key by key. ``own``
    and ``lacking`` are as in ``Words``. With ``borrow``, a wording missing in a language is taken from English.
    Only keys with one of ``beginnings`` are loaded."""
    wording: dict[str, Wording] = {}
    together: set[str] = set()
    ruby: dict[str, str] = {}
    order: dict[str, tuple[str, ...]] = {}
    begun = False
    for name, text in files.items():
        tables = words_tables(name, text)
        begun = begun or (name.endswith(own) and str(language) in tables)
        by_language = wordings_by_language(name, text)
        wordings = for_language(by_language, language) or {}
        order |= meant_order(name, tables, language)
        for key, entry in {**(tables.get("en", {}) if borrow else {}), **wordings}.items():
            if key.startswith(beginnings):
                place = partial(locate_key, text, name, (language, key), ("en", key))
                wording[key] = entry if isinstance(entry, str) else _forms(key, entry, place)
        if same_language(language, "ja"):
            together |= _together(name, tables.get(_TOGETHER, {}))
            ruby |= _ruby(name, tables.get(_RUBY, {}))
    return Words(language, wording, own, lacking, TermRules(frozenset(together), ruby), order, files=files, begun=begun)


def untranslated(code: str, message: str, words: Words, keys: Iterable[str]) -> Diagnostic:
    """Return a diagnostic with the lines of a words file that translate ``keys`` from ``words.english``."""
    header = f"[{words.language}]"
    head = ("",) if words.begun else ("", header)
    lines = (*head, *(f"{key} = {_toml_value(words.english[key])}" for key in keys), "")
    hint = (
        f"write these lines in that language into {words.own}, in the folder of your games.toml, below "
        f"{'the line' if words.begun else 'one line'} {header}; what stands in braces stays"
    )
    return Diagnostic(code, message, Location(words.own), hint, lines=lines)


def _toml_value(wording: Wording) -> str:
    if isinstance(wording, PluralForms):
        forms = {"by": wording.by, "none": wording.none, "one": wording.one, "other": wording.other}
        return f"{{ {', '.join(f'{key} = {_toml_string(text)}' for key, text in forms.items() if text is not None)} }}"
    return _toml_string(wording)


def _toml_string(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def words_json(words: Words, tell: Callable[[WordOf], object]) -> dict[str, Any]:
    """Return the wordings that ``tell`` requests when it is given words, as JSON data. They have the form of a words
    file."""
    accessed: dict[str, Wording] = {}
    tell(replace(words, wording=_TrackedWording(words.wording, accessed)).word)
    return {
        key: wording if isinstance(wording, str) else {"by": wording.by, **_given_forms(wording)}
        for key, wording in sorted(accessed.items())
    }


def words_from_json(language: Language, data: Mapping[str, Any]) -> Words:
    """Return the words written by ``words_json``. Raises TemplateError for an invalid entry."""
    place = partial(Location, _RECORDED)
    wording = {key: entry if isinstance(entry, str) else _forms(key, entry, place) for key, entry in data.items()}
    return Words(language, wording, _RECORDED)


_RECORDED = "the words in the manifest"


def _given_forms(forms: PluralForms) -> dict[str, str]:
    texts = {"none": forms.none, "one": forms.one, "other": forms.other}
    return {name: text for name, text in texts.items() if text is not None}


class _TrackedWording(Mapping[str, Wording]):
    """Mapping of wordings that records the requested entries."""

    def __init__(self, wording: Mapping[str, Wording], accessed: dict[str, Wording]) -> None:
        self._wording = wording
        self._accessed = accessed

    def __getitem__(self, key: str) -> Wording:
        self._accessed[key] = self._wording[key]
        return self._accessed[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._wording)

    def __len__(self) -> int:
        return len(self._wording)


def texts_of(entry: object) -> tuple[str, ...]:
    """Return the texts of a wording or of a raw entry of a words file: one, or one per form.

    >>> texts_of("a card"), texts_of({"by": "count", "one": "a card", "other": "{count} cards"})
    (('a card',), ('a card', '{count} cards'))
    """
    if isinstance(entry, PluralForms):
        return entry.texts
    if isinstance(entry, Mapping):
        return tuple(str(entry[form]) for form in _FORMS if form in entry)
    return (str(entry),)


def placeholder_names(entry: object) -> set[str]:
    """Return the names of the values that a wording or raw entry uses, with ``_`` for ``-``."""
    names = {match[1] for text in texts_of(entry) for match in PLACEHOLDER.finditer(text)}
    by = entry.by if isinstance(entry, PluralForms) else entry.get("by") if isinstance(entry, Mapping) else None
    names |= set() if by is None else {str(by)}
    return {name.replace("-", "_") for name in names}


def _forms(key: str, entry: object, place: Callable[[], Location]) -> PluralForms:
    """Return the plural forms of an entry that is no plain text. Raises TemplateError if it has none, at ``place``."""
    match entry:
        case {"by": str(by), "other": str(other), **rest} if set(rest) <= set(_FORMS):
            forms = {form: text for form, text in rest.items() if isinstance(text, str)}
            if len(forms) == len(rest):
                return PluralForms(by, other, forms.get("one"), forms.get("none"))
    message, hint = f"the words for {key!r} are neither a string nor forms that a value chooses from", ""
    if isinstance(entry, Mapping):
        stray = next((name for name in entry if name not in ("by", *_FORMS)), None)
        lacking = [name for name in ("by", "other") if name not in entry]
        near = [] if stray is None else get_close_matches(str(stray), lacking or _FORMS, 1, 0.6)
        if stray is not None:
            message = f"{stray!r} is no form of the words for {key!r}"
            hint = f"did you mean {near[0]!r}? " if near else ""
        elif lacking:
            message = f"the words for {key!r} lack {' and '.join(lacking)}"
    hint += f'write {key} = "…", or {key} = {{ by = "count", none = "…", one = "…", other = "…" }}'
    raise TemplateError(Diagnostic("wrong-type", message, place(), hint))


def _together(name: str, table: Mapping[str, object]) -> set[str]:
    """Return the words that lines do not part. Raises TemplateError if the table is no list of words."""
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
    """Return readings by term. Raises TemplateError for an invalid reading."""
    readings = {term: reading for term, reading in table.items() if isinstance(reading, str) and reading and term}
    invalid_term = next((term for term in table if term not in readings), None)
    if invalid_term is None:
        return readings
    raise TemplateError(
        Diagnostic(
            "wrong-type",
            f"the reading of {invalid_term!r} is not a string",
            Location(name),
            f'below [{_RUBY}] write "{invalid_term or "…"}" = "…", its reading in kana',
        )
    )


def meant_order(
    name: str, tables: Mapping[str, Mapping[str, object]], language: Language
) -> dict[str, tuple[str, ...]]:
    """Return the orders of values by key that the words of a language give. Raises TemplateError for an entry that is
    no list of names."""
    table = tables.get(_ORDER, {}).get(language, {})
    if isinstance(table, Mapping) and all(isinstance(names, str) for names in table.values()):
        return {key: tuple(str(names).split()) for key, names in table.items()}
    raise TemplateError(
        Diagnostic(
            "wrong-type",
            f"[{_ORDER}] does not hold names of values by language and key",
            Location(name),
            f'below [{_ORDER}.en] write reason-tie = "high low", the values as the sentence names them',
        )
    )


def figure_reasons(name: str, tables: Mapping[str, Mapping[str, object]]) -> dict[str, str]:
    """Return why a sentence may state a figure, by its key or a pattern of keys such as ``reason-*``. Raises
    TemplateError for an entry without a reason."""
    reasons = {key: reason for key, reason in tables.get(_FIGURES, {}).items() if isinstance(reason, str)}
    without = next((key for key in tables.get(_FIGURES, {}) if not reasons.get(key, "").strip()), None)
    if without is None:
        return reasons
    raise TemplateError(
        Diagnostic(
            "wrong-type",
            f"[{_FIGURES}] gives no reason for {without!r}",
            Location(name),
            f'below [{_FIGURES}] write {without} = "…", why its figure is true with any settings',
        )
    )


@lru_cache(maxsize=16)
def wordings_by_language(name: str, text: str) -> Mapping[str, Mapping[str, object]]:
    """Return the tables of a words file that hold wordings, by language. Raises as ``words_tables``."""
    return {key: table for key, table in words_tables(name, text).items() if key not in _NO_LANGUAGES}


def words_tables(name: str, text: str) -> Mapping[str, Mapping[str, object]]:
    """Return the tables of a words file. Raises TemplateError or DefinitionError for a file of another sort.

    A build reads each file several times, for claims, faces, the manifest and its verification, so they are cached.
    """
    tables = _parse(text, name)
    for key, table in tables.items():
        known_table = key in _NO_LANGUAGES or language_tag(key) == key
        if not known_table or not isinstance(table, dict):
            tag = None if known_table else language_tag(key)
            raise TemplateError(
                Diagnostic(
                    "unknown-key",
                    f"there is no language {key!r}",
                    locate_key(text, name, (key,)),
                    f"write [{tag}]" if tag is not None else _TABLES_OF_WORDS,
                )
            )
    return tables


_TABLES_OF_WORDS = f"its tables: {', '.join(LANGUAGES)}, languages such as de or pt-BR, {', '.join(_NO_LANGUAGES)}"
_PARSED: dict[str, dict[str, Any]] = {}
"""Tables of words files by their text."""


def _parse(text: str, name: str) -> dict[str, Any]:
    """Parse a words file. A file that is known by two names is parsed once."""
    if text not in _PARSED:
        if len(_PARSED) >= 16:
            _PARSED.clear()
        _PARSED[text] = parse_toml(text, name)
    return _PARSED[text]


WordOf = Callable[[Phrase], str]
