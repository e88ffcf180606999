"""A tally counts what happened, and parts add up."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.playtest import tally as tallies
from pnp.playtest.bots import PlayedGame
from pnp.playtest.plan import GameReference
from pnp.playtest.tally import LEAST_AGAIN, Bots, Tally, most_again, play_games, play_out, total
from pnp.playtest.thinking import BOTS


@pytest.mark.parametrize(("name", "players"), [("red", 3), ("red7", 2), ("iroha", 4), ("kasane", 3)])
def test_each_game_has_its_length_and_its_winners(name: str, players: int) -> None:
    tally = play_games(GameReference(name, shipped=True).open(players), Bots(BOTS["survivor"]), range(6))
    lengths = tally.histogram("length")
    assert tally.games == sum(lengths.values()) == 6
    assert tally.count("decisions") == sum(length * count for length, count in lengths.items())
    wins = {n: sum(tally.count("won", place, n) for place in range(players)) for n in range(1, players + 1)}
    assert sum(count / n for n, count in wins.items()) == pytest.approx(6)
    assert sum(tally.histogram("result").values()) == 6 * players
    assert sum(tally.histogram("winning").values()) == sum(wins.values())


class _LastWins:
    """Play in which each seat acts once, beginning with another seat in each deal, and the last one wins."""

    def deal(self, _rules, players, seed):
        return seed % players, players

    def initial_state(self, _rules, deal):
        return (*deal, 0)

    def current_player(self, state):
        first, players, acted = state
        return None if acted == players else (first + acted) % players

    def is_terminal(self, state):
        return self.current_player(state) is None

    def legal_actions(self, _rules, _state):
        return ("act",)

    def was_cut_off(self, _rules, _state):
        return False

    def apply(self, _rules, state, _action):
        return (*state[:2], state[2] + 1)

    def winners(self, _rules, state):
        return ((state[0] + state[1] - 1) % state[1],)

    def points(self, rules, state):
        return ()

    def returns(self, rules, state):
        return tuple(10 * (seat in self.winners(rules, state)) for seat in range(state[1]))


def test_places_are_counted_from_the_seat_that_acts_first() -> None:
    tally = play_games(PlayedGame(_LastWins(), None, 3), Bots(BOTS["random"]), range(30))
    assert tally == Tally(
        {
            "games": 30,
            "won 2 1": 30,
            "decisions": 90,
            "choices 1": 90,
            "length 3": 30,
            "winning 10": 30,
            "result 10": 30,
            "margin 10": 30,
            "result 0": 60,
        }
    )


def test_winners_have_the_points_of_a_game_whose_result_tells_who_wins() -> None:
    game = GameReference("collectmate", shipped=True).open(2)

    class Pointed(type(game.play)):  # type: ignore[misc]  # the class of a value
        def points(self, rules: object, state: object) -> tuple[int, ...]:
            return 30, 20

    played = replace(game, play=Pointed())
    tally = play_games(played, Bots(BOTS["survivor"]), range(4))
    assert set(tally.histogram("winning")) <= {20, 30}
    assert tally.histogram("result") == {20: 4, 30: 4}


def test_parts_add_up_in_any_order() -> None:
    game = GameReference("red", shipped=True).open(2)
    whole = play_games(game, Bots(BOTS["random"]), range(40))
    parts = [play_games(game, Bots(BOTS["random"]), seeds) for seeds in (range(25, 40), range(10), range(10, 25))]
    assert total(parts) == whole
    assert parts[0] + parts[1] + parts[2] == whole
    assert play_games(game, Bots(BOTS["random"]), range(40)) == whole


def test_a_game_without_an_end_is_given_up_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tallies, "MOST_DECISIONS", 3)
    tally = play_games(GameReference("iroha", shipped=True).open(3), Bots(BOTS["random"]), range(5))
    assert tally == Tally({"games": 5, "endless": 5})


def test_each_decision_of_a_bot_that_thinks_has_a_clock_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[str] = []
    monkeypatch.setattr(tallies, "begin_step", begun.append)
    game = GameReference("red", shipped=True).open(2)
    thoughtful, thoughtless = (play_out(game, Bots(BOTS[bot]), 0) for bot in ("greedy", "survivor"))
    assert begun == ["choosing an action"] * len(thoughtful.moves)
    assert thoughtless.moves


def test_games_of_bots_that_think_are_given_up_sooner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tallies, "MOST_THOUGHT", 3)
    game = GameReference("iroha", shipped=True).open(3)
    assert play_games(game, Bots(BOTS["greedy"]), range(2)) == Tally({"games": 2, "endless": 2})
    assert play_games(game, Bots(BOTS["random"], BOTS["greedy"]), range(2)).count("endless") == 2
    assert play_games(game, Bots(BOTS["random"]), range(2)).count("endless") == 0


def test_a_game_may_have_ten_times_as_many_decisions_when_it_is_played_again() -> None:
    game = GameReference("iroha", shipped=True).open(3)
    played = play_out(game, Bots(BOTS["random"]), 0)
    assert most_again(played) == 10 * len(played.moves)
    assert most_again(played._replace(moves=played.moves[:5])) == LEAST_AGAIN
    assert len(play_out(game, Bots(BOTS["random"]), 0, most=7).moves) == 7


def test_a_rival_sits_at_each_seat_of_a_deal_in_turn() -> None:
    game = GameReference("red", shipped=True).open(3)
    bots = Bots(BOTS["random"], BOTS["survivor"])
    played = [play_out(game, bots, seed) for seed in range(6)]
    assert [one.rival for one in played] == [0, 1, 2, 0, 1, 2]
    begun = [one.moves[0].state for one in played]
    assert begun[0] == begun[1] == begun[2] != begun[3] == begun[4] == begun[5]
    tally = play_games(game, bots, range(60))
    wins = sum(tally.count("rival", winners) for winners in range(1, 4))
    assert wins == sum(one.rival in one.winners(game) for one in (play_out(game, bots, seed) for seed in range(60)))
    assert wins > 30  # of 60, and 20 if it were no better than the others
