"""State of a game of iroha, and the one-line notation of states and actions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple, TypeAlias, get_args

from pnp.games.core.places import gathered
from pnp.games.core.playing.notation import (
    POINTS,
    WHOLE,
    Notation,
    by_seat,
    in_order,
    listed,
    named,
    one_of,
    rows,
    state_line,
)
from pnp.games.core.playing.play import NotationError, seats_of
from pnp.games.iroha.rules.cards import Card, Cards, Rules, pack
from pnp.games.iroha.rules.trick import points

Do: TypeAlias = Literal["pass", "play"]
Phase: TypeAlias = Literal["pass", "play", "over"]

CARD: Notation[Rules, Card] = named("card", lambda rules: rules.by_line)
_CARDS = listed(CARD)


class Action(NamedTuple):
    """Action of a seat: pass some cards on, or play one. The cards of a pass are sorted."""

    do: Do
    cards: Cards


class Deal(NamedTuple):
    """Whole game before it begins: the first dealer, and the shuffled pack of each deal, top card first."""

    dealer: int
    packs: tuple[Cards, ...]


class State(NamedTuple):
    """Moment of a game. Hands are sorted; ``table`` is the trick so far, in order, from the seat ``leader`` on.

    ``passing`` holds the cards that each seat has chosen to pass, until every seat has. ``aside`` was not dealt.
    ``packs`` holds the shuffled packs of the deals to come; ``scores`` has a row for each finished deal.
    """

    phase: Phase
    dealer: int
    leader: int
    hands: tuple[Cards, ...]
    passing: tuple[Cards, ...]
    table: Cards
    captured: tuple[Cards, ...]
    aside: Cards
    packs: tuple[Cards, ...]
    scores: tuple[tuple[int, ...], ...]

    @property
    def seats(self) -> int:
        """Return the number of players."""
        return len(self.hands)

    @property
    def turn(self) -> int | None:
        """Return the seat to act, or None if the game is over.

        In the phase ``pass`` it is the next seat, from the leader on, that has not yet chosen.
        """
        seats = len(self.hands)
        if self.phase == "play":
            return (self.leader + len(self.table)) % seats
        if self.phase == "over":
            return None
        order = [(self.leader + step) % seats for step in range(seats)]
        return next(seat for seat in order if not self.passing[seat])

    @property
    def cards(self) -> Cards:
        """Return every card, sorted."""
        return gathered(*self.hands, *self.passing, self.table, *self.captured, self.aside)


def format_action(action: Action) -> str:
    """Write an action on one line: ``pass bird-1 fan-2``, ``play bird-1``."""
    return " ".join([action.do, *map(str, action.cards)])


def parse_action(rules: Rules, line: str) -> Action:
    """Read the action of a line. Raises NotationError."""
    do, *words = line.split() or [""]
    cards = tuple(CARD.parse(rules, word) for word in words)
    if do == "play" and len(cards) == 1:
        return Action("play", cards)
    if do == "pass":
        return Action("pass", tuple(sorted(cards)))
    raise NotationError(f"{line!r} is not an action: expected pass and cards, or play and one card")


def deal_scores(rules: Rules, captured: Iterable[Cards]) -> tuple[int, ...]:
    """Return the score of each seat for the cards that it captured in a deal."""
    return tuple([points(rules, pile) for pile in captured])


def _fault(rules: Rules, state: State) -> str | None:
    """Explain why no game comes to ``state``; None if a game can."""
    seats, deals = state.seats, state.seats * rules.deals_each
    if seats not in seats_of(rules) or not (len(state.passing) == len(state.captured) == seats):
        return f"it needs a hand, a choice and a pile for each of {rules.players[0]} to {rules.players[1]} seats"
    if state.dealer >= seats or state.leader >= seats:
        return f"the seats are 0 to {seats - 1}"
    if any(len(row) != seats for row in state.scores):
        return "a deal that is over has a score for each seat"
    if len(state.scores) + len(state.packs) + (state.phase != "over") != deals:
        return f"{seats} players play {deals} deals"
    used = sorted(pack(rules, seats))
    if any(sorted(cards) != used for cards in (state.cards, *state.packs)):
        return f"its cards are not those used with {seats} players"
    return {"pass": _pass_fault, "play": _play_fault, "over": _over_fault}[state.phase](rules, state)


def _pass_fault(rules: Rules, state: State) -> str | None:
    if not rules.passed or state.table or any(state.captured):
        return "no seat plays before all have passed"
    if state.leader != rules.first_leader(state.dealer, state.seats):
        return f"seat {state.leader} does not lead after the deal of seat {state.dealer}"
    if any(len(hand) + len(chosen) != rules.dealt for hand, chosen in zip(state.hands, state.passing, strict=True)):
        return f"{rules.dealt} cards are dealt to each hand"
    has_chosen = [bool(state.passing[(state.leader + step) % state.seats]) for step in range(state.seats)]
    if all(has_chosen) or has_chosen != sorted(has_chosen, reverse=True):
        return "seats choose in turn, and the cards change hands when all have"
    if any(len(chosen) not in (0, rules.passed) for chosen in state.passing):
        return f"{rules.passed} cards are passed"
    return None


def _play_fault(rules: Rules, state: State) -> str | None:
    seats = state.seats
    if any(state.passing) or len(state.table) >= seats:
        return "a trick that is full is taken, and the cards passed are in the hands"
    if any(len(pile) % seats for pile in state.captured):
        return "tricks are taken whole"
    left = rules.dealt - sum(map(len, state.captured)) // seats
    played = {(state.leader + step) % seats for step in range(len(state.table))}
    if not left or any(len(hand) != left - (seat in played) for seat, hand in enumerate(state.hands)):
        return "the hands do not fit the tricks played"
    if not any(state.captured) and state.leader != rules.first_leader(state.dealer, seats):
        return f"seat {state.leader} does not lead after the deal of seat {state.dealer}"
    return None


def _over_fault(rules: Rules, state: State) -> str | None:
    if any(state.hands) or any(state.passing) or state.table:
        return "a game that is over has no card to play"
    if any(len(pile) % state.seats for pile in state.captured):
        return "tricks are taken whole"
    if state.scores[-1] != deal_scores(rules, state.captured):
        return "the last scores are not those of the cards captured"
    return None


ACTIONS = Notation(format_action, parse_action)
STATES = state_line(
    State,
    {
        "phase": one_of("phase", get_args(Phase)),
        "dealer": WHOLE,
        "leader": WHOLE,
        "hands": by_seat(in_order(_CARDS)),
        "passing": by_seat(in_order(_CARDS)),
        "table": _CARDS,
        "captured": by_seat(_CARDS),
        "aside": _CARDS,
        "packs": rows(_CARDS),
        "scores": rows(listed(POINTS)),
    },
    _fault,
)
