"""Colours as inks: near the values of the profile, within the limit, black and greys in black alone."""

from __future__ import annotations

import io
import math
from functools import cache

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from PIL import Image, ImageCms

from pnp.cardsvg.nodes import Stop
from pnp.pdf.objects.palette import MAX_CHROMA
from pnp.prepress.press import PressInks
from pnp.prepress.profile import shipped_profile
from pnp.units import MM_PER_PT

COLOURS = st.tuples(*[st.integers(0, 255).map(lambda part: part / 255)] * 3)


@cache
def press(limit: float) -> PressInks:
    return PressInks(shipped_profile(), limit)


@pytest.mark.parametrize("limit", [240.0, 300.0])
@given(colour=COLOURS)
def test_no_colour_has_more_ink_than_the_limit(limit: float, colour: tuple[float, float, float]) -> None:
    assert sum(press(limit).values(colour)) <= limit / 100 + 0.005


@given(colour=COLOURS)
def test_a_colour_within_the_limit_is_what_the_profile_makes_of_it(colour: tuple[float, float, float]) -> None:
    inks = bytes(round(ink * 255) for ink in press(300).values(colour))
    profile = ImageCms.ImageCmsProfile(io.BytesIO(shipped_profile().data))
    flags = ImageCms.Flags.BLACKPOINTCOMPENSATION
    screen = ImageCms.createProfile("sRGB")
    there = ImageCms.buildTransform(screen, profile, "RGB", "CMYK", ImageCms.Intent.RELATIVE_COLORIMETRIC, flags)
    image = Image.new("RGB", (1, 1), tuple(round(part * 255) for part in colour))
    wanted = ImageCms.applyTransform(image, there)
    assert wanted is not None
    if len(set(colour)) > 1:
        assert max(abs(a - b) for a, b in zip(inks, wanted.tobytes(), strict=True)) <= 2


def test_black_and_greys_are_black_alone() -> None:
    assert press(300).fill_operator((0.0, 0.0, 0.0)) == "0 0 0 1 k"
    assert press(300).stroke_operator((1.0, 1.0, 1.0)) == "0 0 0 0 K"
    cyan, magenta, yellow, black = press(300).values((0.5, 0.5, 0.5))
    assert (cyan, magenta, yellow) == (0, 0, 0)
    assert 0.45 < black < 0.65
    blacks = [press(300).values((grey / 255,) * 3)[3] for grey in range(256)]  # type: ignore[arg-type]
    assert blacks == sorted(blacks, reverse=True)


@pytest.mark.parametrize("limit", [240.0, 300.0])
def test_pictures_keep_the_limit_and_are_the_colours_of_shapes(limit: float) -> None:
    fall = Image.linear_gradient("L")
    picture = Image.merge("RGB", (fall, fall.rotate(90), fall.rotate(180)))
    inked = press(limit).picture(picture)
    assert inked is not None
    assert inked.mode == "CMYK"
    data = inked.tobytes()
    assert max(sum(data[position : position + 4]) for position in range(0, len(data), 4)) <= limit * 2.55
    for position in ((10, 200), (128, 40), (250, 250)):
        shape = press(limit).values(tuple(part / 255 for part in picture.getpixel(position)))  # type: ignore[arg-type, union-attr]
        assert max(abs(a - b / 255) for a, b in zip(shape, inked.getpixel(position), strict=True)) < 0.06  # type: ignore[arg-type]


def test_a_grey_picture_is_printed_in_black_alone() -> None:
    inked = press(300).picture(Image.linear_gradient("L"))
    assert inked is not None
    assert inked.mode == "L"
    assert inked.getextrema() == (0, 255)


def test_gradients_have_stops_between_so_that_inks_follow_the_colours() -> None:
    stops = press(300).stops((Stop(0.0, (1.0, 0.0, 0.0)), Stop(1.0, (0.0, 0.0, 1.0))))
    assert len(stops) == 9
    assert [stop.offset for stop in stops] == sorted(stop.offset for stop in stops)
    assert stops[4].colour == (0.5, 0.0, 0.5)


def shares(operator: str) -> tuple[float, ...]:
    return tuple(float(word) for word in operator.split()[:4])


@pytest.mark.parametrize(
    ("colour", "points", "alone"),
    [
        ((0.45, 0.42, 0.43), 7.0, True),
        ((0.45, 0.42, 0.43), 9.5, False),
        ((0.45, 0.30, 0.43), 7.0, False),
        ((0.10, 0.09, 0.12), 7.0, True),
        ((0.10, 0.09, 0.12), 12.0, True),
    ],
)
def test_small_type_that_is_nearly_grey_is_in_black_alone(
    colour: tuple[float, float, float], points: float, alone: bool
) -> None:
    *others, black = shares(press(300).fill_operator(colour, points * MM_PER_PT))
    assert (max(others) == 0) == alone
    assert black > 0.1


def distance(first: tuple[float, ...], second: tuple[float, ...]) -> float:
    """Return how far apart two mixtures of inks look, in units of CIELAB."""
    profile = ImageCms.ImageCmsProfile(io.BytesIO(shipped_profile().data))
    to_lab = ImageCms.buildTransform(profile, ImageCms.createProfile("LAB"), "CMYK", "LAB")
    image = Image.frombytes("CMYK", (2, 1), bytes(round(ink * 255) for ink in (*first, *second)))
    lab = ImageCms.applyTransform(image, to_lab)
    assert lab is not None
    one, other = lab.tobytes()[:3], lab.tobytes()[3:]
    # a and b are signed bytes; lightness is 255 for 100.
    steps = [(one[0] - other[0]) / 2.55, *((a - b + 128) % 256 - 128 for a, b in zip(one[1:], other[1:], strict=True))]
    return math.hypot(*steps)


@example(colour=(72 / 255, 64 / 255, 38 / 255))  # candidates on both sides of grey, where a* changes its sign
@given(colour=COLOURS)
def test_small_type_in_a_colour_is_in_three_inks_that_look_like_it(colour: tuple[float, float, float]) -> None:
    assume(max(colour) - min(colour) > MAX_CHROMA)
    inks = press(300)
    large = shares(inks.stroke_operator(colour, 9 * MM_PER_PT))
    small = shares(inks.stroke_operator(colour, 8.9 * MM_PER_PT))
    assert large == inks.values(colour)
    assert sum(ink > 0 for ink in small) <= 3
    assert sum(small) <= sum(large) + 0.002
    assert distance(small, large) < 9


@given(colour=st.tuples(*[st.integers(0, 80).map(lambda part: part / 255)] * 3))
def test_a_colour_over_the_limit_becomes_one_that_looks_like_it(colour: tuple[float, float, float]) -> None:
    assume(len(set(colour)) > 1)
    assert distance(press(240).values(colour), press(400).values(colour)) < 5
