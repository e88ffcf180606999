"""Legal actions of red at random moments: they are those of a plain definition."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import get_args

import pytest

from pnp.games.red.play.game import RedPlay
from pnp.games.red.play.state import State
from pnp.games.red.rules.cards import Action, Card, Do, Rules, parse_card
from pnp.games.red.rules.decisions import rules_of
from tests.games.legal import check_legal, moments
from tests.games.red.definitions import OF_RED7, PROVED, VARIANTS

PLAY = RedPlay()


def alphabet(rules: Rules, state: State) -> Iterator[Action]:
    """Return every action, with any card of the deck or none in either place."""
    cards = (None, *rules.deck)
    return (Action(do, *pair) for do, pair in product(get_args(Do), product(cards, cards)))


@pytest.mark.parametrize("name", ["red", "red7", *PROVED, *OF_RED7])
def test_legal_actions_are_all_that_is_allowed_in_order(name: str) -> None:
    rules = rules_of(VARIANTS[name])
    counts = [
        check_legal(PLAY, rules, state, alphabet)
        for players in (PLAY.seats(rules)[0], PLAY.seats(rules)[-1])
        for state in moments(PLAY, rules, players, len(name))
    ]
    assert max(counts) > 2 and min(counts) == 0


@pytest.mark.parametrize("name", ["eight", "eight-other-readings", "red7-other-readings"])
@pytest.mark.parametrize(
    ("rule", "hand", "palettes"),
    [
        ("red", "red-7,red-7,green-1", ("red-6", "red-6")),
        ("green", "green-2,green-3,violet-7", ("red-7", "red-5")),
        ("violet", "violet-2,violet-5,red-2", ("red-7,red-5", "indigo-4,indigo-4", "blue-1")),
    ],
)
def test_ties_of_copies_and_palettes_without_a_fitting_card(
    name: str, rule: str, hand: str, palettes: tuple[str, ...]
) -> None:
    rules = rules_of(VARIANTS[name])
    hands, laid = (
        tuple(tuple(_cards(rules, line)) for line in lines) for lines in ((hand, "red-1", "red-1"), palettes)
    )
    state = State(hands[: len(laid)], laid, (), (), rule, 0, (0,) * len(laid) if rules.goals else ())
    assert check_legal(PLAY, rules, state, alphabet) >= 2


def _cards(rules: Rules, line: str) -> Iterator[Card]:
    return (parse_card(word, rules.deck) for word in line.split(","))
