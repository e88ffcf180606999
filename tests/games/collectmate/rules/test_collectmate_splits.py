"""Comparison of the best split of a hand with a plain search through all splits, under the rules and every
misreading."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from pnp.games.collectmate.rules.cards import Cards, Groups, Rules
from pnp.games.collectmate.rules.decisions import all_of_one_centre, rules_of
from pnp.games.collectmate.rules.positions import read_card
from pnp.games.collectmate.rules.scoring import complete_groups, hand_score, split_score, together_score
from pnp.games.collectmate.settings import CollectmateSettings
from pnp.games.collectmate.teaching.misreadings import misreadings
from pnp.testing import amount
from tests.games.collectmate.conftest import cards, position
from tests.games.collectmate.definitions import MATE, OTHERS, VARIANTS

HANDS = amount(quick=6, full=30)
LARGE = {
    "two-large-groups": replace(MATE, hand=12, groups=(6, 6), players=(2, 4)),
    "three-groups": replace(MATE, hand=9, groups=(3, 3, 3)),
    "a-group-of-one": replace(MATE, groups=(1, 6), readings=OTHERS),
}
NAMES = (
    *LARGE,
    *("collectmate", "collectmate-seven", "collectmate-seven-other-readings", "collectmate-plain", "collectmate-tiny"),
    *("purple-three", "one-group", "all-dots"),
)


def plain_best_split(
    rules: Rules, hand: Cards, tags: bool, holds: Callable[[Cards], bool] = lambda group: True
) -> Groups | None:
    """Return the first of the best splits, counted one by one."""
    splits = [groups for groups in rules.splits(rules, tuple(sorted(hand))) if any(map(holds, groups))]
    values = [(split_score(rules, groups, tags).total, all_of_one_centre(groups)) for groups in splits]
    return splits[values.index(max(values))] if splits else None


def hands_of(settings: CollectmateSettings, rules: Rules) -> list[Cards]:
    """Return hands that are dealt, every other one of few kinds of cards, in which colours gather; and made-up ones."""
    random = Random(str(settings.hand))
    deck = [card for card, copies in sorted(rules.deck.items()) for _ in range(copies)]
    few = sorted(deck, key=lambda card: (len(card.colours), card.dot))[-2 * rules.hand :]
    count = HANDS if rules.hand < 9 else max(2, HANDS // 8)
    dealt = [tuple(random.sample(few if place % 2 else deck, rules.hand)) for place in range(count)]
    raw = [position(rules, random, "hand_score")["hand"] for _ in range(count)]
    return [*dealt, *(tuple(read_card(rules, card) for card in hand) for hand in raw)]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("tags", [False, True])
def test_the_best_split_is_the_first_best_of_all(name: str, tags: bool) -> None:
    settings = {**VARIANTS, **LARGE}[name]
    true = rules_of(settings)
    for rules in (true, *(item.patch(true) for item in misreadings(settings))):
        overlaps = rules.splits is not true.splits
        for hand in hands_of(settings, rules) if rules.hand < 8 or not overlaps else ():
            whole = (groups for groups in rules.splits(rules, hand) if rules.completes(rules, groups))
            assert complete_groups(rules, hand) == next(whole, None), hand
            scored, best = hand_score(rules, hand, tags), plain_best_split(rules, hand, tags)
            assert best is not None
            assert scored.score.total == split_score(rules, best, tags).total, hand
            assert overlaps or scored.groups == best, hand


def test_dots_that_score_as_a_colour_score_in_every_group_of_dots() -> None:
    rules = replace(rules_of(MATE), dot_points=2)
    hand = tuple(read_card(rules, card) for card in cards("o *RBY *RBY *RBY *P *P *P"))
    # Three colours on three dots score 3, and purple alone scores 2; the dots of either group score 2 more.
    assert hand_score(rules, hand, False).score.total == 5


@pytest.mark.parametrize("name", NAMES)
def test_so_is_the_best_in_which_a_colour_stands_on_enough_cards(name: str) -> None:
    settings = {**VARIANTS, **LARGE}[name]
    true = rules_of(settings)
    misread = [item.patch(true) for item in misreadings(settings)]
    missing_seen = set()
    for rules in (true, *(rules for rules in misread if rules.splits is true.splits)):
        for hand in hands_of(settings, rules):
            for colour in rules.colours[:: 1 if rules is true else 3]:

                def holds(group: Cards, colour: str = colour, rules: Rules = rules) -> bool:
                    return sum(colour in card.colours for card in group) >= rules.enough and rules.group_scores(group)

                best = together_score(rules, hand, colour, False)
                assert (best and best.groups) == plain_best_split(rules, hand, False, holds), (hand, colour)
                missing_seen.add(best is None)
    assert False in missing_seen or name == "one-group"
