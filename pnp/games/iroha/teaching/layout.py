"""What every layout of an example of iroha needs: rules, position, answer, and cards as miniatures."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pnp.games.core.answer import Answer, Position
from pnp.games.core.lesson import Example
from pnp.games.core.tableau import CardState, MiniCard
from pnp.games.iroha.rules.cards import Card, Cards
from pnp.games.iroha.rules.decisions import rules_of
from pnp.games.iroha.rules.record import Rules
from pnp.games.iroha.settings import IrohaSettings
from pnp.model.text import Phrase, Text, phrase


class Layout:
    """An example and what is needed to lay it out."""

    def __init__(self, settings: IrohaSettings, example: Example) -> None:
        self.rules: Rules = rules_of(settings)
        self.letters: Mapping[str, Text] = {suit.id: suit.letter for suit in settings.suits}
        self.position: Position = example.position
        self.out: Answer = example.out

    def cards(self, key: str) -> Cards:
        """The cards of a list of the position."""
        return cards_of(self.position[key])

    def minis(
        self, cards: Sequence[Card], counted: Container[Card] | None = None, marked: int | None = None
    ) -> tuple[MiniCard, ...]:
        """Miniatures: plain without ``counted``, else the cards in it counted and the others dimmed. ``marked`` is the
        index of the card beside the trump marker."""
        return tuple(
            self._mini(
                card, "plain" if counted is None else "counted" if card in counted else "dimmed", place == marked
            )
            for place, card in enumerate(cards)
        )

    def offered(self, hand: Sequence[Card], chosen: Container[Card]) -> tuple[MiniCard, ...]:
        """Miniatures of a hand, those that are chosen raised."""
        minis = self.minis(hand)
        return tuple(
            replace(mini, fields={**mini.fields, "raised": card in chosen})
            for mini, card in zip(minis, hand, strict=True)
        )

    def name(self, card: Card) -> Phrase:
        """A card by the name of its suit and its number."""
        return phrase("card-name", suit=self.rules.names[card.suit], number=card.number)

    def _mini(self, card: Card, state: CardState, marked: bool) -> MiniCard:
        fields = {"suit": card.suit, "number": card.number, "marked": marked}
        return MiniCard(fields, (str(card.number), self.letters[card.suit]), state)


def cards_of(raw: Sequence[Any]) -> Cards:
    """The cards of a list as it stands in a position."""
    return tuple(Card(*card) for card in raw)
