"""Turns, tricks, passes and scores of iroha, worked by hand, and impossible positions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from pnp.games.core.answer import PositionError
from pnp.games.iroha.oracle.single import oracle
from pnp.games.iroha.rules.answer import answer
from pnp.games.iroha.rules.cards import Card
from pnp.games.iroha.rules.decisions import rules_of
from pnp.games.iroha.rules.trick import pass_violation, play_violation, score
from pnp.model.text import Translated, phrase
from tests.games.iroha.conftest import position
from tests.games.iroha.definitions import VARIANTS

Ask = Callable[[str, dict[str, Any]], Mapping[str, Any]]


@pytest.fixture
def ask() -> Ask:
    settings = VARIANTS["iroha"]
    return lambda kind, position: answer(settings, rules_of(settings), kind, position)


def test_a_score_explains_itself_item_by_item() -> None:
    rules = rules_of(VARIANTS["iroha-six-suits"])
    pile_score = score(rules, (Card("fan", 9), Card("bird", 5), Card("bird", 2), Card("bird", 8)))
    assert [(item.rule, item.cards, item.points) for item in pile_score.items] == [
        ("lowest", (Card("bird", 2),), 2),
        ("rest", (Card("bird", 5), Card("bird", 8)), -4),
        ("lowest", (Card("fan", 9),), 9),
    ]
    bird = Translated("bird", "鳥", "とり")
    assert pile_score.items[0].reason.values == {"suit": bird, "number": 2}
    assert pile_score.items[1].reason.values == {"suit": bird, "count": 2, "cost": 2}
    assert pile_score.total == 7


def test_the_order_of_captured_cards_does_not_change_a_score() -> None:
    rules, random = rules_of(VARIANTS["iroha"]), Random(4)
    for _ in range(100):
        captured = random.sample(list(rules.deck), 20)
        pile_score = score(rules, tuple(captured))
        random.shuffle(captured)
        assert score(rules, tuple(captured)) == pile_score


def test_the_reasons_name_what_can_be_followed_and_what_was_received() -> None:
    rules = rules_of(VARIANTS["iroha"])
    bird, fan, flower = Card("bird", 1), Card("fan", 2), Card("flower", 3)
    violation = play_violation(rules, (flower, fan, bird), (Card("bird", 4), Card("fan", 7)), flower)
    assert violation is not None
    assert (violation.code, violation.reason.key) == ("must-follow", "violation-must-follow")
    assert violation.reason.values == {
        "suits": (
            phrase("suit-many", suit=Translated("bird", "鳥", "とり")),
            phrase("suit-many", suit=Translated("fan", "扇", "おうぎ")),
        ),
        "suit": Translated("flower", "花", "はな"),
    }
    violation = pass_violation(rules, (bird, fan), (flower,), (bird, flower))
    assert violation is not None
    assert violation.reason.values == {"suit": Translated("flower", "花", "はな"), "number": 3, "count": 2}
    violation = pass_violation(rules, (bird, fan), (), (bird,))
    assert violation is not None
    assert violation.reason.values == {"count": 2, "chosen": 1}


def test_a_record_that_breaks_the_rules_is_refused_by_engine_and_oracle(ask: Ask) -> None:
    settings = VARIANTS["iroha"]
    record = position(rules_of(settings), Random(3), "deal")
    assert len(ask("deal", record)["tricks"]) == 9
    other_leader, swapped, short = (deepcopy(record) for _ in range(3))
    other_leader["leader"] = (record["leader"] + 1) % len(record["hands"])
    swapped["tricks"][0], swapped["tricks"][1] = swapped["tricks"][1], swapped["tricks"][0]
    short["tricks"].pop()
    for broken_record in (other_leader, swapped, short):
        with pytest.raises(PositionError):
            ask("deal", broken_record)
        with pytest.raises(PositionError):
            oracle(settings, "deal", broken_record)


@pytest.mark.parametrize("kind", answer.kinds)
def test_random_positions_of_a_kind_have_more_than_one_answer(kind: str) -> None:
    settings = VARIANTS["iroha"]
    rules, random = rules_of(settings), Random(kind)
    answers = [answer(settings, rules, kind, position(rules, random, kind)) for _ in range(60)]
    assert len({repr(out) for out in answers}) > 1
    if kind in ("turn", "may_pass"):
        codes = {out["violation"] for out in answers}
        assert codes == ({None, "must-follow"} if kind == "turn" else {None, "pass-count", "pass-received"})
