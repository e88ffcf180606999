"""Decisions of koka as the rules have them, one function each, and the record of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable

from pnp.games.koka.rules.dice import VALUES, Dice, Die, Partition, Values
from pnp.games.koka.rules.record import Found, Rows, Rules, Scored, special_of, totals
from pnp.games.koka.settings import KokaSettings


def rules_of(settings: KokaSettings) -> Rules:
    """Return the rules that ``settings`` describe. The settings must have no problems."""
    readings = settings.readings
    deck = {Die(colour.id, value): colour.dice for colour in settings.colours for value in VALUES}
    return Rules(
        colours=tuple(colour.id for colour in settings.colours),
        names={colour.id: colour.name for colour in settings.colours},
        dice={colour.id: colour.dice for colour in settings.colours},
        deck=deck,
        by_line={str(die): die for die in deck},
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
        rolls_again=all_untaken if readings.untaken_dice == "again" else no_dice,
        takes=_two_at_most,
        gives=_one_for_one,
        obtainable=of_discarded_colour,
        goes_on=_everyone_plays,
        scorers=_every_completer,
        drawer=_right_of_start_then_left,
        winners=_top_totals,
    )


def by_colour(dice: Dice) -> tuple[Dice, ...]:
    """Return the dice of each colour."""
    pools: defaultdict[str, list[Die]] = defaultdict(list)
    for die in dice:
        pools[die.colour].append(die)
    return tuple([tuple(pools[colour]) for colour in sorted(pools)])


def alike_or_run(values: Values) -> bool:
    """Accept three or six dice, all alike or consecutive.

    >>> alike_or_run((2, 2, 2)), alike_or_run((3, 4, 5)), alike_or_run((1, 1, 2)), alike_or_run((4, 4, 4, 4))
    (True, True, False, False)
    """
    return len(values) in (3, 6) and is_alike_or_run(values)


def is_alike_or_run(values: Values) -> bool:
    """Tell whether any number of values are all alike or consecutive.

    >>> is_alike_or_run((2, 3, 4, 5))
    True
    """
    return values[0] == values[-1] or values == tuple(range(values[0], values[0] + len(values)))


def is_six(dice_set: Dice) -> bool:
    """Tell whether a set has six dice."""
    return len(dice_set) == 6


def any_sets(rules: Rules, sets: Partition) -> bool:
    """Accept any sets."""
    return True


def one_six_at_most(rules: Rules, sets: Partition) -> bool:
    """Accept four sets of three, or a set of six and two of three; two sets of six are no form."""
    return [len(dice_set) for dice_set in sets].count(6) <= 1


def by_size(rules: Rules, dice_set: Dice) -> int:
    """Return the points of a set: a set of six scores more than a set of three."""
    return rules.six if is_six(dice_set) else rules.three


def grouped(sets: Partition, key: Callable[[Dice], Hashable]) -> tuple[Partition, ...]:
    """Group sets with the same ``key``, in the order of the first of each; None keeps a set apart."""
    groups: dict[Hashable, list[Dice]] = {}
    for index, dice_set in enumerate(sets):
        set_key = key(dice_set)
        groups.setdefault((index,) if set_key is None else (None, set_key), []).append(dice_set)
    return tuple([tuple(group) for group in groups.values()])


def equal_in_any_colours(sets: Partition) -> tuple[Partition, ...]:
    """Group sets of three with the same values, in any colours; a set of six stands alone."""
    return grouped(
        sets, lambda dice_set: None if len(dice_set) == 6 else tuple(sorted([die.value for die in dice_set]))
    )


def equal_in_different_colours(sets: Partition) -> tuple[Partition, ...]:
    """Group as ``equal_in_any_colours`` does, with one set of each colour in a group; further sets stand alone."""
    seen: set[Dice] = set()
    first: list[Dice] = []
    further: list[Dice] = []
    for dice_set in sets:
        (further if dice_set in seen else first).append(dice_set)
        seen.add(dice_set)
    return (*equal_in_any_colours(tuple(first)), *((dice_set,) for dice_set in further))


def multiplied(rules: Rules, groups: tuple[Partition, ...]) -> tuple[int, ...]:
    """Return the points of each group of equal sets: the sum of its sets, times their number."""
    return tuple([len(group) * sum([rules.worth(rules, dice_set) for dice_set in group]) for group in groups])


def best_of_all(ranked: tuple[Scored, ...]) -> tuple[Scored, ...]:
    """Return all partitions with the highest score."""
    return tuple([scored for scored in ranked if scored[1] == ranked[0][1]])


def sixes_first(ranked: tuple[Scored, ...]) -> tuple[Scored, ...]:
    """Return the best of the partitions with a set of six, if there are any; else the best of all."""
    return best_of_all(tuple(scored for scored in ranked if any(map(is_six, scored[0]))) or ranked)


def better_of_both(sets: Found | None, special: Found | None) -> Found | None:
    """Return the special hand if it scores more than the sets or there are none, else the sets."""
    if sets is None or special is None:
        return sets or special
    return special if special.score.total > sets.score.total else sets


def of_discarded_colour(discards: Dice, die: Die) -> bool:
    """Accept any face of a colour that is among the discards."""
    for other in discards:  # noqa: SIM110 - asked for every face
        if other.colour == die.colour:
            return True
    return False


def two_at_once(count: int) -> bool:
    """Accept a reroll of two dice together, never of one (KOKA-A8)."""
    return count == 2


def one_or_two(count: int) -> bool:
    """Accept a reroll of one die or of two."""
    return count in (1, 2)


def all_untaken(untaken: Dice) -> Dice:
    """Return all dice that were not taken: they are rolled again as they go back (KOKA-A7)."""
    return untaken


def no_dice(untaken: Dice) -> Dice:
    """Return no dice: those that were not taken stay as they fell."""
    return ()


def _hand_alone(hand: Dice, kept: Dice) -> Dice:
    return hand


def _two_at_most(taken: int) -> bool:
    return taken <= 2


def _one_for_one(taken: int, complete: bool) -> int:
    # Of thirteen dice with a complete hand, one goes back (KOKA-A4).
    return taken - 1 if complete else taken


def _everyone_plays(someone_complete: bool) -> bool:
    return True


def _every_completer(completers: tuple[int, ...]) -> tuple[int, ...]:
    return completers


def _right_of_start_then_left(start: int, round_: int, players: int) -> int:
    return (start - 1 + round_) % players


def _top_totals(rows: Rows) -> tuple[int, ...]:
    seat_totals = totals(rows)
    return tuple(seat for seat, total in enumerate(seat_totals) if total == max(seat_totals))
