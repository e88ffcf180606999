"""Legal actions held to a slow and plain definition: of every action that can be written with the cards of the game,
those without a violation, sorted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from itertools import combinations_with_replacement
from random import Random
from typing import Any, TypeVar

from pnp.games.core.playing.play import Play
from pnp.testing import amount

Alphabet = Callable[[Any, Any], Iterable[Any]]
"""Every action that can be written at a moment: of the rules and the state. Each may come more than once."""
ThingT = TypeVar("ThingT")
LOOKS = amount(quick=3, full=30)
"""Moments of a game that are looked at, spread over it."""


def moments(play: Play[Any, Any, Any, Any], rules: Any, players: int, seed: int) -> Iterator[Any]:
    """Moments of a random game, the end included."""
    random = Random(f"{players} {seed}")
    state = play.initial_state(rules, play.deal(rules, players, seed))
    states = [state]
    while not play.is_terminal(state):
        state = play.apply(rules, state, random.choice(play.legal_actions(rules, state)))
        states.append(state)
    yield from random.sample(states[:-1], min(LOOKS, len(states) - 1))
    yield states[-1]


def check_legal(play: Play[Any, Any, Any, Any], rules: Any, state: Any, alphabet: Alphabet) -> int:
    """Hold one moment to the definition; how many actions are legal."""
    legal = play.legal_actions(rules, state)
    written = set(alphabet(rules, state))
    told = play.format_state(state)
    assert legal == tuple(sorted(one for one in written if play.violation(rules, state, one) is None)), told
    # A copy was not listed: it is looked at by itself. What follows is the same.
    for action in legal[:: max(1, len(legal) // 3)]:
        assert play.apply(rules, deepcopy(state), deepcopy(action)) == play.apply(rules, state, action), told
    return len(legal)


def choices(things: Iterable[ThingT], *sizes: int) -> Iterator[tuple[ThingT, ...]]:
    """Every choice of so many of ``things``, equal ones included, sorted as they are."""
    known = tuple(things)
    for size in sizes:
        yield from combinations_with_replacement(known, size)
