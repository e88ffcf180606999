"""Questions that a whole game of red raises, for its proof."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from pnp.games.core.answer import Answer
from pnp.games.core.places import clockwise, gathered, put, without
from pnp.games.core.playing.whole_game import Ask, Settled, Some, WholeGame
from pnp.games.red.play.state import State
from pnp.games.red.rules.cards import Action, Palette, Rules

_ON_THE_TABLE = ("hands", "palettes", "stock", "discards", "rule")


def begin(ask: Ask, rules: Rules, state: State) -> Iterator[Settled]:
    """Ask which seat acts first."""
    yield "turn", _first(ask, state)
    yield "rule", rules.opening_rule
    yield "points", (0,) * len(state.palettes) if rules.goals else ()


def step(ask: Ask, rules: Rules, state: State, action: Action) -> Iterator[Settled]:
    """Ask about a turn; then settle who is out, what is drawn, and whose turn it is, or the next round."""
    me = state.turn or 0
    played, discarded = action.played, action.discarded
    used = [card for card in (played, discarded) if card is not None]
    position = {
        **_table(state),
        "me": me,
        "hand": _json(state.hands[me]),
        "move": [action.do, *(None if card is None else card.as_json() for card in (played, discarded))],
    }
    out = ask("may_move", position)
    begins = not state.discards and all(len(palette) == 1 for palette in state.palettes)
    yield "legal", out["verdict"] != "not-allowed" and (not begins or me == _first(ask, state))
    drawn = state.stock[: out["draws"]]
    hands = put(state.hands, me, gathered(without(state.hands[me], used), drawn))
    palettes = state.palettes if played is None else put(state.palettes, me, (*state.palettes[me], played))
    still_in = list(out["still_in"])
    order = clockwise(me, still_in)
    # A seat that would begin its turn without a card in hand is out, unless it is the last one.
    while len(order) > 1 and not hands[order[0]]:
        still_in.remove(order.pop(0))
    outs = [seat for seat, palette in enumerate(state.palettes) if palette and seat not in still_in]
    for seat in outs:
        hands = put(hands, seat, gathered(hands[seat], palettes[seat]))
        palettes = put(palettes, seat, ())
    rule, discards = state.rule, state.discards
    if discarded is not None:
        rule, discards = discarded.colour, (*discards, discarded)
    turn = order[0] if len(order) > 1 else None
    after = State(hands, palettes, state.stock[len(drawn) :], discards, rule, turn, state.points, state.aside)
    if turn is None and rules.goals:
        yield from _round_over(ask, rules, after)
    else:
        yield from ((name, getattr(after, name)) for name in ("turn", *_ON_THE_TABLE, "points", "aside"))


def end(ask: Ask, rules: Rules, state: State) -> Iterator[Settled]:
    """Ask for the points of all rounds, where the game has goals; without goals the last seat in has won."""
    if not rules.goals:
        yield "results", tuple(int(seat in state.seats_in) for seat in range(len(state.palettes)))
        return
    (winner,) = state.seats_in
    scored = ask("round_score", {**_table(state), "winner": winner})["points"]
    before = put(state.points, winner, state.points[winner] - scored)
    out = _next_round(ask, state._replace(points=before))
    yield "turn", None if out["over"] else winner
    most = max(out["points"])
    best = [seat for seat, points in enumerate(out["points"]) if points == most]
    yield "results", tuple(out["points"]) if best == out["winners"] else f"seats {out['winners']} win"


def _round_over(ask: Ask, rules: Rules, state: State) -> Iterator[Settled]:
    """Settle the points of a round that is over, and the next round or the end of the game."""
    out = _next_round(ask, state)
    yield "points", tuple(out["points"])
    if out["over"]:
        yield from ((name, getattr(state, name)) for name in ("turn", *_ON_THE_TABLE, "aside"))
        return
    seats, leave = len(state.palettes), len(state.cards) - len(state.aside) - out["cards"]
    (winner,) = state.seats_in
    scored = sum(out["points"]) - sum(state.points)

    def are_scored(aside: Palette) -> bool:
        new = Counter(aside) - Counter(state.aside)
        return (
            len(aside) == len(state.aside) + leave == len(state.aside) + new.total()
            and new <= Counter(state.palettes[winner])
            and sum(card.number for card in new.elements()) == (scored if leave else 0)
        )

    stock = out["cards"] - seats * (rules.hand + 1)
    yield "aside", Some(f"{leave} cards more, with {scored} points", are_scored)
    yield "turn", Some("the seat that begins, which the next action tells", lambda turn: turn in range(seats))
    yield "hands", Some(f"{rules.hand} cards each", lambda hands: [*map(len, hands)] == [rules.hand] * seats)
    yield "palettes", Some("a card each", lambda palettes: [*map(len, palettes)] == [1] * seats)
    yield "stock", Some(f"{stock} cards", lambda cards: len(cards) == stock)
    yield "discards", ()
    yield "rule", rules.opening_rule


def _first(ask: Ask, state: State) -> int:
    first: int = ask("opening", {"palettes": [_json(palette) for palette in state.palettes]})["first"]
    return first


def _next_round(ask: Ask, state: State) -> Answer:
    (winner,) = state.seats_in
    position = {"palette": _json(state.palettes[winner]), "rule": state.rule, "winner": winner}
    cards = len(state.cards) - len(state.aside)
    return ask("next_round", {**position, "points": list(state.points), "cards": cards})


def _table(state: State) -> dict[str, Any]:
    return {"palettes": [_json(palette) for palette in state.palettes], "rule": state.rule}


def _json(cards: Palette) -> list[list[str | int]]:
    return [card.as_json() for card in cards]


ASKS = WholeGame(
    begin=begin,
    step=step,
    end=end,
    unasked={"seed": "it deals the next round, and no rule speaks of it"},
)
