"""Positions of red that can be answered, and that no game reaches."""

from __future__ import annotations

from dataclasses import replace

from pnp.games.red.rules.impossible import impossible
from tests.games.red.definitions import RED


def test_two_seats_do_not_play_a_game_for_three_or_four() -> None:
    palettes = [[["red", 1]], [["red", 2]]]
    three = replace(RED, players=(3, 4))
    assert impossible(RED, "winner", {"palettes": palettes, "rule": "red"}) is None
    assert impossible(three, "winner", {"palettes": palettes, "rule": "red"}) == "3 to 4 play, not 2"
    assert impossible(three, "winner", {"palettes": [*palettes, [["red", 3]]], "rule": "red"}) is None
