"""Compare the printed wording of examples with today's: equal, equal in other words, or different."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeAlias

from pnp.diagnostics import TemplateError
from pnp.examples import STYLES, example_from_json, rechecker, strings
from pnp.examples.evaluator import Evaluator
from pnp.examples.tableau_json import TELLING, phrases_of, tableau_from_json, tableau_json
from pnp.examples.verify import Rechecked
from pnp.games.core.answer import PositionError
from pnp.games.core.tableau import MiniCard, Tableau
from pnp.model.game import Game
from pnp.model.text import Language, language_tag, say
from pnp.project.project import Project, engine_of
from pnp.records import dataclass
from pnp.rendering.text.words import Words, words_from_json
from pnp.verify.check import Judgement, describe_nearest_difference
from pnp.verify.readback import strip_white_space
from pnp.verify.statements import check_statements

# Sentences of an example

_FIGURE = re.compile(r"\d+")
CardStrings: TypeAlias = tuple[str, ...]
"""Strings of one card, in the order of printing."""


@dataclass(frozen=True, slots=True)
class ExampleSentences:
    """Today's strings for a position and its answer, in one language.

    ``rows`` are rows of cards, the badge a row of its own; ``phrases`` are all phrases in words; ``figures`` may occur
    in them; ``cards`` are all strings by which any example of the kit draws a card.
    """

    rows: tuple[tuple[CardStrings, ...], ...]
    phrases: tuple[str, ...]
    figures: frozenset[int]
    cards: frozenset[str]


def explain_mismatch(tokens: Sequence[str], today: ExampleSentences) -> str | None:
    """Explain why the printed ``tokens`` cannot be those of the example that ``today`` tells; None if they can."""
    remaining, missing = _without_cards(tokens, today.rows)
    if missing:
        whole_rows = all(len(cards) == len(today.rows[row]) for row, cards in missing.items())
        phrase_counts = Counter(today.phrases)
        unexpected = [
            token for token in remaining if not phrase_counts[token] and (token in today.cards or len(token) == 1)
        ]
        if unexpected or not whole_rows or len(missing) == len(today.rows):
            missing_card = " ".join(next(iter(missing.values()))[0])
            return f"the card {missing_card!r} of this position is not there" + (
                f", but {unexpected[0]!r}" if unexpected else ""
            )
    for token in remaining:
        for figure in _figures(token):
            if figure not in today.figures:
                return f"the figure {figure} in {token!r} is none of this position, of its answer, or of the rules"
    return None


def figures_in(value: Any, *, counts: bool = False) -> frozenset[int]:
    """Return all whole numbers in JSON data, also those in texts.

    ``counts`` adds the length of each list.

    >>> sorted(figures_in({"palettes": [["red", 7]], "said": "4+12"}))
    [4, 7, 12]
    >>> sorted(figures_in({"palettes": [["red", 7]]}, counts=True))
    [1, 2, 7]
    """
    return frozenset(_figures(value, counts))


def _figures(value: Any, counts: bool = False) -> Iterable[int]:
    if isinstance(value, str):
        # Longer runs of digits are no figure of a game, and Python refuses to read the longest.
        yield from (int(run) for run in _FIGURE.findall(value) if len(run) < 10)
    elif isinstance(value, int) and not isinstance(value, bool):
        yield abs(value)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from (*_figures(str(key)), *_figures(item, counts))
    elif isinstance(value, Sequence):
        yield from (len(value),) if counts else ()
        for item in value:
            yield from _figures(item, counts)


def _without_cards(
    tokens: Sequence[str], rows: Sequence[tuple[CardStrings, ...]]
) -> tuple[list[str], dict[int, list[CardStrings]]]:
    """Remove every card once from the tokens; return the remaining tokens, and the missing cards by row.

    Cards are looked for in their order first, then anywhere, since rows may be in another order, and at last with their
    strings in any order and without punctuation, as long as they stand side by side.
    """
    remaining = _remove_in_order(tokens, [card for row in rows for card in row])
    if remaining is not None:
        return remaining, {}
    slots: list[str | None] = list(tokens)
    missing_cards = [(number, card) for number, row in enumerate(rows) for card in row]
    missing_cards.sort(key=lambda numbered: -len(numbered[1]))  # a short card may be part of a longer one
    for normalize in (list, _keep_first, _count_bare):
        missing_cards = [(number, card) for number, card in missing_cards if not _remove_card(slots, card, normalize)]
    missing: dict[int, list[CardStrings]] = {}
    for number, card in missing_cards:
        missing.setdefault(number, []).append(card)
    return [token for token in slots if token is not None], missing


def _remove_in_order(tokens: Sequence[str], cards: Sequence[CardStrings]) -> list[str] | None:
    remaining: list[str] = []
    index = 0
    for card in cards:
        while tuple(tokens[index : index + len(card)]) != card:
            if index >= len(tokens):
                return None
            remaining.append(tokens[index])
            index += 1
        index += len(card)
    return [*remaining, *tokens[index:]]


def _remove_card(
    slots: list[str | None], card: CardStrings, normalize: Callable[[Sequence[str | None]], object]
) -> bool:
    """Remove the strings of a card from ``slots``, if equal ones stand side by side; tell if they do."""
    size, normalized = len(card), normalize(card)
    for start in range(len(slots) - size + 1):
        if normalize(slots[start : start + size]) == normalized:
            slots[start : start + size] = [None] * size
            return True
    return False


def _keep_first(strings: Sequence[str | None]) -> object:
    """Normalize strings except for the place of the first: else parts of two neighbours could look like a card."""
    return _count_bare(strings[:1]), _count_bare(strings[1:])


def _count_bare(strings: Sequence[str | None]) -> Counter[str | None]:
    """Count strings without punctuation, such as the brackets round a tag."""
    return Counter(
        None if text is None else "".join(char for char in text if not unicodedata.category(char).startswith("P"))
        for text in strings
    )


class ExampleChecker:
    """Checker of a manifest's examples against today's rules and words, and those they were printed with.

    Answers are checked under today's settings; examples are laid out under the settings ``printed``. In a
    ``new`` file no words may differ from today's.
    """

    def __init__(self, project: Project, today: Game, printed: Any, manifest: Mapping[str, Any], *, new: bool) -> None:
        self._today = today
        self._printed = printed
        self._engine = engine_of(today)
        self._project = project
        self._manifest = manifest
        self._new = new
        self._recheck = rechecker(self._engine, today.settings)
        self._evaluator = None if new else Evaluator(self._engine, printed)
        self._words: dict[Language, Words] = {}
        self._tableaux: dict[int, Tableau | None] = {}
        self._texts: dict[tuple[int, Language], tuple[str, ...]] = {}
        self._card_strings_by_language: dict[Language, frozenset[str]] = {}

    def recheck(self, entry: Mapping[str, Any]) -> Rechecked:
        """Check an entry's answer, and what it says, under today's rules and claims."""
        example = example_from_json(entry)
        rechecked = self._recheck(example)
        # A build has checked what its examples say before it drew them.
        if rechecked.problems or self._new:
            return rechecked
        words = self._manifest.get("words")
        printed_words = words if isinstance(words, Mapping) else {}
        meant = {language: self._words_in(language).order for language in map(_language_or_english, printed_words)}
        statements = check_statements(
            self._engine, self._printed, example, entry, self._tableau(entry), printed_words, meant
        )
        return Rechecked(statements.problems, (*rechecked.notes, *statements.notes))

    def judge(self, entry: Mapping[str, Any], language: str, tokens: Sequence[str]) -> Judgement:
        """Judge whether ``tokens``, printed in ``language``, are those of an entry's position and answer.

        They are if today's layout in today's words gives them. Else they have to match the layout and the words that
        the manifest carries. If that layout differs from today's before wording in more than the titles of rows, or the
        manifest is too old to have one, position and answer have to account for the printed strings, card by card and
        figure by figure. Other words and another layout are noted.
        """
        tableau = self._tableau(entry)
        language_of_words = _language_or_english(language)
        if tableau is None:
            return Judgement(problem="no words can be found for it")
        words = self._words_in(language_of_words)
        try:
            todays_texts = self._texts_of(entry, tableau, words)
        except TemplateError:
            # A position that the rules refuse may lack words. For other positions the words themselves are at fault.
            if self.recheck(entry).problems:
                return Judgement(problem="no words can be found for it")
            raise
        printed = strip_white_space("".join(tokens))
        if printed in todays_texts:
            return Judgement()
        has_layout = self._manifest.get("telling") == TELLING
        if self._new or (has_layout and printed not in self._recorded_texts(entry, language_of_words)):
            return Judgement(problem=describe_nearest_difference(todays_texts, printed, "belongs"))
        if not (has_layout and _untitled(entry["said"]) == _untitled(tableau_json(tableau))):
            problem = explain_mismatch(
                [strip_white_space(token) for token in tokens], self._sentences(entry, tableau, words)
            )
            if problem is not None:
                return Judgement(problem=problem)
        return Judgement(note=describe_nearest_difference(todays_texts, printed, "is said today"))

    def _recorded_texts(self, entry: Mapping[str, Any], language: Language) -> tuple[str, ...]:
        """Return the texts of an entry by the layout and words of the manifest; none if it is damaged."""
        try:
            words = words_from_json(language, self._manifest["words"][language])
            return _texts_by_style(tableau_from_json(entry["said"]), words)
        except (KeyError, TypeError, ValueError, AttributeError, TemplateError):
            return ()

    def _sentences(self, entry: Mapping[str, Any], tableau: Tableau, words: Words) -> ExampleSentences:
        phrases = tuple(_phrases_in_words(tableau, words))
        return ExampleSentences(
            _card_rows(tableau, words.language),
            phrases,
            figures_in([tableau_json(tableau), *phrases])
            | figures_in([entry["in"], entry["out"], self._engine.figures(self._printed)], counts=True),
            self._card_strings_in(words.language),
        )

    def _card_strings_in(self, language: Language) -> frozenset[str]:
        """Return all strings by which the examples of the manifest draw cards."""
        if language not in self._card_strings_by_language:
            tableaux = [self._tableau(entry) for entry in self._manifest["examples"]]
            self._card_strings_by_language[language] = frozenset(
                text
                for tableau in tableaux
                if tableau is not None
                for row in _card_rows(tableau, language)
                for card in row
                for text in card
            )
        return self._card_strings_by_language[language]

    # An example is printed in several places, so its tableau and texts are cached. The key is the identity of its
    # entry: in a damaged manifest, two entries may have the same id.

    def _tableau(self, entry: Mapping[str, Any]) -> Tableau | None:
        """Return today's tableau of an entry; None for an impossible position."""
        if id(entry) not in self._tableaux:
            example = example_from_json(entry)
            try:
                if self._evaluator is not None:  # what cannot be may have any number of cards
                    self._evaluator.answer(example.kind, example.position)
                self._tableaux[id(entry)] = self._engine.explain(self._printed, example)
            except (PositionError, ValueError, LookupError):
                self._tableaux[id(entry)] = None
        return self._tableaux[id(entry)]

    def _texts_of(self, entry: Mapping[str, Any], tableau: Tableau, words: Words) -> tuple[str, ...]:
        """Return the texts of an entry in each style. Raises TemplateError for missing words."""
        key = id(entry), words.language
        if key not in self._texts:
            self._texts[key] = _texts_by_style(tableau, words)
        return self._texts[key]

    def _words_in(self, language: Language) -> Words:
        if language not in self._words:
            self._words[language] = self._project.resources(self._today).words(self._today.engine, language)
        return self._words[language]


def _untitled(said: Mapping[str, Any]) -> dict[str, Any]:
    """Return a layout without the titles of its rows, which claims judge by themselves."""
    return {**said, "rows": [{**row, "label": None, "titled": False} for row in said["rows"]]}


def _phrases_in_words(tableau: Tableau, words: Words) -> Iterator[str]:
    """Yield the phrases of a tableau in words, without white space. Phrases that no style prints may lack words."""
    for phrase in phrases_of(tableau):
        with suppress(TemplateError):
            yield strip_white_space(words.word(phrase))


def _language_or_english(name: str) -> Language:
    return language_tag(name) or "en"


def _texts_by_style(tableau: Tableau, words: Words) -> tuple[str, ...]:
    """Return the text of a tableau in each style, without white space."""
    return tuple(strip_white_space("".join(strings(tableau, words.word, words.language, style))) for style in STYLES)


def _card_rows(tableau: Tableau, language: Language) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """Return the strings of the badge and of each row's cards, without empty ones."""
    rows = ((tableau.badge,) if tableau.badge is not None else (), *(row.cards for row in tableau.rows))
    rows_of_strings = (tuple(filter(None, (_strings_of(card, language) for card in row))) for row in rows)
    return tuple(row for row in rows_of_strings if row)


def _strings_of(card: MiniCard, language: Language) -> tuple[str, ...]:
    return tuple(filter(None, (strip_white_space(say(text, language)) for text in card.strings)))
