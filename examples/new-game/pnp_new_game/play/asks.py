"""What a whole game asks the oracle: ``prove`` plays random games and compares every step and the end."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.games.core.asks import Ask, Settled, WholeGame
from pnp_new_game.play.game import State
from pnp_new_game.rules.record import Action, Rules


def begin(ask: Ask, rules: Rules, state: State) -> Iterator[Settled]:
    """The first seat begins."""
    yield "turn", 0


def step(ask: Ask, rules: Rules, state: State, action: Action) -> Iterator[Settled]:
    """Whether the action is allowed; where its card lies then; and whose turn it is."""
    seat = state.turn or 0
    hand = list(state.hands[seat])
    out = ask("may_act", {"top": state.stairs[-1], "hand": hand, "act": list(action)})
    yield "legal", out["verdict"] == "allowed"
    hand.remove(action.card)
    yield f"hands.{seat}", tuple(hand)
    if action.do == "lay":
        yield "stairs", (*state.stairs, action.card)
    else:
        yield "stairs", (action.card,)
        yield f"taken.{seat}", tuple(sorted(state.taken[seat] + state.stairs))
    last = not hand and not any(other for at, other in enumerate(state.hands) if at != seat)
    yield "turn", None if last else (seat + 1) % len(state.hands)


def end(ask: Ask, rules: Rules, state: State) -> Iterator[Settled]:
    """Who wins with what each seat took."""
    winners = ask("winners", {"taken": [len(cards) for cards in state.taken]})["winners"]
    yield "results", tuple(int(seat in winners) for seat in range(len(state.taken)))


ASKS = WholeGame(begin=begin, step=step, end=end)
