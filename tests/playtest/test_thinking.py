"""Bots that think use what their seat knows, and each is stronger than the next weaker one."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from pnp.games.core.playing.seen import Memory
from pnp.playtest import thinking
from pnp.playtest.bots import Decision, PlayedGame
from pnp.playtest.figures import share_of_wins
from pnp.playtest.plan import GameReference
from pnp.playtest.tally import Bots, play_games
from pnp.playtest.thinking import BOTS


def _game(name: str, players: int) -> PlayedGame:
    return GameReference(name, shipped=True).open(players)


@pytest.mark.parametrize("bot", ["greedy", "flat", "tree"])
@pytest.mark.parametrize(
    ("name", "players", "moves"), [("red", 3, 3), ("iroha", 3, 12), ("collectmate", 2, 3), ("kasane", 3, 5)]
)
def test_a_bot_chooses_alike_whatever_it_does_not_see(
    name: str, players: int, moves: int, bot: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "_ITERATIONS", 20)
    monkeypatch.setattr(thinking, "_PLAYOUTS", 2)
    game = _game(name, players)
    play, rules, random = game.play, game.rules, Random(4)
    state = play.initial_state(rules, play.deal(rules, players, 8))
    memories = [Memory()] * players
    for _ in range(moves):
        seat = play.current_player(state)
        assert seat is not None
        decision = Decision(state, seat, play.legal_actions(rules, state), memories[seat])
        action, after = BOTS[bot].move(game, decision, Random(1))
        assert action in decision.actions and after == play.apply(rules, state, action)
        for seed in range(3):
            other = play.redraw(rules, state, seat, memories[seat], Random(seed))
            assert BOTS[bot].move(game, decision._replace(state=other), Random(1))[0] == action
        action = random.choice(decision.actions)
        after = play.apply(rules, state, action)
        memories = [play.remember(rules, memory, one, state, action, after) for one, memory in enumerate(memories)]
        state = after


def _wins(game: PlayedGame, bot: str, weaker: str, deals: int) -> tuple[float, float]:
    """Return the share of wins of one seat, and how far chance brings it from the equal part in 1 of 1,000 cases."""
    tally = play_games(game, Bots(BOTS[weaker], BOTS[bot]), range(deals * game.players))
    equal = 1 / game.players
    share = share_of_wins(tally, "rival", game.players, tally.games)
    return share.value, equal + 3.1 * (equal * (1 - equal) / tally.games) ** 0.5


@pytest.mark.parametrize(("name", "players", "deals"), [("red", 2, 90), ("kasane", 3, 20)])
def test_the_greedy_bot_beats_chance(name: str, players: int, deals: int) -> None:
    wins, least = _wins(_game(name, players), "greedy", "survivor", deals)
    assert wins > least


@pytest.mark.full
@pytest.mark.parametrize(
    ("name", "bot", "weaker", "deals"),
    [
        ("red", "survivor", "random", 100),
        ("red", "flat", "greedy", 60),
        ("iroha", "greedy", "survivor", 60),
        ("collectmate", "greedy", "survivor", 150),
        ("red7", "greedy", "survivor", 16),
    ],
)
def test_each_bot_beats_the_next_weaker_one(name: str, bot: str, weaker: str, deals: int) -> None:
    game = _game(name, 3 if name == "iroha" else 2)
    wins, least = _wins(game, bot, weaker, deals)
    assert wins > least


def test_a_win_and_a_loss_outweigh_every_standing(monkeypatch: pytest.MonkeyPatch) -> None:
    game = _game("red", 2)
    play, rules = game.play, game.rules
    found: set[float] = set()
    for seed in range(40):
        state: Any = play.initial_state(rules, play.deal(rules, 2, seed))
        while (seat := play.current_player(state)) is not None:
            after = play.apply(rules, state, play.legal_actions(rules, state)[0])
            found.add(thinking._lead(game, state, seat, after))
            if play.is_terminal(after):
                won = seat in play.winners(rules, after)
                assert thinking._lead(game, state, seat, after) == (thinking._WON if won else -thinking._WON)
            state = after
    assert min(found) < 0 and max(abs(one) for one in found if abs(one) != thinking._WON) < 100


def test_a_greedy_player_of_koka_makes_a_complete_hand() -> None:
    game = _game("koka", 2)
    tally = play_games(game, Bots(BOTS["greedy"], BOTS["greedy"]), range(1))
    assert (tally.games, tally.count("endless")) == (1, 0)
