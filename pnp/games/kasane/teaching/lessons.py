"""Lessons of kasane, each with the floor that its examples have to meet.

The floors ask for what happens at the table: a field below the card that is built on, rows of three to five cards, a
temptation that the rules refuse. Where a tweaked definition cannot give that, the lower floors ask for the point of
the lesson only; a lesson that the definition has no room for is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from random import Random

from pnp.games.core.answer import Answer, Position
from pnp.games.core.lesson import Floor, Lesson, Twin, anything, worked_example
from pnp.games.kasane.rules.achieving import Achieved, achievable
from pnp.games.kasane.rules.cards import PLUS_ONE, Cards, named_card
from pnp.games.kasane.rules.decisions import rules_of
from pnp.games.kasane.rules.record import Rules, Tokens, Yaku
from pnp.games.kasane.settings import KasaneSettings
from pnp.games.kasane.teaching import proposals
from pnp.games.kasane.teaching.building import (
    Shape,
    can_be_laid,
    cards_of,
    has_gap,
    is_turning,
    layings,
    never_held_a_yaku,
    points_of,
    shapes,
)
from pnp.games.kasane.teaching.checks import check_lessons
from pnp.model.text import Phrase, PhraseValue, phrase

Vary = Callable[[Random, Position], Position]


def lessons(settings: KasaneSettings) -> tuple[Lesson, ...]:
    """The lessons that ``settings`` call for, in the order in which they are printed."""
    rules = rules_of(settings)
    able = shapes(rules)
    found = [*_choices(rules, able), *_finals(rules), _winners(rules), *_conditions(rules, able)]
    plus = named_card(PLUS_ONE, rules.plus_one_points)
    return tuple(_named(lesson, plus) for lesson in (*found, *check_lessons(rules, able)))


def _named(lesson: Lesson, plus: PhraseValue) -> Lesson:
    """The lesson with what is printed on a +1 among the values of its subject."""
    return replace(lesson, subject=Phrase(lesson.subject.key, {**lesson.subject.values, "plus": plus}))


def _choices(rules: Rules, able: tuple[Shape, ...]) -> list[Lesson]:
    """Two yaku to choose from; a +1."""
    if not able:
        return []
    found = [
        worked_example(
            "best-yaku",
            "best_yaku",
            10,
            lambda random: proposals.best_yaku(rules, random, able),
            (_two_to_choose(rules, 3), _two_to_choose(rules, 1), lambda position, out: _laid(rules, position)),
            lambda out: (out["points"], repr(out["best"])),
            lambda position: len(position["hand"]) + len(position["field"]),
            ("field-card-never", "field-card-uncounted"),
            essential=True,
        )
    ]
    if rules.field_cards:
        found.append(
            worked_example(
                "best-of-hand",
                "best_yaku",
                11,
                lambda random: proposals.best_of_hand(rules, random, able),
                (_declines_the_field(rules), lambda position, out: _laid(rules, position)),
                lambda out: (out["points"], repr(out["best"])),
                lambda position: len(position["hand"]) + len(position["field"]),
                ("field-card-must",),
            )
        )
    if rules.copies[PLUS_ONE]:
        found.append(
            worked_example(
                "acquire",
                "acquire",
                20,
                lambda random: proposals.acquire(rules, random, able),
                (partial(_hand_of_two, rules), lambda position, out: _laid(rules, position)),
                lambda out: (repr(out["hand"]), out["may_achieve"]),
                lambda position: len(position["hand"]) + len(position["field"]) + 1,
                ("plus-one-to-hand",),
                essential=True,
            )
        )
    return found


def _hand_of_two(rules: Rules, position: Position, out: Answer) -> bool:
    """A hand that has a pair at least, and a field under what is taken."""
    return len(position["hand"]) > 1 and len(position["field"]) > 0 and _laid(rules, position)


def _found(rules: Rules, position: Position) -> tuple[Achieved, ...]:
    tokens = _tokens(position)
    return achievable(rules, cards_of(position["hand"]), cards_of(position["field"]), tokens, tokens)


def _tokens(position: Position) -> Tokens:
    return {(yaku, size): count for yaku, size, count in position["taken"]}


def _laid(rules: Rules, position: Position) -> bool:
    """The field can be laid, by yaku on which there are tokens, where the position tells of tokens."""
    return can_be_laid(rules, cards_of(position["field"]), _tokens(position) if "taken" in position else None)


def _declines_the_field(rules: Rules) -> Floor:
    """One dearest yaku, all from the hand; beside it, of another name, one that uses the field's top and brings less,
    though something."""

    def shows(position: Position, out: Answer) -> bool:
        if len(out["best"]) != 1 or out["best"][0][2]:
            return False
        yaku = out["best"][0][0]
        less = any(one.yaku != yaku and one.uses_field and one.points > 0 for one in _found(rules, position))
        return less and _laid(rules, position)

    return shows


def _two_to_choose(rules: Rules, fewest: int) -> Floor:
    """One dearest yaku, of ``fewest`` cards or more, which begins with the field's top where that is allowed; beside
    it, of another name, one that brings less, though something."""

    def shows(position: Position, out: Answer) -> bool:
        if len(out["best"]) != 1:
            return False
        yaku, size, uses_field, _ = out["best"][0]
        less = any(one.yaku != yaku and 0 < one.points < out["points"] for one in _found(rules, position))
        return bool(size >= fewest and uses_field == bool(rules.field_cards) and less) and _laid(rules, position)

    return shows


def _finals(rules: Rules) -> list[Lesson]:
    """A field that is just large enough; one that is not; all cards laid."""
    turns = proposals.all_turns(rules)
    laid = partial(_laid_to_the_end, rules)
    found = [
        worked_example(
            "final-score",
            "final_score",
            30,
            lambda random: proposals.final_score(rules, random),
            (_just_enough(rules), lambda position, out: bool(out["bonus"]) and laid(position, out), laid),
            lambda out: out["total"],
            lambda position: len(position["field"]) + len(position["hand"]),
            ("plus-one-not-laid", "plus-one-is-colour", "colours-in-hand", "more-colours-more"),
            essential=True,
        )
    ]
    if rules.bonus_from > 1 and any(rules.bonus_colours):
        few = min(rules.bonus_from - 1, turns)
        found.append(_final("final-few", 32, rules, few, _would_pay(rules), ("bonus-without-minimum",)))
    if rules.all_laid:
        found.append(_final("final-all", 31, rules, turns, _pays_with_plus_one, ("plus-one-not-laid",)))
    return found


def _final(name: str, rank: int, rules: Rules, cards: int, floor: Floor, needs: tuple[str, ...]) -> Lesson:
    laid = partial(_laid_to_the_end, rules)

    def shows(position: Position, out: Answer) -> bool:
        return len(position["field"]) == cards and floor(position, out) and laid(position, out)

    return worked_example(
        name,
        "final_bonus",
        rank,
        lambda random: proposals.field(rules, random, cards),
        (shows, laid),
        lambda out: out["bonus"],
        lambda position: len(position["field"]),
        needs,
    )


def _laid_to_the_end(rules: Rules, position: Position, out: Answer) -> bool:
    """The field can be laid, and where the position tells of points, they are those of laying it."""
    field, covered = cards_of(position["field"]), rules.opening[position["players"]]
    found = layings(rules, field, covered)
    if "points" not in position:
        return bool(found)
    return any(points_of(rules, field, dict(one), covered) == position["points"] for one in found)


def _just_enough(rules: Rules) -> Floor:
    """A bonus that rests on a +1 and that other colours, of a +1 or in hand, would change, beside a hand that never
    held a yaku: a reader looks for one that should have been made."""

    def shows(position: Position, out: Answer) -> bool:
        field, hand = cards_of(position["field"]), cards_of(position["hand"])
        rests = out["bonus"] and PLUS_ONE in field and len(field) == rules.bonus_from and set(hand) - set(field)
        return bool(rests) and never_held_a_yaku(rules, hand, field) and _laid_to_the_end(rules, position, out)

    return shows


def _would_pay(rules: Rules) -> Floor:
    """A field without a bonus, though its colours would bring one."""

    def shows(position: Position, out: Answer) -> bool:
        field = cards_of(position["field"])
        return bool(not out["bonus"] and rules.colour_points(rules, rules.colours_of(field, ())))

    return shows


def _pays_with_plus_one(position: Position, out: Answer) -> bool:
    return bool(out["bonus"] and PLUS_ONE in cards_of(position["field"]))


def _winners(rules: Rules) -> Lesson:
    def close(position: Position, out: Answer) -> bool:
        rows = position["players"]
        best = max(points for points, _ in rows)
        return len(out["winners"]) == 1 and sum(points == best for points, _ in rows) > 1

    return worked_example(
        "winners",
        "winners",
        40,
        lambda random: proposals.results(rules, random),
        (close, anything),
        lambda out: tuple(out["winners"]),
        lambda position: 2 * len(position["players"]),
        ("ties-shared",),
    )


_NEEDS: Mapping[str, tuple[str, ...]] = {
    "set": ("set-in-order",),
    "monotone": ("moons-no-gaps",),
    "odd": ("parity-one-direction", "parity-no-repeats"),
    "even": ("parity-one-direction", "parity-no-repeats"),
}
_NEEDS_NOT: Mapping[str, tuple[str, ...]] = {
    "set": ("any-of-set",),
    "sum": ("sum-at-most",),
    "monotone": ("moons-repeat",),
}


def _conditions(rules: Rules, able: tuple[Shape, ...]) -> list[Lesson]:
    """A row for each yaku; for the first of its sort, also a row that comes close."""
    found: list[Lesson] = []
    sorts: set[str] = set()
    for yaku in dict.fromkeys(yaku.id for yaku, _ in able):
        one = rules.yaku[yaku]
        sort = one.condition.is_
        found.append(_condition(f"yaku-{yaku}", one, 100, partial(_row, rules, one), _meets(rules, one), _NEEDS))
        vary = _near_miss(rules, one)
        if vary and sort not in sorts:
            sorts.add(sort)
            twin = Twin(f"yaku-{yaku}", vary)
            misses = _misses(one)
            found.append(
                _condition(f"yaku-{yaku}-not", one, 100, partial(_missed, rules, one, vary), misses, _NEEDS_NOT, twin)
            )
    return found


def _row(rules: Rules, yaku: Yaku, random: Random) -> Position:
    return proposals.row(rules, random, yaku)


def _missed(rules: Rules, yaku: Yaku, vary: Vary, random: Random) -> Position:
    return vary(random, proposals.row(rules, random, yaku))


def _condition(
    name: str,
    yaku: Yaku,
    rank: int,
    propose: Callable[[Random], Position],
    floors: tuple[Floor, ...],
    needs: Mapping[str, tuple[str, ...]],
    twin: Twin | None = None,
) -> Lesson:
    return Lesson(
        id=name,
        form="example",
        kind="fits",
        subject=phrase("lesson-yaku" if twin is None else "lesson-yaku-not", yaku=yaku.name),
        propose=propose,
        shows=floors[0],
        lower=floors[1:],
        headline=lambda out: bool(out["ok"]),
        cost=lambda position: len(position["row"]),
        needs=needs.get(yaku.condition.is_, ()),
        rank=rank,
        twin=twin,
    )


def _meets(rules: Rules, yaku: Yaku) -> tuple[Floor, ...]:
    """Rows that show what a condition leaves free: the order of a set, the gaps of a moon, repeats and turns."""
    condition, smallest = yaku.condition, min(yaku.slots)

    def telling(row: Cards) -> bool:
        match condition.is_:
            case "set":
                return row not in (condition.numbers, tuple(sorted(row)))
            case "monotone":
                return has_gap(rules, row) and len(row) == max(3, smallest)
            case "odd" | "even":
                return is_turning(row) and len(set(row)) < len(row) and len(row) <= max(4, smallest)
            case "sum":
                return len(set(row)) == len(row)
            case _:
                return len(row) <= max(3, smallest)

    def shows(position: Position, out: Answer) -> bool:
        return bool(out["ok"]) and telling(cards_of(position["row"]))

    return (shows, lambda position, out: bool(out["ok"]))


def _near_miss(rules: Rules, yaku: Yaku) -> Vary | None:
    """What turns a row of a yaku into one that comes close; None where none can."""
    largest = max(yaku.slots)
    if yaku.condition.is_ in ("set", "monotone") and largest > 1:
        return proposals.with_repeat
    if yaku.condition.is_ == "sum" and (yaku.condition.of or 0) > largest * rules.numbers[0]:
        return partial(proposals.with_less, rules)
    return None


def _misses(yaku: Yaku) -> tuple[Floor, ...]:
    def close(position: Position, out: Answer) -> bool:
        row = cards_of(position["row"])
        return not out["ok"] and (yaku.condition.is_ == "sum" or not is_turning(row) or yaku.condition.is_ == "set")

    return (close, lambda position, out: not out["ok"])
