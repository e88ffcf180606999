"""Record of the rules of koka: one field per decision, so that a misreading can replace one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Literal, NamedTuple, TypeAlias

from pnp.games.core.score import Score
from pnp.games.koka.rules.dice import Dice, Die, Partition, Values
from pnp.games.koka.settings import SpecialHand
from pnp.model.text import Phrase, Text, phrase
from pnp.records import dataclass

ROUNDS = 30
"""Rounds after which a game without a complete hand ends, unless the deal sets another number. Players who want to
complete need far fewer; chance alone hardly ever completes."""

# Special hands


class Shape(NamedTuple):
    """Demands on a group of a special hand: number of dice, one colour or any, and their values."""

    size: int
    colour: Literal["same", "any"]
    value: Literal["same", "run", "any"]


class Special(NamedTuple):
    """Special hand: its name, the shapes of its groups, sorted, and its points."""

    name: Text
    shapes: tuple[Shape, ...]
    points: int


def special_of(hand: SpecialHand) -> Special:
    """Return a special hand of the settings."""
    shapes = (Shape(group.size, group.colour, group.value) for group in hand.groups)
    return Special(hand.name, tuple(sorted(shapes)), hand.points)


def divides(special: Special, dice: Dice) -> bool:
    """Tell whether ``dice`` divide into the groups of ``special``."""
    # If no group looks at colours, or at values, dice that differ only in these are equal: the search is shorter.
    colours = any(shape.colour == "same" for shape in special.shapes)
    values = any(shape.value != "any" for shape in special.shapes)
    reduced = (Die(die.colour if colours else "", die.value if values else 0) for die in dice)
    return bool(_ways(special.shapes, tuple(sorted(reduced))))


def groupings(special: Special, dice: Dice) -> tuple[Partition, ...]:
    """Return ways to divide ``dice`` into the groups of ``special``, different as multisets: two at most."""
    return _ways(special.shapes, tuple(sorted(dice)))


@lru_cache(maxsize=1 << 14)
def _ways(shapes: tuple[Shape, ...], dice: Dice) -> tuple[Partition, ...]:
    """Return at most two ways: enough to say that there is not just one, and the search stays short."""
    if not shapes or not dice:
        return () if shapes or dice else ((),)
    ways: set[Partition] = set()
    first, rest = dice[0], dice[1:]
    for shape in dict.fromkeys(shapes):
        other_shapes = list(shapes)
        other_shapes.remove(shape)
        mates = rest if shape.colour == "any" else tuple(die for die in rest if die.colour == first.colour)
        for chosen in dict.fromkeys(combinations(mates, shape.size - 1)):
            group = (first, *chosen)
            if not _has_shape(shape, group):
                continue
            other_dice = list(rest)
            for die in chosen:
                other_dice.remove(die)
            for way in _ways(tuple(other_shapes), tuple(other_dice)):
                ways.add(tuple(sorted((group, *way))))
                if len(ways) > 1:
                    return tuple(sorted(ways))
    return tuple(ways)


def _has_shape(shape: Shape, group: Dice) -> bool:
    if shape.colour == "same" and len({die.colour for die in group}) > 1:
        return False
    values = sorted(die.value for die in group)
    if shape.value == "same":
        return values[0] == values[-1]
    return shape.value == "any" or values == list(range(values[0], values[0] + len(values)))


Rows: TypeAlias = Sequence[Sequence[int]]
"""Scores: a row per game, with a score per seat."""

Fits: TypeAlias = Callable[[Values], bool]
"""True if dice of one pool, with these values, are a set."""

Scored: TypeAlias = tuple[Partition, int]
"""Partition with its points."""


class Found(NamedTuple):
    """Score of a complete hand, and its sets, or the groups of its special hand.

    ``sets`` is None if several ways are best.
    """

    score: Score[Die]
    sets: Partition | None


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """Figures of a definition, and the decisions of the game as functions.

    Colours are ids, in the order of the definition; ``dice`` holds the number of dice of each. Seats count from 0,
    clockwise.
    """

    colours: tuple[str, ...]
    names: Mapping[str, Text]
    dice: Mapping[str, int]
    deck: Mapping[Die, int]
    """Faces of all colours, each as often as the game has dice of its colour."""
    by_line: Mapping[str, Die]
    """Faces by their one-line notation."""
    players: tuple[int, int]
    per_round: Mapping[int, int]
    """Number of dice rolled into the tray, by the number of players."""
    kept: int
    games: int
    three: int
    six: int
    specials: tuple[Special, ...]

    pools: Callable[[Dice], tuple[Dice, ...]]
    """Pools of dice that may share a set. Argument: all dice. Other dice never part two dice of a pool, nor join
    two pools."""
    fits: Fits
    """True if dice of one pool are a set. Argument: their values."""
    complete: Callable[[Rules, Partition], bool]
    """True if sets that use all dice make a complete hand. Arguments: rules, sets."""
    worth: Callable[[Rules, Dice], int]
    """Points of a set by itself. Arguments: rules, set."""
    equal: Callable[[Partition], tuple[Partition, ...]]
    """Groups of sets that count as equal and are multiplied. Argument: sets. Most sets are a group of one."""
    points: Callable[[Rules, tuple[Partition, ...]], tuple[int, ...]]
    """Points of each group of equal sets. Arguments: rules, all groups of a hand."""
    choose: Callable[[tuple[Scored, ...]], tuple[Scored, ...]]
    """Partitions that count, all with one score. Argument: all partitions, at least one, best first."""
    settle: Callable[[Found | None, Found | None], Found | None]
    """Score that counts. Arguments: scores of the sets and of the special hand; None if the dice are no such hand."""
    own: Callable[[Dice, Dice], Dice]
    """Dice that count towards a complete hand. Arguments: hand, kept dice above the shelf. One more die in the hand is
    one more of these."""
    rerolls: Callable[[int], bool]
    """True if this number of dice of the tray may be rerolled together."""
    rolls_again: Callable[[Dice], Dice]
    """Dice that are rolled once more as they go back. Argument: rerolled dice that were not taken."""
    takes: Callable[[int], bool]
    """True if this number of rerolled dice may be taken."""
    gives: Callable[[int, bool], int]
    """Number of dice to give back. Arguments: number of dice taken, whether the hand is complete with them."""
    obtainable: Callable[[Dice, Die], bool]
    """True if a die can be had for the kept dice. Arguments: discards, die with the wanted face."""
    goes_on: Callable[[bool], bool]
    """True if the next seat of a round still has its turn. Argument: whether a seat is complete."""
    scorers: Callable[[tuple[int, ...]], tuple[int, ...]]
    """Seats that score. Argument: complete seats, in the order of their turns."""
    drawer: Callable[[int, int, int], int]
    """Seat that draws and rolls. Arguments: start player, round from 0, players."""
    winners: Callable[[Rows], tuple[int, ...]]
    """Seats that win the match. Argument: scores of each game."""


def totals(rows: Rows) -> list[int]:
    """Return the sum of every seat's scores."""
    return [sum(column) for column in zip(*rows, strict=True)]


def die_name(rules: Rules, die: Die) -> Phrase:
    """Return a die by its colour and value."""
    return phrase("die-name", colour=rules.names[die.colour], value=die.value)
