"""State of a game of kasane, and the notation of states and actions on one line."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple, TypeAlias, get_args

from pnp.games.core.places import gathered
from pnp.games.core.playing.notation import WHOLE, Notation, by_seat, listed, one_of, optional, state_line
from pnp.games.core.playing.play import NotationError, seats_of
from pnp.games.kasane.rules.achieving import Attempt, Laid
from pnp.games.kasane.rules.cards import PLUS_ONE, Card, Cards, format_cards, parse_cards
from pnp.games.kasane.rules.record import Indices, Rules, Table, Tokens

Do: TypeAlias = Literal["achieve", "pass", "take"]
Phase: TypeAlias = Literal["take", "achieve", "over"]

_LAID = re.compile(r"([fh])([0-9]{1,3})")


class Action(NamedTuple):
    """Action of a seat: take a ``card`` of a ``row``, both by place, or achieve a yaku, or pass."""

    do: Do
    row: int = 0
    card: int = 0
    yaku: str = ""
    laid: tuple[Laid, ...] = ()

    @property
    def attempt(self) -> Attempt:
        """Return the attempt at a yaku."""
        return Attempt(self.yaku, self.laid)


class Deal(NamedTuple):
    """Whole game before it begins: the number of players, the seat that starts, and the deck in the order of laying
    out.

    ``shuffle`` is the order of the cards before the last round: their places in the stock followed by the discards.
    """

    players: int
    start: int
    deck: Cards
    shuffle: Indices


class State(NamedTuple):
    """State of a game. Stacks are listed bottom first; the stock is laid out from its beginning.

    ``start`` has the start-player marker. ``took`` is the card just taken, None outside the phase ``achieve``.
    ``points`` and ``tokens`` are those so far, tokens for each of ``Rules.slots``. ``shuffle`` is empty in the last
    round.
    """

    phase: Phase
    round: int
    start: int
    took: Card | None
    rows: tuple[Cards, ...]
    hands: tuple[Cards, ...]
    fields: tuple[Cards, ...]
    points: tuple[int, ...]
    tokens: tuple[int, ...]
    stock: Cards
    discards: Cards
    shuffle: Indices

    @property
    def seats(self) -> int:
        """Return the number of players."""
        return len(self.hands)

    @property
    def taken(self) -> int:
        """Return the number of cards taken so far by all seats together."""
        return sum(map(len, self.hands)) + sum(map(len, self.fields))

    @property
    def turn(self) -> int | None:
        """Return the seat to act, or None when the game is over."""
        if self.phase == "over":
            return None
        return (self.start + self.taken - (self.phase == "achieve")) % len(self.hands)

    @property
    def cards(self) -> Cards:
        """Return every card, sorted."""
        return gathered(*self.rows, *self.hands, *self.fields, self.stock, self.discards)


def tokens_of(rules: Rules, state: State) -> Tokens:
    """Return the numbers of covered slots by yaku and number of cards."""
    return dict(zip(rules.slots, state.tokens, strict=True))


def format_action(action: Action) -> str:
    """Return an action on one line: ``take 0 4``, ``achieve kagen f5 h2 h3``, or ``pass``.

    Taking has a row and a place in it. A yaku has the places of its cards in field and hand.
    """
    if action.do == "take":
        return f"take {action.row} {action.card}"
    if action.do == "achieve":
        return " ".join(["achieve", action.yaku, *(f"{card.place[0]}{card.offset}" for card in action.laid)])
    return "pass"


def parse_action(rules: Rules, line: str) -> Action:
    """Return the action of a line. Raises NotationError."""
    match line.split():
        case ["pass"]:
            return Action("pass")
        case ["take", row, card]:
            return Action("take", WHOLE.parse(rules, row), WHOLE.parse(rules, card))
        case ["achieve", yaku, _, *_] if yaku in rules.yaku:
            return Action("achieve", yaku=yaku, laid=tuple(map(_parse_laid, line.split()[2:])))
    raise NotationError(
        f"{line!r} is not an action: expected take with a row and a place, achieve with a yaku and cards, or pass"
    )


def _fault(rules: Rules, state: State) -> str | None:
    """Return the reason why no game reaches ``state``, or None."""
    seats = state.seats
    if seats not in seats_of(rules) or not len(state.rows) == len(state.fields) == len(state.points) == seats:
        return f"it needs a row, a hand, a field and points for each of {rules.players[0]} to {rules.players[1]} seats"
    table = rules.tables[seats]
    if state.start >= seats or not 1 <= state.round <= table.rounds:
        return f"the seats are 0 to {seats - 1}, the rounds 1 to {table.rounds}"
    if list(state.cards) != sorted(card for card, count in table.deck.items() for _ in range(count)):
        return f"its cards are not those used with {seats} players"
    if any(PLUS_ONE in hand for hand in state.hands):
        return "a +1 is never in a hand"
    slots = [len(rules.yaku[yaku].slots[size]) for yaku, size in rules.slots]
    if len(state.tokens) != len(slots) or any(map(int.__gt__, state.tokens, slots)):
        return "it needs the tokens of every yaku and number of cards, and no more than there are slots"
    return _turn_fault(table, state) or _stock_fault(table, state)


def _turn_fault(table: Table, state: State) -> str | None:
    """Return the fault if a seat has not taken a card per turn, or the last card taken is not on top."""
    seats, turns_each = state.seats, table.per_row - 1
    in_round = state.taken - (state.round - 1) * seats * turns_each
    in_rows = 0 if state.phase == "over" else seats * table.per_row - in_round
    all_turns = seats * turns_each
    first, last = {"take": (0, all_turns - 1), "achieve": (1, all_turns), "over": (all_turns, all_turns)}[state.phase]
    if not first <= in_round <= last or sum(map(len, state.rows)) != in_rows:
        return "the cards taken do not fit the round"
    if any(len(row) > table.per_row for row in state.rows):
        return f"a row has at most {table.per_row} cards"
    for seat in range(seats):
        has_acted = in_round % seats > (seat - state.start) % seats
        turns = (state.round - 1) * turns_each + in_round // seats + has_acted
        if len(state.hands[seat]) + len(state.fields[seat]) != turns:
            return f"seat {seat} has not as many cards as turns"
    if (state.took is not None) != (state.phase == "achieve"):
        return "a card has just been taken in the phase achieve, and in no other"
    if state.took is not None and state.turn is not None:
        stack = (state.fields if state.took == PLUS_ONE else state.hands)[state.turn]
        if stack[-1:] != (state.took,):
            return "the card just taken does not lie on top"
    return None


def _stock_fault(table: Table, state: State) -> str | None:
    """Return the fault if stock, discards or the coming shuffle do not fit the round."""
    laid_out, last = state.seats * table.per_row, state.round == table.rounds
    stock = 0 if last else sum(table.deck.values()) - state.round * laid_out
    if len(state.stock) != stock:
        return f"the stock has {stock} cards in that round"
    left = 0 if last else table.left_over + laid_out
    return None if sorted(state.shuffle) == [*range(left)] else "the shuffle to come does not fit the cards left"


def _parse_laid(word: str) -> Laid:
    match = _LAID.fullmatch(word)
    if match is None:
        raise NotationError(f"{word!r} is no card of a row: expected f or h and a place, such as h3")
    return Laid("field" if match[1] == "f" else "hand", int(match[2]))


def _parse_card(rules: Rules, text: str) -> Card:
    cards = parse_cards(text, rules.copies)
    if len(cards) != 1:
        raise NotationError("one card is taken in a turn")
    return cards[0]


_CARDS: Notation[Rules, Cards] = Notation(format_cards, lambda rules, text: parse_cards(text, rules.copies))
_CARD: Notation[Rules, Card] = Notation(lambda card: format_cards((card,)), _parse_card)

ACTIONS = Notation(format_action, parse_action)
STATES = state_line(
    State,
    {
        "phase": one_of("phase", get_args(Phase)),
        "round": WHOLE,
        "start": WHOLE,
        "took": optional(_CARD, ""),
        "rows": by_seat(_CARDS),
        "hands": by_seat(_CARDS),
        "fields": by_seat(_CARDS),
        "points": listed(WHOLE),
        "tokens": listed(WHOLE),
        "stock": _CARDS,
        "discards": _CARDS,
        "shuffle": listed(WHOLE),
    },
    _fault,
)
