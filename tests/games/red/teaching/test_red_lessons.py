"""Lessons of red: floors, misreadings killed, tweaked decks."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import chain, permutations
from random import Random
from typing import Any

import pytest

from pnp.examples.search import find_examples
from pnp.games.red import ENGINE
from pnp.games.red.oracle.answer import oracle
from pnp.games.red.rules.decisions import rules_of
from pnp.games.red.teaching.explain import explain
from pnp.games.red.teaching.lessons import lessons
from pnp.model.text import Phrase
from tests.games.red.definitions import COLOURS, OF_RED7, PROVED, RED, RED7, VARIANTS
from tests.games.red.examples import SHOWN, example_of, example_set

# Set of examples


def test_nothing_is_left_unkilled_or_unshown() -> None:
    gaps_by_name = {
        name: (example_set(name).unkilled, example_set(name).unshown) for name in ("red", "red7", *PROVED, *OF_RED7)
    }
    assert {name: gaps for name, gaps in gaps_by_name.items() if gaps != ((), ())} == {}


@pytest.mark.parametrize("name", ["red", "red7"])
def test_shipped_games_need_no_lower_floor(name: str) -> None:
    assert all(example.floor == 0 for example in example_set(name).examples)


def test_a_deck_too_small_for_the_floor_gets_the_lower_one() -> None:
    floors = {example.lesson: example.floor for example in example_set("two-colours").examples}
    # Two colours hold no three cards of one number.
    assert floors["rule-orange"] == 1 and floors["rule-red"] == 0


def test_every_rule_colour_has_a_worked_example() -> None:
    examples = example_set("red").of_form("example")
    assert [example.lesson for example in examples[:7]] == [f"rule-{colour.id}" for colour in COLOURS]


def test_rule_colours_follow_the_order_of_strength() -> None:
    examples = example_set("order").of_form("example")
    assert [example.lesson for example in examples[:2]] == ["rule-violet", "rule-indigo"]


# Worked examples


@pytest.mark.parametrize("name", ["red", "red7", "eighth-odd", "numbers-1-8"])
def test_a_rule_colour_is_shown_by_palettes_that_look_like_play(name: str) -> None:
    settings = VARIANTS[name]
    for example in example_set(name).of_form("example"):
        if example.lesson.startswith("rule-"):
            position, out = example.position, oracle(settings, "winner", example.position)
            assert [len(palette) in (3, 4) for palette in position["palettes"]] == [True, True]
            rule = next(colour.rule.is_ for colour in settings.colours if colour.id == position["rule"])
            assert out["best"][out["winner"]]["count"] >= (1 if rule == "highest" else 3)
            assert f"rule-{position['rule']}" == example.lesson


def test_no_card_lies_more_often_than_there_are_copies() -> None:
    for name in ("red", "red7", *PROVED, *OF_RED7):
        settings = VARIANTS[name]
        for example in example_set(name).examples:
            palettes = example.position.get("palettes", [example.position.get("palette", [])])
            cards = [*chain(*palettes), *example.position.get("hand", [])]
            assert max(Counter(map(tuple, cards)).values()) <= settings.copies, (name, example.id)


@pytest.mark.parametrize("name", ["red", "red7"])
def test_count_number_and_colour_each_decide_somewhere(name: str) -> None:
    verdicts: list[Any] = [
        explain(VARIANTS[name], example).verdict.values["reason"]
        for example in example_set(name).of_form("example")
        if example.lesson.startswith("rule-")
    ]
    keys = {reason.key.removesuffix("-highest") for reason in verdicts if isinstance(reason, Phrase)}
    assert {"reason-number", "reason-colour"} <= keys and keys & {"reason-count", "reason-only"}


def test_nobody_is_winning_where_nothing_fits() -> None:
    example = example_of("red", "check-nobody-fits")
    table = {"palettes": example.position["palettes"], "rule": example.position["move"][2][0]}
    out = oracle(VARIANTS["red"], "winner", table)
    assert out["winner"] is None and out["best"] == [None, None]
    assert "no-fit-strongest-card" in example.kills


def test_a_discard_that_no_palette_fits_is_shown_where_no_one_is_winning_then() -> None:
    for name, is_shown in (("red", True), ("red7", True), ("red-strongest-card", False), ("two-colours", False)):
        assert ("check-nobody-fits" in {lesson.id for lesson in lessons(VARIANTS[name])}) == is_shown, name


@pytest.mark.parametrize("name", ["red", "red7"])
def test_of_two_sets_of_one_size_the_one_that_wins_is_chosen_and_the_other_would_lose(name: str) -> None:
    example, rules = example_of(name, "equal-sets"), rules_of(VARIANTS[name])
    winner = example.out["winner"]
    chosen, rival = (example.out["best"][seat] for seat in (winner, 1 - winner))
    assert chosen["count"] == rival["count"] == 2
    numbers = Counter(number for _, number in example.position["palettes"][winner])
    assert sorted(numbers.values()) == [2, 2]
    (losing,) = (number for number in numbers if number != chosen["high"][1])
    assert losing < rival["high"][1] < chosen["high"][1]
    # the loser has the highest card of all, outside its set
    palettes = example.position["palettes"]
    assert max(number for _, number in palettes[1 - winner]) > max(number for _, number in palettes[winner])
    said = explain(VARIANTS[name], example).verdict
    assert isinstance(said, Phrase) and said.key == "verdict-winner-both"
    assert rules.criteria[example.position["rule"]].is_ == "same-number"


def test_a_deck_without_a_rule_of_equal_numbers_has_no_example_of_equal_sets() -> None:
    colours = tuple(colour for colour in RED.colours if colour.rule.is_ != "same-number")
    assert "equal-sets" not in {lesson.id for lesson in lessons(replace(RED, colours=colours))}


def test_the_opening_is_decided_by_colour_between_three_or_more() -> None:
    example = example_of("red", "opening")
    numbers = sorted(palette[0][1] for palette in example.position["palettes"])
    assert len(numbers) >= 3 and numbers[-1] == numbers[-2]
    assert example.out["first"] == (example.out["leader"] + 1) % len(numbers)


def test_points_are_a_lesson_only_where_goals_are_set() -> None:
    assert "score" in {lesson.id for lesson in lessons(RED7)}
    assert "score" not in {lesson.id for lesson in lessons(RED)}


# Rule checks


@pytest.mark.parametrize(
    ("name", "lesson", "verdict", "violation"),
    [
        ("red", "check-discard", "not-allowed", "discard-must-win"),
        ("red", "check-discard-wins", "allowed", None),
        ("red", "check-play", "out", None),
        ("red", "check-play-overtakes", "allowed", None),
        ("red", "check-pass", "not-allowed", "no-pass"),
        ("red", "check-nobody-fits", "not-allowed", "discard-must-win"),
        ("red", "turn-play", "allowed", None),
        ("red", "turn-both", "allowed", None),
        ("red", "turn-out", "out", None),
        ("red", "check-same-colour", "allowed", None),
        ("red7", "check-pass", "out", None),
        ("other-readings", "check-same-colour", "not-allowed", "same-colour-discard"),
        ("other-readings", "check-same-colour-other", "allowed", None),
        ("other-readings", "check-strongest-card", "allowed", None),
        ("copies", "check-tie", "out", None),
    ],
)
def test_each_check_has_its_verdict(name: str, lesson: str, verdict: str, violation: str | None) -> None:
    example = example_of(name, lesson)
    assert (example.out["verdict"], example.out["violation"]) == (verdict, violation)


def test_every_violation_of_a_move_has_a_check() -> None:
    shown = {
        example.out["violation"] for name in ("red", "other-readings") for example in example_set(name).of_form("check")
    }
    assert shown == {None, "no-pass", "discard-must-win", "same-colour-discard"}


def test_before_every_check_a_rival_is_winning_unless_a_seat_has_gone_out() -> None:
    for name in ("red", "red7", "copies", "other-readings"):
        for example in example_set(name).of_form("check"):
            table = {key: example.position[key] for key in ("palettes", "rule")}
            ahead = oracle(VARIANTS[name], "winner", table)["winner"]
            assert (ahead == example.position["me"]) == (not all(example.position["palettes"])), example.id


@pytest.mark.parametrize("name", ["red", "red7"])
def test_doing_nothing_is_shown_for_a_seat_that_is_winning(name: str) -> None:
    position = example_of(name, "check-pass").position
    before = oracle(VARIANTS[name], "winner", {"palettes": position["palettes"], "rule": position["rule"]})
    assert before["winner"] == position["me"] and [] in position["palettes"]


@pytest.mark.parametrize("name", ["red", "red7"])
def test_beating_the_next_player_is_not_enough(name: str) -> None:
    example = example_of(name, "check-several")
    mine, first, second = example.position["palettes"]
    played = [*mine, example.position["move"][1]]

    def winner(*palettes: list[object]) -> object:
        return oracle(VARIANTS[name], "winner", {"palettes": palettes, "rule": example.position["rule"]})["winner"]

    assert example.out["verdict"] == "out" and "one-rival-enough" in example.kills
    assert (winner(played, first, []), winner(played, [], second), winner(played, first, second)) == (0, 2, 2)


def test_with_two_players_no_check_has_a_third_palette() -> None:
    settings = replace(VARIANTS["red"], players=(2, 2))
    assert "check-several" not in {lesson.id for lesson in ENGINE.lessons(settings)}
    assert "one-rival-enough" not in {misreading.id for misreading in ENGINE.misreadings(settings)}
    assert all(len(example.position["palettes"]) == 2 for example in find_examples(ENGINE, settings).of_form("check"))


@pytest.mark.parametrize(
    ("lesson", "twin"),
    [
        ("check-discard", "check-discard-wins"),
        ("check-play", "check-play-overtakes"),
    ],
)
def test_a_look_alike_differs_by_a_card_or_by_the_move(lesson: str, twin: str) -> None:
    by_id = {example.id: example.position for name in ("red",) for example in example_set(name).examples}
    first, second = by_id[lesson], by_id[twin]
    assert first["rule"] == second["rule"]
    cards = [
        Counter(tuple(card) for place in (*position["palettes"], position["hand"]) for card in place)
        for position in (first, second)
    ]
    assert sum((cards[0] - cards[1]).values()) <= 1 and first != second


def test_an_overtaken_seat_stays_in() -> None:
    example = example_of("red", "check-play-overtakes")
    assert example.out["still_in"] == [0, 1] and "overtaken-out" in example.kills


@pytest.mark.parametrize(("name", "draws"), [("red", False), ("red7", True), ("never-draw", False)])
def test_drawing_is_a_check_only_where_the_number_discarded_decides(name: str, draws: bool) -> None:
    draws_by_lesson = {
        example.lesson: example.out["draws"]
        for example in example_set(name).of_form("check")
        if "draw" in example.lesson
    }
    assert draws_by_lesson == ({"check-draw": 1, "check-draw-none": 0} if draws else {})


def test_where_doing_both_draws_the_three_turns_draw_and_a_discard_alone_does_not() -> None:
    draws = {example.id: example.out["draws"] for example in example_set("red").of_form("check")}
    assert [draws[turn] for turn in RUNNING] == [0, 1, 0] and draws["check-discard-wins"] == 0
    assert "draw-after-discard" in example_of("red", "check-discard-wins").kills


RUNNING = ("turn-play", "turn-both", "turn-out")


@pytest.mark.parametrize(
    "name", ["red", "red7", "tiny", "order", "opening-green", "never-draw", "copies", "eight", "two-colours"]
)
def test_each_of_three_turns_begins_where_the_one_before_ended_and_the_lead_changes(name: str) -> None:
    by_lesson = {example.lesson: example for example in example_set(name).of_form("check")}
    shown = [by_lesson[lesson] for lesson in RUNNING if lesson in by_lesson]
    if name in ("red", "red7", "order", "never-draw", "copies", "eight"):
        assert len(shown) == 3
    assert len(shown) in (0, 3)
    seats, leaders = len(shown[0].position["palettes"]) if shown else 0, []
    for index, example in enumerate(shown):
        position = example.position
        _, played, discarded = position["move"]
        after = [
            [*palette, played] if seat == position["me"] else palette
            for seat, palette in enumerate(position["palettes"])
        ]
        rule = position["rule"] if discarded is None else discarded[0]
        assert position["me"] == index % seats
        if index < 2:
            following = shown[index + 1].position
            assert (following["palettes"], following["rule"]) == (after, rule)
            leaders.append(oracle(VARIANTS[name], "winner", {"palettes": after, "rule": rule})["winner"])
        cards = Counter(tuple(card) for place in (*position["palettes"], position["hand"]) for card in place)
        assert max(cards.values()) <= VARIANTS[name].copies
    if shown:
        first, second = (shown[index].position for index in (0, 1))
        opened = oracle(VARIANTS[name], "opening", {"palettes": first["palettes"]})
        assert opened == {"leader": seats - 1, "first": 0}
        assert leaders == [0, 1] and shown[2].position["rule"] != second["rule"]


@pytest.mark.parametrize("name", ["red", "red7", "order", "opening-green", "never-draw", "eight"])
def test_no_turn_with_the_hand_of_the_seat_that_goes_out_would_keep_it_in(name: str) -> None:
    settings, position = VARIANTS[name], example_of(name, "turn-out").position
    hand = position["hand"]
    moves = [["play", card, None] for card in hand] + [["rule", None, card] for card in hand]
    moves += [["both", *pair] for pair in permutations(hand, 2)]
    verdicts = {oracle(settings, "may_move", {**position, "move": move})["verdict"] for move in moves}
    assert len(hand) == settings.hand - (len(position["palettes"]) == 2)
    assert verdicts == {"out", "not-allowed"}
    # a hand of one number or two would look chosen
    assert len({number for _, number in hand}) >= 4


@pytest.mark.parametrize("name", ["red", "red7"])
def test_a_hand_of_several_cards_is_proposed_for_a_lost_turn_only_if_every_action_loses(name: str) -> None:
    settings = VARIANTS[name]
    (lesson,) = (lesson for lesson in lessons(settings) if lesson.id == "turn-out")
    positions = [lesson.propose(Random(seed)) for seed in range(20)]
    hands = [position for position in positions if len(position["hand"]) > 1]
    assert hands
    for position in hands:
        asked = {key: position[key] for key in ("palettes", "me", "hand", "rule")}
        assert oracle(settings, "surviving_moves", asked) == {"moves": []}


def test_with_two_players_the_seat_that_goes_out_has_played_a_card_before() -> None:
    settings = replace(VARIANTS["red"], players=(2, 2))
    (example,) = [one for one in find_examples(ENGINE, settings).examples if one.lesson == "turn-out"]
    assert (example.position["me"], len(example.position["hand"]), example.floor) == (0, settings.hand - 1, 0)


@pytest.mark.parametrize("name", ["red", "red7"])
def test_a_row_is_shown_that_does_not_wrap_round(name: str) -> None:
    said = explain(VARIANTS[name], example_of(name, "rule-indigo")).verdict
    more = said.values["more"] if isinstance(said, Phrase) else None
    assert isinstance(more, Phrase) and more.key == "left-out-ends"


def test_a_tie_is_checked_only_where_the_deck_has_copies() -> None:
    assert "check-tie" in {lesson.id for lesson in lessons(VARIANTS["copies"])}
    assert "check-tie" not in {lesson.id for lesson in lessons(RED)}


def test_a_game_can_come_to_the_points_and_cards_of_a_shown_round() -> None:
    """If scored cards stay out of the game, the missing cards are worth as much as the points of all seats."""
    shown = 0
    for name in ("red7", *OF_RED7):
        settings = VARIANTS[name]
        for example in example_set(name).examples:
            if example.kind != "next_round":
                continue
            shown += 1
            position, deck = example.position, sorted(settings.numbers * len(settings.colours) * settings.copies)
            cards_gone = len(deck) - position["cards"]
            if settings.readings.scored_cards == "return":
                assert cards_gone == 0, (name, example.id)
                continue
            for _, number in position["palette"]:
                deck.remove(number)
            least, most = sum(deck[:cards_gone]), sum(deck[len(deck) - cards_gone :])
            assert least <= sum(position["points"]) <= most, (name, example.id)
    assert shown > 4


test_other_seeds_do = SHOWN.other_seeds_do("red", "red7")
