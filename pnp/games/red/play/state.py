"""State of a game of red, and the one-line notation of states and actions."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from pnp.games.core.places import gathered, put
from pnp.games.core.playing.notation import WHOLE, WORD, Notation, by_seat, in_order, listed, optional, state_line
from pnp.games.core.playing.play import NotationError, seats_of
from pnp.games.red.rules.cards import SHAPES, Action, Palette, Rules, parse_card
from pnp.games.red.rules.turn import Standing, after_round, cards_to_deal, goal, round_score


class Deal(NamedTuple):
    """Cards as dealt: a hand and one laid card per seat, and the stock, top card first. ``seed`` deals the next
    round."""

    hands: tuple[Palette, ...]
    laid: Palette
    stock: Palette
    seed: int


class State(NamedTuple):
    """Moment of a game. Hands are sorted; palettes lie in the order laid; the stock has its top card first.

    A seat with an empty palette is out; its hand holds the cards of its palette. ``turn`` is the seat to act, or None
    if the game is over. In a game with goals ``points`` are those of the rounds that are over, by seat, ``aside`` are
    the cards that have left the deck, and ``seed`` deals the next round. Without goals they are empty, and 0.
    """

    hands: tuple[Palette, ...]
    palettes: tuple[Palette, ...]
    stock: Palette
    discards: Palette
    rule: str
    turn: int | None
    points: tuple[int, ...] = ()
    aside: Palette = ()
    seed: int = 0

    @property
    def seats_in(self) -> tuple[int, ...]:
        """Return the seats that are not out."""
        return tuple([seat for seat, palette in enumerate(self.palettes) if palette])

    @property
    def cards(self) -> Palette:
        """Return every card, sorted."""
        return gathered(*self.hands, *self.palettes, self.stock, self.discards, self.aside)


def standing_after(rules: Rules, state: State) -> Standing:
    """Return the game after the round of ``state``, which the last seat in has won. ``points`` are those before it."""
    (winner,) = state.seats_in
    cards = len(state.cards) - len(state.aside)
    return after_round(rules, state.points, cards, winner, state.palettes[winner], state.rule)


def format_action(action: Action) -> str:
    """Write an action on one line: ``play red-7``, ``rule blue-3``, ``both red-7 blue-3``, ``pass``."""
    return " ".join([action.do, *(str(card) for card in (action.played, action.discarded) if card is not None)])


def parse_action(rules: Rules, line: str) -> Action:
    """Read the action of a line; cards may also be written by letter, ``play R7``. Raises NotationError."""
    words = line.split()
    for do, (plays, discards) in SHAPES.items():
        if words[:1] != [do]:
            continue
        if len(words) != 1 + plays + discards:
            raise NotationError(f"{line!r} is not an action: {do} takes {plays + discards} cards")
        cards = [parse_card(word, rules.deck, rules.letters) for word in words[1:]]
        return Action(do, cards[0] if plays else None, cards[-1] if discards else None)
    raise NotationError(f"{line!r} is not an action: expected {', '.join(SHAPES)} and the cards")


def _fault(rules: Rules, state: State) -> str | None:
    """Explain why no game comes to ``state``; None if one can."""
    seats = state.seats_in
    if state.rule not in rules.criteria:
        return f"there is no colour {state.rule!r}"
    if len(state.hands) != len(state.palettes) or len(state.hands) not in seats_of(rules) or not seats:
        fewest, most = rules.players
        return f"it needs a hand and a palette for each of {fewest} to {most} seats, and a seat that is in"
    if (state.turn is None) != (len(seats) == 1):
        return "a seat is to act exactly when more than one is in"
    if state.turn is not None and (state.turn not in seats or not state.hands[state.turn]):
        return f"seat {state.turn} is out, or has no card in hand"
    if Counter(state.cards) != Counter(rules.deck):
        return "its cards are not those of the deck"
    return _match_fault(rules, state) if rules.goals else None


def _match_fault(rules: Rules, state: State) -> str | None:
    """Explain why no game with goals has such points and such cards aside; None if one can."""
    if len(state.points) != len(state.hands):
        return "it needs points for each seat"
    if len(state.cards) - len(state.aside) < cards_to_deal(rules, len(state.hands)):
        return "too many cards are aside to deal a round"
    before = state
    if state.turn is None:
        (winner,) = state.seats_in
        scored = round_score(rules, state.palettes[winner], state.rule).total
        before = state._replace(points=put(state.points, winner, state.points[winner] - scored))
        if min(before.points) < 0 or not standing_after(rules, before).over:
            return "its points do not end the game"
    if max(before.points) >= goal(rules, len(state.hands)):
        return "the game was won before this round"
    if rules.leaving(1):
        scored_before = sum(card.number for card in state.aside)
        return None if sum(before.points) == scored_before else "its points are not those of the cards aside"
    return "no card leaves the deck" if state.aside else None


_CARDS: Notation[Rules, Palette] = listed(Notation(str, lambda rules, word: parse_card(word, rules.deck)))

ACTIONS = Notation(format_action, parse_action)
_ROUND: dict[str, Notation[Rules, Any]] = {
    "rule": WORD,
    "turn": optional(WHOLE),
    "hands": by_seat(in_order(_CARDS)),
    "palettes": by_seat(_CARDS),
    "stock": _CARDS,
    "discards": _CARDS,
}
_ONE_ROUND = state_line(State, _ROUND, _fault)
_MATCH = state_line(State, _ROUND | {"points": listed(WHOLE), "aside": in_order(_CARDS), "seed": WHOLE}, _fault)
STATES: Notation[Rules, State] = Notation(
    lambda state: (_MATCH if state.points else _ONE_ROUND).format(state),
    lambda rules, line: (_MATCH if rules.goals else _ONE_ROUND).parse(rules, line),
)
"""States of a game. Those of a game with goals say the points, the cards aside and the seed too."""
