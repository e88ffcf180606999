"""Legal actions of koka at random moments and near a complete hand: they are those of a plain definition."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from pnp.games.koka.play.game import KokaPlay
from pnp.games.koka.play.state import Action, State
from pnp.games.koka.rules.decisions import rules_of
from pnp.games.koka.rules.dice import Dice, Die
from pnp.games.koka.rules.record import Rules
from pnp.testing import amount
from tests.games.koka.definitions import PROVED, VARIANTS
from tests.games.legal import check_legal, choices, moments

PLAY = KokaPlay()


def alphabet(rules: Rules, state: State) -> Iterator[Action]:
    """Yield every action with any face, and pairs of dice that can be had."""
    faces = sorted(rules.deck)
    seat = state.turn or 0
    within_reach = sorted({*state.hands[seat], *state.rolled, faces[0], faces[-1]})
    given = [*choices(faces, 0, 1), *choices(within_reach, 2)]
    for dice in choices(faces, 0, 1, 2):
        yield from (Action("reroll", dice), Action("keep", dice))
    for dice in choices(faces, 1):
        yield from (Action(do, dice, given_dice) for do, given_dice in product(("take", "exchange"), given))
    for dice in choices(within_reach, 0, 1, 2):
        yield from (Action("pick", dice, given_dice) for given_dice in given)


@pytest.mark.parametrize("name", ["koka", *PROVED])
def test_legal_actions_are_all_that_is_allowed_in_order(name: str) -> None:
    rules = rules_of(VARIANTS[name])
    players = max(PLAY.seats(rules))
    counts = [check_legal(PLAY, rules, state, alphabet) for state in moments(PLAY, rules, players, len(name))]
    assert max(counts) > 2 and min(counts) == 0


@pytest.mark.parametrize("name", ["koka", "koka-special"])
def test_near_a_complete_hand_as_well(name: str) -> None:
    rules = rules_of(VARIANTS[name])
    random = Random(name)
    start = PLAY.initial_state(rules, PLAY.deal(rules, 2, 1))
    seat = start.turn
    assert seat is not None
    completed = 0
    for _ in range(amount(quick=4, full=80)):
        hand, last = _nearly_complete(rules, random)
        hands = (hand, hand)
        tray = tuple(sorted((last, *random.sample(sorted(rules.deck), 2))))
        rolled = tray[: random.choice((1, 2))]
        for state in (
            start._replace(hands=hands, tray=tray),
            start._replace(hands=hands, phase="pick", rolled=rolled, tray=tray[2:]),
            start._replace(hands=hands, phase="exchange", discards=tray, tray=()),
        ):
            check_legal(PLAY, rules, state, alphabet)
            legal = PLAY.legal_actions(rules, state)
            completed += any(
                len(action.given) < len(action.dice) for action in legal if action.do not in ("keep", "reroll")
            )
    assert completed > 2


def _nearly_complete(rules: Rules, random: Random) -> tuple[Dice, Die]:
    """Return eleven dice, and one that completes them; sometimes one of the eleven is changed."""
    dice: list[Die] = []
    for _ in range(4):
        colour, low, alike = random.choice(rules.colours), random.randint(1, 4), random.random() < 0.4
        dice += [Die(colour, low if alike else low + index) for index in range(3)]
    random.shuffle(dice)
    last = dice.pop()
    if random.random() < 0.3:
        dice[0] = random.choice(sorted(rules.deck))
    return tuple(sorted(dice)), last
