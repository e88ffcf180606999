"""Record of rules that has the settings and the cards; a game adds its decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from inspect import signature
from typing import Any, Generic, Self, TypeVar

from pnp.games.core.answer import Answer, Position
from pnp.games.core.playing.play import HasPlayers
from pnp.games.core.score import Violation, violation_in
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
    asker: Callable[[str, Position], Answer] | None = field(default=None, kw_only=True, repr=False)
    """What answers the questions of a play in the place of these rules: the oracle, while a game is proved."""

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

    def ask(self, question: Callable[..., Answer], *values: Any) -> Answer:
        """Return the answer to a question of the game, about a position with these values of its fields in order:
        ``rules.ask(score, hold, hand)["points"]``. A play decides by questions alone, so that the proof can put them to
        the oracle."""
        if self.asker is None:
            return question(self, *values)
        _, *names = signature(question).parameters
        return self.asker(question.__name__.strip("_"), dict(zip(names, values, strict=True)))

    def ask_each(self, question: Callable[..., Answer], *values: Iterable[Any]) -> list[Answer]:
        """Return the answers for each seat, whose values of the fields stand in these lists:
        ``rules.ask_each(score, state.won, state.hands)``."""
        return [self.ask(question, *of_seat) for of_seat in zip(*values, strict=True)]

    def forbids(self, question: Callable[..., Answer], *values: Any) -> Violation | None:
        """Return the violation that a question names, asked as ``ask`` does; None if it allows the action."""
        return violation_in(self.ask(question, *values))
