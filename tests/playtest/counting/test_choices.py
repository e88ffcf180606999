"""A decision matters if its best action wins more often than one taken by chance."""

from __future__ import annotations

import pytest

from pnp.games.core.playing.seen import Memory
from pnp.games.core.playing.turn_game import EVERY_SEAT
from pnp.playtest.bots import PlayedGame
from pnp.playtest.counting import choices
from pnp.playtest.counting.choices import count_choices, win_parts
from pnp.playtest.figures import choices_of
from pnp.playtest.plan import GameReference
from pnp.playtest.tally import Bots, Tally, play_games, play_out
from pnp.playtest.thinking import BOTS


class _Guess:
    """Play of one decision of the first of two seats. ``wins`` are the actions by which it wins; else the other does
    in half of the games, by a coin that no one sees."""

    def __init__(self, wins: str) -> None:
        self.wins = wins

    def deal(self, _rules, _players, seed):
        return seed % 2

    def initial_state(self, _rules, deal):
        return deal, ""

    def current_player(self, state):
        return 0 if len(state[1]) < 2 else None

    def is_terminal(self, state):
        return len(state[1]) == 2

    def legal_actions(self, _rules, _state):
        return tuple("abcd")

    def was_cut_off(self, _rules, _state):
        return False

    def points(self, _rules, _state):
        return ()

    def apply(self, _rules, state, action):
        return state[0], state[1] + action

    def stays_in(self, _rules, _state, _seat, _action):
        return None

    def still_in(self, _state):
        return EVERY_SEAT

    def put_out(self, _rules, _before, _seat, _after):
        return False

    def redraw(self, _rules, state, _seat, _memory, random):
        return random.randrange(2), state[1]

    def remember(self, _rules, _memory, _seat, _before, _action, _after):
        return Memory()

    def worth(self, _rules, _state):
        return 0, 0

    def winners(self, _rules, state):
        return (0,) if state[1][0] in self.wins or state[0] else (1,)

    def returns(self, _rules, state):
        return tuple(int(seat in self.winners(None, state)) for seat in range(2))


def _looked(wins: str, games: int) -> Tally:
    game = PlayedGame(_Guess(wins), None, 2)
    return play_games(game, Bots(BOTS["random"]), range(games * choices.EVERY), [count_choices])


def test_a_decision_that_decides_matters_and_a_later_one_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    tally = _looked("a", 80)
    mattered, looked = tally.count("mattered"), tally.count("looked")
    assert looked == 80
    assert 20 < mattered < 60  # the first of two decisions, in half of the games that are looked at
    figures = choices_of(tally, win_parts(2), choices.MEASURED_BY)
    # The best of the first ones wins a half more, in three of four games: 0.375, at every second decision.
    assert figures.gain.value == pytest.approx(0.1875, abs=0.06)


def test_a_decision_that_changes_nothing_is_seldom_counted() -> None:
    tally = _looked("", 80)
    assert tally.count("mattered") <= 2
    assert tally.count("gained") == tally.count("lost") == 0


def test_every_fourth_game_is_looked_at_and_each_decision_counted_once() -> None:
    game = GameReference("red", shipped=True).open(3)
    tally = play_games(game, Bots(BOTS["survivor"]), range(8), [count_choices])
    assert tally.count("looked") == 2
    assert tally.count("looked-single") + tally.count("looked-safe") + tally.count("mattered") <= 2
    assert win_parts(3) == 6


def test_the_seat_remembers_what_it_saw_before_the_decision() -> None:
    game = GameReference("red7", shipped=True).open(2)
    played = play_out(game, Bots(BOTS["survivor"]), 0)
    place = len(played.moves) // 2
    memory, seat = Memory(), played.moves[place].seat
    for move in played.moves[:place]:
        after = game.play.apply(game.rules, move.state, move.action)
        memory = game.play.remember(game.rules, memory, seat, move.state, move.action, after)
    assert choices._memory_at(game, played, place) == memory


@pytest.mark.parametrize(
    ("gains", "is_sure"), [((1,) * 7, True), ((1,) * 6, False), ((1, -1) * 20, False), ((), False)]
)
def test_a_gain_is_more_than_chance_in_less_than_one_of_a_hundred(gains: tuple[int, ...], is_sure: bool) -> None:
    assert choices._is_more_than_chance(gains) == is_sure
