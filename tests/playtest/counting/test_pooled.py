"""Cards of a kind are counted together, with an interval of games: by tallies made by hand."""

from __future__ import annotations

from math import sqrt

import pytest

from pnp.games.core.playing.in_words import CardInWords
from pnp.playtest.bots import PlayedGame
from pnp.playtest.counting.details import count_details
from pnp.playtest.counting.pooled import count_pooled
from pnp.playtest.figures import PooledSums, figures_of
from pnp.playtest.plan import GameReference, Plan
from pnp.playtest.reports.cards import cards_table, pooled_tables
from pnp.playtest.reports.finished import PlayedTest
from pnp.playtest.tally import Bots, Tally, play_games
from pnp.playtest.thinking import BOTS
from pnp.playtest.words import Words

CARDS = {
    "a1": CardInWords("red 1", {"number": ("1",), "colour": ("red",)}),
    "b1": CardInWords("blue 1", {"number": ("1",), "colour": ("blue",)}),
    "b2": CardInWords("blue and red 2", {"number": ("2",), "colour": ("blue", "red")}),
    "b10": CardInWords("blue 10", {"number": ("10",), "colour": ("blue",)}),
}


def test_cards_of_a_kind_are_those_counted_by_hand() -> None:
    game = PlayedGame(None, None, 2, cards=CARDS)  # type: ignore[arg-type]  # no play is asked
    held = [(0, "a1"), (0, "b2"), (1, "b1"), (1, "b10")]
    laid = [(0, "a1"), (0, "b2"), (1, "b1")]
    # Seat 0 wins alone: a win is two parts for two players.
    assert count_pooled(game, (0,), held, laid) == {
        **{"held-of all all": 4, "held-of number 1": 2, "held-of number 2": 1, "held-of number 10": 1},
        **{"held-of colour red": 2, "held-of colour blue": 3},
        **{"laid-of all all": 3, "laid-of number 1": 2, "laid-of number 2": 1},
        **{"laid-of colour red": 2, "laid-of colour blue": 2},
        **{"won-of all all": 4, "won-of number 1": 2, "won-of number 2": 2, "won-of colour red": 4},
        **{"won-of colour blue": 2},
        **{"laid-squares all all": 9, "laid-squares number 1": 4, "laid-squares number 2": 1},
        **{"laid-squares colour red": 4, "laid-squares colour blue": 4},
        **{"won-squares all all": 16, "won-squares number 1": 4, "won-squares number 2": 4},
        **{"won-squares colour red": 16, "won-squares colour blue": 4},
        **{
            "laid-product all all": 12,
            "laid-product number 1": 4,
            "laid-product number 2": 2,
            "laid-product colour red": 8,
        },
        **{"laid-product colour blue": 4},
    }
    shared = count_pooled(game, (0, 1), held, laid)
    assert (shared["won-of all all"], shared["won-of colour red"]) == (3, 2)


def test_a_share_of_cards_is_as_sure_as_its_games() -> None:
    # Four games with two cards each. Both win, or neither does: as much as four single cards say.
    together = PooledSums(laid=8, won=2 * 4, laid_squares=16, won_squares=2 * 16, laid_won=2 * 8).share(2)
    assert together.value == 0.5 and together.cases == 3  # 4 less the one that the mean takes
    assert together.error == pytest.approx(sqrt(0.25 / 3))
    # One of the two wins in each game: the games agree, and count as four.
    apart = PooledSums(laid=8, won=4 * 2, laid_squares=16, won_squares=4 * 4, laid_won=4 * 4).share(2)
    assert apart.value == 0.5 and apart.cases == 4
    # None wins: four games, not eight cards.
    assert PooledSums(8, 0, 16, 0, 0).share(2).interval() == pytest.approx((0.0, 3.8415 / (4 + 3.8415)), abs=1e-4)
    assert PooledSums(0, 0, 0, 0, 0).share(2).cases == 0


def test_kinds_stand_in_order_and_one_that_wins_more_stands_out() -> None:
    counts = {"games": 400, "won 0 1": 200, "won 1 1": 200}
    for kind, won in (("all all", 1200), ("number 1", 200), ("number 2", 600), ("number 10", 400)):
        laid = 1200 if kind == "all all" else 400
        counts |= {f"held-of {kind}": laid, f"laid-of {kind}": laid, f"won-of {kind}": won}
        # A card of each kind is laid in each game, and a win has two parts.
        each = laid // 400
        counts |= {f"laid-squares {kind}": 400 * each**2, f"won-squares {kind}": 2 * won * each}
        counts |= {f"laid-product {kind}": won * each}
    plan = Plan(GameReference("red", shipped=True), 2, 400, details=True)
    test = PlayedTest(plan, "", figures_of(Tally(counts), 2), False, Tally(counts), words=Words(cards=CARDS))
    assert Words(cards=CARDS).pools() == {"number": ["1", "2", "10"], "colour": ["red", "blue"]}
    (table,) = pooled_tables(test)  # nothing was counted by colour
    assert [row[:4] for row in table.rows] == [
        ("1", "1.00", "100 %", "25.0 %"),
        ("2", "1.00", "100 %", "75.0 %"),
        ("10", "1.00", "100 %", "50.0 %"),
    ]
    assert "Winners laid, or gave away, 50.0 % of all cards laid. 2 of 3 rows stand out: 1, 2." in table.text
    assert table.title == "Cards by number" and len(table.bars) == 3


@pytest.mark.parametrize(
    ("name", "players"), [("red", 3), ("red7", 2), ("iroha", 4), ("collectmate", 3), ("kasane", 3), ("koka", 2)]
)
def test_each_card_is_called_what_the_kit_calls_it(name: str, players: int) -> None:
    plan = Plan(GameReference(name, shipped=True), players, 3, details=True)
    game = plan.game.open(players)
    tally = play_games(game, Bots(BOTS["greedy" if name == "koka" else "survivor"]), range(3), [count_details])
    test = PlayedTest(plan, "", figures_of(tally, players), False, tally, words=Words.of(game))
    table = cards_table(test)
    called = [row[0] for row in (*table.rows, *table.further)]
    assert called and len(set(called)) == len(called)
    assert not [text for text in called if set(text) & set(":[-/_\xa0")]
    # Each card is of one number and one suit, so that the kinds of a trait add up to all cards.
    for trait, kinds in test.words.pools().items():
        if trait not in ("colour", "tag") or name != "collectmate":
            for count in ("held-of", "laid-of", "won-of"):
                assert sum(tally.count(count, trait, kind) for kind in kinds) == tally.count(count, "all", "all")
    assert bool(pooled_tables(test)) == (name != "kasane")
