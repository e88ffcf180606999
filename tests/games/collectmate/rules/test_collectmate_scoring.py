"""Scores of hands, item by item."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from pnp.games.collectmate.rules.answer import answer
from pnp.games.collectmate.rules.cards import Cards, Rules
from pnp.games.collectmate.rules.decisions import all_of_one_centre, every_split, rules_of
from pnp.games.collectmate.rules.positions import read_card
from pnp.games.collectmate.rules.scoring import complete_groups, declared_score, hand_score, split_score
from pnp.games.core.answer import PositionError
from pnp.model.text import say
from tests.games.collectmate.conftest import cards, position
from tests.games.collectmate.definitions import VARIANTS

EXAMPLE = "*R *RY *RP *B *BY *BO *YG"


@pytest.fixture
def rules() -> Rules:
    return rules_of(VARIANTS["collectmate"])


@pytest.fixture
def hand(rules: Rules) -> Callable[[str], Cards]:
    return lambda line: tuple(read_card(rules, card) for card in cards(line))


Hand = Callable[[str], Cards]


def items(rules: Rules, held: Cards, tags: bool = True) -> list[tuple[str, str, int, int]]:
    """Return the rule, the name of what scores, the number of cards and the points of each item; sorted."""
    rows = []
    for item in hand_score(rules, held, tags).score.items:
        name: Any = item.reason.values.get("colour") or item.reason.values["tag"]
        rows.append((item.rule, say(name, "en"), len(item.cards), item.points))
    return sorted(rows)


def test_a_group_of_another_size_is_refused_with_the_sizes_that_may_be(rules: Rules) -> None:
    position = {"group": cards("*R *R"), "tags": False}
    with pytest.raises(PositionError, match="'group' must hold 3 or 4 cards, and holds 2"):
        answer(VARIANTS["collectmate"], rules, "group_points", position)


def test_each_colour_on_three_cards_of_a_group_is_an_item(rules: Rules, hand: Hand) -> None:
    assert items(rules, hand(EXAMPLE)) == [("colour", "blue", 3, 1), ("colour", "red", 3, 1)]


def test_four_cards_score_once_and_are_all_shown(rules: Rules, hand: Hand) -> None:
    scored = items(rules, hand("oRBY oRBY oRBY oRBY *RO *OGP *RBYOGP"))
    assert scored == [
        ("colour", "blue", 4, 1),
        ("colour", "orange", 3, 2),
        ("colour", "red", 4, 1),
        ("colour", "yellow", 4, 1),
    ]


def test_tags_are_items_of_their_own_and_only_with_the_option(rules: Rules, hand: Hand) -> None:
    cards = hand("*R[two-people+rest] *B[two-people+loss] *Y[wizard+rest] o o o o")
    assert items(rules, cards) == [("tag", "2\u00a0people", 2, 1), ("tag", "rest", 2, 1)]
    assert items(rules, cards, tags=False) == []


def test_the_order_of_a_hand_changes_nothing(rules: Rules) -> None:
    random = Random(2)
    for _ in range(60):
        raw = position(rules, random, "hand_score")["hand"]
        cards = tuple(read_card(rules, card) for card in raw)
        mixed = tuple(random.sample(cards, len(cards)))
        assert hand_score(rules, cards, True) == hand_score(rules, mixed, True)
        assert (complete_groups(rules, cards) is None) == (complete_groups(rules, mixed) is None)


def test_the_best_split_is_no_worse_than_any_and_complete_where_that_costs_nothing(rules: Rules) -> None:
    random, complete = Random(3), 0
    for _ in range(60):
        cards = tuple(read_card(rules, raw) for raw in position(rules, random, "hand_score")["hand"])
        best = hand_score(rules, cards, True)
        splits = [(split_score(rules, groups, True).total, groups) for groups in every_split(rules, cards)]
        assert len(splits) == 35
        assert best.score.total == max(total for total, _ in splits)
        if any(all_of_one_centre(groups) for total, groups in splits if total == best.score.total):
            complete += 1
            assert all_of_one_centre(best.groups)
    assert complete


def test_every_item_rests_on_cards_of_one_group(rules: Rules) -> None:
    random, seen = Random(4), 0
    for _ in range(60):
        cards = tuple(read_card(rules, raw) for raw in position(rules, random, "hand_score")["hand"])
        counted = hand_score(rules, cards, True)
        for item in counted.score.items:
            seen += 1
            assert any(set(item.cards) <= set(group) for group in counted.groups)
            assert len({card.dot for card in item.cards}) == 1
    assert seen > 50


def test_a_hand_that_scores_more_in_another_split_is_declared_with_a_complete_one() -> None:
    rules, random, found = rules_of(VARIANTS["collectmate-big"]), Random(6), 0
    for _ in range(60):
        cards = tuple(read_card(rules, raw) for raw in position(rules, random, "hand_score")["hand"])
        declared = declared_score(rules, cards)
        if declared is None or rules.completes(rules, hand_score(rules, cards, False).groups):
            continue
        found += 1
        complete = [groups for groups in rules.splits(rules, cards) if rules.completes(rules, groups)]
        assert declared.groups in complete
        assert declared.score.total == max(split_score(rules, groups, False).total for groups in complete)
        assert declared.score.total < hand_score(rules, cards, False).score.total
    assert found
