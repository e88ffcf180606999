"""Rays, rainbows and points of a circle, which depend on figures as the rings of ``shapes`` do.

They are on most faces, and are a path or some circles: written as text, since svgwrite takes as long to load as ten
cards to draw.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from markupsafe import Markup

from pnp.rendering.escape import quoteattr

_MOST_RAYS = 720


def short(value: float) -> float:
    """A length in mm as it is written."""
    return round(value, 3)


def sunburst(cx: float, cy: float, radius: float, rays: int, fill: str, share: float = 0.5) -> Markup:
    """``rays`` wedges out of (cx, cy), each taking ``share`` of its sector. Lengths in mm. Raises ValueError for more
    than 720 rays."""
    if rays > _MOST_RAYS:
        raise ValueError(f"a burst of {rays} rays is too fine; the most is {_MOST_RAYS}")
    half = math.pi / rays * share
    wedges = []
    for ray in range(rays):
        middle = 2 * math.pi * ray / rays
        (x1, y1), (x2, y2) = [
            (short(cx + radius * math.sin(angle)), short(cy - radius * math.cos(angle)))
            for angle in (middle - half, middle + half)
        ]
        wedges.append(f"M {short(cx)} {short(cy)} L {x1} {y1} L {x2} {y2} Z")
    return Markup(f'<path d="{" ".join(wedges)}" fill={quoteattr(str(fill))} />')  # noqa: S704 - figures, and a quoted colour


def rainbow(cx: float, cy: float, outer: float, inner: float, inks: Sequence[str], core: str) -> Markup:
    """Discs within discs, the first ink outermost, down to a disc of ``core`` with radius ``inner``. Lengths in mm."""
    step = (outer - inner) / len(inks)
    discs = [(ink, short(outer - step * place)) for place, ink in enumerate(inks)]
    drawn = "".join(
        f'<circle cx="{short(cx)}" cy="{short(cy)}" fill={quoteattr(str(ink))} r="{radius}" />'
        for ink, radius in (*discs, (core, short(inner)))
    )
    return Markup(f"<g>{drawn}</g>")  # noqa: S704 - as above


def polar(cx: float, cy: float, radius: float, degrees: float) -> tuple[float, float]:
    """The point ``radius`` mm from (cx, cy), ``degrees`` clockwise from twelve o'clock; y runs downwards."""
    angle = math.radians(degrees)
    return short(cx + radius * math.sin(angle)), short(cy - radius * math.cos(angle))
