"""Read positions of koka from plain JSON data. What cannot be is refused with PositionError."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from pnp.games.core.answer import Position, PositionError
from pnp.games.koka.settings import KokaSettings

Die: TypeAlias = tuple[str, int]
"""Colour id, and the value on top."""

HAND = 12
"""Number of dice in a complete hand."""

FACES = (1, 2, 3, 4, 5, 6)


def read_key(position: Position, key: str) -> Any:
    """Return the value of a key, which must be there."""
    if not isinstance(position, Mapping):
        raise PositionError("a position is an object with keys")
    if key not in position:
        raise PositionError(f"the position lacks '{key}'")
    return position[key]


def read_whole(position: Position, key: str, lowest: int, highest: int | None = None) -> int:
    """Return the whole number at a key."""
    value = read_key(position, key)
    if type(value) is not int or value < lowest or (highest is not None and value > highest):
        raise PositionError(f"'{key}' cannot be {value!r}")
    return value


def read_players(settings: KokaSettings, position: Position) -> int:
    """Return a number of players that may play."""
    return read_whole(position, "players", *settings.players)


def read_dice(settings: KokaSettings, position: Position, key: str, *sizes: int) -> list[Die]:
    """Return the dice at a key, as many as one of ``sizes``, and no more of a colour than there are."""
    dice = dice_of(settings, read_key(position, key))
    if len(dice) not in sizes:
        raise PositionError(f"there cannot be {len(dice)} dice at '{key}'")
    check_supply(settings, dice)
    return dice


def read_hands(settings: KokaSettings, position: Position, *sizes: int) -> list[list[Die]]:
    """Return the dice of each seat, as many as one of ``sizes``: by default those after its turn."""
    sizes = sizes or (HAND - 1, HAND)
    raw = _list(read_key(position, "hands"))
    fewest, most = settings.players
    hands = [dice_of(settings, hand) for hand in raw]
    if not fewest <= len(hands) <= most or any(len(hand) not in sizes for hand in hands):
        raise PositionError(f"each seat has {' or '.join(map(str, sizes))} dice")
    check_supply(settings, (die for hand in hands for die in hand))
    return hands


def read_trays(settings: KokaSettings, position: Position) -> list[list[Die]]:
    """Return the tray before each turn of a round, in which each seat has one turn."""
    trays = [dice_of(settings, tray) for tray in _list(read_key(position, "trays"))]
    hands = [dice_of(settings, hand) for hand in _list(read_key(position, "hands"))]
    if not len(trays) == len(hands) == len(_list(read_key(position, "moves"))):
        raise PositionError("each seat has a tray before its turn, and a move")
    check_supply(settings, (die for dice in (*hands, trays[0]) for die in dice))
    return trays


def read_scores(settings: KokaSettings, position: Position) -> list[list[int]]:
    """Return a row of scores by seat for each game played."""
    games = [_list(game) for game in _list(read_key(position, "scores"))]
    fewest, most = settings.players
    if not 1 <= len(games) <= settings.games or any(len(game) != len(games[0]) for game in games):
        raise PositionError(f"from 1 to {settings.games} games are played, each by all seats")
    scores = [score for game in games for score in game]
    if not fewest <= len(games[0]) <= most or any(type(score) is not int or score < 0 for score in scores):
        raise PositionError("each seat that plays has a score, of 0 at least")
    return games


def check_turn(settings: KokaSettings, position: Position) -> None:
    """Refuse a turn that cannot be: its dice, or a move of another shape."""
    read_dice(settings, position, "hand", HAND - 1)
    kept = read_dice(settings, position, "kept", *range(settings.kept))
    places = ("hand", "kept", "tray", "discards")
    check_supply(settings, (die for key in places for die in dice_of(settings, read_key(position, key))))
    last = len(kept) == settings.kept - 1
    match read_key(position, "move"):
        case ["take", die, given]:
            dice_of(settings, [die, *_unless_null(given)])
        case ["reroll", dice, faces, taken, given]:
            rerolled = dice_of(settings, dice)
            sizes = (len(rerolled), len(dice_of(settings, faces)), len(dice_of(settings, taken)))
            dice_of(settings, given)
            if not 1 <= sizes[0] == sizes[1] <= 2 or sizes[2] > sizes[0]:
                raise PositionError("a reroll has one die or two, as many new faces, and no more taken than that")
        case ["keep", die] if not last:
            dice_of(settings, [die])
        case ["keep", die, taken, given] if last:
            dice_of(settings, [die, *_unless_null(taken), *_unless_null(given)])
            if taken is None and read_key(position, "discards"):
                raise PositionError("where there are discards, one of them is taken")
        case move:
            raise PositionError(f"there is no turn {move!r} with {len(kept)} kept dice")


def dice_of(settings: KokaSettings, raw: Any) -> list[Die]:
    """Return a list of dice."""
    colours = [colour.id for colour in settings.colours]
    dice = []
    for die in _list(raw):
        match die:
            case [colour, value] if colour in colours and type(value) is int and value in FACES:
                dice.append((colour, value))
            case _:
                raise PositionError(f"there is no die {die!r}")
    return dice


def check_supply(settings: KokaSettings, dice: Iterable[Die]) -> None:
    """Refuse more dice of a colour than there are."""
    count = Counter(colour for colour, _ in dice)
    for colour in settings.colours:
        if count[colour.id] > colour.dice:
            raise PositionError(f"there are {colour.dice} dice of the colour {colour.id}, not {count[colour.id]}")


def _list(raw: Any) -> list[Any]:
    if not isinstance(raw, (list, tuple)):
        raise PositionError(f"{raw!r} is no list")
    return list(raw)


def _unless_null(die: Any) -> list[Any]:
    return [] if die is None else [die]
