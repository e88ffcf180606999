"""Random tweaks stay within what a game takes, and what does not hold under one of them is found."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pnp.definition.settings import settings_schema
from pnp.games.core.answer import PositionError
from pnp.project.project import open_shipped
from pnp.registry import engine
from pnp.testing.random_tweaks.__main__ import main
from pnp.testing.random_tweaks.check import changed_table, random_settings, random_tweak_faults, with_defaults
from pnp.testing.subject import Subject

Broken = Callable[..., Subject]
GAMES = ("red", "red7", "iroha", "koka", "kasane", "collectmate")


def faults_of(subject: Subject) -> str:
    return "\n".join(random_tweak_faults(subject))


def test_the_toy_game_holds_under_random_tweaks(harbour: Subject) -> None:
    assert faults_of(harbour) == ""


def test_an_answer_that_differs_under_tweaks_alone_is_found(harbour: Subject, broken: Broken) -> None:
    def oracle(settings: Any, kind: str, position: Any) -> Any:
        out = harbour.engine.oracle(settings, kind, position)
        return out if settings == harbour.settings else {**out, "winner": 7}

    faults = faults_of(broken(oracle=oracle))
    assert 'under {"' in faults and "engine and oracle disagree: lesson" in faults


def test_a_lesson_that_fails_under_tweaks_alone_is_found(harbour: Subject, broken: Broken) -> None:
    def lessons(settings: Any) -> Any:
        if settings != harbour.settings:
            raise ValueError("no room for the lesson")
        return harbour.engine.lessons(settings)

    assert "ValueError: no room for the lesson" in faults_of(broken(lessons=lessons))


def test_a_proposal_without_an_answer_under_tweaks_alone_is_found(harbour: Subject, broken: Broken) -> None:
    def refusing(settings: Any, kind: str, position: Any) -> Any:
        if settings != harbour.settings:
            raise PositionError("no such ship")
        return harbour.engine.oracle(settings, kind, position)

    def refused(settings: Any, rules: Any, kind: str, position: Any) -> Any:
        return refusing(settings, kind, position)

    refused.kinds = harbour.engine.kinds  # type: ignore[attr-defined]
    faults = faults_of(broken(oracle=refusing, answer=refused))
    assert "a lesson proposes what is not possible: " in faults


def test_a_statement_that_is_false_under_tweaks_alone_is_found(harbour: Subject, broken: Broken) -> None:
    def explain(settings: Any, example: Any) -> Any:
        tableau = harbour.engine.explain(settings, example)
        return tableau if settings == harbour.settings else replace(tableau, mark="winner")

    assert "its mark is 'winner' where None is expected" in faults_of(broken(explain=explain))


def test_figures_that_leave_out_what_the_rules_rest_on_are_found(harbour: Subject, broken: Broken) -> None:
    figures = dict(harbour.engine.figures(harbour.settings))
    faults = faults_of(broken(figures=lambda _settings: figures))
    assert "figures() of the engine are those of the plain definition, and an answer differs" in faults


@pytest.mark.parametrize("game", GAMES)
def test_random_settings_are_taken_by_the_game_and_differ(game: str) -> None:
    asked, table = engine(open_shipped().games[game].engine), open_shipped().games[game]
    drawn = list(islice(random_settings(asked, table.resolved, Random(game)), 12))
    assert all(not list(asked.problems(settings)) for _, settings in drawn)
    assert sum(settings != table.settings for _, settings in drawn) >= 9
    assert len({repr(settings) for _, settings in drawn}) >= 8
    assert drawn == list(islice(random_settings(asked, table.resolved, Random(game)), 12))


def test_numbers_choices_and_lists_change_within_their_schema() -> None:
    schema = settings_schema(engine("koka").settings)
    plain = with_defaults({}, schema) | {"colours": [{"id": name, "dice": 15} for name in "abcde"]}
    changes: dict[str, list[Any]] = {}
    for seed in range(600):
        changed, by_path = changed_table(plain, schema, Random(seed), 1)
        ((path, value),) = by_path.items()
        changes.setdefault(path, []).append(value)
        assert changed != plain or value == _at(plain, path)
    assert set(changes["readings.partition"]) == {"best", "six-first"}
    assert {len(value) for value in changes["colours"]} == {4, 5}
    dice = changes["colours.0.dice"]
    assert min(dice) >= 1 and {14, 16} <= set(dice) and max(dice) <= 27
    assert not any(path.endswith(".id") for path in changes)


def _at(table: Any, path: str) -> Any:
    for step in path.split("."):
        table = table[int(step) if isinstance(table, list) else step]
    return table


def test_the_command_counts_positions_and_names_faults(
    capsys: pytest.CaptureFixture[str], installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["harbour", "--positions", "100", "--each", "5"]) == 0
    assert "harbour: 100 positions under 10 random tweaks, 0 of them with faults" in capsys.readouterr().out
    harbour = sys.modules["harbour"]
    lying = replace(harbour.ENGINE, oracle=lambda settings, kind, position: {"winner": 9})
    monkeypatch.setattr("pnp.testing.subject.engine", lambda _name: lying)
    assert main(["harbour", "--positions", "20", "--each", "5", "--answers-alone"]) == 1
    told = capsys.readouterr().out
    assert "engine and oracle disagree" in told and "2 of them with faults" in told
    assert main(["nothing"]) == 2
    assert "no games.toml has a table [nothing]" in capsys.readouterr().err
