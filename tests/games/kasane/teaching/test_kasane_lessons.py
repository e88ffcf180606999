"""Lessons of kasane: floors, misreadings killed, tweaked definitions, and worked examples."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from pnp.examples import find_examples
from pnp.games.kasane import ENGINE
from pnp.games.kasane.oracle.answer import oracle
from pnp.games.kasane.teaching.lessons import lessons
from pnp.model.text import Phrase
from pnp.testing import amount
from tests.games.kasane.conftest import field_ways
from tests.games.kasane.definitions import KASANE, PROVED, UNKILLED, VARIANTS
from tests.games.kasane.examples import SHOWN, example, found_in, made, tableau_of, word

UNSHOWN: dict[str, tuple[str, ...]] = {}
"""Lessons without an example, by definition."""


# The set


def test_kasane_leaves_nothing_unshown_and_says_what_it_cannot_kill() -> None:
    left = {name: (list(found_in(name).unkilled), found_in(name).unshown) for name in ("kasane", *PROVED)}
    assert left == {name: (UNKILLED.get(name, []), UNSHOWN.get(name, ())) for name in ("kasane", *PROVED)}


@pytest.mark.parametrize("name", ["kasane", "kasane-variants", "no-field-card", "more-slots", "rising-bonus"])
def test_kasane_needs_no_lower_floor(name: str) -> None:
    assert [sample.id for sample in found_in(name).examples if sample.floor] == []


@pytest.mark.parametrize("seed", range(amount(2, 6)))
@pytest.mark.parametrize("name", ["kasane", "kasane-variants"])
def test_a_hand_that_is_left_at_the_end_never_held_a_yaku(name: str, seed: int) -> None:
    settings = VARIANTS[name]
    sample = next(sample for sample in find_examples(ENGINE, settings, seed).examples if sample.lesson == "final-score")
    hand, field = sample.position["hand"], list(sample.position["field"])
    fields = [list(field)]
    while field and field[-1] == "+1":
        field.pop()
        fields.append(list(field))
    assert len(hand) > 1
    for held in range(1, len(hand) + 1):
        for lies in fields:
            asked = {"hand": hand[:held], "field": lies, "taken": []}
            assert oracle(settings, "best_yaku", asked)["best"] == [], (hand[:held], lies)


@pytest.mark.parametrize("name", ["kasane", *PROVED])
def test_no_card_lies_there_more_often_than_with_any_number_of_players(name: str) -> None:
    settings = VARIANTS[name]
    decks = [oracle(settings, "setup", {"players": set_up.players})["deck"] for set_up in settings.set_up]
    for sample in found_in(name).examples:
        stacks = [sample.position.get(key, []) for key in ("hand", "field", "row")] if sample.kind != "may_take" else []
        stacks += sample.position.get("rows", [])
        counted = Counter(str(card) for stack in stacks if isinstance(stack, list) for card in stack)
        assert all(count <= min(deck[card] for deck in decks) for card, count in counted.items()), sample.id


@pytest.mark.parametrize(
    ("name", "missing"),
    [
        ("kasane", set()),
        ("kasane-variants", {"check-plus", "check-plus-now"}),
        (
            "no-field-card",
            {
                *("best-of-hand", "best-pair", "first-5", "check-field-first", "check-field-last"),
                *("check-build-below", "check-build-plus"),
            },
        ),
        ("flat-bonus", {"final-few", "final-nothing", "final-all"}),
        (
            "no-plus-one",
            {"acquire", "first-5", "check-build-below", "check-build-plus", "check-plus", "check-plus-now"},
        ),
    ],
)
def test_a_lesson_is_there_only_where_the_definition_has_it(name: str, missing: set[str]) -> None:
    everything = {lesson.id for lesson in lessons(KASANE)}
    assert everything - {lesson.id for lesson in lessons(VARIANTS[name])} == missing


@pytest.mark.parametrize("name", ["kasane", *PROVED])
def test_every_printed_field_can_be_laid_and_its_tokens_and_points_are_those_of_laying_it(name: str) -> None:
    settings = VARIANTS[name]
    for sample in found_in(name).examples:
        position = sample.position
        if not position.get("field"):
            continue
        opening = settings.opening_tokens if settings.variants.opening_tokens else ()
        covered = {(token.yaku, token.cards): 1 for token in opening if token.players == position.get("players")}
        ways = field_ways(settings, position["field"], covered)
        assert ways or sample.floor, sample.id
        if "points" in position:
            assert position["points"] in {points for _, points in ways}
        for key in {"taken", "own"} & position.keys():
            tokens_there = {(yaku, size): count for yaku, size, count in position[key]}
            accounted = (
                all(tokens_there.get(slot, 0) >= count for slot, count in tokens.items()) for tokens, _ in ways
            )
            assert any(accounted) or sample.floor, sample.id


# Worked examples


@pytest.mark.parametrize("name", ["kasane", "more-slots"])
def test_of_two_yaku_the_dearer_one_is_taken(name: str) -> None:
    settings, sample = VARIANTS[name], example(name, "best-yaku")
    ways = oracle(settings, "achievable", sample.position)["achievable"]
    ((yaku, size, uses_field, row),) = sample.out["best"]
    others = [other for other, *_ in ways if other != yaku]
    assert uses_field and size >= 3 and others
    tableau = tableau_of(name, "best-yaku")
    assert tableau.badge is not None and tableau.badge.fields["yaku"] == yaku
    second = tableau.verdict.values["second"]
    assert isinstance(second, Phrase)
    less = second.values["less"]
    assert isinstance(less, int) and 0 < less < sample.out["points"]
    names = {other.id: other.name for other in settings.yaku}
    assert second.values["yaku"] in [names[other] for other in others]
    counted = [card.fields["number"] for place in tableau.rows for card in place.cards if card.state == "counted"]
    assert counted == row


@pytest.mark.parametrize("seed", range(amount(2, 6)))
def test_a_field_from_which_to_choose_has_another_card_below_its_top(seed: int) -> None:
    shown = [one for one in find_examples(ENGINE, KASANE, seed).examples if one.kind == "best_yaku"]
    fields = [one.position["field"] for one in shown if one.position["field"]]
    assert len(fields) == 3
    assert all(len(field) > 1 and field[-1] != field[-2] for field in fields)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_no_card_beside_a_first_plus_one_makes_with_one_more_a_yaku_of_three_points(seed: int) -> None:
    samples = [sample for sample in find_examples(ENGINE, KASANE, seed).examples if sample.kind == "first_turns"]
    position = max(samples, key=lambda sample: sample.position["turn"]).position
    *_, before, turn = position["turns"]
    assert turn["tops"][turn["row"]] == "+1" and before["makes"] is not None
    field = oracle(KASANE, "first_turns", {**position, "turn": len(position["turns"]) - 1})["field"]
    for card in (top for top in turn["tops"] if top != "+1"):
        for number in range(1, 10):
            asked = {"hand": [card, number], "field": field, "taken": []}
            assert all(points_of(*way) < 3 for way in ways_of(asked)), (card, number)


def ways_of(position: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [tuple(way) for way in oracle(KASANE, "achievable", position)["achievable"]]


def points_of(yaku: str, size: int, *_: object) -> int:
    return int(oracle(KASANE, "points", {"yaku": yaku, "cards": size, "nth_time": 1})["points"])


def test_no_seat_has_as_many_points_as_another_has_cards() -> None:
    results = example("kasane", "winners").position["players"]
    assert not {points for points, _ in results} & {cards for _, cards in results}


def test_a_yaku_without_a_near_miss_shows_a_longer_row() -> None:
    sizes = {name: len(example("kasane", f"yaku-{name}").position["row"]) for name in ("kasane", "kagen", "jogen")}
    assert sizes == {"kasane": 3, "kagen": 3, "jogen": 4}
    assert len(example("kasane", "yaku-setsugetsufuka").position["row"]) == 4


def test_a_weaker_yaku_tells_where_each_of_its_cards_comes_from() -> None:
    position = {"hand": [6, 4, 2], "field": [8, 4], "taken": []}
    tableau = made("best_yaku", position)
    assert word("en")(tableau.verdict) == (
        "4-6-4-2 is Setsugetsufūka, starting with the 4 from your field: 4 points. "
        "With the 4 from your field, the 4 in hand and the 2 taken, Jū would score only 3 points."
    )
    assert word("ja")(tableau.verdict).endswith("場の4、手札の4、取った2で拾なら、3点にしかならない。")
    pair = made("best_yaku", {"hand": [6, 1, 2], "field": [8, 2], "taken": []})
    assert word("ja")(pair.verdict).endswith("場の2と取った2で襲ねなら、2点にしかならない。")


def test_the_plus_one_lies_beside_the_field_that_it_goes_to() -> None:
    sample, tableau = example("kasane", "acquire"), tableau_of("kasane", "acquire")
    assert [place.role for place in tableau.rows] == ["field", "taken", "hand"]
    assert sample.out["field"] == [*sample.position["field"], "+1"] and sample.out["may_achieve"] is False


def test_the_bonus_rests_on_the_plus_one_and_the_hand_has_other_colours() -> None:
    position, out = (example("kasane", "final-score").position, example("kasane", "final-score").out)
    assert len(position["field"]) == KASANE.bonus.from_ and "+1" in position["field"]
    assert out["bonus"] == KASANE.bonus.colours[len(set(position["field"]) - {"+1"}) - 1] > 0
    assert set(position["hand"]) - set(position["field"])
    assert len(position["field"]) + len(position["hand"]) == 12


def test_seven_cards_have_no_bonus_and_twelve_have_two_points_more() -> None:
    few, every = example("kasane", "final-few"), example("kasane", "final-all")
    assert len(few.position["field"]) == 7 and few.out["bonus"] == 0
    colours = len(set(every.position["field"]) - {"+1"})
    assert len(every.position["field"]) == 12 and every.out["bonus"] == KASANE.bonus.colours[colours - 1] + 2


def test_enough_cards_of_five_colours_have_no_bonus() -> None:
    sample = example("kasane", "final-nothing")
    colours = len(set(sample.position["field"]) - {"+1"})
    assert len(sample.position["field"]) == KASANE.bonus.from_
    assert (colours, sample.out["bonus"], KASANE.bonus.colours[colours - 1]) == (5, 0, 0)


def test_more_cards_laid_decide_a_tie_in_points() -> None:
    sample = example("kasane", "winners")
    (winner,) = sample.out["winners"]
    tied = [row for row in sample.position["players"] if row[0] == sample.position["players"][winner][0]]
    assert len(tied) == 2 and max(tied) == sample.position["players"][winner]
    assert [row.mark for row in tableau_of("kasane", "winners").rows].index("winner") == winner


@pytest.mark.parametrize("name", ["kasane", "sets-only", "moons-only", "other-yaku", "more-slots"])
def test_every_yaku_has_a_row(name: str) -> None:
    for yaku in VARIANTS[name].yaku:
        sample = example(name, f"yaku-{yaku.id}")
        assert sample.out == {"ok": True} and len(sample.position["row"]) in [slots.cards for slots in yaku.slots]


@pytest.mark.parametrize("yaku", ["ju", "sakurachirashi", "kagen"])
def test_a_row_that_comes_close_differs_by_one_card(yaku: str) -> None:
    sample, other = example("kasane", f"yaku-{yaku}"), example("kasane", f"yaku-{yaku}-not")
    assert other.out == {"ok": False}
    pairs = zip(sample.position["row"], other.position["row"], strict=True)
    assert sum(card != changed for card, changed in pairs) == 1


def test_a_moon_leaves_a_number_out_and_odd_and_even_turn_and_repeat() -> None:
    for name in ("kagen", "jogen"):
        row = example("kasane", f"yaku-{name}").position["row"]
        assert any(abs(left - right) > 1 for left, right in pairwise(row))
    for name in ("kachofugetsu", "setsugetsufuka"):
        row = example("kasane", f"yaku-{name}").position["row"]
        assert len(set(row)) < len(row) and sorted(row) not in (row, row[::-1])


test_other_seeds_do = SHOWN.other_seeds_do("kasane")


def test_the_first_example_is_a_single_yaku_of_the_hand_alone() -> None:
    first = min((lesson for lesson in lessons(KASANE) if lesson.form == "example"), key=lambda lesson: lesson.rank)
    shown = tableau_of("kasane", first.id)
    assert (first.id, [row.role for row in shown.rows]) == ("best-plain", ["hand", "taken"])
    assert (shown.heading.key, shown.verdict.key) == ("heading-best-plain", "best-hand")


def test_a_row_with_an_even_card_is_said_not_to_be_all_odd() -> None:
    row = example("kasane", "yaku-kachofugetsu-not").position["row"]
    assert sum(number % 2 == 0 for number in row) == 1
    how = tableau_of("kasane", "yaku-kachofugetsu-not").verdict.values["how"]
    assert isinstance(how, Phrase) and how.key == "misses-odd"


def test_rows_of_the_display_are_named_over_their_cards() -> None:
    rows = tableau_of("kasane", "check-take").rows
    assert all(row.titled for row in rows)
    assert [row.label.values["number"] for row in rows if row.label is not None] == [1, 2, 3]
