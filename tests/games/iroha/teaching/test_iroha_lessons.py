"""Lessons of iroha: floors, misreadings killed, tweaked definitions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from pnp.games.core.lesson import Example
from pnp.games.iroha.oracle.answer import oracle
from pnp.games.iroha.teaching.explain import explain
from pnp.games.iroha.teaching.lessons import lessons
from tests.games.iroha.definitions import IROHA, VARIANTS
from tests.games.iroha.examples import SHOWN, example_of, example_set, tableau_of

KEYS = ("plays", "hand", "table", "received", "captured")


def cards_of(position: Any) -> Iterator[tuple[str, int]]:
    """Yield every card of a position."""
    for value in position if isinstance(position, list) else position.values():
        if isinstance(value, list) and len(value) == 2 and isinstance(value[0], str):
            yield tuple(value)
        elif isinstance(value, list):
            yield from cards_of(value)


# Set of examples


def test_iroha_leaves_nothing_unkilled_or_unshown() -> None:
    gaps_by_name = {name: (example_set(name).unkilled, example_set(name).unshown) for name in VARIANTS}
    assert {name: gaps for name, gaps in gaps_by_name.items() if gaps != ((), ())} == {}


@pytest.mark.parametrize("name", ["iroha", "ten-cards", "six-suits", "costs-two", "passes-three"])
def test_iroha_needs_no_lower_floor(name: str) -> None:
    assert [example.id for example in example_set(name).examples if example.floor] == []


@pytest.mark.parametrize("name", VARIANTS)
def test_examples_use_only_cards_that_are_in_play_for_every_number_of_players_or_those_of_a_trick(name: str) -> None:
    settings = VARIANTS[name]
    for example in example_set(name).examples:
        players = max(settings.players[0], len(example.position.get("plays", ())))
        used = oracle(settings, "in_use", {"players": players})["numbers"]
        drawn = [
            card.fields["number"]
            for row in explain(settings, example).rows
            for card in row.cards
            if "suit" in card.fields
        ]
        assert {number for _, number in cards_of(example.position) if example.kind != "game"} <= set(used)
        assert set(drawn) <= set(used)


@pytest.mark.parametrize("name", VARIANTS)
def test_no_card_of_a_deal_lies_twice(name: str) -> None:
    for example in example_set(name).examples:
        places = [example.position[key] for key in KEYS if key in example.position and example.kind != "seat_total"]
        if example.kind == "seat_total":
            assert all(len(set(map(tuple, pile))) == len(pile) for pile in example.position["captured"])
        counts = Counter(tuple(card) for place in places for card in place)
        assert max(counts.values(), default=1) == 1


# Worked examples


def test_tricks_are_of_three_to_five_seats() -> None:
    tricks = [example for example in example_set("iroha").examples if example.kind == "trick"]
    assert len(tricks) == 3
    assert all(3 <= len(example.position["plays"]) <= 5 for example in tricks)


@pytest.mark.parametrize(("lesson", "moves"), [("trick-stays", 0), ("trick-moves", 1), ("trick-moves-again", 2)])
def test_the_marker_moves_as_often_as_the_lesson_says(lesson: str, moves: int) -> None:
    plays = example_of("iroha", lesson).position["plays"]
    markers = [oracle(IROHA, "trick", {"plays": plays[:count]})["marker"] for count in range(1, len(plays) + 1)]
    assert len(set(markers)) == moves + 1


def test_a_higher_card_of_another_suit_tempts_where_the_marker_moves() -> None:
    example = example_of("iroha", "trick-moves")
    plays, out = example.position["plays"], example.out
    assert max(number for _, number in plays) > plays[out["winner"]][1]
    assert out["winner"] != out["marker"]


def test_the_score_is_of_whole_tricks_in_three_suits_one_of_which_costs_more_than_it_scores() -> None:
    example = example_of("iroha", "score")
    counts = Counter(suit for suit, _ in example.position["captured"])
    assert len(counts) >= 3 and min(counts.values()) == 1 and max(counts.values()) >= 3
    assert any(len(example.position["captured"]) % players == 0 for players in range(3, 7))
    assert min(example.out["per_suit"].values()) < 0


@pytest.mark.parametrize("name", ["iroha", "six-suits", "costs-two"])
def test_the_tempting_capture_costs_more_than_it_scores(name: str) -> None:
    settings, example = VARIANTS[name], example_of(name, "last-play")
    (take,) = [row for row in example.out["plays"] if row[1]]
    (leave,) = [row for row in example.out["plays"] if not row[1]]
    before = oracle(settings, "score", {"captured": example.position["captured"]})
    after = oracle(
        settings, "score", {"captured": [*example.position["captured"], *example.position["table"], take[0]]}
    )
    assert example.out["best"] == [leave[0]]
    assert (before["total"], after["total"]) == (leave[2], take[2]) and take[2] <= leave[2] - 3
    gained = {suit: points for suit, points in after["per_suit"].items() if suit not in before["per_suit"]}
    assert gained, "nothing tempts where no new suit is captured"


def test_the_lead_goes_to_a_winner_who_neither_led_nor_sits_next() -> None:
    example = example_of("iroha", "lead")
    assert example.position["dealer"] == 0 and example.out["leader"] == example.out["winners"][-1] not in (1, 2)


def test_everyone_takes_up_what_came_from_the_right() -> None:
    example = example_of("iroha", "pass")
    received = [sorted(map(tuple, cards)) for cards in example.out["received"]]
    passed = [sorted(map(tuple, cards)) for cards in example.position["passed"]]
    assert received == [passed[-1], *passed[:-1]]


def test_those_who_tie_have_the_highest_total_and_another_wins_as_many_deals() -> None:
    rows, best = example_of("iroha", "game").position["deal_scores"], example_of("iroha", "game").out["best"]
    firsts = Counter(seat for row in rows for seat, points in enumerate(row) if points == max(row))
    assert len(best) == 2 and firsts.keys() - set(best)
    assert len(rows) == len(rows[0]) == 3


@pytest.mark.parametrize(
    ("name", "missing"),
    [
        ("passes-nothing", {"pass", "check-pass"}),
        ("for-two", {"trick-moves-again", "check-follow-other"}),
        ("iroha", set()),
    ],
)
def test_a_lesson_is_there_only_where_the_definition_has_it(name: str, missing: set[str]) -> None:
    everything = {lesson.id for lesson in lessons(IROHA)}
    assert everything - {lesson.id for lesson in lessons(VARIANTS[name])} == missing


# Rule checks


@pytest.mark.parametrize(
    ("lesson", "verdict", "violation"),
    [
        ("check-follow", "not-allowed", "must-follow"),
        ("check-follow-other", "allowed", None),
        ("check-follow-void", "allowed", None),
        ("check-pass", "not-allowed", "pass-received"),
    ],
)
def test_each_check_of_iroha_has_its_verdict(lesson: str, verdict: str, violation: str | None) -> None:
    example = example_of("iroha", lesson)
    assert (example.out["verdict"], example.out["violation"]) == (verdict, violation)
    assert explain(IROHA, example).mark == verdict


def changed(example: Example, other: Example, key: str) -> int:
    cards = [Counter(map(tuple, position[key])) for position in (example.position, other.position)]
    return sum((cards[0] - cards[1]).values())


@pytest.mark.parametrize("twin", ["check-follow-other", "check-follow-void"])
def test_a_legal_look_alike_differs_by_one_card_of_the_hand(twin: str) -> None:
    check, look_alike = example_of("iroha", "check-follow"), example_of("iroha", twin)
    assert check.position["table"] == look_alike.position["table"]
    assert changed(check, look_alike, "hand") == 1
    assert len(check.position["hand"]) >= 3


def test_a_check_of_passing_shows_a_whole_hand() -> None:
    check = example_of("iroha", "check-pass")
    assert len(check.position["hand"]) == 9 and len(check.position["received"]) == 2


def test_the_marker_moves_to_the_card_of_a_hand_that_cannot_follow() -> None:
    rows = tableau_of("iroha", "check-follow-void").rows
    assert [any(card.fields["marked"] for card in row.cards) for row in rows] == [False, True, False]


test_other_seeds_do = SHOWN.other_seeds_do("iroha")
