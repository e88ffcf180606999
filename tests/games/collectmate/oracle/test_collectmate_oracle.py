"""The oracle of collectmate against the conformance cases and positions worked by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pnp.games.collectmate.oracle.answer import oracle
from pnp.games.core.answer import PositionError
from tests.games.collectmate.oracle.spelled import (
    COLOURS,
    PAIR,
    POINTS,
    cards,
    collectmate,
    declarable,
    points,
    score,
    showdown,
    take,
)

CASES = json.loads((Path(__file__).parents[2] / "cases" / "collectmate.json").read_text("utf-8"))["cases"]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_oracle_answers_the_conformance_case_of_collectmate(case: dict[str, Any]) -> None:
    out, want = oracle(collectmate(), case["kind"], case["in"]), case["out"]
    if case["kind"] == "take":
        out, want = ({**answer, "colours": sorted(answer["colours"])} for answer in (out, want))
    assert out == want


# What a group scores


@pytest.mark.parametrize(
    ("group", "expected"),
    [
        ("*r *r *r", 1),
        ("-r -r -r", 1),
        ("*r *r *r *r", 1),
        ("*o *o *o *o", 2),
        ("*r *r *b", 0),
        ("*r *r *b *b", 0),
        ("*rb *rb *rb *r", 2),
        ("*rby *rby *by *r", 3),
        ("*rbyogp *rbyogp *rbyogp", 9),
        ("* * *", 0),
        ("* * * *", 0),
        ("*rogp *rogp *rogp -rogp", 0),
        ("-r -r *r", 0),
    ],
)
def test_a_group_of_one_centre_scores_each_colour_on_three_of_its_cards(group: str, expected: int) -> None:
    assert points(group) == expected


@pytest.mark.parametrize("colour", COLOURS.values())
def test_what_a_colour_scores_is_a_figure_of_the_definition(colour: str) -> None:
    group = " ".join(["*rbyogp"] * 3)
    assert points(group, settings=collectmate({colour: 7})) == 9 - POINTS[colour] + 7


def test_on_how_many_cards_a_colour_has_to_stand_is_a_figure_of_the_definition() -> None:
    assert points("*r *r *b", settings=collectmate(enough=2)) == 1
    assert points("*r *r *b *b", settings=collectmate(enough=2)) == 2
    assert points("*r *r *r *b", settings=collectmate(enough=4)) == 0
    assert points("*r *r *r *r", settings=collectmate(enough=4)) == 1


@pytest.mark.parametrize(
    ("group", "one_less", "pairs"),
    [
        ("*+rest * *", 0, 0),
        ("*+rest *+rest *", 1, 1),
        ("*+rest *+rest *+rest", 2, 3),
        ("*+rest *+rest *+rest *+rest", 3, 6),
        ("*+rest+two *+two+fail *+wizard+rest", 2, 2),
        ("*+rest+two *+two+fail *+two+rest", 3, 4),
        ("*+rest *+rest -+rest", 0, 0),
    ],
)
def test_equal_tags_in_a_group_count_as_the_reading_says(group: str, one_less: int, pairs: int) -> None:
    assert points(group, tags=True) == one_less
    assert points(group, tags=True, settings=collectmate(readings={"equal_tags": "pairs"})) == pairs


def test_tags_count_only_with_the_option() -> None:
    assert points("*+rest *+rest *r") == 0
    assert points("*r+rest *r+rest *r") == 1
    assert points("*r+rest *r+rest *r", tags=True) == 2


def test_what_a_tag_scores_is_a_figure_of_the_definition() -> None:
    assert points("*r+rest *r+rest *r+rest", tags=True, settings=collectmate(tag_points=5)) == 11
    pairs = collectmate(tag_points=5, readings={"equal_tags": "pairs"})
    assert points("*r+rest *r+rest *r+rest", tags=True, settings=pairs) == 16


def test_tags_need_no_three_cards_and_colours_no_two() -> None:
    assert points("*r+rest *r+rest *", tags=True) == 1
    assert points("*r+rest *r+rest *", tags=True, settings=collectmate(enough=2)) == 2


# What a hand scores


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        # Three reds and three blues, with the other card in either group.
        ("*r *r *r *b *b *b *", 2),
        # Five reds are no two groups of three.
        ("*r *r *r *r *r * *", 1),
        # Six are: three in each group.
        ("*r *r *r *r *r *r *", 2),
        # A card with both colours serves one group only.
        ("*rb *r *r *b * * *", 1),
        ("*rb *r *r *b *b * *", 1),
        ("*rb *r *r *b *b *b *", 2),
        # Green on three cards of the hand, but never in one group: one is hollow.
        ("*g *g -g * * * -", 0),
        # Four hollow cards score all together; three dots score apart.
        ("-rby -rby -rby -rby *o *o *o", 5),
        # Two dots spoil one group, and the other still counts.
        ("-o -o -o -p - * *", 2),
        ("-o -o -o -o - * *", 2),
        # Three dots and four hollow cards without colours.
        ("* * * - - - -", 0),
    ],
)
def test_the_best_split_of_a_hand_counts(hand: str, expected: int) -> None:
    assert score(hand) == expected
    assert score(" ".join(reversed(hand.split()))) == expected


def test_a_better_colour_is_worth_giving_up_another() -> None:
    # Purple takes the double card from red: 2 + 0 instead of 1 + 0.
    assert score("*rp *p *p *r *r - -") == 2
    assert score("*rp *p *p *r *r - -", settings=collectmate({"red": 3})) == 3


def test_tags_match_inside_a_group_only() -> None:
    # The dots and the hollow cards cannot stand together, so no tag is there twice.
    assert score("*+rest * * -+rest - - -", tags=True) == 0
    assert score("*+rest *+rest * -+rest - - -", tags=True) == 1
    assert score("*+rest *+rest * -+rest -+rest -+rest -", tags=True) == 3
    assert score("*+rest *+rest * -+rest -+rest -+rest -", tags=False) == 0


def test_tags_and_colours_compete_for_the_cards() -> None:
    # Alone the four tagged cards are worth 3, the four reds 1; both groups share the middle one.
    assert score("*+a *+a *+a *r+a *r *r *r", tags=True) == 4
    assert score("*+a *+a *+a *r+a *r *r *", tags=True) == 3
    assert score("*+a *+a *+a *r+a *r *r *", tags=False) == 1


def test_a_hand_that_is_not_complete_counts_its_valid_group_or_nothing() -> None:
    nothing = collectmate(readings={"incomplete_hand": "nothing"})
    assert score("-o -o -o -p - * *") == 2
    assert score("-o -o -o -p - * *", settings=nothing) == 0
    assert score("-o -o -o -p * * *") == 2
    assert score("-o -o -o -p * * *", settings=nothing) == 2
    assert score("-o -o -o *r *r *r *b") == 3
    assert score("-o -o -o *r *r *r *b", settings=nothing) == 3
    assert score("-+a -+a - - - * *", tags=True, settings=nothing) == 0


# Complete hands


@pytest.mark.parametrize(
    ("dots", "complete"), [(0, True), (1, False), (2, False), (3, True), (4, True), (5, False), (6, False), (7, True)]
)
def test_a_hand_is_complete_with_three_or_four_or_no_cards_of_a_centre(dots: int, complete: bool) -> None:
    hand = ["*r"] * dots + ["-b"] * (7 - dots)
    assert declarable(" ".join(hand)) is complete
    assert declarable(" ".join(["*"] * dots + ["-"] * (7 - dots))) is complete


def test_the_sizes_of_the_groups_are_figures_of_the_definition() -> None:
    two_and_three = collectmate(hand=5, groups=(2, 3), enough=2)
    assert declarable("* * - - -", two_and_three) is True
    assert declarable("* - - - -", two_and_three) is False
    assert score("*r *r -b -b -b", settings=two_and_three) == 2
    assert points("*r *r", settings=two_and_three) == 1
    thrice = collectmate(hand=6, groups=(2, 2, 2), enough=2)
    assert declarable("* * - - - -", thrice) is True
    assert declarable("* * * - - -", thrice) is False
    assert score("*r *r *b -b -o -o", settings=thrice) == 3
    assert score("*r *r *b *b *o *o", settings=thrice) == 4
    assert score("*r *r *r *r *o *o", settings=thrice) == 4
    alone = collectmate(hand=4, groups=(4,))
    assert declarable("* * * *", alone) is True
    assert declarable("* * * -", alone) is False
    assert score("*r *r *r *b", settings=alone) == 1


# The showdown


@pytest.mark.parametrize(
    ("scores", "declarer", "final", "winner"),
    [
        ([3, 3], 0, [3, 4], 1),
        ([3, 2], 0, [3, 2], 0),
        ([3, 4], 0, [3, 5], 1),
        ([0, 0, 0], 1, [1, 0, 1], 2),
        ([5, 2, 5, 5], 1, [6, 2, 6, 6], 2),
        ([5, 2, 1, 5], 2, [6, 3, 1, 6], 3),
        ([5, 2, 1, 4], 2, [6, 3, 1, 5], 0),
        ([2, 3, 3, 1, 2], 4, [3, 4, 4, 1, 2], 1),
        ([4, 5, 4, 4], 1, [4, 5, 4, 4], 1),
    ],
)
def test_the_counter_adds_to_those_who_did_not_declare_and_have_as_much(
    scores: list[int], declarer: int, final: list[int], winner: int
) -> None:
    assert showdown(scores, declarer) == (final, winner)


def test_what_the_counter_adds_is_a_figure_of_the_definition() -> None:
    assert showdown([3, 3, 2], 0, settings=collectmate(counter_points=4)) == ([3, 7, 2], 1)


def test_without_the_counter_the_declarer_or_the_nearest_other_wins_a_tie() -> None:
    others = collectmate(readings={"tie_without_counter": "others"})
    assert showdown([3, 3, 3], 1, counter=False) == ([3, 3, 3], 1)
    assert showdown([3, 3, 3], 1, counter=False, settings=others) == ([3, 3, 3], 2)
    assert showdown([3, 3, 2], 1, counter=False, settings=others) == ([3, 3, 2], 0)
    assert showdown([3, 4, 3], 1, counter=False, settings=others) == ([3, 4, 3], 1)


@pytest.mark.parametrize("reading", ["declarer", "others"])
def test_among_the_others_the_nearest_after_the_declarer_wins_a_tie(reading: str) -> None:
    settings = collectmate(readings={"tie_without_counter": reading})
    assert showdown([5, 1, 2, 5, 5], 2, counter=False, settings=settings) == ([5, 1, 2, 5, 5], 3)
    assert showdown([5, 5, 2, 1, 1], 2, counter=False, settings=settings) == ([5, 5, 2, 1, 1], 0)
    assert showdown([5, 1, 2, 5, 5], 2, settings=settings) == ([6, 1, 2, 6, 6], 3)


def test_whether_the_counter_is_in_force_is_asked_by_the_position() -> None:
    assert showdown([3, 3], 0, counter=True, settings=collectmate(counter=False)) == ([3, 4], 1)
    assert showdown([3, 3], 0, counter=False, settings=collectmate(counter=True)) == ([3, 3], 0)


@pytest.mark.parametrize(
    ("scores", "declarer", "message"),
    [
        ([3], 0, "each of 2 to 5 seats"),
        ([3] * 6, 0, "each of 2 to 5 seats"),
        (None, 0, "is a list"),
        ([3, -1], 0, "0 or more"),
        ([3, 2.0], 0, "whole number"),
        ([3, True], 0, "whole number"),
        ([3, 3], 2, "seat from 0 to 1"),
        ([3, 3], -1, "seat from 0 to 1"),
        ([3, 3], False, "seat from 0 to 1"),
        ([3, 3], None, "seat from 0 to 1"),
    ],
)
def test_a_showdown_that_cannot_be_has_no_answer(scores: Any, declarer: Any, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        showdown(scores, declarer)


# Take open


@pytest.mark.parametrize(
    ("hand", "field", "colours"),
    [
        ("*r *r * * * * *", "*r", {"red"}),
        ("*r * * * * * *", "*r", set()),
        ("*r *r *r *r * * *", "*rb", {"red"}),
        ("*rb *rb * * * * *", "*rby", {"red", "blue"}),
        ("*r *b * * * * *", "*rb", set()),
        ("*r *r *b *b * * *", "*y", set()),
        ("* * * * * * *", "*", set()),
        ("*p *p *g *g *o *o *", "-rgp", {"green", "purple"}),
    ],
)
def test_a_field_card_is_taken_by_a_colour_on_two_cards_of_the_hand(hand: str, field: str, colours: set[str]) -> None:
    assert take(hand, field) == colours


def test_centres_count_for_a_take_only_if_the_reading_says_so() -> None:
    same = collectmate(readings={"take_centres": "same"})
    assert take("*r -r *b *b * * *", "-rb") == {"red", "blue"}
    assert take("*r -r *b *b * * *", "-rb", same) == set()
    assert take("*r -r *b *b * * *", "*rb", same) == {"blue"}
    assert take("-r -r *b *b * * *", "-rb", same) == {"red"}


def test_how_many_cards_are_laid_open_is_a_figure_of_the_definition() -> None:
    assert take("*r *r *b *g * * *", "*rbg", collectmate(open_=2)) == {"red", "blue", "green"}
    assert take("*r *r *r *b *b * *", "*rb", collectmate(open_=4)) == {"red"}


# Refusals


@pytest.mark.parametrize(("kind", "extra"), [("hand_score", {"tags": False}), ("declarable", {}), ("take", {})])
@pytest.mark.parametrize("size", [0, 6, 8])
def test_a_hand_has_all_its_cards(kind: str, extra: dict[str, Any], size: int) -> None:
    position = {"hand": cards(" ".join(["*r"] * size)), "field": cards("*r")[0], **extra}
    with pytest.raises(PositionError, match=f"a hand has 7 cards, not {size}"):
        oracle(collectmate(), kind, position)


@pytest.mark.parametrize("size", [0, 2, 5, 7])
def test_a_group_has_one_of_the_sizes_of_the_definition(size: int) -> None:
    with pytest.raises(PositionError, match=f"a group has 3 or 4 cards, not {size}"):
        points(" ".join(["*r"] * size))


@pytest.mark.parametrize(
    ("card", "message"),
    [
        (None, "dot, colours and tags"),
        (["red"], "dot, colours and tags"),
        ({"dot": True, "colours": []}, "dot, colours and tags"),
        ({"dot": True, "colours": [], "tags": [], "size": 1}, "dot, colours and tags"),
        ({"dot": 1, "colours": [], "tags": []}, "true or false"),
        ({"dot": True, "colours": ["black"], "tags": []}, "no colour 'black'"),
        ({"dot": True, "colours": ["red", "red"], "tags": []}, "once"),
        ({"dot": True, "colours": "red", "tags": []}, "list of words"),
        ({"dot": True, "colours": [1], "tags": []}, "list of words"),
        ({"dot": True, "colours": [], "tags": ["rest", "rest"]}, "once"),
        ({"dot": True, "colours": [], "tags": [["rest"]]}, "list of words"),
    ],
)
def test_what_is_no_card_of_collectmate_has_no_answer(card: Any, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        oracle(collectmate(), "group_points", {"group": [*PAIR, card], "tags": True})
    with pytest.raises(PositionError, match=message):
        oracle(collectmate(), "take", {"hand": [*PAIR * 3, PAIR[0]], "field": card})


@pytest.mark.parametrize("switch", [None, 1, "on"])
def test_an_option_is_on_or_off(switch: Any) -> None:
    with pytest.raises(PositionError, match="'tags' is true or false"):
        points("*r *r *r", tags=switch)
    with pytest.raises(PositionError, match="'counter' is true or false"):
        showdown([1, 1], 0, counter=switch)


@pytest.mark.parametrize("value", [None, 3, "*r *r *r", {"hand": []}])
def test_a_group_is_a_list_of_cards(value: Any) -> None:
    with pytest.raises(PositionError, match="a group is a list of cards"):
        oracle(collectmate(), "group_points", {"group": value, "tags": True})


def test_an_unknown_kind_of_collectmate_is_named_with_those_there_are() -> None:
    with pytest.raises(PositionError, match="no kind of case 'best'; it has hand_score"):
        oracle(collectmate(), "best", {})


@pytest.mark.parametrize("kind", ["hand_score", "group_points", "declarable", "showdown", "take"])
def test_a_missing_key_of_collectmate_is_named(kind: str) -> None:
    with pytest.raises(PositionError, match="lacks '"):
        oracle(collectmate(), kind, {})
    with pytest.raises(PositionError, match="an object with keys"):
        oracle(collectmate(), kind, [])  # type: ignore[arg-type]
