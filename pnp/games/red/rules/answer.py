"""Door of red: every kind of question, answered by the given rules."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Annotated

from pnp.games.core.answer import Answer, Door, PositionError
from pnp.games.core.schema import BY_SEAT, SEAT, Held, OneOf, Size, kinds
from pnp.games.red.rules.cards import SHAPES, Action, Best, Card, Palette, Rules
from pnp.games.red.rules.turn import after_round, best, cards_to_deal, goal, judge, round_score, winner
from pnp.games.red.settings import RedSettings
from pnp.model.constraints import Ge

# Fields of positions

Palettes = Annotated[tuple[Palette, ...], BY_SEAT, Size(1, lambda rules: max(2, rules.players[1]))]
"""Palettes by seat; an empty one belongs to a seat that is out."""
Seat = Annotated[int, SEAT]
ColourId = Annotated[str, OneOf("colours")]
Points = Annotated[tuple[Annotated[int, Ge(0)], ...], BY_SEAT]


def check_in(palettes: Sequence[Palette], key: str, seat: int) -> None:
    """Raise PositionError for a seat that is out."""
    if not palettes[seat]:
        raise PositionError(f"{key!r} is seat {seat}, whose palette is empty: that seat is out")


def _stronger(rules: Rules, a: Card, b: Card) -> Answer:
    if a == b:
        raise PositionError(f"'a' and 'b' are both {a}: neither is stronger")
    return {"stronger": "a" if rules.strength(a) > rules.strength(b) else "b"}


def _best(rules: Rules, palette: Palette, rule: ColourId) -> Answer:
    return {"best": _selection_as_json(best(rules, palette, rule) if palette else None)}


def _winner(rules: Rules, palettes: Palettes, rule: ColourId) -> Answer:
    return {
        "winner": winner(rules, palettes, rule),
        "best": [_selection_as_json(best(rules, palette, rule) if palette else None) for palette in palettes],
    }


def _surviving_moves(rules: Rules, palettes: Palettes, me: Seat, hand: Palette, rule: ColourId) -> Answer:
    check_in(palettes, "me", me)
    moves = [
        [action.do, action.played and action.played.as_json(), action.discarded and action.discarded.as_json()]
        for action in actions_of(hand)
        if (judgement := judge(rules, palettes, me, rule, action)).violation is None and judgement.winner == me
    ]
    return {"moves": moves}


def _may_move(
    rules: Rules,
    palettes: Palettes,
    me: Seat,
    hand: Palette,
    rule: ColourId,
    move: Annotated[Action, Held("hand")],
) -> Answer:
    check_in(palettes, "me", me)
    if not hand:
        raise PositionError("'hand' is empty: a seat that starts its turn without a hand card is out and has no move")
    for is_needed, card, verb in zip(SHAPES[move.do], move[1:], ("played", "discarded"), strict=True):
        if is_needed != (card is not None):
            raise PositionError(f"a move {move.do!r} has {'a' if is_needed else 'no'} card {verb}")
    judgement = judge(rules, palettes, me, rule, move)
    return {
        "verdict": judgement.verdict,
        "violation": judgement.violation.code if judgement.violation else None,
        "still_in": list(judgement.still_in),
        "draws": int(judgement.draws),
    }


def _opening(rules: Rules, palettes: Palettes) -> Answer:
    if len(palettes) < 2 or any(len(palette) != 1 for palette in palettes):
        raise PositionError("'palettes' must hold two or more palettes of exactly one card")
    leader = winner(rules, palettes, rules.opening_rule)
    return {"leader": leader, "first": rules.first_seat(rules, leader, palettes)}


def _round_score(rules: Rules, palettes: Palettes, rule: ColourId, winner: Seat) -> Answer:
    check_in(palettes, "winner", winner)
    return {"points": round_score(rules, palettes[winner], rule).total}


def _next_round(
    rules: Rules,
    palette: Annotated[Palette, Size(1)],
    rule: ColourId,
    points: Points,
    winner: Seat,
    cards: Annotated[int, Ge(0)],
) -> Answer:
    if not rules.goals:
        raise PositionError("this game has no goals: a round is the game")
    target, fewest, deck_size = goal(rules, len(points)), cards_to_deal(rules, len(points)), sum(rules.deck.values())
    for seat, seat_points in enumerate(points):
        if seat_points >= target:
            raise PositionError(f"seat {seat} has {seat_points} points, and the game is won with {target}")
    if not fewest <= cards <= deck_size:
        raise PositionError(f"'cards' must be from {fewest} to {deck_size}, the whole deck, not {cards}")
    standing = after_round(rules, points, cards, winner, palette, rule)
    return {
        "points": list(standing.points),
        "cards": standing.cards,
        "over": standing.over,
        "winners": list(standing.winners),
    }


def actions_of(hand: Palette) -> tuple[Action, ...]:
    """Return every way to play, discard or both out of ``hand``, legal or not, sorted, each once."""
    single_card = [action for card in hand for action in (Action("play", card, None), Action("rule", None, card))]
    return tuple(sorted({*single_card, *(Action("both", *pair) for pair in permutations(hand, 2))}))


def _selection_as_json(selection: Best | None) -> Answer | None:
    return None if selection is None else {"count": selection.size, "high": selection.high.as_json()}


answer = Door[RedSettings, Rules](
    kinds(_stronger, _best, _winner, _surviving_moves, _opening, _may_move, _round_score, _next_round)
)
