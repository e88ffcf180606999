"""Questions that a game of harbour raises."""

from __future__ import annotations

from collections.abc import Iterator

from harbour.play.game import State
from harbour.rules.record import Rules
from pnp.games.core.playing.whole_game import Ask, Settled, WholeGame


def step(ask: Ask, rules: Rules, state: State, action: int) -> Iterator[Settled]:
    """Ask whether a ship may leave; then its place, the turn and the last seat are settled."""
    seat = state.turn or 0
    if action == 0:
        yield "legal", True
        yield "turn", None
        return
    if state.sea:
        yield (
            "legal",
            (
                action in state.hands[seat]
                and ask("may-leave", {"ships": [state.sea[-1], action]})["verdict"] == "allowed"
            ),
        )
    else:
        yield "legal", action in state.hands[seat]
    hand = list(state.hands[seat])
    hand.remove(action)
    yield f"hands.{seat}", tuple(hand)
    yield "sea", (*state.sea, action)
    yield "turn", 1 - seat
    yield "last", seat


def end(ask: Ask, rules: Rules, state: State) -> Iterator[Settled]:
    """The seat that let the last ship out wins."""
    yield "results", (int(state.last == 0), int(state.last == 1))


ASKS = WholeGame(step=step, end=end)
