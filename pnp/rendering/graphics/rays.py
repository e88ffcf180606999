"""Draw rays, rainbows and points of a circle, which depend on figures as the rings of ``shapes`` do.

Most faces have them, and they are a path or some circles. So they are written as text: importing svgwrite takes as long
as drawing ten cards.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from markupsafe import Markup

from pnp.cardsvg.xml_text import quoteattr

_MAX_RAYS = 720


def short(length: float) -> float:
    """Return a length in mm, rounded for output."""
    return round(length, 3)


def sunburst(cx: float, cy: float, radius: float, rays: int, fill: str, share: float = 0.5) -> Markup:
    """Draw ``rays`` wedges out of (cx, cy), each taking ``share`` of its sector. Lengths in mm. Raises ValueError for
    more than 720 rays."""
    if rays > _MAX_RAYS:
        raise ValueError(f"a burst of {rays} rays is too fine; the most is {_MAX_RAYS}")
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
    """Draw discs within discs, the first ink outermost, down to a disc of ``core`` with radius ``inner``. Lengths in
    mm."""
    step = (outer - inner) / len(inks)
    discs = [(ink, short(outer - step * index)) for index, ink in enumerate(inks)]
    circles = "".join(
        f'<circle cx="{short(cx)}" cy="{short(cy)}" fill={quoteattr(str(ink))} r="{radius}" />'
        for ink, radius in (*discs, (core, short(inner)))
    )
    return Markup(f"<g>{circles}</g>")  # noqa: S704 - as above


def polar(cx: float, cy: float, radius: float, degrees: float) -> tuple[float, float]:
    """Return the point ``radius`` mm from (cx, cy), ``degrees`` clockwise from twelve o'clock; y runs downwards."""
    angle = math.radians(degrees)
    return short(cx + radius * math.sin(angle)), short(cy - radius * math.cos(angle))
