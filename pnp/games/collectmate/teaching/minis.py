"""Miniature cards of collectmate: what ``mini.svg.j2`` draws, and what it prints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from pnp.games.collectmate.rules.captions import labels_of
from pnp.games.collectmate.rules.cards import Card
from pnp.games.collectmate.rules.figures import card_of
from pnp.games.collectmate.settings import CollectmateSettings
from pnp.games.core.tableau import CardState, MiniCard, card_states
from pnp.games.core.wording import seat_name
from pnp.model.text import LANGUAGES, Language, Text, Translated, say, translated

Labels = Mapping[Language, tuple[tuple[str, bool], ...]]
"""Per language the tags and the plain words of a card in the order of its caption, each with whether it is a tag."""


class Minis:
    """Miniatures in the wording of a definition."""

    def __init__(self, settings: CollectmateSettings) -> None:
        self._letters: Mapping[str, Text] = {colour.id: colour.letter for colour in settings.colours}
        self._tags: Mapping[str, Text] = {tag.id: tag.name for tag in settings.tags}
        self._labels: dict[Card, Labels] = {}
        for kind in settings.cards:
            labels: Labels = {language: labels_of(kind, settings.tags, language) for language in LANGUAGES}
            self._labels.setdefault(card_of(settings, kind), labels)

    def cards(self, cards: Iterable[Card], counted: Counter[Card] | None = None) -> tuple[MiniCard, ...]:
        """Miniatures: plain without ``counted``, else counted as often as it says, in order, and dimmed."""
        listed = tuple(cards)
        return tuple(map(self._mini, listed, card_states(listed, None if counted is None else counted.copy())))

    def seat(self, seat: int, score: int, declares: bool) -> MiniCard:
        """A seat with its score at a showdown."""
        return MiniCard({"seat": seat, "declares": declares}, (seat_name(seat), str(score)))

    def _mini(self, card: Card, state: CardState) -> MiniCard:
        listed = (*((tag, True) for tag in card.tags), *((word, False) for word in card.words))
        labels = self._labels.get(card) or dict.fromkeys(LANGUAGES, listed)
        letters = tuple(self._letters[colour] for colour in card.colours)
        named = tuple(map(self._named, *(labels[one] for one in LANGUAGES)))
        fields = {"dot": card.dot, "colours": card.colours, "labels": labels}
        return MiniCard(fields, ("●" if card.dot else "○", *letters, *named), state)

    def _named(self, *labels: tuple[str, bool]) -> Translated:
        """The words that stand in the same place of a caption, by language."""
        said = zip(LANGUAGES, labels, strict=True)
        return translated({one: say(self._tags.get(label, label), one) for one, (label, _) in said})
