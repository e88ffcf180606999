"""Rings of colour segments, and places round a centre."""

from __future__ import annotations

import math
import re

import pytest

from pnp import cardsvg
from pnp.rendering.graphics.rays import polar
from pnp.rendering.graphics.shapes import ring

INKS = ("#d4141f", "#1590fa", "#fbe51c", "#ee8513", "#16845a", "#6b2c91")
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def segments(markup):
    return re.findall(r'<path d="([^"]+)" fill="([^"]+)"', markup)


def corners(path):
    """Return the four corners of a segment: the ends of its outer arc, then of its inner one."""
    figures = [float(figure) for figure in NUMBER.findall(path)]
    return [tuple(figures[index : index + 2]) for index in (0, 7, 9, 16)]


@pytest.mark.parametrize("count", [1, 2, 3, 6])
def test_a_ring_has_a_segment_for_each_ink_in_its_order(count):
    assert [ink for _, ink in segments(ring(0, 0, 20, 10, INKS[:count], gap=1))] == list(INKS[:count])


def test_a_ring_without_inks_draws_nothing():
    assert segments(ring(0, 0, 20, 10, [])) == []


@pytest.mark.parametrize("count", [2, 3, 6])
def test_the_gap_between_two_segments_is_as_wide_outside_as_inside(count):
    drawn = [corners(path) for path, _ in segments(ring(0, 0, 20, 10, INKS[:count], gap=1.5))]
    for segment, following in zip(drawn, drawn[1:] + drawn[:1], strict=True):
        assert math.dist(segment[1], following[0]) == pytest.approx(1.5, abs=0.005)
        assert math.dist(segment[2], following[3]) == pytest.approx(1.5, abs=0.005)


def test_segments_go_clockwise_from_the_turn():
    (first, _), *_ = segments(ring(0, 0, 20, 10, INKS[:3], turn=-60))
    left, right = corners(first)[:2]
    middle = math.degrees(math.atan2(left[0] + right[0], -(left[1] + right[1])))
    assert middle == pytest.approx(-60, abs=0.01)


@pytest.mark.parametrize("count", [1, 2, 6])
def test_round_corners_stay_inside_the_ring(count):
    markup = ring(0, 0, 20, 10, INKS[:count], gap=1, soft=0.5)
    assert markup.count('stroke-width="1.0"') == count
    radii = {float(radius) for radius in re.findall(r"[aA] (\S+) ", markup)}
    assert radii == {19.5, 10.5}


@pytest.mark.parametrize(("outer", "inner", "gap"), [(10, 10, 0), (10, 0, 0), (10, 1, 4)])
def test_measures_that_leave_no_ring_are_refused(outer, inner, gap):
    with pytest.raises(ValueError, match="no ring is left"):
        ring(0, 0, outer, inner, INKS, gap=gap)


def test_a_ring_too_fine_to_print_is_refused():
    with pytest.raises(ValueError, match="too fine"):
        ring(0, 0, 20, 10, ["#000000"] * 73)


def test_a_ring_keeps_to_the_profile():
    body = ring(25, 25, 20, 10, INKS, gap=1, turn=-30, soft=0.4) + ring(25, 25, 8, 4, INKS[:1])
    cardsvg.parse(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 50">{body}</svg>', "ring")


@pytest.mark.parametrize(("degrees", "point"), [(0, (5, 2)), (90, (8, 5)), (180, (5, 8)), (-90, (2, 5))])
def test_degrees_go_clockwise_from_twelve(degrees, point):
    assert polar(5, 5, 3, degrees) == point
