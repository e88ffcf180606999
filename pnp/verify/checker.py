"""Compare the printed wording of examples with today's: the same, the same in other words, or different."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from pnp.diagnostics import TemplateError
from pnp.examples import STYLES, example_from_json, rechecker, strings
from pnp.examples.said import TELLING, phrases_of, said_from_json, said_json
from pnp.examples.verify import Rechecked
from pnp.games.core.answer import PositionError
from pnp.games.core.tableau import MiniCard, Tableau
from pnp.model.game import Game
from pnp.model.text import Language, language_tag, say
from pnp.project.project import Project, engine_of
from pnp.rendering.text.words import Words, words_from_json
from pnp.verify.check import Judgement, differing
from pnp.verify.readback import plain

if TYPE_CHECKING:
    from pnp.verify.telling import ExampleSentences


class ExampleChecker:
    """Knows today's rules and words, and those with which the examples of a manifest were printed.

    ``now`` are the settings that answers are held against, ``then`` those that the examples were laid out with. In a
    file that is ``new`` nothing may be said otherwise than today.
    """

    def __init__(
        self, project: Project, today: Game, now: Any, then: Any, manifest: Mapping[str, Any], *, new: bool
    ) -> None:
        self._today = today
        self._then = then
        self._engine = engine_of(today)
        self._project = project
        self._manifest = manifest
        self._new = new
        self._recheck = rechecker(self._engine, now)
        self._words: dict[Language, Words] = {}
        self._tableaux: dict[int, Tableau | None] = {}
        self._read: dict[tuple[int, Language], tuple[str, ...]] = {}
        self._cards: dict[Language, frozenset[str]] = {}

    def recheck(self, entry: Mapping[str, Any]) -> Rechecked:
        """What is wrong with an entry's answer under today's rules, and what is to be noted."""
        return self._recheck(example_from_json(entry))

    def judge(self, entry: Mapping[str, Any], language: str, tokens: Sequence[str]) -> Judgement:
        """Whether ``tokens``, printed in ``language``, are those of an entry's position and answer.

        They are where today's layout in today's words reads so. Else they have to be what the manifest says was told
        then, in the words that it carries; and where that is not what is told today before it is worded, or the
        manifest is too old to say, what is printed has to be accounted for by the position, card by card and figure by
        figure. Other words, and another layout, are noted.
        """
        tableau = self._tableau(entry)
        known = _language(language)
        if tableau is None:
            return Judgement(problem="no words can be found for it")
        words = self._words_in(known)
        try:
            ways = self._ways_of(entry, tableau, words)
        except TemplateError:
            # A position that the rules refuse may have no words. Where they do not, the words themselves are at fault.
            if self.recheck(entry).problems:
                return Judgement(problem="no words can be found for it")
            raise
        found = plain("".join(tokens))
        if found in ways:
            return Judgement()
        knows_then = self._manifest.get("telling") == TELLING
        if self._new or (knows_then and found not in self._told_then(entry, known)):
            return Judgement(problem=differing(ways, found, "belongs"))
        if not (knows_then and entry["said"] == said_json(tableau)):
            from pnp.verify.telling import unaccounted  # noqa: PLC0415 - a build tells what was told

            why = unaccounted([plain(token) for token in tokens], self._telling(entry, tableau, words))
            if why is not None:
                return Judgement(problem=why)
        return Judgement(note=differing(ways, found, "is said today"))

    def _told_then(self, entry: Mapping[str, Any], language: Language) -> tuple[str, ...]:
        """What an entry's layout of then prints in the words of then; nothing where the manifest is damaged."""
        try:
            words = words_from_json(language, self._manifest["words"][language])
            return _ways(said_from_json(entry["said"]), words)
        except (KeyError, TypeError, ValueError, AttributeError, TemplateError):
            return ()

    def _telling(self, entry: Mapping[str, Any], tableau: Tableau, words: Words) -> ExampleSentences:
        from pnp.verify.telling import ExampleSentences, figures_in  # noqa: PLC0415 - as above

        said = tuple(_worded(tableau, words))
        return ExampleSentences(
            _card_rows(tableau, words.language),
            said,
            figures_in([said_json(tableau), *said])
            | figures_in([entry["in"], entry["out"], self._engine.figures(self._then)], counts=True),
            self._cards_in(words.language),
        )

    def _cards_in(self, language: Language) -> frozenset[str]:
        """All strings by which the examples of the manifest draw cards."""
        if language not in self._cards:
            tableaux = [self._tableau(entry) for entry in self._manifest["examples"]]
            self._cards[language] = frozenset(
                text
                for tableau in tableaux
                if tableau is not None
                for row in _card_rows(tableau, language)
                for card in row
                for text in card
            )
        return self._cards[language]

    # An example is printed in several places: how it is laid out and what it prints is found out once for each entry of
    # the manifest, which is known by itself, since two of a damaged one may have the same id.

    def _tableau(self, entry: Mapping[str, Any]) -> Tableau | None:
        """How an entry is laid out today; None for what cannot be."""
        if id(entry) not in self._tableaux:
            try:
                self._tableaux[id(entry)] = self._engine.explain(self._then, example_from_json(entry))
            except (PositionError, ValueError, LookupError):
                self._tableaux[id(entry)] = None
        return self._tableaux[id(entry)]

    def _ways_of(self, entry: Mapping[str, Any], tableau: Tableau, words: Words) -> tuple[str, ...]:
        """What an entry prints in each style. Raises TemplateError where there are no words for it."""
        key = id(entry), words.language
        if key not in self._read:
            self._read[key] = _ways(tableau, words)
        return self._read[key]

    def _words_in(self, language: Language) -> Words:
        if language not in self._words:
            self._words[language] = self._project.resources(self._today).words(self._today.engine, language)
        return self._words[language]


def _worded(tableau: Tableau, words: Words) -> Iterator[str]:
    """The phrases of a tableau in words, without white space; those that no style prints may have no words."""
    for phrase in phrases_of(tableau):
        with suppress(TemplateError):
            yield plain(words.word(phrase))


def _language(name: str) -> Language:
    return language_tag(name) or "en"


def _ways(tableau: Tableau, words: Words) -> tuple[str, ...]:
    """What a tableau prints in each style, without white space."""
    return tuple(plain("".join(strings(tableau, words.word, words.language, style))) for style in STYLES)


def _card_rows(tableau: Tableau, language: Language) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """The strings of the badge and of each row's cards; what prints nothing is left out."""
    rows = ((tableau.badge,) if tableau.badge is not None else (), *(row.cards for row in tableau.rows))
    told = (tuple(filter(None, (_strings_of(card, language) for card in row))) for row in rows)
    return tuple(row for row in told if row)


def _strings_of(card: MiniCard, language: Language) -> tuple[str, ...]:
    return tuple(filter(None, (plain(say(text, language)) for text in card.strings)))
