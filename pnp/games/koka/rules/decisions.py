"""The decisions of koka as the rules have them, one function each, and the record that they make."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable

from pnp.games.koka.rules.dice import VALUES, Dice, Die, Partition, Values
from pnp.games.koka.rules.record import Found, Rows, Rules, Scored, special_of, totals
from pnp.games.koka.settings import KokaSettings
from pnp.model.text import say


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
        rerolls=two_at_once if readings.reroll_count == "two" else one_or_two,
        rolls_again=every_one if readings.untaken_dice == "again" else none,
        takes=_up_to_two,
        gives=_one_for_one,
        obtainable=of_a_colour_there,
        goes_on=_always,
        scorers=_all_of_them,
        drawer=_right_of_start_then_left,
        winners=_top_totals,
    )


def by_colour(dice: Dice) -> tuple[Dice, ...]:
    """The dice of each colour."""
    pools: defaultdict[str, list[Die]] = defaultdict(list)
    for die in dice:
        pools[die.colour].append(die)
    return tuple([tuple(pools[colour]) for colour in sorted(pools)])


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
    return [len(one) for one in sets].count(6) <= 1


def by_size(rules: Rules, one: Dice) -> int:
    """A set of six scores more than a set of three."""
    return rules.six if is_six(one) else rules.three


def grouped(sets: Partition, key: Callable[[Dice], Hashable]) -> tuple[Partition, ...]:
    """Sets with the same ``key`` in a group, in the order of the first of each; None keeps a set apart."""
    groups: dict[Hashable, list[Dice]] = {}
    for index, one in enumerate(sets):
        found = key(one)
        groups.setdefault((index,) if found is None else (None, found), []).append(one)
    return tuple([tuple(group) for group in groups.values()])


def equal_in_any_colours(sets: Partition) -> tuple[Partition, ...]:
    """Sets of three with the same values are equal, whatever their colours; a set of six stands alone."""
    return grouped(sets, lambda one: None if len(one) == 6 else tuple(sorted([die.value for die in one])))


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
    return tuple([len(group) * sum([rules.worth(rules, one) for one in group]) for group in groups])


def best_of_all(found: tuple[Scored, ...]) -> tuple[Scored, ...]:
    """All partitions with the highest score."""
    return tuple([scored for scored in found if scored[1] == found[0][1]])


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
    for other in discards:  # noqa: SIM110 - asked for every face
        if other.colour == die.colour:
            return True
    return False


def two_at_once(count: int) -> bool:
    """Two dice are rerolled together, and never one (KOKA-A8)."""
    return count == 2


def one_or_two(count: int) -> bool:
    """One die or two are rerolled."""
    return count in (1, 2)


def every_one(untaken: Dice) -> Dice:
    """Whatever is not taken is rolled again as it goes back (KOKA-A7)."""
    return untaken


def none(untaken: Dice) -> Dice:
    """What is not taken stays as it fell."""
    return ()


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
