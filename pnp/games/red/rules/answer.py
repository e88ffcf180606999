"""Door of red: every kind of question, answered by the given rules."""

from __future__ import annotations

from itertools import permutations

from pnp.games.core.answer import Answer, Door, Position, PositionError, Question
from pnp.games.core.reading import check_copies, read, read_seat
from pnp.games.red.rules.cards import Action, Best, Palette, Rules
from pnp.games.red.rules.positions import (
    Facts,
    read_action,
    read_card,
    read_cards,
    read_palettes,
    read_rule,
    read_seat_in,
    read_standing,
)
from pnp.games.red.rules.turn import after_round, best, judge, round_score, winner
from pnp.games.red.settings import RedSettings


def _stronger(rules: Rules, position: Position) -> Answer:
    a, b = (read_card(rules, read(position, key)) for key in "ab")
    if a == b:
        raise PositionError(f"'a' and 'b' are both {a}: neither is stronger")
    return {"stronger": "a" if rules.strength(a) > rules.strength(b) else "b"}


def _best(rules: Rules, position: Position) -> Answer:
    palette = read_cards(rules, read(position, "palette"), "'palette'")
    rule = read_rule(rules, position)
    check_copies(rules.deck, palette)
    return {"best": _selection_as_json(best(rules, palette, rule) if palette else None)}


def _read_contest(rules: Facts, position: Position) -> tuple[tuple[Palette, ...], str]:
    palettes = read_palettes(rules, position)
    rule = read_rule(rules, position)
    check_copies(rules.deck, *palettes)
    return palettes, rule


def _winner(rules: Rules, contest: tuple[tuple[Palette, ...], str]) -> Answer:
    palettes, rule = contest
    return {
        "winner": winner(rules, palettes, rule),
        "best": [_selection_as_json(best(rules, palette, rule) if palette else None) for palette in palettes],
    }


def _surviving_moves(rules: Rules, position: Position) -> Answer:
    palettes, me, hand, rule = _turn_position(rules, position)
    moves = [
        [action.do, action.played and action.played.as_json(), action.discarded and action.discarded.as_json()]
        for action in actions_of(hand)
        if (judgement := judge(rules, palettes, me, rule, action)).violation is None and judgement.winner == me
    ]
    return {"moves": moves}


def _read_move(rules: Facts, position: Position) -> tuple[tuple[Palette, ...], int, str, Action]:
    palettes, me, hand, rule = _turn_position(rules, position)
    if not hand:
        raise PositionError("'hand' is empty: a seat that starts its turn without a hand card is out and has no move")
    return palettes, me, rule, read_action(rules, position, hand)


def _may_move(rules: Rules, move: tuple[tuple[Palette, ...], int, str, Action]) -> Answer:
    judgement = judge(rules, *move)
    return {
        "verdict": judgement.verdict,
        "violation": judgement.violation.code if judgement.violation else None,
        "still_in": list(judgement.still_in),
        "draws": int(judgement.draws),
    }


def _opening(rules: Rules, position: Position) -> Answer:
    palettes = read_palettes(rules, position)
    if len(palettes) < 2 or any(len(palette) != 1 for palette in palettes):
        raise PositionError("'palettes' must hold two or more palettes of exactly one card")
    check_copies(rules.deck, *palettes)
    leader = winner(rules, palettes, rules.opening_rule)
    return {"leader": leader, "first": rules.first_seat(rules, leader, palettes)}


def _round_score(rules: Rules, position: Position) -> Answer:
    palettes = read_palettes(rules, position)
    rule = read_rule(rules, position)
    check_copies(rules.deck, *palettes)
    seat = read_seat_in(position, "winner", palettes)
    return {"points": round_score(rules, palettes[seat], rule).total}


def _next_round(rules: Rules, position: Position) -> Answer:
    if not rules.goals:
        raise PositionError("this game has no goals: a round is the game")
    palette = read_cards(rules, read(position, "palette"), "'palette'")
    rule, (points, cards) = read_rule(rules, position), read_standing(rules, position)
    check_copies(rules.deck, palette)
    if not palette:
        raise PositionError("'palette' is empty: the seat that wins a round has a card in its palette")
    standing = after_round(rules, points, cards, read_seat(position, "winner", len(points)), palette, rule)
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


def _turn_position(rules: Facts, position: Position) -> tuple[tuple[Palette, ...], int, Palette, str]:
    palettes = read_palettes(rules, position)
    hand = read_cards(rules, read(position, "hand"), "'hand'")
    rule = read_rule(rules, position)
    check_copies(rules.deck, hand, *palettes)
    return palettes, read_seat_in(position, "me", palettes), hand, rule


def _selection_as_json(selection: Best | None) -> Answer | None:
    return None if selection is None else {"count": selection.size, "high": selection.high.as_json()}


answer = Door[RedSettings, Rules](
    {
        "stronger": _stronger,
        "best": _best,
        "winner": Question(_read_contest, _winner),
        "surviving_moves": _surviving_moves,
        "opening": _opening,
        "may_move": Question(_read_move, _may_move),
        "round_score": _round_score,
        "next_round": _next_round,
    }
)
