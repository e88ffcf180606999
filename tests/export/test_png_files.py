"""PNG files of drawings and of photographs hold every pixel, their resolution, and say that they are sRGB."""

from __future__ import annotations

import io
import random

import pytest
from PIL import Image, ImageDraw

from pnp.formats.formats import encode, encode_drawing_png


def drawing(width: int, height: int) -> Image.Image:
    image = Image.new("RGB", (width, height), (212, 20, 31))
    ImageDraw.Draw(image).ellipse((width // 4, height // 4, width // 2, height // 2), fill=(20, 200, 31))
    return image


def photograph(width: int, height: int) -> Image.Image:
    return Image.frombytes("RGB", (width, height), random.Random(7).randbytes(width * height * 3))


@pytest.mark.parametrize(("width", "height"), [(1, 1), (1, 300), (300, 1), (822, 1122)])
def test_every_pixel_of_a_drawing_is_in_the_file(width: int, height: int) -> None:
    image = drawing(width, height)
    with Image.open(io.BytesIO(encode(image, "png", 300))) as written:
        written.load()
        assert (written.size, written.mode, written.tobytes()) == (image.size, "RGB", image.tobytes())


@pytest.mark.parametrize("make", [drawing, photograph])
def test_a_file_says_its_resolution_and_its_colours(make: object) -> None:
    image = drawing(90, 70) if make is drawing else photograph(90, 70)
    with Image.open(io.BytesIO(encode(image, "png", 600))) as written:
        assert written.tobytes() == image.tobytes()
        assert round(written.info["dpi"][0]) == round(written.info["dpi"][1]) == 600
        assert written.info["srgb"] == 0


def test_a_drawing_is_written_as_it_is_and_a_photograph_is_not() -> None:
    image = drawing(822, 1122)
    plain = encode_drawing_png(image, 300)
    assert plain is not None
    assert len(plain) < 822 * 1122 * 3 / 100
    assert encode_drawing_png(photograph(300, 300), 300) is None
