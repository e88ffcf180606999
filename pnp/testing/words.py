"""Words: whatever is spoken has words in every language, and no words are left over."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from pathlib import Path
from typing import Any, get_args, get_type_hints

from pnp.games import core
from pnp.games.core.tableau import Tableau
from pnp.model.text import LANGUAGES, Phrase
from pnp.rendering.text.words import texts_of, values_asked
from pnp.testing.spoken import Spoken, same_in_every_language, spoken
from pnp.testing.subject import Subject
from pnp.testing.typography import faults_of_texts, typography_faults

_FILE = "words.toml"


def word_faults(subject: Subject) -> Iterator[str]:
    """Words that are missing, all at once and with the file to write them in; words left over; values not given; words
    of the game and texts of its definition that are not typed as print has them."""
    file = subject.templates / _FILE
    whole = tomllib.loads(file.read_text(encoding="utf-8-sig")) if file.is_file() else {}
    own: dict[str, Any] = {language: whole.get(language, {}) for language in LANGUAGES}
    read = spoken(subject.code, [subject.templates])
    for language in LANGUAGES:
        lines = list(_missing(subject, own, read, language))
        if lines:
            yield f"write in {file}, below [{language}]:\n" + "\n".join(f"  {line}" for line in lines)
    shared = spoken(Path(core.__path__[0]), ())
    over = {key for language in LANGUAGES for key in subject.shared_words(language).wording}
    keys = {key for table in own.values() for key in table} - over  # what all games share speaks the words that it has
    told = set(_readings(subject))
    left = [key for key in read.unused(sorted(keys - told)) if shared.unused([key])]
    if left:
        yield f"nothing speaks these words of {file}; delete them: {', '.join(left)}"
    for language in LANGUAGES:
        yield from _values(own, [subject.shared_words(one).wording for one in LANGUAGES], read, language, str(file))
        for key, words in own[language].items():
            for fault in dict.fromkeys(one for text in texts_of(words) for one in typography_faults(text, language)):
                yield f"{file}: {key} in [{language}] is not typed as print has it, {fault}"
    for place, fault in faults_of_texts(subject.settings if subject.table is None else subject.table):
        yield f"the text {place} of {subject.game!r} is not typed as print has it, {fault}"


def _readings(subject: Subject) -> Iterator[str]:
    """The keys of the words for every value of every reading of the settings: a rule sheet tells the one in force."""
    readings = getattr(subject.settings, "readings", None)
    if readings is None or not is_dataclass(readings):
        return
    for name, values in get_type_hints(type(readings)).items():
        for value in get_args(values):
            yield f"reading-{name.rstrip('_')}-{value}".replace("_", "-")


def _missing(subject: Subject, own: Mapping[str, Any], read: Spoken, language: Any) -> Iterator[str]:
    """Lines to add to the words of a language."""
    wording = subject.words(language).wording
    asked: dict[str, str] = {}
    for pattern, place in read.missing(wording).items():
        key = pattern.replace("[a-z0-9-]*", "…").replace("\\", "")
        asked[key] = place
    asked |= {key: place for key, place in _met(subject).items() if key not in wording}
    asked |= {key: "a value of a reading" for key in _readings(subject) if key not in wording}
    for key in same_in_every_language(own)[language]:
        if key not in wording:
            asked.setdefault(key, "another language has it")
    for key, place in sorted(asked.items()):
        yield f'{key} = "…"  # {place}'


def unworded(subject: Subject) -> Iterator[tuple[str, str]]:
    """Keys of lessons and misreadings that have no words in some language, each with its place."""
    wordings = {language: subject.words(language).wording for language in LANGUAGES}
    for key, place in _named(subject).items():
        missing = [language for language in LANGUAGES if key not in wordings[language]]
        if missing:
            yield f"{key} in {', '.join(missing)} of {subject.templates / _FILE}", place


def _named(subject: Subject) -> dict[str, str]:
    """Keys of the phrases that name lessons and misreadings."""
    found: dict[str, str] = {}
    for lesson in subject.engine.lessons(subject.settings):
        _collect(lesson.subject, f"the subject of lesson {lesson.id!r}", found)
    for misreading in subject.engine.misreadings(subject.settings):
        _collect(misreading.text, f"misreading {misreading.id!r}", found)
    return found


def _met(subject: Subject) -> dict[str, str]:
    """Keys of the phrases that the game speaks where it is run: of lessons, misreadings and explained examples."""
    found = _named(subject)
    for example in subject.examples.examples:
        _collect(subject.engine.explain(subject.settings, example), f"example {example.id!r}", found)
    return found


def _collect(value: Any, place: str, found: dict[str, str]) -> None:
    if isinstance(value, Phrase):
        found.setdefault(value.key, place)
        for inner in value.values.values():
            _collect(inner, place, found)
    elif isinstance(value, Tableau):
        parts = [value.heading, value.verdict, *(part for row in value.rows for part in (row.label, row.note))]
        for part in parts:
            _collect(part, place, found)
    elif isinstance(value, tuple):
        for inner in value:
            _collect(inner, place, found)


def _values(
    own: Mapping[str, Any], shared: list[Mapping[str, Any]], read: Spoken, language: str, file: str
) -> Iterator[str]:
    """Words that ask for a value which no other language asks for, nor the shared words, and no place gives."""
    others = [*(table for name, table in own.items() if name != language), *shared]
    for key, words in own.get(language, {}).items():
        given = read.values_of(key)
        if given is None:
            continue
        elsewhere = {name for table in others for name in values_asked(table.get(key, ""))}
        for name in sorted(values_asked(words) - elsewhere - given):
            yield f"{file}: {key} in [{language}] asks for {{{name}}}, which nothing that speaks it gives"
