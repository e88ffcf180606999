"""Special hands: twelve dice that divide into the groups of an entry of the definition."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import Literal, NamedTuple

from pnp.games.koka.rules.dice import Dice, Die, Partition
from pnp.games.koka.settings import SpecialHand
from pnp.model.text import Text


class Shape(NamedTuple):
    """What a group of a special hand has to be: so many dice, of one colour or any, with such values."""

    size: int
    colour: Literal["same", "any"]
    value: Literal["same", "run", "any"]


class Special(NamedTuple):
    """A special hand: the shapes of its groups, sorted, and its points."""

    name: Text
    shapes: tuple[Shape, ...]
    points: int


def special_of(hand: SpecialHand) -> Special:
    """A special hand of the settings."""
    shapes = (Shape(group.size, group.colour, group.value) for group in hand.groups)
    return Special(hand.name, tuple(sorted(shapes)), hand.points)


def divides(special: Special, dice: Dice) -> bool:
    """Whether ``dice`` divide into the groups of ``special``."""
    # Where no group looks at colours, or none at values, they do not tell dice apart.
    colours = any(shape.colour == "same" for shape in special.shapes)
    values = any(shape.value != "any" for shape in special.shapes)
    plain = (Die(die.colour if colours else "", die.value if values else 0) for die in dice)
    return bool(_ways(special.shapes, tuple(sorted(plain))))


def groupings(special: Special, dice: Dice) -> tuple[Partition, ...]:
    """Ways to divide ``dice`` into the groups of ``special``, different as multisets: all where there is one or none,
    else two of them."""
    return _ways(special.shapes, tuple(sorted(dice)))


@lru_cache(maxsize=1 << 14)
def _ways(shapes: tuple[Shape, ...], dice: Dice) -> tuple[Partition, ...]:
    """At most two ways. Two are enough to say that there is not just one, and they keep the search short."""
    if not shapes or not dice:
        return () if shapes or dice else ((),)
    found: set[Partition] = set()
    first, rest = dice[0], dice[1:]
    for shape in dict.fromkeys(shapes):
        others = list(shapes)
        others.remove(shape)
        near = rest if shape.colour == "any" else tuple(die for die in rest if die.colour == first.colour)
        for chosen in dict.fromkeys(combinations(near, shape.size - 1)):
            group = (first, *chosen)
            if not _has_shape(shape, group):
                continue
            left = list(rest)
            for die in chosen:
                left.remove(die)
            for way in _ways(tuple(others), tuple(left)):
                found.add(tuple(sorted((group, *way))))
                if len(found) > 1:
                    return tuple(sorted(found))
    return tuple(found)


def _has_shape(shape: Shape, group: Dice) -> bool:
    if shape.colour == "same" and len({die.colour for die in group}) > 1:
        return False
    values = sorted(die.value for die in group)
    if shape.value == "same":
        return values[0] == values[-1]
    return shape.value == "any" or values == list(range(values[0], values[0] + len(values)))
