"""Cases by hand find a mistake that stands in engine and oracle, and a malformed file is told at its lines."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pnp.diagnostics import DefinitionError
from pnp.games.core.answer import Door, PositionError
from pnp.testing import prove
from pnp.testing.cases import case_faults
from pnp.testing.lessons import agreement_faults
from pnp.testing.subject import Definitions, Subject

Broken = Callable[..., Subject]
MALFORMED = tomllib.loads((Path(__file__).parent / "cases.toml").read_text("utf-8"))["malformed"]
NO_SHIP = '[[case]]\nkind = "race"\nwhy = "there is no ship 9"\nposition = {ships = [3, 9]}\nrefused = true'
LARGER_WINS = '[[case]]\nkind = "race"\nwhy = "Race: the larger ship wins"\nposition = {ships = [2, 5]}\n'


def faults(subject: Subject, text: str, folder: Path) -> list[str]:
    file = folder / "cases.toml"
    file.write_text(text, encoding="utf-8")
    return list(case_faults(subject, file, ("harbour", "short")))


@pytest.mark.parametrize(
    "rest",
    [
        "answer = {winner = 1}",
        "[case.answer]\nwinner = 1",
        'answer = {winner = 1}\n[[case]]\nkind = "race"\nwhy = "a tie"\nposition = {ships = [3, 3]}\n'
        'answer = {winner = "null"}',
        f"answer = {{winner = 1}}\n{NO_SHIP}",
    ],
)
def test_cases_that_hold_have_no_faults(rest: str, harbour: Subject, tmp_path: Path) -> None:
    assert faults(harbour, LARGER_WINS + rest, tmp_path) == []


def test_a_mistake_that_stands_in_engine_and_oracle_is_found_by_a_case(broken: Broken, tmp_path: Path) -> None:
    sound = broken().engine

    def smaller_wins(settings: Any) -> Any:
        return replace(sound.rules(settings), stronger=lambda ship, other: ship < other)

    def oracle(settings: Any, kind: str, position: Any) -> Any:
        winner = sound.oracle(settings, kind, position).get("winner")
        return sound.oracle(settings, kind, position) if winner is None else {"winner": 1 - winner}

    subject = broken(rules=smaller_wins, oracle=oracle)
    assert list(agreement_faults(subject)) == []
    (fault,) = faults(subject, LARGER_WINS + "answer = {winner = 1}", tmp_path)
    place, _, told = fault.partition(": ")
    assert place.endswith("cases.toml:1")
    assert told == (
        'case 1 (Race: the larger ship wins): engine says {"winner": 0}, oracle says {"winner": 0}, '
        'the case says {"winner": 1}'
    )


def test_engine_and_oracle_are_each_held_to_a_case(broken: Broken, tmp_path: Path) -> None:
    subject = broken(oracle=lambda settings, kind, position: {"winner": 0})
    (fault,) = faults(subject, LARGER_WINS + "answer = {winner = 1}", tmp_path)
    assert 'engine says {"winner": 1}, oracle says {"winner": 0}, the case says {"winner": 1}' in fault


def test_what_cannot_be_must_be_refused_by_both_and_nothing_else(broken: Broken, tmp_path: Path) -> None:
    (fault,) = faults(broken(), LARGER_WINS + "refused = true", tmp_path)
    assert fault.endswith('engine says {"winner": 1}, oracle says {"winner": 1}, the case says not possible')
    (fault,) = faults(broken(), LARGER_WINS.replace("5", "9") + "answer = {winner = 1}", tmp_path)
    assert "engine says not possible: there is no such ship among [2, 9], oracle says not possible: unknown" in fault
    (fault,) = faults(
        broken(oracle=lambda settings, kind, position: {"winner": 1}),
        LARGER_WINS.replace("5", "9") + "refused = true",
        tmp_path,
    )
    assert 'oracle says {"winner": 1}, the case says not possible' in fault


def test_only_what_a_person_decided_is_compared(broken: Broken, tmp_path: Path) -> None:
    answer = {"winner": 1, "lead": (3, True)}
    subject = broken(
        answer=Door[Any, Any]({"race": lambda rules, position: answer}), oracle=lambda settings, kind, position: answer
    )
    assert faults(subject, LARGER_WINS + "answer = {winner = 1}", tmp_path) == []
    assert faults(subject, LARGER_WINS + "answer = {lead = [3, true]}", tmp_path) == []
    (fault,) = faults(subject, LARGER_WINS + "answer = {lead = [3, 1]}", tmp_path)
    assert fault.endswith(
        'engine says {"lead": [3, true]}, oracle says {"lead": [3, true]}, the case says {"lead": [3, 1]}'
    )


def test_lists_are_equal_in_any_order_where_a_case_says_so(broken: Broken, tmp_path: Path) -> None:
    ships = {"order": [[1, 2], [3]]}
    subject = broken(
        answer=Door[Any, Any]({"race": lambda rules, position: ships}),
        oracle=lambda settings, kind, position: {"order": [[3], [1, 2]]},
    )
    assert len(faults(subject, LARGER_WINS + "answer = {order = [[3], [1, 2]]}", tmp_path)) == 1
    assert faults(subject, LARGER_WINS + "any-order = true\nanswer = {order = [[3], [1, 2]]}", tmp_path) == []
    for other in ("[[3], [2, 1]]", "[[3]]", "[[3], [3], [1, 2]]"):
        assert len(faults(subject, LARGER_WINS + f"any-order = true\nanswer = {{order = {other}}}", tmp_path)) == 1


def test_a_key_that_no_answer_has_is_told_at_its_place(harbour: Subject, tmp_path: Path) -> None:
    (fault,) = faults(harbour, LARGER_WINS + "answer = {winer = 1}", tmp_path)
    assert "cases.toml:5:11: error[unknown-key]: an answer of the kind 'race' has no 'winer'" in fault
    assert "hint: it has winner" in fault


def test_a_case_holds_by_the_definition_that_it_names(harbour: Subject, tmp_path: Path) -> None:
    short = Definitions("harbour", None, {"short": "numbers = [1, 2, 3]"}).subject("short", tmp_path)
    text = LARGER_WINS + 'definition = "short"\nanswer = {winner = 1}'
    assert faults(harbour, text, tmp_path) == []
    (fault,) = faults(short, text, tmp_path)
    assert "engine says not possible" in fault
    assert faults(short, LARGER_WINS + 'definition = "short"\nrefused = true', tmp_path) == []


def test_a_case_may_be_of_a_position_that_no_game_reaches(broken: Broken, tmp_path: Path) -> None:
    def impossible(settings: Any, kind: str, position: Any) -> str | None:
        return "ship 5 is never there" if 5 in position["ships"] else None

    text = LARGER_WINS + "answer = {winner = 1}\nimpossible = true"
    assert faults(broken(impossible=impossible), text, tmp_path) == []
    for engine in (broken(), broken(impossible=None)):
        (fault,) = faults(engine, text, tmp_path)
        assert fault.endswith("impossible() of the engine gives no reason, and the case says that no game reaches it")


def test_a_refused_position_is_not_asked_about_as_impossible(broken: Broken, tmp_path: Path) -> None:
    def refuse(*_: Any) -> Any:
        raise PositionError("5 occurs twice, and the deck has 1")

    subject = broken(answer=Door[Any, Any]({"race": refuse}), oracle=refuse, impossible=refuse)
    assert faults(subject, LARGER_WINS + "refused = true", tmp_path) == []


def test_an_engine_that_breaks_down_says_on_which_case(broken: Broken, tmp_path: Path) -> None:
    subject = broken(answer=Door({"race": lambda rules, position: {"winner": position["boats"]}}))
    with pytest.raises(KeyError) as caught:
        faults(subject, LARGER_WINS + "answer = {winner = 1}", tmp_path)
    assert "cases.toml:1: case 1 (Race: the larger ship wins)" in caught.value.__notes__[0]


@pytest.mark.parametrize(("text", "told"), [tuple(entry.values()) for entry in MALFORMED])
def test_a_malformed_file_is_told_with_its_lines(
    text: str, told: Sequence[str], harbour: Subject, tmp_path: Path
) -> None:
    with pytest.raises(DefinitionError) as caught:
        faults(harbour, text, tmp_path)
    assert len(caught.value.diagnostics) == sum("error[" in line for line in told)
    for line in told:
        assert line in str(caught.value)


def test_prove_holds_every_definition_to_the_cases(harbour: Subject, tmp_path: Path) -> None:
    file = tmp_path / "cases.toml"
    file.write_text(LARGER_WINS + "answer = {winner = 0}", encoding="utf-8")
    test = prove("harbour", tweaks={"short": "numbers = [1, 2, 3]"}, cases=file)
    (mark,) = test.pytestmark  # type: ignore[attr-defined]
    checks = {parameter.id: parameter.values[0] for parameter in mark.args[1]}
    assert {"harbour-cases", "short-cases"} <= checks.keys()
    with pytest.raises(AssertionError, match=r"cases of 'harbour': 1 fault\n\n.*cases.toml:1: case 1 "):
        test(checks["harbour-cases"], tmp_path)
    test(checks["short-cases"], tmp_path)


@pytest.mark.parametrize(
    ("state", "told"),
    [
        ('line = "3|1,2|4 turn=- last=0"\nwhy = "it is over"', None),
        ('line = "3|1,2|4 turn=- last=0"\nwhy = "it is over"\nrefused = true', "reads it, and no game comes to it"),
        ('line = "3|1,2|4 turn=7 last=0"\nwhy = "there is no seat 7"\nrefused = true', None),
        ('line = "3|1,2|4 turn=7 last=0"\nwhy = "there is no seat 7"', "it is refused: "),
        ('line = "3|1,2|4 turn=- last=00"\nwhy = "it is over"', "it is written as '3|1,2|4 turn=- last=0'"),
        ('line = "3|1,2|4 turn=7 last=0"\nwhy = "of another definition"\ndefinition = "short"', None),
    ],
)
def test_a_state_by_hand_can_be_or_is_refused(state: str, told: str | None, harbour: Subject, tmp_path: Path) -> None:
    found = faults(harbour, f"{LARGER_WINS}answer = {{winner = 1}}\n[[state]]\n{state}", tmp_path)
    assert found == [] if told is None else (len(found) == 1 and "state 1 (" in found[0] and told in found[0])


@pytest.mark.parametrize(
    ("state", "told"),
    [
        ('[[state]]\nwhy = "so"', "a state has a text 'line'"),
        ('[[state]]\nline = "x"', "a state has a text 'why'"),
        ('[[state]]\nline = "x"\nwhy = "so"\nrefused = false', "refused is true, or it is left out"),
        ('[[state]]\nline = "x"\nwhy = "so"\nanswer = 1', "there is no key 'answer' here"),
        ('[[state]]\nline = "x"\nwhy = "so"\ndefinition = "long"', "there is no definition 'long'"),
        ('[state]\nline = "x"', "a state is a table of its own"),
    ],
)
def test_a_malformed_state_is_told_with_its_line(state: str, told: str, harbour: Subject, tmp_path: Path) -> None:
    with pytest.raises(DefinitionError) as refused:
        faults(harbour, f"{LARGER_WINS}answer = {{winner = 1}}\n{state}", tmp_path)
    assert told in str(refused.value) and "cases.toml:" in str(refused.value)
