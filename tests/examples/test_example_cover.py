"""Choosing bundles, against trying every choice."""

from __future__ import annotations

from itertools import chain, product
from random import Random

import pytest

from pnp.examples.evaluator import Bundle, Candidate
from pnp.examples.search import choose_cover
from pnp.games.core.lesson import Lesson
from pnp.model.text import phrase


def lesson(name: str, needs: tuple[str, ...] = ()) -> Lesson:
    return Lesson(
        name,
        "example",
        "any",
        phrase(name),
        lambda random: {},
        lambda position, out: True,
        lambda out: None,
        lambda position: 1,
        needs,
    )


def bundle(name: str, cost: int, kills: str, needs: tuple[str, ...] = (), unmet: str = "") -> Bundle:
    return Bundle((Candidate(lesson(name, needs), {}, {}, 0, tuple(kills), (), cost, tuple(unmet)),))


def test_the_cheaper_of_two_ways_to_cover_everything_is_chosen() -> None:
    lists = [[bundle("a", 5, "x"), bundle("a", 8, "xy")], [bundle("b", 5, ""), bundle("b", 6, "y")]]
    choice = choose_cover(lists, "xy")
    assert [candidate.cost for candidate in choice.candidates] == [5, 6]


def test_every_list_gives_one_bundle_even_when_it_adds_nothing() -> None:
    choice = choose_cover([[bundle("a", 5, "x")], [bundle("b", 9, "x"), bundle("b", 4, "")]], "x")
    assert [(candidate.lesson.id, candidate.cost) for candidate in choice.candidates] == [("a", 5), ("b", 4)]


def test_of_equal_costs_the_lesson_that_needs_to_kill_does_it() -> None:
    lists = [[bundle("a", 5, "y"), bundle("a", 5, "x", ("x",))], [bundle("b", 5, "x"), bundle("b", 5, "y", ("y",))]]
    assert [candidate.kills for candidate in choose_cover(lists, "xy").candidates] == [("x",), ("y",)]


def test_what_one_bundle_per_list_cannot_cover_takes_a_further_example_and_is_named() -> None:
    choice = choose_cover([[bundle("a", 5, "x"), bundle("a", 5, "y"), bundle("a", 7, "y")]], "xy")
    assert len(choice.bundles) == 1 and len(choice.further) == 1
    assert {name for candidate in choice.candidates for name in candidate.kills} == {"x", "y"}
    assert len(choice.strained) == 1 and sum(candidate.cost for candidate in choice.candidates) == 10


def test_preferences_come_before_few_cards() -> None:
    choice = choose_cover(
        [[bundle("a", 5, "x", unmet="p"), bundle("a", 90, "x"), bundle("a", 5, "x", unmet="pq")]], "x"
    )
    assert [candidate.cost for candidate in choice.candidates] == [90]


def test_no_misreading_is_left_for_a_preference() -> None:
    lists = [[bundle("a", 5, "x"), bundle("a", 5, "xy", unmet="p")], [bundle("b", 5, "z")]]
    choice = choose_cover(lists, "xyz")
    assert [candidate.unmet for candidate in choice.candidates] == [("p",), ()]


def test_a_further_example_meets_the_preferences_too() -> None:
    first, liked, unliked = bundle("a", 5, "x"), bundle("a", 60, "y"), bundle("a", 5, "y", unmet="p")
    assert [candidate.cost for candidate in choose_cover([[first, unliked, liked]], "xy").further] == [60]


def test_empty_lists_are_passed_over() -> None:
    assert [candidate.lesson.id for candidate in choose_cover([[], [bundle("b", 1, "")]], "x").candidates] == ["b"]


@pytest.mark.parametrize("seed", range(25))
def test_no_other_choice_is_cheaper(seed: int) -> None:
    random = Random(seed)
    demands = "uvwxyz"
    lists = [
        [bundle(name, random.randint(3, 8), "".join(random.sample(demands, random.randint(0, 3)))) for _ in range(5)]
        for name in "abcd"
    ]
    choice = choose_cover(lists, demands)
    reachable = max(len(met(chosen, demands)) for chosen in product(*lists))
    best = min(
        sum(candidate.cost for candidate in chosen)
        for chosen in product(*lists)
        if len(met(chosen, demands)) == reachable
    )
    if reachable == len(met(chain(*lists), demands)):
        assert not choice.further
        assert len(met(choice.bundles, demands)) == reachable
        assert sum(bundle.cost for bundle in choice.bundles) == best
    else:
        assert {name for candidate in choice.candidates for name in candidate.kills} == met(chain(*lists), demands)


def met(chosen: object, demands: str) -> set[str]:
    return {name for candidate in chosen for name in candidate.covers if name in demands}  # type: ignore[attr-defined]
