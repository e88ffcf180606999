"""Reading the positions of red: plain data in, checked cards and seats out, a PositionError for anything else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from pnp.games.core.answer import Position, PositionError
from pnp.games.core.reading import read, read_list, read_one_of, read_pair, read_seat, read_whole
from pnp.games.red.rules.cards import SHAPES, Action, Card, Palette, Rules
from pnp.games.red.rules.turn import cards_to_deal, goal


class Facts(Protocol):
    """What it takes to read a position: the figures of the definition, and no decision."""

    @property
    def cards(self) -> Mapping[tuple[str, int], Card]: ...
    @property
    def colours(self) -> tuple[str, ...]: ...
    @property
    def deck(self) -> Mapping[Card, int]: ...
    @property
    def players(self) -> tuple[int, int]: ...


FACTS = ("cards", "colours", "deck", "players")
"""Their names."""


def read_card(rules: Facts, raw: Any) -> Card:
    """A card of the deck."""
    return read_pair(raw, rules.cards, "card", "colour", "number")


def read_cards(rules: Facts, raw: Any, what: str) -> Palette:
    """Cards of the deck, in the order given."""
    if not isinstance(raw, (list, tuple)):
        raise PositionError(f"{what} must be a list of cards, not {raw!r}")
    known = rules.cards
    try:
        # The search for examples reads tens of thousands of positions: one pass, without a call per card.
        cards = tuple([known[colour, number] for colour, number in raw if type(number) is int])
    except (KeyError, TypeError, ValueError):
        cards = ()
    return cards if len(cards) == len(raw) else tuple([read_card(rules, item) for item in raw])


def read_palettes(rules: Facts, position: Position) -> tuple[Palette, ...]:
    """One palette per seat; an empty one belongs to a seat that is out."""
    raw = read(position, "palettes")
    most = max(2, rules.players[1])
    if not isinstance(raw, (list, tuple)) or not 1 <= len(raw) <= most:
        raise PositionError(f"'palettes' must be a list of 1 to {most} palettes")
    return tuple([read_cards(rules, palette, "a palette") for palette in raw])


def read_rule(rules: Facts, position: Position) -> str:
    """The id of the colour in force."""
    return read_one_of(position, "rule", rules.colours)


def read_seat_in(position: Position, key: str, palettes: Sequence[Palette]) -> int:
    """A seat that is in."""
    seat = read_seat(position, key, len(palettes))
    if not palettes[seat]:
        raise PositionError(f"{key!r} is seat {seat}, whose palette is empty: that seat is out")
    return seat


def read_standing(rules: Rules, position: Position) -> tuple[tuple[int, ...], int]:
    """Points by seat and how many cards a round was dealt from, of a game that was not over before that round."""
    raw = read_list(read(position, "points"), "'points'", *rules.players)
    points = tuple([read_whole(one, "the points of a seat") for one in raw])
    target, fewest, whole = goal(rules, len(points)), cards_to_deal(rules, len(points)), sum(rules.deck.values())
    for seat, held in enumerate(points):
        if held >= target:
            raise PositionError(f"seat {seat} has {held} points, and the game is won with {target}")
    cards = read_whole(read(position, "cards"), "'cards'", fewest)
    if cards > whole:
        raise PositionError(f"'cards' must be at most {whole}, the whole deck, not {cards}")
    return points, cards


def read_action(rules: Facts, position: Position, hand: Palette) -> Action:
    """The action of ``move``; its cards must be in ``hand``."""
    raw = read(position, "move")
    do = next((do for do in SHAPES if do == raw[0]), None) if isinstance(raw, (list, tuple)) and len(raw) == 3 else None
    if do is None:
        raise PositionError(f"'move' must be [{' or '.join(SHAPES)}, card played, card discarded], not {raw!r}")
    _, lay, discard = raw
    for item, wanted, what in ((lay, SHAPES[do][0], "played"), (discard, SHAPES[do][1], "discarded")):
        if wanted != (item is not None):
            raise PositionError(f"a move {do!r} has {'a' if wanted else 'no'} card {what}")
    played = None if lay is None else read_card(rules, lay)
    discarded = None if discard is None else read_card(rules, discard)
    needed = [card for card in (played, discarded) if card is not None]
    for card in needed:
        if hand.count(card) < needed.count(card):
            raise PositionError(f"the move needs {needed.count(card)} × {card}, and the hand holds {hand.count(card)}")
    return Action(do, played, discarded)
