"""Lessons of kasane, each with the floors of its examples.

The floors ask for what happens at the table: a field below the card that begins a row, rows of three to five cards, a
temptation that the rules refuse. The lower floors ask only for the point of the lesson, for tweaked definitions that
cannot give more. A lesson without room in the definition is left out.
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
from pnp.games.kasane.rules.record import Rules, Tokens, Yaku, fits
from pnp.games.kasane.settings import KasaneSettings
from pnp.games.kasane.teaching import proposals
from pnp.games.kasane.teaching.building import (
    Shape,
    can_be_laid,
    cards_of,
    has_gap,
    layings,
    points_of,
    rises_and_falls,
    shapes,
)
from pnp.games.kasane.teaching.checks import check_lessons
from pnp.games.kasane.teaching.first_turns import first_turn_lessons
from pnp.model.text import Phrase, PhraseValue, phrase

Vary = Callable[[Random, Position], Position]


def lessons(settings: KasaneSettings) -> tuple[Lesson, ...]:
    """Return the lessons that ``settings`` call for, in the order in which they are printed."""
    rules = rules_of(settings)
    able = shapes(rules)
    examples = [*_choices(rules, able), *_finals(rules), _winners(rules), *_conditions(rules, able)]
    examples += first_turn_lessons(rules, able)
    plus = named_card(PLUS_ONE, rules.plus_one_points)
    return tuple(_with_plus(lesson, plus) for lesson in (*examples, *check_lessons(rules, able)))


def _with_plus(lesson: Lesson, plus: PhraseValue) -> Lesson:
    """Return the lesson with the text of a +1 card among the values of its subject."""
    return replace(lesson, subject=Phrase(lesson.subject.key, {**lesson.subject.values, "plus": plus}))


def _choices(rules: Rules, able: tuple[Shape, ...]) -> list[Lesson]:
    """Return the lessons of two yaku to choose from, and of a +1."""
    if not able:
        return []
    lesson_list = [
        worked_example(
            "best-plain",
            "best_yaku",
            9,
            lambda random: proposals.plain_yaku(rules, random, able),
            (_plain(rules, 3), _plain(rules, 1), lambda position, out: bool(out["best"])),
            lambda out: (out["points"], repr(out["best"])),
            lambda position: len(position["hand"]),
        ),
        worked_example(
            "best-yaku",
            "best_yaku",
            10,
            lambda random: proposals.best_yaku(rules, random, able),
            (_two_to_choose(rules, 3), _two_to_choose(rules, 1), lambda position, out: _laid(rules, position)),
            lambda out: (out["points"], repr(out["best"])),
            lambda position: len(position["hand"]) + len(position["field"]),
            needs=("field-card-never", "field-card-uncounted"),
            essential=True,
        ),
    ]
    if rules.field_cards:
        lesson_list.append(
            worked_example(
                "best-of-hand",
                "best_yaku",
                11,
                lambda random: proposals.best_of_hand(rules, random, able),
                (_declines_the_field(rules), lambda position, out: _laid(rules, position)),
                lambda out: (out["points"], repr(out["best"])),
                lambda position: len(position["hand"]) + len(position["field"]),
                needs=("field-card-must",),
            )
        )
        if any(size == 2 for _, size in able):
            lesson_list.append(
                worked_example(
                    "best-pair",
                    "best_yaku",
                    12,
                    lambda random: proposals.best_pair(rules, random, able),
                    (_pair_alone(rules),),
                    lambda out: (out["points"], repr(out["best"])),
                    lambda position: len(position["hand"]) + len(position["field"]),
                    needs=("field-card-never",),
                )
            )
    if rules.copies[PLUS_ONE]:
        lesson_list.append(
            worked_example(
                "acquire",
                "acquire",
                20,
                lambda random: proposals.acquire(rules, random, able),
                (partial(_hand_of_two, rules), lambda position, out: _laid(rules, position)),
                lambda out: (repr(out["hand"]), out["may_achieve"]),
                lambda position: len(position["hand"]) + len(position["field"]) + 1,
                needs=("plus-one-to-hand",),
            )
        )
    return lesson_list


def _hand_of_two(rules: Rules, position: Position, out: Answer) -> bool:
    """Return whether the hand has two cards or more, and the field, not empty, can be laid."""
    return len(position["hand"]) > 1 and len(position["field"]) > 0 and _laid(rules, position)


def _achievable(rules: Rules, position: Position) -> tuple[Achieved, ...]:
    tokens = _tokens(position)
    return achievable(rules, cards_of(position["hand"]), cards_of(position["field"]), tokens, tokens)


def _tokens(position: Position) -> Tokens:
    return {(yaku, size): count for yaku, size, count in position["taken"]}


def _laid(rules: Rules, position: Position) -> bool:
    """Return whether the field can be laid, by yaku with tokens if the position has tokens."""
    return can_be_laid(rules, cards_of(position["field"]), _tokens(position) if "taken" in position else None)


def _declines_the_field(rules: Rules) -> Floor:
    """Return a floor: a single best yaku, all from the hand.

    Beside it a yaku of another name uses the field's top and scores less, but more than 0.
    """

    def shows(position: Position, out: Answer) -> bool:
        if len(out["best"]) != 1 or out["best"][0][2]:
            return False
        yaku = out["best"][0][0]
        has_weaker = any(way.yaku != yaku and way.uses_field and way.points > 0 for way in _achievable(rules, position))
        return has_weaker and _laid(rules, position)

    return shows


def _plain(rules: Rules, fewest: int) -> Floor:
    """Return a floor: the only yaku is one of ``fewest`` cards or more from the hand, which was none before."""

    def shows(position: Position, out: Answer) -> bool:
        ways, hand = _achievable(rules, position), cards_of(position["hand"])
        before = any(achievable(rules, hand[:count], (), {}, {}) for count in range(1, len(hand)))
        return len(ways) == 1 and fewest <= ways[0].size < len(hand) and not before

    return shows


def _pair_alone(rules: Rules) -> Floor:
    """Return a floor: the only yaku has two cards, the first of them the field's top."""

    def shows(position: Position, out: Answer) -> bool:
        ways = _achievable(rules, position)
        return [(way.size, way.uses_field) for way in ways] == [(2, True)] and _laid(rules, position)

    return shows


def _two_to_choose(rules: Rules, fewest: int) -> Floor:
    """Return a floor: a single best yaku, of ``fewest`` cards or more, begun by the field's top if that is allowed.

    Beside it a yaku of another name scores less, but more than 0.
    """

    def shows(position: Position, out: Answer) -> bool:
        if len(out["best"]) != 1:
            return False
        yaku, size, uses_field, _ = out["best"][0]
        has_weaker = any(way.yaku != yaku and 0 < way.points < out["points"] for way in _achievable(rules, position))
        return bool(size >= fewest and uses_field == bool(rules.field_cards) and has_weaker) and _laid(rules, position)

    return shows


def _finals(rules: Rules) -> list[Lesson]:
    """Return the lessons of a field that is just large enough, of one that is not, and of all cards laid."""
    turns = proposals.all_turns(rules)
    laid = partial(_laid_to_the_end, rules)
    lesson_list = [
        worked_example(
            "final-score",
            "final_score",
            30,
            lambda random: proposals.final_score(rules, random),
            (_just_enough(rules), lambda position, out: bool(out["bonus"]) and laid(position, out), laid),
            lambda out: out["total"],
            lambda position: len(position["field"]) + len(position["hand"]),
            needs=("plus-one-not-laid", "plus-one-is-colour", "colours-in-hand", "more-colours-more"),
        )
    ]
    if rules.bonus_from > 1 and any(rules.bonus_colours):
        few = min(rules.bonus_from - 1, turns)
        lesson_list.append(_final("final-few", 32, rules, few, _would_pay(rules), ("bonus-without-minimum",)))
    enough = max(1, rules.bonus_from)
    if enough <= turns and any(rules.bonus_colours) and 0 in rules.bonus_colours[1:enough]:
        lesson_list.append(_final("final-nothing", 33, rules, enough, _pays_nothing(rules), ("more-colours-more",)))
    if rules.all_laid:
        lesson_list.append(_final("final-all", 31, rules, turns, _pays_with_plus_one, ("plus-one-not-laid",)))
    return lesson_list


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
        needs=needs,
    )


def _laid_to_the_end(rules: Rules, position: Position, out: Answer) -> bool:
    """Return whether the field can be laid; given points in the position, they must be those of laying it."""
    field, covered = cards_of(position["field"]), rules.opening[position["players"]]
    ways = layings(rules, field, covered)
    if "points" not in position:
        return bool(ways)
    return any(points_of(rules, field, dict(laying), covered) == position["points"] for laying in ways)


def _just_enough(rules: Rules) -> Floor:
    """Return a floor: a bonus that a +1 completes, and that other colours, of a +1 or in hand, would change."""

    def shows(position: Position, out: Answer) -> bool:
        field, hand = cards_of(position["field"]), cards_of(position["hand"])
        telling = out["bonus"] and PLUS_ONE in field and len(field) == rules.bonus_from and set(hand) - set(field)
        return bool(telling) and _laid_to_the_end(rules, position, out)

    return shows


def _would_pay(rules: Rules) -> Floor:
    """Return a floor: a field without a bonus, though its colours would bring one."""

    def shows(position: Position, out: Answer) -> bool:
        field = cards_of(position["field"])
        return bool(not out["bonus"] and rules.colour_points(rules, rules.colours_of(field, ())))

    return shows


def _pays_nothing(rules: Rules) -> Floor:
    """Return a floor: a field of enough cards whose several colours bring nothing, though fewer would."""

    def shows(position: Position, out: Answer) -> bool:
        colours = rules.colours_of(cards_of(position["field"]), ())
        return not out["bonus"] and any(rules.colour_points(rules, fewer) for fewer in range(1, colours))

    return shows


def _pays_with_plus_one(position: Position, out: Answer) -> bool:
    return bool(out["bonus"] and PLUS_ONE in cards_of(position["field"]))


def _winners(rules: Rules) -> Lesson:
    def close(position: Position, out: Answer) -> bool:
        results = position["players"]
        best = max(points for points, _ in results)
        return len(out["winners"]) == 1 and sum(points == best for points, _ in results) > 1

    return worked_example(
        "winners",
        "winners",
        40,
        lambda random: proposals.results(rules, random),
        (close, anything),
        lambda out: tuple(out["winners"]),
        lambda position: 2 * len(position["players"]),
        needs=("ties-shared",),
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
    """Return a lesson with a valid row for each yaku.

    The first yaku of each sort of condition also has a lesson with a row that comes close.
    """
    lesson_list: list[Lesson] = []
    sorts: set[str] = set()
    for name in dict.fromkeys(yaku.id for yaku, _ in able):
        yaku = rules.yaku[name]
        sort = sort_of(yaku)
        propose = partial(_valid_row, rules, yaku)
        lesson_list.append(_condition(f"yaku-{name}", yaku, 100, propose, _meets(rules, yaku), _NEEDS))
        vary = _near_miss(rules, yaku)
        if vary and sort not in sorts:
            sorts.add(sort)
            propose, twin = partial(_near_row, rules, yaku, vary), Twin(f"yaku-{name}", vary)
            lesson_list.append(_condition(f"yaku-{name}-not", yaku, 100, propose, _misses(yaku), _NEEDS_NOT, twin))
    return lesson_list


def sort_of(yaku: Yaku) -> str:
    """Return the sort of a yaku's condition; odd and even are one sort."""
    return "parity" if yaku.condition.is_ in ("odd", "even") else yaku.condition.is_


def _valid_row(rules: Rules, yaku: Yaku, random: Random) -> Position:
    return proposals.row(rules, random, yaku)


def _near_row(rules: Rules, yaku: Yaku, vary: Vary, random: Random) -> Position:
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
    """Return the floors of a valid row.

    The row shows what the condition leaves free: the order of a set, the gaps of a moon, repeats, rises and falls.
    Equal cards make no other yaku as well.
    """
    condition, smallest = yaku.condition, min(yaku.slots)
    others = [other for other in rules.yaku.values() if other != yaku]

    def telling(row: Cards) -> bool:
        match condition.is_:
            case "set":
                return row not in (condition.numbers, tuple(sorted(row)))
            case "monotone":
                return has_gap(rules, row) and 3 <= len(row) <= max(4, smallest)
            case "odd" | "even":
                return rises_and_falls(row) and len(set(row)) < len(row) and len(row) <= max(4, smallest)
            case "sum":
                return len(set(row)) == len(row)
            case _:
                also = any(len(row) in other.slots and fits(rules, other.condition, row) for other in others)
                return len(row) <= max(3, smallest) and not also

    def shows(position: Position, out: Answer) -> bool:
        return bool(out["ok"]) and telling(cards_of(position["row"]))

    return (shows, lambda position, out: bool(out["ok"]))


def _near_miss(rules: Rules, yaku: Yaku) -> Vary | None:
    """Return the function that turns a row of a yaku into one that comes close, or None if none can."""
    largest = max(yaku.slots)
    if yaku.condition.is_ in ("set", "monotone") and largest > 1:
        return proposals.with_repeat
    if yaku.condition.is_ == "sum" and (yaku.condition.of or 0) > largest * rules.numbers[0]:
        return partial(proposals.with_less, rules)
    if yaku.condition.is_ in ("odd", "even"):
        return partial(proposals.with_other_parity, rules)
    return None


def _misses(yaku: Yaku) -> tuple[Floor, ...]:
    def close(position: Position, out: Answer) -> bool:
        row = cards_of(position["row"])
        return not out["ok"] and (yaku.condition.is_ in ("sum", "set", "odd", "even") or not rises_and_falls(row))

    return (close, lambda position, out: not out["ok"])
