"""The checks of answers, lessons and misreadings find what is wrong, and show the position and both answers."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from pnp.diagnostics import VerificationError
from pnp.games.core.answer import Door, PositionError
from pnp.games.core.lesson import Lesson, Misreading, Twin
from pnp.games.core.tableau import MiniCard, Row, Tableau
from pnp.model.text import phrase
from pnp.testing.kit import repeat_faults
from pnp.testing.lessons import agreement_faults, lesson_faults, misreading_faults
from pnp.testing.subject import Definitions, Subject, examples_of

Broken = Callable[..., Subject]


def refuses(settings: Any, kind: str, position: Any) -> Any:
    raise PositionError("I know no ships")


def altered(harbour: Subject, lesson: str, **changes: Any) -> Callable[[Any], tuple[Lesson, ...]]:
    """The lessons with one of them changed."""
    return lambda settings: tuple(
        replace(listed, **changes) if listed.id == lesson else listed for listed in harbour.engine.lessons(settings)
    )


def beyond(random: Any) -> dict[str, Any]:
    return {"ships": [1, 77]}


# Engine and oracle


def test_the_toy_game_agrees_with_its_oracle(harbour: Subject) -> None:
    assert list(agreement_faults(harbour)) == []


def test_a_disagreement_shows_lesson_position_and_both_answers(harbour: Subject, broken: Broken) -> None:
    def first_wins(settings: Any, kind: str, position: Any) -> Any:
        return {"winner": 0} if kind == "race" else harbour.engine.oracle(settings, kind, position)

    faults = list(agreement_faults(broken(oracle=first_wins)))
    assert len(faults) == 3  # the most that are reported of a lesson
    heading, ours, theirs = faults[0].splitlines()
    assert heading.startswith("engine and oracle disagree: lesson 'race', proposal ")
    question = json.loads(heading[heading.index("{") :])
    assert (question["kind"], len(question["in"]["ships"])) == ("race", 2)
    assert (ours, theirs) == ('  engine: {"winner": 1}', '  oracle: {"winner": 0}') or "null" in ours


def test_what_only_one_of_them_can_answer_is_a_disagreement(broken: Broken) -> None:
    faults = list(agreement_faults(broken(oracle=refuses)))
    assert faults[0].endswith("\n  oracle: not possible: I know no ships")
    assert '\n  engine: {"' in faults[0]


def test_what_neither_can_answer_is_none(harbour: Subject, broken: Broken) -> None:
    assert list(agreement_faults(broken(lessons=altered(harbour, "race", propose=beyond)))) == []


def test_an_answer_that_changes_its_position_is_told(harbour: Subject, broken: Broken) -> None:
    def sorts(settings: Any, rules: Any, kind: str, position: Any) -> Any:
        out = harbour.engine.answer(settings, rules, kind, position)
        position["ships"].sort()
        return out

    assert any(
        "answering it changed the position; it was {'ships': [" in fault
        for fault in agreement_faults(broken(answer=sorts))
    )


# Lessons


def test_the_lessons_of_the_toy_game_hold(harbour: Subject) -> None:
    assert list(lesson_faults(harbour)) == []


def test_a_position_that_is_not_possible_names_its_lesson(harbour: Subject, broken: Broken) -> None:
    (fault,) = lesson_faults(broken(lessons=altered(harbour, "race", propose=beyond)))
    assert fault.startswith(
        "a lesson proposes what is not possible: there is no such ship among [1, 77]\n  lesson 'race'"
    )
    assert fault.endswith('proposal 0: {"kind": "race", "in": {"ships": [1, 77]}}')


def test_a_lesson_that_nothing_shows_is_told_of_the_plain_definition_alone(harbour: Subject, broken: Broken) -> None:
    never = broken(lessons=altered(harbour, "race", shows=lambda position, out: False))
    (fault,) = lesson_faults(never)
    assert fault.startswith("no position was found that shows 'race': ")
    assert list(lesson_faults(replace(never, name="small"))) == []


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"id": "stays"}, "there are two lessons 'stays'"),
        ({"twin": Twin("nothing", lambda random, position: position)}, "look-alike of 'nothing', and there is no such"),
    ],
)
def test_lessons_that_contradict_each_other_are_told(
    changes: dict[str, Any], message: str, harbour: Subject, broken: Broken
) -> None:
    assert any(message in fault for fault in lesson_faults(broken(lessons=altered(harbour, "race", **changes))))


def test_a_kind_that_the_engine_does_not_know_is_told(broken: Broken) -> None:
    fault = next(iter(lesson_faults(broken(answer=Door({"race": lambda rules, position: {}})))))
    assert fault == "lesson 'stays' is of the kind 'may-leave', which is not among the kinds of the engine"


def test_examples_without_words_are_told_by_language(broken: Broken) -> None:
    wordless = broken(explain=lambda settings, example: Tableau(phrase("heading-race"), (), phrase("unheard-of")))
    faults = list(lesson_faults(wordless))
    assert any("example 'race' in 'en': " in fault and "unheard-of" in fault for fault in faults)
    assert any("example 'stays' in 'ja': " in fault for fault in faults)


def test_an_example_that_prints_an_empty_text_is_told(broken: Broken) -> None:
    blank = Row((MiniCard({}, ("",)),))
    faults = list(lesson_faults(broken(explain=lambda *arguments: Tableau(phrase("rules"), (blank,), phrase("rules")))))
    assert faults[0].startswith("example 'race' prints an empty text in 'en' (named): (")


@pytest.mark.parametrize("rows", [(), (Row((), role="palette"),)], ids=["no row", "a row without cards and words"])
def test_an_example_that_prints_nothing_of_its_position_is_told(rows: tuple[Row, ...], broken: Broken) -> None:
    tableau = Tableau(phrase("rules"), rows, phrase("rules"))
    faults = list(lesson_faults(broken(explain=lambda *arguments: tableau)))
    assert faults[0].startswith("example 'race' prints nothing of its position: ")


def test_a_crash_of_a_lesson_says_which_it_was(harbour: Subject, broken: Broken) -> None:
    with pytest.raises(ZeroDivisionError) as raised:
        list(lesson_faults(broken(lessons=altered(harbour, "stays", propose=lambda random: 1 // 0))))
    assert raised.value.__notes__ == ["while lesson 'stays' proposed its position 0"]


def test_examples_on_which_the_oracle_disagrees_are_not_passed_over(harbour: Subject, broken: Broken) -> None:
    with pytest.raises(VerificationError, match="the oracle says"):
        list(lesson_faults(broken(oracle=lambda settings, kind, position: {"winner": 0})))


# Misreadings


def misread(name: str, patch: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda settings: (Misreading(name, phrase("rules"), patch),)


@dataclass
class Other:
    """No record of rules."""


def test_the_misreadings_of_the_toy_game_hold(harbour: Subject) -> None:
    assert list(misreading_faults(harbour)) == []


@pytest.mark.parametrize(
    ("patch", "message"),
    [
        (lambda rules: rules, "misreading 'wrong' replaces nothing; it must replace exactly one"),
        (replace, "misreading 'wrong' replaces nothing; it must replace exactly one"),
        (
            lambda rules: replace(rules, stronger=lambda a, b: a < b, may_leave=lambda a, b: True),
            "misreading 'wrong' replaces 2 fields of the rules (may_leave, stronger); it must replace exactly one",
        ),
        (lambda rules: Other(), "misreading 'wrong' makes a Other of Rules"),
    ],
)
def test_a_misreading_that_is_not_one_decision_is_told(
    patch: Callable[[Any], Any], message: str, broken: Broken, monkeypatch: pytest.MonkeyPatch
) -> None:
    subject = broken(misreadings=misread("wrong", patch), answer=lambda settings, rules, kind, position: {"winner": 0})
    subject = replace(subject, engine=replace(subject.engine, oracle=lambda *arguments: {"winner": 0}))
    assert next(iter(misreading_faults(subject))) == message


def test_a_misreading_that_changes_nothing_is_told(broken: Broken) -> None:
    idle = misread("idle", lambda rules: replace(rules, stronger=lambda a, b: b < a))
    (fault,) = misreading_faults(broken(misreadings=idle))
    assert fault.startswith("the misreading 'idle' changes no answer in ")


def test_a_misreading_that_no_example_kills_is_told_with_a_position_where_it_matters(
    harbour: Subject, broken: Broken
) -> None:
    # Who may leave is asked, and the headline does not tell.
    mute = broken(lessons=altered(harbour, "stays", headline=lambda out: None))
    (fault,) = misreading_faults(mute)
    assert fault.startswith("no printed example rules out the misreading 'equal-leaves': name it in the `needs`")
    assert "unkilled={'harbour': [...]}" in fault
    assert "\n  rightly read: {'verdict': 'not-allowed'}\n  misread:      {'verdict': 'allowed'}" in fault
    assert list(misreading_faults(mute, ["equal-leaves"])) == []


def test_a_list_of_unkilled_ones_that_is_out_of_date_is_told(harbour: Subject) -> None:
    faults = list(misreading_faults(harbour, ["equal-leaves", "gone"]))
    assert faults == [
        "'equal-leaves' is listed as unkilled, and the example 'stays' kills it: take it off the list",
        "'gone' is listed as unkilled, and there is no such misreading here: take it off the list",
    ]


def test_two_misreadings_of_one_name_are_told(harbour: Subject, broken: Broken) -> None:
    twice = broken(misreadings=lambda settings: harbour.engine.misreadings(settings) * 2)
    assert "there are two misreadings 'equal-leaves'" in list(misreading_faults(twice))


# Examples are searched once, and are the same everywhere


def test_equal_settings_share_one_search(harbour: Subject) -> None:
    examples = examples_of(harbour.engine, harbour.settings)
    assert examples_of(harbour.engine, replace(harbour.settings)) is examples
    assert examples_of(harbour.engine, replace(harbour.settings, hand=1)) is not examples
    assert examples_of(harbour.engine, harbour.settings, seed=1) is not examples


def test_another_process_finds_the_same(harbour: Subject) -> None:
    assert list(repeat_faults(harbour)) == []


def test_what_depends_on_the_process_is_told(broken: Broken) -> None:
    # The other process runs the toy game as it is.
    (fault,) = repeat_faults(broken(figures=lambda settings: {"order": 0}))
    first, here, there = fault.splitlines()
    assert first.startswith("the figures differ with the order of sets (PYTHONHASHSEED=")
    assert (here, there) == ("  here:  {'order': 0}", "  there: {'numbers': [1, 2, 3, 4, 5], 'hand': 2}")


def test_a_process_that_fails_is_told_with_what_it_said(harbour: Subject) -> None:
    (fault,) = repeat_faults(replace(harbour, game="nothing"))
    assert fault.startswith("another process could not search the examples:\n")
    assert "there is no game 'nothing' in " in fault


def test_an_order_of_a_set_shows_in_another_process(site: Path, tmp_path: Path, harbour: Subject) -> None:
    file = site / "harbour" / "rules" / "record.py"
    text = file.read_text(encoding="utf-8")
    spoilt = text.replace('"hand": settings.hand}', '"hand": list({str(n) for n in range(settings.hand)})}')
    assert spoilt != text
    file.write_text(spoilt, encoding="utf-8")
    try:
        (fault,) = repeat_faults(harbour)
        assert fault.startswith("the figures differ")
    finally:
        file.write_text(text, encoding="utf-8")


def test_a_game_that_is_nowhere_is_told_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(LookupError, match=r"no games.toml has a table \[nowhere\]; there are those of shipped"):
        Definitions("nowhere", None, {}).subject("nowhere", tmp_path)
