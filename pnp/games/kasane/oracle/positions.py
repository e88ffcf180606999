"""Read positions of kasane from plain JSON data. What cannot be is refused with PositionError."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from pnp.games.core.answer import Position, PositionError
from pnp.games.kasane.settings import KasaneSettings, SetUp, Yaku

Card: TypeAlias = int | str
"""Number of a card, or "+1"."""

Place: TypeAlias = tuple[str, int]
"""Stack of a card, ``hand`` or ``field``, and its place there from the bottom."""

PLUS = "+1"


def read_key(position: Position, key: str) -> Any:
    """Return the value of a key, which must be there."""
    if not isinstance(position, Mapping):
        raise PositionError("a position is an object with keys")
    if key not in position:
        raise PositionError(f"the position lacks '{key}'")
    return position[key]


def whole(value: Any, what: str, lowest: int, highest: int | None = None) -> int:
    """Return a whole number within limits; ``what`` names it in an error."""
    if type(value) is not int or value < lowest or (highest is not None and value > highest):
        limits = f"at least {lowest}" if highest is None else f"from {lowest} to {highest}"
        raise PositionError(f"{what} must be a whole number, {limits}, not {value!r}")
    return value


def listed(raw: Any) -> list[Any]:
    """Return a list of JSON data."""
    if not isinstance(raw, (list, tuple)):
        raise PositionError(f"{raw!r} is no list")
    return list(raw)


def read_flag(position: Position, key: str) -> bool:
    """Return true or false."""
    value = read_key(position, key)
    if type(value) is not bool:
        raise PositionError(f"'{key}' is true or false, not {value!r}")
    return value


def set_up_of(settings: KasaneSettings, players: Any) -> SetUp:
    """Return the set-up for a number of players."""
    whole(players, "the number of players", *settings.players)
    return next(set_up for set_up in settings.set_up if set_up.players == players)


def yaku_of(settings: KasaneSettings, name: Any) -> Yaku:
    """Return the yaku with a name."""
    for yaku in settings.yaku:
        if yaku.id == name:
            return yaku
    raise PositionError(f"there is no yaku {name!r}")


def slots_of(yaku: Yaku, cards: Any) -> list[int]:
    """Return the points of the slots for a number of cards, in the order in which they are covered."""
    return [points for slots in yaku.slots if slots.cards == cards for points in slots.points]


def card_of(settings: KasaneSettings, raw: Any) -> Card:
    """Return a card."""
    numbers = [colour.number for colour in settings.colours]
    if (type(raw) is int and raw in numbers) or raw == PLUS:
        return raw  # type: ignore[no-any-return]
    raise PositionError(f"there is no card {raw!r}")


def read_row(settings: KasaneSettings, position: Position) -> list[Card]:
    """Return the cards of a row, one at least; a card may occur any number of times."""
    row = [card_of(settings, raw) for raw in listed(read_key(position, "row"))]
    if not row:
        raise PositionError("a row has a card")
    return row


def read_stacks(settings: KasaneSettings, position: Position, *, least: int = 0) -> tuple[list[Card], list[Card]]:
    """Return hand and field. A hand has ``least`` cards or more, and no +1. A card just acquired is counted."""
    hand, field = ([card_of(settings, raw) for raw in listed(read_key(position, key))] for key in ("hand", "field"))
    if len(hand) < least or PLUS in hand:
        raise PositionError(f"a hand has {least} cards or more, and none is a +1")
    more = [card_of(settings, position["card"])] if "card" in position else []
    check_supply(settings, [*hand, *field, *more])
    return hand, field


def read_field(settings: KasaneSettings, position: Position) -> list[Card]:
    """Return the field at the end of a game, with a card for each turn at most."""
    field = [card_of(settings, raw) for raw in listed(read_key(position, "field"))]
    players = position.get("players")
    check_supply(settings, field, players)
    whole(len(field), "the number of cards on the field", 0, turns(settings, players))
    return field


def turns(settings: KasaneSettings, players: Any) -> int:
    """Return the turns of a seat in a game: a card in each, and in each round one fewer than cards in a row."""
    set_ups = settings.set_up if players is None else (set_up_of(settings, players),)
    numbers = {set_up.rounds * (set_up.per_row - 1) for set_up in set_ups}
    if len(numbers) > 1:
        raise PositionError("the number of turns depends on the number of players, so 'players' must be given")
    return numbers.pop()


def check_supply(settings: KasaneSettings, cards: Sequence[Card], players: Any = None) -> None:
    """Refuse more copies of a card than the deck has, for a number of players if one is given."""
    removed = None if players is None else set_up_of(settings, players)
    for colour in settings.colours:
        copies = colour.copies - (removed.remove if removed else 0)
        whole(cards.count(colour.number), f"the number of cards {colour.number}", 0, copies)
    copies = settings.plus_one.copies - (removed.remove_plus_one if removed else 0)
    whole(cards.count(PLUS), "the number of cards +1", 0, copies)


def read_rows(settings: KasaneSettings, position: Position) -> list[list[Card]]:
    """Return the rows of the common display."""
    rows = [[card_of(settings, raw) for raw in listed(row)] for row in listed(read_key(position, "rows"))]
    whole(len(rows), "the number of rows", 1, settings.players[1])
    check_supply(settings, [card for row in rows for card in row])
    return rows


def read_tokens(settings: KasaneSettings, position: Position, key: str) -> Counter[tuple[str, int]]:
    """Return the tokens that lie on the slots, by yaku and number of cards."""
    tokens: Counter[tuple[str, int]] = Counter()
    for entry in listed(read_key(position, key)):
        match entry:
            case [name, cards, count] if (name, cards) not in tokens:
                slots = slots_of(yaku_of(settings, name), cards)
                if not slots:
                    raise PositionError(f"{name} has no slot for {cards!r} cards")
                tokens[name, cards] = whole(count, f"the tokens on {name} {cards}", 0, len(slots))
            case _:
                raise PositionError(f"{entry!r} is not a yaku, a number of cards and its tokens, or stands there twice")
    return tokens


def read_turns(settings: KasaneSettings, position: Position) -> list[tuple[Card, tuple[Yaku, int, bool] | None]]:
    """Return the first turns of a seat: the card that it takes from the tops of the rows, and the yaku that it makes,
    with its number of hand cards, and whether the top of the field begins it."""
    set_up = set_up_of(settings, read_key(position, "players"))
    entries = listed(read_key(position, "turns"))
    whole(len(entries), "the number of turns", 1, turns(settings, set_up.players))
    taken, read = list[Card](), list[tuple[Card, tuple[Yaku, int, bool] | None]]()
    for entry in entries:
        tops = [card_of(settings, raw) for raw in listed(read_key(entry, "tops"))]
        whole(len(tops), "the number of rows", set_up.players, set_up.players)
        check_supply(settings, [*taken, *tops], set_up.players)
        card, makes = tops[whole(read_key(entry, "row"), "'row'", 0, len(tops) - 1)], read_key(entry, "makes")
        if card == PLUS and makes is not None:
            raise PositionError("a first turn with a +1 makes no yaku")
        taken.append(card)
        if makes is None:
            read.append((card, None))
        else:
            count, begins = whole(read_key(makes, "hand"), "'hand'", 1, len(taken)), read_flag(makes, "field")
            read.append((card, (yaku_of(settings, read_key(makes, "yaku")), count, begins)))
    return read


def read_places(position: Position, hand: Sequence[Card], field: Sequence[Card]) -> list[Place]:
    """Return the cards that a move lays, by their places: one at least, each once."""
    stacks, places = {"hand": hand, "field": field}, list[Place]()
    move = read_key(position, "move")
    for entry in listed(read_key(move, "row")):
        match entry:
            case [stack, index] if stack in stacks and (stack, index) not in places:
                places.append((stack, whole(index, f"a place in the {stack}", 0, len(stacks[stack]) - 1)))
            case _:
                raise PositionError(f"{entry!r} is not a place in hand or field, or stands there twice")
    if not places:
        raise PositionError("a move lays a card")
    return places


def check_took(settings: KasaneSettings, position: Position, hand: Sequence[Card], field: Sequence[Card]) -> None:
    """Refuse a turn whose card just taken lies where it cannot be, and tokens of the seat that do not lie there."""
    took, done = card_of(settings, read_key(position, "took")), whole(read_key(position, "done"), "'done'", 0, 1)
    if took == PLUS:
        there = PLUS in field if done else field[-1:] == [PLUS]
    else:
        there = (field if done else hand)[-1:] == [took]
    if not there:
        raise PositionError(f"{took} was taken, and does not lie where it was put")
    if read_tokens(settings, position, "own") - read_tokens(settings, position, "taken"):
        raise PositionError("a seat has no tokens where none lie")
