"""Points are counted by source: by a tally made by hand, and so that they add up to the results of the engines."""

from __future__ import annotations

import pytest

from pnp.playtest.bots import PlayedGame
from pnp.playtest.counting.points import count_points
from pnp.playtest.figures import Spread, figures_of
from pnp.playtest.plan import GameReference, Plan
from pnp.playtest.reports.finished import PlayedTest
from pnp.playtest.reports.points import points_tables
from pnp.playtest.tally import Bots, Move, PlayedOut, Tally, play_games
from pnp.playtest.thinking import BOTS


class _Scripted:
    """Play whose actions are what they score."""

    def scored(self, _rules, _before, action, _after):
        return action

    def winners(self, _rules, _state):
        return (1,)


def test_points_by_source_are_those_counted_by_hand() -> None:
    # Seat 0 gets 3 and 2 for sets and pays 4 in all for the rest; seat 1 wins with 6 for sets, and gets no bonus.
    actions = [
        [(0, "sets", 3)],
        [(1, "sets", 6), (0, "other cards", -1)],
        [(0, "sets", 2), (0, "other cards", -3), (1, "bonus", 0)],
    ]
    moves = [Move(number, 0, ("x",), action) for number, action in enumerate(actions)]
    game = PlayedGame(_Scripted(), None, 2)
    counts = count_points(game, PlayedOut(moves, 3, None), 0)
    assert {key: count for key, count in counts.items() if count} == {
        **{"scored sets": 11, "winner-scored sets": 6, "scorers sets": 2},
        **{"paid other cards": 4, "scorers other cards": 1},
    }
    tally = Tally({**counts, "games": 1, "winning 6": 1, "result 1": 1, "result 6": 1, "won 1 1": 1})
    test = PlayedTest(Plan(GameReference("x"), 2, 1), "", figures_of(tally, 2), False, tally)
    (table,) = points_tables(test)
    assert table.rows == (("sets", "5.50", "6.00", "157 %", "100 %"), ("other cards", "-2.00", "0.00", "-57 %", "50 %"))
    assert "All sources together give a player 3.5 points." in table.text
    assert not count_points(game, PlayedOut(moves, None, None), 0)


@pytest.mark.parametrize(
    ("name", "players", "bot"),
    [("red7", 3, "survivor"), ("iroha", 4, "survivor"), ("kasane", 3, "survivor"), ("koka", 2, "greedy")],
)
def test_sources_add_up_to_the_points_of_the_engine(name: str, players: int, bot: str) -> None:
    game = GameReference(name, shipped=True).open(players)
    tally = play_games(game, Bots(BOTS[bot]), range(4), [count_points])
    results, winning = tally.histogram("result"), tally.histogram("winning")
    for whose, points in (("", results), ("winner-", winning)):
        scored, paid = (
            sum(count for key, count in tally.counts.items() if key.startswith(f"{whose}{sign} "))
            for sign in ("scored", "paid")
        )
        assert scored > 0 and scored - paid == sum(number * seats for number, seats in points.items())


def test_a_game_without_named_sources_has_no_table_of_points() -> None:
    plan = Plan(GameReference("red", shipped=True), 2, 2, details=True)
    tally = play_games(plan.game.open(2), plan.bots(), range(2), plan.details_to_count())
    test = PlayedTest(plan, "", figures_of(tally, 2), False, tally)
    assert not points_tables(test) and test.figures.margin is test.figures.scores is None


def test_the_margin_is_that_to_the_best_of_the_others() -> None:
    class Pointed:
        """Play of three seats that is over at once."""

        def __getattr__(self, name):
            answers = {"winners": (2,), "points": (4, 9, 12), "initial_state": "over"}
            return lambda *_: answers.get(name)

    tally = play_games(PlayedGame(Pointed(), None, 3), Bots(BOTS["random"]), range(5))
    assert tally.histogram("margin") == {3: 5}
    assert figures_of(tally, 3).margin == Spread(3, 3, 3) and figures_of(tally, 3).scores == Spread(4, 9, 12)
