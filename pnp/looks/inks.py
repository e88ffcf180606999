"""Find the ink of a paint at a point: of one colour, of a gradient, of a picture."""

from __future__ import annotations

import io
import math
from functools import lru_cache
from typing import Any, TypeAlias

from PIL import Image as PillowImage

from pnp.cardsvg.colours import Rgb
from pnp.cardsvg.nodes import Gradient, Image, Paint, Picture
from pnp.cardsvg.paths import Box
from pnp.cardsvg.values import apply, inverse, is_slice, viewport
from pnp.looks.outlines import Point

Ink: TypeAlias = tuple[Rgb, float]
"""Colour and its opacity."""

ALL_OVER = "all over on the face"
ONE_COLOUR = f"is of one colour {ALL_OVER}"
_SMALL = 200
"""Pixels along the longer side of the reduced picture: a third of a millimetre on a card."""


def ink_at(paint: Paint, point: Point, box: Box) -> Ink | None:
    """Return the ink of a paint at a point inside a shape with this box; None if it is unknown."""
    if not isinstance(paint, Gradient):
        return None if paint is None else (paint, 1.0)
    back = inverse(paint.transform)
    if back is None:
        return None
    x, y = point
    if paint.of_box:
        x, y = (x - box[0]) / (box[2] or 1.0), (y - box[1]) / (box[3] or 1.0)
    x, y = apply(back, x, y)
    if paint.kind == "linear":
        x0, y0, x1, y1 = paint.points
        length = (x1 - x0) ** 2 + (y1 - y0) ** 2
        offset = 1.0 if not length else ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length
    else:
        *_, cx, cy, radius = paint.points
        offset = math.hypot(x - cx, y - cy) / radius
    return _gradient_ink(paint, _clamp_offset(offset, paint.spread))


def _clamp_offset(offset: float, spread: str) -> float:
    if spread == "repeat":
        return offset % 1.0
    if spread == "reflect":
        return 1.0 - abs(offset % 2.0 - 1.0)
    return max(0.0, min(1.0, offset))


def _gradient_ink(paint: Gradient, offset: float) -> Ink:
    """Return the ink at an offset, between the stops on its two sides."""
    previous = paint.stops[0]
    for stop in paint.stops:
        if stop.offset >= offset:
            share = (
                (offset - previous.offset) / (stop.offset - previous.offset) if stop.offset > previous.offset else 1.0
            )
            return mixed(previous.colour, stop.colour, share), previous.opacity + share * (
                stop.opacity - previous.opacity
            )
        previous = stop
    return previous.colour, previous.opacity


def mixed(first: Rgb, second: Rgb, share: float) -> Rgb:
    """Return ``first`` with ``share`` of ``second``."""
    r, g, b = first
    red, green, blue = second
    return r + share * (red - r), g + share * (green - g), b + share * (blue - b)


_WHITE = 250
"""Least value of a channel, from 0 to 255, with which nothing is printed."""
_FEWEST_PIXELS = 16
_NOTHING: Ink = ((1.0, 1.0, 1.0), 0.0)


def picture_ink(image: Image, point: Point) -> Ink | None:
    """Return the ink of a picture at a point, nothing beside it; None for a picture that cannot be opened."""
    thumbnail = _thumbnail(image.picture)
    if thumbnail is None:
        return None
    width, height = thumbnail.size
    x, y, box_width, box_height = image.box
    back = inverse(viewport(image.box, (0.0, 0.0, width, height), image.fit))
    inside = x <= point[0] <= x + box_width and y <= point[1] <= y + box_height
    if back is None or (is_slice(image.fit) and not inside):
        return _NOTHING
    u, v = apply(back, *point)
    if not (0 <= u <= width and 0 <= v <= height):
        return _NOTHING
    red, green, blue, alpha = thumbnail.getpixel((min(width - 1, int(u)), min(height - 1, int(v))))
    return (red / 255, green / 255, blue / 255), alpha / 255


def blank_picture(picture: Picture) -> str | None:
    """Return why a picture shows nothing: it is transparent, white, or of one colour. A few pixels may be meant as a
    colour."""
    thumbnail = _thumbnail(picture)
    if thumbnail is None or min(thumbnail.size) < _FEWEST_PIXELS:
        return None
    *colours, (_, most) = thumbnail.getextrema()
    if most == 0:
        return f"is transparent {ALL_OVER}"
    if all(least >= _WHITE for least, _ in colours):
        return f"is white {ALL_OVER}"
    return ONE_COLOUR if all(least == greatest for least, greatest in thumbnail.getextrema()) else None


@lru_cache(maxsize=256)
def _thumbnail(picture: Picture) -> Any:
    """Return a picture reduced to few pixels; None if it cannot be opened, which a build refuses with its name."""

    try:
        with PillowImage.open(io.BytesIO(picture.data)) as image:
            image.draft("RGB", (_SMALL, _SMALL))
            image.thumbnail((_SMALL, _SMALL))
            return image.convert("RGBA")
    except (OSError, ValueError, SyntaxError, PillowImage.DecompressionBombError):
        return None
