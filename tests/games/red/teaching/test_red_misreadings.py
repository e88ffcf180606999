"""Every misreading of red is one changed decision, and differs from the rules somewhere."""

from __future__ import annotations

from dataclasses import fields, replace
from random import Random
from typing import Any

import pytest

from pnp.games.core.lesson import Misreading
from pnp.games.red.rules.answer import answer
from pnp.games.red.rules.decisions import rules_of
from pnp.games.red.rules.positions import FACTS
from pnp.games.red.rules.record import Rules
from pnp.games.red.settings import Criterion, CriterionName, RedSettings
from pnp.games.red.teaching.misreadings import misreadings
from pnp.testing import FULL
from tests.games.red.conftest import kinds_of, position
from tests.games.red.definitions import VARIANTS

NAMES = (
    "red",
    "red7",
    "red7-basic",
    "red7-returned",
    "eight",
    "red-single-nothing",
    "red-strongest-card",
    "eight-other-readings",
    "zeros",
    "tiny",
)
OF_RED = {
    "all-groups",
    "sum-whole-palette",
    "sum-at-most",
    "run-duplicates",
    "run-one-colour",
    "run-wraps",
    "run-in-order",
    "cards-not-colours",
    "tie-whole-palette",
    "colour-before-number",
    "last-colour-first",
    "own-colour-only",
    "no-fit-strongest-card",
    "discard-counts",
    "discard-although-out",
    "overtaken-out",
    "tie-to-actor",
    "may-pass",
}


def named(settings: RedSettings, name: str) -> Misreading:
    return next(found for found in misreadings(settings) if found.id == name)


def test_red_has_the_eighteen_misreadings_of_its_rules_and_one_of_drawing() -> None:
    assert {found.id for found in misreadings(VARIANTS["red"])} == OF_RED | {"draw-after-discard"}
    assert len(OF_RED) == 18


def test_red7_has_those_of_its_own_criteria_and_of_its_score() -> None:
    ids = {found.id for found in misreadings(VARIANTS["red7"])}
    drawing = {"draw-before-play", "draw-if-equal"}
    scoring = {"score-whole-palette", "goal-exceeded", "scored-return", "last-round-wins"}
    assert ids == OF_RED - {"sum-whole-palette", "sum-at-most"} | {"below-at-most"} | drawing | scoring


def test_where_scored_cards_go_back_a_round_can_always_be_dealt() -> None:
    ids = {found.id for found in misreadings(VARIANTS["red7-returned"])}
    assert "scored-leave" in ids and not ids & {"scored-return", "last-round-wins"}


@pytest.mark.parametrize("name", NAMES)
def test_a_misreading_replaces_exactly_one_decision(name: str) -> None:
    rules = rules_of(VARIANTS[name])
    names = [field.name for field in fields(Rules) if field.name not in ("found", "found_here")]
    for found in misreadings(VARIANTS[name]):
        patched = found.patch(rules)
        changed = [key for key in names if getattr(patched, key) is not getattr(rules, key)]
        assert len(changed) == 1, found.id
        if changed == ["select"]:
            assert sum(patched.select[key] is not rules.select[key] for key in rules.select) == 1


def indistinct(settings: RedSettings) -> set[str]:
    """The misreadings that answer thousands of random positions as the rules do."""
    rules = rules_of(settings)
    wrong = {found.id: found.patch(rules) for found in misreadings(settings)}
    random = Random(0)
    for round_ in range(6000):
        if not wrong:
            break
        kinds = kinds_of(rules)
        kind = kinds[round_ % len(kinds)]
        asked = position(rules, random, kind)
        right = answer(settings, rules, kind, asked)
        for key in [key for key, patched in wrong.items() if answer(settings, patched, kind, asked) != right]:
            del wrong[key]
    return set(wrong)


@pytest.mark.parametrize("name", NAMES if FULL else NAMES[:1])
def test_every_misreading_differs_from_the_rules_somewhere(name: str) -> None:
    assert indistinct(VARIANTS[name]) == set()


@pytest.mark.parametrize("numbers", [(1, 3, 7), (1, 2), (4, 7), (2, 4, 6, 7), (0, 1, 2, 3, 4, 5, 6, 7, 8, 9)])
def test_every_misreading_differs_with_other_numbers(numbers: tuple[int, ...]) -> None:
    assert indistinct(replace(VARIANTS["red"], numbers=numbers, hand=2, players=(2, 2))) == set()


@pytest.mark.parametrize("criterion", ["highest", "different-colours", "same-number", "run", "odd"])
def test_every_misreading_differs_where_all_colours_have_one_rule(criterion: CriterionName) -> None:
    plain = tuple(replace(colour, rule=Criterion(criterion)) for colour in VARIANTS["red"].colours)
    assert indistinct(replace(VARIANTS["red"], colours=plain)) == set()


def test_a_misreading_leaves_no_trace_in_the_rules() -> None:
    settings = VARIANTS["red"]
    rules = rules_of(settings)
    asked = {"palette": [["red", 2], ["blue", 2], ["red", 5], ["blue", 5]], "rule": "orange"}
    right = answer(settings, rules, "best", asked)
    patched = named(settings, "all-groups").patch(rules)
    assert answer(settings, patched, "best", asked) != right
    assert answer(settings, rules, "best", asked) == right


def test_without_a_criterion_its_misreadings_are_left_out() -> None:
    red = VARIANTS["red"]
    plain = tuple(replace(colour, rule=Criterion("highest")) for colour in red.colours)
    ids = {found.id for found in misreadings(replace(red, colours=plain))}
    assert not ids & {"all-groups", "sum-at-most", "run-wraps", "cards-not-colours", "no-fit-strongest-card"}


RUN = {"rule": "indigo"}
GONE = {"palettes": [[["blue", 1]], [["green", 5]]], "me": 0, "hand": [["red", 6], ["red", 2]], "rule": "red"}


@pytest.mark.parametrize(
    ("name", "asked", "right", "wrong"),
    [
        ("run-wraps", {**RUN, "palettes": [[["red", 1], ["blue", 7]], [["green", 5], ["orange", 6]]]}, 1, 0),
        ("run-in-order", {**RUN, "palettes": [[["red", 4], ["blue", 1], ["red", 3]], [["red", 5]]]}, 0, 1),
        ("run-in-order", {**RUN, "palettes": [[["red", 4], ["blue", 3]], [["red", 5]]]}, 0, 0),
        ("overtaken-out", {**GONE, "move": ["play", ["red", 6], None]}, [0, 1], [0]),
        ("may-pass", {**GONE, "move": ["pass", None, None]}, "not-allowed", "allowed"),
        ("discard-although-out", {**GONE, "move": ["rule", None, ["red", 2]]}, "not-allowed", "out"),
        ("tie-to-actor", {**GONE, "move": ["play", ["red", 2], None]}, "out", "allowed"),
    ],
)
def test_what_a_misreader_would_say(name: str, asked: dict[str, Any], right: object, wrong: object) -> None:
    settings = VARIANTS["red"]
    rules = rules_of(settings)
    kind = "may_move" if "move" in asked else "winner"
    key = "winner" if kind == "winner" else "still_in" if name == "overtaken-out" else "verdict"
    patched = named(settings, name).patch(rules)
    assert answer(settings, rules, kind, asked)[key] == right
    assert answer(settings, patched, kind, asked)[key] == wrong


def test_a_seat_that_goes_out_by_a_misread_discard_draws_nothing() -> None:
    settings = VARIANTS["red"]
    patched = named(settings, "discard-although-out").patch(rules_of(settings))
    asked = {**GONE, "hand": [["red", 2], ["red", 3]], "move": ["both", ["red", 2], ["red", 3]]}
    out = answer(settings, patched, "may_move", asked)
    assert (out["verdict"], out["still_in"], out["draws"]) == ("out", [1], 0)


@pytest.mark.parametrize("name", NAMES)
def test_a_position_read_once_is_answered_alike_under_every_misreading(name: str) -> None:
    settings = VARIANTS[name]
    true, random = rules_of(settings), Random(f"{name}: read once")
    all_rules = [true, *(found.patch(true) for found in misreadings(settings))]
    for kind in kinds_of(true) * 4:
        one = position(true, random, kind)
        asked = answer.under(settings, kind, one)
        assert [asked(rules) for rules in all_rules] == [answer(settings, rules, kind, one) for rules in all_rules], (
            kind,
            one,
        )


def test_what_is_read_of_a_position_rests_on_figures_that_no_misreading_replaces() -> None:
    for name in NAMES:
        true = rules_of(VARIANTS[name])
        for found in misreadings(VARIANTS[name]):
            assert all(getattr(found.patch(true), fact) is getattr(true, fact) for fact in FACTS), found.id
