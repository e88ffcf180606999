"""Checks of terms: one word for one thing in all of a kit, by a table beside the templates, ``terms.toml``.

    [en]
    palette = { means = "the cards face up in front of a player", not = ["tableau", "your row"] }

A key is the term, ``means`` its meaning, and ``not`` lists words that must not stand for it: on no face, in no wording
of the game, in no text of its definition. They may stand inside a longer term, as "row" in "front row". The term
itself has to be on some face. Case is ignored.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from pnp import cardsvg
from pnp.diagnostics import PnpError
from pnp.model.text import LANGUAGES, Language
from pnp.project.source_locations import texts_of_definition
from pnp.rendering.face import Face
from pnp.rendering.text.words import PLACEHOLDER, texts_of
from pnp.testing.kit import kit_of
from pnp.testing.subject import Subject

_FILE = "terms.toml"
_CONTEXT = 40
_PLACEHOLDER_SIGN = "\ufffc"
"""The sign for a placeholder, so that the words before and after it are no neighbours."""


@dataclass(frozen=True, slots=True)
class Term:
    """Term in use, and the words that must not be used in its place."""

    word: str
    means: str
    rejected: tuple[str, ...] = ()


Terms: TypeAlias = Mapping[Language, tuple[Term, ...]]
Said: TypeAlias = tuple[Language, str, str]
"""A text of a kit: its language, its place, and its words."""


def term_faults(subject: Subject) -> Iterator[str]:
    """Yield rejected words in a kit, each with its place, and terms that are on no face."""
    file = subject.templates / _FILE
    if not file.is_file():
        return
    errors: list[str] = []
    terms = read_terms(file, errors)
    if errors:
        yield from errors
        return
    texts = [*_face_texts(subject), *(_wording_texts(subject) if subject.plain else ()), *_definition_texts(subject)]
    for language, place, text in texts:
        for term, word, context in misused(text, terms.get(language, ()), language):
            yield f"{place} says {word!r}, and {file.name} has {term.word!r} for {term.means!r}: “{context}”"
    if subject.plain:  # a tweak may leave out the thing that a term names
        yield from _unused_terms(file, terms, list(_face_texts(subject)))


def _unused_terms(file: Path, terms: Terms, faces: list[Said]) -> Iterator[str]:
    for language, table in terms.items():
        joined = " ".join(text for text_language, _, text in faces if text_language == language)
        for term in table:
            if not _word_pattern(term.word, language, whole=False).search(joined):
                yield f"{file}: [{language}] {term.word!r} is on no face of the kit: use it, or take it out"


def read_terms(file: Path, wrong: list[str]) -> Terms:
    """Return the terms in a file by language, and append its errors to ``wrong``."""
    try:
        tables = tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        wrong.append(f"{file}: this is not TOML: {error}")
        return {}
    terms: dict[Language, tuple[Term, ...]] = {}
    for name, table in tables.items():
        language = next((known for known in LANGUAGES if known == name), None)
        if language is None or not isinstance(table, dict):
            wrong.append(f"{file}: there is no language {name!r}; the tables are {', '.join(LANGUAGES)}")
            continue
        terms[language] = tuple(
            term for word, entry in table.items() if (term := _read_term(file, name, word, entry, wrong)) is not None
        )
    return terms


def _read_term(file: Path, language: str, word: str, entry: Any, errors: list[str]) -> Term | None:
    match entry:
        case {"means": str(means), **rest} if set(rest) <= {"not"}:
            rejected: Any = rest.get("not", [])
            valid = isinstance(rejected, list) and all(isinstance(other, str) and other.strip() for other in rejected)
            if valid and means.strip() and word.strip():
                return Term(word, means, tuple(rejected))
    errors.append(f'{file}: [{language}] {word} has to be {{ means = "…", not = ["…"] }}, where `not` may be left out')
    return None


def misused(text: str, terms: tuple[Term, ...], language: Language) -> Iterator[tuple[Term, str, str]]:
    """Yield rejected words of ``text``: the term to use, the word, and the text around it."""
    term_spans = [
        match.span() for term in terms for match in _word_pattern(term.word, language, whole=False).finditer(text)
    ]
    for term in terms:
        for word in term.rejected:
            for match in _word_pattern(word, language, whole=True).finditer(text):
                start, end = match.span()
                if not any(a <= start and end <= b for a, b in term_spans):
                    yield term, word, text[max(0, start - _CONTEXT) : end + _CONTEXT].replace(_PLACEHOLDER_SIGN, "…")


def _word_pattern(word: str, language: Language, *, whole: bool) -> re.Pattern[str]:
    """Return a pattern that finds a word.

    In English the match begins where a word begins, in the singular or plural, and a ``whole`` one ends where a word
    ends. In Japanese it may stand anywhere.
    """
    spaced = r"\s+".join(map(re.escape, word.split()))
    if language != "en":
        return re.compile(spaced, re.IGNORECASE)
    before = r"(?<!\w)" if word[:1].isalnum() else ""
    after = r"(?:e?s)?" + (r"(?!\w)" if whole else "") if word[-1:].isalnum() else ""
    return re.compile(before + spaced + after, re.IGNORECASE)


def _face_texts(subject: Subject) -> Iterator[Said]:
    """Yield the text of each face of a kit, each once, its lines joined."""
    for language in LANGUAGES:
        try:
            kit = kit_of(subject, language)
        except PnpError:
            kit = None  # another check reports it
        seen = set()
        for face in () if kit is None else kit.faces:
            joined = _joined_text(face)
            if (face.language, joined) not in seen:
                seen.add((face.language, joined))
                yield face.language, f"the face {face.id}", joined


def _definition_texts(subject: Subject) -> Iterator[Said]:
    """Yield the texts of a definition."""
    if subject.table is not None:
        for located in texts_of_definition(subject.table):
            text_language = next((known for known in LANGUAGES if located.path[-1] == known), None)
            place = f"the definition, at {'.'.join(map(str, located.path))},"
            yield from (
                (language, place, located.value)
                for language in (LANGUAGES if text_language is None else (text_language,))
            )


def _wording_texts(subject: Subject) -> Iterator[Said]:
    """Yield the words of a game, printed in this kit or not."""
    file = subject.templates / "words.toml"
    tables = tomllib.loads(file.read_text(encoding="utf-8-sig")) if file.is_file() else {}
    for language in LANGUAGES:
        for key, entry in tables.get(language, {}).items():
            for text in texts_of(entry):
                yield language, f"words.toml, [{language}] {key},", PLACEHOLDER.sub(_PLACEHOLDER_SIGN, text)


def _joined_text(face: Face) -> str:
    """Join the printed strings of a face. Japanese lines join without a blank, as they were broken."""
    return (" " if face.language == "en" else "").join(cardsvg.strings(face.drawing))
