"""What a whole game asks the oracle: ``prove`` plays random games and compares every step and the end."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.games.core.asks import Ask, Settled, WholeGame
from pnp_lantern_row.play.game import State
from pnp_lantern_row.rules.record import Lanterns, Lay, Rules


def step(ask: Ask, rules: Rules, state: State, action: Lay) -> Iterator[Settled]:
    """Whether the lay is allowed; what it scores; and where the lanterns are then."""
    seat = state.turn or 0
    row, lay = as_json(state.row), [action.end, action.lantern.as_json()]
    yield "legal", ask("may_lay", {"row": row, "hand": as_json(state.hands[seat]), "lay": lay})["verdict"] == "allowed"
    points = ask("score_lay", {"row": row, "lay": lay})["points"]
    yield f"points.{seat}", state.points[seat] + points
    hung = (action.lantern,)
    yield "row", hung + state.row if action.end == "left" else state.row + hung
    kept = [lantern for lantern in state.hands[seat] if lantern != action.lantern]
    hand = tuple(sorted([*kept, *state.stock[:1]]))
    yield f"hands.{seat}", hand
    yield "stock", state.stock[1:]
    left = hand or any(other for at, other in enumerate(state.hands) if at != seat)
    yield "turn", (seat + 1) % len(state.hands) if left else None


def end(ask: Ask, rules: Rules, state: State) -> Iterator[Settled]:
    """Who wins with the points of each seat."""
    winners = ask("winners", {"points": list(state.points)})["winners"]
    yield "results", tuple(int(seat in winners) for seat in range(len(state.points)))


def as_json(lanterns: Lanterns) -> list[list[str | int]]:
    """Lanterns as a position has them."""
    return [lantern.as_json() for lantern in lanterns]


ASKS = WholeGame(step=step, end=end)
