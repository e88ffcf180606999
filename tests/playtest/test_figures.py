"""Figures say what a tally holds, with errors that hold."""

from __future__ import annotations

from math import sqrt
from random import Random

import pytest

from pnp.playtest.figures import (
    Estimate,
    Spread,
    fairness,
    fairness_at_look,
    figures_of,
    games_to_tell,
    looks_at,
    share_of,
)
from pnp.playtest.tally import Tally


def _tally(**counts: int) -> Tally:
    return Tally({key.replace("_", " "): count for key, count in counts.items()})


def test_shares_lengths_and_forced_turns_are_those_of_the_tally() -> None:
    tally = _tally(
        games=100, won_0_1=60, won_1_1=40, decisions=1_000, choices_1=250, choices_7=750, length_9=90, length_20=10,
        result_1=100, result_0=100, winning_1=100,
    )  # fmt: skip
    figures = figures_of(tally, 2)
    assert [share.value for share in figures.wins] == [0.6, 0.4]
    assert figures.wins[0].error == pytest.approx(sqrt(0.6 * 0.4 / 100))
    assert figures.forced.value == 0.25
    assert figures.choices == Spread(1, 7, 7)
    assert figures.length == Spread(9, 9, 20)
    assert figures.winning is None  # a winner has 1, all others 0: these are no points
    assert figures.shared.value == 0


def test_a_shared_win_counts_as_a_part_for_each() -> None:
    tally = _tally(games=10, won_0_1=4, won_0_2=6, won_1_2=6, length_5=10, winning_7=16, result_7=16, result_3=4)
    figures = figures_of(tally, 2)
    assert [share.value for share in figures.wins] == pytest.approx([0.7, 0.3])
    assert figures.shared.value == 0.6
    assert figures.winning == Spread(7, 7, 7)


def test_endless_games_are_in_no_share() -> None:
    figures = figures_of(_tally(games=10, endless=6, won_0_1=1, won_1_1=3, length_5=4), 2)
    assert (figures.games, figures.endless, figures.wins[1].value) == (10, 6, 0.75)


def test_without_an_ended_game_nothing_is_known() -> None:
    figures = figures_of(_tally(games=3, endless=3), 2)
    assert figures.length is None
    assert fairness(figures, 0.01) == "not yet known"


@pytest.mark.parametrize(
    ("first", "games", "verdict"),
    [(500, 1_000, "not yet known"), (50_000, 100_000, "yes"), (560, 1_000, "no"), (50_800, 100_000, "not yet known")],
)
def test_fair_is_what_lies_within_the_margin_with_its_error(first: int, games: int, verdict: str) -> None:
    figures = figures_of(_tally(games=games, won_0_1=first, won_1_1=games - first), 2)
    assert fairness(figures, 0.01) == verdict


@pytest.mark.parametrize(("first", "games"), [(1, 1), (3, 3), (0, 2)])
def test_few_games_that_agree_do_not_tell_whether_a_game_is_fair(first: int, games: int) -> None:
    figures = figures_of(_tally(games=games, won_0_1=first, won_1_1=games - first), 2)
    assert fairness(figures, 0.01) == "not yet known"


def test_nineteen_intervals_of_twenty_hold_the_true_share() -> None:
    random, held = Random(3), 0
    for _ in range(400):
        wins = sum(random.random() < 0.4 for _ in range(300))
        share = figures_of(_tally(games=300, won_0_1=wins, won_1_1=300 - wins), 2).wins[0]
        low, high = share.interval()
        held += low <= 0.4 <= high
    assert 366 <= held <= 394  # 380 are expected, with a standard deviation of 4.4


def test_a_run_that_may_end_at_each_look_is_wrong_in_one_of_twenty_at_most() -> None:
    """Each place of a fair game is exactly at the edge of the margin: "no" would be wrong."""
    random, wrong = Random(9), 0
    for _ in range(300):
        wins = games = 0
        for parts in range(1, 65):
            wins += sum(random.random() < 0.55 for _ in range(25))
            games += 25
            look = looks_at(parts)
            if look is None:
                continue
            figures = figures_of(_tally(games=games, won_0_1=wins, won_1_1=games - wins), 2)
            if fairness_at_look(figures, 0.05, look) == "no":
                wrong += 1
                break
    assert wrong <= 25  # 15 at most are expected


def test_a_margin_is_wider_for_more_confidence() -> None:
    assert Estimate(0.5, 0.01).margin(0.95) == pytest.approx(0.0196, abs=1e-4)
    assert Estimate(0.5, 0.01).margin(0.99) > Estimate(0.5, 0.01).margin(0.95)


@pytest.mark.parametrize(
    ("wins", "cases", "low", "high"), [(2, 2, 0.342, 1.0), (0, 10, 0.0, 0.278), (50, 100, 0.404, 0.596)]
)
def test_an_interval_of_few_cases_is_wide(wins: int, cases: int, low: float, high: float) -> None:
    """Wilson's intervals, as tables give them."""
    assert share_of(wins, cases).interval() == pytest.approx((low, high), abs=0.001)


def test_without_cases_every_share_is_possible() -> None:
    assert share_of(0, 0).interval() == (0.0, 1.0)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_as_many_games_as_it_says_tell_that_a_fair_game_is_fair(players: int) -> None:
    for games, verdict in (
        (games_to_tell(players, 0.01), "yes"),
        (games_to_tell(players, 0.01) * 9 // 10, "not yet known"),
    ):
        each = -(-games // players)
        tally = _tally(games=each * players, **{f"won_{place}_1": each for place in range(players)})
        assert fairness(figures_of(tally, players), 0.01) == verdict
