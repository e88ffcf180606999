"""The oracle of kasane: a second, deliberately plain reading of the rules, to hold against the engine.

It tries every way to lay cards, one by one, and shares no code with the engine. A position is trusted to be one that
can be.

Decisions where the rules leave something open:

* A single card is equal to itself, and rises and falls: whether it makes a yaku depends on the slots alone.
* A +1 has no number, so a row with a +1 in it meets no condition.
* A field without any colour (only +1) has no bonus for colours.
* The points for having laid all cards are for a field that holds a card for every turn of the game. They are a part
  of the bonus, so they too need a field of enough cards, should all the cards of a game be fewer.
* ``final_bonus`` is one sum; ``final_score`` tells the bonus for colours and the points for laying all cards apart.
* Where an index names a card of an empty row, the row is empty: the index is not looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

from pnp.games.core.answer import Oracle, Position, PositionError
from pnp.games.kasane.settings import Condition, KasaneSettings, SetUp, Yaku

Card: TypeAlias = int | str
"""A number, or "+1"."""

Way: TypeAlias = tuple[Yaku, bool, list[Card]]
"""A yaku, whether the row begins with the top of the field, and the row, in the order laid."""

PLUS = "+1"


# The kinds


def _setup(settings: KasaneSettings, position: Position) -> dict[str, Any]:
    """What is laid out; the last round is laid out of the stock and all discards, one card of each row per round."""
    set_up = _set_up(settings, _get(position, "players"))
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
    return {"ok": _meets(_yaku(settings, _get(position, "yaku")).rule, _get(position, "row"))}


def _form(settings: KasaneSettings, position: Position) -> dict[str, Any]:
    row = _get(position, "row")
    yes = [yaku.id for yaku in settings.yaku if _meets(yaku.rule, row)]
    return {"yes": yes, "no": [yaku.id for yaku in settings.yaku if yaku.id not in yes]}


def _achievable(settings: KasaneSettings, position: Position) -> dict[str, Any]:
    return {"achievable": [_spelled(way) for way in _open_ways(settings, position)]}


def _lay(settings: KasaneSettings, position: Position) -> dict[str, Any]:
    """The top cards of the hand go onto the field one after the other, the lowest of them first."""
    hand, field = list(_get(position, "hand")), list(_get(position, "field"))
    stay = len(hand) - _get(position, "count_from_hand")
    return {"hand": hand[:stay], "field": field + hand[stay:]}


def _points(settings: KasaneSettings, position: Position) -> dict[str, Any]:
    yaku, cards, time = (_get(position, key) for key in ("yaku", "cards", "nth_time"))
    slots = _slots(_yaku(settings, yaku), cards)
    if not 1 <= time <= len(slots):
        raise PositionError(f"{yaku} has {len(slots)} slots for {cards} cards, and no number {time}")
    return {"points": slots[time - 1]}


def _acquire(settings: KasaneSettings, position: Position) -> dict[str, Any]:
    hand, field, card = list(_get(position, "hand")), list(_get(position, "field")), _get(position, "card")
    if card == PLUS:
        open_ = bool(_get(position, "variant_plus1_may_achieve"))
        return {"hand": hand, "field": [*field, card], "points": settings.plus_one.points, "may_achieve": open_}
    return {"hand": [*hand, card], "field": field, "points": 0, "may_achieve": True}


def _final_bonus(settings: KasaneSettings, position: Position) -> dict[str, Any]:
    field = _get(position, "field")
    return {"bonus": _colour_bonus(settings, field) + _all_laid(settings, field, position.get("players"))}


def _winners(settings: KasaneSettings, position: Position) -> dict[str, Any]:
    """The seats that nobody beats by points or, with as many points, by cards laid."""
    seats = _get(position, "players")
    beaten = [
        any(other > points or (other == points and more > cards) for other, more in seats) for points, cards in seats
    ]
    return {"winners": [seat for seat in range(len(seats)) if not beaten[seat]]}


def _may_take(settings: KasaneSettings, position: Position) -> dict[str, Any]:
    row, card = _get(position, "rows")[_get(position, "row")], _get(position, "card")
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
    """Whether the cards named may be laid for the yaku named, what that scores, and the stacks afterwards."""
    hand, field = list(_get(position, "hand")), list(_get(position, "field"))
    move = _get(position, "move")
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
    """Of all that can be achieved, what scores most: by the first slot that no token covers. The ways stand by yaku in
    the order of the definition, then by cards, then those with the field's top last."""
    places = {yaku.id: place for place, yaku in enumerate(settings.yaku)}
    found = []
    for way in sorted(_open_ways(settings, position), key=lambda way: (places[way[0].id], len(way[2]), way[1])):
        yaku, _, row = way
        found.append((_slots(yaku, len(row))[_tokens(position, yaku, len(row))], _spelled(way)))
    most = max((points for points, _ in found), default=0)
    return {"points": most, "best": [way for points, way in found if points == most]}


def _final_score(settings: KasaneSettings, position: Position) -> dict[str, Any]:
    """The final bonus, part by part; whoever has laid every card has none left in hand."""
    points, field, hand = (_get(position, key) for key in ("points", "field", "hand"))
    bonus = _colour_bonus(settings, field)
    all_laid = _all_laid(settings, field, position.get("players")) * (not hand)
    return {
        "colours": len(_colours(field)),
        "cards": len(field),
        "bonus": bonus,
        "all_laid": all_laid,
        "total": points + bonus + all_laid,
    }


# The rules


def _meets(rule: Condition, row: Sequence[Card]) -> bool:
    """Whether a row of cards meets the condition of a yaku, whatever its slots.

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
    """Every way to achieve a yaku now: any number of cards from the top of the hand, after the field's top or not."""
    hand, field = list(_get(position, "hand")), list(_get(position, "field"))
    for yaku in settings.yaku:
        for count in range(1, len(hand) + 1):
            for uses_field in (False, True):
                if uses_field and (settings.field_cards == 0 or not field or field[-1] == PLUS):
                    continue
                row = field[-1:] * uses_field + hand[len(hand) - count :]
                if _meets(yaku.rule, row) and _tokens(position, yaku, len(row)) < len(_slots(yaku, len(row))):
                    yield (yaku, uses_field, row)


def _turn_violation(position: Position) -> str | None:
    """Why nothing at all may be achieved in this turn."""
    if _get(position, "took") == PLUS and not _get(position, "variant_plus1_may_achieve"):
        return "no-yaku-after-plus-one"
    return "one-yaku" if _get(position, "done") >= 1 else None


def _hand_violation(hand: Sequence[Card], laid: Sequence[int], position: Position) -> str | None:
    """What is wrong with the cards of the hand, told by their indices in the order laid."""
    if not laid:
        return "hand-needed"
    if _get(position, "took") != PLUS and len(hand) - 1 not in laid:
        return "skips-taken"
    top = list(range(len(hand) - len(laid), len(hand)))
    if sorted(laid) != top:
        return "not-from-top"
    return None if list(laid) == top else "hand-order"


def _field_violation(settings: KasaneSettings, field: Sequence[Card], places: Sequence[tuple[str, int]]) -> str | None:
    """What is wrong with the cards of the field among those laid."""
    used = [index for place, index in places if place == "field"]
    if not used:
        return None
    if len(used) > settings.field_cards or used != [len(field) - 1]:
        return "field-one"
    if places[0][0] != "field":
        return "field-first"
    return "plus-one-closed" if field[-1] == PLUS else None


def _colours(field: Sequence[Card]) -> list[Card]:
    """The colours on a field: number and colour are one thing, and a +1 has none.

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
    """The points for having laid every card: one is taken in each turn, and each round has one turn per card in a row
    but the last."""
    set_ups = settings.set_up if players is None else (_set_up(settings, players),)
    turns = {set_up.rounds * (set_up.per_row - 1) for set_up in set_ups}
    if len(turns) > 1:
        raise PositionError("the number of turns depends on the number of players, so 'players' must be given")
    return settings.bonus.all_laid if len(field) in turns and len(field) >= settings.bonus.from_ else 0


# Reading a position


def _get(position: Position, key: str) -> Any:
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
    """The points of the slots for so many cards, in the order in which they are covered; none where there are none."""
    return [points for slots in yaku.slots if slots.cards == cards for points in slots.points]


def _tokens(position: Position, yaku: Yaku, cards: int) -> int:
    """How many tokens lie on the slots of a yaku for so many cards."""
    return sum(tokens for name, size, tokens in _get(position, "taken") if name == yaku.id and size == cards)


def _spelled(way: Way) -> list[Any]:
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
