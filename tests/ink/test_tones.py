"""Tones of single colours."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.cardsvg.colours import Rgb
from pnp.cardsvg.nodes import Gradient, Stop
from pnp.ink.tones import UNCHANGED, WHITE, Grey, Solid, Wash, apply_tone, contrast, grey, ink, keep_contrast, luminance

RED: Rgb = (0.83, 0.08, 0.12)
PALE_RED: Rgb = (0.97, 0.85, 0.86)
BLACK: Rgb = (0.1, 0.1, 0.12)
COLOURS = st.tuples(*[st.floats(0, 1)] * 3)


@given(COLOURS, st.floats(0.0, 0.99))
def test_a_wash_leaves_no_more_than_its_share_of_ink(colour: Rgb, share: float) -> None:
    assert ink(Wash(share).apply(colour)) <= share * ink(colour) + 1e-9


@given(COLOURS)
def test_greys_are_as_bright(colour: Rgb) -> None:
    assert luminance(grey(colour)) == pytest.approx(luminance(colour), abs=2e-4)
    assert len(set(grey(colour))) == 1


@given(COLOURS, COLOURS, st.floats(0.55, 1))
def test_what_stands_on_a_pale_ground_is_seen(colour: Rgb, was: Rgb, level: float) -> None:
    pale_ground = (level, level, level)
    most = contrast((0.0, 0.0, 0.0), pale_ground)
    assert contrast(keep_contrast(colour, was, pale_ground, 4.5, 7.0), pale_ground) >= min(4.45, most - 0.5)


def test_white_on_red_becomes_red_on_pale_red() -> None:
    adapted = keep_contrast(WHITE, RED, PALE_RED, 4.5, 21.0)
    assert adapted[0] - max(adapted[1:]) > 0.4
    assert contrast(adapted, PALE_RED) >= 4.5


def test_black_on_a_vivid_ground_takes_its_hue_and_stays_black_on_paper() -> None:
    adapted = keep_contrast(BLACK, (0.95, 0.55, 0.05), (1.0, 0.94, 0.86), 4.5, 6.0)
    assert adapted[0] - adapted[2] > 0.3
    assert keep_contrast(BLACK, WHITE, WHITE, 4.5, 21.0) == pytest.approx(BLACK, abs=0.01)


def test_a_gradient_changes_stop_by_stop() -> None:
    gradient = Gradient("linear", (0, 0, 1, 0), (Stop(0, RED), Stop(1, WHITE, 0.5)), True, (1, 0, 0, 1, 0, 0))
    changed = apply_tone(gradient, Wash(0.2))
    assert isinstance(changed, Gradient)
    assert [stop.colour for stop in changed.stops] == [Wash(0.2).apply(RED), WHITE]
    assert [stop.opacity for stop in changed.stops] == [1.0, 0.5]
    assert apply_tone(gradient, UNCHANGED) is gradient
    assert apply_tone(RED, Solid(WHITE)) == WHITE
    assert apply_tone(None, Grey()) is None
