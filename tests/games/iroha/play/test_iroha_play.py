"""Games of iroha from the first deal to the last."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from pnp.games.iroha.play.game import IrohaPlay
from pnp.games.iroha.play.state import Action, Deal, State
from pnp.games.iroha.rules.cards import Card, Cards, Rules, pack, totals
from pnp.games.iroha.rules.decisions import rules_of
from pnp.games.iroha.rules.trick import trick_of
from pnp.testing import amount
from tests.games.iroha.definitions import VARIANTS

PLAY = IrohaPlay()
GAMES = int(os.environ.get("PNP_FULL_GAMES", amount(quick=5, full=15)))
"""Random games per number of players; set PNP_FULL_GAMES=1000 for a thorough run."""
PLAYED = [
    *product(("iroha", "iroha-six-suits", "iroha-double"), (3, 4, 5, 6)),
    *product(("iroha-icons",), (3, 4, 5)),
    *product(("iroha-tiny",), (2, 3)),
]
"""Definitions, each with a number of players."""


def walk(rules: Rules, players: int, seed: int) -> Iterator[tuple[State, Action, State]]:
    """Yield the steps of a random game."""
    random = Random(f"{players} {seed}")
    state = PLAY.initial_state(rules, PLAY.deal(rules, players, random.randrange(2**32)))
    while not PLAY.is_terminal(state):
        action = random.choice(PLAY.legal_actions(rules, state))
        next_state = PLAY.apply(rules, state, action)
        yield state, action, next_state
        state = next_state


def plain_score(rules: Rules, pile: Cards) -> int:
    """Score captured cards as the rules page words it."""
    suits = {card.suit for card in pile}
    lowest = sum(min(card.number for card in pile if card.suit == suit) for suit in suits)
    return lowest - rules.cost * (len(pile) - len(suits))


def check_step(rules: Rules, used: list[Card], before: State, action: Action, after: State) -> None:
    """Check a step from one moment to the next."""
    assert list(PLAY.cards(after)) == used
    seat = before.turn
    assert seat is not None
    assert set(action.cards) <= set(before.hands[seat])
    assert len(after.scores) in (len(before.scores), len(before.scores) + 1)
    if before.phase == "play" and len(before.table) + 1 == before.seats:
        taker = trick_of(rules, (*before.table, *action.cards)).winner
        assert taker is not None
        winner = (before.leader + taker) % before.seats
        piles = [*before.captured]
        piles[winner] = (*piles[winner], *before.table, *action.cards)
        if len(after.scores) == len(before.scores):
            assert after.turn == after.leader == winner
            assert list(after.captured) == piles
        else:
            assert after.scores[-1] == tuple(plain_score(rules, pile) for pile in piles)


@pytest.mark.parametrize(("name", "players"), PLAYED)
def test_random_games_keep_every_card_and_every_point(name: str, players: int) -> None:
    rules = rules_of(VARIANTS[name])
    used = sorted(pack(rules, players))
    deals = players * rules.deals_each
    for seed in range(GAMES if name == "iroha" else max(3, GAMES // 10)):
        steps = 0
        dealers = []
        for before, action, after in walk(rules, players, seed):
            check_step(rules, used, before, action, after)
            steps += 1
            dealers += [before.dealer] if len(after.scores) > len(before.scores) else []
        assert steps == deals * players * (rules.dealt + (rules.passed > 0))
        assert sorted(dealers) == sorted(list(range(players)) * rules.deals_each)
        assert [(dealer + 1) % players for dealer in dealers[:-1]] == dealers[1:]
        assert len(after.scores) == deals
        assert sum(map(len, after.captured)) == players * rules.dealt
        assert PLAY.returns(rules, after) == tuple(totals(after.scores))


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_nine_cards_are_dealt_and_as_many_as_there_are_players_are_left_over(players: int) -> None:
    rules = rules_of(VARIANTS["iroha"])
    state = PLAY.initial_state(rules, PLAY.deal(rules, players, 1))
    assert [len(hand) for hand in state.hands] == [9] * players
    assert len(state.aside) == players
    assert len(state.packs) == players - 1
    assert state.turn == state.leader == (state.dealer + 1) % players


@pytest.mark.parametrize("players", [2, 7])
def test_a_wrong_number_of_players_is_not_dealt_to(players: int) -> None:
    with pytest.raises(ValueError, match="the rules allow 3 to 6"):
        PLAY.deal(rules_of(VARIANTS["iroha"]), players, 1)


def tiny(rules: Rules | None = None) -> tuple[Rules, State]:
    """Return a state of three seats with three cards each; every seat passes one, and seat 0 leads."""
    rules = rules or rules_of(VARIANTS["iroha-tiny"])
    order = "bird-1 fan-1 butterfly-1 bird-2 fan-2 butterfly-2 bird-3 fan-3 butterfly-3 bird-4 fan-4 butterfly-4"
    cards = tuple(rules.by_line[word] for word in order.split())
    return rules, PLAY.initial_state(rules, Deal(2, (cards,) * 3))


def act(rules: Rules, state: State, *lines: str) -> State:
    for line in lines:
        state = PLAY.apply(rules, state, PLAY.parse_action(rules, line))
    return state


def hand(rules: Rules, line: str) -> Cards:
    return tuple(sorted(rules.by_line[word] for word in line.split()))


def test_cards_are_dealt_one_by_one_and_passed_to_the_left_when_everyone_has_chosen() -> None:
    rules, state = tiny()
    assert state.hands[1] == hand(rules, "fan-1 fan-2 fan-3")
    assert state.aside == (Card("bird", 4), Card("fan", 4), Card("butterfly", 4))
    state = act(rules, state, "pass bird-1", "pass fan-1")
    assert (state.phase, state.turn) == ("pass", 2)
    assert state.hands[0] == hand(rules, "bird-2 bird-3")
    state = act(rules, state, "pass butterfly-1")
    assert (state.phase, state.turn) == ("play", 0)
    assert state.hands == (
        hand(rules, "bird-2 bird-3 butterfly-1"),
        hand(rules, "fan-2 fan-3 bird-1"),
        hand(rules, "butterfly-2 butterfly-3 fan-1"),
    )


def test_a_deal_is_scored_and_the_next_seat_deals() -> None:
    rules, state = tiny()
    state = act(rules, state, "pass bird-1", "pass fan-1", "pass butterfly-1")
    # Seat 2 cannot follow: the marker moves to the butterfly, and it takes.
    state = act(rules, state, "play bird-2", "play bird-1", "play butterfly-3")
    assert (state.leader, state.turn) == (2, 2)
    assert state.captured == ((), (), (Card("bird", 2), Card("bird", 1), Card("butterfly", 3)))
    state = act(rules, state, "play fan-1", "play bird-3", "play fan-2")
    assert state.leader == 0
    before = act(rules, state, "play butterfly-1", "play fan-3")
    assert PLAY.legal_actions(rules, before) == (PLAY.parse_action(rules, "play butterfly-2"),)
    state = act(rules, before, "play butterfly-2")
    # Seat 0: fan 1, bird 3, one fan too many. Seat 1: the last trick by fan 3. Seat 2: bird 1, butterfly 3, one bird.
    assert state.scores == ((1 + 3 - 1, 1 - 1 + 3, 1 - 1 + 3),)
    assert (state.phase, state.dealer, state.leader, len(state.packs)) == ("pass", 0, 1, 1)


def test_without_passing_the_first_trick_begins_at_once() -> None:
    rules = rules_of(VARIANTS["iroha-double"])
    state = PLAY.initial_state(rules, PLAY.deal(rules, 3, 1))
    assert state.phase == "play"
    assert len(PLAY.legal_actions(rules, state)) == 9
    assert len(state.packs) == 5


def test_codes_of_every_violation() -> None:
    rules, state = tiny()
    attempts = [
        (state, "play bird-1", "pass-first"),
        (state, "pass bird-1 bird-2", "pass-count"),
        (state, "pass", "pass-count"),
        (state, "pass fan-1", "not-in-hand"),
        (act(rules, state, "pass bird-1"), "pass bird-1", "pass-received"),
    ]
    state = act(rules, state, "pass bird-1", "pass fan-1", "pass butterfly-1", "play bird-2")
    attempts += [
        (state, "pass bird-1", "pass-over"),
        (state, "play bird-3", "not-in-hand"),
        (state, "play fan-2", "must-follow"),
        (state._replace(phase="over"), "play bird-1", "game-over"),
    ]
    for moment, line, code in attempts:
        action = PLAY.parse_action(rules, line)
        violation = PLAY.violation(rules, moment, action)
        assert violation is not None, line
        assert (violation.code, violation.reason.key) == (code, f"violation-{code}")
        with pytest.raises(ValueError, match=f"{line}: {code} in phase="):
            PLAY.apply(rules, moment, action)


def test_one_card_cannot_be_passed_twice() -> None:
    rules = rules_of(VARIANTS["iroha"])
    state = PLAY.initial_state(rules, PLAY.deal(rules, 3, 1))
    assert state.turn is not None
    card = state.hands[state.turn][0]
    violation = PLAY.violation(rules, state, Action("pass", (card, card)))
    assert violation is not None and violation.code == "not-in-hand"


def test_returns_wait_for_the_end() -> None:
    rules, state = tiny()
    with pytest.raises(ValueError, match="not over"):
        PLAY.returns(rules, state)


def test_rules_that_leave_a_trick_to_nobody_cannot_be_played_on() -> None:
    rules = replace(rules_of(VARIANTS["iroha-tiny"]), taker=lambda plays, marker: None)
    _, state = tiny(rules)
    state = act(rules, state, "pass bird-1", "pass fan-1", "pass butterfly-1", "play bird-2", "play bird-1")
    with pytest.raises(ValueError, match="say not who takes the trick"):
        act(rules, state, "play butterfly-3")


def test_what_has_the_cards_of_no_action_is_refused() -> None:
    rules = rules_of(VARIANTS["iroha"])
    passing = PLAY.initial_state(rules, PLAY.deal(rules, 3, 1))
    state = passing
    while state.phase == "pass":
        state = PLAY.apply(rules, state, PLAY.legal_actions(rules, state)[0])
    assert state.turn is not None
    hand = state.hands[state.turn]

    def code(moment: State, action: Action) -> str | None:
        violation = PLAY.violation(rules, moment, action)
        return None if violation is None else violation.code

    assert code(state, Action("play", hand[:1])) is None
    assert [code(state, Action("play", cards)) for cards in ((), hand[:2], hand[:1] * 2)] == ["no-action"] * 3
    assert code(state, Action("play", (Card("moon", 1),))) == "not-in-hand"
    assert code(passing, Action("pass", ())) == "pass-count"
    assert code(passing, Action("play", ())) == "pass-first"


def test_wrong_moves_pass_the_right_number_of_cards_with_a_card_from_elsewhere() -> None:
    rules = rules_of(VARIANTS["iroha"])
    state = PLAY.initial_state(rules, PLAY.deal(rules, 3, 1))
    seat = state.turn
    assert seat is not None
    passes = [action.cards for action in PLAY.slips(rules, state, seat) if action.do == "pass"]
    strays = [cards for cards in passes if len(set(cards)) == rules.passed and set(cards) - set(state.hands[seat])]
    assert strays
    assert all(len(set(cards) - set(state.hands[seat])) == 1 for cards in strays)
