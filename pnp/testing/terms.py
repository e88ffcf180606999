"""Terms: one word for one thing in all of a kit, held by a table beside the templates, ``terms.toml``.

    [en]
    palette = { means = "the cards face up in front of a player", not = ["tableau", "your row"] }

A key is the term, ``means`` what it stands for, and ``not`` are words that stand for it nowhere: on no face, in no
wording of the game, in no text of its definition. Inside a longer term they may stand, as "row" in "front row". The
term itself is somewhere on the faces. Capitals make no difference.
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
_AROUND = 40
_HOLE = "\ufffc"
"""What stands for a placeholder, so that the words before and after it are no neighbours."""


@dataclass(frozen=True, slots=True)
class Term:
    """A term in use, and the words that are not used in its place."""

    word: str
    means: str
    rejected: tuple[str, ...] = ()


Terms: TypeAlias = Mapping[Language, tuple[Term, ...]]
Said: TypeAlias = tuple[Language, str, str]
"""A text of a kit: its language, where it stands, and what it says."""


def term_faults(subject: Subject) -> Iterator[str]:
    """Words in a kit that stand for what has another name there, each with its place; terms that are nowhere."""
    file = subject.templates / _FILE
    if not file.is_file():
        return
    wrong: list[str] = []
    terms = read_terms(file, wrong)
    if wrong:
        yield from wrong
        return
    places = [*_faces(subject), *(_wordings(subject) if subject.plain else ()), *_definition(subject)]
    for language, place, text in places:
        for term, word, said in misused(text, terms.get(language, ()), language):
            yield f"{place} says {word!r}, and {file.name} has {term.word!r} for {term.means!r}: “{said}”"
    if subject.plain:  # a tweak may leave out what a term is for
        yield from _unused(file, terms, list(_faces(subject)))


def _unused(file: Path, terms: Terms, faces: list[Said]) -> Iterator[str]:
    for language, table in terms.items():
        whole = " ".join(text for asked, _, text in faces if asked == language)
        for term in table:
            if not _pattern(term.word, language, whole=False).search(whole):
                yield f"{file}: [{language}] {term.word!r} is on no face of the kit: use it, or take it out"


def read_terms(file: Path, wrong: list[str]) -> Terms:
    """The terms in a file by language; what is wrong with it goes to ``wrong``."""
    try:
        tables = tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        wrong.append(f"{file}: this is not TOML: {error}")
        return {}
    found: dict[Language, tuple[Term, ...]] = {}
    for name, table in tables.items():
        language = next((one for one in LANGUAGES if one == name), None)
        if language is None or not isinstance(table, dict):
            wrong.append(f"{file}: there is no language {name!r}; the tables are {', '.join(LANGUAGES)}")
            continue
        found[language] = tuple(
            term for word, entry in table.items() if (term := _term(file, name, word, entry, wrong)) is not None
        )
    return found


def _term(file: Path, language: str, word: str, entry: Any, wrong: list[str]) -> Term | None:
    match entry:
        case {"means": str(means), **rest} if set(rest) <= {"not"}:
            rejected: Any = rest.get("not", [])
            sound = isinstance(rejected, list) and all(isinstance(one, str) and one.strip() for one in rejected)
            if sound and means.strip() and word.strip():
                return Term(word, means, tuple(rejected))
    wrong.append(f'{file}: [{language}] {word} has to be {{ means = "…", not = ["…"] }}, where `not` may be left out')
    return None


def misused(text: str, terms: tuple[Term, ...], language: Language) -> Iterator[tuple[Term, str, str]]:
    """Words of ``text`` that one of the terms is to be used for: the term, the word, and what stands around it."""
    kept = [found.span() for term in terms for found in _pattern(term.word, language, whole=False).finditer(text)]
    for term in terms:
        for word in term.rejected:
            for found in _pattern(word, language, whole=True).finditer(text):
                start, end = found.span()
                if not any(a <= start and end <= b for a, b in kept):
                    yield term, word, text[max(0, start - _AROUND) : end + _AROUND].replace(_HOLE, "…")


def _pattern(word: str, language: Language, *, whole: bool) -> re.Pattern[str]:
    """What finds a word: in English one that begins where a word begins, in the singular or plural, and as a ``whole``
    one that ends there; in Japanese wherever it stands."""
    spaced = r"\s+".join(map(re.escape, word.split()))
    if language != "en":
        return re.compile(spaced, re.IGNORECASE)
    before = r"(?<!\w)" if word[:1].isalnum() else ""
    after = r"(?:e?s)?" + (r"(?!\w)" if whole else "") if word[-1:].isalnum() else ""
    return re.compile(before + spaced + after, re.IGNORECASE)


def _faces(subject: Subject) -> Iterator[Said]:
    """What the faces of a kit say, each once, its lines joined."""
    for language in LANGUAGES:
        try:
            kit = kit_of(subject, language)
        except PnpError:
            kit = None  # that is for another check to tell
        seen = set()
        for face in () if kit is None else kit.faces:
            joined = _text_of(face)
            if (face.language, joined) not in seen:
                seen.add((face.language, joined))
                yield face.language, f"the face {face.id}", joined


def _definition(subject: Subject) -> Iterator[Said]:
    """The texts of a definition."""
    if subject.table is not None:
        for found in texts_of_definition(subject.table):
            own = next((one for one in LANGUAGES if found.path[-1] == one), None)
            place = f"the definition, at {'.'.join(map(str, found.path))},"
            yield from ((language, place, found.value) for language in (LANGUAGES if own is None else (own,)))


def _wordings(subject: Subject) -> Iterator[Said]:
    """The words of a game, printed in this kit or not."""
    file = subject.templates / "words.toml"
    tables = tomllib.loads(file.read_text(encoding="utf-8-sig")) if file.is_file() else {}
    for language in LANGUAGES:
        for key, entry in tables.get(language, {}).items():
            for text in texts_of(entry):
                yield language, f"words.toml, [{language}] {key},", PLACEHOLDER.sub(_HOLE, text)


def _text_of(face: Face) -> str:
    """The printed strings of a face, line after line; Japanese lines go on where they were broken."""
    return (" " if face.language == "en" else "").join(cardsvg.strings(face.drawing))
