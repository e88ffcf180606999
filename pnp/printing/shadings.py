"""Gradients as PDF shadings."""

from __future__ import annotations

from itertools import pairwise

from pnp.cardsvg.colours import Rgb
from pnp.cardsvg.nodes import Gradient, Stop
from pnp.printing.document import number, numbers
from pnp.printing.palette import LUMINANCE, SCREEN, Palette


def shading(gradient: Gradient, palette: Palette = SCREEN) -> str:
    """The shading dictionary of a gradient, in the gradient's own coordinates, as PDF source (PDF 32000-1, 8.7.4.5)."""
    if gradient.kind == "linear":
        kind, coordinates = 2, gradient.points
    else:
        fx, fy, cx, cy, radius = gradient.points
        kind, coordinates = 3, (fx, fy, 0.0, cx, cy, radius)
    if palette is SCREEN and all(_is_grey(stop.colour) for stop in gradient.stops):
        palette = LUMINANCE
    return (
        f"<</ShadingType {kind}/ColorSpace/{palette.space}/Coords[{numbers(*coordinates)}]/Extend[true true]"
        f"/Function {_function(palette.stops(gradient.stops), palette)}>>"
    )


def _is_grey(colour: Rgb) -> bool:
    return colour[0] == colour[1] == colour[2]


def _function(stops: tuple[Stop, ...], palette: Palette) -> str:
    first, last = stops[0], stops[-1]
    padded = [Stop(0.0, first.colour), *stops, Stop(1.0, last.colour)]
    # A step has no length: the colour changes where one stretch ends and the next begins.
    pairs = [(a, b) for a, b in pairwise(padded) if b.offset > a.offset]
    parts = [_stretch(palette.values(a.colour), palette.values(b.colour)) for a, b in pairs]
    if len(parts) == 1:
        return parts[0]
    bounds = " ".join(number(b.offset) for _, b in pairs[:-1])
    return f"<</FunctionType 3/Domain[0 1]/Functions[{''.join(parts)}]/Bounds[{bounds}]/Encode[{'0 1 ' * len(parts)}]>>"


def _stretch(start: tuple[float, ...], end: tuple[float, ...]) -> str:
    return f"<</FunctionType 2/Domain[0 1]/C0[{numbers(*start)}]/C1[{numbers(*end)}]/N 1>>"
