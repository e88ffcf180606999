"""Whole matches of koka for every number of players. ``PNP_FULL_GAMES=1000`` plays 1000 of each."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from pnp.games.core.playing.play import seats_of
from pnp.games.koka.play.asks import choose as with_a_plan
from pnp.games.koka.play.game import KokaPlay
from pnp.games.koka.play.state import Action, State
from pnp.games.koka.rules.answer import answer
from pnp.games.koka.rules.decisions import rules_of
from pnp.games.koka.rules.dice import VALUES
from pnp.games.koka.rules.record import Rules
from pnp.games.koka.settings import KokaSettings
from pnp.testing import amount
from tests.games.koka.definitions import VARIANTS

Choose = Callable[[Random, Rules, State, tuple[Action, ...]], Action]
GAMES = int(os.environ.get("PNP_FULL_GAMES", amount(quick=1, full=4)))
PLAY = KokaPlay()


def at_random(random: Random, rules: Rules, state: State, legal: tuple[Action, ...]) -> Action:
    return random.choice(legal)


def play_match(settings: KokaSettings, players: int, seed: int, choose: Choose) -> tuple[State, list[int]]:
    """Play a match to its end and check every state; return the end and the rounds of each game."""
    rules, random = rules_of(settings), Random(f"{players} {seed}")
    state = PLAY.initial_state(rules, PLAY.deal(rules, players, seed))
    rounds: list[int] = []
    turns: Counter[int] = Counter()
    while not PLAY.is_terminal(state):
        assert Counter(PLAY.cards(state)) == Counter(rules.dice)
        assert all(die.value in VALUES for hand in state.hands for die in hand)
        assert all(len(kept) < rules.kept for kept in state.kept)
        assert rules.drawer(state.start, state.round, players) == (state.start - 1 + state.round) % players
        seat = state.turn
        assert seat is not None
        next_state = PLAY.apply(rules, state, choose(random, rules, state, PLAY.legal_actions(rules, state)))
        turns[seat] += next_state.phase in ("trade", "over")
        check_end(settings, rules, state, next_state)
        if len(next_state.scores) > len(state.scores):
            rounds.append(state.round + 1)
            assert turns == dict.fromkeys(range(players), rounds[-1])
            turns.clear()
            assert next_state.phase == "over" or next_state.start == (state.start + 1) % players
        elif next_state.round > state.round:
            assert (next_state.round, next_state.start, len(next_state.tray)) == (
                state.round + 1,
                state.start,
                rules.per_round[players],
            )
        state = next_state
    assert PLAY.returns(rules, state) == tuple(map(sum, zip(*state.scores, strict=True)))
    return state, rounds


def check_end(settings: KokaSettings, rules: Rules, before: State, after: State) -> None:
    """Check that a game ends with a complete hand or its last round, and that its scores are those of the door."""
    if after.phase == "over":
        hands = [[die.as_json() for die in hand] for hand in after.hands]
        round_answer = answer(settings, rules, "round", {"start": after.start, "hands": hands})
        assert list(after.scores[-1]) == round_answer["scores"]
    if len(after.scores) > len(before.scores):
        assert before.acted + 1 == before.seats
        assert any(after.scores[-1]) or before.round + 1 == before.rounds
    elif after.round == before.round:
        assert after.acted <= before.acted + 1


@pytest.mark.parametrize("name", ["koka", "koka-special", "koka-tiny"])
def test_dice_are_kept_and_scores_add_up_in_random_matches(name: str) -> None:
    settings = VARIANTS[name]
    for players in seats_of(rules_of(settings)):
        for seed in range(GAMES):
            state, rounds = play_match(settings, players, seed, at_random)
            assert len(state.scores) == len(rounds) == settings.games


@pytest.mark.parametrize("players", [2, 3, 4])
def test_players_with_a_plan_complete_long_before_the_bound(players: int) -> None:
    settings = VARIANTS["koka"]
    lengths: list[int] = []
    winners = 0
    for seed in range(GAMES):
        state, rounds = play_match(settings, players, seed, with_a_plan)
        lengths += rounds
        winners += sum(any(row) for row in state.scores)
    assert winners > len(lengths) * 0.8
    assert sorted(lengths)[len(lengths) // 2] <= state.rounds // 2
