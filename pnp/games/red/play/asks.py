"""Questions that a whole round of red raises, for its proof."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.games.core.asks import Ask, Settled, WholeGame
from pnp.games.core.places import gathered, put, without
from pnp.games.red.play.state import State
from pnp.games.red.rules.cards import Action, Palette, Rules


def begin(ask: Ask, rules: Rules, state: State) -> Iterator[Settled]:
    """Ask which seat acts first."""
    yield "turn", ask("opening", {"palettes": [_json(palette) for palette in state.palettes]})["first"]
    yield "rule", rules.opening_rule


def step(ask: Ask, rules: Rules, state: State, action: Action) -> Iterator[Settled]:
    """Ask about a turn; then settle who is out, what is drawn, and whose turn it is."""
    me, seats = state.turn or 0, len(state.palettes)
    played, discarded = action.played, action.discarded
    used = [card for card in (played, discarded) if card is not None]
    position = {
        "palettes": [_json(palette) for palette in state.palettes],
        "me": me,
        "hand": _json(state.hands[me]),
        "rule": state.rule,
        "move": [action.do, *(None if card is None else card.as_json() for card in (played, discarded))],
    }
    out = ask("may_move", position)
    yield "legal", out["verdict"] != "not-allowed"
    drawn = state.stock[: out["draws"]]
    hands = put(state.hands, me, gathered(without(state.hands[me], used), drawn))
    palettes = state.palettes if played is None else put(state.palettes, me, (*state.palettes[me], played))
    still_in = list(out["still_in"])
    order = [seat for seat in ((me + step) % seats for step in range(1, seats + 1)) if seat in still_in]
    # A seat that would begin its turn without a card in hand is out, unless it is the last one.
    while len(order) > 1 and not hands[order[0]]:
        still_in.remove(order.pop(0))
    yield "turn", order[0] if len(order) > 1 else None
    outs = [seat for seat, palette in enumerate(state.palettes) if palette and seat not in still_in]
    for seat in outs:
        hands = put(hands, seat, gathered(hands[seat], palettes[seat]))
        palettes = put(palettes, seat, ())
    yield "hands", hands
    yield "palettes", palettes
    yield "stock", state.stock[len(drawn) :]
    if discarded is not None:
        yield "rule", discarded.colour
        yield "discards", (*state.discards, discarded)


def end(ask: Ask, rules: Rules, state: State) -> Iterator[Settled]:
    """Ask what the last seat in scores, where the game has goals; without goals it has won."""
    (winner,) = state.seats_in
    points = 1
    if rules.goals:
        palettes = [_json(palette) for palette in state.palettes]
        points = ask("round_score", {"palettes": palettes, "winner": winner, "rule": state.rule})["points"]
    yield "results", tuple(points if seat == winner else 0 for seat in range(len(state.palettes)))


def _json(cards: Palette) -> list[list[str | int]]:
    return [card.as_json() for card in cards]


ASKS = WholeGame(begin=begin, step=step, end=end)
