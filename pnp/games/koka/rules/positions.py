"""Reading the positions of koka: plain data in, checked dice and seats out, a PositionError for anything else."""

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
    """A face of a colour of the definition."""
    return read_pair(raw, rules.faces, "die", "colour", "value")


def read_dice(rules: Rules, raw: Any, what: str, fewest: int = 0, most: int | None = None) -> Dice:
    """``fewest`` to ``most`` dice, in the order given."""
    return tuple([read_die(rules, item) for item in read_list(raw, what, fewest, most)])


def read_hand(rules: Rules, position: Position, key: str, count: int) -> Dice:
    """So many dice under ``key``, no more of a colour than there are."""
    dice = read_dice(rules, read(position, key), repr(key), count, count)
    check_dice(rules, dice)
    return dice


def read_set(rules: Rules, position: Position) -> Dice:
    """Three or six dice."""
    dice = read_dice(rules, read(position, "dice"), "'dice'")
    if len(dice) not in (3, 6):
        raise PositionError(f"'dice' must hold 3 or 6 dice, not {len(dice)}")
    check_dice(rules, dice)
    return dice


def read_hands(rules: Rules, position: Position) -> tuple[Dice, ...]:
    """A hand per seat after its turn: eleven or twelve dice."""
    raw = read_list(read(position, "hands"), "'hands'", *rules.players)
    hands = tuple(read_dice(rules, hand, "a hand", HAND, COMPLETE) for hand in raw)
    check_dice(rules, *hands)
    return hands


def read_table(rules: Rules, position: Position) -> Table:
    """The dice before a turn."""
    table = Table(
        read_dice(rules, read(position, "hand"), "'hand'", HAND, HAND),
        read_dice(rules, read(position, "kept"), "'kept'", 0, rules.kept - 1),
        read_dice(rules, read(position, "tray"), "'tray'"),
        read_dice(rules, read(position, "discards"), "'discards'"),
    )
    check_dice(rules, *table)
    return table


def read_move(rules: Rules, position: Position, table: Table) -> Move:
    """The move of a seat with ``table`` before it."""
    raw = read_list(read(position, "move"), "'move'", 1)
    what, *rest = raw
    if what == "take" and len(rest) == 2:
        return Take(read_die(rules, rest[0]), _given(rules, rest[1]))
    if what == "reroll" and len(rest) == 4:
        dice = read_dice(rules, rest[0], "the dice of a reroll", 1, REROLLED)
        faces = read_dice(rules, rest[1], "the faces of a reroll", len(dice), len(dice))
        taken = read_dice(rules, rest[2], "the dice taken of a reroll", 0, len(dice))
        return Reroll(dice, faces, taken, read_dice(rules, rest[3], "the dice given back"))
    if what == "keep" and len(rest) in (1, 3):
        return _read_keep(rules, rest, table)
    raise PositionError(f"a move is {_MOVES}, not {raw!r}")


def check_dice(rules: Rules, *places: Dice) -> None:
    """No more dice of a colour lie in ``places`` than there are."""
    counts = Counter(die.colour for place in places for die in place)
    for colour, count in counts.items():
        there = rules.dice[colour]
        if count > there:
            raise PositionError(f"{count} dice of the colour {colour!r} lie there, and the game has {there}")


def _read_keep(rules: Rules, rest: list[Any], table: Table) -> Keep:
    last = len(table.kept) + 1 == rules.kept
    if last != (len(rest) == 3):
        wanted = '["keep", die, taken, given]' if last else '["keep", die]'
        raise PositionError(f"with {len(table.kept)} dice kept already the move is {wanted}")
    die = read_die(rules, rest[0])
    if not last:
        return Keep(die, None, ())
    if rest[1] is None and table.discards:
        raise PositionError("with discards there, the last die that is kept brings one of them: name it")
    return Keep(die, None if rest[1] is None else read_die(rules, rest[1]), _given(rules, rest[2]))


def _given(rules: Rules, raw: Any) -> Dice:
    return () if raw is None else (read_die(rules, raw),)
