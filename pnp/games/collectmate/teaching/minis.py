"""Miniature cards of collectmate: what ``mini.svg.j2`` draws, and what it prints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from pnp.games.collectmate.rules.cards import Card
from pnp.games.collectmate.settings import CollectmateSettings
from pnp.games.core.tableau import CardState, MiniCard, card_states
from pnp.games.core.wording import seat_name
from pnp.model.text import Text, Translated, say


class Minis:
    """Miniatures in the wording of a definition."""

    def __init__(self, settings: CollectmateSettings) -> None:
        self._letters: Mapping[str, Text] = {colour.id: colour.letter for colour in settings.colours}
        self._tags: Mapping[str, Text] = {tag.id: tag.name for tag in settings.tags}

    def cards(self, cards: Iterable[Card], counted: Counter[Card] | None = None) -> tuple[MiniCard, ...]:
        """Miniatures: plain without ``counted``, else counted as often as it says, in order, and dimmed."""
        listed = tuple(cards)
        return tuple(map(self._mini, listed, card_states(listed, None if counted is None else counted.copy())))

    def seat(self, seat: int, score: int, declares: bool) -> MiniCard:
        """A seat with its score at a showdown."""
        return MiniCard({"seat": seat, "declares": declares}, (seat_name(seat), str(score)))

    def badge(self, text: str) -> MiniCard:
        """A badge that is a sign or a short text."""
        return MiniCard({"colour": None}, (text,))

    def colour(self, colour: str) -> MiniCard:
        """A badge that is a colour."""
        return MiniCard({"colour": colour}, (self._letters[colour],))

    def _mini(self, card: Card, state: CardState) -> MiniCard:
        fields = {"dot": card.dot, "colours": card.colours, "tags": card.tags, "words": card.words}
        letters = tuple(self._letters[colour] for colour in card.colours)
        tags = tuple(_bracketed(self._tags[tag]) for tag in card.tags)
        words = tuple(self._tags[word] for word in card.words)
        return MiniCard(fields, ("●" if card.dot else "○", *letters, *tags, *words), state)


def face_up() -> str:
    """The badge of a hand that is complete: the two centres."""
    return "○+●"


def _bracketed(name: Text) -> Text:
    if isinstance(name, str):
        return f"[{name}]"
    return Translated(f"[{say(name, 'en')}]", f"[{say(name, 'ja')}]")
