"""Winners by points: the question, the oracle's answer, the lessons and the misreadings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.games.core.answer import Answer, Door, least_points_win, most_points_win, oracle_of
from pnp.games.core.defaults.proposals import Draws
from pnp.games.core.defaults.winners import misread_winners, winner_lessons, winners
from pnp.games.core.lesson import with_room
from pnp.games.core.schema import kinds
from pnp.games.core.score import seats_with_least, seats_with_most

Right = Callable[[Sequence[int]], tuple[int, ...]]


@dataclass(frozen=True)
class Rules:
    winners: Right
    deck: dict[int, int]
    players: tuple[int, int] = (2, 4)


MOST, LEAST = Rules(seats_with_most, {1: 1}), Rules(seats_with_least, {1: 1})
ANSWER = Door[Any, Rules](kinds(winners))


def ask(rules: Rules, position: Any) -> Answer:
    return ANSWER(None, rules, "winners", position)


@given(st.lists(st.integers(-9, 9), min_size=2, max_size=4))
def test_engine_and_oracle_agree(points: list[int]) -> None:
    oracles = oracle_of(winners=most_points_win), oracle_of(winners=least_points_win)
    for rules, oracle in zip((MOST, LEAST), oracles, strict=True):
        assert oracle.kinds == ("winners",)
        assert ask(rules, {"points": points}) == oracle(None, "winners", {"points": points})


@pytest.mark.parametrize("rules", [MOST, LEAST])
@pytest.mark.parametrize("points", [range(10), lambda random, position: [random.randint(0, 99) for _ in range(4)]])
def test_one_lesson_has_a_winner_and_the_other_has_two(rules: Rules, points: Any) -> None:
    draw = Draws(ANSWER, rules)
    alone, together = winner_lessons(draw, 40, points)
    assert (alone.id, alone.rank, together.id, together.rank) == ("winner", 40, "shared-win", 41)
    for lesson in (alone, together):
        proposals = [lesson.propose(Random(seed)) for seed in range(40)]
        assert sum(lesson.shows(position, ask(rules, position)) for position in proposals) > 15
    assert [len(ask(rules, together.propose(Random(seed)))["winners"]) > 1 for seed in range(40)] == [True] * 40
    assert winner_lessons(draw, 40, points, shared=False)[0].id == "winner"
    assert len(winner_lessons(draw, 40, points, shared=False)) == 1


@pytest.mark.parametrize(
    ("rules", "names"), [(MOST, ["least-wins", "no-shared-win"]), (LEAST, ["most-wins", "no-shared-win"])]
)
def test_each_lesson_rules_out_its_misreading(rules: Rules, names: list[str]) -> None:
    wrong = {misreading.id: misreading.patch(rules) for misreading in with_room(misread_winners(rules.winners))}
    assert list(wrong) == names
    lessons = winner_lessons(Draws(ANSWER, rules), 1, range(10))
    assert [lesson.needs for lesson in lessons] == [(names[0],), (names[1],)]
    for lesson in lessons:
        position = next(
            position
            for position in (lesson.propose(Random(seed)) for seed in range(40))
            if lesson.shows(position, ask(rules, position))
        )
        assert ask(wrong[lesson.needs[0]], position) != ask(rules, position)
    assert [misreading.id for misreading in with_room(misread_winners(rules.winners, shared=False))] == names[:1]
    assert replace(rules, winners=wrong[names[1]].winners) == wrong[names[1]]
