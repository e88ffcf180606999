"""The rules of koka as a record: every decision of the game is one field, so that one of them can be replaced."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Literal, NamedTuple, TypeAlias

from pnp.games.core.score import Score
from pnp.games.koka.rules.dice import Dice, Die, Partition, Values
from pnp.games.koka.settings import SpecialHand
from pnp.model.text import Text
from pnp.records import dataclass

# Special hands: twelve dice that divide into the groups of an entry of the definition.


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


Rows: TypeAlias = Sequence[Sequence[int]]
"""A row per game, each with a score per seat."""

Fits: TypeAlias = Callable[[Values], bool]
"""Whether dice that may share a set, with these values, are one."""

Scored: TypeAlias = tuple[Partition, int]
"""A partition with its points."""


class Found(NamedTuple):
    """What a complete hand scores, and its sets (or the groups of its special hand) where only one way is best."""

    score: Score[Die]
    sets: Partition | None


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """The figures of a definition, and the decisions of the game as named functions.

    Colours are ids, in the order of the definition; ``dice`` says how many there are of each. Seats count from 0,
    clockwise.
    """

    colours: tuple[str, ...]
    names: Mapping[str, Text]
    letters: Mapping[str, str]
    dice: Mapping[str, int]
    faces: Mapping[tuple[str, int], Die]
    """Every face of every colour by colour and value."""
    by_line: Mapping[str, Die]
    """Every face by its one-line notation."""
    players: tuple[int, int]
    per_round: Mapping[int, int]
    """Dice rolled into the tray, by the number of players."""
    kept: int
    games: int
    three: int
    six: int
    specials: tuple[Special, ...]

    pools: Callable[[Dice], tuple[Dice, ...]]
    """Dice that may share a set: of all dice. Sets are made inside a pool. What else lies there does not part two dice
    that share a pool, nor bring others together."""
    fits: Fits
    """Whether dice of one pool, by their values, are a set."""
    complete: Callable[[Rules, Partition], bool]
    """Whether sets that use all dice make a complete hand."""
    worth: Callable[[Rules, Dice], int]
    """What a set scores by itself."""
    equal: Callable[[Partition], tuple[Partition, ...]]
    """Sets in groups: those of a group count as equal, and are multiplied. Most sets are a group of one."""
    points: Callable[[Rules, tuple[Partition, ...]], tuple[int, ...]]
    """What each group of equal sets scores: of all groups of a hand."""
    choose: Callable[[tuple[Scored, ...]], tuple[Scored, ...]]
    """The partitions that count, all with one score: of all there are, at least one, best first."""
    settle: Callable[[Found | None, Found | None], Found | None]
    """What counts: of the sets and of the special hand, each None where the dice are no such hand."""
    own: Callable[[Dice, Dice], Dice]
    """The dice with which a hand is completed: of the hand and of the dice kept above the shelf. A die more in the hand
    is a die more of these."""
    rerolls: Callable[[int], bool]
    """Whether so many dice of the tray may be rerolled together."""
    rolls_again: Callable[[Dice], Dice]
    """The dice that are rolled once more as they go back: of the rerolled dice that were not taken."""
    takes: Callable[[int], bool]
    """Whether so many of the rerolled dice may be taken."""
    gives: Callable[[int, bool], int]
    """How many dice are given back: of how many were taken, and whether the hand is complete with them."""
    obtainable: Callable[[Dice, Die], bool]
    """Whether a die can be had for the kept dice: of the discards and the die, at the face wished for."""
    goes_on: Callable[[bool], bool]
    """Whether the next seat of a round still has its turn: of whether someone is complete."""
    scorers: Callable[[tuple[int, ...]], tuple[int, ...]]
    """The seats that score: of those that are complete, in the order of their turns."""
    drawer: Callable[[int, int, int], int]
    """The seat that draws and rolls: of the start player, the round from 0, and how many play."""
    winners: Callable[[Rows], tuple[int, ...]]
    """The seats that win the match: of the scores of each game."""


def totals(rows: Rows) -> list[int]:
    """The sum of every seat's scores."""
    return [sum(column) for column in zip(*rows, strict=True)]
