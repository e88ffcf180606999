"""Rule checks and their look-alikes, and what tableaux and misreadings have in common."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

import pytest

from pnp.games.core.answer import Answer, Position, PositionError
from pnp.games.core.checks import (
    allowed,
    allowed_to,
    floor_with_fields,
    gives,
    look_alike,
    refused_by,
    rule_check,
    until,
    where,
    won_by_seats,
)
from pnp.games.core.lesson import Floor, misread, with_room
from pnp.games.core.schema import PositionField
from pnp.games.core.tableau import card_states, layout_of
from pnp.games.core.wording import added, equals, equation, seat_name
from pnp.model.text import phrase

RANDOM = Random(0)
check = partial(rule_check, cost=lambda position: len(position["hand"]))


def propose(random: Random) -> Position:
    return {"hand": [1, 2]}


def longer(random: Random, position: Position) -> Position:
    return {"hand": [*position["hand"], 3]}


def never(position: Position, out: Answer) -> bool:
    return False


def test_a_check_has_its_floors_from_the_highest_down() -> None:
    lesson = check("check-one", "may", 100, propose, (never, allowed), ("wrong",))
    assert (lesson.id, lesson.form, lesson.subject, lesson.floors) == (
        "check-one",
        "check",
        phrase("lesson-check-one"),
        (never, allowed),
    )
    assert (lesson.kind, lesson.rank, lesson.needs, lesson.twin) == ("may", 100, ("wrong",), None)
    assert check("check-one", "may", 100, propose, never).floors == (never,)
    assert lesson.headline({"verdict": "allowed"}) == "allowed"


def test_a_look_alike_is_judged_as_its_check_and_varies_what_that_proposes() -> None:
    original = check("check-one", "may", 100, propose, never, headline=lambda out: out["points"])
    alike = look_alike("check-two", original, 101, longer, allowed)
    assert alike.propose(RANDOM) == {"hand": [1, 2, 3]}
    assert alike.twin is not None
    assert (alike.twin.of, alike.twin.vary, alike.kind) == ("check-one", longer, "may")
    assert (alike.cost({"hand": [1]}), alike.headline({"points": 7})) == (1, 7)


def test_floors_tell_allowed_from_refused_and_why() -> None:
    allowed_answer, refused_answer = {"violation": None}, {"violation": "too-many"}
    assert (allowed({}, allowed_answer), allowed({}, refused_answer)) == (True, False)
    assert (
        refused_by("too-many")({}, refused_answer),
        refused_by("too-few")({}, refused_answer),
        refused_by("x")({}, allowed_answer),
    ) == (*(True, False, False),)


def test_a_good_proposal_is_sought_for_a_while() -> None:
    search = until(lambda random: {"number": random.randint(1, 3)}, lambda position: position["number"] == 3)
    assert search(Random(1)) == {"number": 3}
    tried = [0]

    def in_vain(position: Position) -> bool:
        tried[0] += 1
        return False

    until(propose, in_vain)(RANDOM)
    assert tried == [12]


def test_misreadings_without_room_are_left_out_and_texts_get_their_values() -> None:
    misreadings = with_room(
        [("one", True, lambda rules: rules + 1), ("two", False, lambda rules: rules), ("three", True, lambda rules: 0)],
        {"three": {"count": 3}},
    )
    assert [misreading.id for misreading in misreadings] == ["one", "three"]
    assert [misreading.text for misreading in misreadings] == [
        phrase("misreading-one"),
        phrase("misreading-three", count=3),
    ]
    assert misreadings[0].patch(4) == 5


def test_cards_are_counted_as_often_as_said_and_rows_can_share_the_count() -> None:
    assert card_states("aab", None) == ["plain", "plain", "plain"]
    counted = Counter("aab")
    assert card_states("aac", counted) == ["counted", "counted", "dimmed"]
    assert card_states("ab", counted) == ["dimmed", "counted"]


def test_a_kind_that_is_never_printed_has_no_layout() -> None:
    assert layout_of({"may": 1}, "may") == 1
    with pytest.raises(PositionError, match="no layout for the kind 'best'"):
        layout_of({"may": 1}, "best")


def test_terms_are_joined_by_their_signs() -> None:
    two = phrase("plus", left=4, right=2)
    assert added([4]) == 4
    assert added([4, 2]) == two
    assert added([4, 2, -3]) == phrase("minus", left=two, right=3)
    assert added([phrase("item"), 0]) == phrase("plus", left=phrase("item"), right=0)
    assert equals([4, 2], 6) == equation([4, 2]) == phrase("equals", left=two, right=6)
    assert equation([-4]) == phrase("number", number=-4)


def test_seats_are_letters_as_long_as_there_are_any() -> None:
    assert [seat_name(seat) for seat in (0, 25, 26)] == ["A", "Z", "27"]


def test_an_act_is_allowed_or_another_one_is() -> None:
    lays: dict[str, object] = {"act": ["lay", 7]}
    assert allowed_to("lay")(lays, {"violation": None}) and not allowed_to("take")(lays, {"violation": None})
    assert not allowed_to("lay")(lays, {"violation": "not-higher"})


@dataclass(frozen=True)
class Decisions:
    fits: int = 1
    wins: int = 2


def test_a_misreading_replaces_one_decision_where_there_is_room() -> None:
    listed = [misread("other-fits", fits=7), misread("other-wins", False, wins=7)]
    (misreading,) = with_room(listed)
    assert misreading.id == "other-fits" and misreading.patch(Decisions()) == Decisions(fits=7)
    with pytest.raises(TypeError, match="the misreading 'both' replaces one decision, not 2"):
        misread("both", fits=7, wins=7)


def test_a_floor_asks_for_parts_of_the_answer() -> None:
    assert gives(result="kept", count=1)({}, {"result": "kept", "count": 1, "more": 2})
    assert not gives(result="kept", count=1)({}, {"result": "kept", "count": 2})


def seen_by(floor: Floor, fields: tuple[PositionField, ...], position: dict[str, Any], out: dict[str, Any]) -> bool:
    return floor_with_fields(floor, fields)(position, out)


def test_floors_test_values_by_their_names() -> None:
    deed = PositionField("act", "act", parts={"do": "value", "card": "card"})
    top = PositionField("top", "cards")
    high, equal = allowed_to("lay", lambda card: card > 5), refused_by("late", lambda card, top: card == top)
    out = {"violation": None}
    acts = [["lay", 6], ["lay", 5], ["keep", 6]]
    assert [seen_by(high, (deed, top), {"top": 1, "act": act}, out) for act in acts] == [True, False, False]
    late = {"violation": "late"}
    assert not seen_by(high, (deed, top), {"top": 1, "act": ["lay", 6]}, late)
    assert [seen_by(equal, (deed, top), {"top": 6, "act": act}, late) for act in acts] == [True, False, True]
    both = where(lambda violation, top: violation == "late" and top < 3, where(lambda do: do == "keep"))
    assert [seen_by(both, (deed, top), {"top": 1, "act": act}, late) for act in acts] == [False, False, True]
    assert where(lambda top: top == 1)({"top": 1}, out) and not where(lambda top: top == 1)({"top": 2}, out)
    with pytest.raises(LookupError, match="there is no 'card': a test may name violation, top, act"):
        high({"top": 1, "act": ["lay", 6]}, out)


def test_floors_test_the_number_of_winners() -> None:
    winners = [[0], [0, 1], [0, 1, 2]]
    assert [won_by_seats(1)({}, {"winners": seats}) for seats in winners] == [True, False, False]
    assert [won_by_seats(2, 3)({}, {"winners": seats}) for seats in winners] == [False, True, True]


def test_a_lesson_needs_misreadings_by_a_tuple_of_names() -> None:
    with pytest.raises(TypeError, match=r"the lesson 'low' needs 'any': write .* as a tuple, \('any',\)"):
        check("low", "may", 1, lambda random: {"hand": []}, allowed, "any")
