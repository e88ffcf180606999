"""Parametric shapes: what no art file can hold, because it depends on figures. The only module that knows svgwrite."""

from __future__ import annotations

import math
from collections.abc import Sequence

from markupsafe import Markup
from svgwrite import Drawing
from svgwrite.base import BaseElement
from svgwrite.path import Path

_DRAWING = Drawing(profile="full", debug=False)
"""svgwrite makes elements through a drawing; the drawing itself is never written."""


_MOST_RAYS = 720
_MOST_SEGMENTS = 72


def _markup(element: BaseElement) -> Markup:
    return Markup(element.tostring())


def _short(value: float) -> float:
    return round(value, 3)


def sunburst(cx: float, cy: float, radius: float, rays: int, fill: str, share: float = 0.5) -> Markup:
    """``rays`` wedges out of (cx, cy), each taking ``share`` of its sector. Lengths in mm."""
    if rays > _MOST_RAYS:
        raise ValueError(f"a burst of {rays} rays is too fine; the most is {_MOST_RAYS}")
    half = math.pi / rays * share
    path = _DRAWING.path(fill=fill)
    for ray in range(rays):
        middle = 2 * math.pi * ray / rays
        ends = [
            (_short(cx + radius * math.sin(angle)), _short(cy - radius * math.cos(angle)))
            for angle in (middle - half, middle + half)
        ]
        path.push("M", _short(cx), _short(cy), "L", *ends[0], "L", *ends[1], "Z")
    return _markup(path)


def rainbow(cx: float, cy: float, outer: float, inner: float, inks: Sequence[str], core: str) -> Markup:
    """Discs within discs, the first ink outermost, down to a disc of ``core`` with radius ``inner``. Lengths in mm."""
    group = _DRAWING.g()
    step = (outer - inner) / len(inks)
    for place, ink in enumerate(inks):
        group.add(_DRAWING.circle((_short(cx), _short(cy)), _short(outer - step * place), fill=ink))
    group.add(_DRAWING.circle((_short(cx), _short(cy)), _short(inner), fill=core))
    return _markup(group)


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
    """A ring of equal segments, one per ink, clockwise. The first is centred ``turn`` degrees from twelve o'clock.

    ``gap`` is the white between two segments, as wide outside as inside; ``soft`` rounds their corners. One ink makes a
    whole ring, no ink none. Lengths in mm. Raises ValueError for more than 72 inks, or where no ring is left.
    """
    if len(inks) > _MOST_SEGMENTS:
        raise ValueError(f"a ring of {len(inks)} segments is too fine; the most is {_MOST_SEGMENTS}")
    far, near = outer - soft, inner + soft
    half = math.pi / max(1, len(inks))
    inset = gap / 2 + soft
    if not 0 < near < far or (len(inks) > 1 and inset >= near * math.sin(min(half, math.pi / 2))):
        raise ValueError(f"no ring is left between {inner:g} and {outer:g} mm with gaps of {gap:g} mm")
    group = _DRAWING.g()
    for place, ink in enumerate(inks):
        path = _DRAWING.path(fill=ink)
        if soft:
            path.update({"stroke": ink, "stroke_width": _short(2 * soft), "stroke_linejoin": "round"})
        if len(inks) == 1:
            path["fill-rule"] = "evenodd"
            _whole(path, cx, cy, far)
            _whole(path, cx, cy, near)
        else:
            middle = math.radians(turn) + 2 * half * place
            _segment(path, (cx, cy), (far, near), middle, half, inset)
        group.add(path)
    return _markup(group)


def polar(cx: float, cy: float, radius: float, degrees: float) -> tuple[float, float]:
    """The point ``radius`` mm from (cx, cy), ``degrees`` clockwise from twelve o'clock; y runs downwards."""
    angle = math.radians(degrees)
    return _short(cx + radius * math.sin(angle)), _short(cy - radius * math.cos(angle))


def _whole(path: Path, cx: float, cy: float, radius: float) -> None:
    left, across, r = _short(cx - radius), _short(2 * radius), _short(radius)
    path.push("M", left, _short(cy), "a", r, r, 0, 1, 1, across, 0, "a", r, r, 0, 1, 1, -across, 0, "Z")


def _segment(
    path: Path, centre: tuple[float, float], radii: tuple[float, float], middle: float, half: float, inset: float
) -> None:
    """From the start of the outer arc to its end, in to the inner arc, and back along it."""
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
    path.push("M", *corners[0], "A", _short(far), _short(far), 0, int(wide > math.pi / 2), 1, *corners[1])
    path.push("L", *corners[2], "A", _short(near), _short(near), 0, int(narrow > math.pi / 2), 0, *corners[3], "Z")
