"""Rounds of a game are counted by their own order of turns, and their points add up to those of the game."""

from __future__ import annotations

import pytest

from pnp.playtest.bots import PlayedGame
from pnp.playtest.counting import rounds
from pnp.playtest.counting.rounds import count_rounds
from pnp.playtest.figures import rounds_of
from pnp.playtest.plan import GameReference
from pnp.playtest.tally import Bots, Tally, play_games, play_out
from pnp.playtest.thinking import BOTS

SURVIVORS = Bots(BOTS["survivor"])


def _game(name: str, players: int) -> PlayedGame:
    return GameReference(name, shipped=True).open(players)


@pytest.mark.parametrize(("name", "players"), [("red7", 2), ("iroha", 3), ("kasane", 3), ("kasane", 4)])
def test_rounds_add_up_to_the_game(name: str, players: int) -> None:
    game = _game(name, players)
    for seed in range(2):
        played = play_out(game, SURVIVORS, seed)
        each = list(rounds._rounds(game, played))
        assert [move for moves, _ in each for move in moves] == list(played.moves)
        totals = [sum(points[seat] for _, points in each) for seat in range(players)]
        assert totals == list(game.play.points(game.rules, played.end))
        assert len(each) > 1
        if name == "red7":
            assert all(sum(scored > 0 for scored in points) <= 1 for _, points in each)
        if name == "kasane":
            assert len(each) == game.rules.tables[players].rounds
        else:
            assert totals == list(game.play.returns(game.rules, played.end))


def test_a_round_has_its_own_order_of_turns() -> None:
    game = _game("red7", 3)
    tally = play_games(game, SURVIVORS, range(6), [count_rounds])
    count = sum(tally.histogram("round-turns").values()) // 3
    assert sum(tally.histogram("rounds").values()) == 6
    assert sum(n * games for n, games in tally.histogram("rounds").items()) == count
    won = sum(tally.count("round-won", place, winners) / winners for place in range(3) for winners in (1, 2, 3))
    assert won + tally.count("round-even") == pytest.approx(count)
    assert sum(n * seats for n, seats in tally.histogram("round-turns").items()) == tally.count("decisions")
    figures = rounds_of(tally, 3)
    assert figures is not None and figures.count == count
    assert sum(share.value for share in figures.wins) + figures.even.value == pytest.approx(1)


def test_a_match_of_koka_has_a_round_for_each_of_its_games() -> None:
    game = _game("koka", 2)
    state = game.play.initial_state(game.rules, game.play.deal(game.rules, 2, 1))
    assert game.play.points(game.rules, state) == (0, 0)
    later = state._replace(scores=((3, 1), (0, 2)))
    assert game.play.points(game.rules, later) == (3, 3)
    assert game.play.ends_round(state, later)


@pytest.mark.parametrize(("name", "players"), [("red", 2), ("collectmate", 2)])
def test_a_game_without_points_or_rounds_has_none(name: str, players: int) -> None:
    tally = play_games(_game(name, players), SURVIVORS, range(1), [count_rounds])
    assert not [key for key in tally.counts if key.startswith("round")]
    assert rounds_of(tally, players) is None
    assert rounds_of(Tally({"rounds 1": 4, "round-length 3": 4}), players) is None
