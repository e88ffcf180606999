"""Builds after edits: each edit makes another project, a process tells what each rebuild took, and what it wrote is
held to what a process writes that has just begun."""

from __future__ import annotations

import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from benchmarks.cases import Rebuilding, Setting, make_cases
from benchmarks.contest import measure_cases, unlike_cold
from benchmarks.edits import EDITS
from benchmarks.measure import Measured, Spent, Warm, clean_environment, digest, read_warm, write_warm
from benchmarks.record import write_record
from benchmarks.table import Result, markdown, warm_markdown
from benchmarks.typeface import Typeface
from pnp.project.project import open_project
from pnp.shipped import shipped

pytestmark = pytest.mark.kit

FONT = Typeface("Barlow Semi Condensed", shipped("fonts") / "BarlowSemiCondensed-Medium-latin.ttf", False)


def files(folder: Path) -> dict[Path, bytes]:
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("name", EDITS)
def test_every_edit_changes_one_file_and_the_first_state_can_be_had_again(name, tmp_path):
    edits, folder = EDITS[name], tmp_path / "project"
    edits.make(folder, FONT)
    states = [files(folder)]
    for state in range(1, min(edits.most, 12) + 1):
        edits.change(folder, state)
        states.append(files(folder))
    assert len({tuple(state.values()) for state in states}) == len(states)
    for state in states[1:]:
        assert len([path for path in state if state[path] != states[0].get(path)]) == 1
    edits.change(folder, 0)
    assert files(folder) == states[0]


def test_every_edit_of_a_rule_makes_settings_that_were_never_searched(tmp_path):
    edits = EDITS["warm-red-rule"]
    edits.make(tmp_path / "red", FONT)
    found = [open_project(tmp_path / "red" / "games.toml").game("red").settings]
    for state in range(1, edits.most + 1):
        edits.change(tmp_path / "red", state)
        found.append(open_project(tmp_path / "red" / "games.toml").game("red").settings)
    assert len(set(map(repr, found))) == edits.most + 1
    green = [next(one.rule for one in each.colours if one.id == "green") for each in found]
    assert all(rule.of != other.of for rule, other in pairwise(green))


def test_more_edits_than_there_are_states_are_refused(tmp_path):
    with pytest.raises(ValueError, match="warm-red-rule has only 20 edits"):
        make_cases(Setting(tmp_path, FONT, None, edits=21), ["warm-red-rule"])


def test_a_run_begins_with_the_first_state(tmp_path):
    (case,) = make_cases(Setting(tmp_path, FONT, None, edits=2), ["warm-cell-49"])
    project = tmp_path / "warm-cell-49" / "project"
    first = files(project)
    EDITS["warm-cell-49"].change(project, 2)
    (project / "out").mkdir()
    case.contenders[0].before(1)
    assert files(project) == first
    assert not (project / "out").exists()


def test_a_report_is_read_as_it_was_written(tmp_path):
    told = Warm(Spent(1.5, 1.25), (Spent(0.25, 0.125), Spent(0.5, 0.25)), ("ab", "cd"))
    write_warm(tmp_path / "report.json", told)
    assert read_warm(tmp_path / "report.json") == told


def test_rebuilds_are_measured_and_proved(tmp_path):
    setting = Setting(tmp_path, FONT, None, edits=2)
    (result,) = measure_cases(make_cases(setting, ["warm-cell-49"]), 1, tmp_path)
    assert result.flaws == ""
    assert (len(result.runs), len(result.first), len(result.rebuilds)) == (1, 1, 2)
    assert all(0 < one.seconds < result.seconds for one in (*result.first, *result.rebuilds))
    assert "| 49 cards, one of them changed |" in warm_markdown([result])
    assert "49 cards, one of them" not in markdown([result])
    kept = write_record(tmp_path / "results", [result], "abc123", {}, "").read_text(encoding="utf-8")
    assert "after each of 2 edits" in kept
    assert "× protograf | × bare" not in kept


def copying(folder: Path) -> Rebuilding:
    """A program whose file is the table of cards."""
    target = folder / "cold.pdf"
    copy = f"import shutil; shutil.copyfile({str(folder / 'cards.csv')!r}, {str(target)!r})"
    edits = EDITS["warm-cell-49"]
    edits.make(folder, FONT)
    return Rebuilding(edits, folder, folder / "report.json", (sys.executable, "-c", copy), target)


def written(rebuilding: Rebuilding, *states: int) -> Warm:
    digests = []
    for state in states:
        rebuilding.edits.change(rebuilding.folder, state)
        digests.append(digest(rebuilding.folder / "cards.csv"))
    return Warm(Spent(1, 1), tuple(Spent(1, 1) for _ in states), tuple(digests))


def test_a_rebuild_that_did_not_do_its_work_is_found_in_any_run(tmp_path):
    rebuilding, environment = copying(tmp_path / "project"), clean_environment(tmp_path)
    good, stale = written(rebuilding, 1, 2, 3), written(rebuilding, 1, 1, 3)
    assert unlike_cold(rebuilding, [good, good], environment) == []
    assert unlike_cold(rebuilding, [good, stale], environment) == ["rebuild 2 is not what a cold build writes"]


def test_an_edit_that_changes_nothing_is_found(tmp_path):
    rebuilding = copying(tmp_path / "project")
    idle = replace(rebuilding, edits=replace(rebuilding.edits, change=lambda _folder, _state: None))
    same = written(rebuilding, 0, 0)
    assert unlike_cold(idle, [same], clean_environment(tmp_path)) == ["edit 2 changed nothing"]


def test_the_median_is_that_of_the_rebuilds_of_all_runs():
    def run(*seconds: float) -> Measured:
        rebuilds = tuple(Spent(one, one / 10) for one in seconds)
        return Measured(9, 50 * 2**20, 8, Warm(Spent(seconds[0] * 10, 1), rebuilds, ()))

    runs = (run(0.1, 0.2, 0.3), run(0.4, 0.5, 0.6), run(0.7, 0.8, 0.9))
    table = warm_markdown([Result("warm-card", "cards", "pnp", runs, 31_000, "")])
    assert "| cards | 0.500 | 0.100–0.900 | 0.050 | 4.000 | 1.000 | 50 | 31 | yes |" in table
