"""What may not stand in a definition of red, and where the message points."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pnp.games.red.problems import problems
from pnp.games.red.settings import Criterion, RedSettings
from pnp.model.text import Translated
from tests.games.red.definitions import VARIANTS


def recoloured(settings: RedSettings, index: int, **changes: Any) -> RedSettings:
    colours = list(settings.colours)
    colours[index] = replace(colours[index], **changes)
    return replace(settings, colours=tuple(colours))


@pytest.mark.parametrize(
    "name", ["red", "red7", "red7-basic", "eight", "zeros", "red-single-nothing", "eight-other-readings"]
)
def test_a_definition_that_can_be_played_has_no_problems(name: str) -> None:
    assert problems(VARIANTS[name]) == ()


@pytest.mark.parametrize(
    ("changes", "path", "code"),
    [
        ({"players": (4, 2)}, ("players",), "players-reversed"),
        ({"players": (1, 4)}, ("players", 0), "too-few-players"),
        ({"players": (2, 7)}, ("hand",), "too-few-cards"),
        ({"hand": 12}, ("hand",), "too-few-cards"),
        ({"numbers": (1, 2, 3, 4, 7, 6, 7)}, ("numbers", 6), "duplicate-number"),
        ({"order": ("red",)}, ("order",), "order-incomplete"),
        (
            {"order": ("red", "red", "orange", "yellow", "green", "blue", "indigo", "violet")},
            ("order", 1),
            "duplicate-colour",
        ),
        (
            {"order": ("pink", "red", "orange", "yellow", "green", "blue", "indigo", "violet")},
            ("order", 0),
            "unknown-colour",
        ),
        ({"opening_rule": "pink"}, ("opening-rule",), "unknown-colour"),
        ({"goals": (40, 35)}, ("goals",), "goals-count"),
    ],
)
def test_settings_that_disagree_are_told(changes: dict[str, Any], path: tuple[Any, ...], code: str) -> None:
    found = problems(replace(VARIANTS["red"], **changes))
    assert [(problem.path, problem.code) for problem in found] == [(path, code)]
    assert found[0].message and found[0].hint


@pytest.mark.parametrize(
    ("changes", "path", "code"),
    [
        ({"id": "red"}, ("id",), "duplicate-id"),
        ({"id": "Dark red"}, ("id",), "bad-id"),
        ({"name": "red"}, ("name",), "duplicate-name"),
        ({"name": Translated("pink", "赤")}, ("name",), "duplicate-name"),
        ({"name": Translated("pink", " ")}, ("name",), "empty-text"),
        ({"letter": "R"}, ("letter",), "duplicate-letter"),
        ({"letter": Translated("P", "赤")}, ("letter",), "duplicate-letter"),
        ({"letter": "P1"}, ("letter",), "bad-letter"),
        ({"letter": "Pink"}, ("letter",), "bad-letter"),
        ({"mark": "sun"}, ("mark",), "duplicate-mark"),
        ({"ink": "pink"}, ("ink",), "bad-ink"),
        ({"rule": Criterion("sum")}, ("rule",), "missing-figure"),
        ({"rule": Criterion("below")}, ("rule",), "missing-figure"),
        ({"rule": Criterion("above")}, ("rule",), "missing-figure"),
        ({"rule": Criterion("even", 2)}, ("rule", "of"), "needless-figure"),
        ({"rule": Criterion("below", 1)}, ("rule",), "rule-never-fits"),
        ({"rule": Criterion("above", 7)}, ("rule",), "rule-never-fits"),
        ({"rule": Criterion("sum", 0)}, ("rule",), "rule-never-fits"),
        ({"rule": Criterion("sum", 197)}, ("rule",), "rule-never-fits"),
    ],
)
def test_a_colour_that_clashes_is_told(changes: dict[str, Any], path: tuple[str, ...], code: str) -> None:
    found = {(problem.path, problem.code) for problem in problems(recoloured(VARIANTS["red"], 3, **changes))}
    assert found == {(("colours", 3, *path), code)}


def test_the_whole_deck_can_just_be_summed() -> None:
    assert problems(recoloured(VARIANTS["red"], 3, rule=Criterion("sum", 196))) == ()


def test_all_problems_are_told_in_one_run() -> None:
    broken = recoloured(replace(VARIANTS["red"], hand=12, goals=(1,), opening_rule="pink"), 2, letter="R", ink="red")
    assert len(problems(broken)) == 5


def test_a_goal_per_number_of_players_is_no_problem() -> None:
    assert problems(replace(VARIANTS["red"], goals=(1, 2, 3))) == ()
