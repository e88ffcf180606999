"""Paints: inks, and gradients with what they take over from each other (SVG 1.1, 11 and 13.2)."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cached_property, partial
from typing import TypeVar, cast

from pnp.artsvg.drawing import ArtReader, DrawingState, Given, link
from pnp.artsvg.inks import Ink, InkReplacement, ink
from pnp.artsvg.styles import ComputedStyle
from pnp.cardsvg.colours import BLACK, Rgb
from pnp.cardsvg.nodes import Gradient, MaskKind, Paint, Spread, Stop
from pnp.cardsvg.paths import Box
from pnp.cardsvg.source import Element
from pnp.cardsvg.values import (
    IDENTITY,
    LIMIT,
    Matrix,
    Viewport,
    between,
    css_transform,
    length,
    multiply,
    opacity,
    share,
)

T = TypeVar("T")
_GRADIENTS = frozenset({"linearGradient", "radialGradient"})
_LINE = {"x1": "0%", "y1": "0%", "x2": "100%", "y2": "0%"}
_CIRCLE = {"cx": "50%", "cy": "50%", "r": "50%"}
_INSIDE = 0.999
"""The farthest place of a focus, as a share of the radius: on the circle itself the light has no width."""
_PLAIN = InkReplacement({})
"""The inks of masks, which are not replaced."""


class PaintReader(ArtReader):
    """Reads the paints of one file."""

    @cached_property
    def _stops(self) -> dict[tuple[int, MaskKind | None], tuple[Stop, ...]]:
        """The stops of gradients by the place of the gradient and the mask that it is in."""
        return {}

    def paint(
        self, element: Element, name: str, box: Box | None, placed: Matrix, place: DrawingState
    ) -> tuple[Paint | Element, float]:
        """Return the paint of a fill or a stroke, or its pattern element, with its opacity. ``box`` is that of the
        shape, ``placed`` takes its coordinates into those of its node."""
        style = place.style
        text = style.get(name, "#000" if name == "fill" else "none").strip()
        faint = self.styles.value(element, style, f"{name}-opacity", opacity, 1.0)
        reference = link(text)
        if reference is not None and (not reference[1] or reference[0][1:] in self.ids):
            served = self._served(element, name, reference[0], box, placed, place)
            return (served.colour, faint * served.opacity) if isinstance(served, Stop) else (served, faint)
        if text in {"context-fill", "context-stroke"}:
            return None, faint
        current = self.styles.value(element, style, "color", _current, Ink(None))
        read = partial(self._inks.ink, current=current)
        black: Ink | None = Ink(BLACK)
        plain = self.styles.value(
            element, ComputedStyle({name: reference[1] if reference else text}, {}), name, read, black
        )
        return (None, faint) if plain is None else (self._colour(plain), faint * plain.opacity)

    @property
    def _inks(self) -> InkReplacement:
        return self.palette if self.masking is None else _PLAIN

    def _colour(self, ink: Ink) -> Rgb:
        """Return the colour of an ink; of a mask only its brightness counts (CSS Masking 1, 6.5)."""
        rgb = ink.rgb
        if rgb is None and self.masking is None:
            self.palette.coloured = True
            return self.palette.current
        rgb = rgb or BLACK
        if self.masking != "luminance":
            return rgb
        bright = 0.2125 * rgb[0] + 0.7154 * rgb[1] + 0.0721 * rgb[2]
        return bright, bright, bright

    def _served(
        self, element: Element, name: str, href: str, box: Box | None, placed: Matrix, place: DrawingState
    ) -> Stop | Gradient | Element | None:
        target = self.linked(element, href, name)
        if target is None or target.name == "pattern":
            return target
        if target.name not in _GRADIENTS:
            message = f"{href} is a <{target.name}>, and paints nothing"
            self.problems.add(element.at, "wrong-reference", message, None, name)
            return None
        return self._gradient(target, box, placed, place.room)

    def _gradient(self, element: Element, box: Box | None, placed: Matrix, room: Viewport) -> Stop | Gradient | None:
        """Return a gradient on a shape; a stop where one colour is left of it."""
        given, holder = self.given(element, _GRADIENTS, lambda held: held.name == "stop")
        stops = self._stops_of(holder) if holder is not None else ()
        if len(stops) < 2:
            return stops[0] if stops else None
        if given.get("gradientUnits", ("objectBoundingBox", element))[0] != "userSpaceOnUse":
            if box is None or not box[2] or not box[3]:
                return None
            room = Viewport(1.0, 1.0)
            placed = multiply(placed, (box[2], 0.0, 0.0, box[3], box[0], box[1]))
        matrix = multiply(placed, self._value(given, "gradientTransform", css_transform, IDENTITY))
        if abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) < 1e-15:
            return stops[-1]
        spread = cast(Spread, given.get("spreadMethod", ("pad", element))[0].strip())
        spread = spread if spread in {"reflect", "repeat"} else "pad"
        read = self._line if element.name == "linearGradient" else self._circle
        gradient = read(given, stops, matrix, spread, room)
        if gradient is not None and max(map(abs, gradient.transform)) > LIMIT:
            message = "a gradient reaches too far beyond the art"
            raise self.problems.stop(self.root.at, "too-large", message, "simplify the art")
        if gradient is not None:
            self.spend(2 * gradient.painted_stops)
        return gradient or stops[-1]

    def _line(
        self, given: Given, stops: tuple[Stop, ...], matrix: Matrix, spread: Spread, room: Viewport
    ) -> Gradient | None:
        x1, y1, x2, y2 = (self._length(given, name, default, room) for name, default in _LINE.items())
        dx, dy = x2 - x1, y2 - y1
        if not dx and not dy:
            return None
        # From (0, 0) to (1, 0), the map says the rest: no digits are lost in any units.
        return Gradient(
            "linear", (0.0, 0.0, 1.0, 0.0), stops, False, multiply(matrix, (dx, dy, -dy, dx, x1, y1)), spread
        )

    def _circle(
        self, given: Given, stops: tuple[Stop, ...], matrix: Matrix, spread: Spread, room: Viewport
    ) -> Gradient | None:
        cx, cy, radius = (self._length(given, name, default, room) for name, default in _CIRCLE.items())
        if radius <= 0:
            return None
        fx = self._length(given, "fx", "", room) if "fx" in given else cx
        fy = self._length(given, "fy", "", room) if "fy" in given else cy
        inner = self._length(given, "fr", "0", room) if "fr" in given else 0.0
        if inner > 0:
            if (fx, fy) != (cx, cy) or inner >= radius or spread != "pad":
                self.problems.add(
                    given["fr"][1].at, "gradient", "a gradient between two circles is not drawn", "leave fr out", "fr"
                )
            # About one centre, an inner circle is the same as stops that begin later.
            start = inner / radius
            self.spend(len(stops))
            stops = tuple(Stop(start + stop.offset * (1 - start), stop.colour, stop.opacity) for stop in stops)
        fx, fy = (fx - cx) / radius, (fy - cy) / radius
        away = math.hypot(fx, fy)
        if away > _INSIDE:
            fx, fy = fx * _INSIDE / away, fy * _INSIDE / away
        points = (fx, fy, 0.0, 0.0, 1.0)
        return Gradient("radial", points, stops, False, multiply(matrix, (radius, 0.0, 0.0, radius, cx, cy)), spread)

    def _stops_of(self, element: Element) -> tuple[Stop, ...]:
        key = element.at, self.masking
        if key not in self._stops:
            around = self.styles.around(element)
            stops: list[Stop] = []
            least = 0.0
            for child in element.elements():
                if child.name == "stop":
                    offset = self.problems.value(child, "offset", child.get("offset"), share, 0.0)
                    least = max(least, between(offset))
                    stops.append(self._stop(child, least, self.styles.style(child, around)))
            self._stops[key] = tuple(stops)
        return self._stops[key]

    def _stop(self, element: Element, offset: float, style: ComputedStyle) -> Stop:
        current = self.styles.value(element, style, "color", _current, Ink(None))
        colour = self._inks.replaced(Ink(BLACK))
        if "stop-color" in style.own:
            colour = self.styles.value(element, style, "stop-color", partial(self._inks.ink, current=current), None)
        faint = self.styles.value(element, style, "stop-opacity", opacity, 1.0)
        return (
            Stop(offset, BLACK, 0.0) if colour is None else Stop(offset, self._colour(colour), colour.opacity * faint)
        )

    def _length(self, given: Given, name: str, default: str, room: Viewport) -> float:
        axis = {"x": "x", "y": "y"}.get(name[1] if name[0] in "cf" else name[0], "")
        read = partial(length, room=room, axis=axis)
        return self._value(given, name, read, read(default) if default else 0.0)

    def _value(self, given: Given, name: str, read: Callable[[str], T], default: T) -> T:
        if name not in given:
            return default
        text, element = given[name]
        return self.problems.value(element, name, text, read, default)


def _current(text: str) -> Ink:
    return ink(text) or Ink(None)
