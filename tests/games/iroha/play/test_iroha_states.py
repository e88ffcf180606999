"""States that no game of iroha comes to are refused with the reason."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from pnp.games.core.playing.play import NotationError
from pnp.games.iroha.play.game import IrohaPlay
from pnp.games.iroha.play.state import State
from pnp.games.iroha.rules.decisions import rules_of
from tests.games.iroha.definitions import VARIANTS

PLAY = IrohaPlay()
RULES = rules_of(VARIANTS["iroha"])

Change = Callable[[State], State]


def state_after(steps: int) -> State:
    """State of a game of three after so many actions; of 0 the first is chosen of the cards to pass."""
    random = Random(7)
    state = PLAY.initial_state(RULES, PLAY.deal(RULES, 3, 3))
    for _ in range(steps):
        if PLAY.is_terminal(state):
            break
        state = PLAY.apply(RULES, state, random.choice(PLAY.legal_actions(RULES, state)))
    return state


def _passing(state: State, seat: int, count: int) -> State:
    """Let a seat have chosen so many cards of its hand."""
    hand = state.hands[seat]
    hands = (*state.hands[:seat], hand[count:], *state.hands[seat + 1 :])
    return state._replace(hands=hands, passing=(*state.passing[:seat], hand[:count], *state.passing[seat + 1 :]))


def _moved(state: State, source: int, target: int) -> State:
    """Move a card from a hand to another."""
    hands = list(state.hands)
    hands[source], hands[target] = hands[source][1:], tuple(sorted((*hands[target], hands[source][0])))
    return state._replace(hands=tuple(hands))


def _other_leader(state: State) -> State:
    return state._replace(leader=(state.leader + 1) % 3)


BROKEN: dict[str, tuple[int, Change, str]] = {
    "two seats": (0, lambda state: state._replace(hands=state.hands[:2]), "for each of 3 to 6 seats"),
    "a pile less": (0, lambda state: state._replace(captured=state.captured[:2]), "for each of 3 to 6 seats"),
    "a fourth seat deals": (0, lambda state: state._replace(dealer=3), "the seats are 0 to 2"),
    "a fourth seat leads": (0, lambda state: state._replace(leader=3), "the seats are 0 to 2"),
    "two scores": (0, lambda state: state._replace(scores=((0, 0),), packs=state.packs[1:]), "a score for each seat"),
    "a deal less": (0, lambda state: state._replace(packs=state.packs[1:]), "3 players play 3 deals"),
    "a card less": (0, lambda state: state._replace(aside=state.aside[1:]), "not those used with 3 players"),
    "a card in another pack": (
        0,
        lambda state: state._replace(packs=(state.packs[0][:-1], *state.packs[1:])),
        "not those used with 3 players",
    ),
    "a card on the table before all have passed": (
        0,
        lambda state: state._replace(hands=(state.hands[0][1:], *state.hands[1:]), table=state.hands[0][:1]),
        "before all have passed",
    ),
    "a card captured before all have passed": (
        0,
        lambda state: state._replace(
            hands=(state.hands[0][1:], *state.hands[1:]), captured=(state.hands[0][:1], (), ())
        ),
        "before all have passed",
    ),
    "another leads": (0, _other_leader, "does not lead after the deal of seat"),
    "a card in another hand": (0, lambda state: _moved(state, 0, 1), "cards are dealt to each hand"),
    "a seat chooses out of turn": (
        0,
        lambda state: _passing(state, (state.leader + 1) % 3, RULES.passed),
        "seats choose in turn",
    ),
    "a card too few is passed": (
        0,
        lambda state: _passing(state, state.leader, RULES.passed - 1),
        f"{RULES.passed} cards are passed",
    ),
    "all have chosen": (
        0,
        lambda state: _passing(_passing(_passing(state, 0, RULES.passed), 1, RULES.passed), 2, RULES.passed),
        "the cards change hands when all have",
    ),
    "cards to pass while cards are played": (
        3,
        lambda state: _passing(state, 0, RULES.passed),
        "the cards passed are in the hands",
    ),
    "a full trick": (
        3,
        lambda state: state._replace(
            hands=tuple(hand[1:] for hand in state.hands), table=tuple(hand[0] for hand in state.hands)
        ),
        "a trick that is full is taken",
    ),
    "half a trick captured": (
        3,
        lambda state: state._replace(
            hands=(state.hands[0][1:], *state.hands[1:]), captured=(state.hands[0][:1], (), ())
        ),
        "tricks are taken whole",
    ),
    "a card too many in a hand": (4, lambda state: _moved(state, 0, 1), "the hands do not fit the tricks played"),
    "another leads the first trick": (3, _other_leader, "does not lead after the deal of seat"),
    "a card in hand at the end": (
        10**6,
        lambda state: state._replace(
            captured=tuple(pile[1:] if seat == _richest(state) else pile for seat, pile in enumerate(state.captured)),
            hands=(state.captured[_richest(state)][:1], (), ()),
        ),
        "has no card to play",
    ),
    "a card to pass at the end": (
        10**6,
        lambda state: state._replace(
            captured=tuple(pile[1:] if seat == _richest(state) else pile for seat, pile in enumerate(state.captured)),
            passing=(state.captured[_richest(state)][:1], (), ()),
        ),
        "has no card to play",
    ),
    "a card in another pile at the end": (
        10**6,
        lambda state: state._replace(
            captured=tuple(
                pile[1:]
                if seat == _richest(state)
                else tuple(sorted((*pile, state.captured[_richest(state)][0])))
                if seat == (_richest(state) + 1) % 3
                else pile
                for seat, pile in enumerate(state.captured)
            )
        ),
        "tricks are taken whole",
    ),
    "other scores at the end": (
        10**6,
        lambda state: state._replace(scores=(*state.scores[:-1], tuple(score + 1 for score in state.scores[-1]))),
        "not those of the cards captured",
    ),
}


def _richest(state: State) -> int:
    return max(range(3), key=lambda seat: len(state.captured[seat]))


@pytest.mark.parametrize("steps", [0, 1, 2, 3, 4, 5, 6, 10**6])
def test_a_state_of_a_game_is_read_back(steps: int) -> None:
    state = state_after(steps)
    assert PLAY.parse_state(RULES, PLAY.format_state(state)) == state


@pytest.mark.parametrize(("steps", "change", "reason"), BROKEN.values(), ids=BROKEN)
def test_a_state_that_no_game_comes_to_is_refused(steps: int, change: Change, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        PLAY.parse_state(RULES, PLAY.format_state(change(state_after(steps))))
