"""Path data, shapes, transforms and viewports in numbers."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.cardsvg.paths import bounds, ellipse, path
from pnp.cardsvg.values import apply, multiply, transform, viewport


def ends(data: str) -> list[tuple[float, ...]]:
    return [tuple(round(value, 6) for value in args[-2:]) for _, args in path(data)]


def test_relative_and_absolute_commands_agree():
    assert path("m1 2l3 4h5v6c1 2 3 4 5 6s1 2 3 4q1 2 3 4t5 6z") == path(
        "M1 2L4 6H9V12C10 14 12 16 14 18S15 20 17 22Q18 24 20 26T25 32Z"
    )


def test_numbers_may_touch():
    assert ends("M0 0l.5.5-1-1") == [(0, 0), (0.5, 0.5), (-0.5, -0.5)]
    assert ends("M0,0a1,1 0 01 1,1") == ends("M0 0A1 1 0 0 1 1 1")


def test_a_move_with_more_points_draws_lines():
    assert [kind for kind, _ in path("M0 0 1 1 2 2m1 1 1 1")] == ["M", "L", "L", "M", "L"]


def test_drawing_goes_on_from_the_start_after_a_close():
    assert path("M1 1h2v2zh-5")[-2:] == (("M", (1.0, 1.0)), ("L", (-4.0, 1.0)))


@given(st.floats(0.1, 50), st.floats(0.1, 50), st.floats(0, 360), st.booleans(), st.booleans())
def test_an_arc_ends_where_it_should_and_stays_on_its_ellipse(rx, ry, turn, large, sweep):
    data = f"M0 0A{rx:.4f} {ry:.4f} {turn:.4f} {large:d} {sweep:d} 3 4"
    segments = path(data)
    assert segments[-1][1][-2:] == (3.0, 4.0)
    box = bounds(segments)
    assert box is not None
    reach = 2 * max(rx, ry, 2.5 * max(rx, ry) / min(rx, ry)) + 10
    assert max(abs(value) for value in box) < reach


def test_an_arc_without_radius_is_a_line_and_one_without_length_is_nothing():
    assert path("M0 0A0 5 0 0 1 3 4")[-1] == ("L", (3.0, 4.0))
    assert len(path("M1 1A5 5 0 0 1 1 1")) == 1


def test_the_box_of_a_curve_is_tight():
    assert bounds(path("M0 0C0 10 10 10 10 0")) == pytest.approx((0, 0, 10, 7.5))
    assert bounds(ellipse(5, 5, 3, 2)) == pytest.approx((2, 3, 6, 4))
    assert bounds(()) is None


def test_transforms_apply_from_right_to_left():
    assert apply(transform("translate(10,0) scale(2)"), 1, 1) == (12, 2)
    assert apply(transform("scale(2) translate(10 0)"), 1, 1) == (22, 2)
    assert apply(transform("rotate(90)"), 1, 0) == (0, 1)
    assert apply(transform("rotate(180 5 5)"), 0, 0) == (10, 10)
    assert apply(transform("matrix(1 2 3 4 5 6)"), 1, 1) == (9, 12)
    assert apply(transform("skewX(45)"), 0, 1) == pytest.approx((1, 1))
    assert apply(transform("skewY(45)"), 1, 0) == pytest.approx((1, 1))
    assert transform("") == (1, 0, 0, 1, 0, 0)


@given(st.floats(-360, 360), st.floats(-50, 50), st.floats(-50, 50))
def test_turning_keeps_distances(angle, x, y):
    turned = apply(transform(f"rotate({angle:.6f})"), x, y)
    assert math.hypot(*turned) == pytest.approx(math.hypot(x, y))


def test_multiplying_is_applying_one_after_the_other():
    one, other = transform("rotate(30) skewX(10)"), transform("scale(2 3) translate(1 2)")
    assert apply(multiply(one, other), 4, 5) == pytest.approx(apply(one, *apply(other, 4, 5)))


@pytest.mark.parametrize(
    ("fit", "corner", "far"),
    [
        ("xMidYMid meet", (5, 0), (15, 10)),
        ("xMinYMin", (0, 0), (10, 10)),
        ("xMaxYMax meet", (10, 0), (20, 10)),
        ("xMidYMid slice", (0, -5), (20, 15)),
        ("xMinYMax slice", (0, -10), (20, 10)),
        ("none", (0, 0), (20, 10)),
    ],
)
def test_a_view_box_is_fitted(fit, corner, far):
    matrix = viewport((0, 0, 20, 10), (1, 1, 4, 4), fit)
    assert apply(matrix, 1, 1) == pytest.approx(corner)
    assert apply(matrix, 5, 5) == pytest.approx(far)
