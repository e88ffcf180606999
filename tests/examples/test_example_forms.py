"""Ranking, rechecking, the JSON form, the printed strings and the table."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from pnp.diagnostics import VerificationError
from pnp.examples import example_from_json, example_json, find_examples, recheck, strings, table
from pnp.examples.example_set import rank
from pnp.examples.verify import Rechecked, rechecker
from pnp.games.core.engine import Engine
from pnp.games.core.lesson import Example, Lesson
from pnp.games.core.tableau import MiniCard, Row, Tableau
from pnp.model.text import Phrase, Translated, phrase


def lesson(name: str, rank: int) -> Lesson:
    return Lesson(
        name,
        "example",
        "any",
        phrase(name),
        lambda random: {},
        lambda position, out: True,
        lambda out: None,
        lambda position: 1,
        rank=rank,
    )


def example(name: str, lesson: str, form: Any, kills: str) -> Example:
    return Example(name, lesson, form, "any", {}, {}, tuple(kills), 1)


def test_worked_examples_come_by_lesson_and_further_ones_by_what_they_add() -> None:
    lessons = {name: lesson(name, place) for name, place in (("late", 9), ("early", 1))}
    examples = [
        example("late", "late", "example", "xy"),
        example("late-2", "late", "example", "y"),
        example("early", "early", "example", ""),
        example("early-2", "early", "example", "z"),
    ]
    assert [example.id for example in rank(examples, lessons)] == ["early", "late", "early-2", "late-2"]


def test_checks_come_by_the_misreadings_each_adds_then_by_lesson() -> None:
    lessons = {name: lesson(name, place) for place, name in enumerate("abcd")}
    checks = [example(name, name, "check", kills) for name, kills in (("a", ""), ("b", "xy"), ("c", "xy"), ("d", "vw"))]
    assert [example.id for example in rank(checks, lessons)] == ["b", "d", "a", "c"]


def test_worked_examples_stand_before_checks() -> None:
    lessons = {"a": lesson("a", 1), "b": lesson("b", 2)}
    mixed = [example("a", "a", "check", "xyz"), example("b", "b", "example", "")]
    assert [example.id for example in rank(mixed, lessons)] == ["b", "a"]


def test_what_was_found_passes_the_recheck(toy: Engine, settings: Any) -> None:
    for example in find_examples(toy, settings).examples:
        assert recheck(toy, settings, example) == []


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"out": {"winner": None, "total": 0}}, "engine and oracle say"),
        ({"position": {"cards": [1, 99]}}, "not possible"),
        ({"kills": ("equal-too",)}, "no longer kills the misreading 'equal-too'"),
        ({"form": "check"}, "is now of the form 'example'"),
        ({"floor": 7}, "no longer shows"),
    ],
)
def test_the_recheck_sees_a_changed_example(toy: Engine, settings: Any, change: Any, problem: str) -> None:
    higher = next(example for example in find_examples(toy, settings).examples if example.id == "higher")
    problems = recheck(toy, settings, replace(higher, **change))
    assert len(problems) >= 1 and problem in " ".join(problems)


def test_the_recheck_sees_rules_that_changed_since(toy: Engine, settings: Any) -> None:
    higher = next(example for example in find_examples(toy, settings).examples if example.id == "higher")
    assert "no longer shows the lesson" in recheck(toy, replace(settings, least_gap=50), higher)[0]
    assert "the oracle says" in " ".join(
        recheck(toy, replace(settings, oracle_errs=True), replace(higher, position={"cards": [1, 2]}, kills=()))
    )


def test_a_name_that_no_longer_exists_is_noted_and_the_rest_still_looked_at(toy: Engine, settings: Any) -> None:
    higher = next(example for example in find_examples(toy, settings).examples if example.id == "higher")
    look = rechecker(toy, settings)
    killed = replace(higher, kills=(*higher.kills, "odd-wins"))
    assert look(killed) == Rechecked((), ("there is no misreading 'odd-wins' any more",))
    assert look(replace(killed, lesson="highest")).notes == (
        "there is no lesson 'highest' any more: its answer alone is checked",
    )
    assert look(replace(killed, lesson="highest", out={"winner": None, "total": 0})).problems


def test_a_lesson_with_another_floor_above_is_noted(toy: Engine, settings: Any) -> None:
    wide = next(example for example in find_examples(toy, settings).examples if example.id == "higher")
    higher = replace(settings, least_gap=50, lower_gap=1)
    assert rechecker(toy, higher)(wide) == Rechecked((), ("the lesson 'higher' has other floors now",))


def test_an_example_survives_json(toy: Engine, settings: Any) -> None:
    for example in find_examples(toy, settings).examples:
        assert example_from_json(json.loads(json.dumps(example_json(example)))) == example


def test_further_keys_of_an_entry_are_left_alone() -> None:
    entry = example_json(example("a", "a", "check", "x"))
    assert example_from_json({**entry, "places": []}) == example("a", "a", "check", "x")


@pytest.mark.parametrize(
    ("key", "value"), [("id", 3), ("form", "song"), ("kills", "x"), ("kills", [1]), ("in", None), ("floor", "0")]
)
def test_an_altered_entry_is_refused(key: str, value: Any) -> None:
    entry = example_json(example("a", "a", "check", "x"))
    with pytest.raises(VerificationError, match=key if key != "id" else "id"):
        example_from_json({**entry, key: value})


def test_an_entry_without_a_key_is_refused() -> None:
    entry = example_json(example("a", "a", "check", "x"))
    del entry["out"]
    with pytest.raises(VerificationError, match="example a: 'out' is missing"):
        example_from_json(entry)


def test_strings_come_in_reading_order() -> None:
    card = MiniCard({}, ("7", Translated("R", "赤")))
    tableau = Tableau(
        phrase("heading"),
        (Row((card, card), phrase("label"), phrase("note"), titled=True), Row((card,), phrase("other"))),
        phrase("verdict"),
        badge=MiniCard({}, (Translated("G", "緑"),)),
    )

    def word(phrase: Phrase) -> str:
        return phrase.key.upper()

    assert strings(tableau, word, "ja") == (
        "緑",
        "HEADING",
        "LABEL",
        "7",
        "赤",
        "7",
        "赤",
        "7",
        "赤",
        "VERDICT",
    )
    assert strings(tableau, word, "en", "brief") == ("G", "LABEL", "7", "R", "7", "R", "7", "R", "VERDICT")


def test_the_table_has_a_row_per_example_and_a_headline_per_misreading(toy: Engine, settings: Any) -> None:
    example_set = find_examples(toy, settings)
    rows = table(example_set, toy, settings)
    assert [row.example for row in rows] == list(example_set.examples)
    assert all(tuple(row.misread) == settings.misreadings for row in rows)
    assert rows[0].headline == example_set.examples[0].out["winner"]
