"""The contest: whole processes in turn, a table that is kept, and no verdict on any time."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from benchmarks.__main__ import main
from benchmarks.cases import CASES, Case, Contender, Setting, make_cases
from benchmarks.contest import measure_cases
from benchmarks.job import small_deck, write_csv
from benchmarks.measure import Measured, RunError, clean_environment, run
from benchmarks.record import write_record
from benchmarks.table import Result, markdown
from benchmarks.typeface import Typeface
from pnp.shipped import shipped

pytestmark = pytest.mark.kit

FONT = Typeface("Barlow Semi Condensed", shipped("fonts") / "BarlowSemiCondensed-Medium-latin.ttf", False)


def result(name: str, *seconds: float, flaws: str = "", peak: int | None = 50 * 2**20) -> Result:
    return Result("49", "49 cards", name, tuple(Measured(one, peak, one / 2) for one in seconds), 31_000, flaws)


def test_a_process_is_measured_to_its_end(tmp_path):
    measured = run([sys.executable, "-c", "open('done', 'w').close()"], tmp_path, os.environ)
    assert (tmp_path / "done").exists()
    assert measured.seconds > 0
    assert (measured.peak_bytes is None) is not hasattr(os, "wait4")
    assert (measured.processor is None) is not hasattr(os, "wait4")


def test_a_process_that_fails_is_an_error_with_its_messages(tmp_path):
    with pytest.raises(RunError, match=r"status 3:\nout of ink"):
        run([sys.executable, "-c", "import sys; print('out of ink'); sys.exit(3)"], tmp_path, os.environ)


def test_programs_run_in_turn_after_a_round_that_is_not_counted(tmp_path):
    write_csv(tmp_path / "rows.csv", small_deck()[:1], spell_out=True)
    script = "from pathlib import Path; Path({!r}).open('a').write({!r})"
    log, drawn = tmp_path / "log", tmp_path / "drawn.pdf"
    setting = Setting(tmp_path, FONT, None)
    (case,) = make_cases(setting, ["49"])
    bare = next(one for one in case.contenders if one.name == "reportlab")
    runs: list[int] = []
    contenders = [
        Contender(name, (sys.executable, "-c", script.format(str(log), name)), bare.pdf, runs.append) for name in "AB"
    ]
    run(bare.command, tmp_path, os.environ)
    assert bare.pdf != drawn
    measured = measure_cases([Case("49", "49 cards", tuple(contenders), case.source)], 2, tmp_path)
    assert log.read_text(encoding="utf-8") == "ABABAB"
    assert runs == [0, 0, 1, 1, 2, 2]
    assert [(one.name, len(one.runs), one.flaws) for one in measured] == [("A", 2, ""), ("B", 2, "")]


def test_without_an_interpreter_for_them_peers_are_left_out(tmp_path):
    (case,) = make_cases(Setting(tmp_path, FONT, None), ["1000"])
    assert [one.name for one in case.contenders] == ["pnp", "reportlab"]


def test_an_unknown_case_is_refused(tmp_path):
    with pytest.raises(ValueError, match="there is no case '50'"):
        make_cases(Setting(tmp_path, FONT, None), ["50"])


def test_every_case_that_is_named_is_there(tmp_path):
    cases = make_cases(Setting(tmp_path, FONT, None))
    assert tuple(case.id for case in cases) == CASES
    kits = ["red", "red-known", "kits", "warm-red-card", "warm-red-words", "warm-red-rule"]
    assert [case.id for case in cases if case.kit] == kits


def test_a_hundred_thousand_cards_are_drawn_beside_reportlab_alone(tmp_path):
    (case,) = make_cases(Setting(tmp_path, replace(FONT, on_system=True), tmp_path / "python"), ["100000"])
    assert [one.name for one in case.contenders] == ["pnp", "reportlab"]
    with case.source.open(encoding="utf-8") as file:
        rows = set(file)
    assert len(rows) == 100_001


@pytest.mark.parametrize(("name", "kept"), [("red", False), ("red-known", True), ("kits", True)])
def test_examples_are_searched_anew_only_where_that_is_measured(name, kept, tmp_path):
    setting = Setting(tmp_path, FONT, None)
    (case,) = make_cases(setting, [name])
    assert setting.examples.is_relative_to(clean_environment(tmp_path)["XDG_CACHE_HOME"])
    setting.examples.mkdir(parents=True)
    case.contenders[0].before(1)
    assert setting.examples.exists() is kept


def test_a_rebuild_finds_one_card_changed(tmp_path):
    (case,) = make_cases(Setting(tmp_path, FONT, None), ["changed"])
    before = case.source.read_text(encoding="utf-8").splitlines()
    case.contenders[0].before(1)
    after = case.source.read_text(encoding="utf-8").splitlines()
    assert [a for a, b in zip(after, before, strict=True) if a != b] == ["2001,Green,#2E7D32"]


def test_the_table_tells_medians_and_ratios():
    table = markdown([result("pnp", 0.2, 0.4, 0.3), result("protograf", 0.6), result("reportlab", 0.1)])
    assert "| 49 cards | pnp | 0.300 | 0.200–0.400 | 0.150 | 0.50 | 3.00 | 50 | 31 | yes |" in table
    assert "|  | reportlab | 0.100 | 0.100–0.100 | 0.050 | 0.17 | 1.00 |" in table


def test_what_is_not_known_or_wrong_is_said():
    table = markdown([result("pnp", 0.2, flaws="2 cards are missing from the text", peak=None)])
    assert "| – | – | not known | 31 | 2 cards are missing from the text |" in table


def test_the_table_is_kept_with_the_commit(tmp_path):
    day = datetime(2026, 1, 2, tzinfo=UTC)
    path = write_record(tmp_path / "results", [result("pnp", 9e9)], "abc123", {"python": "3.11"}, "no peers", day)
    assert path.name == "2026-01-02-abc123.md"
    text = path.read_text(encoding="utf-8")
    assert text.startswith("# 2026-01-02, commit abc123\n")
    assert "no peers" in text
    assert "python 3.11." in text
    data = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    assert data["results"][0]["seconds"] == [9e9]


@pytest.mark.full
def test_the_command_keeps_a_table_and_never_judges_a_time(tmp_path, capsys):
    assert main(["--runs", "1", "--case", "49", "--results", str(tmp_path)]) == 0
    (kept,) = tmp_path.glob("*.md")
    shown = capsys.readouterr().out
    assert kept.read_text(encoding="utf-8") in shown
    assert "| pnp |" in shown
    assert "no interpreter was named" in shown


def test_the_profile_tells_steps_packages_and_functions(capsys):
    assert main(["profile", "49", "--top", "3"]) == 0
    shown = capsys.readouterr().out
    assert "faces of cards" in shown
    assert "pnp/pdf" in shown
    assert "… and the pipeline" in shown
