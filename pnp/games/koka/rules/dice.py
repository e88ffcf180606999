"""Dice of koka: a colour and the face that lies up, and the one-line notation of a die."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, TypeAlias

from pnp.games.core.suits import printed_fields
from pnp.games.koka.settings import KokaSettings
from pnp.model.component import Item


class Die(NamedTuple):
    """Die: the id of its colour, and the value that it shows. A die sorts by colour id, then value.

    >>> str(Die("red", 3)), Die("red", 3).as_json()
    ('red-3', ['red', 3])
    """

    colour: str
    value: int

    def __str__(self) -> str:
        return f"{self.colour}-{self.value}"

    def as_json(self) -> list[str | int]:
        """Return the die as the conformance cases write it: ``[colour, value]``."""
        return [self.colour, self.value]


Dice: TypeAlias = tuple[Die, ...]
"""Dice, sorted unless their order means something: a hand, a set, the tray."""

Values: TypeAlias = tuple[int, ...]
"""Values of some dice, rising."""

Partition: TypeAlias = tuple[Dice, ...]
"""Dice divided into groups: each group sorted, and the groups sorted."""

HAND = 11
"""Number of dice in a hand between turns."""

COMPLETE = 12
"""Number of dice in a complete hand."""


def values_of(dice: Iterable[Die]) -> Values:
    """Return the values of ``dice``, rising.

    >>> values_of((Die("red", 5), Die("blue", 2)))
    (2, 5)
    """
    return tuple(sorted([die.value for die in dice]))


def first_missing(dice: Dice, among: Iterable[Die]) -> Die | None:
    """Return the first of ``dice`` without a counterpart in ``among``, or None.

    >>> first_missing((Die("red", 5), Die("red", 5)), [Die("red", 5), Die("red", 4)])
    Die(colour='red', value=5)
    """
    left = list(among)
    for die in dice:
        if die not in left:
            return die
        left.remove(die)
    return None


def group_as_json(group: Dice) -> list[Any]:
    """Return a set or a group as JSON: ``[colour, values]``, or its dice one by one if it has several colours.

    >>> group_as_json((Die("red", 2), Die("red", 3)))
    ['red', [2, 3]]
    >>> group_as_json((Die("blue", 2), Die("red", 2)))
    [['blue', 2], ['red', 2]]
    """
    if len({die.colour for die in group}) == 1:
        return [group[0].colour, [die.value for die in group]]
    return [die.as_json() for die in group]


# Dice as card sets, derived from the settings

VALUES = (1, 2, 3, 4, 5, 6)
"""Faces of a die. Opposite faces add up to seven."""


def dice(settings: KokaSettings) -> tuple[Item, ...]:
    """Return a die of each colour, with as many copies as the colour has dice.

    Fields: ``colour`` (id), ``name``, ``letter``, ``ink``, ``petal``, ``values`` (1 to 6).
    """
    return tuple(
        Item(
            colour.id,
            {"colour": colour.id, **printed_fields(colour, "dice"), "values": VALUES},
            colour.dice,
        )
        for colour in settings.colours
    )


def faces(settings: KokaSettings) -> tuple[Item, ...]:
    """Return every face of every die, for stickers: the fields of ``dice`` with ``value`` for ``values``."""
    return tuple(
        Item(
            f"{colour.id}-{value}",
            {"colour": colour.id, **printed_fields(colour, "dice"), "value": value},
            colour.dice,
        )
        for colour in settings.colours
        for value in VALUES
    )


def seats(settings: KokaSettings) -> tuple[Item, ...]:
    """Return an item for each seat, for what a player has: the colours in their order, from the first again where there
    are more seats. A seat that only some numbers of players have is used with these.

    Fields: those of ``dice`` without ``values``, and ``seat`` (1 for the first).
    """
    fewest, most = settings.players
    colours = [settings.colours[seat % len(settings.colours)] for seat in range(most)]
    return tuple(
        Item(
            f"seat-{number}",
            {"colour": colour.id, **printed_fields(colour, "dice"), "seat": number},
            players=None if number <= fewest else (number, most),
        )
        for number, colour in enumerate(colours, 1)
    )


def figures(settings: KokaSettings) -> Mapping[str, Any]:
    """Return the settings that an answer may depend on, as JSON data. Names, letters, inks and art are left out."""
    readings = settings.readings
    return {
        "players": list(settings.players),
        "colours": [{"id": colour.id, "dice": colour.dice} for colour in settings.colours],
        "per-round": [{"players": entry.players, "dice": entry.dice} for entry in settings.per_round],
        "kept": settings.kept,
        "games": settings.games,
        "sets": {"three": settings.sets.three, "six": settings.sets.six},
        "special-hands": [
            {
                "groups": [{"size": group.size, "colour": group.colour, "value": group.value} for group in hand.groups],
                "points": hand.points,
            }
            for hand in settings.special_hands
        ],
        "readings": {
            "equal-sets": readings.equal_sets,
            "partition": readings.partition,
            "two-sixes": readings.two_sixes,
            "untaken-dice": readings.untaken_dice,
            "reroll-count": readings.reroll_count,
        },
    }
