"""Inks of settings that nothing but colour tells apart have to differ to all eyes."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any

import pytest

from pnp.build.alike_colours import alike_colours
from pnp.project.project import open_shipped


def told(first: dict[str, Any], second: dict[str, Any]) -> list[str]:
    """Return the warnings about a game with these changes of its first two colours.

    No shipped engine takes two colours with one mark; that of a package may.
    """
    project = open_shipped()
    game = project.game("red")
    table = copy.deepcopy(dict(game.resolved))
    for entry, changes in zip(table["colours"], (first, second), strict=False):
        entry.update(changes)
    warnings = list(alike_colours(project, replace(game, resolved=table), {}))
    assert all(
        diagnostic.severity == "warning" and diagnostic.location is not None and diagnostic.hint
        for diagnostic in warnings
    )
    return [diagnostic.message for diagnostic in warnings]


@pytest.mark.parametrize(
    ("inks", "sights"),
    [(("#c8102e", "#00843d"), "with deuteranopia"), (("#e69f00", "#0072b2"), None), (("#aabbcc", "#AABBCC"), None)],
)
def test_inks_of_entries_with_one_mark_are_told_where_they_look_alike(
    inks: tuple[str, str], sights: str | None
) -> None:
    first_entry, other = ({"ink": ink, "mark": "sun", "letter": "X"} for ink in inks)
    message = f"the inks {inks[0]} and {inks[1]} of colours look alike {sights}"
    assert told(first_entry, other) == ([message] if sights else [])


@pytest.mark.parametrize("mark", [{"mark": "moon"}, {"letter": "Y"}])
def test_a_mark_or_a_letter_of_its_own_is_enough(mark: dict[str, str]) -> None:
    first_entry = {"ink": "#c8102e", "mark": "sun", "letter": "X"}
    assert told(first_entry, {**first_entry, "ink": "#00843d", **mark}) == []
