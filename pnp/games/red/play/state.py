"""The state of a round of red, and how states and actions are written on one line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from pnp.games.core.play import NotationError
from pnp.games.red.rules.cards import Card, Palette, parse_card
from pnp.games.red.rules.record import SHAPES, Action, Rules

_FIELDS = ("rule", "turn", "hands", "palettes", "stock", "discards")


class Deal(NamedTuple):
    """The cards as dealt: a hand and one laid card per seat, and the stock, its top card first."""

    hands: tuple[Palette, ...]
    laid: Palette
    stock: Palette


class State(NamedTuple):
    """A moment of a round. Hands are sorted; palettes lie in the order laid; the stock has its top card first.

    A seat with an empty palette is out; its hand holds what its palette was. ``turn`` is the seat to act, or None
    when one seat is left.
    """

    hands: tuple[Palette, ...]
    palettes: tuple[Palette, ...]
    stock: Palette
    discards: Palette
    rule: str
    turn: int | None

    @property
    def seats_in(self) -> tuple[int, ...]:
        """The seats that are not out."""
        return tuple(seat for seat, palette in enumerate(self.palettes) if palette)


def format_action(action: Action) -> str:
    """The action on one line: ``play red-7``, ``rule blue-3``, ``both red-7 blue-3``, ``pass``."""
    return " ".join([action.do, *(str(card) for card in (action.played, action.discarded) if card is not None)])


def parse_action(rules: Rules, line: str) -> Action:
    """The action of a line; cards may also be written by letter, ``play R7``. Raises NotationError."""
    words = line.split()
    for do, (plays, discards) in SHAPES.items():
        if words[:1] != [do]:
            continue
        if len(words) != 1 + plays + discards:
            raise NotationError(f"{line!r} is not an action: {do} takes {plays + discards} cards")
        cards = [parse_card(word, rules.deck, rules.letters) for word in words[1:]]
        return Action(do, cards[0] if plays else None, cards[-1] if discards else None)
    raise NotationError(f"{line!r} is not an action: expected {', '.join(SHAPES)} and the cards")


def format_state(state: State) -> str:
    """The state on one line, as ``parse_state`` reads it: seats are cut by ``|``, cards by commas."""
    values = (
        state.rule,
        "-" if state.turn is None else str(state.turn),
        "|".join(map(_join, state.hands)),
        "|".join(map(_join, state.palettes)),
        _join(state.stock),
        _join(state.discards),
    )
    return " ".join(f"{name}={value}" for name, value in zip(_FIELDS, values, strict=True))


def parse_state(rules: Rules, line: str) -> State:
    """The state of a line. Raises NotationError, also for states that no round can come to."""
    parts = [word.partition("=") for word in line.split()]
    if tuple(name for name, _, _ in parts) != _FIELDS:
        raise NotationError(f"{line!r} is not a state: expected {'=… '.join(_FIELDS)}=…")
    rule, turn, hands, palettes, stock, discards = (value for _, _, value in parts)
    if rule not in rules.criteria:
        raise NotationError(f"{line!r} is not a state: there is no colour {rule!r}")
    state = State(
        tuple(tuple(sorted(_split(rules, hand))) for hand in hands.split("|")),
        tuple(_split(rules, palette) for palette in palettes.split("|")),
        _split(rules, stock),
        _split(rules, discards),
        rule,
        None if turn == "-" else _seat(turn, line),
    )
    _check(rules, state, line)
    return state


def all_cards(state: State) -> Palette:
    """Every card of the state, sorted."""
    places = (*state.hands, *state.palettes, state.stock, state.discards)
    return tuple(sorted(card for place in places for card in place))


def _check(rules: Rules, state: State, line: str) -> None:
    seats = state.seats_in
    if len(state.hands) != len(state.palettes) or not seats:
        raise NotationError(f"{line!r} is not a state: it needs a hand and a palette per seat, and a seat that is in")
    if (state.turn is None) != (len(seats) == 1):
        raise NotationError(f"{line!r} is not a state: a seat is to act exactly when more than one is in")
    if state.turn is not None and (state.turn not in seats or not state.hands[state.turn]):
        raise NotationError(f"{line!r} is not a state: seat {state.turn} is out, or has no card in hand")
    if Counter(all_cards(state)) != Counter(rules.deck):
        raise NotationError(f"{line!r} is not a state: its cards are not those of the deck")


def _seat(word: str, line: str) -> int:
    if not (word.isascii() and word.isdigit()):
        raise NotationError(f"{line!r} is not a state: {word!r} is no seat")
    return int(word)


def _join(cards: Iterable[Card]) -> str:
    return ",".join(map(str, cards))


def _split(rules: Rules, line: str) -> Palette:
    return tuple(parse_card(word, rules.deck) for word in line.split(",")) if line else ()
