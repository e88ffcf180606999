"""Phrases of koka: reasons why a turn is allowed or not, sums of hands, and miniature dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from pnp.games.core.places import without
from pnp.games.core.score import Violation
from pnp.games.core.tableau import CardState, MiniCard, card_states
from pnp.games.core.wording import seat_name
from pnp.games.koka.rules.decisions import by_colour, is_six
from pnp.games.koka.rules.dice import VALUES, Dice, Die, Partition, first_missing, values_of
from pnp.games.koka.rules.record import Rules, Scored, die_name
from pnp.games.koka.rules.scoring import holds_complete, is_set, scored_partitions, splits
from pnp.games.koka.rules.turn import Keep, Move, Outcome, Reroll, Table, Take
from pnp.games.koka.settings import KokaSettings
from pnp.model.text import Phrase, PhraseValue, Text, phrase


def reason(rules: Rules, table: Table, move: Move, outcome: Outcome) -> tuple[Phrase, bool]:
    """Explain why a move is allowed, and tell whether it fails to do what a player may expect."""
    given = _names(rules, move.given)
    if isinstance(move, Keep):
        return _keep_reason(rules, table, move, outcome)
    taken = move.taken if isinstance(move, Reroll) else (move.die,)
    if outcome.complete:
        return _complete_reason(rules, move, taken), False
    if isinstance(move, Take):
        return phrase("reason-take", taken=die_name(rules, move.die), given=given), False
    return _reroll_reason(rules, move), False


def _complete_reason(rules: Rules, move: Take | Reroll, taken: Sequence[Die]) -> Phrase:
    """Explain which dice complete the hand, and what happens to one left over and to rerolled dice not taken."""
    left = without(move.faces, move.taken) if isinstance(move, Reroll) else ()
    values = {"dice": _names(rules, taken), "given": _names(rules, move.given)}
    if move.given:
        return phrase("reason-thirteen", **values)
    if not left:
        return phrase("reason-complete", **values)
    fate = "again" if rules.rolls_again(left) else "stay"
    return phrase(f"reason-complete-{fate}", **values, left=_names(rules, left))


def _keep_reason(rules: Rules, table: Table, move: Keep, outcome: Outcome) -> tuple[Phrase, bool]:
    """Explain a kept die; of the last one, also what it brings."""
    kept, given = len(table.kept) + 1, _names(rules, move.given)
    die = die_name(rules, move.die)
    if move.taken is not None:
        brought = die_name(rules, move.taken)
        is_turned = move.taken not in table.discards
        if outcome.complete:
            key = "reason-exchange-complete-turned" if is_turned else "reason-exchange-complete"
        else:
            key = "reason-exchange" if is_turned else "reason-exchange-as-it-lies"
        values = {"kept": kept, "last": die, "die": brought, **brought.values}
        return phrase(key, **values, **({} if outcome.complete else {"given": given})), False
    if kept == rules.kept:
        return phrase("reason-exchange-nothing", kept=kept, last=die), True
    if holds_complete(rules, rules.own((*table.hand, move.die), ())):
        return phrase("reason-keep-complete", die=die), True
    return phrase("reason-keep", die=die), False


def _reroll_reason(rules: Rules, move: Reroll) -> Phrase:
    """Explain which rerolled dice are taken, what is rolled for them, and what happens to the others."""
    left = without(move.faces, move.taken)
    fate = "again" if rules.rolls_again(left) else "stay"
    if not move.taken:
        return phrase(f"reason-none-{fate}", left=_names(rules, left))
    taken, given = _names(rules, move.taken), _names(rules, move.given)
    if not left:
        return phrase("reason-all", taken=taken, given=given)
    return phrase(f"reason-some-{fate}", taken=taken, given=given, left=_names(rules, left))


def why_not(rules: Rules, table: Table, move: Move, violation: Violation) -> Phrase:
    """Explain why a move is not allowed: by the likely mistake, or the reason of its violation."""
    if violation.code == "not-in-hand" and given_kept(table, move):
        return phrase("violation-kept-die", die=die_name(rules, move.given[0]))
    if violation.code in ("not-in-tray", "tray-too-small"):
        missing = first_missing(move.dice if isinstance(move, Reroll) else (move.die,), table.tray)
        if missing is not None and isinstance(move, Reroll) and missing in table.hand:
            return phrase("violation-own-die", die=die_name(rules, missing))
        if missing is not None and missing in table.discards:
            return phrase("violation-in-discards", die=die_name(rules, missing))
    if violation.code == "not-rerolled" and isinstance(move, Reroll):
        missing = first_missing(move.taken, move.faces)
        if missing is not None and missing in move.dice:
            return phrase("violation-old-face", die=die_name(rules, missing))
    return violation.reason


def given_kept(table: Table, move: Move) -> bool:
    """Tell whether the dice given back are kept dice, and not of the hand."""
    return first_missing(move.given, table.hand) is not None and first_missing(move.given, table.kept) is None


def _names(rules: Rules, dice: Iterable[Die]) -> tuple[Phrase, ...]:
    return tuple(die_name(rules, die) for die in dice)


# Sums of sets, and reasons for them


def heading(rules: Rules, sets: Partition) -> Phrase:
    """Return the heading of the lesson of these sets."""
    equal = tuple(len(group) for group in rules.equal(sets) if len(group) > 1)
    return phrase(f"heading-{_subject(rules, sets)}", groups=len(equal), count=max(equal, default=0))


def reason_of(rules: Rules, sets: Partition, total: Phrase, compared: bool = True) -> Phrase:
    """Explain the score of these sets, with the sum.

    With ``compared``, the reason works out what equal sets of three score, where these are all there is to say, and
    names the score of a set of six as two sets of three, if that is less.
    """
    groups = [group for group, _ in by_points(rules, sets) if len(group) > 1]
    values: dict[str, PhraseValue] = {
        "sets": tuple(phrase("equal-sets", values=_values_text(group[0]), count=len(group)) for group in groups),
        "sum": total,
    }
    six = next((dice_set for dice_set in sets if is_six(dice_set)), None)
    if six is not None:
        equal_three = _equal_three(sets, six) or ()
        values |= {
            "six": _values_text(six),
            "first": _values_text(six[:3]),
            "second": _values_text(six[3:]),
            "three": _values_text(equal_three),
        }
    subject, parted = _subject(rules, sets), _parted(sets, six)
    if compared and subject == "equal":
        return phrase("verdict-equal-worked", sets=tuple(_worked(rules, group) for group in groups), sum=total)
    parted_is_less = parted and subject in ("six", "six-alone") and points_of(rules, parted) < points_of(rules, sets)
    if compared and parted_is_less:
        return phrase(f"verdict-{subject}-parted", **values, other=sum_of(rules, parted))
    return phrase(f"verdict-{subject}", **values)


def no_two_sixes(rules: Rules, dice: Dice, counted: Scored) -> Phrase:
    """Explain the score of dice that look like two sets of six.

    The reason compares the best way with the other number of sets of six, one or none, if that is worth less.
    """
    has_six = any(map(is_six, counted[0]))
    others = [way for way in scored_partitions(rules, dice) if any(map(is_six, way[0])) != has_six]
    other = max(others, key=lambda way: way[1], default=None)
    key, total = "verdict-no-two-sixes", sum_of(rules, counted[0])
    if other is None or other[1] >= counted[1]:
        return phrase(key, sum=total)
    return phrase(f"{key}-{'one' if has_six else 'threes'}", sum=total, other=sum_of(rules, other[0]))


def _subject(rules: Rules, sets: Partition) -> str:
    """Return the subject of these sets: the end of the keys of a heading and a verdict."""
    sixes = [dice_set for dice_set in sets if is_six(dice_set)]
    equal = any(len(group) > 1 for group in rules.equal(sets))
    if two_sixes(rules, sets):
        return "no-two-sixes"
    if len(sixes) > 1:
        return "two-sixes"
    if not sixes:
        return "equal" if equal else "apart"
    if _equal_three(sets, sixes[0]) is not None:
        return "six-alone"
    return "six-equal" if equal else "six"


def sum_of(rules: Rules, sets: Partition) -> Phrase:
    """Return the sum of the sets, item by item, with its total."""
    items = [points for _, points in by_points(rules, sets)]
    if len(items) == 1:
        return phrase("points", count=items[0])
    return phrase("sum", terms=tuple(phrase("number", number=points) for points in items), total=sum(items))


def _worked(rules: Rules, group: Partition) -> Phrase:
    """Work out what equal sets score together: ``(1+1+1)×3=9``."""
    values, points = _values_text(group[0]), rules.points(rules, (group,))[0]
    terms = tuple(rules.worth(rules, dice_set) for dice_set in group)
    return phrase("equal-worked", values=values, count=len(group), terms=terms, points=points)


def by_points(rules: Rules, sets: Partition) -> list[tuple[Partition, int]]:
    colour_order = {colour: index for index, colour in enumerate(rules.colours)}

    def place(dice_set: Dice) -> tuple[int, Dice]:
        return colour_order[dice_set[0].colour], dice_set

    groups = rules.equal(tuple(sorted(sets, key=place)))
    return sorted(zip(groups, rules.points(rules, groups), strict=True), key=lambda item: (-item[1], place(item[0][0])))


def points_of(rules: Rules, sets: Partition) -> int:
    return sum(points for _, points in by_points(rules, sets))


def two_sixes(rules: Rules, sets: Partition) -> Partition:
    """Return the two sets of six that the dice of other sets look like, if these make no hand; else nothing."""
    pools = by_colour(tuple(die for dice_set in sets for die in dice_set))
    are_sets = len(pools) == 2 and all(is_set(rules, pool) for pool in pools)
    return pools if are_sets and not rules.complete(rules, pools) else ()


def _parted(sets: Partition, six: Dice | None) -> Partition:
    """Return these sets with two sets of three instead of the set of six; nothing without one."""
    if six is None:
        return ()
    return (six[:3], six[3:], *(dice_set for dice_set in sets if dice_set != six))


def _equal_three(sets: Partition, six: Dice) -> Dice | None:
    """Return a set of three with the value of a set of six alike, if there is one."""
    first, second = values_of(six[:3]), values_of(six[3:])
    return next((dice_set for dice_set in sets if first == second == values_of(dice_set)), None)


def _values_text(dice_set: Dice) -> str:
    """Return the values of a set, rising: ``345``."""
    return "".join(map(str, values_of(dice_set)))


# Miniature dice, for ``mini.svg.j2``

FALLING = "?"
"""Face of a die that is rolled."""


class Minis:
    """Miniatures in the wording of a definition."""

    def __init__(self, settings: KokaSettings, rules: Rules) -> None:
        self._rules = rules
        self._letters: Mapping[str, Text] = {colour.id: colour.letter for colour in settings.colours}

    def die(self, die: Die, state: CardState = "plain") -> MiniCard:
        """Return a die by itself."""
        return MiniCard({"colour": die.colour, "value": die.value}, (self._letters[die.colour], str(die.value)), state)

    def dice(self, dice: Iterable[Die], chosen: Iterable[Die] | None = None) -> tuple[MiniCard, ...]:
        """Return dice one by one.

        They are plain without ``chosen``; else each die of ``chosen`` is counted once, and the others are dimmed.
        """
        listed = tuple(dice)
        return tuple(map(self.die, listed, card_states(listed, None if chosen is None else Counter(chosen))))

    def strip(self, dice: Dice, state: CardState = "plain") -> MiniCard:
        """Return dice of one colour side by side, with one letter."""
        colour, values = dice[0].colour, values_of(dice)
        return MiniCard({"colour": colour, "values": values}, (self._letters[colour], *map(str, values)), state)

    def group(self, dice: Dice, state: CardState = "plain") -> tuple[MiniCard, ...]:
        """Return a set as a strip; a group of several colours die by die, by value."""
        if len({die.colour for die in dice}) == 1 and len(dice) <= len(VALUES):
            return (self.strip(dice, state),)
        return tuple(self.die(die, state) for die in sorted(dice, key=lambda die: die.value))

    def strips(self, dice: Dice) -> tuple[MiniCard, ...]:
        """Return dice in strips: a colour in its sets, or if it has none in strips of six dice."""
        strips: list[MiniCard] = []
        for colour in self._rules.colours:
            values = values_of(die for die in dice if die.colour == colour)
            ways = splits(self._rules.fits, values)
            chunks = [values[start : start + len(VALUES)] for start in range(0, len(values), len(VALUES))]
            parts = ways[0] if ways else chunks
            strips += [self.strip(tuple(Die(colour, value) for value in part)) for part in parts]
        return tuple(strips)

    def seat(self, seat: int, points: int | None = None, *, strong: bool = False, table: bool = False) -> MiniCard:
        """Return a seat, with its points if it has some; with ``table``, one of those round a table."""
        strings = (seat_name(seat),) if points is None else (seat_name(seat), str(points))
        return MiniCard({"seat": seat, "strong": strong, "table": table}, strings)

    def falling(self, colour: str) -> MiniCard:
        """Return a die that is rolled and may show any face."""
        return MiniCard({"colour": colour, "value": FALLING}, (self._letters[colour], FALLING))

    def points(self, points: int) -> MiniCard:
        """Return points in a box."""
        return MiniCard({"points": points}, (str(points),))
