"""Rule checks of kasane, each beside a look-alike."""

from __future__ import annotations

import re

import pytest

from pnp.games.kasane.oracle.answer import oracle
from pnp.games.kasane.teaching.lessons import lessons
from pnp.model.text import say
from tests.games.kasane.definitions import KASANE, VARIANTS
from tests.games.kasane.examples import example, found_in, row_of, tableau_of, word
from tests.games.shipped import ROOT

VERDICTS = {
    "check-take": None,
    "check-take-covered": "not-top",
    "check-take-empty": "empty-row",
    "check-hand": None,
    "check-hand-order": "hand-order",
    "check-hand-gap": "not-from-top",
    "check-hand-taken": "skips-taken",
    "check-hand-turn": "condition",
    "check-field": None,
    "check-field-first": None,
    "check-field-last": "field-first",
    "check-field-two": "field-one",
    "check-build-below": "field-one",
    "check-build-plus": "plus-one-closed",
    "check-plus": None,
    "check-plus-now": "no-yaku-after-plus-one",
    "check-slot": None,
    "check-slot-covered": "slot-covered",
    "check-size": None,
    "check-size-missing": "no-slot",
    "check-one": None,
    "check-one-second": "one-yaku",
}


@pytest.mark.parametrize(("lesson", "violation"), VERDICTS.items())
def test_each_check_of_kasane_has_its_verdict(lesson: str, violation: str | None) -> None:
    sample = example("kasane", lesson)
    assert sample.out["violation"] == violation
    assert sample.out["verdict"] == ("not-allowed" if violation else "allowed") == tableau_of("kasane", lesson).mark


def test_every_violation_that_the_engine_knows_has_a_check_and_a_legal_look_alike() -> None:
    rules = ROOT / "pnp" / "games" / "kasane" / "rules"
    source = (rules / "achieving.py").read_text("utf-8")
    known = set(re.findall(r'(?:refused|Violation)\(\s*"([a-z-]+)"', source))
    shown = {sample.out["violation"]: sample for sample in found_in("kasane").examples if sample.form == "check"}
    # a yaku of several cards that all come from the field breaks another rule too: the check of that rule is enough
    assert known - {"hand-needed"} == set(shown) - {None} and len(known) == 14
    twins = {lesson.id: lesson.twin for lesson in lessons(KASANE)}
    for code, sample in shown.items():
        twin = twins[sample.lesson]
        assert code is None or (twin is not None and example("kasane", twin.of).out["verdict"] == "allowed")


@pytest.mark.parametrize("lesson", ["order", "gap", "taken", "turn"])
def test_the_checks_of_the_hand_have_the_same_cards(lesson: str) -> None:
    sample, other = example("kasane", "check-hand"), example("kasane", f"check-hand-{lesson}")
    assert sorted(sample.position["hand"]) == sorted(other.position["hand"]) and len(sample.position["hand"]) == 4
    assert sample.position["hand"] != other.position["hand"] and sorted(row_of(sample)) == sorted(row_of(other))


@pytest.mark.parametrize("lesson", ["first", "last", "two"])
def test_the_checks_of_the_field_have_the_same_row(lesson: str) -> None:
    sample, other = example("kasane", "check-field"), example("kasane", f"check-field-{lesson}")
    assert row_of(sample) == row_of(other)
    assert {place for place, _ in sample.position["move"]["row"]} == {"hand"}
    assert "field" in {place for place, _ in other.position["move"]["row"]}


@pytest.mark.parametrize("name", ["kasane", "kasane-variants", "more-slots", "other-yaku"])
def test_a_field_that_is_declined_could_have_begun_the_yaku(name: str) -> None:
    sample = example(name, "check-field")
    *_, top = field = sample.position["field"]
    again = [["field", len(field) - 1], *sample.position["move"]["row"][1:]]
    begun = {**sample.position, "move": {**sample.position["move"], "row": again}}
    assert oracle(VARIANTS[name], "may_achieve", begun)["verdict"] == "allowed"
    if name == "kasane":
        assert f"the {top} need not be used" in word("en")(tableau_of(name, "check-field").verdict)


@pytest.mark.parametrize("lesson", ["check-field", "check-field-first"])
def test_a_row_of_the_field_is_one_yaku_alone(lesson: str) -> None:
    row = row_of(example("kasane", lesson))
    assert oracle(VARIANTS["kasane"], "form", {"row": row})["yes"] == ["kagen"]


def test_a_plus_one_takes_the_place_of_a_one() -> None:
    sample, other = example("kasane", "check-field"), example("kasane", "check-build-plus")
    assert row_of(sample)[1:] == row_of(other)[1:] and row_of(other)[0] == "+1"
    as_one = {"yaku": other.position["move"]["yaku"], "row": [1, *row_of(other)[1:]]}
    assert oracle(VARIANTS["kasane"], "fits", as_one) == {"ok": True}
    assert other.position["field"] == [*sample.position["field"], "+1"]
    now, before = example("kasane", "check-plus-now"), example("kasane", "check-plus")
    assert [now.position[key] for key in ("hand", "field", "move")] == [
        before.position[key] for key in ("hand", "field", "move")
    ]
    assert now.position["took"] == "+1" != before.position["took"]


def test_a_row_below_a_plus_one_is_drawn_as_it_is_tried() -> None:
    sample, other = example("kasane", "check-field"), example("kasane", "check-build-below")
    assert other.position["field"] == [*sample.position["field"], "+1"]
    assert row_of(other) == [sample.position["field"][-1], *row_of(sample)[1:]]
    tried = {"yaku": other.position["move"]["yaku"], "row": row_of(other)}
    assert oracle(VARIANTS["kasane"], "fits", tried) == {"ok": True}
    tableau = tableau_of("kasane", "check-build-below")
    on_field = next(row for row in tableau.rows if row.role == "field")
    assert [card.state for card in on_field.cards][-2:] == ["counted", "dimmed"]
    assert word("en")(tableau.verdict) == (
        "Not allowed: no card under a +1 can be used while it is on top of your field."
    )


def test_the_second_slot_pays_less_and_then_all_are_covered() -> None:
    sample, other = example("kasane", "check-slot"), example("kasane", "check-slot-covered")
    ((yaku, size, tokens),) = sample.position["taken"]
    slots = next(item for item in KASANE.yaku if item.id == yaku).slots
    points = next(item.points for item in slots if item.cards == size)
    assert tokens == 1 and sample.out["points"] == points[1] < points[0]
    assert other.position["taken"] == [[yaku, size, 2]] and other.position["hand"] == sample.position["hand"]


def test_another_size_is_open_and_two_cards_have_no_slot() -> None:
    sample, other = example("kasane", "check-size"), example("kasane", "check-size-missing")
    ((_, size, _),) = sample.position["taken"]
    assert size < len(row_of(sample)) and other.position["taken"] == sample.position["taken"]
    assert len(row_of(other)) < size and row_of(sample)[-len(row_of(other)) :] == row_of(other)
    assert other.position["hand"] == row_of(other)


@pytest.mark.parametrize("name", ["kasane", "kasane-variants", "no-field-card", "odd-only", "single-cards"])
def test_the_second_yaku_of_a_turn_is_one_but_for_the_first(name: str) -> None:
    settings = VARIANTS[name]
    sample, other = example(name, "check-one"), example(name, "check-one-second")
    position = other.position
    assert {key: sample.out[key] for key in ("hand", "field")} == {key: position[key] for key in ("hand", "field")}
    assert (sample.position["done"], position["done"]) == (0, 1)
    assert position["field"][-1] == position["took"] == sample.position["took"]
    assert position["taken"] == position["own"] == [[sample.position["move"]["yaku"], len(row_of(sample)), 1]]
    # In a turn of its own, in which the top of the hand was taken, it would be allowed.
    own_turn = {**position, "done": 0, "took": position["hand"][-1]}
    assert oracle(settings, "may_achieve", own_turn)["verdict"] == "allowed"


def test_the_name_of_the_yaku_that_the_turn_has_laid_is_printed() -> None:
    sample, tableau = example("kasane", "check-one"), tableau_of("kasane", "check-one-second")
    first = next(yaku for yaku in KASANE.yaku if yaku.id == sample.position["move"]["yaku"])
    laid = "-".join(map(str, row_of(sample)))
    said = f"Not allowed: you have already made {say(first.name, 'en')} ({laid}) this turn; "
    assert word("en")(tableau.verdict).startswith(said)
    assert [row.role for row in tableau.rows if row.role != "slots"] == ["field", "hand"]


def test_the_top_of_the_field_is_declined_for_more_points() -> None:
    sample = example("kasane", "best-of-hand")
    ((yaku, _, uses_field, _),) = sample.out["best"]
    ways = oracle(KASANE, "achievable", sample.position)["achievable"]
    assert not uses_field and any(other != yaku and begun for other, _, begun, _ in ways)
