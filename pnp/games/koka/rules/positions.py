"""Readers of koka positions: plain data in, checked dice and seats out. All raise PositionError."""

from __future__ import annotations

from collections import Counter
from typing import Any

from pnp.games.core.answer import Position, PositionError
from pnp.games.core.reading import read, read_list, read_pair
from pnp.games.koka.rules.dice import COMPLETE, HAND, Dice, Die
from pnp.games.koka.rules.record import Rules
from pnp.games.koka.rules.turn import REROLLED, Keep, Move, Reroll, Table, Take

_MOVES = (
    '["take", die, given], ["reroll", dice, faces, taken, given], ["keep", die] or, for the last die that is kept, '
    '["keep", die, taken, given]'
)


def read_die(rules: Rules, raw: Any) -> Die:
    """Read a face of a colour of the definition."""
    return read_pair(raw, rules.faces, "die", "colour", "value")


def read_dice(rules: Rules, raw: Any, label: str, fewest: int = 0, most: int | None = None) -> Dice:
    """Read ``fewest`` to ``most`` dice, in the given order."""
    return tuple([read_die(rules, raw_die) for raw_die in read_list(raw, label, fewest, most)])


def read_hand(rules: Rules, position: Position, key: str, count: int) -> Dice:
    """Read ``count`` dice under ``key``, no more of a colour than the game has."""
    dice = read_dice(rules, read(position, key), repr(key), count, count)
    check_dice(rules, dice)
    return dice


def read_set(rules: Rules, position: Position) -> Dice:
    """Read three or six dice."""
    dice = read_dice(rules, read(position, "dice"), "'dice'")
    if len(dice) not in (3, 6):
        raise PositionError(f"'dice' must hold 3 or 6 dice, not {len(dice)}")
    check_dice(rules, dice)
    return dice


def read_hands(rules: Rules, position: Position) -> tuple[Dice, ...]:
    """Read a hand per seat after its turn: eleven or twelve dice."""
    raw = read_list(read(position, "hands"), "'hands'", *rules.players)
    hands = tuple(read_dice(rules, hand, "a hand", HAND, COMPLETE) for hand in raw)
    check_dice(rules, *hands)
    return hands


def read_table(rules: Rules, position: Position) -> Table:
    """Read the dice before a turn."""
    table = Table(
        read_dice(rules, read(position, "hand"), "'hand'", HAND, HAND),
        read_dice(rules, read(position, "kept"), "'kept'", 0, rules.kept - 1),
        read_dice(rules, read(position, "tray"), "'tray'"),
        read_dice(rules, read(position, "discards"), "'discards'"),
    )
    check_dice(rules, *table)
    return table


def read_move(rules: Rules, position: Position, table: Table) -> Move:
    """Read the move of a seat with ``table`` before it."""
    raw = read_list(read(position, "move"), "'move'", 1)
    name, *parts = raw
    if name == "take" and len(parts) == 2:
        return Take(read_die(rules, parts[0]), _given(rules, parts[1]))
    if name == "reroll" and len(parts) == 4:
        dice = read_dice(rules, parts[0], "the dice of a reroll", 1, REROLLED)
        faces = read_dice(rules, parts[1], "the faces of a reroll", len(dice), len(dice))
        taken = read_dice(rules, parts[2], "the dice taken of a reroll", 0, len(dice))
        return Reroll(dice, faces, taken, read_dice(rules, parts[3], "the dice given back"))
    if name == "keep" and len(parts) in (1, 3):
        return _read_keep(rules, parts, table)
    raise PositionError(f"a move is {_MOVES}, not {raw!r}")


def check_dice(rules: Rules, *places: Dice) -> None:
    """Raise PositionError if ``places`` hold more dice of a colour than the game has."""
    counts = Counter(die.colour for place in places for die in place)
    for colour, count in counts.items():
        available = rules.dice[colour]
        if count > available:
            raise PositionError(f"{count} dice of the colour {colour!r} lie there, and the game has {available}")


def _read_keep(rules: Rules, parts: list[Any], table: Table) -> Keep:
    is_last = len(table.kept) + 1 == rules.kept
    if is_last != (len(parts) == 3):
        shape = '["keep", die, taken, given]' if is_last else '["keep", die]'
        raise PositionError(f"with {len(table.kept)} dice kept already the move is {shape}")
    die = read_die(rules, parts[0])
    if not is_last:
        return Keep(die, None, ())
    if parts[1] is None and table.discards:
        raise PositionError("with discards there, the last die that is kept brings one of them: name it")
    return Keep(die, None if parts[1] is None else read_die(rules, parts[1]), _given(rules, parts[2]))


def _given(rules: Rules, raw: Any) -> Dice:
    return () if raw is None else (read_die(rules, raw),)
