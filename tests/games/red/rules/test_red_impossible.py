"""Positions of red that can be answered, and that no game reaches."""

from __future__ import annotations

from dataclasses import replace

from pnp.games.red.rules.impossible import impossible
from tests.games.red.definitions import RED


def test_no_more_seats_are_in_than_play_and_those_that_are_out_may_be_left_out() -> None:
    palettes = [[["red", 1]], [["red", 2]]]
    two, four = replace(RED, players=(2, 2)), replace(RED, players=(4, 4))
    assert impossible(two, "winner", {"palettes": palettes, "rule": "red"}) is None
    assert impossible(two, "winner", {"palettes": [*palettes, [["red", 3]]], "rule": "red"}) == "at most 2 play, not 3"
    assert impossible(four, "winner", {"palettes": palettes, "rule": "red"}) is None
