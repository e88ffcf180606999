"""Oracle of kasane: a second, deliberately plain reading of the rules, which tests compare with the engine.

It tries every way to lay cards, one by one, and shares no code with the engine.

Decisions where the rules leave something open:

* A single card is equal to itself, and both rises and falls. So only the slots decide whether it makes a yaku.
* A +1 has no number, so a row with a +1 meets no condition.
* A field without any colour (only +1) has no bonus for colours.
* The points for laying all cards need a field with a card for every turn of the game. They are a part of the bonus.
  So they too need a field of enough cards, even if all the cards of a game are fewer.
* ``final_bonus`` is one sum; ``final_score`` separates the bonus for colours from the points for laying all cards.
* If an index names a card of an empty row, the violation is the empty row: the index is not checked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

from pnp.games.core.answer import Oracle, Position, PositionError
from pnp.games.kasane.oracle.positions import (
    PLUS,
    Card,
    check_supply,
    check_took,
    listed,
    read_field,
    read_flag,
    read_key,
    read_places,
    read_row,
    read_rows,
    read_stacks,
    read_tokens,
    read_turns,
    set_up_of,
    slots_of,
    turns,
    whole,
    yaku_of,
)
from pnp.games.kasane.settings import Condition, KasaneSettings, Yaku

Way: TypeAlias = tuple[Yaku, bool, list[Card]]
"""Yaku, whether the row begins with the top of the field, and the row in the order laid."""


# Kinds of questions


def _setup(settings: KasaneSettings, position: Position) -> dict[str, Any]:
    """Return the set-up. The last round is laid out from the stock and all discards, one card of each row per round."""
    set_up = set_up_of(settings, read_key(position, "players"))
    deck = {str(colour.number): colour.copies - set_up.remove for colour in settings.colours}
    deck[PLUS] = settings.plus_one.copies - set_up.remove_plus_one
    rows = set_up.players
    left = sum(deck.values())
    for _ in range(set_up.rounds - 1):
        left -= rows * set_up.per_row
        left += rows
    return {
        "deck": deck,
        "rows": rows,
        "per_row": set_up.per_row,
        "rounds": set_up.rounds,
        "turns_per_round_each": set_up.per_row - 1,
        "left_at_round_end": rows,
        "left_over_in_final_setup": left - rows * set_up.per_row,
    }


def _fits(settings: KasaneSettings, position: Position) -> dict[str, Any]:
    return {"ok": _meets(yaku_of(settings, read_key(position, "yaku")).rule, read_row(settings, position))}


def _form(settings: KasaneSettings, position: Position) -> dict[str, Any]:
    row = read_row(settings, position)
    met = [yaku.id for yaku in settings.yaku if _meets(yaku.rule, row)]
    return {"yes": met, "no": [yaku.id for yaku in settings.yaku if yaku.id not in met]}


def _achievable(settings: KasaneSettings, position: Position) -> dict[str, Any]:
    return {"achievable": [_way_as_json(way) for way in _open_ways(settings, position)]}


def _lay(settings: KasaneSettings, position: Position) -> dict[str, Any]:
    """Lay the top cards of the hand onto the field one after the other, the lowest of them first."""
    hand, field = read_stacks(settings, position)
    left = len(hand) - whole(read_key(position, "count_from_hand"), "'count_from_hand'", 1, len(hand))
    return {"hand": hand[:left], "field": field + hand[left:]}


def _points(settings: KasaneSettings, position: Position) -> dict[str, Any]:
    yaku, cards = yaku_of(settings, read_key(position, "yaku")), read_key(position, "cards")
    slots = slots_of(yaku, cards)
    if not slots:
        raise PositionError(f"{yaku.id} has no slot for {cards!r} cards")
    return {"points": slots[whole(read_key(position, "nth_time"), "'nth_time'", 1, len(slots)) - 1]}


def _acquire(settings: KasaneSettings, position: Position) -> dict[str, Any]:
    card = read_key(position, "card")
    hand, field = read_stacks(settings, position)
    may_achieve = read_flag(position, "variant_plus1_may_achieve")
    if card == PLUS:
        return {"hand": hand, "field": [*field, card], "points": settings.plus_one.points, "may_achieve": may_achieve}
    return {"hand": [*hand, card], "field": field, "points": 0, "may_achieve": True}


def _final_bonus(settings: KasaneSettings, position: Position) -> dict[str, Any]:
    field = read_field(settings, position)
    return {"bonus": _colour_bonus(settings, field) + _all_laid(settings, field, position.get("players"))}


def _winners(settings: KasaneSettings, position: Position) -> dict[str, Any]:
    """Return the seats that no other seat beats by points or, with equal points, by cards laid."""
    seats = read_key(position, "players")
    most = turns(settings, len(listed(seats)))
    for points, cards in seats:
        whole(points, "the points of a seat", 0)
        whole(cards, "the number of cards laid", 0, most)
    beaten = [
        any(
            other_points > points or (other_points == points and other_cards > cards)
            for other_points, other_cards in seats
        )
        for points, cards in seats
    ]
    return {"winners": [seat for seat in range(len(seats)) if not beaten[seat]]}


def _may_take(settings: KasaneSettings, position: Position) -> dict[str, Any]:
    rows = read_rows(settings, position)
    row = rows[whole(read_key(position, "row"), "'row'", 0, len(rows) - 1)]
    card = whole(read_key(position, "card"), "'card'", 0)
    violation = None
    if not row:
        violation = "empty-row"
    elif whole(card, "'card'", 0, len(row) - 1) != len(row) - 1:
        violation = "not-top"
    return {
        "verdict": "not-allowed" if violation else "allowed",
        "violation": violation,
        "hand_card": None if violation else row[-1],
    }


def _may_achieve(settings: KasaneSettings, position: Position) -> dict[str, Any]:
    """Return whether the given cards may be laid for the given yaku, its points, and the stacks afterwards."""
    hand, field = read_stacks(settings, position)
    check_took(settings, position, hand, field)
    yaku = yaku_of(settings, read_key(read_key(position, "move"), "yaku"))
    places = read_places(position, hand, field)
    row = [hand[index] if place == "hand" else field[index] for place, index in places]
    slots, tokens = slots_of(yaku, len(row)), read_tokens(settings, position, "taken")[yaku.id, len(row)]
    violation = _turn_violation(position)
    violation = violation or _hand_violation(hand, [index for place, index in places if place == "hand"], position)
    violation = violation or _field_violation(settings, field, places)
    if violation is None and not _meets(yaku.rule, row):
        violation = "condition"
    if violation is None and not slots:
        violation = "no-slot"
    if violation is None and tokens >= len(slots):
        violation = "slot-covered"
    if violation is not None:
        return {"verdict": "not-allowed", "violation": violation, "points": 0, "hand": hand, "field": field}
    laid = [index for place, index in places if place == "hand"]
    return {
        "verdict": "allowed",
        "violation": None,
        "points": slots[tokens],
        "hand": [card for index, card in enumerate(hand) if index not in laid],
        "field": field + [hand[index] for index in laid],
    }


def _first_turns(settings: KasaneSettings, position: Position) -> dict[str, Any]:
    """Play the first turns of a seat, and return its stacks and points after one of them. A yaku that is refused is not
    laid, and its turn scores nothing."""
    players, turns = read_key(position, "players"), read_turns(settings, position)
    number = whole(read_key(position, "turn"), "'turn'", 1, len(turns))
    used = settings.opening_tokens if settings.variants.opening_tokens else ()
    taken = Counter((token.yaku, token.cards) for token in used if token.players == players)
    own = Counter[tuple[str, int]]()
    hand, field, outs = list[Card](), list[Card](), list[dict[str, Any]]()
    for card, makes in turns:
        hand, field = (hand, [*field, card]) if card == PLUS else ([*hand, card], field)
        violation, points = None, settings.plus_one.points if card == PLUS else 0
        if makes is not None:
            yaku, count, begins = makes
            laid = [["hand", place] for place in range(len(hand))][-count:]
            move = {"yaku": yaku.id, "row": [["field", len(field) - 1]] * (begins and len(field) > 0) + laid}
            view = {"hand": hand, "field": field, "taken": _as_list(taken), "own": _as_list(own), "took": card}
            out = _may_achieve(settings, {**view, "done": 0, "variant_plus1_may_achieve": False, "move": move})
            violation, points, hand, field = (out[key] for key in ("violation", "points", "hand", "field"))
            if violation is None:
                taken[yaku.id, len(move["row"])] += 1
                own[yaku.id, len(move["row"])] += 1
        outs.append({"hand": hand, "field": field, "violation": violation, "points": points})
    return {**outs[number - 1], "total": sum(out["points"] for out in outs[:number])}


def _as_list(tokens: Counter[tuple[str, int]]) -> list[list[Any]]:
    return [[yaku, cards, count] for (yaku, cards), count in tokens.items() if count]


def _best_yaku(settings: KasaneSettings, position: Position) -> dict[str, Any]:
    """Return the ways to achieve a yaku that score most, by the first slot without a token.

    The ways are sorted by yaku in the order of the definition, then by cards; those with the field's top come last.
    """
    yaku_order = {yaku.id: place for place, yaku in enumerate(settings.yaku)}
    tokens, scored_ways = read_tokens(settings, position, "taken"), []
    for way in sorted(_open_ways(settings, position), key=lambda way: (yaku_order[way[0].id], len(way[2]), way[1])):
        yaku, _, row = way
        scored_ways.append((slots_of(yaku, len(row))[tokens[yaku.id, len(row)]], _way_as_json(way)))
    most = max((points for points, _ in scored_ways), default=0)
    return {"points": most, "best": [way for points, way in scored_ways if points == most]}


def _final_score(settings: KasaneSettings, position: Position) -> dict[str, Any]:
    """Return the final score, part by part. A seat that has laid every card has an empty hand."""
    points, field = whole(read_key(position, "points"), "'points'", 0), read_field(settings, position)
    hand, _ = read_stacks(settings, position)
    check_supply(settings, [*field, *hand], position.get("players"))
    if len(hand) + len(field) != turns(settings, position.get("players")):
        raise PositionError("at the end each card that was taken lies on the field or in the hand")
    bonus = _colour_bonus(settings, field)
    all_laid = _all_laid(settings, field, position.get("players")) * (not hand)
    return {
        "colours": len(_colours(field)),
        "cards": len(field),
        "bonus": bonus,
        "all_laid": all_laid,
        "total": points + bonus + all_laid,
    }


# Rules


def _meets(rule: Condition, row: Sequence[Card]) -> bool:
    """Return whether a row of cards meets the condition of a yaku, without regard to its slots.

    >>> falling = Condition("monotone", from_=1, to=5)
    >>> _meets(falling, [5, 3, 2]), _meets(falling, [4, 2, 2]), _meets(falling, [2, 1, 3]), _meets(falling, [3, 5, 6])
    (True, False, False, False)
    """
    if not row or PLUS in row:
        return False
    numbers = [int(card) for card in row]
    match rule:
        case Condition(is_="equal"):
            met = all(number == numbers[0] for number in numbers)
        case Condition(is_="sum", of=int(total)):
            met = sum(numbers) == total
        case Condition(is_="set", numbers=tuple(wanted)):
            met = sorted(numbers) == sorted(wanted)
        case Condition(is_="monotone", from_=int(low), to=int(high)):
            steps = [after - before for before, after in pairwise(numbers)]
            one_way = all(step > 0 for step in steps) or all(step < 0 for step in steps)
            met = one_way and all(low <= number <= high for number in numbers)
        case Condition(is_="odd"):
            met = all(number % 2 == 1 for number in numbers)
        case Condition(is_="even"):
            met = all(number % 2 == 0 for number in numbers)
        case _:
            raise ValueError(f"a condition that cannot be: {rule}")
    return met


def _open_ways(settings: KasaneSettings, position: Position) -> Iterator[Way]:
    """Yield every way to achieve a yaku now.

    A way uses any number of cards from the top of the hand, after the field's top or without it.
    """
    hand, field = read_stacks(settings, position, least=1)
    tokens = read_tokens(settings, position, "taken")
    for yaku in settings.yaku:
        for count in range(1, len(hand) + 1):
            for uses_field in (False, True):
                if uses_field and (settings.field_cards == 0 or not field or field[-1] == PLUS):
                    continue
                row = field[-1:] * uses_field + hand[len(hand) - count :]
                if _meets(yaku.rule, row) and tokens[yaku.id, len(row)] < len(slots_of(yaku, len(row))):
                    yield (yaku, uses_field, row)


def _turn_violation(position: Position) -> str | None:
    """Return the code that forbids any yaku in this turn, or None."""
    easier = read_flag(position, "variant_plus1_may_achieve")
    if read_key(position, "took") == PLUS and not easier:
        return "no-yaku-after-plus-one"
    return "one-yaku" if read_key(position, "done") >= 1 else None


def _hand_violation(hand: Sequence[Card], laid: Sequence[int], position: Position) -> str | None:
    """Return the code that forbids the hand cards, or None. They are indices in the order laid."""
    if not laid:
        return "hand-needed"
    if read_key(position, "took") != PLUS and len(hand) - 1 not in laid:
        return "skips-taken"
    top = list(range(len(hand) - len(laid), len(hand)))
    if sorted(laid) != top:
        return "not-from-top"
    return None if list(laid) == top else "hand-order"


def _field_violation(settings: KasaneSettings, field: Sequence[Card], places: Sequence[tuple[str, int]]) -> str | None:
    """Return the code that forbids the field cards among those laid, or None."""
    used = [index for place, index in places if place == "field"]
    if not used:
        return None
    if len(used) > settings.field_cards or used != [len(field) - 1]:
        return "field-one"
    if places[0][0] != "field":
        return "field-first"
    return "plus-one-closed" if field[-1] == PLUS else None


def _colours(field: Sequence[Card]) -> list[Card]:
    """Return the colours on a field. Number and colour are one thing, and a +1 has no colour.

    >>> _colours([4, "+1", 2, 4])
    [4, 2]
    """
    return [card for card in dict.fromkeys(field) if card != PLUS]


def _colour_bonus(settings: KasaneSettings, field: Sequence[Card]) -> int:
    colours = len(_colours(field))
    if len(field) < settings.bonus.from_ or colours == 0:
        return 0
    return settings.bonus.colours[colours - 1]


def _all_laid(settings: KasaneSettings, field: Sequence[Card], players: Any) -> int:
    """Return the points for laying every card."""
    all_laid = len(field) == turns(settings, players)
    return settings.bonus.all_laid if all_laid and len(field) >= settings.bonus.from_ else 0


def _way_as_json(way: Way) -> list[Any]:
    yaku, uses_field, row = way
    return [yaku.id, len(row), uses_field, row]


oracle = Oracle[KasaneSettings](
    {
        "setup": _setup,
        "fits": _fits,
        "form": _form,
        "achievable": _achievable,
        "lay": _lay,
        "points": _points,
        "acquire": _acquire,
        "final_bonus": _final_bonus,
        "winners": _winners,
        "may_take": _may_take,
        "may_achieve": _may_achieve,
        "best_yaku": _best_yaku,
        "first_turns": _first_turns,
        "final_score": _final_score,
    }
)
