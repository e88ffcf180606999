"""Positions as the oracle of collectmate reads them: cards, hands, seats and moves out of plain JSON data.

Every function raises PositionError, with one sentence for the person who asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pnp.games.collectmate.settings import CollectmateSettings
from pnp.games.core.answer import Position, PositionError
from pnp.model.text import LANGUAGES, say


@dataclass(frozen=True, slots=True)
class Card:
    """A card as it lies: its centre, its colours in the order of the definition, its tags, and its plain words."""

    dot: bool
    colours: tuple[str, ...]
    tags: tuple[str, ...]
    words: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """The card as it stands in an answer; words only where it has any."""
        plain = {"dot": self.dot, "colours": list(self.colours), "tags": list(self.tags)}
        return {**plain, "words": list(self.words)} if self.words else plain


def get(position: Position, key: str) -> Any:
    """What stands under a key."""
    if not isinstance(position, Mapping):
        raise PositionError("a position is an object with keys")
    if key not in position:
        raise PositionError(f"the position lacks '{key}'")
    return position[key]


def switch(position: Position, key: str) -> bool:
    """What is on or off."""
    value = get(position, key)
    if not isinstance(value, bool):
        raise PositionError(f"'{key}' is true or false, not {value!r}")
    return value


def seat(position: Position, key: str, seats: int) -> int:
    """A seat, from 0."""
    value = get(position, key)
    if type(value) is not int or not 0 <= value < seats:
        raise PositionError(f"'{key}' is a seat from 0 to {seats - 1}, not {value!r}")
    return value


def per_seat(settings: CollectmateSettings, position: Position, key: str) -> list[Any]:
    """A list with one item for each seat of a table that may play."""
    value = get(position, key)
    fewest, most = settings.players
    if not isinstance(value, (list, tuple)) or not fewest <= len(value) <= most:
        raise PositionError(f"'{key}' is a list with one item for each of {fewest} to {most} seats")
    return list(value)


def card_of(settings: CollectmateSettings, value: Any) -> Card:
    """A card. Its tags are named by their ids here, whatever they are called in the position."""
    if not isinstance(value, Mapping) or set(value) - {"words"} != {"dot", "colours", "tags"}:
        raise PositionError(f"a card has dot, colours and tags, and may have words: {value!r}")
    known = [colour.id for colour in settings.colours]
    colours = _words(value["colours"], "colours")
    for colour in colours:
        if colour not in known:
            raise PositionError(f"there is no colour '{colour}'; the colours are {', '.join(known)}")
    tags = [_tag(settings, word) for word in _words(value["tags"], "tags")]
    if len(set(tags)) != len(tags):
        raise PositionError(f"a card carries a tag once, not {value['tags']!r}")
    words = [_tag(settings, word) for word in _words(value.get("words", []), "words")]
    return Card(
        switch(value, "dot"),
        tuple(colour for colour in known if colour in colours),
        tuple(sorted(tags)),
        tuple(sorted(words)),
    )


def cards_of(settings: CollectmateSettings, value: Any, what: str) -> list[Card]:
    """A list of cards; ``what`` names it in an error."""
    if not isinstance(value, (list, tuple)):
        raise PositionError(f"{what} is a list of cards, not {value!r}")
    return [card_of(settings, item) for item in value]


def hand_of(settings: CollectmateSettings, value: Any) -> list[Card]:
    """A whole hand, face-up cards included."""
    hand = cards_of(settings, value, "a hand")
    if len(hand) != settings.hand:
        raise PositionError(f"a hand has {settings.hand} cards, not {len(hand)}")
    return hand


def move_of(settings: CollectmateSettings, value: Any) -> tuple[str, list[Card], list[Card]]:
    """What is done, and the cards it names: traded; swapped away and swapped in; laid open and laid on the field."""
    if not isinstance(value, (list, tuple)) or not value:
        raise PositionError(f"a move is a list that begins with what is done, not {value!r}")
    match list(value):
        case ["declare" | "claim" | "pass" as what]:
            return what, [], []
        case ["trade", card]:
            return "trade", [card_of(settings, card)], []
        case ["swap", shown, hidden]:
            away, instead = cards_of(settings, shown, "what goes"), cards_of(settings, hidden, "what comes")
            if not away or len(away) != len(instead):
                raise PositionError("a swap takes as many hidden cards as face-up ones, and at least one")
            return "swap", away, instead
        case ["take", pair, card]:
            laid_open = cards_of(settings, pair, "what is laid open")
            if len(laid_open) != settings.open_ - 1:
                raise PositionError(f"with the field card {settings.open_ - 1} cards are laid open")
            return "take", laid_open, [card_of(settings, card)]
    raise PositionError(f"there is no move {value!r}")


def _words(value: Any, what: str) -> list[str]:
    if not isinstance(value, (list, tuple)) or any(not isinstance(word, str) for word in value):
        raise PositionError(f"the {what} of a card are a list of words, not {value!r}")
    if len(set(value)) != len(value):
        raise PositionError(f"a card carries each of its {what} once, not {value!r}")
    return list(value)


def _tag(settings: CollectmateSettings, word: str) -> str:
    """The id of the tag that a word means; a word that is no tag of the definition is a tag of its own."""
    for tag in settings.tags:
        if word == tag.id:
            return tag.id
    for tag in settings.tags:
        if word in [say(tag.name, language) for language in LANGUAGES]:
            return tag.id
    return word
