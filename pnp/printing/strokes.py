"""Lines that paper can hold: none is printed thinner than a quarter of a point."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from pnp.cardsvg.nodes import Group, Node, Shape, SymbolUse
from pnp.cardsvg.style import Style
from pnp.cardsvg.values import IDENTITY, Matrix
from pnp.units import MM_PER_PT

LEAST_LINE = 0.25 * MM_PER_PT
"""In mm. Printers ask for it; thinner lines come and go with the dots of the printer."""


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
