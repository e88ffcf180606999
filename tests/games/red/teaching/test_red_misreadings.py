"""Misreadings of red: each is one changed decision, and differs from the rules somewhere."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from pnp.games.red.rules.answer import answer
from pnp.games.red.rules.decisions import rules_of
from pnp.games.red.settings import Criterion, CriterionName, RedSettings
from pnp.games.red.teaching.misreadings import misreadings
from tests.games.misread import answerable, indistinct
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
    "one-rival-enough",
    "tie-to-actor",
    "may-pass",
}


test_red_has_misreadings_that_answer = answerable(
    "red", VARIANTS["red"], position, 5, OF_RED | {"draw-after-discard"}, kinds_of
)


def differing(settings: RedSettings) -> set[str]:
    return indistinct("red", settings, position, kinds_of(rules_of(settings)))


def test_red7_has_those_of_its_own_criteria_and_of_its_score() -> None:
    ids = {misreading.id for misreading in misreadings(VARIANTS["red7"])}
    drawing = {"draw-before-play", "draw-if-equal"}
    scoring = {"score-whole-palette", "goal-exceeded", "scored-return", "last-round-wins"}
    assert ids == OF_RED - {"sum-whole-palette", "sum-at-most"} | {"below-at-most"} | drawing | scoring


def test_where_scored_cards_go_back_a_round_can_always_be_dealt() -> None:
    ids = {misreading.id for misreading in misreadings(VARIANTS["red7-returned"])}
    assert "scored-leave" in ids and not ids & {"scored-return", "last-round-wins"}


@pytest.mark.parametrize("numbers", [(1, 3, 7), (1, 2), (4, 7), (2, 4, 6, 7), (0, 1, 2, 3, 4, 5, 6, 7, 8, 9)])
def test_every_misreading_differs_with_other_numbers(numbers: tuple[int, ...]) -> None:
    assert differing(replace(VARIANTS["red"], numbers=numbers, hand=2, players=(2, 2))) == set()


@pytest.mark.parametrize("criterion", ["highest", "different-colours", "same-number", "run", "odd"])
def test_every_misreading_differs_where_all_colours_have_one_rule(criterion: CriterionName) -> None:
    plain = tuple(replace(colour, rule=Criterion(criterion)) for colour in VARIANTS["red"].colours)
    assert differing(replace(VARIANTS["red"], colours=plain)) == set()


def test_without_a_criterion_its_misreadings_are_left_out() -> None:
    red = VARIANTS["red"]
    plain = tuple(replace(colour, rule=Criterion("highest")) for colour in red.colours)
    ids = {misreading.id for misreading in misreadings(replace(red, colours=plain))}
    assert not ids & {"all-groups", "sum-at-most", "run-wraps", "cards-not-colours", "no-fit-strongest-card"}


@pytest.mark.parametrize("name", NAMES)
def test_a_position_read_once_is_answered_alike_under_every_misreading(name: str) -> None:
    settings = VARIANTS[name]
    plain, random = rules_of(settings), Random(f"{name}: read once")
    all_rules = [plain, *(misreading.patch(plain) for misreading in misreadings(settings))]
    for kind in kinds_of(plain) * 4:
        question = position(plain, random, kind)
        answer_under = answer.under(settings, kind, question)
        assert [answer_under(rules) for rules in all_rules] == [
            answer(settings, rules, kind, question) for rules in all_rules
        ], (
            kind,
            question,
        )


def test_what_is_read_of_a_position_rests_on_figures_that_no_misreading_replaces() -> None:
    for name in NAMES:
        plain = rules_of(VARIANTS[name])
        for misreading in misreadings(VARIANTS[name]):
            facts = ("colours", "deck", "players", "hand", "goals")
            assert all(getattr(misreading.patch(plain), fact) is getattr(plain, fact) for fact in facts), misreading.id
