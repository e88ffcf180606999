"""Legal actions of iroha at random moments: they are those of a plain definition."""

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
    """Yield plays and passes of any one card of the game, of as many as are passed, or of none."""
    cards = sorted(rules.deck)
    for chosen in choices(cards, *sorted({0, 1, min(2, rules.passed)})):
        yield from (Action("play", chosen), Action("pass", chosen))
    # More than two cards only out of the hand: the whole game has too many choices.
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
