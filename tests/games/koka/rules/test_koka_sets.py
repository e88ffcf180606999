"""Sets, partitions, scores and waits of koka, worked by hand."""

from __future__ import annotations

from random import Random

import pytest

from pnp.games.koka.rules.answer import answer
from pnp.games.koka.rules.decisions import rules_of
from pnp.games.koka.rules.dice import Die
from pnp.games.koka.rules.scoring import best
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
            asked = position(rules, random, kind)
            right = answer(settings, rules, kind, asked)
            shuffled = random.sample(asked["dice"], len(asked["dice"]))
            assert answer(settings, rules, kind, {"dice": shuffled}) == right, (kind, asked)


@pytest.mark.parametrize("name", NAMES)
def test_partitions_use_every_die_and_the_best_one_is_the_score(name: str) -> None:
    settings = VARIANTS[name]
    rules, random = rules_of(settings), Random(name)
    several = 0
    for _ in range(300):
        asked = position(rules, random, "partitions")
        found = answer(settings, rules, "partitions", asked)["partitions"]
        several += len(found) > 1
        for one in found:
            laid = [[colour, value] for colour, values in one["sets"] for value in values]
            assert sorted(laid) == sorted(map(list, asked["dice"]))
        scores = [one["score"] for one in found]
        assert scores == sorted(scores, reverse=True)
        if found and not rules.specials and settings.readings.partition == "best":
            assert answer(settings, rules, "score", asked)["score"] == scores[0]
    assert several


def test_a_score_explains_itself_item_by_item() -> None:
    rules = rules_of(VARIANTS["koka"])
    found = best(rules, tuple(Die(*die) for die in dice("R234 Y234 P555 O123")))
    assert found is not None
    assert [(item.rule, len(item.cards), item.points) for item in found.score.items] == [
        ("three", 3, 1),
        ("three", 3, 1),
        ("equal", 6, 4),
    ]
    assert found.score.items[2].reason == phrase("scores-equal", count=2, points=4)
    assert found.score.items[2].cards == tuple(Die(*die) for die in dice("R234 Y234"))
