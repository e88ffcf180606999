"""Whole trees of tiny games, counted by the engine, and again by the answers of the oracle."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import Any, NamedTuple

import pytest

from pnp.games.red.oracle.answer import oracle
from pnp.games.red.play.game import RedPlay
from pnp.games.red.play.state import State
from pnp.games.red.rules.cards import Action, Rules
from pnp.games.red.rules.decisions import rules_of
from pnp.games.red.settings import RedSettings
from tests.games.red.definitions import VARIANTS

PLAY = RedPlay()
Plain = list[Any]
"""A card as the conformance cases write it."""
COUNTS = {1: 63, 2: 73, 3: 484, 4: 262}
"""Games per seed of the deal, of two seats with three cards each."""


def by_engine(rules: Rules, state: State) -> int:
    """Count the different games that can follow."""
    if PLAY.is_terminal(state):
        return 1
    return sum(by_engine(rules, PLAY.apply(rules, state, action)) for action in PLAY.legal_actions(rules, state))


class Table(NamedTuple):
    """Two seats, the acting one first, in plain data."""

    hands: tuple[list[Plain], list[Plain]]
    palettes: tuple[list[Plain], list[Plain]]
    stock: list[Plain]
    rule: str


def by_oracle(settings: RedSettings, table: Table) -> int:
    """Count the same games, with the turn order and the draw of the rules page written out."""
    (hand, other_hand), (palette, other_palette) = table.hands, table.palettes
    if not hand:
        return 1
    moves = [("play", card, None) for card in hand] + [("rule", None, card) for card in hand]
    games = 0
    for do, played, discarded in moves + [("both", *pair) for pair in permutations(hand, 2)]:
        position = {"palettes": [palette, other_palette], "me": 0, "hand": hand, "rule": table.rule}
        out = oracle(settings, "may_move", {**position, "move": [do, played, discarded]})
        if out["verdict"] == "out":
            games += 1
        if out["verdict"] != "allowed":
            continue
        next_hand = [card for card in hand if card not in (played, discarded)] + table.stock[: out["draws"]]
        next_table = Table(
            (other_hand, next_hand),
            (other_palette, [*palette, played] if played else palette),
            table.stock[out["draws"] :],
            discarded[0] if discarded else table.rule,
        )
        games += by_oracle(settings, next_table)
    return games


@pytest.mark.parametrize("seed", COUNTS)
def test_engine_and_oracle_know_the_same_number_of_games(seed: int) -> None:
    settings = replace(VARIANTS["tiny"], hand=3)
    rules = rules_of(settings)
    state = PLAY.initial_state(rules, PLAY.deal(rules, 2, seed))
    games = by_engine(rules, state)
    assert state.turn is not None
    seats = (state.turn, 1 - state.turn)
    hands, palettes = (
        [[list(card) for card in cards_by_seat[seat]] for seat in seats]
        for cards_by_seat in (state.hands, state.palettes)
    )
    table = Table(tuple(hands), tuple(palettes), [list(card) for card in state.stock], state.rule)
    assert games == by_oracle(settings, table)
    assert games == COUNTS[seed]


def test_a_game_with_one_card_each_is_counted_by_hand() -> None:
    settings = VARIANTS["tiny"]
    rules = rules_of(settings)
    state = PLAY.parse_state(
        rules,
        "rule=red turn=0 hands=red-3|red-2 palettes=orange-1|orange-2 stock=red-1,orange-3,yellow-1,yellow-2,yellow-3 "
        "discards=",
    )
    # Play red-3 wins at red: seat 1 then plays red-2 and is out, or may not discard it. Discard red-3 does not win.
    assert PLAY.legal_actions(rules, state) == (Action("play", *(state.hands[0][0], None)),)
    assert by_engine(rules, state) == 1
