"""The rules of koka as a record: every decision of the game is one field, so that one of them can be replaced."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from pnp.games.koka.decks import VALUES
from pnp.games.koka.dice import Dice, Die, Partition, Values
from pnp.games.koka.partitions import Fits
from pnp.games.koka.scoring import Found, Scored
from pnp.games.koka.settings import KokaSettings
from pnp.games.koka.special import Special, special_of
from pnp.model.text import Text, say

Rows: TypeAlias = Sequence[Sequence[int]]
"""A row per game, each with a score per seat."""


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
    """Dice that may share a set: of all dice. Sets are made inside a pool."""
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
    """The dice with which a hand is completed: of the hand and of the dice kept above the shelf."""
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


def rules_of(settings: KokaSettings) -> Rules:
    """The rules that ``settings`` describe. The settings must have no problems."""
    readings = settings.readings
    faces = [Die(colour.id, value) for colour in settings.colours for value in VALUES]
    return Rules(
        colours=tuple(colour.id for colour in settings.colours),
        names={colour.id: colour.name for colour in settings.colours},
        letters={colour.id: say(colour.letter, "en") for colour in settings.colours},
        dice={colour.id: colour.dice for colour in settings.colours},
        faces={(die.colour, die.value): die for die in faces},
        by_line={str(die): die for die in faces},
        players=settings.players,
        per_round={entry.players: entry.dice for entry in settings.per_round},
        kept=settings.kept,
        games=settings.games,
        three=settings.sets.three,
        six=settings.sets.six,
        specials=tuple(map(special_of, settings.special_hands)),
        pools=by_colour,
        fits=alike_or_run,
        complete=any_sets if readings.two_sixes == "form" else one_six_at_most,
        worth=by_size,
        equal=equal_in_any_colours if readings.equal_sets == "any-colours" else equal_in_different_colours,
        points=multiplied,
        choose=best_of_all if readings.partition == "best" else sixes_first,
        settle=better_of_both,
        own=_hand_alone,
        takes=_up_to_two,
        gives=_one_for_one,
        obtainable=of_a_colour_there,
        goes_on=_always,
        scorers=_all_of_them,
        drawer=_right_of_start_then_left,
        winners=_top_totals,
    )


def seats_of(rules: Rules) -> range:
    """The numbers of players that the rules allow."""
    return range(rules.players[0], rules.players[1] + 1)


def totals(rows: Rows) -> list[int]:
    """The sum of every seat's scores."""
    return [sum(column) for column in zip(*rows, strict=True)]


def by_colour(dice: Dice) -> tuple[Dice, ...]:
    """The dice of each colour."""
    return tuple(tuple(die for die in dice if die.colour == colour) for colour in sorted({die.colour for die in dice}))


def alike_or_run(values: Values) -> bool:
    """Three or six dice, all alike or consecutive.

    >>> alike_or_run((2, 2, 2)), alike_or_run((3, 4, 5)), alike_or_run((1, 1, 2)), alike_or_run((4, 4, 4, 4))
    (True, True, False, False)
    """
    return len(values) in (3, 6) and is_alike_or_run(values)


def is_alike_or_run(values: Values) -> bool:
    """Values that are all alike or consecutive, however many.

    >>> is_alike_or_run((2, 3, 4, 5))
    True
    """
    return values[0] == values[-1] or values == tuple(range(values[0], values[0] + len(values)))


def is_six(one: Dice) -> bool:
    """Whether a set is one of six dice."""
    return len(one) == 6


def any_sets(rules: Rules, sets: Partition) -> bool:
    """Whatever sets they are."""
    return True


def one_six_at_most(rules: Rules, sets: Partition) -> bool:
    """Four sets of three, or one of six and two of three; two sets of six are no form."""
    return sum(map(is_six, sets)) <= 1


def by_size(rules: Rules, one: Dice) -> int:
    """A set of six scores more than a set of three."""
    return rules.six if is_six(one) else rules.three


def grouped(sets: Partition, key: Callable[[Dice], Hashable]) -> tuple[Partition, ...]:
    """Sets with the same ``key`` in a group, in the order of the first of each; None keeps a set apart."""
    groups: dict[Hashable, list[Dice]] = {}
    for index, one in enumerate(sets):
        found = key(one)
        groups.setdefault((index,) if found is None else (None, found), []).append(one)
    return tuple(map(tuple, groups.values()))


def equal_in_any_colours(sets: Partition) -> tuple[Partition, ...]:
    """Sets of three with the same values are equal, whatever their colours; a set of six stands alone."""
    return grouped(sets, lambda one: None if is_six(one) else _values(one))


def equal_in_different_colours(sets: Partition) -> tuple[Partition, ...]:
    """As ``equal_in_any_colours``, but of each colour only one set is in a group; further ones stand alone."""
    seen: set[Dice] = set()
    first: list[Dice] = []
    further: list[Dice] = []
    for one in sets:
        (further if one in seen else first).append(one)
        seen.add(one)
    return (*equal_in_any_colours(tuple(first)), *((one,) for one in further))


def multiplied(rules: Rules, groups: tuple[Partition, ...]) -> tuple[int, ...]:
    """Equal sets: the points of them all, times how many they are."""
    return tuple(len(group) * sum(rules.worth(rules, one) for one in group) for group in groups)


def best_of_all(found: tuple[Scored, ...]) -> tuple[Scored, ...]:
    """All partitions with the highest score."""
    return tuple(scored for scored in found if scored[1] == found[0][1])


def sixes_first(found: tuple[Scored, ...]) -> tuple[Scored, ...]:
    """The best of the partitions with a set of six where there are any."""
    return best_of_all(tuple(scored for scored in found if any(map(is_six, scored[0]))) or found)


def better_of_both(sets: Found | None, special: Found | None) -> Found | None:
    """The special hand where it scores more than the sets, or where there are none."""
    if sets is None or special is None:
        return sets or special
    return special if special.score.total > sets.score.total else sets


def of_a_colour_there(discards: Dice, die: Die) -> bool:
    """A colour that is among the discards, at any face."""
    return any(other.colour == die.colour for other in discards)


def _values(one: Dice) -> Values:
    return tuple(sorted(die.value for die in one))


def _hand_alone(hand: Dice, kept: Dice) -> Dice:
    return hand


def _up_to_two(taken: int) -> bool:
    return taken <= 2


def _one_for_one(taken: int, complete: bool) -> int:
    # Complete with two taken dice, one of the thirteen is one too many (KOKA-A4).
    return taken - 1 if complete else taken


def _always(someone_complete: bool) -> bool:
    return True


def _all_of_them(completers: tuple[int, ...]) -> tuple[int, ...]:
    return completers


def _right_of_start_then_left(start: int, round_: int, players: int) -> int:
    return (start - 1 + round_) % players


def _top_totals(rows: Rows) -> tuple[int, ...]:
    sums = totals(rows)
    return tuple(seat for seat, total in enumerate(sums) if total == max(sums))
