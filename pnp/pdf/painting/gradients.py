"""Gradients put on shapes: laid where they belong, repeated where they end, seen through where they are faint."""

from __future__ import annotations

import math
from dataclasses import replace

from pnp.cardsvg.nodes import Gradient, Shape, Stop
from pnp.cardsvg.paths import Box, bounds
from pnp.cardsvg.values import IDENTITY, Matrix, apply, multiply
from pnp.pdf.painting.content import Content, box_source, outline_source
from pnp.pdf.painting.signs import Signs

_MOST = 200
"""How often a gradient is repeated at most: beyond that the last colour goes on."""


class GradientPainter:
    """Paints gradients as shadings."""

    def __init__(self, signs: Signs) -> None:
        self._signs = signs

    def fill(self, content: Content, node: Shape, gradient: Gradient) -> None:
        """Fill the outline of ``node``."""
        box = bounds(node.outline)
        matrix = _placed(gradient, box)
        if box is None or matrix is None:
            return
        content.save()
        content.clip(outline_source(node.outline), node.style.fill_rule == "evenodd")
        self._paint(content, gradient, matrix, box)
        content.restore()

    def stroke(self, content: Content, node: Shape, gradient: Gradient) -> None:
        """Stroke the outline of ``node``: the gradient is laid over all of it, and shows where the stroke is."""
        box = bounds(node.outline)
        matrix = _placed(gradient, box)
        if box is None or matrix is None:
            return
        style = node.style
        reach = style.stroke_width / 2
        reach *= max(math.sqrt(2), style.stroke_miterlimit if style.stroke_linejoin == "miter" else 1.0)
        box = (box[0] - reach, box[1] - reach, box[2] + 2 * reach, box[3] + 2 * reach)
        pen = self._signs.content()
        pen.stroke_colour((0.0, 0.0, 0.0))
        pen.pen(style)
        pen.draw(f"{outline_source(node.outline)} S")
        inside = self._signs.content()
        inside.clip(box_source(box))
        self._paint(inside, gradient, matrix, box)
        content.save()
        content.draw(f"/{self._signs.soft_mask(str(pen), box, 'alpha')} gs")
        content.draw(f"/{self._signs.form(str(inside), group=True)} Do")
        content.restore()

    def _paint(self, content: Content, gradient: Gradient, matrix: Matrix, box: Box) -> None:
        laid = _repeated(gradient, matrix, box)
        if laid.faint:
            grey = replace(laid, stops=tuple(Stop(stop.offset, (stop.opacity,) * 3) for stop in laid.stops))
            with self._signs.masking():
                mask = self._signs.content()
                mask.move(matrix)
                mask.draw(f"/{self._signs.shading(grey)} sh")
                state = self._signs.soft_mask(str(mask), box, "luminance")
            content.draw(f"/{state} gs")
            laid = replace(laid, stops=tuple(Stop(stop.offset, stop.colour) for stop in laid.stops))
        content.move(matrix)
        content.draw(f"/{self._signs.shading(laid)} sh")


def _placed(gradient: Gradient, box: Box | None) -> Matrix | None:
    """Where the gradient's own coordinates lie, None where it is laid over nothing."""
    if not gradient.of_box:
        return gradient.transform
    if box is None or not box[2] or not box[3]:
        return None
    return multiply((box[2], 0.0, 0.0, box[3], box[0], box[1]), gradient.transform)


def _repeated(gradient: Gradient, matrix: Matrix, box: Box) -> Gradient:
    """A gradient that covers ``box`` with repetitions, as one that is longer (SVG 1.1, 13.2.2)."""
    back = _inverse(matrix)
    if gradient.spread == "pad" or back is None:
        return gradient
    x, y, width, height = box
    corners = [apply(back, a, b) for a in (x, x + width) for b in (y, y + height)]
    if gradient.kind == "linear":
        x1, y1, x2, y2 = gradient.points
        dx, dy = x2 - x1, y2 - y1
        places = [((a - x1) * dx + (b - y1) * dy) / (dx * dx + dy * dy) for a, b in corners]
        first, last = max(math.floor(min(places)), -_MOST // 2), min(math.ceil(max(places)), _MOST // 2)
        last = max(last, first + 1)
        points: tuple[float, ...] = (x1 + dx * first, y1 + dy * first, x1 + dx * last, y1 + dy * last)
    else:
        fx, fy, cx, cy, radius = gradient.points
        first, last = 0, 1
        while last < _MOST and any(
            math.hypot(a - fx - (cx - fx) * last, b - fy - (cy - fy) * last) > radius * last for a, b in corners
        ):
            last += 1
        points = (fx, fy, fx + (cx - fx) * last, fy + (cy - fy) * last, radius * last)
    return replace(gradient, points=points, stops=_again(gradient, first, last), spread="pad")


def _again(gradient: Gradient, first: int, last: int) -> tuple[Stop, ...]:
    """The stops of repetitions ``first`` to ``last``."""
    stops: list[Stop] = []
    for turn in range(first, last):
        turned = gradient.spread == "reflect" and turn % 2
        own = [replace(stop, offset=1 - stop.offset) for stop in reversed(gradient.stops)] if turned else gradient.stops
        # A repetition begins and ends with its own colours, though its stops may not reach its ends.
        own = [replace(own[0], offset=0.0), *own, replace(own[-1], offset=1.0)]
        stops += [replace(stop, offset=(turn - first + stop.offset) / (last - first)) for stop in own]
    return tuple(stops)


def _inverse(matrix: Matrix) -> Matrix | None:
    a, b, c, d, e, f = matrix
    whole = a * d - b * c
    if matrix == IDENTITY or abs(whole) < 1e-12:
        return matrix if whole else None
    return (d / whole, -b / whole, -c / whole, a / whole, (c * f - d * e) / whole, (b * e - a * f) / whole)
