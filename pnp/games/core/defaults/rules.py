"""Record of rules that has the settings and the cards; a game adds its decisions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, Self, TypeVar

from pnp.games.core.playing.play import HasPlayers
from pnp.model.component import Item
from pnp.model.text import Phrase, phrase

GameSettingsT = TypeVar("GameSettingsT", bound=HasPlayers)
CardT = TypeVar("CardT")


@dataclass(frozen=True, slots=True, eq=False)
class RulesOf(Generic[GameSettingsT, CardT]):
    """Base of a record of rules: ``class Rules(RulesOf[Settings, Card])``, with a field for each decision.

    A decision is a function, and the right one is the default of its field. ``engine_of`` makes the record, from the
    settings and from ``cards(settings)`` of the game.
    """

    settings: GameSettingsT
    items: Mapping[CardT, Item]
    """What is printed of each card."""
    deck: Mapping[CardT, int]
    """Copies of each card."""

    @classmethod
    def of(cls, settings: GameSettingsT, items: Mapping[CardT, Item]) -> Self:
        """Return the record of a definition, with the decisions that are the defaults of their fields."""
        return cls(settings, items, {card: item.copies for card, item in items.items()})

    @property
    def players(self) -> tuple[int, int]:
        """Fewest and most players."""
        return self.settings.players

    def said(self, card: CardT) -> Phrase:
        """Return a card as it is called in a sentence: the phrase ``card`` with the ``name`` of its suit and its
        ``number``."""
        fields = self.items[card].fields
        return phrase("card", name=fields["name"], number=fields["number"])
