"""Parametric shapes: what no art file can hold, because it depends on figures. The only module that knows svgwrite."""

from __future__ import annotations

import math
from collections.abc import Sequence

from markupsafe import Markup
from svgwrite import Drawing
from svgwrite.base import BaseElement

_DRAWING = Drawing(profile="full", debug=False)
"""svgwrite makes elements through a drawing; the drawing itself is never written."""


_MOST_RAYS = 720


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
