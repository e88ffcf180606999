"""Compare texts with their counterparts in another language: figures that differ, and two keys with one wording."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from unicodedata import normalize

from pnp.check.texts import own_words
from pnp.diagnostics import Diagnostic, Location
from pnp.model.game import Game
from pnp.model.text import Language, Translated
from pnp.project.project import Project
from pnp.rendering.text.words import PLACEHOLDER, texts_of, wordings_by_language
from pnp.toml.document import locate_key

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
        for tag, key, other in _same_words(tables):
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
        more, less = (sorted((one - other).elements()) for one, other in ((counts, own), (own, counts)))
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


def _same_words(tables: Mapping[Language, Mapping[str, object]]) -> Iterator[tuple[Language, str, str]]:
    """Yield each key with the wording of another key of its group in one language, if they differ in all others."""
    for tag, table in tables.items() if len(tables) >= _FEWEST_LANGUAGES else ():
        seen: dict[tuple[str, object], str] = {}
        for key, wording in table.items():
            group = key.partition("-")[0]
            other = seen.setdefault((group, wording), key) if isinstance(wording, str) and wording else key
            rest = [words for language, words in tables.items() if language != tag and {key, other} <= words.keys()]
            if other != key and rest and all(words[key] != words[other] for words in rest):
                yield tag, key, other
