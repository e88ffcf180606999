"""Lines that paper can hold: no stroke is printed thinner than a quarter of a point, and none much wider than it is
drawn. What would have to be more than twice as wide becomes a shape of its own width: the small pictures that have such
lines would clog."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from pnp.cardsvg.hairlines import dashes, ribbon
from pnp.cardsvg.nodes import Gradient, Group, Node, Paint, Shape, SymbolUse
from pnp.cardsvg.paths import Segments, bounds
from pnp.cardsvg.style import Style
from pnp.cardsvg.values import IDENTITY, Matrix, multiply
from pnp.units import MM_PER_PT

LEAST_LINE = 0.25 * MM_PER_PT
"""In mm. Printers ask for it; thinner lines come and go with the dots of the printer."""
MOST_WIDENED = 2.0
"""How many times as wide as it is drawn a stroke may become."""
_EXACT = 0.004
"""In mm: how exactly such shapes are written down at least."""
_BEVEL = 1.2
"""How far corners without a point reach, in widths."""


@lru_cache(maxsize=4096)
def least_scale(matrix: Matrix) -> float:
    """The least that a matrix makes of a length: its smaller singular value.

    >>> least_scale((2.0, 0.0, 0.0, 3.0, 5.0, 5.0))
    2.0
    """
    a, b, c, d = matrix[:4]
    if (a, b, c, d) == IDENTITY[:4]:
        return 1.0
    half = (a * a + b * b + c * c + d * d) / 2
    return math.sqrt(max(0.0, half - math.sqrt(max(0.0, half * half - (a * d - b * c) ** 2))))


def scale_below(scale: float) -> float:
    """The next of a few scales that is not larger, a half of an octave apart: lines that are wide enough there are at
    most 0.36 pt wide at ``scale``, and what is drawn at many sizes is written down a few times only.

    >>> scale_below(0.3), scale_below(0.25)
    (0.25, 0.25)
    """
    return float(2.0 ** (math.floor(math.log2(scale) * 2) / 2)) if scale > 0 else scale


@lru_cache(maxsize=4096)
def printable(style: Style, scale: float) -> Style:
    """``style`` with a stroke that is wide enough where a unit is ``scale`` mm."""
    if style.stroke is None or style.stroke_width * scale >= LEAST_LINE or not scale or not style.stroke_width:
        return style
    return replace(style, stroke_width=LEAST_LINE / scale)


def too_thin(style: Style, scale: float) -> bool:
    """Decide whether a stroke cannot be widened to what paper can hold, where a unit is ``scale`` mm."""
    return 0 < style.stroke_width * scale * MOST_WIDENED < LEAST_LINE


def parts(node: Shape, fill: Paint, stroke: Paint, scale: float) -> tuple[Shape, ...]:
    """A shape whose stroke is too thin as shapes without strokes: what is filled, and its stroke as an outline."""
    style = replace(node.style, stroke=None)
    drawn = [] if fill is None else [replace(node, style=style, fill=fill, stroke=None)]
    paint = _in_place(stroke, node)
    if paint is not None:
        own = replace(style, fill_opacity=style.stroke_opacity, fill_rule="nonzero")
        drawn.append(Shape(node.at, node.frame, _stroked(node, scale), own, paint, None))
    return tuple(drawn)


def _in_place(paint: Paint, node: Shape) -> Paint:
    """The paint of a stroke, in coordinates of its own: the outline that is filled has another box."""
    if not isinstance(paint, Gradient) or not paint.of_box:
        return paint
    box = bounds(node.outline)
    if box is None or not box[2] or not box[3]:
        return None
    x, y, width, height = box
    return replace(paint, of_box=False, transform=multiply((width, 0.0, 0.0, height, x, y), paint.transform))


def _stroked(node: Shape, scale: float) -> Segments:
    """The outline of a stroke. One of too many dashes is even, and so much thinner that it takes the same ink."""
    style, outline, width = node.style, node.outline, node.style.stroke_width
    if style.stroke_dasharray:
        dashed = dashes(outline, style.stroke_dasharray, style.stroke_dashoffset, LEAST_LINE / 8 / scale)
        if dashed is None:
            width *= _inked(style)
        else:
            outline = dashed
    if not width:
        return ()
    miter = style.stroke_miterlimit if style.stroke_linejoin == "miter" else _BEVEL
    beyond = 0.0 if style.stroke_linecap == "butt" else width / 2
    places = math.ceil(-math.log10(_EXACT / scale))
    return tuple(
        (kind, tuple(round(value, places) for value in args)) for kind, args in ribbon(outline, width, miter, beyond)
    )


def _inked(style: Style) -> float:
    """The share of a stroke that its dashes ink, with their ends."""
    lengths = style.stroke_dasharray * (1 + len(style.stroke_dasharray) % 2)
    ends = 0.0 if style.stroke_linecap == "butt" else style.stroke_width
    inked = sum(dash + min(gap, ends) for dash, gap in zip(lengths[::2], lengths[1::2], strict=True))
    return inked / sum(lengths)


def thinnest(nodes: Sequence[Node], scale: float = 1.0) -> float:
    """The width of the thinnest line that nodes draw, in their own units."""
    least = math.inf
    for node in nodes:
        here = scale if node.frame is None else scale * least_scale(node.frame.transform)
        if isinstance(node, Shape):
            if node.stroke is not None and node.style.stroke_width:
                least = min(least, node.style.stroke_width * here)
        elif isinstance(node, Group):
            least = min(least, thinnest(node.children, here * least_scale(node.inner)))
        elif isinstance(node, SymbolUse):
            least = min(least, thinnest(node.symbol.children, here * least_scale(node.inner)))
        if node.frame is not None and node.frame.mask is not None:
            least = min(least, thinnest(node.frame.mask.nodes, here))
    return least
