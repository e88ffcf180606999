"""Random games from deal to showdown, for every number of players. ``PNP_FULL_GAMES=1000`` plays so many of each."""

from __future__ import annotations

import os
from collections import Counter
from random import Random
from typing import Any

import pytest

from pnp.games.collectmate.oracle.answer import oracle
from pnp.games.collectmate.play.game import CollectmatePlay
from pnp.games.collectmate.play.state import State
from pnp.games.collectmate.rules.cards import Rules
from pnp.games.collectmate.rules.decisions import rules_of
from pnp.games.collectmate.rules.scoring import hand_score
from pnp.games.collectmate.rules.turn import may_lie_open
from pnp.testing import amount
from tests.games.collectmate.definitions import VARIANTS

GAMES = int(os.environ.get("PNP_FULL_GAMES", amount(quick=5, full=15)))
PLAY = CollectmatePlay()


def play_game(rules: Rules, players: int, seed: int) -> tuple[State, int]:
    """Play a random game, with every state checked. Return its last state and the number of shuffles of the stock."""
    random, shuffles = Random(seed), 0
    state = PLAY.initial_state(rules, PLAY.deal(rules, players, seed))
    deck = sorted(Counter(rules.deck).elements())
    while not PLAY.is_terminal(state):
        assert list(PLAY.cards(state)) == deck
        assert state.stock
        assert all(len(state.cards_of(seat)) == rules.hand for seat in range(players))
        assert all(may_lie_open(rules, shown) for shown in state.shown)
        after = PLAY.apply(rules, state, random.choice(PLAY.legal_actions(rules, state)))
        shuffles += after.shuffle != state.shuffle
        state = after
    assert list(PLAY.cards(state)) == deck
    return state, shuffles


@pytest.mark.parametrize("name", ["collectmate", "other-readings"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_cards_are_kept_and_scores_add_up_in_every_game(players: int, name: str) -> None:
    settings = VARIANTS[name]
    rules = rules_of(settings)
    for seed in range(GAMES):
        state, _ = play_game(rules, players, seed)
        outcome = PLAY.showdown(rules, state)
        declarer = state.declarer
        assert declarer is not None
        for seat in range(players):
            counted = hand_score(rules, state.cards_of(seat), rules.tag_option)
            assert sum(item.points for item in counted.score.items) == counted.score.total == outcome.scores[seat]
            assert sorted(card for group in counted.groups for card in group) == list(state.cards_of(seat))
            hand: list[Any] = [card.as_json() for card in state.cards_of(seat)]
            assert oracle(settings, "hand_score", {"hand": hand, "tags": True}) == {"score": outcome.scores[seat]}
            raised = outcome.final[seat] - outcome.scores[seat]
            assert raised == (rules.counter_points if outcome.countered[seat] else 0)
        assert outcome.final[outcome.winner] == max(outcome.final)
        assert not outcome.countered[declarer]
        assert PLAY.returns(rules, state) == tuple(int(seat == outcome.winner) for seat in range(players))


def test_long_games_use_up_the_stock_and_shuffle_what_was_laid() -> None:
    rules = rules_of(VARIANTS["collectmate"])
    assert sum(play_game(rules, 5, seed)[1] for seed in range(25)) > 3
