"""Whole trees of tiny deals of iroha, counted by the engine, and again by the answers of the oracle."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import comb
from typing import Any

import pytest

from pnp.games.iroha.oracle.single import oracle
from pnp.games.iroha.play.game import IrohaPlay
from pnp.games.iroha.play.state import State
from pnp.games.iroha.rules.cards import Rules
from pnp.games.iroha.rules.decisions import rules_of
from pnp.games.iroha.settings import IrohaSettings
from tests.games.iroha.definitions import VARIANTS

PLAY = IrohaPlay()
Plain = list[Any]
"""A card as the conformance cases write it."""
COUNTS = {(2, 1): 154, (2, 3): 144, (3, 1): 40, (3, 2): 36}
"""Number of ways to play a deal with one card passed, per number of players and seed."""


def by_engine(rules: Rules, state: State) -> int:
    """Count the different ways in which the deal can go on."""
    if state.scores:
        return 1
    return sum(by_engine(rules, PLAY.apply(rules, state, action)) for action in PLAY.legal_actions(rules, state))


def by_oracle(settings: IrohaSettings, hands: list[list[Plain]], dealer: int) -> int:
    """Count the same ways, with the order of a deal written out as the rules page has it."""
    choices = [[[card] for card in hand] for hand in hands]
    return sum(
        plays(settings, oracle(settings, "pass", {"hands": hands, "passed": list(passed)})["hands"], dealer, [], [])
        for passed in product(*choices)
    )


def plays(
    settings: IrohaSettings, hands: list[list[Plain]], dealer: int, tricks: list[list[Plain]], table: list[Plain]
) -> int:
    """Count the ways to go on after some tricks, and some cards of the next."""
    if len(table) == len(hands):
        tricks, table = [*tricks, table], []
    if len(tricks) == settings.dealt:
        return 1
    leader = oracle(settings, "lead", {"players": len(hands), "dealer": dealer, "tricks": tricks})["leader"]
    seat = (leader + len(table)) % len(hands)
    ways = 0
    for card in oracle(settings, "legal", {"hand": hands[seat], "table": table})["legal"]:
        left = [[other for other in hand if other != card] for hand in hands]
        ways += plays(settings, left, dealer, tricks, [*table, card])
    return ways


@pytest.mark.parametrize(("players", "seed"), COUNTS)
def test_engine_and_oracle_know_the_same_number_of_deals(players: int, seed: int) -> None:
    settings = replace(VARIANTS["iroha-tiny"], dealt=3 if players == 2 else 2)
    rules = rules_of(settings)
    state = PLAY.initial_state(rules, PLAY.deal(rules, players, seed))
    hands = [[list(card) for card in hand] for hand in state.hands]
    games = by_engine(rules, state)
    assert games == by_oracle(settings, hands, state.dealer)
    assert games == COUNTS[players, seed]


def test_a_hand_that_is_passed_whole_can_be_passed_in_one_way() -> None:
    rules = rules_of(replace(VARIANTS["iroha-tiny"], passed=3))
    state = PLAY.initial_state(rules, PLAY.deal(rules, 2, 1))
    assert len(PLAY.legal_actions(rules, state)) == 1


def test_two_of_nine_cards_can_be_passed_in_36_ways() -> None:
    rules = rules_of(VARIANTS["iroha"])
    state = PLAY.initial_state(rules, PLAY.deal(rules, 4, 1))
    assert len(PLAY.legal_actions(rules, state)) == comb(9, 2) == 36


def test_a_deal_is_counted_by_hand() -> None:
    rules = rules_of(VARIANTS["iroha-tiny"])
    state = PLAY.parse_state(
        rules,
        "phase=play dealer=1 leader=0 hands=bird-1,fan-1|bird-2,fan-2 passing=| table= "
        "captured=butterfly-1,butterfly-2| aside=bird-3,butterfly-3,fan-3 packs= scores=0,0",
    )

    # Seat 0 leads either card, seat 1 has to follow and takes, leads its last card and takes again: two ways.
    def ways(state: State) -> int:
        if PLAY.is_terminal(state):
            return 1
        return sum(ways(PLAY.apply(rules, state, action)) for action in PLAY.legal_actions(rules, state))

    assert ways(state) == 2
