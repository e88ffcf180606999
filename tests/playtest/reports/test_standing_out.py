"""Rows stand out by the interval that is printed, and what a report does not have is said."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from pnp.playtest.figures import Difference, Estimate, figures_of, share_of
from pnp.playtest.plan import GameReference, Plan
from pnp.playtest.reports.finished import PlayedTest
from pnp.playtest.reports.html import write_report
from pnp.playtest.reports.standing_out import TOGETHER, confidence_of_each, said, split, stand_out
from pnp.playtest.reports.tables import left_out, reasons_of, tables_of
from pnp.playtest.tally import Tally, play_games

PLAN = Plan(GameReference("red", shipped=True), 3, 24, details=True, restricted=True, choices=True, misreadings=True)


@pytest.fixture(scope="module")
def test() -> PlayedTest:
    tally = play_games(PLAN.game.open(3), PLAN.bots(), range(24), PLAN.details_to_count())
    return PlayedTest(PLAN, "digest", figures_of(tally, 3), False, tally)


def test_many_rows_take_more_to_stand_out_than_one() -> None:
    # 36 of 100 beside a half: 2.8 standard errors, outside 95 % (1.96), inside 99.9 % (3.29) of fifty rows.
    few = share_of(36, 100)
    assert stand_out([few], 0.5) == [True]
    assert stand_out([few, *[share_of(50, 100)] * 49], 0.5) == [False] * 50
    assert confidence_of_each(50) == pytest.approx(0.999) and confidence_of_each(0) == 0.95
    assert stand_out([Estimate(0.0, 0.0)], 0.5) == [False]
    assert stand_out([Difference.of_pairs({(1, 0): 30}), Difference.of_pairs({})], 0.0) == [True, False]
    assert split([(few, ("a",)), (share_of(50, 100), ("b",))], 0.5) == ((("a",),), (("b",),))
    assert (said([], 4), said(["a"], 4)) == ("None of 4 rows stands out.", "1 of 4 rows stands out: a.")


def test_the_interval_of_a_row_says_whether_it_is_folded(test: PlayedTest) -> None:
    seen = 0
    for table in tables_of(test):
        if TOGETHER not in table.headings or not table.further:
            continue
        column = table.headings.index(TOGETHER)
        of_all = {"Never played": 0.0, "Never done": 0.0}.get(table.title)
        if of_all is None:
            said_share = re.search(r"win ([\d.]+) % on average|winner in ([\d.]+) %", table.text)
            assert said_share is not None
            of_all = float(said_share[1] or said_share[2])
        for rows, folded in ((table.rows, False), (table.further, True)):
            for row in rows:
                ends = [float(end) for end in re.findall(r"[+-]?\d+\.?\d*", row[column])]
                if ends:
                    seen += 1
                    assert (ends[0] - 0.06 <= of_all <= ends[1] + 0.06) or not folded
                    assert not (ends[0] + 0.06 < of_all < ends[1] - 0.06) or folded
    assert seen > 60


def test_whiskers_are_the_intervals_of_the_table(test: PlayedTest) -> None:
    actions = next(table for table in tables_of(test) if table.title == "Actions")
    assert len(actions.bars) == len(actions.rows) > 5
    for row, bar in zip(actions.rows, actions.bars, strict=True):
        assert (bar.label, f"{100 * bar.low:.1f} to {100 * bar.high:.1f} %") == (row[0], row[-1])


def test_what_is_not_there_is_said_with_its_reason(test: PlayedTest, tmp_path: Path) -> None:
    assert left_out(test) == [
        "Points are left out: the game names no sources of points.",
        "Choices are left out: 6 decisions were looked at, and fewer than 30 say little.",
    ]
    plain = replace(test, plan=replace(PLAN, details=False, choices=False))
    assert reasons_of(plain) == [
        "Not counted: points, actions and cards (--details); how much a choice matters (--choices)."
    ]
    endless = PlayedTest(PLAN, "", figures_of(Tally({"games": 2, "endless": 2}), 3), False, Tally({}))
    assert left_out(endless) == ["All tables but this one are left out: no game came to an end."]
    write_report(tmp_path / "red.html", [test])
    page = (tmp_path / "red.html").read_text(encoding="utf-8")
    assert all(reason in page for reason in left_out(test))
    assert "<tbody>\n</tbody>" not in page
