"""Phrases of koka: reasons why a turn is allowed or not, sums of hands, and miniature dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from pnp.games.core.places import without
from pnp.games.core.score import Violation
from pnp.games.core.tableau import CardState, MiniCard, card_states
from pnp.games.core.wording import seat_name
from pnp.games.koka.rules.decisions import by_colour, is_six
from pnp.games.koka.rules.dice import VALUES, Dice, Die, Partition, stray, values_of
from pnp.games.koka.rules.record import Rules, Scored
from pnp.games.koka.rules.scoring import holds_complete, is_set, scored_partitions, splits
from pnp.games.koka.rules.turn import Keep, Move, Outcome, Reroll, Table, Take
from pnp.games.koka.settings import KokaSettings
from pnp.model.text import Phrase, PhraseValue, Text, phrase


def die_name(rules: Rules, die: Die) -> Phrase:
    """A die by its colour and value."""
    return phrase("die-name", colour=rules.names[die.colour], value=die.value)


def reason(rules: Rules, table: Table, move: Move, outcome: Outcome) -> tuple[Phrase, bool]:
    """Why a move is allowed, and whether it does not do what one might think."""
    given = _names(rules, move.given)
    if isinstance(move, Keep):
        return _of_keeping(rules, table, move, outcome)
    taken = move.taken if isinstance(move, Reroll) else (move.die,)
    if outcome.complete:
        key = "reason-thirteen" if move.given else "reason-complete"
        return phrase(key, dice=_names(rules, taken), given=given), False
    if isinstance(move, Take):
        return phrase("reason-take", taken=die_name(rules, move.die), given=given), False
    return _of_rerolling(rules, move), False


def _of_keeping(rules: Rules, table: Table, move: Keep, outcome: Outcome) -> tuple[Phrase, bool]:
    """A kept die; the last one, and what it brings."""
    kept, given = len(table.kept) + 1, _names(rules, move.given)
    die = die_name(rules, move.die)
    if move.taken is not None:
        brought = die_name(rules, move.taken)
        turned = move.taken not in table.discards
        if outcome.complete:
            key = "reason-exchange-complete-turned" if turned else "reason-exchange-complete"
        else:
            key = "reason-exchange" if turned else "reason-exchange-as-it-lies"
        values = {"kept": kept, "last": die, "die": brought, **brought.values}
        return phrase(key, **values, **({} if outcome.complete else {"given": given})), False
    if kept == rules.kept:
        return phrase("reason-exchange-nothing", kept=kept, last=die), True
    if holds_complete(rules, rules.own((*table.hand, move.die), ())):
        return phrase("reason-keep-complete", die=die), True
    return phrase("reason-keep", die=die), False


def _of_rerolling(rules: Rules, move: Reroll) -> Phrase:
    """What is taken of the rerolled dice, what is rolled for it, and what happens to the others."""
    left = without(move.faces, move.taken)
    happens = "again" if rules.rolls_again(left) else "stay"
    if not move.taken:
        return phrase(f"reason-none-{happens}", left=_names(rules, left))
    taken, given = _names(rules, move.taken), _names(rules, move.given)
    if not left:
        return phrase("reason-all", taken=taken, given=given)
    return phrase(f"reason-some-{happens}", taken=taken, given=given, left=_names(rules, left))


def why_not(rules: Rules, table: Table, move: Move, violation: Violation) -> Phrase:
    """Why a move is not allowed: the reason of its violation, or where it is known better what was mistaken."""
    if violation.code == "not-in-hand" and given_kept(table, move):
        return phrase("violation-kept-die", die=die_name(rules, move.given[0]))
    if violation.reason.key == "violation-give-none-complete" and move.given:
        return phrase("violation-give-back-complete", given=_names(rules, move.given))
    if violation.code in ("not-in-tray", "tray-too-small"):
        strange = stray(move.dice if isinstance(move, Reroll) else (move.die,), table.tray)
        if strange is not None and isinstance(move, Reroll) and strange in table.hand:
            return phrase("violation-own-die", die=die_name(rules, strange))
        if strange is not None and strange in table.discards:
            return phrase("violation-in-discards", die=die_name(rules, strange))
    if violation.code == "not-rerolled" and isinstance(move, Reroll):
        strange = stray(move.taken, move.faces)
        if strange is not None and strange in move.dice:
            return phrase("violation-old-face", die=die_name(rules, strange))
    return violation.reason


def given_kept(table: Table, move: Move) -> bool:
    """Whether what is given back are kept dice, and none of the hand."""
    return stray(move.given, table.hand) is not None and stray(move.given, table.kept) is None


def _names(rules: Rules, dice: Iterable[Die]) -> tuple[Phrase, ...]:
    return tuple(die_name(rules, die) for die in dice)


# What the sets of a hand score, in phrases: the sum, item by item, and what decides it.


def heading(rules: Rules, sets: Partition) -> Phrase:
    """What is to be learnt of these sets."""
    equal = tuple(len(group) for group in rules.equal(sets) if len(group) > 1)
    return phrase(f"heading-{_subject(rules, sets)}", groups=len(equal), count=max(equal, default=0))


def reason_of(rules: Rules, sets: Partition, total: Phrase, compared: bool = True) -> Phrase:
    """What decides the score of these sets, and the sum; ``compared`` with what a set of six is worth as two of
    three, where that is less."""
    groups = [group for group, _ in by_points(rules, sets) if len(group) > 1]
    values: dict[str, PhraseValue] = {
        "sets": tuple(phrase("equal-sets", values=_spelled(group[0]), count=len(group)) for group in groups),
        "sum": total,
    }
    six = next((one for one in sets if is_six(one)), None)
    if six is not None:
        beside = _beside(sets, six) or ()
        values |= {
            "six": _spelled(six),
            "first": _spelled(six[:3]),
            "second": _spelled(six[3:]),
            "three": _spelled(beside),
        }
    subject, parted = _subject(rules, sets), _parted(sets, six)
    told = parted and subject in ("six", "six-alone") and points_of(rules, parted) < points_of(rules, sets)
    if compared and told:
        return phrase(f"verdict-{subject}-parted", **values, other=sum_of(rules, parted))
    return phrase(f"verdict-{subject}", **values)


def no_two_sixes(rules: Rules, dice: Dice, counted: Scored) -> Phrase:
    """What dice that are two sets of six score otherwise: with one of these, or with none, whichever is not counted
    only compared, and only where it is worth less."""
    one = any(map(is_six, counted[0]))
    others = [way for way in scored_partitions(rules, dice) if any(map(is_six, way[0])) != one]
    other = max(others, key=lambda way: way[1], default=None)
    key, total = "verdict-no-two-sixes", sum_of(rules, counted[0])
    if other is None or other[1] >= counted[1]:
        return phrase(key, sum=total)
    return phrase(f"{key}-{'one' if one else 'threes'}", sum=total, other=sum_of(rules, other[0]))


def _subject(rules: Rules, sets: Partition) -> str:
    """What is to be learnt of these sets: the end of the keys of a heading and a verdict."""
    sixes = [one for one in sets if is_six(one)]
    equal = any(len(group) > 1 for group in rules.equal(sets))
    if two_sixes(rules, sets):
        return "no-two-sixes"
    if len(sixes) > 1:
        return "two-sixes"
    if not sixes:
        return "equal" if equal else "apart"
    if _beside(sets, sixes[0]) is not None:
        return "six-alone"
    return "six-equal" if equal else "six"


def sum_of(rules: Rules, sets: Partition) -> Phrase:
    """What the sets score, item by item, and what that comes to."""
    groups = by_points(rules, sets)
    terms = tuple(_term(rules, group, points) for group, points in groups)
    return phrase("sum", terms=terms, total=points_of(rules, sets))


def _term(rules: Rules, group: Partition, points: int) -> Phrase:
    """The points of an item, as they are worked out: ``(1+1+1)×3``, or a number."""
    if len(group) == 1:
        return phrase("number", number=points)
    return phrase("times", terms=tuple(rules.worth(rules, one) for one in group), count=len(group))


def by_points(rules: Rules, sets: Partition) -> list[tuple[Partition, int]]:
    place = {colour: index for index, colour in enumerate(rules.colours)}
    groups = rules.equal(tuple(sorted(sets, key=lambda one: (place[one[0].colour], one))))
    return sorted(zip(groups, rules.points(rules, groups), strict=True), key=lambda item: -item[1])


def points_of(rules: Rules, sets: Partition) -> int:
    return sum(points for _, points in by_points(rules, sets))


def two_sixes(rules: Rules, sets: Partition) -> Partition:
    """The two sets of six that the dice of other sets would be as well where these made a hand, else nothing."""
    pools = by_colour(tuple(die for one in sets for die in one))
    alike = len(pools) == 2 and all(is_set(rules, pool) for pool in pools)
    return pools if alike and not rules.complete(rules, pools) else ()


def _parted(sets: Partition, six: Dice | None) -> Partition:
    """These sets with two of three instead of the set of six; nothing without one."""
    if six is None:
        return ()
    return (six[:3], six[3:], *(one for one in sets if one != six))


def _beside(sets: Partition, six: Dice) -> Dice | None:
    """A set of three with the value of a set of six alike, if there is one."""
    first, second = values_of(six[:3]), values_of(six[3:])
    return next((one for one in sets if first == second == values_of(one)), None)


def _spelled(one: Dice) -> str:
    """The values of a set, rising: ``345``."""
    return "".join(map(str, values_of(one)))


# Miniature dice of koka: what ``mini.svg.j2`` draws, and what it prints.

FALLING = "?"
"""The face of a die that is rolled."""


class Minis:
    """Miniatures in the wording of a definition."""

    def __init__(self, settings: KokaSettings, rules: Rules) -> None:
        self._rules = rules
        self._letters: Mapping[str, Text] = {colour.id: colour.letter for colour in settings.colours}

    def die(self, die: Die, state: CardState = "plain") -> MiniCard:
        """A die by itself."""
        return MiniCard({"colour": die.colour, "value": die.value}, (self._letters[die.colour], str(die.value)), state)

    def dice(self, dice: Iterable[Die], chosen: Iterable[Die] | None = None) -> tuple[MiniCard, ...]:
        """Dice one by one: plain without ``chosen``, else those counted, each as often as it is there, and the others
        dimmed."""
        listed = tuple(dice)
        return tuple(map(self.die, listed, card_states(listed, None if chosen is None else Counter(chosen))))

    def strip(self, dice: Dice, state: CardState = "plain") -> MiniCard:
        """Dice of one colour side by side, with one letter."""
        colour, values = dice[0].colour, values_of(dice)
        return MiniCard({"colour": colour, "values": values}, (self._letters[colour], *map(str, values)), state)

    def group(self, dice: Dice, state: CardState = "plain") -> tuple[MiniCard, ...]:
        """A set as a strip; a group of several colours die by die, by value."""
        if len({die.colour for die in dice}) == 1 and len(dice) <= len(VALUES):
            return (self.strip(dice, state),)
        return tuple(self.die(die, state) for die in sorted(dice, key=lambda die: die.value))

    def strips(self, dice: Dice) -> tuple[MiniCard, ...]:
        """Dice in strips, a colour in its sets where it divides into sets, else as many together as a strip holds."""
        found: list[MiniCard] = []
        for colour in self._rules.colours:
            values = values_of(die for die in dice if die.colour == colour)
            ways = splits(self._rules.fits, values)
            longest = [values[start : start + len(VALUES)] for start in range(0, len(values), len(VALUES))]
            parts = ways[0] if ways else longest
            found += [self.strip(tuple(Die(colour, value) for value in part)) for part in parts]
        return tuple(found)

    def seat(self, seat: int, points: int | None = None, strong: bool = False) -> MiniCard:
        """A seat, with its points where it has some."""
        strings = (seat_name(seat),) if points is None else (seat_name(seat), str(points))
        return MiniCard({"seat": seat, "strong": strong}, strings)

    def falling(self, colour: str) -> MiniCard:
        """A die that is rolled and may show any face."""
        return MiniCard({"colour": colour, "value": FALLING}, (self._letters[colour], FALLING))

    def points(self, points: int) -> MiniCard:
        """Points in a box."""
        return MiniCard({"points": points}, (str(points),))
