"""Rule checks of kasane: a position, a move and a verdict, for each move that may go wrong.

They come in families: an allowed move, and the same cards in places where the move is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import NamedTuple

from pnp.games.core.answer import Answer, Position
from pnp.games.core.checks import Propose, Vary, look_alike, rule_check
from pnp.games.core.lesson import Floor, Lesson
from pnp.games.kasane.rules.achieving import row_of, violation
from pnp.games.kasane.rules.cards import PLUS_ONE, Cards
from pnp.games.kasane.rules.positions import read_attempt, read_view
from pnp.games.kasane.rules.record import Rules, Yaku, fits
from pnp.games.kasane.teaching import check_proposals as proposals
from pnp.games.kasane.teaching.building import Shape, can_be_laid, cards_of, may_contain, row_of_shape


class _Alike(NamedTuple):
    """Look-alike of a family's first move: its name, its proposal, and the code of its refusal (None if allowed)."""

    name: str
    vary: Vary
    code: str | None
    needs: tuple[str, ...] = ()


def check_lessons(rules: Rules, able: tuple[Shape, ...]) -> tuple[Lesson, ...]:
    """Return the rule checks that ``rules`` call for; ``able`` are the shapes for which rows can be made."""
    checks = _taking(rules)
    if able:
        checks += [*_hand(rules, able), *_field(rules, able), *_plus_one(rules, able), *_slots(rules, able)]
        checks += _one_yaku_a_turn(rules, able)
    return tuple(checks)


def _family(
    name: str,
    rank: int,
    propose: Propose,
    alike: Sequence[_Alike],
    needs: tuple[str, ...] = (),
    kind: str = "may_achieve",
    floor: Floor | None = None,
) -> list[Lesson]:
    """Return the lessons of a family. ``floor`` asks more of each of them; a lower floor asks only for the verdict."""
    first = _check(name, kind, rank, propose, _floors(None, floor), needs)
    return [
        first,
        *(
            look_alike(f"{name}-{check.name}", first, rank + index, check.vary, _floors(check.code, floor), check.needs)
            for index, check in enumerate(alike, 1)
        ),
    ]


def _floors(code: str | None, floor: Floor | None) -> tuple[Floor, ...]:
    def has_verdict(position: Position, out: Answer) -> bool:
        return bool(out["violation"] == code)

    def meets_floor(position: Position, out: Answer) -> bool:
        return has_verdict(position, out) and (floor is None or floor(position, out))

    return (has_verdict,) if floor is None else (meets_floor, has_verdict)


def _verdict(out: Answer) -> Hashable:
    return (out["verdict"], out.get("points"))


def _cards(position: Position) -> int:
    if "rows" in position:
        return sum(map(len, position["rows"]))
    return len(position["hand"]) + len(position["field"])


_check = partial(rule_check, cost=_cards, headline=_verdict)


def _taking(rules: Rules) -> list[Lesson]:
    """Return the checks of taking: the top card of a row, a card below it, and an empty row."""
    alike = [_Alike("covered", proposals.covered_card, "not-top", ("any-card-of-row",))]
    if rules.players[0] > 1:
        alike.append(_Alike("empty", proposals.empty_row, "empty-row"))

    def in_play(position: Position, out: Answer) -> bool:
        return sum(map(len, position["rows"])) > len(position["rows"])

    return _family("check-take", 200, partial(proposals.top_card, rules), alike, (), "may_take", in_play)


def _preferred(able: Sequence[Shape], *wishes: Callable[[Shape], bool]) -> Sequence[Shape]:
    """Return the shapes that meet all wishes.

    If there are none, the last wish is given up, then the wish before it.
    """
    for count in range(len(wishes), 0, -1):
        shapes = [shape for shape in able if all(wish(shape) for wish in wishes[:count])]
        if shapes:
            return shapes
    return able


def _several(shape: Shape) -> bool:
    return shape[1] > 1


def _three(shape: Shape) -> bool:
    return shape[1] == 3


def _ordered(shape: Shape) -> bool:
    return shape[0].condition.is_ == "monotone"


def _hand(rules: Rules, able: Sequence[Shape]) -> list[Lesson]:
    """Return the checks with the same cards in other places of the hand."""
    liked = _preferred(able, _several, lambda shape: shape[1] > 2, _ordered, _three)
    alike = [_Alike("taken", partial(proposals.without_taken, rules), "skips-taken", ("leave-out-taken",))]
    if any(map(_several, liked)):
        alike = [
            _Alike("order", partial(proposals.laid_in_old_order, rules), "hand-order", ("reorder-hand",)),
            _Alike("gap", partial(proposals.with_gap, rules), "not-from-top", ("middle-of-hand",)),
            *alike,
            _Alike("turn", partial(proposals.no_yaku, rules), "condition", ("moons-turn",)),
        ]
    return _family(
        "check-hand", 210, lambda random: proposals.top_of_hand(rules, random, liked), alike, floor=_laid(rules)
    )


def _field(rules: Rules, able: Sequence[Shape]) -> list[Lesson]:
    """Return the checks with the same cards in the hand and on the field."""
    number = rules.plus_one_points if rules.copies[PLUS_ONE] else 0

    def takes_the_number(shape: Shape) -> bool:
        """Return whether a +1 could be mistaken for a card of the yaku, if there are cards of its number."""
        return number not in rules.numbers or may_contain(shape[0].condition, number)

    liked = _preferred(able, _several, takes_the_number, lambda shape: shape[1] > 2, _ordered, _three)
    builds, several = rules.field_cards > 0, any(map(_several, liked))
    # Several cards of the field, and none of the hand, would break two rules at once.
    alike = [] if several else [_Alike("only", partial(proposals.all_on_the_field, rules), "hand-needed")]
    if several and not builds:
        alike.append(_Alike("two", partial(proposals.on_the_field, rules), "field-one"))
    if several and builds:
        two = partial(proposals.on_the_field, rules, cards=2)
        alike.append(_Alike("first", partial(proposals.on_the_field, rules), None, ("field-card-uncounted",)))
        alike.append(_Alike("last", partial(proposals.field_last, rules), "field-first", ("field-card-last",)))
        if any(size > 2 for _, size in liked):
            alike.append(_Alike("two", two, "field-one", ("more-of-field",)))
    propose = partial(proposals.beside_field, rules)
    needs = ("field-card-must",)
    lesson_list = _family("check-field", 220, lambda random: propose(random, liked), alike, needs, floor=_laid(rules))
    lesson_list[0] = _with_declined_top(rules, lesson_list[0]) if several and builds else lesson_list[0]
    lesson_list[0] = _of_one_yaku(rules, lesson_list[0])
    if several and builds and rules.copies[PLUS_ONE]:
        lesson_list.append(_begun_below_plus_one(rules, lesson_list[0]))
        lesson_list.append(_built_on_plus_one(rules, lesson_list[0]))
    return lesson_list


def _with_declined_top(rules: Rules, lesson: Lesson) -> Lesson:
    """Return the lesson with a higher floor: the field's top could begin the row in the place of its first card.

    Without such a field there is nothing to decline.
    """

    def shows(position: Position, out: Answer) -> bool:
        yaku = rules.yaku[position["move"]["yaku"]]
        row = (*cards_of(position["field"])[-1:], *cards_of(position["hand"])[1:])
        return lesson.shows(position, out) and len(row) > 1 and fits(rules, yaku.condition, row)

    return replace(lesson, shows=shows, lower=(lesson.shows, *lesson.lower))


def _of_one_yaku(rules: Rules, lesson: Lesson) -> Lesson:
    """Return the lesson with a higher floor: the row, with the field's top and without, is one yaku alone."""

    def is_one(row: Cards) -> bool:
        return sum(fits(rules, yaku.condition, row) for yaku in rules.yaku.values()) <= 1

    def shows(position: Position, out: Answer) -> bool:
        row, top = cards_of(position["hand"]), cards_of(position["field"])[-1:]
        return lesson.shows(position, out) and is_one(row) and is_one((*top, *row)) and is_one((*top, *row[1:]))

    return replace(lesson, shows=shows, lower=(lesson.shows, *lesson.lower))


def _begun_below_plus_one(rules: Rules, first: Lesson) -> Lesson:
    """Return the check of a row that begins with the card of the field below a +1."""
    vary = proposals.begun_below_plus_one
    floors = _floors("field-one", _would_be_yaku(rules))
    return look_alike("check-build-below", first, 229, vary, floors, ("field-below-plus-one",))


def _would_be_yaku(rules: Rules) -> Floor:
    """Return a floor: the row of a move meets the condition of its yaku, and the field can be laid."""
    laid = _laid(rules)

    def shows(position: Position, out: Answer) -> bool:
        view = read_view(rules, position)
        attempt = read_attempt(rules, view, position["move"])
        return fits(rules, rules.yaku[attempt.yaku].condition, row_of(view, attempt)) and laid(position, out)

    return shows


def _built_on_plus_one(rules: Rules, first: Lesson) -> Lesson:
    """Return the check of a +1 that is built on, in the place of the first card of a row."""
    closed = "plus-one-closed"
    needs = ("build-on-plus-one", "plus-one-joker", "plus-one-is-one")
    floors = (*_floors(closed, _as_its_number(rules)), *_floors(closed, _laid(rules)))
    return look_alike("check-build-plus", first, 230, proposals.begun_by_plus_one, floors, needs)


def _plus_one(rules: Rules, able: Sequence[Shape]) -> list[Lesson]:
    """Return the checks of a +1 that has just been taken."""
    if not rules.copies[PLUS_ONE] or rules.opens_after_plus_one(rules.plus_one_yaku):
        return []
    short_shapes = _preferred(able, lambda shape: shape[1] <= 3, _several)
    alike = [_Alike("now", proposals.just_taken, "no-yaku-after-plus-one", ("yaku-after-plus-one",))]
    propose = partial(proposals.after_plus_one, rules)
    return _family("check-plus", 232, lambda random: propose(random, short_shapes), alike, floor=_laid(rules))


def _as_its_number(rules: Rules) -> Floor:
    """Return a floor: with the number on the +1 in its place, the row would be the yaku.

    If no card has that number, any row will do.
    """
    laid, number = _laid(rules), rules.plus_one_points

    def shows(position: Position, out: Answer) -> bool:
        row = (number, *cards_of(position["hand"]))
        met = fits(rules, rules.yaku[position["move"]["yaku"]].condition, row) if number in rules.numbers else True
        return met and laid(position, out)

    return shows


def _laid(rules: Rules) -> Floor:
    """Return a floor: the field can be laid, by yaku with the seat's own tokens."""

    def shows(position: Position, out: Answer) -> bool:
        tokens = {(yaku, size): count for yaku, size, count in position["own"]}
        return can_be_laid(rules, cards_of(position["field"]), tokens)

    return shows


def _slots(rules: Rules, able: Sequence[Shape]) -> list[Lesson]:
    """Return the checks of slots.

    They are: the second slot of a size, and all covered; another size, and a size without a slot.
    """
    liked = _preferred(able, _pays_twice, _pays_less, lambda shape: shape[1] <= 3)
    covered = _Alike(
        "covered", partial(proposals.all_covered, rules), "slot-covered", ("token-binds-owner", "full-slot-again")
    )
    again = partial(proposals.slot_again, rules)
    needs = ("token-closes-size", "second-pays-first")
    lesson_list = _family("check-slot", 240, lambda random: again(random, liked), [covered], needs, floor=_laid(rules))
    missing = _Alike("missing", partial(proposals.missing_slot, rules), "no-slot")
    slotless = [
        shape for shape in able if any(_has_row(rules, shape[0], size) for size in proposals.unslotted(shape[0]))
    ]
    near = _preferred(
        slotless or able, lambda shape: min(shape[0].slots) < shape[1], lambda shape: shape[1] <= 4, _ordered
    )
    larger = partial(proposals.larger_slot, rules)
    alike = [missing] if slotless else []
    return lesson_list + _family(
        "check-size", 243, lambda random: larger(random, near), alike, ("token-closes-yaku",), floor=_laid(rules)
    )


def _has_row(rules: Rules, yaku: Yaku, size: int) -> bool:
    """Return whether the deck has a row of ``size`` cards for a yaku."""
    return row_of_shape(rules, Random(0), yaku, size) is not None  # noqa: S311 - nothing secret


def _pays_twice(shape: Shape) -> bool:
    return len(shape[0].slots[shape[1]]) > 1


def _pays_less(shape: Shape) -> bool:
    return len(set(shape[0].slots[shape[1]])) > 1


def _one_yaku_a_turn(rules: Rules, able: Sequence[Shape]) -> list[Lesson]:
    """Return the checks of a yaku, and of another yaku in the same turn."""
    laid = _laid(rules)

    def is_valid(position: Position, out: Answer) -> bool:
        view = read_view(rules, position)
        if not view.hand:
            return False
        first_of_turn = view._replace(done=0, took=view.hand[-1])
        return violation(rules, first_of_turn, read_attempt(rules, view, position["move"])) is None

    def valid_but_second(position: Position, out: Answer) -> bool:
        return laid(position, out) and (not position["done"] or is_valid(position, out))

    liked = _preferred(able, lambda shape: shape[1] <= 4, _several)
    alike = [_Alike("second", partial(proposals.second_yaku, rules), "one-yaku", ("two-yaku",))]
    return _family(
        "check-one", 246, lambda random: proposals.first_of_two(rules, random, liked), alike, floor=valid_but_second
    )
