"""The legal actions of collectmate are those of a plain definition, at random moments."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from pnp.games.collectmate.play.game import CollectmatePlay
from pnp.games.collectmate.play.state import State
from pnp.games.collectmate.rules.cards import Rules
from pnp.games.collectmate.rules.decisions import rules_of
from pnp.games.collectmate.rules.turn import DOS, Action
from pnp.testing import amount
from tests.games.collectmate.definitions import TWEAKS, VARIANTS
from tests.games.legal import check_legal, choices, moments

PLAY = CollectmatePlay()
SEEDS = range(1, 1 + amount(quick=1, full=2))


def alphabet(rules: Rules, state: State) -> Iterator[Action]:
    """Yield every action with any card, and with as many cards as it takes of the seat's cards and one other."""
    deck = sorted(rules.deck)
    yield from (Action(do) for do in DOS)
    yield from (Action("trade", (card,)) for card in deck)
    yield from (Action("swap", away, others) for away, others in product(choices(deck, 1), repeat=2))
    if state.actor is None:
        return
    hand, shown = state.hands[state.actor], state.shown[state.actor]
    stray = Random(len(state.stock)).choice(deck)
    held = sorted({*hand, *shown, state.field[-1], stray})
    yield from (
        Action("take", opened, laid) for opened, laid in product(choices(held, rules.open - 1), choices(held, 1))
    )
    for size in range(2, min(len(hand), len(shown)) + 1):
        away, others = choices(sorted({*shown, stray}), size), choices(sorted({*hand, stray}), size)
        yield from (Action("swap", *pair) for pair in product(away, others))


@pytest.mark.parametrize("name", ["collectmate", *TWEAKS])
def test_legal_actions_are_all_that_is_allowed_in_order(name: str) -> None:
    rules = rules_of(VARIANTS[name])
    met = set()
    for players in PLAY.seats(rules):
        for seed in SEEDS:
            for state in moments(PLAY, rules, players, seed):
                check_legal(PLAY, rules, state, alphabet)
                met |= {action.do for action in PLAY.legal_actions(rules, state)}
    assert "trade" in met


def test_every_sort_of_action_is_met() -> None:
    rules = rules_of(VARIANTS["collectmate"])
    met = {
        action.do
        for seed in range(20)
        for state in moments(PLAY, rules, 3, seed)
        for action in PLAY.legal_actions(rules, state)
    }
    assert met == set(DOS)
