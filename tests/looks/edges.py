"""Inspect the cut: ground that runs over it, a white rim inside it, and frames and type that keep away from it."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Any

from PIL import Image

from pnp.cardsvg import Drawing
from pnp.cardsvg.nodes import Shape
from pnp.cardsvg.paths import Box, Segments
from pnp.cardsvg.values import apply
from pnp.units import Size
from tests.looks.glyphs import Glyph
from tests.looks.kits import PIXELS_PER_MM
from tests.rendering.drawn import placed

CLEAR = 3.0
"""How far frames and type keep inside the trim, in mm."""
RIM = 2.5
"""The least of a plain rim, in mm (``pnp.model.component``)."""
WHITE = 250
MOST_WHITE = 0.5
"""How much of a side of the bleed may be white where art is."""
SLIVER = 5.0
"""How far the bleed may be white along a side where the ground inside the trim is not, in mm."""
_SIDES = {"top": 0, "right": 90, "bottom": 180, "left": 270}
_SLACK = 0.05


def white(colour: Any) -> bool:
    """Tell if nothing is printed there."""
    return bool(min(colour) >= WHITE)


def bare(picture: Image.Image, bleed: float) -> list[str]:
    """Return the faults of a face's bleed: sides without a ground, slivers and corners of white beside it."""
    faults = []
    for side, turn in _SIDES.items():
        turned = picture.rotate(turn, expand=True)
        inside = _row(turned, bleed + 0.6)
        for depth in (0.2, bleed / 2, bleed - 0.3):
            blank = [white(colour) for colour in _row(turned, depth)]
            slivers = [here and not white(within) for here, within in zip(blank, inside, strict=True)]
            sliver = max(len(list(run)) if is_white else 0 for is_white, run in itertools.groupby(slivers))
            if sum(blank) > MOST_WHITE * len(blank):
                faults.append(f"no ground {depth:.1f} mm from the {side} of the bleed")
            elif sliver > SLIVER * PIXELS_PER_MM:
                faults.append(f"{sliver / PIXELS_PER_MM:.0f} mm of white {depth:.1f} mm from the {side} of the bleed")
        if white(_row(turned, 0.3)[0]) and not white(inside[round((bleed + 0.6) * PIXELS_PER_MM)]):
            faults.append(f"white in the corner at the left of the {side} of the bleed")
    return faults


def bare_round(picture: Image.Image, bleed: float) -> list[str]:
    """Return the faults of a round face's bleed."""
    middle, radius = picture.width / 2, picture.width / 2 - bleed * PIXELS_PER_MM
    faults = []
    for over in (bleed * 0.2, bleed * 0.5, bleed * 0.8):
        reach, angles = radius + over * PIXELS_PER_MM, [math.tau * step / 180 for step in range(180)]
        pixels = [
            picture.getpixel((int(middle + reach * math.cos(angle)), int(middle + reach * math.sin(angle))))
            for angle in angles
        ]
        if sum(white(colour) for colour in pixels) > MOST_WHITE * len(pixels):
            faults.append(f"no ground {over:.1f} mm outside the circle")
    return faults


def _row(picture: Image.Image, depth: float) -> list[tuple[int, ...]]:
    """Return the colours of a line of pixels, at a depth in mm below the upper edge."""
    data = picture.crop((0, int(depth * PIXELS_PER_MM), picture.width, int(depth * PIXELS_PER_MM) + 1)).tobytes()
    return [tuple(data[start : start + 3]) for start in range(0, len(data), 3)]


def rim_is_white(picture: Image.Image, bleed: float) -> bool:
    """Tell if nothing is printed from the edge of the bleed to the inner edge of the rim."""
    inner = round((bleed + RIM) * PIXELS_PER_MM) - 1
    empty = picture.convert("L").point(lambda value: 255 if value < WHITE else 0)
    empty.paste(0, (inner, inner, picture.width - inner, picture.height - inner))
    return empty.getbbox() is None


def too_near(glyphs: tuple[Glyph, ...], trim: Size) -> list[str]:
    """Return the words that are nearer to the cut than allowed."""
    least = CLEAR - _SLACK
    return [
        f"{glyph.char!r} is {distance:.2f} mm from the cut"
        for glyph in glyphs
        if (distance := min(glyph.left, glyph.top, trim.width - glyph.right, trim.height - glyph.bottom)) < least
    ]


def frames_too_near(drawing: Drawing, trim: Size, bleed: float, grounds: bool = True) -> list[str]:
    """Return frames and grounds that end too near to the cut: neither with the bleed nor well inside."""
    return [
        f"a frame ends {distance:.2f} mm inside the cut"
        for left, top, right, bottom in _frames(drawing, trim, grounds)
        for distance in (left, top, trim.width - right, trim.height - bottom)
        if -bleed + _SLACK < distance < CLEAR - _SLACK
    ]


def _frames(drawing: Drawing, trim: Size, grounds: bool) -> Iterator[Box]:
    """Return left, top, right and bottom of the rectangles more than half as wide and as high as the face."""
    for node, matrix in placed(drawing.nodes):
        if not isinstance(node, Shape) or (node.stroke is None and (node.fill is None or not grounds)):
            continue
        points = [apply(matrix, *point) for point in _corners(node.outline)]
        if not points:
            continue
        xs, ys = [x for x, _ in points], [y for _, y in points]
        left, top, right, bottom = min(xs), min(ys), max(xs), max(ys)
        on_edge = all(min(x - left, right - x, y - top, bottom - y) < 0.01 for x, y in points)
        if on_edge and right - left > trim.width / 2 and bottom - top > trim.height / 2 and _is_rectangle(points):
            half = 0.0 if node.stroke is None else node.style.stroke_width * _scale(matrix) / 2
            yield left - half, top - half, right + half, bottom + half


def _corners(outline: Segments) -> list[tuple[float, float]]:
    """Return the ends of the segments of an outline."""
    return [(args[-2], args[-1]) for kind, args in outline if kind != "Z"]


def _is_rectangle(points: list[tuple[float, float]]) -> bool:
    """Tell if an outline mostly follows its box; a circle only touches it."""
    length = sum(
        abs(x1 - x0) + abs(y1 - y0)
        for (x0, y0), (x1, y1) in zip(points, [*points[1:], points[0]], strict=True)
        if abs(x1 - x0) < 0.01 or abs(y1 - y0) < 0.01
    )
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return length > max(xs) - min(xs) + max(ys) - min(ys)


def _scale(matrix: tuple[float, ...]) -> float:
    a, b, c, d = matrix[:4]
    return math.sqrt(abs(a * d - b * c))
