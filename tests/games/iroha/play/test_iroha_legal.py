"""The legal actions of iroha are those of a plain definition, at random moments."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pnp.games.iroha.play.game import IrohaPlay
from pnp.games.iroha.play.state import Action, State
from pnp.games.iroha.rules.cards import Rules
from pnp.games.iroha.rules.decisions import rules_of
from tests.games.iroha.definitions import VARIANTS
from tests.games.legal import check_legal, choices, moments

PLAY = IrohaPlay()


def alphabet(rules: Rules, state: State) -> Iterator[Action]:
    """To play or to pass any one card of the game, or as many as are passed, or none."""
    cards = sorted(rules.cards.values())
    for chosen in choices(cards, *sorted({0, 1, min(2, rules.passed)})):
        yield from (Action("play", chosen), Action("pass", chosen))
    # More than two only out of what the seat has: there are too many of all cards.
    if rules.passed > 2 and state.turn is not None:
        yield from (Action("pass", chosen) for chosen in choices(state.hands[state.turn], rules.passed))


@pytest.mark.parametrize("name", VARIANTS)
def test_legal_actions_are_all_that_is_allowed_in_order(name: str) -> None:
    rules = rules_of(VARIANTS[name])
    counts = [
        check_legal(PLAY, rules, state, alphabet)
        for players in PLAY.seats(rules)
        for state in moments(PLAY, rules, players, len(name))
    ]
    assert max(counts) > 0 and min(counts) == 0
