"""Strokes that are wide enough to print: at least a quarter of a point.

A stroke that would have to be more than twice as wide as drawn becomes a shape of its own width instead, because the
small pictures with such lines would clog.
"""

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
"""Least line width in mm. Printers ask for it: thinner lines come and go with the dots of the printer."""
MAX_WIDENING = 2.0
"""Greatest factor by which a stroke may be widened."""
_PRECISION = 0.004
"""Least precision in mm of the coordinates of such shapes."""
_BEVEL_REACH = 1.2
"""Reach of corners without a point, in widths."""


@lru_cache(maxsize=4096)
def least_scale(matrix: Matrix) -> float:
    """Return the smallest scale factor of a matrix: its smaller singular value.

    >>> least_scale((2.0, 0.0, 0.0, 3.0, 5.0, 5.0))
    2.0
    """
    a, b, c, d = matrix[:4]
    if (a, b, c, d) == IDENTITY[:4]:
        return 1.0
    half = (a * a + b * b + c * c + d * d) / 2
    return math.sqrt(max(0.0, half - math.sqrt(max(0.0, half * half - (a * d - b * c) ** 2))))


def scale_below(scale: float) -> float:
    """Return the next smaller or equal scale of a series, half an octave apart.

    Lines that are wide enough there are at most 0.36 pt wide at ``scale``. A symbol of many sizes is written a few
    times only.

    >>> scale_below(0.3), scale_below(0.25)
    (0.25, 0.25)
    """
    return float(2.0 ** (math.floor(math.log2(scale) * 2) / 2)) if scale > 0 else scale


@lru_cache(maxsize=4096)
def printable_stroke(style: Style, scale: float) -> Style:
    """Return ``style`` with a stroke that is wide enough at ``scale`` mm per unit."""
    if style.stroke is None or style.stroke_width * scale >= LEAST_LINE or not scale or not style.stroke_width:
        return style
    return replace(style, stroke_width=LEAST_LINE / scale)


def too_thin(style: Style, scale: float) -> bool:
    """Return True if a stroke cannot be widened to a printable width, at ``scale`` mm per unit."""
    return 0 < style.stroke_width * scale * MAX_WIDENING < LEAST_LINE


def split_stroke(node: Shape, fill: Paint, stroke: Paint, scale: float) -> tuple[Shape, ...]:
    """Split a shape whose stroke is too thin into shapes without strokes: the fill, and the stroke as an outline."""
    style = replace(node.style, stroke=None)
    shapes = [] if fill is None else [replace(node, style=style, fill=fill, stroke=None)]
    paint = _stroke_paint(stroke, node)
    if paint is not None:
        stroke_style = replace(style, fill_opacity=style.stroke_opacity, fill_rule="nonzero")
        shapes.append(Shape(node.at, node.frame, _stroke_outline(node, scale), stroke_style, paint, None))
    return tuple(shapes)


def _stroke_paint(paint: Paint, node: Shape) -> Paint:
    """Return the paint of a stroke in its own coordinates, since the outline that is filled has another box."""
    if not isinstance(paint, Gradient) or not paint.of_box:
        return paint
    box = bounds(node.outline)
    if box is None or not box[2] or not box[3]:
        return None
    x, y, width, height = box
    return replace(paint, of_box=False, transform=multiply((width, 0.0, 0.0, height, x, y), paint.transform))


def _stroke_outline(node: Shape, scale: float) -> Segments:
    """Return the outline of a stroke. A stroke of too many dashes becomes solid, and thinner to take the same ink."""
    style, outline, width = node.style, node.outline, node.style.stroke_width
    if style.stroke_dasharray:
        dashed = dashes(outline, style.stroke_dasharray, style.stroke_dashoffset, LEAST_LINE / 8 / scale)
        if dashed is None:
            width *= _inked_share(style)
        else:
            outline = dashed
    if not width:
        return ()
    miter = style.stroke_miterlimit if style.stroke_linejoin == "miter" else _BEVEL_REACH
    cap = 0.0 if style.stroke_linecap == "butt" else width / 2
    decimals = math.ceil(-math.log10(_PRECISION / scale))
    return tuple(
        (kind, tuple(round(coordinate, decimals) for coordinate in args))
        for kind, args in ribbon(outline, width, miter, cap)
    )


def _inked_share(style: Style) -> float:
    """Return the share of a stroke that its dashes ink, with their ends."""
    lengths = style.stroke_dasharray * (1 + len(style.stroke_dasharray) % 2)
    ends = 0.0 if style.stroke_linecap == "butt" else style.stroke_width
    inked = sum(dash + min(gap, ends) for dash, gap in zip(lengths[::2], lengths[1::2], strict=True))
    return inked / sum(lengths)


def thinnest(nodes: Sequence[Node], scale: float = 1.0) -> float:
    """Return the width of the thinnest line that nodes draw, in their own units."""
    least = math.inf
    for node in nodes:
        node_scale = scale if node.frame is None else scale * least_scale(node.frame.transform)
        if isinstance(node, Shape):
            if node.stroke is not None and node.style.stroke_width:
                least = min(least, node.style.stroke_width * node_scale)
        elif isinstance(node, Group):
            least = min(least, thinnest(node.children, node_scale * least_scale(node.inner)))
        elif isinstance(node, SymbolUse):
            least = min(least, thinnest(node.symbol.children, node_scale * least_scale(node.inner)))
        if node.frame is not None and node.frame.mask is not None:
            least = min(least, thinnest(node.frame.mask.nodes, node_scale))
    return least
