"""The legal actions of kasane are those of a plain definition, at random moments."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

import pytest

from pnp.games.kasane.play.game import KasanePlay
from pnp.games.kasane.play.state import Action, State
from pnp.games.kasane.rules.achieving import Laid
from pnp.games.kasane.rules.decisions import rules_of
from pnp.games.kasane.rules.record import Rules
from tests.games.kasane.definitions import PROVED, VARIANTS
from tests.games.legal import check_legal, moments

PLAY = KasanePlay()
_FEW = 7
"""Largest hand for which every choice is tried; of larger hands only neighbouring cards."""


def alphabet(rules: Rules, state: State) -> Iterator[Action]:
    """Yield every place of every row and some beside them, a pass, and every yaku with a field card or none before hand
    cards in order."""
    yield Action("pass")
    yield from (Action("take", row, card) for row, card in product(range(-1, 6), range(-1, 8)))
    if state.turn is None:
        return
    hand = [Laid("hand", place) for place in range(len(state.hands[state.turn]) + 1)]
    field = [Laid("field", place) for place in range(len(state.fields[state.turn]))]
    sizes = range(rules.most_cards + 2)
    chosen = [row for size in sizes for row in combinations(hand, size)] if len(hand) <= _FEW else []
    chosen += [tuple(hand[start : start + size]) for size in sizes for start in range(len(hand))]
    for row, first, yaku in product(chosen, [(), *((card,) for card in field)], rules.yaku):
        yield Action("achieve", yaku=yaku, laid=(*first, *row))


@pytest.mark.parametrize("name", ["kasane", *PROVED])
def test_legal_actions_are_all_that_is_allowed_in_order(name: str) -> None:
    rules = rules_of(VARIANTS[name])
    counts = [
        check_legal(PLAY, rules, state, alphabet)
        for players in PLAY.seats(rules)
        for seed in (1, 2)
        for state in moments(PLAY, rules, players, seed)
    ]
    assert max(counts) > 1 and min(counts) == 0


def test_a_yaku_may_begin_with_the_top_card_of_the_field() -> None:
    rules = rules_of(VARIANTS["kasane"])
    first_places = {
        action.laid[0].place
        for seed in range(40)
        for state in moments(PLAY, rules, 4, seed)
        for action in PLAY.legal_actions(rules, state)
        if action.do == "achieve"
    }
    assert first_places == {"hand", "field"}
