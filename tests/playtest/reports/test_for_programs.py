"""Rows for notebooks are the figures of the JSON and of the report."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from pathlib import Path

import pytest

from pnp.diagnostics import WriteError
from pnp.playtest.figures import figures_of
from pnp.playtest.plan import GameReference, Plan
from pnp.playtest.reports.finished import PlayedTest
from pnp.playtest.reports.for_programs import as_json, write_csv
from pnp.playtest.reports.table import percent
from pnp.playtest.reports.tables import tables_of
from pnp.playtest.tally import Tally, play_games

COUNTED = {"details": True, "restricted": True, "choices": True, "misreadings": True}
PLAN = Plan(GameReference("red", shipped=True), 3, 12, rival="random", **COUNTED)


@pytest.fixture(scope="module")
def test() -> PlayedTest:
    tally = play_games(PLAN.game.open(3), PLAN.bots(), range(12), PLAN.details_to_count())
    return PlayedTest(PLAN, "digest", figures_of(tally, 3), False, tally)


def _rows(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"))))


def test_each_figure_of_the_json_has_a_row(tmp_path: Path, test: PlayedTest) -> None:
    write_csv(tmp_path / "red.csv", [test, replace(test, plan=replace(PLAN, game=PLAN.game.changed("hand", "5")))])
    rows = _rows(tmp_path / "red.csv")
    assert {row["game"] for row in rows} == {"shipped:red", "shipped:red, hand = 5"}
    rows = [row for row in rows if row["game"] == "shipped:red"]
    assert {(row["players"], row["bot"], row["games"]) for row in rows} == {("3", "survivor, random in one seat", "12")}
    data = as_json(test)
    wins = [row for row in rows if row["what"] == "wins"]
    assert [(row["seat"], float(row["value"])) for row in wins] == [
        (str(seat), share["share"]) for seat, share in enumerate(data["wins"], 1)
    ]
    assert all(float(row["low"]) < float(row["value"]) < float(row["high"]) for row in wins)
    one = {row["what"]: row for row in rows if not row["of"] and not row["seat"]}
    for what, key in (("games whose win is shared", "shared"), ("decisions with one legal action", "forced")):
        assert float(one[what]["value"]) == data[key]["share"]
    for what, key in (("legal actions at a decision", "choices"), ("decisions in a game", "length")):
        assert [one[what][end] for end in ("low", "value", "high")] == [str(number) for number in data[key].values()]
    assert [(row["what"], row["of"], row["cases"]) for row in rows] == [
        (figure["what"], figure.get("of", ""), str(figure["cases"])) for figure in data["figures"]
    ]
    assert one["fair"]["value"] == "" and data["fair"] == "not yet known"
    (rival,) = [row for row in rows if row["what"] == "wins of the rival"]
    assert (rival["of"], float(rival["value"])) == ("random", data["rival_wins"]["share"])


def test_each_row_of_the_report_has_its_figures(tmp_path: Path, test: PlayedTest) -> None:
    write_csv(tmp_path / "red.csv", [test])
    values = {(row["what"], row["of"]): row["value"] for row in _rows(tmp_path / "red.csv")}
    tables = {table.title: table for table in tables_of(test)}
    for row in (*tables["Cards"].rows, *tables["Cards"].further):
        assert f"{float(values['holders of a card in a game', row[0]]):.2f}" == row[1]
        assert percent(float(values["wins of holders of a card", row[0]])) == row[3]
    for row in tables["Actions"].rows:
        assert f"{float(values['times an action is done in a game', row[0]]):.2f}" == row[1]
        assert percent(float(values["wins of those who did an action", row[0]])) == row[4]
    for row in tables["Who leads, and who wins"].rows:
        assert percent(float(values["wins of the leader", row[0]])) == row[2]
    for title, what in (("Never played", "wins lost without a card"), ("Never done", "wins lost without an action")):
        for row in (*tables[title].rows, *tables[title].further):
            lost = values[what, row[0]]
            assert (f"{100 * float(lost):+.1f}" if lost else "-") == row[4]
    assert "Choices" not in tables and ("decisions that matter", "") not in values
    for row in (*tables["Misread rules"].rows, *tables["Misread rules"].further):
        assert percent(float(values["another winner by a misreading", row[0]])) == row[2]


def test_the_manual_lists_every_figure(test: PlayedTest) -> None:
    plan = Plan(GameReference("red7", shipped=True), 2, 4, details=True)
    tally = play_games(plan.game.open(2), plan.bots(), range(4), plan.details_to_count())
    rounds = PlayedTest(plan, "digest", figures_of(tally, 2), False, tally)
    page = (Path(__file__).parents[3] / "docs" / "playtest.md").read_text(encoding="utf-8")
    figures = {number.what for one in (test, rounds) for table in tables_of(one) for number in table.numbers}
    assert "wins of a round" in figures
    assert not [what for what in figures if f"`{what}`" not in page]


def test_games_without_an_end_are_a_row(tmp_path: Path) -> None:
    tally = Tally({"games": 4, "endless": 4})
    write_csv(tmp_path / "red.csv", [PlayedTest(PLAN, "digest", figures_of(tally, 3), False, tally)])
    (row,) = _rows(tmp_path / "red.csv")
    assert (row["what"], row["value"], row["games"]) == ("games without an end", "4", "4")


def test_a_file_that_cannot_be_written_stays_as_it_was(
    tmp_path: Path, test: PlayedTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "red.csv"
    path.write_text("before", encoding="utf-8")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch, pytest.raises(WriteError, match="no space left"):
        patch.setattr("os.fsync", full)
        write_csv(path, [test])
    assert path.read_text(encoding="utf-8") == "before" and list(tmp_path.iterdir()) == [path]
