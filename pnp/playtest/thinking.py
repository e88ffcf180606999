"""Bots that think: what they compare are states that look the same to their seat, never the true one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from math import log, sqrt
from random import Random
from typing import Any

from pnp.playtest.bots import Bot, Decision, PlayedGame, RandomMove, RandomSurvivor
from pnp.records import dataclass

_WORLDS = 3
"""States drawn anew in which the greedy bot looks at each action."""
_WON = 1e6
"""Worth of a win beside the worth of a state; a loss is worth as much less."""
_TRIED = 10
"""Actions that the flat search compares: the ones that the greedy bot likes best."""
_PLAYOUTS = 10
"""Games that the flat search plays out after each of them."""
_ITERATIONS = 250
"""Games that the tree search plays out at each decision."""
_FAR = 60
"""Decisions after which a game that is played out ends: the seats that stand best then share the win."""
_EXPLORATION = 0.7
"""Weight of what was tried seldom in the tree search (the constant of UCB1, for results between 0 and 1)."""


class Greedy:
    """Bot that takes the action after which its seat stands best, as far as the game knows (``Play.worth``)."""

    remembers = True

    def move(self, game: PlayedGame, decision: Decision, random: Random) -> tuple[Any, Any]:
        """Return the action, and the state after it."""
        worlds = [world_of(game, decision, random) for _ in range(_WORLDS)]
        return _after(game, decision, best_first(game, decision, worlds, random)[0])


class FlatSearch:
    """Bot that plays games out at random after each of the actions that look best, and takes the one that wins most
    (flat Monte Carlo)."""

    remembers = True

    def move(self, game: PlayedGame, decision: Decision, random: Random) -> tuple[Any, Any]:
        """Return the action, and the state after it. All actions are tried in the same states drawn anew."""
        worlds = [world_of(game, decision, random) for _ in range(_PLAYOUTS)]
        tried = best_first(game, decision, worlds[:1], random)[:_TRIED]
        if len(tried) == 1:
            return _after(game, decision, tried[0])
        seeds = [random.random() for _ in worlds]

        def wins(action: Any) -> float:
            return sum(
                played_out(game, game.play.apply(game.rules, world, action), Random(seed))[decision.seat]  # noqa: S311 - no secret
                for world, seed in zip(worlds, seeds, strict=True)
            )

        return _after(game, decision, max(tried, key=wins))


@dataclass(slots=True)
class _Node:
    """Actions that were taken from the deal to a moment, in a tree of them."""

    visits: int = 0
    available: int = 0
    won: float = 0.0
    """Wins of the seat that took the last action."""
    children: dict[Any, _Node] = field(default_factory=dict)


class TreeSearch:
    """Bot that grows a tree of actions, and plays a game out from each new one: the one tried most is taken.

    Each game is played in a state drawn anew, so that the tree holds what is good on the whole, with any cards of the
    others (information-set Monte Carlo tree search: Cowling, Powley and Whitehouse, 2012).
    """

    remembers = True

    def move(self, game: PlayedGame, decision: Decision, random: Random) -> tuple[Any, Any]:
        """Return the action, and the state after it."""
        if len(decision.actions) == 1:
            return _after(game, decision, decision.actions[0])
        root = _Node()
        for _ in range(_ITERATIONS):
            self._grow(game, decision, root, random)
        action, _ = max(root.children.items(), key=lambda child: child[1].visits)
        return _after(game, decision, action)

    def _grow(self, game: PlayedGame, decision: Decision, root: _Node, random: Random) -> None:
        """Play one game: down the tree, one action beyond it, and to its end; then count the result on the way."""
        play, rules = game.play, game.rules
        state, node, way, tried = world_of(game, decision, random), root, [], False
        while not tried and (seat := play.current_player(state)) is not None:
            actions = decision.actions if node is root else play.legal_actions(rules, state)
            known = [action for action in actions if action in node.children]
            for action in known:
                node.children[action].available += 1
            # New actions are tried as the node is visited more, the best looking first.
            tried = len(known) < len(actions) and len(known) <= sqrt(node.visits)
            if tried:
                new = Decision(state, seat, [action for action in actions if action not in node.children])
                chosen = best_first(game, new, [state], random)[0]
                node.children[chosen] = _Node(available=1)
            else:
                chosen = max(known, key=lambda action: _bound(node.children[action]))
            node = node.children[chosen]
            way.append((node, seat))
            state = play.apply(rules, state, chosen)
        result = played_out(game, state, random)
        root.visits += 1
        for visited, seat in way:
            visited.visits += 1
            visited.won += result[seat]


def _bound(node: _Node) -> float:
    return node.won / node.visits + _EXPLORATION * sqrt(log(node.available) / node.visits)


def world_of(game: PlayedGame, decision: Decision, random: Random) -> Any:
    """Return a state that looks the same to the seat."""
    return game.play.redraw(game.rules, decision.state, decision.seat, decision.memory, random)


def _after(game: PlayedGame, decision: Decision, action: Any) -> tuple[Any, Any]:
    return action, game.play.apply(game.rules, decision.state, action)


def best_first(game: PlayedGame, decision: Decision, worlds: Sequence[Any], random: Random) -> list[Any]:
    """Return the actions by how well their seat stands after them, in all ``worlds``; equal ones in a random order."""
    actions = random.sample(decision.actions, len(decision.actions))
    worths = {
        action: sum(_lead(game, world, decision.seat, game.play.apply(game.rules, world, action)) for world in worlds)
        for action in actions
    }
    return sorted(actions, key=lambda action: -worths[action])


def _lead(game: PlayedGame, before: Any, seat: int, state: Any) -> float:
    """Return how much better a seat stands than the best of the others, after its action in the state ``before``."""
    if game.play.is_terminal(state):
        return _WON if seat in game.play.winners(game.rules, state) else -_WON
    if game.play.put_out(game.rules, before, seat, state):
        return -_WON
    worths = game.play.worth(game.rules, state)
    return worths[seat] - max(worths[other] for other in range(game.players) if other != seat)


_PLAYER = RandomSurvivor()


def played_out(game: PlayedGame, state: Any, random: Random) -> list[float]:
    """Return the part of the win that each seat has, in a game that is played out at random."""
    play, rules = game.play, game.rules
    for _ in range(_FAR):
        seat = play.current_player(state)
        if seat is None:
            break
        _, state = _PLAYER.move(game, Decision(state, seat, play.legal_actions(rules, state)), random)
    if play.is_terminal(state):
        winners = play.winners(rules, state)
    else:
        worths = play.worth(rules, state)[: game.players]
        winners = tuple(seat for seat, worth in enumerate(worths) if worth == max(worths))
    return [(seat in winners) / len(winners) for seat in range(game.players)]


BOTS: dict[str, Bot] = {
    "random": RandomMove(),
    "survivor": RandomSurvivor(),
    "greedy": Greedy(),
    "flat": FlatSearch(),
    "tree": TreeSearch(),
}
"""Bots by the name that the command line knows, from the weakest to the strongest."""
