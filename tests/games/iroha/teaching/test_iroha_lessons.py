"""The lessons of iroha: floors, misreadings killed, tweaked definitions."""

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
from tests.games.iroha.examples import SHOWN, example, found_in, tableau_of

KEYS = ("plays", "hand", "table", "received", "captured")


def cards_of(position: Any) -> Iterator[tuple[str, int]]:
    """Every card of a position, wherever it lies."""
    for value in position if isinstance(position, list) else position.values():
        if isinstance(value, list) and len(value) == 2 and isinstance(value[0], str):
            yield tuple(value)
        elif isinstance(value, list):
            yield from cards_of(value)


# The set


def test_iroha_leaves_nothing_unkilled_or_unshown() -> None:
    left = {name: (found_in(name).unkilled, found_in(name).unshown) for name in VARIANTS}
    assert {name: found for name, found in left.items() if found != ((), ())} == {}


@pytest.mark.parametrize("name", ["iroha", "ten-cards", "six-suits", "costs-two", "passes-three"])
def test_iroha_needs_no_lower_floor(name: str) -> None:
    assert [one.id for one in found_in(name).examples if one.floor] == []


@pytest.mark.parametrize("name", VARIANTS)
def test_examples_use_only_cards_that_are_in_play_for_every_number_of_players(name: str) -> None:
    settings = VARIANTS[name]
    used = oracle(settings, "in_use", {"players": settings.players[0]})["numbers"]
    for one in found_in(name).examples:
        drawn = [
            card.fields["number"] for row in explain(settings, one).rows for card in row.cards if "suit" in card.fields
        ]
        assert {number for _, number in cards_of(one.position) if one.kind != "game"} <= set(used)
        assert set(drawn) <= set(used)


@pytest.mark.parametrize("name", VARIANTS)
def test_no_card_of_a_deal_lies_twice(name: str) -> None:
    for one in found_in(name).examples:
        places = [one.position[key] for key in KEYS if key in one.position and one.kind != "seat_total"]
        if one.kind == "seat_total":
            assert all(len(set(map(tuple, pile))) == len(pile) for pile in one.position["captured"])
        lying = Counter(tuple(card) for place in places for card in place)
        assert max(lying.values(), default=1) == 1


# Worked examples


def test_tricks_are_of_three_to_five_seats() -> None:
    tricks = [one for one in found_in("iroha").examples if one.kind == "trick"]
    assert len(tricks) == 3
    assert all(3 <= len(one.position["plays"]) <= 5 for one in tricks)


@pytest.mark.parametrize(("lesson", "moves"), [("trick-stays", 0), ("trick-moves", 1), ("trick-moves-again", 2)])
def test_the_marker_moves_as_often_as_the_lesson_says(lesson: str, moves: int) -> None:
    plays = example("iroha", lesson).position["plays"]
    markers = [oracle(IROHA, "trick", {"plays": plays[:count]})["marker"] for count in range(1, len(plays) + 1)]
    assert len(set(markers)) == moves + 1


def test_a_higher_card_of_another_suit_tempts_where_the_marker_moves() -> None:
    one = example("iroha", "trick-moves")
    plays, out = one.position["plays"], one.out
    assert max(number for _, number in plays) > plays[out["winner"]][1]
    assert out["winner"] != out["marker"]


def test_the_score_is_of_whole_tricks_in_three_suits_one_of_which_costs_more_than_it_scores() -> None:
    one = example("iroha", "score")
    counts = Counter(suit for suit, _ in one.position["captured"])
    assert len(counts) >= 3 and min(counts.values()) == 1 and max(counts.values()) >= 3
    assert any(len(one.position["captured"]) % players == 0 for players in range(3, 7))
    assert min(one.out["per_suit"].values()) < 0


@pytest.mark.parametrize("name", ["iroha", "six-suits", "costs-two"])
def test_the_tempting_capture_costs_more_than_it_scores(name: str) -> None:
    settings, one = VARIANTS[name], example(name, "last-play")
    (take,) = [row for row in one.out["plays"] if row[1]]
    (leave,) = [row for row in one.out["plays"] if not row[1]]
    before = oracle(settings, "score", {"captured": one.position["captured"]})
    after = oracle(settings, "score", {"captured": [*one.position["captured"], *one.position["table"], take[0]]})
    assert one.out["best"] == [leave[0]]
    assert (before["total"], after["total"]) == (leave[2], take[2]) and take[2] <= leave[2] - 3
    gained = {suit: points for suit, points in after["per_suit"].items() if suit not in before["per_suit"]}
    assert gained, "nothing tempts where no new suit is captured"


def test_the_lead_goes_to_a_winner_who_neither_led_nor_sits_next() -> None:
    one = example("iroha", "lead")
    assert one.position["dealer"] == 0 and one.out["leader"] == one.out["winners"][-1] not in (1, 2)


def test_everyone_takes_up_what_came_from_the_right() -> None:
    one = example("iroha", "pass")
    received = [sorted(map(tuple, cards)) for cards in one.out["received"]]
    passed = [sorted(map(tuple, cards)) for cards in one.position["passed"]]
    assert received == [passed[-1], *passed[:-1]]


def test_the_winner_of_the_game_has_the_highest_total_and_not_the_most_deals() -> None:
    rows, (winner,) = example("iroha", "game").position["deal_scores"], example("iroha", "game").out["best"]
    firsts = Counter(seat for row in rows for seat, points in enumerate(row) if points == max(row))
    assert firsts.most_common(1)[0][0] != winner or len(set(firsts.values())) < len(firsts)
    assert len(rows) == len(rows[0]) == 3


@pytest.mark.parametrize(
    ("name", "missing"),
    [
        ("passes-nothing", {"pass", "check-pass", "check-pass-count", "check-pass-own"}),
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
        ("check-pass-count", "not-allowed", "pass-count"),
        ("check-pass-own", "allowed", None),
    ],
)
def test_each_check_of_iroha_has_its_verdict(lesson: str, verdict: str, violation: str | None) -> None:
    one = example("iroha", lesson)
    assert (one.out["verdict"], one.out["violation"]) == (verdict, violation)
    assert explain(IROHA, one).mark == verdict


def changed(one: Example, other: Example, key: str) -> int:
    cards = [Counter(map(tuple, position[key])) for position in (one.position, other.position)]
    return sum((cards[0] - cards[1]).values())


@pytest.mark.parametrize("twin", ["check-follow-other", "check-follow-void"])
def test_a_legal_look_alike_differs_by_one_card_of_the_hand(twin: str) -> None:
    one, other = example("iroha", "check-follow"), example("iroha", twin)
    assert one.position["table"] == other.position["table"]
    assert changed(one, other, "hand") == 1
    assert len(one.position["hand"]) >= 3


def test_the_look_alikes_of_passing_choose_from_the_same_hand() -> None:
    one, count, own = (example("iroha", name) for name in ("check-pass", "check-pass-count", "check-pass-own"))
    for other in (count, own):
        assert changed(one, other, "hand") == changed(one, other, "received") == 0
        assert changed(one, other, "cards") == 1
    assert len(one.position["hand"]) == 9


def test_the_marker_moves_to_the_card_of_a_hand_that_cannot_follow() -> None:
    rows = tableau_of("iroha", "check-follow-void").rows
    assert [any(card.fields["marked"] for card in row.cards) for row in rows] == [False, True, False]


test_other_seeds_do = SHOWN.other_seeds_do("iroha")
