"""Gradients as PDF shadings."""

from __future__ import annotations

from itertools import pairwise

from pnp.cardsvg.colours import Rgb
from pnp.cardsvg.nodes import Gradient, Stop
from pnp.printing.document import number, numbers


def shading(gradient: Gradient) -> str:
    """The shading dictionary of a gradient, in the gradient's own coordinates, as PDF source (PDF 32000-1, 8.7.4.5)."""
    if gradient.kind == "linear":
        kind, coordinates = 2, gradient.points
    else:
        fx, fy, cx, cy, radius = gradient.points
        kind, coordinates = 3, (fx, fy, 0.0, cx, cy, radius)
    return (
        f"<</ShadingType {kind}/ColorSpace/DeviceRGB/Coords[{numbers(*coordinates)}]/Extend[true true]"
        f"/Function {_function(gradient.stops)}>>"
    )


def _function(stops: tuple[Stop, ...]) -> str:
    first, last = stops[0], stops[-1]
    padded = [Stop(0.0, first.colour), *stops, Stop(1.0, last.colour)]
    # A step has no length: the colour changes where one stretch ends and the next begins.
    pairs = [(a, b) for a, b in pairwise(padded) if b.offset > a.offset]
    parts = [_stretch(a.colour, b.colour) for a, b in pairs]
    if len(parts) == 1:
        return parts[0]
    bounds = " ".join(number(b.offset) for _, b in pairs[:-1])
    return f"<</FunctionType 3/Domain[0 1]/Functions[{''.join(parts)}]/Bounds[{bounds}]/Encode[{'0 1 ' * len(parts)}]>>"


def _stretch(start: Rgb, end: Rgb) -> str:
    return f"<</FunctionType 2/Domain[0 1]/C0[{numbers(*start)}]/C1[{numbers(*end)}]/N 1>>"
