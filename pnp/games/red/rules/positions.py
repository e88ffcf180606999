"""Readers of red positions: plain data in, checked cards and seats out. All raise PositionError."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from pnp.games.core.answer import Position, PositionError
from pnp.games.core.reading import read, read_list, read_one_of, read_pair, read_seat, read_whole
from pnp.games.red.rules.cards import SHAPES, Action, Card, Palette, Rules
from pnp.games.red.rules.turn import cards_to_deal, goal


class Facts(Protocol):
    """Figures of the definition that a reader needs. They hold no decision."""

    @property
    def cards(self) -> Mapping[tuple[str, int], Card]: ...
    @property
    def colours(self) -> tuple[str, ...]: ...
    @property
    def deck(self) -> Mapping[Card, int]: ...
    @property
    def players(self) -> tuple[int, int]: ...


def read_card(rules: Facts, raw: Any) -> Card:
    """Read a card of the deck."""
    return read_pair(raw, rules.cards, "card", "colour", "number")


def read_cards(rules: Facts, raw: Any, label: str) -> Palette:
    """Read cards of the deck, in the given order."""
    if not isinstance(raw, (list, tuple)):
        raise PositionError(f"{label} must be a list of cards, not {raw!r}")
    known = rules.cards
    try:
        # The search for examples reads tens of thousands of positions: one pass, without a call per card.
        cards = tuple([known[colour, number] for colour, number in raw if type(number) is int])
    except (KeyError, TypeError, ValueError):
        cards = ()
    return cards if len(cards) == len(raw) else tuple([read_card(rules, raw_card) for raw_card in raw])


def read_palettes(rules: Facts, position: Position) -> tuple[Palette, ...]:
    """Read one palette per seat; an empty one belongs to a seat that is out."""
    raw = read(position, "palettes")
    most = max(2, rules.players[1])
    if not isinstance(raw, (list, tuple)) or not 1 <= len(raw) <= most:
        raise PositionError(f"'palettes' must be a list of 1 to {most} palettes")
    return tuple([read_cards(rules, palette, "a palette") for palette in raw])


def read_rule(rules: Facts, position: Position) -> str:
    """Read the id of the colour in force."""
    return read_one_of(position, "rule", rules.colours)


def read_seat_in(position: Position, key: str, palettes: Sequence[Palette]) -> int:
    """Read a seat that is in."""
    seat = read_seat(position, key, len(palettes))
    if not palettes[seat]:
        raise PositionError(f"{key!r} is seat {seat}, whose palette is empty: that seat is out")
    return seat


def read_standing(rules: Rules, position: Position) -> tuple[tuple[int, ...], int]:
    """Read the points by seat, and the number of cards that a round was dealt from.

    The game must not have been over before that round.
    """
    raw = read_list(read(position, "points"), "'points'", *rules.players)
    points = tuple([read_whole(raw_points, "the points of a seat") for raw_points in raw])
    target, fewest, deck_size = goal(rules, len(points)), cards_to_deal(rules, len(points)), sum(rules.deck.values())
    for seat, seat_points in enumerate(points):
        if seat_points >= target:
            raise PositionError(f"seat {seat} has {seat_points} points, and the game is won with {target}")
    cards = read_whole(read(position, "cards"), "'cards'", fewest)
    if cards > deck_size:
        raise PositionError(f"'cards' must be at most {deck_size}, the whole deck, not {cards}")
    return points, cards


def read_action(rules: Facts, position: Position, hand: Palette) -> Action:
    """Read the action of ``move``; its cards must be in ``hand``."""
    raw = read(position, "move")
    do = next((do for do in SHAPES if do == raw[0]), None) if isinstance(raw, (list, tuple)) and len(raw) == 3 else None
    if do is None:
        raise PositionError(f"'move' must be [{' or '.join(SHAPES)}, card played, card discarded], not {raw!r}")
    _, raw_played, raw_discarded = raw
    for raw_card, is_needed, verb in zip(raw[1:], SHAPES[do], ("played", "discarded"), strict=True):
        if is_needed != (raw_card is not None):
            raise PositionError(f"a move {do!r} has {'a' if is_needed else 'no'} card {verb}")
    played = None if raw_played is None else read_card(rules, raw_played)
    discarded = None if raw_discarded is None else read_card(rules, raw_discarded)
    needed = [card for card in (played, discarded) if card is not None]
    for card in needed:
        if hand.count(card) < needed.count(card):
            raise PositionError(f"the move needs {needed.count(card)} × {card}, and the hand holds {hand.count(card)}")
    return Action(do, played, discarded)
