"""Sets, partitions, scores and waits of koka, worked by hand."""

from __future__ import annotations

from random import Random

import pytest

from pnp.games.koka.rules.answer import answer
from pnp.games.koka.rules.decisions import rules_of
from pnp.games.koka.rules.dice import Die
from pnp.games.koka.rules.scoring import best, progress
from pnp.model.text import phrase
from pnp.testing import amount
from tests.games.koka.conftest import dice, position
from tests.games.koka.definitions import VARIANTS

NAMES = ("koka", "other-readings", "koka-special", "koka-special-other-readings", "koka-tiny")


@pytest.mark.parametrize("name", NAMES)
def test_the_order_of_dice_never_matters(name: str) -> None:
    settings = VARIANTS[name]
    rules = rules_of(settings)
    for kind in ("is_set", "score", "partitions", "waits", "waits_scored"):
        random = Random(f"{name} {kind}")
        for _ in range(amount(quick=20, full=60)):
            question = position(rules, random, kind)
            expected = answer(settings, rules, kind, question)
            shuffled = random.sample(question["dice"], len(question["dice"]))
            assert answer(settings, rules, kind, {"dice": shuffled}) == expected, (kind, question)


def test_nine_dice_in_sets_are_no_complete_hand() -> None:
    rules = rules_of(VARIANTS["koka"])
    assert best(rules, tuple(Die(*die) for die in dice("R234 Y234 P555"))) is None


@pytest.mark.parametrize(
    ("hand", "parts"),
    [
        ("", 0),
        ("R1", 0),
        ("R25", 0),  # no value makes a set of them
        ("R22", 0.4),  # another 2
        ("R12", 0.4),  # a 3
        ("R13", 0.4),  # a 2
        ("R23", 0.6),  # a 1 or a 4
        ("R123", 3),
        ("R1234", 3),  # 1 and 234, or 123 and 4; the pairs 12 and 34 are worth less
        ("R1223", 3),
        ("R2233", 1.2),  # 23 twice
        ("R123 Y23", 3.6),
        ("R123456", 6),
    ],
)
def test_progress_counts_dice_in_sets_and_less_for_pairs_that_wait(hand: str, parts: float) -> None:
    rules = rules_of(VARIANTS["koka"])
    assert progress(rules, tuple(Die(*die) for die in dice(hand))) == pytest.approx(parts)


@pytest.mark.parametrize("name", NAMES)
def test_partitions_use_every_die_and_the_best_one_is_the_score(name: str) -> None:
    settings = VARIANTS[name]
    rules, random = rules_of(settings), Random(name)
    several = 0
    for _ in range(300):
        question = position(rules, random, "partitions")
        partitions = answer(settings, rules, "partitions", question)["partitions"]
        several += len(partitions) > 1
        for partition in partitions:
            dice_used = [[colour, value] for colour, values in partition["sets"] for value in values]
            assert sorted(dice_used) == sorted(map(list, question["dice"]))
        scores = [partition["score"] for partition in partitions]
        assert scores == sorted(scores, reverse=True)
        if partitions and not rules.specials and settings.readings.partition == "best":
            assert answer(settings, rules, "score", question)["score"] == scores[0]
    assert several


def test_a_score_explains_itself_item_by_item() -> None:
    rules = rules_of(VARIANTS["koka"])
    hand_score = best(rules, tuple(Die(*die) for die in dice("R234 Y234 P555 O123")))
    assert hand_score is not None
    assert [(item.rule, len(item.cards), item.points) for item in hand_score.score.items] == [
        ("three", 3, 1),
        ("three", 3, 1),
        ("equal", 6, 4),
    ]
    assert hand_score.score.items[2].reason == phrase("scores-equal", count=2, points=4)
    assert hand_score.score.items[2].cards == tuple(Die(*die) for die in dice("R234 Y234"))
