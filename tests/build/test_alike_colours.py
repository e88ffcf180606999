"""Inks of settings that nothing but colour tells apart have to differ to all eyes."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any

import pytest

from pnp.build.alike_colours import alike_colours
from pnp.project.project import open_shipped


def told(first: dict[str, Any], second: dict[str, Any]) -> list[str]:
    """What is said of a game whose first two colours are changed like this. No engine of the shipped ones would take
    two colours with one mark; one of a package may."""
    project = open_shipped()
    game = project.game("red")
    table = copy.deepcopy(dict(game.resolved))
    for entry, changes in zip(table["colours"], (first, second), strict=False):
        entry.update(changes)
    found = list(alike_colours(project, replace(game, resolved=table), {}))
    assert all(one.severity == "warning" and one.location is not None and one.hint for one in found)
    return [one.message for one in found]


@pytest.mark.parametrize(
    ("inks", "sights"),
    [(("#c8102e", "#00843d"), "with deuteranopia"), (("#e69f00", "#0072b2"), None), (("#aabbcc", "#AABBCC"), None)],
)
def test_inks_of_entries_with_one_mark_are_told_where_they_look_alike(
    inks: tuple[str, str], sights: str | None
) -> None:
    one, other = ({"ink": ink, "mark": "sun", "letter": "X"} for ink in inks)
    message = f"the inks {inks[0]} and {inks[1]} of colours look alike {sights}"
    assert told(one, other) == ([message] if sights else [])


@pytest.mark.parametrize("mark", [{"mark": "moon"}, {"letter": "Y"}])
def test_a_mark_or_a_letter_of_its_own_is_enough(mark: dict[str, str]) -> None:
    one = {"ink": "#c8102e", "mark": "sun", "letter": "X"}
    assert told(one, {**one, "ink": "#00843d", **mark}) == []
