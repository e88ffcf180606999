"""Fields of koka positions: dice of a hand, of a table, and the move of a seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Any

from pnp.games.core.answer import PositionError
from pnp.games.core.reading import read_list
from pnp.games.core.schema import BY_SEAT, ReadBy, Size, card_of
from pnp.games.koka.rules.dice import COMPLETE, HAND, Dice
from pnp.games.koka.rules.record import Rules
from pnp.games.koka.rules.turn import REROLLED, Keep, Move, Reroll, Table, Take

_MOVES = (
    '["take", die, given], ["reroll", dice, faces, taken, given], ["keep", die] or, for the last die that is kept, '
    '["keep", die, taken, given]'
)


def read_move(rules: Rules, raw: Any, values: Mapping[str, Any]) -> Move:
    """Read the move of a seat with the dice of a table before it."""
    name, *parts = read_list(raw, "'move'", 1)
    if name == "take" and len(parts) == 2:
        return Take(card_of(rules, parts[0]), _given(rules, parts[1]))
    if name == "reroll" and len(parts) == 4:
        dice = _dice(rules, parts[0], "the dice of a reroll", 1, REROLLED)
        faces = _dice(rules, parts[1], "the faces of a reroll", len(dice), len(dice))
        taken = _dice(rules, parts[2], "the dice taken of a reroll", 0, len(dice))
        return Reroll(dice, faces, taken, _dice(rules, parts[3], "the dice given back"))
    if name == "keep" and len(parts) in (1, 3):
        return _keep(rules, parts, values)
    raise PositionError(f"a move is {_MOVES}, not {raw!r}")


def _keep(rules: Rules, parts: list[Any], values: Mapping[str, Any]) -> Keep:
    kept = len(values["kept"])
    is_last = kept + 1 == rules.kept
    if is_last != (len(parts) == 3):
        shape = '["keep", die, taken, given]' if is_last else '["keep", die]'
        raise PositionError(f"with {kept} dice kept already the move is {shape}")
    die = card_of(rules, parts[0])
    if not is_last:
        return Keep(die, None, ())
    if parts[1] is None and values["discards"]:
        raise PositionError("with discards there, the last die that is kept brings one of them: name it")
    return Keep(die, None if parts[1] is None else card_of(rules, parts[1]), _given(rules, parts[2]))


def read_moves(rules: Rules, raw: Any, values: Mapping[str, Any]) -> tuple[Move, ...]:
    """Read the moves of all seats, in the order of their turns, in the first round of a game."""
    players = len(values["hands"])
    moves = read_list(raw, "'moves'", players, players)
    return tuple([read_move(rules, move, {"kept": (), "discards": ()}) for move in moves])


def _dice(rules: Rules, raw: Any, label: str, fewest: int = 0, most: int | None = None) -> Dice:
    return tuple([card_of(rules, raw_die) for raw_die in read_list(raw, label, fewest, most)])


def _given(rules: Rules, raw: Any) -> Dice:
    return () if raw is None else (card_of(rules, raw),)


Hand = Annotated[Dice, Size(HAND, HAND)]
CompleteHand = Annotated[Dice, Size(COMPLETE, COMPLETE)]
Hands = Annotated[tuple[Annotated[Dice, Size(HAND, COMPLETE)], ...], BY_SEAT]
"""Hands by seat after a turn."""
HandsBefore = Annotated[tuple[Hand, ...], BY_SEAT]
"""Hands by seat before a round."""
Trays = Annotated[tuple[Dice, ...], BY_SEAT]
"""Trays before each turn of a round."""
Moves = Annotated[tuple[Move, ...], ReadBy(read_moves)]
"""Moves of all seats, below their hands."""
Kept = Annotated[Dice, Size(0, lambda rules: rules.kept - 1)]
MoveOfSeat = Annotated[Move, ReadBy(read_move)]
"""Move, below the dice of the table."""


def table_of(rules: Rules, hand: Dice, kept: Dice, tray: Dice, discards: Dice) -> Table:
    """Return the table before a turn. Raises PositionError for more dice of a colour than the game has."""
    check_dice(rules, hand, kept, tray, discards)
    return Table(hand, kept, tray, discards)


def check_dice(rules: Rules, *places: Dice) -> None:
    """Raise PositionError if ``places`` hold more dice of a colour than the game has."""
    counts = Counter(die.colour for place in places for die in place)
    for colour, count in counts.items():
        available = rules.dice[colour]
        if count > available:
            raise PositionError(f"{count} dice of the colour {colour!r} lie there, and the game has {available}")
