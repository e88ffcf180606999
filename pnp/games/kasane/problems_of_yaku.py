"""What may be wrong with the yaku of kasane: their frames, conditions and slots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pnp.games.core.engine import SettingsProblem
from pnp.games.core.problems import empty_text_problem, id_problems, repeated_text, unknown_problem
from pnp.games.kasane.settings import Condition, KasaneSettings, SetUp, Yaku

_FIGURES = {
    "sum": ("of",),
    "set": ("numbers",),
    "monotone": ("from", "to"),
    "equal": (),
    "odd": (),
    "even": (),
}
"""The keys that each sort of condition has besides ``is``."""

_EXAMPLES = {"of": "of = 10", "numbers": "numbers = [1, 2, 6]", "from": "from = 1", "to": "to = 5"}


def turns_of(set_up: SetUp) -> int:
    """How many turns each seat has, which is how many cards it takes."""
    return set_up.rounds * (set_up.per_row - 1)


def yaku_problems(settings: KasaneSettings) -> Iterator[SettingsProblem]:
    """Every problem of the yaku."""
    yield from id_problems("yaku", "yaku", settings.yaku)
    frames = [frame.id for frame in settings.frames]
    copies = _most_copies(settings)
    for index, yaku in enumerate(settings.yaku):
        yield from empty_text_problem(("yaku", index, "name"), yaku.name, f"the name of yaku {yaku.id!r}")
        yield from unknown_problem(("yaku", index, "frame"), "frame", yaku.frame, frames)
        wrong = [*_rule(index, yaku.rule, copies)]
        yield from wrong
        yield from _repeated_sizes(index, yaku)
        if not wrong:
            yield from _slots(settings, index, yaku, copies)
    yield from repeated_text("yaku", "yaku", settings.yaku, "name", lambda yaku: yaku.name)


def _most_copies(settings: KasaneSettings) -> Mapping[int, int]:
    """The copies of each number, with the number of players that takes the fewest out."""
    removed = min(one.remove for one in settings.set_up)
    return {colour.number: max(0, colour.copies - removed) for colour in settings.colours}


def _rule(index: int, rule: Condition, copies: Mapping[int, int]) -> Iterator[SettingsProblem]:
    path = ("yaku", index, "rule")
    given = {"of": rule.of, "numbers": rule.numbers, "from": rule.from_, "to": rule.to}
    missing = [key for key in _FIGURES[rule.is_] if given[key] is None]
    for key in missing:
        yield SettingsProblem(
            path, "missing-figure", f"the rule {rule.is_!r} needs `{key}`", f"write, for instance, {_EXAMPLES[key]}"
        )
    for key, value in given.items():
        if value is not None and key not in _FIGURES[rule.is_]:
            yield SettingsProblem(
                (*path, key), "needless-figure", f"the rule {rule.is_!r} has no `{key}`", f"remove `{key}`"
            )
    if not missing:
        yield from _numbers(path, rule, copies)


def _numbers(path: tuple[str | int, ...], rule: Condition, copies: Mapping[int, int]) -> Iterator[SettingsProblem]:
    """The numbers that a set or a moon names."""
    for place, number in enumerate(rule.numbers or ()):
        if number not in copies:
            yield SettingsProblem(
                (*path, "numbers", place),
                "unknown-number",
                f"there is no card with the number {number}",
                f"the numbers are {', '.join(map(str, sorted(copies)))}",
            )
    if rule.is_ == "set" and not rule.numbers:
        yield SettingsProblem((*path, "numbers"), "empty-set", "the set has no numbers", "write some of the deck's")
    if rule.from_ is None or rule.to is None:
        return
    if rule.from_ > rule.to:
        yield SettingsProblem(
            (*path, "from"),
            "bounds-reversed",
            f"from {rule.from_} to {rule.to} is the wrong way round",
            f"write from = {rule.to}, to = {rule.from_}; such a row may rise or fall",
        )
    for key, number in (("from", rule.from_), ("to", rule.to)):
        if number not in copies:
            yield SettingsProblem(
                (*path, key),
                "unknown-number",
                f"there is no card with the number {number}",
                f"the numbers are {', '.join(map(str, sorted(copies)))}",
            )


def _repeated_sizes(index: int, yaku: Yaku) -> Iterator[SettingsProblem]:
    sizes = [slots.cards for slots in yaku.slots]
    for place, size in enumerate(sizes):
        if size in sizes[:place]:
            yield SettingsProblem(
                ("yaku", index, "slots", place, "cards"),
                "duplicate-size",
                f"{yaku.id} has slots for {size} cards already",
                "write the points of all slots of one size together: points = [4, 3]",
            )


def _slots(settings: KasaneSettings, index: int, yaku: Yaku, copies: Mapping[int, int]) -> Iterator[SettingsProblem]:
    turns = max(map(turns_of, settings.set_up))
    for place, slots in enumerate(yaku.slots):
        path = ("yaku", index, "slots", place, "cards")
        if slots.cards > turns:
            yield SettingsProblem(
                path,
                "slot-over-turns",
                f"nobody can lay {slots.cards} cards: a seat takes {turns}",
                f"write {turns} or less",
            )
        elif yaku.rule.is_ == "set" and slots.cards != len(yaku.rule.numbers or ()):
            yield SettingsProblem(
                path,
                "slot-never",
                f"{yaku.id} is a set of {len(yaku.rule.numbers or ())} numbers, so it never has {slots.cards} cards",
                f"write {len(yaku.rule.numbers or ())}",
            )
        elif not _can_be(yaku.rule, slots.cards, copies):
            yield SettingsProblem(
                path,
                "slot-never",
                f"no {slots.cards} cards of the deck meet the condition of {yaku.id}",
                "take the slot out, or change the condition or the deck",
            )


def _can_be(rule: Condition, cards: int, copies: Mapping[int, int]) -> bool:
    """Whether so many cards of the deck can meet the condition."""
    match rule.is_:
        case "equal":
            return cards <= max(copies.values())
        case "set":
            numbers = rule.numbers or ()
            return all(numbers.count(number) <= copies[number] for number in numbers)
        case "monotone":
            low, high = rule.from_ or 0, rule.to or 0
            return cards <= sum(low <= number <= high and count > 0 for number, count in copies.items())
        case "sum":
            return rule.of in _sums(cards, copies)
        case _:
            rest = 1 if rule.is_ == "odd" else 0
            return cards <= sum(count for number, count in copies.items() if number % 2 == rest)


def _sums(cards: int, copies: Mapping[int, int]) -> set[int]:
    """The totals that so many cards can have."""
    totals: list[set[int]] = [{0}, *(set[int]() for _ in range(cards))]
    for number, count in copies.items():
        # From the largest size down, so that a number is not used more often than there are cards of it.
        for size in range(cards, 0, -1):
            for used in range(1, min(count, size) + 1):
                totals[size] |= {total + used * number for total in totals[size - used]}
    return totals[cards]
