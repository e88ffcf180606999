"""Oracle of kasane: a second, deliberately plain reading of the rules, which tests compare with the engine.

It tries every way to lay cards, one by one, and shares no code with the engine. It trusts that a position is possible.

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

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

from pnp.games.core.answer import Oracle, Position, PositionError
from pnp.games.kasane.settings import Condition, KasaneSettings, SetUp, Yaku

Card: TypeAlias = int | str
"""Number of a card, or "+1"."""

Way: TypeAlias = tuple[Yaku, bool, list[Card]]
"""Yaku, whether the row begins with the top of the field, and the row in the order laid."""

PLUS = "+1"


# Kinds of questions


def _setup(settings: KasaneSettings, position: Position) -> dict[str, Any]:
    """Return the set-up. The last round is laid out from the stock and all discards, one card of each row per round."""
    set_up = _set_up(settings, read_key(position, "players"))
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
    return {"ok": _meets(_yaku(settings, read_key(position, "yaku")).rule, read_key(position, "row"))}


def _form(settings: KasaneSettings, position: Position) -> dict[str, Any]:
    row = read_key(position, "row")
    met = [yaku.id for yaku in settings.yaku if _meets(yaku.rule, row)]
    return {"yes": met, "no": [yaku.id for yaku in settings.yaku if yaku.id not in met]}


def _achievable(settings: KasaneSettings, position: Position) -> dict[str, Any]:
    return {"achievable": [_way_as_json(way) for way in _open_ways(settings, position)]}


def _lay(settings: KasaneSettings, position: Position) -> dict[str, Any]:
    """Lay the top cards of the hand onto the field one after the other, the lowest of them first."""
    hand, field = list(read_key(position, "hand")), list(read_key(position, "field"))
    count = read_key(position, "count_from_hand")
    if type(count) is not int or not 1 <= count <= len(hand):
        raise PositionError(f"{count!r} cards cannot be laid from a hand of {len(hand)}")
    left = len(hand) - count
    return {"hand": hand[:left], "field": field + hand[left:]}


def _points(settings: KasaneSettings, position: Position) -> dict[str, Any]:
    yaku, cards, nth = (read_key(position, key) for key in ("yaku", "cards", "nth_time"))
    slots = _slots(_yaku(settings, yaku), cards)
    if not 1 <= nth <= len(slots):
        raise PositionError(f"{yaku} has {len(slots)} slots for {cards} cards, and no number {nth}")
    return {"points": slots[nth - 1]}


def _acquire(settings: KasaneSettings, position: Position) -> dict[str, Any]:
    hand, field, card = list(read_key(position, "hand")), list(read_key(position, "field")), read_key(position, "card")
    if card == PLUS:
        may_achieve = bool(read_key(position, "variant_plus1_may_achieve"))
        return {"hand": hand, "field": [*field, card], "points": settings.plus_one.points, "may_achieve": may_achieve}
    return {"hand": [*hand, card], "field": field, "points": 0, "may_achieve": True}


def _final_bonus(settings: KasaneSettings, position: Position) -> dict[str, Any]:
    field = read_key(position, "field")
    return {"bonus": _colour_bonus(settings, field) + _all_laid(settings, field, position.get("players"))}


def _winners(settings: KasaneSettings, position: Position) -> dict[str, Any]:
    """Return the seats that no other seat beats by points or, with equal points, by cards laid."""
    seats = read_key(position, "players")
    beaten = [
        any(
            other_points > points or (other_points == points and other_cards > cards)
            for other_points, other_cards in seats
        )
        for points, cards in seats
    ]
    return {"winners": [seat for seat in range(len(seats)) if not beaten[seat]]}


def _may_take(settings: KasaneSettings, position: Position) -> dict[str, Any]:
    row, card = read_key(position, "rows")[read_key(position, "row")], read_key(position, "card")
    violation = None
    if not row:
        violation = "empty-row"
    elif card != len(row) - 1:
        violation = "not-top"
    return {
        "verdict": "not-allowed" if violation else "allowed",
        "violation": violation,
        "hand_card": None if violation else row[-1],
    }


def _may_achieve(settings: KasaneSettings, position: Position) -> dict[str, Any]:
    """Return whether the given cards may be laid for the given yaku, its points, and the stacks afterwards."""
    hand, field = list(read_key(position, "hand")), list(read_key(position, "field"))
    move = read_key(position, "move")
    yaku = _yaku(settings, move["yaku"])
    places = [(place, index) for place, index in move["row"]]
    row = [hand[index] if place == "hand" else field[index] for place, index in places]
    slots, tokens = _slots(yaku, len(row)), _tokens(position, yaku, len(row))
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


def _best_yaku(settings: KasaneSettings, position: Position) -> dict[str, Any]:
    """Return the ways to achieve a yaku that score most, by the first slot without a token.

    The ways are sorted by yaku in the order of the definition, then by cards; those with the field's top come last.
    """
    yaku_order = {yaku.id: place for place, yaku in enumerate(settings.yaku)}
    scored_ways = []
    for way in sorted(_open_ways(settings, position), key=lambda way: (yaku_order[way[0].id], len(way[2]), way[1])):
        yaku, _, row = way
        scored_ways.append((_slots(yaku, len(row))[_tokens(position, yaku, len(row))], _way_as_json(way)))
    most = max((points for points, _ in scored_ways), default=0)
    return {"points": most, "best": [way for points, way in scored_ways if points == most]}


def _final_score(settings: KasaneSettings, position: Position) -> dict[str, Any]:
    """Return the final score, part by part. A seat that has laid every card has an empty hand."""
    points, field, hand = (read_key(position, key) for key in ("points", "field", "hand"))
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
    hand, field = list(read_key(position, "hand")), list(read_key(position, "field"))
    for yaku in settings.yaku:
        for count in range(1, len(hand) + 1):
            for uses_field in (False, True):
                if uses_field and (settings.field_cards == 0 or not field or field[-1] == PLUS):
                    continue
                row = field[-1:] * uses_field + hand[len(hand) - count :]
                if _meets(yaku.rule, row) and _tokens(position, yaku, len(row)) < len(_slots(yaku, len(row))):
                    yield (yaku, uses_field, row)


def _turn_violation(position: Position) -> str | None:
    """Return the code that forbids any yaku in this turn, or None."""
    if read_key(position, "took") == PLUS and not read_key(position, "variant_plus1_may_achieve"):
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
    """Return the points for laying every card.

    A seat takes a card in each turn, and each round has one turn fewer than cards in a row.
    """
    set_ups = settings.set_up if players is None else (_set_up(settings, players),)
    turns = {set_up.rounds * (set_up.per_row - 1) for set_up in set_ups}
    if len(turns) > 1:
        raise PositionError("the number of turns depends on the number of players, so 'players' must be given")
    return settings.bonus.all_laid if len(field) in turns and len(field) >= settings.bonus.from_ else 0


# Reading positions


def read_key(position: Position, key: str) -> Any:
    if key not in position:
        raise PositionError(f"the position lacks '{key}'")
    return position[key]


def _set_up(settings: KasaneSettings, players: Any) -> SetUp:
    for set_up in settings.set_up:
        if set_up.players == players and settings.players[0] <= players <= settings.players[1]:
            return set_up
    raise PositionError(f"there is no set-up for {players!r} players")


def _yaku(settings: KasaneSettings, name: Any) -> Yaku:
    for yaku in settings.yaku:
        if yaku.id == name:
            return yaku
    raise PositionError(f"there is no yaku {name!r}")


def _slots(yaku: Yaku, cards: int) -> list[int]:
    """Return the points of the slots for a number of cards, in the order in which they are covered."""
    return [points for slots in yaku.slots if slots.cards == cards for points in slots.points]


def _tokens(position: Position, yaku: Yaku, cards: int) -> int:
    """Return the number of tokens on the slots of a yaku for a number of cards."""
    return sum(tokens for name, size, tokens in read_key(position, "taken") if name == yaku.id and size == cards)


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
        "final_score": _final_score,
    }
)
