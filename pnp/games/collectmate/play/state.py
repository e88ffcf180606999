"""State of a game of collectmate, and the notation of states and actions on one line."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from pnp.games.collectmate.rules.cards import Card, Cards, Rules
from pnp.games.collectmate.rules.turn import DOS, MOMENTS, Action, Moment, View, card_counts, may_lie_open, takers
from pnp.games.core.places import gathered
from pnp.games.core.playing.notation import (
    WHOLE,
    Notation,
    by_seat,
    in_order,
    listed,
    named,
    one_of,
    optional,
    state_line,
)
from pnp.games.core.playing.play import NotationError

CARD: Notation[Rules, Card] = named("card", lambda rules: rules.cards)
_CARDS = listed(CARD)


class Deal(NamedTuple):
    """Deal of a game: the cards as dealt, the field card, the stock and the seat that begins.

    The top card of the stock is first. ``shuffle`` is the seed for later shuffles of the laid cards.
    """

    hands: tuple[Cards, ...]
    field: Card
    stock: Cards
    first: int
    shuffle: int


class State(NamedTuple):
    """State of a game.

    Hands and face-up cards are sorted. The top card of the field is last; that of the stock is first. ``turn`` is the
    seat whose turn it is. ``actor`` is the seat to act: the same seat, or a seat that may take the field card just laid
    by ``layer``. It is None after a declaration.
    """

    hands: tuple[Cards, ...]
    """Hidden cards by seat."""
    shown: tuple[Cards, ...]
    """Face-up cards by seat."""
    field: Cards
    stock: Cards
    turn: int
    actor: int | None
    layer: int | None
    moment: Moment
    declarer: int | None
    shuffle: int

    def cards_of(self, seat: int) -> Cards:
        """Return all cards of a seat, sorted."""
        return gathered(self.hands[seat], self.shown[seat])

    def view(self, seat: int) -> View:
        """Return the cards of a seat, at its own turn or when a field card is offered."""
        return View(self.moment, self.hands[seat], self.shown[seat], self.field[-1])

    @property
    def cards(self) -> Cards:
        """Return every card, sorted."""
        return gathered(*self.hands, *self.shown, self.field, self.stock)


def format_action(action: Action) -> str:
    """Return an action on one line, such as ``trade dot:red``, ``take dot:red,dot:red+blue hollow:-`` or ``pass``."""
    return " ".join([action.do, *(_CARDS.format(cards) for cards in (action.cards, action.others) if cards)])


def parse_action(rules: Rules, line: str) -> Action:
    """Return the action of a line. Raises NotationError."""
    do, *words = line.split() or [""]
    for known in DOS:
        if do != known:
            continue
        card_lists = [in_order(_CARDS).parse(rules, word) for word in words]
        counts = [count for count in card_counts(rules, known, len(card_lists[0]) if card_lists else 0) if count]
        if [len(cards) for cards in card_lists] != counts:
            raise NotationError(f"{line!r} is not an action: {do} takes {' and '.join(map(str, counts)) or 'no'} cards")
        return Action(known, *card_lists)
    raise NotationError(f"{line!r} is not an action: expected {', '.join(DOS)} and the cards")


def _fault(rules: Rules, state: State) -> str | None:
    """Return the reason why no game reaches this state, or None."""
    seats = len(state.hands)
    named_seats = (state.turn, state.actor, state.layer, state.declarer)
    if len(state.shown) != seats or any(seat is not None and seat >= seats for seat in named_seats) or not state.field:
        return "it names a seat that is not there, not every seat has its cards, or there is no field card"
    offered = state.moment in ("offered", "taking")
    checks: tuple[tuple[str, bool], ...] = (
        (f"every seat holds {rules.hand} cards", any(len(state.cards_of(seat)) != rules.hand for seat in range(seats))),
        (
            f"some colour stands on {rules.open} of the face-up cards of a seat",
            not all(may_lie_open(rules, cards) for cards in state.shown),
        ),
        ("a seat is to act until one has declared", (state.actor is None) == (state.declarer is None)),
        ("the seat declares whose turn it is", state.declarer not in (None, state.turn)),
        ("the seat acts whose turn it is", not offered and state.actor not in (None, state.turn)),
        (
            "a field card that has just been laid is offered to a seat that may take it",
            (state.layer is not None) != offered or (offered and state.actor not in seats_offered(rules, state)),
        ),
        ("its cards are those of the deck", Counter(state.cards) != Counter(rules.deck)),
    )
    return next((f"it must hold that {condition}" for condition, broken in checks if broken), None)


def seats_offered(rules: Rules, state: State) -> tuple[int, ...]:
    """Return the seats that may take the field card."""
    if state.layer is None:
        return ()
    hands = [state.cards_of(seat) for seat in range(len(state.hands))]
    return takers(rules, hands, state.turn, state.layer, state.field[-1])


ACTIONS = Notation(format_action, parse_action)
STATES = state_line(
    State,
    {
        "turn": WHOLE,
        "moment": one_of("moment", (moment for moment in MOMENTS if moment != "traded")),
        "actor": optional(WHOLE),
        "layer": optional(WHOLE),
        "declarer": optional(WHOLE),
        "hands": by_seat(in_order(_CARDS)),
        "shown": by_seat(in_order(_CARDS)),
        "field": _CARDS,
        "stock": _CARDS,
        "shuffle": WHOLE,
    },
    _fault,
)
