"""Inks darkened like dye until they read on paper."""

from __future__ import annotations

import colorsys

import pytest

from pnp.rendering.graphics.colour import channels, contrast, darken_to_contrast, overprinted

PAPER = "#fff8ea"


def hue(ink: str) -> tuple[float, float]:
    """Return hue in degrees and saturation of an ink."""
    hsv = colorsys.rgb_to_hsv(*(channel / 255 for channel in channels(ink)))
    return hsv[0] * 360, hsv[1]


@pytest.mark.parametrize("ink", ["#f08c2e", "#f7ce46", "#a3c644", "#7cc7df", "#b79ad4", "#ffffff", "#ff0", "#000"])
@pytest.mark.parametrize("least", [3.2, 4.5, 6.6])
def test_a_steeped_ink_reads_on_paper(ink: str, least: float) -> None:
    assert contrast(darken_to_contrast(ink, PAPER, least), PAPER) >= least


@pytest.mark.parametrize("ink", ["#f08c2e", "#f7ce46", "#a3c644", "#7cc7df", "#b79ad4"])
def test_a_steeped_ink_stays_a_colour_of_its_own(ink: str) -> None:
    before, after = hue(ink), hue(darken_to_contrast(ink, PAPER, 6.6))
    assert abs(before[0] - after[0]) < 20
    assert after[1] > before[1]


def test_an_ink_that_reads_is_left_as_it_is() -> None:
    assert darken_to_contrast("#6a3d98", PAPER, 4.5) == "#6a3d98"


@pytest.mark.parametrize("ink", ["#d4141f", "#ee8513", "#fbe51c", "#16845a", "#1590fa", "#aa4799", "#ff7eb6", "#ff0"])
def test_an_overprinted_ink_is_deeper_and_as_pure(ink: str) -> None:
    deep = overprinted(ink, 1.6)
    assert contrast(deep, ink) >= 1.6
    assert hue(deep)[1] >= hue(ink)[1]
    assert all(after <= before for before, after in zip(channels(ink), channels(deep), strict=True))
