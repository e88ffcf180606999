"""Ink of a paint at a point: of one colour, of a gradient, of a picture."""

from __future__ import annotations

import io
import math
from functools import lru_cache
from typing import Any, TypeAlias

from PIL import Image as PillowImage

from pnp.cardsvg.colours import Rgb
from pnp.cardsvg.nodes import Gradient, Image, Paint, Picture
from pnp.cardsvg.paths import Box
from pnp.cardsvg.values import Matrix, apply, is_slice, viewport
from pnp.looks.outlines import Point

Ink: TypeAlias = tuple[Rgb, float]
"""A colour and how opaque it is."""

_SMALL = 200
"""Pixels along the longer side of a picture that is looked at: a third of a millimetre on a card."""


def inverse(matrix: Matrix) -> Matrix | None:
    """The map that undoes ``matrix``; None where nothing does."""
    a, b, c, d, e, f = matrix
    size = a * d - b * c
    if abs(size) < 1e-12:
        return None
    return d / size, -b / size, -c / size, a / size, (c * f - d * e) / size, (b * e - a * f) / size


def ink_at(paint: Paint, point: Point, box: Box) -> Ink | None:
    """The ink of a paint at a point inside a shape with this box; None for one that cannot be told."""
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
        along = 1.0 if not length else ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length
    else:
        *_, cx, cy, radius = paint.points
        along = math.hypot(x - cx, y - cy) / radius
    return _between(paint, _spread(along, paint.spread))


def _spread(along: float, spread: str) -> float:
    if spread == "repeat":
        return along % 1.0
    if spread == "reflect":
        return 1.0 - abs(along % 2.0 - 1.0)
    return max(0.0, min(1.0, along))


def _between(paint: Gradient, along: float) -> Ink:
    """The ink at an offset, between the stops on its two sides."""
    before = paint.stops[0]
    for stop in paint.stops:
        if stop.offset >= along:
            share = (along - before.offset) / (stop.offset - before.offset) if stop.offset > before.offset else 1.0
            return mixed(before.colour, stop.colour, share), before.opacity + share * (stop.opacity - before.opacity)
        before = stop
    return before.colour, before.opacity


def mixed(one: Rgb, other: Rgb, share: float) -> Rgb:
    """``one`` with ``share`` of ``other``."""
    r, g, b = (x + share * (y - x) for x, y in zip(one, other, strict=True))
    return r, g, b


_NOTHING: Ink = ((1.0, 1.0, 1.0), 0.0)


def picture_ink(image: Image, point: Point) -> Ink | None:
    """The ink of a picture at a point, nothing beside it; None for a picture that cannot be opened."""
    small = _small(image.picture)
    if small is None:
        return None
    width, height = small.size
    x, y, box_width, box_height = image.box
    back = inverse(viewport(image.box, (0.0, 0.0, width, height), image.fit))
    inside = x <= point[0] <= x + box_width and y <= point[1] <= y + box_height
    if back is None or (is_slice(image.fit) and not inside):
        return _NOTHING
    u, v = apply(back, *point)
    if not (0 <= u <= width and 0 <= v <= height):
        return _NOTHING
    red, green, blue, alpha = small.getpixel((min(width - 1, int(u)), min(height - 1, int(v))))
    return (red / 255, green / 255, blue / 255), alpha / 255


@lru_cache(maxsize=256)
def _small(picture: Picture) -> Any:
    """A picture with few pixels; None for one that cannot be opened, which a build refuses with its name."""

    try:
        with PillowImage.open(io.BytesIO(picture.data)) as opened:
            opened.draft("RGB", (_SMALL, _SMALL))
            opened.thumbnail((_SMALL, _SMALL))
            return opened.convert("RGBA")
    except (OSError, ValueError, SyntaxError, PillowImage.DecompressionBombError):
        return None
