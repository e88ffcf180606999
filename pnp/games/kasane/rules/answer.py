"""Answers of kasane to every kind of question, by given rules."""

from __future__ import annotations

from pnp.games.core.answer import Answer, Door, Position, PositionError
from pnp.games.core.reading import read, read_flag, read_whole
from pnp.games.core.score import verdict_on
from pnp.games.kasane.rules.achieving import (
    Achieved,
    achievable,
    final_score,
    slot_covered,
    stacks_after,
    take_violation,
    violation,
)
from pnp.games.kasane.rules.cards import PLUS_ONE, PLUS_ONE_TEXT, Cards, card_as_json, cards_as_json
from pnp.games.kasane.rules.first_turns import first_turns
from pnp.games.kasane.rules.positions import (
    check_stacks,
    read_card,
    read_hand,
    read_hand_and_field,
    read_results,
    read_rows,
    read_slots,
    read_stack,
    read_table,
    read_tokens,
    read_turn,
    read_turns,
    read_yaku,
)
from pnp.games.kasane.rules.record import Rules, fits
from pnp.games.kasane.settings import KasaneSettings


def _setup(rules: Rules, position: Position) -> Answer:
    table = read_table(rules, position)
    deck = {str(card): table.deck[card] for card in rules.numbers}
    return {
        "deck": {**deck, PLUS_ONE_TEXT: table.deck[PLUS_ONE]},
        "rows": table.players,
        "per_row": table.per_row,
        "rounds": table.rounds,
        "turns_per_round_each": table.per_row - 1,
        "left_at_round_end": table.players,
        "left_over_in_final_setup": table.left_over,
    }


def _fits(rules: Rules, position: Position) -> Answer:
    yaku = read_yaku(rules, read(position, "yaku"))
    return {"ok": fits(rules, yaku.condition, _row(rules, position))}


def _form(rules: Rules, position: Position) -> Answer:
    row = _row(rules, position)
    verdicts = {yaku.id: fits(rules, yaku.condition, row) for yaku in rules.yaku.values()}
    return {
        "yes": [yaku for yaku, ok in verdicts.items() if ok],
        "no": [yaku for yaku, ok in verdicts.items() if not ok],
    }


def _achievable(rules: Rules, position: Position) -> Answer:
    return {"achievable": [_way_as_json(way) for way in _ways(rules, position)]}


def _best_yaku(rules: Rules, position: Position) -> Answer:
    order = {yaku: place for place, yaku in enumerate(rules.yaku)}
    ways = sorted(_ways(rules, position), key=lambda way: (order[way.yaku], way.size, way.uses_field))
    points = max((way.points for way in ways), default=0)
    return {"points": points, "best": [_way_as_json(way) for way in ways if way.points == points]}


def _lay(rules: Rules, position: Position) -> Answer:
    hand, field = read_hand_and_field(rules, position)
    count = read_whole(read(position, "count_from_hand"), "'count_from_hand'", 1)
    if count > len(hand):
        raise PositionError(f"'count_from_hand' is {count}, and the hand has {len(hand)} cards")
    return _stacks(hand[:-count], (*field, *hand[-count:]))


def _points(rules: Rules, position: Position) -> Answer:
    yaku, cards, points = read_slots(rules, read(position, "yaku"), read(position, "cards"))
    nth = read_whole(read(position, "nth_time"), "'nth_time'", 1)
    if nth > len(points):
        raise PositionError(f"{yaku.id} has {len(points)} slots for {cards} cards, not {nth}")
    return {"points": rules.slot_points(points, nth - 1)}


def _acquire(rules: Rules, position: Position) -> Answer:
    hand, field = read_hand_and_field(rules, position)
    card = read_card(rules, read(position, "card"))
    check_stacks(rules.copies, hand, field, (card,))
    easier = read_flag(position, "variant_plus1_may_achieve")
    return {
        **_stacks(*rules.acquired(hand, field, card)),
        "points": rules.plus_one_points if card == PLUS_ONE else 0,
        "may_achieve": card != PLUS_ONE or rules.opens_after_plus_one(easier),
    }


def _may_take(rules: Rules, position: Position) -> Answer:
    rows = read_rows(rules, position)
    row = read_whole(read(position, "row"), "'row'")
    if row >= len(rows):
        raise PositionError(f"'row' is {row}, and there are {len(rows)} rows, from 0 on")
    card = read_whole(read(position, "card"), "'card'")
    if rows[row] and card >= len(rows[row]):
        raise PositionError(f"'card' is {card}, and the row has {len(rows[row])} cards, from 0 on")
    refusal = take_violation(rules, rows, row, card)
    return {
        **verdict_on(refusal),
        "hand_card": None if refusal else card_as_json(rows[row][card]),
    }


def _may_achieve(rules: Rules, position: Position) -> Answer:
    view, attempt = read_turn(rules, position)
    refusal = violation(rules, view, attempt)
    if refusal:
        return {**verdict_on(refusal), "points": 0, **_stacks(view.hand, view.field)}
    _, points = slot_covered(rules, view, attempt)
    return {**verdict_on(refusal), "points": points, **_stacks(*stacks_after(view, attempt))}


def _final_bonus(rules: Rules, position: Position) -> Answer:
    turns, copies = read_turns(rules, position)
    field = read_stack(rules, read(position, "field"), "'field'")
    check_stacks(copies, field)
    if len(field) > turns:
        raise PositionError(f"'field' holds {len(field)} cards, and a seat takes {turns}")
    return {"bonus": final_score(rules, turns, 0, field, ()).score.total}


def _final_score(rules: Rules, position: Position) -> Answer:
    turns, copies = read_turns(rules, position)
    hand, field = read_hand(rules, position), read_stack(rules, read(position, "field"), "'field'")
    check_stacks(copies, hand, field)
    if len(hand) + len(field) != turns:
        raise PositionError(f"'hand' and 'field' must hold {turns} cards together, not {len(hand) + len(field)}")
    final = final_score(rules, turns, read_whole(read(position, "points"), "'points'"), field, hand)
    return {
        "colours": final.colours,
        "cards": final.cards,
        "bonus": final.points_for("colours"),
        "all_laid": final.points_for("all-laid"),
        "total": final.score.total,
    }


def _winners(rules: Rules, position: Position) -> Answer:
    return {"winners": list(rules.winners(read_results(rules, position)))}


def _row(rules: Rules, position: Position) -> Cards:
    return read_stack(rules, read(position, "row"), "'row'", 1)


def _ways(rules: Rules, position: Position) -> tuple[Achieved, ...]:
    hand, field = read_hand_and_field(rules, position, 1)
    tokens = read_tokens(rules, position, "taken")
    # The position names no owners of tokens: for a misreading that asks, all are the seat's own.
    return achievable(rules, hand, field, tokens, tokens)


def _way_as_json(way: Achieved) -> list[object]:
    return [way.yaku, way.size, way.uses_field, cards_as_json(way.row)]


def _stacks(hand: Cards, field: Cards) -> dict[str, list[int | str]]:
    return {"hand": cards_as_json(hand), "field": cards_as_json(field)}


answer = Door[KasaneSettings, Rules](
    {
        "setup": _setup,
        "fits": _fits,
        "form": _form,
        "achievable": _achievable,
        "best_yaku": _best_yaku,
        "lay": _lay,
        "points": _points,
        "acquire": _acquire,
        "may_take": _may_take,
        "may_achieve": _may_achieve,
        "first_turns": first_turns,
        "final_bonus": _final_bonus,
        "final_score": _final_score,
        "winners": _winners,
    }
)
