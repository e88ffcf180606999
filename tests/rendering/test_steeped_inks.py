"""Inks darkened until they read on paper, as dye is."""

from __future__ import annotations

import colorsys

import pytest

from pnp.rendering.colour import channels, contrast, steeped

PAPER = "#fff8ea"


def hue(ink: str) -> tuple[float, float]:
    """Hue in degrees and saturation of an ink."""
    found = colorsys.rgb_to_hsv(*(channel / 255 for channel in channels(ink)))
    return found[0] * 360, found[1]


@pytest.mark.parametrize("ink", ["#f08c2e", "#f7ce46", "#a3c644", "#7cc7df", "#b79ad4", "#ffffff", "#ff0", "#000"])
@pytest.mark.parametrize("least", [3.2, 4.5, 6.6])
def test_a_steeped_ink_reads_on_paper(ink: str, least: float) -> None:
    assert contrast(steeped(ink, PAPER, least), PAPER) >= least


@pytest.mark.parametrize("ink", ["#f08c2e", "#f7ce46", "#a3c644", "#7cc7df", "#b79ad4"])
def test_a_steeped_ink_stays_a_colour_of_its_own(ink: str) -> None:
    before, after = hue(ink), hue(steeped(ink, PAPER, 6.6))
    assert abs(before[0] - after[0]) < 20
    assert after[1] > before[1]


def test_an_ink_that_reads_is_left_as_it_is() -> None:
    assert steeped("#6a3d98", PAPER, 4.5) == "#6a3d98"
