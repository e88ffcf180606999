"""Base class of games in turns, tried on a game of taking one to three of a heap."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import pytest

from pnp.games.core.playing.notation import WHOLE, Notation, optional, state_line
from pnp.games.core.playing.play import Play
from pnp.games.core.playing.turn_game import TurnGame
from pnp.games.core.score import Violation, refused


@dataclass(frozen=True)
class Rules:
    players: tuple[int, int] = (2, 3)
    most: int = 3


class State(NamedTuple):
    heap: int
    seats: int
    turn: int | None

    @property
    def cards(self) -> tuple[object, ...]:
        return ()


class HeapGame(TurnGame[Rules, State, int, tuple[int, int]]):
    """Game won by taking the last piece. Its choices come unsorted, twice, and some are not allowed."""

    states = state_line(
        State,
        {"heap": WHOLE, "seats": WHOLE, "turn": optional(WHOLE)},
        lambda rules, state: "the heap says who has won" if (state.heap == 0) != (state.turn is None) else None,
    )
    actions: Notation[Rules, int] = WHOLE

    def dealt(self, rules: Rules, players: int, seed: int) -> tuple[int, int]:
        return players, 5 + seed % 4

    def initial_state(self, rules: Rules, deal: tuple[int, int]) -> State:
        return State(deal[1], deal[0], 0)

    def choices(self, rules: Rules, state: State, seat: int) -> Iterator[int]:
        yield from (3, 1, 2, 3, 1)

    def slips(self, rules: Rules, state: State, seat: int | None) -> Iterable[int]:
        return (9, 0)

    def refusal(self, rules: Rules, state: State, seat: int, action: int) -> Violation | None:
        return None if 1 <= action <= min(rules.most, state.heap) else refused("count", count=action)

    def after(self, rules: Rules, state: State, seat: int, action: int) -> State:
        heap = state.heap - action
        return State(heap, state.seats, (seat + 1) % state.seats if heap else None)

    def results(self, rules: Rules, state: State) -> tuple[int, ...]:
        return (1,) * state.seats


GAME = HeapGame()
PLAY: Play[Rules, State, int, tuple[int, int]] = GAME
RULES = Rules()
OVER = State(0, 2, None)


def test_legal_actions_are_the_choices_without_a_refusal_each_once_and_in_order() -> None:
    assert GAME.legal_actions(RULES, State(5, 2, 0)) == (1, 2, 3)
    assert GAME.legal_actions(RULES, State(2, 2, 1)) == (1, 2)
    assert GAME.legal_actions(Rules(most=1), State(5, 2, 0)) == (1,)


def test_what_was_listed_holds_for_that_state_those_rules_and_that_shape_alone() -> None:
    state = State(5, 2, 0)
    assert GAME.legal_actions(RULES, state) == (1, 2, 3)
    for rules, other, action in ((RULES, State(2, 2, 0), 3), (Rules(most=1), state, 3), (RULES, state, True)):
        with pytest.raises(ValueError, match="no-action" if action is True else "count"):
            GAME.apply(rules, other, action)
    assert GAME.apply(RULES, state, 3) == State(2, 2, 1)


def test_a_game_may_be_a_frozen_dataclass() -> None:
    game = dataclass(frozen=True)(type("FrozenGame", (HeapGame,), {}))()
    assert game.apply(RULES, State(5, 2, 0), game.legal_actions(RULES, State(5, 2, 0))[0]) == State(4, 2, 1)


def test_conceivable_actions_hold_the_choices_and_the_slips() -> None:
    assert GAME.conceivable_actions(RULES, State(2, 2, 0)) == (0, 1, 2, 3, 9)


def test_apply_refuses_what_has_a_violation_with_code_and_state() -> None:
    with pytest.raises(ValueError, match=r"^9: count in heap=5 seats=2 turn=1$"):
        GAME.apply(RULES, State(5, 2, 1), 9)
    assert GAME.apply(RULES, State(5, 2, 1), 2) == State(3, 2, 0)


def test_nothing_is_legal_and_nothing_can_be_done_when_the_game_is_over() -> None:
    assert GAME.is_terminal(OVER)
    assert GAME.legal_actions(RULES, OVER) == ()
    assert GAME.conceivable_actions(RULES, OVER) == (0, 9)
    violation = GAME.violation(RULES, OVER, 1)
    assert violation is not None
    assert (violation.code, violation.reason.key) == ("game-over", "violation-game-over")
    with pytest.raises(ValueError, match="1: game-over in heap=0"):
        GAME.apply(RULES, OVER, 1)


class PlainGame(HeapGame):
    """A heap game whose author thinks of no slips."""

    def slips(self, rules: Rules, state: State, seat: int | None) -> Iterable[int]:
        return TurnGame.slips(self, rules, state, seat)


def test_without_slips_the_choices_are_conceivable_until_all_is_over() -> None:
    assert PlainGame().conceivable_actions(RULES, OVER) == ()
    assert PlainGame().conceivable_actions(RULES, State(2, 2, 0)) == (1, 2, 3)


class ScoredGame(HeapGame):
    """A heap game with points."""

    def points(self, rules: Rules, state: State) -> tuple[int, ...]:
        return (state.heap, 0)


def test_a_seat_stands_by_its_points_if_there_are_any() -> None:
    assert ScoredGame().worth(RULES, State(5, 2, 0)) == (5, 0)
    assert set(GAME.worth(RULES, State(5, 2, 0))) == {0.0}


def test_there_is_no_result_before_the_end() -> None:
    with pytest.raises(ValueError, match="the game is not over: heap=5 seats=2 turn=0"):
        GAME.returns(RULES, State(5, 2, 0))
    assert GAME.returns(RULES, OVER) == (1, 1)


@pytest.mark.parametrize("players", [1, 4])
def test_a_deal_for_a_number_of_players_that_is_not_allowed_is_refused(players: int) -> None:
    assert list(GAME.seats(RULES)) == [2, 3]
    with pytest.raises(ValueError, match=f"{players} players: the rules allow 2 to 3"):
        GAME.deal(RULES, players, 0)


def test_states_and_actions_are_written_as_the_game_says() -> None:
    assert GAME.parse_state(RULES, GAME.format_state(OVER)) == OVER
    assert GAME.parse_action(RULES, GAME.format_action(2)) == 2
