"""Equivalent mutants are listed with a reason; the list is read strictly, and can be written to be filled in."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from pnp.testing.mutate.equivalents import EquivalentsError, entries_of, read_equivalents
from pnp.testing.mutate.report import MutationReport, Verdict, report_data, report_text
from pnp.testing.mutate.source import Mutant

LESS = Mutant("rules/turn.py", 3, "comparison", "a < b", "a <= b", ())
SAME = Mutant("rules/turn.py", 5, "constant", "f('x', 1)", "f('x', 2)", ())
ENTRY = '[[equivalent]]\nfile = "rules/turn.py"\nbefore = "a < b"\nafter = "a <= b"\nwhy = "they are never equal"\n'
STALE = ENTRY.replace("a <= b", "a == b")


def report(tmp_path: Path, text: str, *verdicts: Verdict) -> MutationReport:
    (tmp_path / "list.toml").write_text(text, encoding="utf-8")
    return MutationReport("game", tmp_path, (LESS, SAME), verdicts, read_equivalents(tmp_path / "list.toml"), 1.0, 2.0)


def test_a_listed_mutant_is_not_among_the_living_nor_in_the_score(tmp_path: Path) -> None:
    made = report(tmp_path, ENTRY, Verdict(LESS, None), Verdict(SAME, "play"))
    assert (made.living, made.equivalent, made.score, made.stale, made.refuted) == ((), 1, 100.0, (), ())
    assert report(tmp_path, "", Verdict(LESS, None), Verdict(SAME, "play")).score == 50.0
    assert "living: 0, 1 equivalent" in report_text(made)


def test_an_entry_that_matches_no_mutant_is_stale(tmp_path: Path) -> None:
    made = report(tmp_path, ENTRY + STALE, Verdict(LESS, None))
    assert [entry.after for entry in made.stale] == ["a == b"]
    assert "rules/turn.py has no such mutant as is listed as equivalent; delete the entry" in report_text(made)
    assert report_data(made)["stale"] == [{"file": "rules/turn.py", "before": "a < b", "after": "a == b"}]


def test_an_entry_that_a_check_notices_is_refuted(tmp_path: Path) -> None:
    made = report(tmp_path, ENTRY, Verdict(LESS, "agreement"))
    assert (made.equivalent, made.score) == (0, 100.0)
    assert "rules/turn.py:3: listed as equivalent, but agreement notices it" in report_text(made)


def test_a_report_shows_living_mutants_and_counts_those_of_the_limit_apart(tmp_path: Path) -> None:
    made = report(tmp_path, "", Verdict(LESS, None), Verdict(SAME, "limit"))
    assert "rules/turn.py:3: no check notices this (comparison)\n  - a < b\n  + a <= b\n" in report_text(made)
    assert "noticed: 1 (1 by the time limit)\nliving: 1\nscore: 50.0 %\n" in report_text(made)


def test_a_report_says_which_living_mutants_are_never_run(tmp_path: Path) -> None:
    made = report(tmp_path, "", Verdict(LESS, None, reached=False), Verdict(SAME, None))
    assert "rules/turn.py:3: no check runs this (comparison)\n" in report_text(made)
    assert "living: 2 (1 in lines that no check runs)\n" in report_text(made)
    assert [entry["reached"] for entry in report_data(made)["living"]] == [False, True]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (ENTRY.replace("they are never equal", " "), "entry 1 of [[equivalent]] lacks why: write it"),
        (ENTRY.replace("file", "path"), "entry 1 of [[equivalent]] lacks file"),
        ("[[equivalent]\n", "list.toml: "),
    ],
)
def test_an_entry_without_its_texts_is_refused(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(EquivalentsError, match=re.escape(message)):
        report(tmp_path, text)


def test_living_mutants_are_written_as_entries_to_be_filled_in(tmp_path: Path) -> None:
    odd = Mutant("play/game.py", 9, "order", "a['\\n']", 'a["x"]', ())
    text = entries_of([LESS, odd])
    assert [entry["before"] for entry in tomllib.loads(text)["equivalent"]] == [LESS.before, odd.before]
    with pytest.raises(EquivalentsError, match=r"entry 1 of .* lacks why"):
        report(tmp_path, text)
    assert report(tmp_path, text.replace('why = ""', 'why = "so"'), Verdict(LESS, None)).equivalent == 1
