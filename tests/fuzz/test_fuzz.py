"""Some changed files of each kind: every command tells what is wrong, or works, within its limits."""

from __future__ import annotations

import os
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.fuzz.harness import Case, Outcome, case_of, fuzz, run_as_process, run_in_child
from tests.fuzz.kinds import KINDS, QUESTIONS, pack
from tests.fuzz.mutations import as_json

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the system cannot fork")
SECONDS_A_KIND = 5.0


@pytest.mark.parametrize("kind", KINDS)
def test_changed_files_are_told_or_work(kind: str) -> None:
    until = time.monotonic() + SECONDS_A_KIND
    failures = [
        f"{kind} {seed}: {outcome.failure}\n{outcome.said}"
        for seed, outcome in fuzz(kind, range(400), until=until)
        if outcome.failure
    ]
    assert failures == []


def test_the_files_are_in_order_before_they_are_changed() -> None:
    outcome = run_in_child(Case(("check", "mine", "--strict"), pack()))
    assert (outcome.status, "✓" in outcome.said) == (0, True), outcome.said


def test_a_seed_makes_the_same_case_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in KINDS:
        first, now = case_of(kind, 7), time.time()
        with monkeypatch.context() as later:
            later.setattr(time, "time", lambda now=now: now + 86_400)
            assert case_of(kind, 7) == first
        assert KINDS[kind](Random("a")) != KINDS[kind](Random("b"))


def test_a_case_as_a_process_ends_as_in_a_child() -> None:
    case = Case(("check", "mine"), {**pack(), "cards.csv": b"title\n\xff"})
    outcomes = run_in_child(case), run_as_process(case)
    assert {outcome.status for outcome in outcomes} == {2}
    assert all("cards.csv" in outcome.said for outcome in outcomes)


@pytest.mark.parametrize(
    ("outcome", "failure"),
    [
        (Outcome(0, "", 1, 90), None),
        (Outcome(2, "cards.csv: error[syntax]", 1, 90), None),
        (Outcome(1, "Traceback (most recent call last)", 1, 90), "traceback"),
        (Outcome(70, "error[fault]: this is a fault of pnp", 1, 90), "fault of the program"),
        (Outcome(2, "error[crash]: reading this font ended", 1, 90), "exit status 2"),
        (Outcome(-11, "", 1, 90), "exit status -11"),
        (Outcome(0, "", 21, 90), "21 s"),
        (Outcome(0, "", 1, 2000), "2000 MB"),
        (Outcome(0, "\x1b[31m", 1, 90), "control characters"),
    ],
)
def test_what_must_not_happen_is_told(outcome: Outcome, failure: str | None) -> None:
    assert outcome.failure == failure


def test_a_fault_of_the_program_is_found(monkeypatch: Any, tmp_path: Path) -> None:
    del tmp_path
    monkeypatch.setattr("tests.fuzz.harness.run", lambda _: 1 / 0)
    assert run_in_child(Case(("check",), {})).failure == "traceback"


def test_the_questions_have_answers_before_they_are_changed() -> None:
    lines = "\n".join(as_json(question) for question in QUESTIONS)
    outcome = run_in_child(Case(("referee", "red"), {}, lines.encode()))
    assert outcome.status == 0, outcome.said
    assert outcome.said.count('"out"') == len(QUESTIONS)


def test_a_large_process_leaves_a_case_its_memory() -> None:
    held = bytearray(1_500_000_000)
    outcome = run_in_child(Case(("check", "mine"), pack()))
    assert (outcome.status, len(held) > 0) == (0, True), outcome.said
