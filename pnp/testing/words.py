"""Checks of words: every key in use has words in every language, none are unused, and terms are as terms.toml says."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, is_dataclass
from pathlib import Path
from typing import Any, TypeAlias, get_args, get_type_hints

from pnp import cardsvg
from pnp.diagnostics import PnpError
from pnp.games import core
from pnp.games.core.tableau import Tableau
from pnp.model.text import LANGUAGES, Language, Phrase
from pnp.project.figures import boundless_reasons, stale_reasons, unexplained
from pnp.project.source_locations import texts_of_definition
from pnp.rendering.face import Face
from pnp.rendering.templates.sources import SHARED
from pnp.rendering.templates.typed_texts import typed_texts
from pnp.rendering.text.words import PLACEHOLDER, placeholder_names, texts_of
from pnp.testing.kit import kit_of
from pnp.testing.subject import Subject
from pnp.testing.typography import faults_of_texts, typography_faults

# Keys that a game asks for, read off its code and its templates without running them
#
# A key is a whole text, or a pattern if it is put together: ``phrase(f"reason-{code}")`` asks for some key that begins
# with ``reason-``. Keys that cannot be read off are covered by the examples, which are explained in every language.

_CALL = re.compile(r"""\bw\(\s*((?:"[^"]*"|'[^']*'|[\w.]+|\s*~\s*|\s)+)([^)]*)""")
_STRING = re.compile(r"""["'](-?[a-z][a-z0-9]*(?:-[a-z0-9]+)*-?)["']""")
_ARGUMENT_NAME = re.compile(r"\b([a-z][a-z0-9_]*)\s*=[^=]")
_ANY = "[a-z0-9-]*"


@dataclass
class Spoken:
    """Keys that a game asks for.

    ``asked`` maps each pattern to the places that ask, ``given`` to the values that they give. ``named`` holds patterns
    of any text that may be, or become, a key.
    """

    asked: dict[str, list[str]] = field(default_factory=dict)
    given: dict[str, set[str] | None] = field(default_factory=dict)
    named: set[str] = field(default_factory=set)

    def ask(self, pattern: str, place: str, values: Iterable[str] | None) -> None:
        """Record a place that asks for words. ``values`` is None if they cannot be read off."""
        self.asked.setdefault(pattern, []).append(place)
        earlier_values = self.given.get(pattern, set())
        self.given[pattern] = None if earlier_values is None or values is None else earlier_values | set(values)

    def missing(self, keys: Iterable[str]) -> dict[str, str]:
        """Return the patterns that no key matches, each with the first place that asks."""
        known = tuple(keys)
        return {
            pattern: places[0]
            for pattern, places in sorted(self.asked.items())
            if not any(re.fullmatch(pattern, key) for key in known)
        }

    def unused(self, keys: Iterable[str]) -> list[str]:
        """Return the keys that no place asks for, and that are named nowhere."""
        # A pattern that begins with a wildcard would excuse far too much: the kind in f"{kind}-{name}" has a name.
        patterns = [pattern for pattern in (*self.asked, *self.named) if not pattern.startswith(_ANY)]
        if any(pattern.startswith(_ANY) for pattern in self.asked):
            patterns += [f"{pattern}\\-{_ANY}" for pattern in self.named if not pattern.startswith(_ANY)]
        compiled = re.compile("|".join(f"(?:{pattern})" for pattern in patterns) or r"(?!)")
        return [key for key in keys if not compiled.fullmatch(key)]

    def values_of(self, key: str) -> set[str] | None:
        """Return the values that any place gives to ``key``; None if that cannot be read off."""
        given = [values for pattern, values in self.given.items() if re.fullmatch(pattern, key)]
        if not given or None in given:  # a key that passes through a variable has no place of its own
            return None
        return set().union(*(values for values in given if values is not None))


def spoken(code: Path, templates: Iterable[Path]) -> Spoken:
    """Return the keys that the Python files below ``code`` and the templates below ``templates`` ask for."""
    keys = Spoken()
    for path in sorted(code.rglob("*.py")):
        _read_python(keys, path)
    for folder in templates:
        for path in sorted(folder.rglob("*.j2")):
            _read_template(keys, path)
    return keys


def pattern_of(node: ast.expr) -> str | None:
    """Return a regular expression for the possible texts of an expression; None if it tells nothing of them."""
    match node:
        case ast.Constant(value=str(text)):
            return re.escape(text)
        case ast.JoinedStr(values=values):
            return "".join(re.escape(str(part.value)) if isinstance(part, ast.Constant) else _ANY for part in values)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            parts = pattern_of(left), pattern_of(right)
            return None if parts == (None, None) else "".join(_ANY if part is None else part for part in parts)
    return None


def _patterns(node: ast.expr) -> Iterator[str]:
    """Yield the patterns of an expression, and of both branches of a conditional."""
    if isinstance(node, ast.IfExp):
        yield from _patterns(node.body)
        yield from _patterns(node.orelse)
        return
    pattern = pattern_of(node)
    if pattern is not None:
        yield pattern


def _read_python(keys: Spoken, path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant | ast.JoinedStr | ast.BinOp):
            pattern = pattern_of(node)
            if pattern is not None and " " not in pattern:
                keys.named.add(pattern)
        if isinstance(node, ast.Call) and _is_phrase(node.func) and node.args:
            names = [keyword.arg for keyword in node.keywords]
            values = None if None in names else [str(name) for name in names]
            for pattern in _patterns(node.args[0]):
                keys.ask(pattern, f"{path.name}:{node.lineno}", values)


def _is_phrase(function: ast.expr) -> bool:
    match function:
        case ast.Name(id="phrase" | "Phrase") | ast.Attribute(attr="phrase" | "Phrase"):
            return True
    return False


def _read_template(keys: Spoken, path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    strings = set(_STRING.findall(text))
    keys.named |= {re.escape(string) for string in strings}
    # Parts of keys that are put together: "turn-" ~ step, key ~ "-how", and keys in a list that get a prefix.
    keys.named |= {re.escape(string) + _ANY for string in strings if string.endswith("-")}
    for prefix in (string for string in strings if not string.startswith("-")):
        keys.named |= {re.escape(prefix + suffix) for suffix in strings if suffix.startswith("-")}
    for match in _CALL.finditer(text):
        place = f"{path.name}:{text.count(chr(10), 0, match.start()) + 1}"
        for pattern in _argument_patterns(match[1]):
            keys.ask(pattern, place, set(_ARGUMENT_NAME.findall(match[2])) or None)


def _argument_patterns(argument: str) -> Iterator[str]:
    """Yield the patterns of the first argument of ``w(...)``."""
    if " if " in argument:
        first, _, rest = argument.partition(" if ")
        _, _, other = rest.partition(" else ")
        for branch in (first, other):
            yield from _argument_patterns(branch)
        return
    parts = [part.strip() for part in argument.split("~")]
    if all(part[:1] in "\"'" for part in parts if part) or any(part[:1] in ('"', "'") and part for part in parts):
        yield "".join(re.escape(part[1:-1]) if part[:1] in "\"'" else _ANY for part in parts if part)


def same_in_every_language(tables: Mapping[str, Mapping[str, str]]) -> dict[str, list[str]]:
    """Return by language the keys that another language has words for, and this one has not."""
    all_keys = {key for language in LANGUAGES for key in tables.get(language, {})}
    return {language: sorted(all_keys - set(tables.get(language, {}))) for language in LANGUAGES}


_FILE = "words.toml"


def word_faults(subject: Subject) -> Iterator[str]:
    """Yield the faults of the words of a game.

    These are missing words, all at once and with the file to write them in; unused words; values that are asked for and
    not given; words of the game and texts of its definition that are not typed as in print; texts typed in templates.
    """
    file = subject.templates / _FILE
    tables = tomllib.loads(file.read_text(encoding="utf-8-sig")) if file.is_file() else {}
    own: dict[str, Any] = {language: tables.get(language, {}) for language in LANGUAGES}
    asked = spoken(subject.code, [subject.templates])
    for language in LANGUAGES:
        lines = list(_missing_lines(subject, own, asked, language))
        if lines:
            yield f"write in {file}, below [{language}]:\n" + "\n".join(f"  {line}" for line in lines)
    shared = spoken(Path(core.__path__[0]), ())
    shared_keys = {key for language in LANGUAGES for key in subject.shared_words(language).wording}
    # Shared code asks for the words that all games share.
    own_keys = {key for table in own.values() for key in table} - shared_keys
    reading_keys = set(_reading_keys(subject))
    unused = [key for key in asked.unused(sorted(own_keys - reading_keys)) if shared.unused([key])]
    if unused:
        yield f"nothing speaks these words of {file}; delete them: {', '.join(unused)}"
    for language in LANGUAGES:
        yield from _value_faults(
            own, [subject.shared_words(other).wording for other in LANGUAGES], asked, language, str(file)
        )
        for key, words in own[language].items():
            for fault in dict.fromkeys(
                text_fault for text in texts_of(words) for text_fault in typography_faults(text, language)
            ):
                yield f"{file}: {key} in [{language}] is not typed as print has it, {fault}"
    if file.is_file():
        yield from _figure_faults(subject, file)
    for template in sorted(subject.templates.rglob("*.j2")):
        for line, text in typed_texts(template.read_text(encoding="utf-8")):
            yield f"{template}:{line}: {text!r} is typed in the template: write it in {_FILE}, and print w(...)"
    for place, fault in faults_of_texts(subject.settings if subject.table is None else subject.table):
        yield f"the text {place} of {subject.game!r} is not typed as print has it, {fault}"


def _figure_faults(subject: Subject, file: Path) -> Iterator[str]:
    """Yield the words that state a figure without a reason, and reasons for no figure."""
    label, text = str(file), file.read_text(encoding="utf-8-sig")
    for stated in unexplained(label, text, subject.resources.templates.every(f"{SHARED}/words.toml")):
        figures = ", ".join(repr(figure) for figure in dict.fromkeys(stated.figures))
        yield (
            f"{file}: {stated.key} in [{stated.language}] says {figures}, which follows no setting: write "
            f'a placeholder, or below [figures] {stated.key} = "…", why it is true with any settings'
        )
    stale = stale_reasons(label, text)
    for entry in stale:
        yield f"{file}: [figures] gives a reason for {entry}, and no such sentence says a figure; delete it"
    for entry in (entry for entry in boundless_reasons(label, text) if entry not in stale):
        yield f"{file}: [figures] {entry} names no figure, so it would excuse every figure: name those it is about"


def _reading_keys(subject: Subject) -> Iterator[str]:
    """Yield the keys of the words for every value of every reading: a rule sheet prints the reading in force."""
    readings = getattr(subject.settings, "readings", None)
    if readings is None or not is_dataclass(readings):
        return
    for name, values in get_type_hints(type(readings)).items():
        for choice in get_args(values):
            yield f"reading-{name.rstrip('_')}-{choice}".replace("_", "-")


def _missing_lines(subject: Subject, own: Mapping[str, Any], asked: Spoken, language: Any) -> Iterator[str]:
    """Yield the lines to add to the words of a language."""
    wording = subject.words(language).wording
    places: dict[str, str] = {}
    for pattern, place in asked.missing(wording).items():
        key = pattern.replace("[a-z0-9-]*", "…").replace("\\", "")
        places[key] = place
    places |= {key: place for key, place in _keys_of_run(subject).items() if key not in wording}
    places |= {key: "a value of a reading" for key in _reading_keys(subject) if key not in wording}
    for key in same_in_every_language(own)[language]:
        if key not in wording:
            places.setdefault(key, "another language has it")
    for key, place in sorted(places.items()):
        yield f'{key} = "…"  # {place}'


def unworded(subject: Subject) -> Iterator[tuple[str, str]]:
    """Yield the keys of lessons and misreadings that have no words in some language, each with its place."""
    wordings = {language: subject.words(language).wording for language in LANGUAGES}
    for key, place in _keys_of_names(subject).items():
        missing = [language for language in LANGUAGES if key not in wordings[language]]
        if missing:
            yield f"{key} in {', '.join(missing)} of {subject.templates / _FILE}", place


def _keys_of_names(subject: Subject) -> dict[str, str]:
    """Return the keys of the phrases that name lessons and misreadings, each with its place."""
    keys: dict[str, str] = {}
    for lesson in subject.engine.lessons(subject.settings):
        _collect_keys(lesson.subject, f"the subject of lesson {lesson.id!r}", keys)
    for misreading in subject.engine.misreadings(subject.settings):
        _collect_keys(misreading.text, f"misreading {misreading.id!r}", keys)
    return keys


def _keys_of_run(subject: Subject) -> dict[str, str]:
    """Return the keys of the phrases of lessons, misreadings and explained examples, each with its place."""
    keys = _keys_of_names(subject)
    for example in subject.examples.examples:
        _collect_keys(subject.engine.explain(subject.settings, example), f"example {example.id!r}", keys)
    return keys


def _collect_keys(value: Any, place: str, keys: dict[str, str]) -> None:
    if isinstance(value, Phrase):
        keys.setdefault(value.key, place)
        for inner in value.values.values():
            _collect_keys(inner, place, keys)
    elif isinstance(value, Tableau):
        parts = [value.heading, value.verdict, *(part for row in value.rows for part in (row.label, row.note))]
        for part in parts:
            _collect_keys(part, place, keys)
    elif isinstance(value, tuple):
        for inner in value:
            _collect_keys(inner, place, keys)


def _value_faults(
    own: Mapping[str, Any], shared: list[Mapping[str, Any]], asked: Spoken, language: str, file: str
) -> Iterator[str]:
    """Yield words that ask for a value that no place gives, and that no other language nor the shared words ask for."""
    other_tables = [*(table for name, table in own.items() if name != language), *shared]
    for key, words in own.get(language, {}).items():
        given = asked.values_of(key)
        if given is None:
            continue
        elsewhere = {name for table in other_tables for name in placeholder_names(table.get(key, ""))}
        for name in sorted(placeholder_names(words) - elsewhere - given):
            yield f"{file}: {key} in [{language}] asks for {{{name}}}, which nothing that speaks it gives"


_TERMS_FILE = "terms.toml"
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
    file = subject.templates / _TERMS_FILE
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
