"""Differences of colours to all eyes are as published."""

from __future__ import annotations

import itertools

from pnp.looks.vision import ALIKE, VISIONS, confusing_sights, differences

OKABE_ITO = ("#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7", "#000000")
"""Colours for all eyes: M. Okabe and K. Ito, "Color Universal Design", 2008."""


def test_equal_colours_do_not_differ_and_greys_differ_alike_to_all_eyes() -> None:
    assert set(differences("#abc", "#aabbcc").values()) == {0}
    assert len({round(difference, 1) for difference in differences("#000000", "#777777").values()}) == 1


def test_red_and_green_of_one_lightness_are_alike_to_the_colour_blind_alone() -> None:
    assert confusing_sights(("#c8102e",), ("#00843d",)) == ["deuteranopia"]
    assert confusing_sights(("#00ff00",), ("#ffff00",)) == ["protanopia"]
    assert confusing_sights(("#f0f0f0",), ("#f2f2f2",)) == list(VISIONS)


def test_a_second_colour_tells_apart_what_the_first_does_not() -> None:
    assert confusing_sights(("#c8102e", "#000000"), ("#00843d", "#ffffff")) == []
    assert confusing_sights(("#c8102e", "#000000"), ("#00843d", "#000000")) == ["deuteranopia"]


def test_a_palette_for_all_eyes_is_never_alike() -> None:
    least_differences = [min(differences(*pair).values()) for pair in itertools.combinations(OKABE_ITO, 2)]
    assert len(least_differences) == 28
    assert min(least_differences) > ALIKE + 2
