"""Reading the positions of koka: plain data in, checked dice and seats out, a PositionError for anything else."""

from __future__ import annotations

from collections import Counter
from typing import Any

from pnp.games.core.answer import Position, PositionError
from pnp.games.core.play import seats_of
from pnp.games.core.reading import read, read_list
from pnp.games.koka.rules.decks import VALUES
from pnp.games.koka.rules.dice import COMPLETE, HAND, Dice, Die
from pnp.games.koka.rules.record import Rules
from pnp.games.koka.rules.turn import REROLLED, Keep, Move, Reroll, Table, Take

_MOVES = (
    '["take", die, given], ["reroll", dice, faces, taken, given], ["keep", die] or, for the last die that is kept, '
    '["keep", die, taken, given]'
)


def read_die(rules: Rules, raw: Any) -> Die:
    """A face of a colour of the definition."""
    if isinstance(raw, (list, tuple)) and len(raw) == 2 and isinstance(raw[0], str) and type(raw[1]) is int:
        die = rules.faces.get((raw[0], raw[1]))
        if die is not None:
            return die
    raise PositionError(_why_no_die(rules, raw))


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


def read_players(rules: Rules, position: Position) -> int:
    """A number of players that the rules allow."""
    players = read(position, "players")
    if type(players) is not int or players not in seats_of(rules):
        raise PositionError(f"'players' must be from {rules.players[0]} to {rules.players[1]}, not {players!r}")
    return players


def read_seat(position: Position, key: str, players: int) -> int:
    """A seat, of so many players."""
    seat = read(position, key)
    if type(seat) is not int or not 0 <= seat < players:
        raise PositionError(f"{key!r} must be a seat from 0 to {players - 1}, not {seat!r}")
    return seat


def read_round(position: Position) -> int:
    """The number of a round, from 0."""
    round_ = read(position, "round")
    if type(round_) is not int or round_ < 0:
        raise PositionError(f"'round' must be a whole number from 0 on, not {round_!r}")
    return round_


def read_hands(rules: Rules, position: Position) -> tuple[Dice, ...]:
    """A hand per seat after its turn: eleven or twelve dice."""
    raw = read_list(read(position, "hands"), "'hands'", *rules.players)
    hands = tuple(read_dice(rules, hand, "a hand", HAND, COMPLETE) for hand in raw)
    check_dice(rules, *hands)
    return hands


def read_rows(rules: Rules, position: Position) -> list[list[int]]:
    """Scores: a row per game, at least one, each with a score per seat."""
    raw = read_list(read(position, "scores"), "'scores'", 1, rules.games)
    rows = [read_list(row, "a row of 'scores'", *rules.players) for row in raw]
    for row in rows:
        if len(row) != len(rows[0]):
            raise PositionError(f"a game has {len(row)} scores, and another one {len(rows[0])}")
        for value in row:
            if type(value) is not int or value < 0:
                raise PositionError(f"a score must be a whole number from 0 on, not {value!r}")
    return rows


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
        dice, faces = (
            read_dice(rules, part, f"the {name} of a reroll", REROLLED, REROLLED)
            for part, name in zip(rest, ("dice", "faces"), strict=False)
        )
        taken = read_dice(rules, rest[2], "the dice taken of a reroll", 0, REROLLED)
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


def _why_no_die(rules: Rules, raw: Any) -> str:
    if not isinstance(raw, (list, tuple)) or len(raw) != 2:
        return f"a die is [colour, value], not {raw!r}"
    colour, value = raw
    if not isinstance(colour, str) or colour not in rules.colours:
        return f"there is no colour {colour!r}: the colours are {', '.join(rules.colours)}"
    return f"there is no face with the value {value!r}: the values are {VALUES[0]} to {VALUES[-1]}"
