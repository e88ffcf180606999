"""Lint the words and cells of a deck in all its languages: find placeholders and icons that one of them or one plural
form lacks, wordings that are empty in one, and titles without a language."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher, get_close_matches
from functools import partial
from typing import Generic, TypeAlias, TypeVar
from unicodedata import combining, normalize

from pnp.check.texts import own_words
from pnp.diagnostics import Diagnostic, Location
from pnp.model.component import Item, cell_texts
from pnp.model.game import Game
from pnp.model.text import Language, Translated, for_language, language_tag, same_language
from pnp.project.project import Project
from pnp.project.source_locations import texts_of_definition
from pnp.records import dataclass
from pnp.rendering.access_log import Part
from pnp.rendering.templates.sources import SHARED
from pnp.rendering.text.words import PLACEHOLDER, texts_of, wordings_by_language
from pnp.toml.document import KeyPath, locate_key

_WESTERN = frozenset({"ca", "cs", "da", "de", "en", "es", "et", "fi", "fr", "hr", "hu", "id", "it", "lt", "lv", "ms"})
_WESTERN |= {"nb", "nl", "no", "pl", "pt", "ro", "sk", "sl", "sv", "tr", "vi"}
_EASTERN = frozenset({"ja", "ko", "zh"})
_LATIN = re.compile(r"[A-Za-zÀ-ɏ]")
_EAST = re.compile(r"[ぁ-ヿ一-鿿가-힣]")
_EASTERN_END = re.compile(r"[。！？]")
_NEAR = 0.7
"""Least likeness of a misspelt value to the right one, from 0 to 1."""
_WORD = re.compile(r"\W*[^\W\d_]{2,}(?:['’-][^\W\d_]+)?\W*")
_END = re.compile(r"(?<=[.!?])\W*\s|\n")
_SENTENCE = 4
"""Fewest words of a sentence that is the same in two languages by no chance."""
_SMALL_WORDS = 2
"""Fewest words among them that begin with a small letter: names have none."""
_SHORT_SENTENCE = 3
_FEWEST_CARDS = 4
"""Fewest cards among which one with the same text in two languages stands out."""
_TITLES = ("title", "use", "steps")
"""Keys of a component that people read."""
_COPIED = 0.85
"""Least likeness, from 0 to 1, of a text and its copy with a slip."""
_UNLIKE = 0.6
"""Most likeness of a text and its translation, in a column whose texts differ."""
_FEWEST_LETTERS = 4
"""Fewest letters of a word that was copied, not one that all languages have."""
_FEWEST_TITLES = 2
"""Fewest components with a text in several languages among which one in none stands out."""
_BOLD = re.compile(r"\*\*[^*\s][^*]*\*\*")
_FEWEST_MARKED = 2
"""Fewest other wordings with bold words in all languages among which one without them stands out."""
_PARTICLE = 4
"""Fewest letters of a word that is no particle, such as ``of``, which a language may do without."""


def other_languages(project: Project, game: Game, checked: Collection[Language]) -> tuple[Language, ...]:
    """Return the languages of a deck beside those that are checked: those of its own words, or without any of its
    cells.

    A language with fewer than half of the words is left out, as some of the cards alone may be printed in it. So are
    languages of a side that the definition names, which each kit prints.
    """
    if game.engine != "deck":
        return ()
    words = [wordings_by_language(*file) for file in own_words(project, game)]
    found: dict[Language, None] = {}
    for tables in words:
        keys = next(iter(tables.values()), {}).keys()
        found |= dict.fromkeys(tag for tag, table in tables.items() if 2 * len(table.keys() & keys) >= len(keys))
    if not words:
        found = dict.fromkeys(cell.language for cell in cell_texts(game.decks.values()) if cell.language is not None)
    sides = {side for component in game.components for side in (component.front_language, component.back_language)}
    printed = [*checked, *(side for side in sides if side is not None)]
    return tuple(tag for tag in found if not any(same_language(tag, language) for language in printed))


def lint_translations(project: Project, game: Game, read: Collection[Part]) -> Iterator[Diagnostic]:
    """Yield a warning for each wording of a deck that lacks a value or an icon which another language has, and for each
    that is empty, if it is among the words that faces ``read``.

    Games with rules in code are left out: their words differ on purpose, and their claims hold what they say.
    """
    if game.engine != "deck":
        return
    templates = project.resources(game).templates
    shared = templates.every(f"{SHARED}/words.toml").items()
    shared_keys = {key for words in shared for table in wordings_by_language(*words).values() for key in table}
    printed = {name.rpartition(" (")[0] for kind, name in read if kind == "words"} - shared_keys
    for name, text in own_words(project, game):
        tables = wordings_by_language(name, text)
        for key in dict.fromkeys(key for table in tables.values() for key in table):
            wordings = {language: table[key] for language, table in tables.items() if key in table}
            counts = {language: _longest_runs(wording) for language, wording in wordings.items()}
            problems = [_lost_value(key, counts, *lost) for lost in _lost(counts)]
            problems += [
                (language, problem) for language in wordings for problem in _lost_form(key, language, wordings)
            ]
            texts = {tag: "\n".join(texts_of(wording)) for tag, wording in wordings.items()}
            problems += [(tag, _other_script(repr(key), tag, other)) for tag, other in _foreign(texts)]
            problems += [(tag, _half_warning(repr(key), tag, clause)) for tag, clause in _half_translated(texts)]
            if key in printed:
                problems += _empty_words(key, wordings)
                problems += _same_words(key, wordings)
            for language, problem in problems:
                yield replace(problem, location=locate_key(text, name, (language, key)))
        for tag, key, other in _lost_marks(tables):
            message = f"{key!r} has bold words in {other!r} and none in {tag!r}, and all others have them in both"
            place = locate_key(text, name, (tag, key))
            hint = "write **words** there too"
            yield Diagnostic("lost-mark", message, place, hint, severity="warning")


def _lost_marks(tables: Mapping[Language, Mapping[str, object]]) -> Iterator[tuple[Language, str, Language]]:
    """Yield the one wording without bold words where another language has them, if all other keys that have such in one
    language have them in all: the language, the key, and the other language."""
    bold = {tag: {key for key, wording in table.items() if _BOLD.search("\n".join(texts_of(wording)))}
            for tag, table in tables.items()}  # fmt: skip
    keys = dict.fromkeys(key for table in tables.values() for key in table)
    marked = [key for key in keys if any(key in of_tag for of_tag in bold.values())]
    lost = [(tag, key) for key in marked for tag in tables if key in tables[tag] and key not in bold[tag]]
    if len(lost) == 1 and len(marked) > _FEWEST_MARKED:
        ((tag, key),) = lost
        yield tag, key, next(other for other in bold if key in bold[other])


def lint_titles(project: Project, game: Game) -> Iterator[Diagnostic]:
    """Yield a warning for each title and use of a component that is one text, if all others have several languages, and
    for each text of the definition without a language that most others have."""
    if game.engine != "deck":
        return
    for key in _TITLES:
        entries = {name: entry[key] for name, entry in game.resolved["components"].items() if key in entry}
        plain = [name for name, text in entries.items() if isinstance(text, str)]
        others = [tuple(text) for text in entries.values() if not isinstance(text, str)]
        if len(plain) == 1 and len(others) >= _FEWEST_TITLES and min(map(len, others)) > 1:
            languages = ", ".join(f"{tag} = …" for tag in others[0] if tag != "ruby")
            message = f"the {key} {entries[plain[0]]!r} is printed in all languages, and all others have one for each"
            place = project.locate(game.id, ("components", plain[0], key))
            hint = f"write {{ {languages} }}, with the same text twice if it is right in both"
            yield Diagnostic("no-translation", message, place, hint, severity="warning")
    texts: dict[KeyPath, dict[Language, str]] = {}
    for entry in texts_of_definition(game):
        # Cells of a list are told by builds, as those of a file are.
        if entry.path[0] != "decks" and language_tag(str(entry.path[-1])) is not None:
            texts.setdefault(entry.path[:-1], {})[str(entry.path[-1])] = entry.value
    for path, wordings in texts.items():
        for tag, other in _foreign(wordings):
            yield replace(_other_script(repr(path[-1]), tag, other), location=project.locate(game.id, (*path, tag)))
        for tag, message in _other_figures(wordings):
            yield _warning(f"{path[-1]!r} {message}", project.locate(game.id, (*path, tag)))
    yield from _plain_facts(project, game, texts.values())
    yield from _icon_names(project, game)
    yield from _copied_titles(project, game, texts)
    usual = _usual_languages(texts.values())
    for path, wordings in texts.items():
        filled = {tag: wording for tag, wording in wordings.items() if wording.strip()}
        for tag in dict.fromkeys((*usual, *wordings)) if filled else ():
            if for_language(filled, tag) is None:
                first = next(iter(filled))
                message = f"{path[-1]!r} says nothing in {tag!r}; what it says in {first!r} is printed"
                place = project.locate(game.id, (*path, tag) if tag in wordings else path)
                hint = f"write it there, with the same text twice if it is right in both: {tag} = …"
                yield Diagnostic("no-translation", message, place, hint, severity="warning")


def _plain_facts(project: Project, game: Game, texts: Collection[Mapping[Language, str]]) -> Iterator[Diagnostic]:
    """Yield a warning for facts of a game with words in one language, where its other texts have several."""
    facts, usual = game.resolved.get("facts"), _usual_languages(texts)
    if isinstance(facts, str) and len(usual) > 1 and sum(map(str.islower, facts)) >= _FEWEST_LETTERS:
        message = f"'facts' are {facts!r} in all languages, and other texts have one for each"
        hint = f"write {{ {', '.join(f'{tag} = …' for tag in usual)} }}"
        yield Diagnostic("no-translation", message, project.locate(game.id, ("facts",)), hint, severity="warning")


def _icon_names(project: Project, game: Game) -> Iterator[Diagnostic]:
    """Yield a warning for each name of an icon in the wrong script, and for each name that two icons share.

    Two icons share a name in one language alone if an entry was copied and this name was not changed.
    """
    names = {name: icon.name.wordings for name, icon in game.icons.items() if isinstance(icon.name, Translated)}
    first: dict[tuple[Language, str], str] = {}
    for name, wordings in names.items():
        place = partial(project.locate, game.id)
        for tag, other in _foreign(wordings):
            yield replace(_other_script(repr(name), tag, other), location=place(("text-icons", name, "name", tag)))
        for tag, wording in wordings.items():
            other_name = first.setdefault((tag, wording), name)
            if other_name != name and wordings != names[other_name]:
                message = f"the icon {name!r} is called {wording!r} in {tag!r}, as {other_name!r} is"
                hint = "give it a name of its own there"
                at = place(("text-icons", name, "name", tag))
                yield Diagnostic("same-name", message, at, hint, severity="warning")


def _usual_languages(texts: Collection[Mapping[Language, str]]) -> list[Language]:
    """Return the languages that most texts have. A text without one of them stands out."""
    counts = Counter(tag for wordings in texts for tag, wording in wordings.items() if wording.strip())
    return [tag for tag, count in counts.items() if count >= _FEWEST_TITLES and 2 * count > len(texts)]


def lint_cells(game: Game) -> Iterator[Diagnostic]:
    """Yield a warning for each cell that lacks an icon of the cell in another language. Each use of an icon counts, and
    so does each other word in braces."""
    if game.engine != "deck":
        return
    for deck_name, deck in game.decks.items():
        items = [card for card in deck if card.origin is not None]
        texts = [(card, column, _wordings(value)) for card in items for column, value in card.fields.items()]
        if all(component.of != deck_name for component in game.components):  # builds look at what they print
            yield from _lacking(texts)
        yield from _exchanged_cells(texts)
        copies = list(_copied_cells(texts))
        yield from copies
        yield from _in_no_language(items)
        same = Counter(column for _, column, wordings in texts if len({*wordings.values()}) < len(wordings))
        for card, column, wordings in texts:
            for language, first in _untranslated(wordings, len(items) >= _FEWEST_CARDS and same[column] == 1):
                message = f"{column!r} of {card.id!r} says the same in {first!r} and in {language!r}"
                place = None if card.origin is None else card.origin.place(column, language)
                if all(copy.location != place for copy in copies):
                    yield Diagnostic("untranslated", message, place, "translate it there", severity="warning")
            for language, clause in _half_translated(wordings):
                place = None if card.origin is None else card.origin.place(column, language)
                yield replace(_half_warning(f"{column!r} of {card.id!r}", language, clause), location=place)
            counts = {language: Counter(_names(text)) for language, text in wordings.items()}
            for language, name, times, other in _lost(counts):
                message = f"{column!r} of {card.id!r} has {{{name}}} {_less(times)} in {other!r}"
                hint = "write each where it stands in the other language"
                place = None if card.origin is None else card.origin.place(column, language)
                yield Diagnostic("lost-value", message, place, hint, severity="warning")


def _in_no_language(items: Sequence[Item]) -> Iterator[Diagnostic]:
    """Yield a warning for the one text of a column that is the same in all languages, if all others have several."""
    for column in dict.fromkeys(column for card in items for column in card.fields):
        values = [(card, card.fields[column]) for card in items if card.fields.get(column)]
        plain = [(card, value) for card, value in values if isinstance(value, str)]
        others = [_wordings(value) for _, value in values if not isinstance(value, str)]
        if len(plain) == 1 and len(others) >= _FEWEST_TITLES and min(map(len, others)) > 1:
            card, text = plain[0]
            message = f"{column!r} of {card.id!r} is {text!r} in all languages, and all others have one for each"
            place = None if card.origin is None else card.origin.place(column)
            hint = (
                f"write {{ {', '.join(f'{tag} = …' for tag in others[0])} }}, with the same text twice if it is right"
            )
            yield Diagnostic("no-translation", message, place, hint, severity="warning")


_Cell: TypeAlias = tuple[Item, str, Mapping[Language, str]]
"""Text of a card by language, with the card and the column."""


def _lacking(cells: Sequence[_Cell]) -> Iterator[Diagnostic]:
    """Yield a warning for each cell of a deck without a language that most cells of its column have."""
    for column in dict.fromkeys(column for _, column, _ in cells):
        texts = [(card, wordings) for card, name, wordings in cells if name == column and wordings]
        counts = Counter(tag for _, wordings in texts for tag in wordings)
        for card, wordings in texts:
            for tag in (tag for tag, count in counts.items() if 2 * count > len(texts) and tag not in wordings):
                first = next(iter(wordings))
                message = f"{column!r} of {card.id!r} says nothing in {tag!r}; what it says in {first!r} is printed"
                place = None if card.origin is None else card.origin.place(column, tag)
                yield Diagnostic("no-translation", message, place, "write it there", severity="warning")


def _exchanged_cells(cells: Sequence[_Cell]) -> Iterator[Diagnostic]:
    """Yield a warning for each column, in each file, with texts in the script of another language. Cells in which
    Japanese stands twice are told if most others of the column are right."""
    files: dict[tuple[str, str, Language], list[tuple[Item, Language | None]]] = {}
    latin = Counter(
        (column, tag) for _, column, wordings in cells for tag, text in wordings.items() if _LATIN.search(text)
    )
    for card, column, wordings in cells:
        for tag, other in _foreign(wordings):
            if card.origin is not None and (other is not None or latin[column, tag] >= _FEWEST_CARDS):
                files.setdefault((card.origin.place(None).file, column, tag), []).append((card, other))
    for (_, column, tag), cards in files.items():
        card, other = cards[0]
        more = f" and of {len(cards) - 1} more" if len(cards) > 1 else ""
        place = None if card.origin is None else card.origin.place(column, tag)
        yield replace(_other_script(f"{column!r} of {card.id!r}{more}", tag, other), location=place)


def _copied_cells(cells: Sequence[_Cell]) -> Iterator[Diagnostic]:
    """Yield a warning for each cell that is a copy of its text in another language."""
    for column in dict.fromkeys(column for _, column, _ in cells):
        for copy in _copies([(card, wordings) for card, name, wordings in cells if name == column]):
            place = None if copy.owner.origin is None else copy.owner.origin.place(column, copy.language)
            yield replace(copy.warning(f"{column!r} of {copy.owner.id!r}"), location=place)


def _copied_titles(
    project: Project, game: Game, texts: Mapping[KeyPath, Mapping[Language, str]]
) -> Iterator[Diagnostic]:
    """Yield a warning for each title or use of a component that is a copy of its text in another language."""
    for key in _TITLES:
        of_key = [(path, texts[path]) for path in texts if path[0] == "components" and path[-1] == key]
        for copy in _copies(of_key):
            place = project.locate(game.id, (*copy.owner, copy.language))
            yield replace(copy.warning(f"the {key} of {str(copy.owner[1])!r}"), location=place)


_Owner = TypeVar("_Owner")


@dataclass(frozen=True, slots=True)
class _Copy(Generic[_Owner]):
    """Text in ``language`` that is a copy of the one in ``first``, with or without a slip."""

    owner: _Owner
    language: Language
    text: str
    first: Language
    own: str

    def warning(self, name: str) -> Diagnostic:
        """Return the warning about the copy, without its location."""
        message = f"{name} is {self.text!r} in {self.language!r}, which is a copy of {self.own!r} in {self.first!r}"
        return Diagnostic("untranslated", message, hint="translate it there", severity="warning")


def _copies(rows: Sequence[tuple[_Owner, Mapping[Language, str]]]) -> Iterator[_Copy[_Owner]]:
    """Yield the one text of a column that is nearly a copy of the first language, or that is one in the letters of the
    other script, where no other text of the column is like its translation."""
    texts = [(owner, wordings) for owner, wordings in rows if len(wordings) > 1]
    first = next((next(iter(wordings)) for _, wordings in texts), "")
    for tag in dict.fromkeys(tag for _, wordings in texts for tag in wordings if not same_language(tag, first)):
        both = [(owner, wordings) for owner, wordings in texts if {first, tag} <= {*wordings}]
        pairs = [(owner, PLACEHOLDER.sub("", of[first]), PLACEHOLDER.sub("", of[tag])) for owner, of in both]
        alike = [number for number, (_, own, text) in enumerate(pairs) if own and _is_like(own, text, _UNLIKE)]
        if len(alike) != 1 or len(pairs) < _FEWEST_CARDS:
            continue
        owner, own, text = pairs[alike[0]]
        others = (other for number, (_, _, other) in enumerate(pairs) if number != alike[0])
        is_eastern = tag.partition("-")[0] in _EASTERN and all(map(_EAST.search, others))
        if _is_copy(own, text, is_eastern):
            yield _Copy(owner, tag, both[alike[0]][1][tag], first, both[alike[0]][1][first])


def _is_copy(own: str, text: str, is_eastern: bool) -> bool:
    """Tell whether a text was copied from another language.

    In a column of another script one word is enough. In the same script names and single words are alike in many
    languages, so a copy has two words and a slip.
    """
    if is_eastern:
        return sum(map(str.islower, text)) >= _FEWEST_LETTERS and not _EAST.search(text)
    letters = (normalize("NFKD", wording) for wording in (own, text))
    plain = ["".join(char for char in wording if not combining(char)).casefold() for wording in letters]
    words = [wording.split() for wording in plain]
    changed = [pair for pair in zip(*words, strict=False) if pair[0] != pair[1]]
    return len(words[0]) == len(words[1]) > 1 and len(changed) == 1 and _is_like(plain[0], plain[1], _COPIED)


def _is_like(text: str, other: str, least: float) -> bool:
    """Tell whether two texts have more than a share in common, from 0 to 1. Most are told apart by their letters."""
    matcher = SequenceMatcher(None, text, other, autojunk=False)
    return matcher.real_quick_ratio() > least and matcher.quick_ratio() > least and matcher.ratio() > least


def _foreign(wordings: Mapping[Language, str]) -> Iterator[tuple[Language, Language | None]]:
    """Yield each language of Latin letters whose wording has kana or kanji alone; and the language with Latin letters
    alone that has kana or kanji elsewhere: the two are exchanged. Without one, only a sentence is told: a name may
    stand."""
    texts = {tag: PLACEHOLDER.sub("", wording) for tag, wording in wordings.items()}
    east = [tag for tag in texts if tag.partition("-")[0] in _EASTERN]
    other = next((tag for tag in east if len(_LATIN.findall(texts[tag])) > 1 and not _EAST.search(texts[tag])), None)
    for tag, text in texts.items():
        is_foreign = tag.partition("-")[0] in _WESTERN and _EAST.search(text) and not _LATIN.search(text)
        if is_foreign and (other is not None or _EASTERN_END.search(text)):
            yield tag, other


_CLAUSE = re.compile(r"(?<![A-Za-z])(?:[a-z]{2,}[ ,]+){3,}[a-z]{2,}")
"""Four or more words of Latin letters without a name among them."""


def _half_translated(wordings: Mapping[Language, str]) -> Iterator[tuple[Language, str]]:
    """Yield each language of another script than Latin whose wording has an untranslated clause, and the clause."""
    for tag, wording in wordings.items():
        text = PLACEHOLDER.sub("", wording)
        clause = _CLAUSE.search(text) if tag.partition("-")[0] in _EASTERN and _EAST.search(text) else None
        if clause is not None:
            yield tag, clause[0]


def _half_warning(name: str, tag: Language, clause: str) -> Diagnostic:
    message = f"{name} has {clause!r} in {tag!r}, among words of that language"
    return Diagnostic("untranslated", message, hint="translate it there", severity="warning")


def _other_script(name: str, tag: Language, other: Language | None) -> Diagnostic:
    message, hint = f"{name} has no Latin letter in {tag!r}", "translate it there"
    if other is not None:
        message, hint = (
            f"{message}, and only such in {other!r}",
            "exchange the two, in the heads of the columns if all are so",
        )
    return Diagnostic("other-script", message, hint=hint, severity="warning")


def _wordings(value: object) -> Mapping[Language, str]:
    return value.wordings if isinstance(value, Translated) else {}


def _untranslated(texts: Mapping[Language, str], is_alone: bool = False) -> Iterator[tuple[Language, Language]]:
    """Yield each language with a sentence of the first one, and the first one. A text that ``is_alone`` is the only one
    of its kind that is the same in two languages: a short sentence will do."""
    first = next(iter(texts), "")
    for language, text in texts.items():
        own = texts[first]
        is_short = is_alone and own == text and text.endswith((".", "!", "?")) and len(text.split()) >= _SHORT_SENTENCE
        if not same_language(language, first) and (is_short or _sentences(own) & _sentences(text)):
            yield language, first


def _sentences(text: str) -> set[str]:
    """Return the sentences of a text, without those that may be names, figures or an address."""
    sentences = _END.split(PLACEHOLDER.sub(" ", text).strip())
    words = {sentence: [token for token in sentence.split() if _WORD.fullmatch(token)] for sentence in sentences}
    return {
        sentence
        for sentence, tokens in words.items()
        if len(tokens) >= _SENTENCE and sum(not word.strip("*_(\"'„“").istitle() for word in tokens) >= _SMALL_WORDS
    }


def _lost(counts: Mapping[Language, Counter[str]]) -> Iterator[tuple[Language, str, int, Language]]:
    """Yield each name in braces that a language has less often than another: the language, the name, how often it is
    missing, and the other language. All are compared with the first one."""
    if len(counts) < 2:
        return
    (first, own), *others = counts.items()
    told = set()
    for language, count in others:
        yield from ((language, name, times, first) for name, times in (own - count).items())
        for name, times in (count - own).items():
            # A misspelt name is told at its own wording, not at the first one.
            if name not in told and (name in own or not get_close_matches(name, own, 1, _NEAR)):
                told.add(name)
                yield first, name, times, language


def _lost_value(
    key: str, counts: Mapping[Language, Counter[str]], language: Language, value: str, times: int, other: Language
) -> tuple[Language, Diagnostic]:
    message = f"{key!r} says nothing of {{{value}}} in {language!r}, and does in {other!r}"
    if value in counts[language]:
        message = f"{key!r} has {{{value}}} in {language!r} {_less(times)} in {other!r}"
    hint = "write it where the value or the icon stands: it follows the definition"
    return language, Diagnostic("lost-value", message, hint=hint, severity="warning")


def _lost_form(key: str, language: Language, wordings: Mapping[Language, object]) -> Iterator[Diagnostic]:
    """Yield a warning for each value that one plural form of a wording has and the other lacks. The form for one may
    lack the number alone."""
    wording = wordings[language]
    if not isinstance(wording, Mapping) or not {"one", "other"} <= wording.keys():
        return
    one, other = ({*_names(str(wording.get(form, "")))} for form in ("one", "other"))
    lost = [("other", "one", name) for name in sorted(one - other)]
    lost += [("one", "other", name) for name in sorted(other - one - {wording.get("by")})]
    for form, owner, name in lost:
        message = f"{key!r} in {language!r} says nothing of {{{name}}} in its form `{form}`, and does in `{owner}`"
        yield Diagnostic("lost-value", message, hint="write it where the value or the icon stands", severity="warning")


def _less(times: int) -> str:
    return f"{times} × less than" if times > 1 else "once less than"


def _empty_words(key: str, wordings: Mapping[Language, object]) -> Iterator[tuple[Language, Diagnostic]]:
    """Yield a warning for each empty wording, if another language has a word for it that is no particle."""
    first = next(iter(wordings))
    for language in (language for language, wording in wordings.items() if wording == ""):
        least = _PARTICLE if language == first else _PARTICLE + 1
        for other, wording in wordings.items():
            if isinstance(wording, str) and sum(map(str.isalpha, wording)) >= least:
                message = f"{key!r} says nothing in {language!r}, and {wording!r} in {other!r}"
                yield language, Diagnostic("empty-words", message, hint="write it there", severity="warning")
                break


def _same_words(key: str, wordings: Mapping[Language, object]) -> Iterator[tuple[Language, Diagnostic]]:
    """Yield a warning for each wording with a sentence of the first language."""
    for language, first in _untranslated({tag: "\n".join(texts_of(wording)) for tag, wording in wordings.items()}):
        message = f"{key!r} says the same in {first!r} and in {language!r}"
        yield language, Diagnostic("untranslated", message, hint="translate it there", severity="warning")


def _longest_runs(wording: object) -> Counter[str]:
    """Return the names in braces of a wording, in all its forms, each with how often it stands in a row, as in
    ``{coin}{coin}``; and the value that chooses between forms.

    Names that stand apart count once: where one language repeats a name, another may have a pronoun.
    """
    if isinstance(wording, Mapping):
        runs = Counter({wording["by"]} if isinstance(wording.get("by"), str) else ())
        for key, form in wording.items():
            runs |= _longest_runs(form) if key != "by" else Counter()
        return runs
    runs, row, before = Counter[str](), 0, ""
    for match in PLACEHOLDER.finditer(wording if isinstance(wording, str) else ""):
        begins = match[1] != before or not match.string[: match.start()].rstrip().endswith("}")
        row, before = 1 if begins else row + 1, match[1]
        runs[match[1]] = max(runs[match[1]], row)
    return runs


def _names(text: str) -> list[str]:
    return [match[1] for match in PLACEHOLDER.finditer(text)]


_FIGURE = re.compile(r"(?<![\w.,#/:-])\d+(?:[.,]\d+)?(?![\w.,/:-]*\d)", re.ASCII)
_FEWEST_LANGUAGES = 2


def lint_counterparts(project: Project, game: Game) -> Iterator[Diagnostic]:
    """Yield a warning for each text of a deck with another figure than in another language, and for each two keys of
    one group of words that are the same in one language and differ in another."""
    if game.engine != "deck":
        return
    for items in game.decks.values():
        for card in (card for card in items if card.origin is not None):
            for column, value in card.fields.items():
                wordings = value.wordings if isinstance(value, Translated) else {}
                for tag, message in _other_figures(wordings):
                    place = None if card.origin is None else card.origin.place(column, tag)
                    yield _warning(f"{column!r} of {card.id!r} {message}", place)
    for name, text in own_words(project, game):
        tables = wordings_by_language(name, text)
        for key in dict.fromkeys(key for table in tables.values() for key in table):
            wordings = {tag: "\n".join(texts_of(table[key])) for tag, table in tables.items() if key in table}
            for tag, message in _other_figures(wordings):
                yield _warning(f"{key!r} {message}", locate_key(text, name, (tag, key)))
        for tag, key, other in _equal_words(tables):
            message = f"{key!r} says the same as {other!r} in {tag!r} alone"
            place = locate_key(text, name, (tag, key))
            yield Diagnostic("same-words", message, place, "write what the key names", severity="warning")


def _other_figures(wordings: Mapping[Language, str]) -> Iterator[tuple[Language, str]]:
    """Yield each language with a figure that the first one has not, if it lacks one of that; ones aside, which may be
    an article."""
    figures = {tag: _figures(text) for tag, text in wordings.items()}
    first = next(iter(figures), "")
    for tag, counts in figures.items():
        own = figures[first]
        more, less = (sorted((counts - own).elements()), sorted((own - counts).elements()))
        is_pair = sum(counts.values()) == sum(own.values()) == 1
        if not is_pair:
            more, less = ([figure for figure in figures_of if figure != "1"] for figures_of in (more, less))
        if tag != first and more and less:
            yield tag, f"has {_listed(more)} in {tag!r}, and {_listed(less)} in {first!r}"


def _listed(figures: list[str]) -> str:
    return ", ".join(dict.fromkeys(figures))


def _figures(text: str) -> Counter[str]:
    plain = normalize("NFKC", PLACEHOLDER.sub(" ", text))
    return Counter(match[0].replace(",", ".") for match in _FIGURE.finditer(plain))


def _warning(message: str, place: Location | None) -> Diagnostic:
    return Diagnostic("other-figure", message, place, "write the same figure in both", severity="warning")


def _equal_words(tables: Mapping[Language, Mapping[str, object]]) -> Iterator[tuple[Language, str, str]]:
    """Yield each key that says the same as another key of its group, and otherwise in all other languages."""
    for tag, table in tables.items() if len(tables) >= _FEWEST_LANGUAGES else ():
        seen: dict[tuple[str, object], str] = {}
        for key, wording in table.items():
            group = key.partition("-")[0]
            other = seen.setdefault((group, wording), key) if isinstance(wording, str) and wording else key
            rest = [words for language, words in tables.items() if language != tag and {key, other} <= words.keys()]
            if other != key and rest and all(words[key] != words[other] for words in rest):
                yield tag, key, other
