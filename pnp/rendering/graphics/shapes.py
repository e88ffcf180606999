"""Draw rings, which no art file can hold because they depend on figures. No other module uses svgwrite."""

from __future__ import annotations

import math
from collections.abc import Sequence

from markupsafe import Markup
from svgwrite import Drawing
from svgwrite.base import BaseElement
from svgwrite.path import Path

from pnp.rendering.graphics.rays import polar, short

_DRAWING = Drawing(profile="full", debug=False)
"""Factory of elements: svgwrite makes them through a drawing, which itself is never written."""


_MAX_SEGMENTS = 72


def _markup(element: BaseElement) -> Markup:
    return Markup(element.tostring())


def ring(
    cx: float,
    cy: float,
    outer: float,
    inner: float,
    inks: Sequence[str],
    gap: float = 0.0,
    turn: float = 0.0,
    soft: float = 0.0,
) -> Markup:
    """Draw a ring of equal segments, one per ink, clockwise.

    The first is centred ``turn`` degrees from twelve o'clock. ``gap`` is the white between two segments, as wide
    outside as inside; ``soft`` rounds their corners. A single ink makes a whole ring, no ink none. Lengths in mm.
    Raises ValueError for more than 72 inks, or if no ring is left.
    """
    if len(inks) > _MAX_SEGMENTS:
        raise ValueError(f"a ring of {len(inks)} segments is too fine; the most is {_MAX_SEGMENTS}")
    far, near = outer - soft, inner + soft
    half = math.pi / max(1, len(inks))
    inset = gap / 2 + soft
    if not 0 < near < far or (len(inks) > 1 and inset >= near * math.sin(min(half, math.pi / 2))):
        raise ValueError(f"no ring is left between {inner:g} and {outer:g} mm with gaps of {gap:g} mm")
    group = _DRAWING.g()
    for index, ink in enumerate(inks):
        path = _DRAWING.path(fill=ink)
        if soft:
            path.update({"stroke": ink, "stroke_width": short(2 * soft), "stroke_linejoin": "round"})
        if len(inks) == 1:
            path["fill-rule"] = "evenodd"
            _add_circle(path, cx, cy, far)
            _add_circle(path, cx, cy, near)
        else:
            middle = math.radians(turn) + 2 * half * index
            _add_segment(path, (cx, cy), (far, near), middle, half, inset)
        group.add(path)
    return _markup(group)


def _add_circle(path: Path, cx: float, cy: float, radius: float) -> None:
    left, across, r = short(cx - radius), short(2 * radius), short(radius)
    path.push("M", left, short(cy), "a", r, r, 0, 1, 1, across, 0, "a", r, r, 0, 1, 1, -across, 0, "Z")


def _add_segment(
    path: Path, centre: tuple[float, float], radii: tuple[float, float], middle: float, half: float, inset: float
) -> None:
    """Add the outer arc, the line to the inner arc, and the inner arc back."""
    far, near = radii
    wide, narrow = half - math.asin(inset / far), half - math.asin(inset / near)
    corners = [
        polar(*centre, radius, math.degrees(angle))
        for radius, angle in (
            (far, middle - wide),
            (far, middle + wide),
            (near, middle + narrow),
            (near, middle - narrow),
        )
    ]
    path.push("M", *corners[0], "A", short(far), short(far), 0, int(wide > math.pi / 2), 1, *corners[1])
    path.push("L", *corners[2], "A", short(near), short(near), 0, int(narrow > math.pi / 2), 0, *corners[3], "Z")
