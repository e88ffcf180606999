"""An example of red and what is needed to lay it out: its cards as miniatures, and names of cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from pnp.games.core.answer import Answer, Position
from pnp.games.core.lesson import Example
from pnp.games.core.tableau import CardState, MiniCard, card_states
from pnp.games.red.rules.cards import Card
from pnp.games.red.rules.decisions import rules_of
from pnp.games.red.rules.record import Rules
from pnp.games.red.settings import RedSettings
from pnp.games.red.teaching.comparison import palettes_of
from pnp.model.text import Phrase, Text, phrase


class Layout:
    """An example with the rules of its settings. ``palettes`` is empty where its position has none."""

    def __init__(self, settings: RedSettings, example: Example) -> None:
        self.settings = settings
        self.rules: Rules = rules_of(settings)
        self.letters: Mapping[str, Text] = {colour.id: colour.letter for colour in settings.colours}
        self.position: Position = example.position
        self.out: Answer = example.out
        self.lesson = example.lesson
        self.palettes = palettes_of(example.position) if "palettes" in example.position else ()
        played = example.position["move"][1] if "move" in example.position else None
        self._table = [card for palette in self.palettes for card in palette] + ([Card(*played)] if played else [])

    def cards(
        self, cards: Sequence[Card], counted: Counter[Card] | None, *, discarded: bool = False
    ) -> tuple[MiniCard, ...]:
        """Miniatures: plain without ``counted``, else counted as often as it says, in order, and dimmed. A
        ``discarded`` card is drawn as one that sets the rule and is not counted."""
        states = card_states(cards, counted)
        return tuple(self._mini(card, state, discarded) for card, state in zip(cards, states, strict=True))

    def badge(self, colour: str) -> MiniCard:
        """The colour in force."""
        return MiniCard({"colour": colour}, (self.letters[colour],))

    def name(self, card: Card) -> Phrase:
        """A card by its colour and number, in words."""
        return phrase("card-name", colour=self.rules.names[card.colour], number=card.number)

    def names(self, cards: Sequence[Card]) -> tuple[Phrase, ...]:
        """Cards by name, in the order in which they lie."""
        return tuple(map(self.name, self.lying(cards)))

    def lying(self, cards: Sequence[Card]) -> list[Card]:
        """Cards of a palette in the order in which they lie there, what is played now after the others."""
        return sorted(cards, key=self._table.index)

    def _mini(self, card: Card, state: CardState, discarded: bool) -> MiniCard:
        fields = {"colour": card.colour, "number": card.number, "discarded": discarded}
        return MiniCard(fields, (str(card.number), self.letters[card.colour]), state)
