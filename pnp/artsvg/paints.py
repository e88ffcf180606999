"""Paint servers: gradients with what they take over from each other (SVG 1.1, 13.2)."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import TypeVar, cast

from pnp.artsvg.inks import BLACK, Ink, InkReplacement, ink
from pnp.artsvg.measures import Viewport, length, opacity, share, transform
from pnp.artsvg.pieces import ArtGradient, Paint
from pnp.artsvg.reader import SvgElement, SvgProblems
from pnp.artsvg.styles import ComputedStyle, StyleResolver
from pnp.cardsvg.nodes import Spread
from pnp.cardsvg.paths import Box
from pnp.cardsvg.values import IDENTITY, Matrix, multiply

T = TypeVar("T")
GRADIENTS = frozenset({"linearGradient", "radialGradient"})
_CHAIN = 32
_LINE = {"x1": "0%", "y1": "0%", "x2": "100%", "y2": "0%"}
_CIRCLE = {"cx": "50%", "cy": "50%", "r": "50%"}
_INSIDE = 0.999
"""How far out a focus may lie, as a share of the radius: on the circle itself the light has no width."""


class GradientReader:
    """Reads the gradients of one file."""

    def __init__(self, ids: Mapping[str, SvgElement], styles: StyleResolver, palette: InkReplacement) -> None:
        self._ids = ids
        self._styles = styles
        self._problems: SvgProblems = styles.problems
        self._palette = palette
        self._stops: dict[tuple[int, bool], tuple[tuple[float, Ink], ...]] = {}

    def fade(self, element: SvgElement, box: Box | None, placed: Matrix, room: Viewport, plain: bool = False) -> Paint:
        """The paint of a gradient element on a shape with the bounding box ``box``; ``placed`` takes the coordinates of
        the shape into those of its piece. ``plain`` leaves its inks as they are."""
        given, holder = self._given(element)
        stops = self._stops_of(holder, plain) if holder is not None else ()
        if not stops:
            return None
        if len(stops) == 1:
            return stops[0][1]
        of_box = given.get("gradientUnits", ("objectBoundingBox", element))[0] != "userSpaceOnUse"
        matrix = multiply(placed, self._value(given, "gradientTransform", transform, IDENTITY))
        if of_box:
            if box is None or not box[2] or not box[3]:
                return None
            room = Viewport(1.0, 1.0)
            matrix = multiply(
                multiply(placed, (box[2], 0.0, 0.0, box[3], box[0], box[1])),
                self._value(given, "gradientTransform", transform, IDENTITY),
            )
        if abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) < 1e-15:
            return stops[-1][1]
        spread = cast(Spread, given.get("spreadMethod", ("pad", element))[0].strip())
        if spread not in {"pad", "reflect", "repeat"}:
            spread = "pad"
        if element.name == "linearGradient":
            return self._linear(given, stops, matrix, spread, room)
        return self._radial(given, stops, matrix, spread, room)

    def _linear(
        self, given: _Given, stops: tuple[tuple[float, Ink], ...], matrix: Matrix, spread: Spread, room: Viewport
    ) -> Paint:
        points = tuple(self._length(given, name, default, room) for name, default in _LINE.items())
        if points[:2] == points[2:]:
            return stops[-1][1]
        return ArtGradient("linear", points, stops, matrix, spread)

    def _radial(
        self, given: _Given, stops: tuple[tuple[float, Ink], ...], matrix: Matrix, spread: Spread, room: Viewport
    ) -> Paint:
        cx, cy, radius = (self._length(given, name, default, room) for name, default in _CIRCLE.items())
        if radius <= 0:
            return stops[-1][1]
        fx = self._length(given, "fx", "", room) if "fx" in given else cx
        fy = self._length(given, "fy", "", room) if "fy" in given else cy
        if "fr" in given and self._length(given, "fr", "0", room) > 0:
            inner = self._length(given, "fr", "0", room)
            if (fx, fy) != (cx, cy) or inner >= radius or spread != "pad":
                self._problems.add(
                    given["fr"][1].at, "gradient", "a gradient between two circles is not drawn", "leave fr out", "fr"
                )
            # About one centre, an inner circle is the same as stops that begin later.
            start = inner / radius
            stops = tuple((start + offset * (1 - start), one) for offset, one in stops)
        away = math.hypot(fx - cx, fy - cy)
        if away > radius * _INSIDE:
            fx, fy = (cx + (fx - cx) * radius * _INSIDE / away, cy + (fy - cy) * radius * _INSIDE / away)
        return ArtGradient("radial", (fx, fy, cx, cy, radius), stops, matrix, spread)

    def _given(self, element: SvgElement) -> tuple[_Given, SvgElement | None]:
        """The attributes of a gradient and of those that it refers to, and which of them has the stops."""
        given: _Given = {}
        holder: SvgElement | None = None
        following: SvgElement | None = element
        for _ in range(_CHAIN):
            if following is None or following.name not in GRADIENTS:
                break
            for name, value in following.attributes.items():
                given.setdefault(name, (value, following))
            style = self._styles.style(following, ComputedStyle({}, {}))
            if "transform" in style.own:
                given.setdefault("gradientTransform", (style.own["transform"], following))
            if holder is None and any(child.name == "stop" for child in following.children):
                holder = following
            href = following.get("href")
            if href is None or not href.startswith("#"):
                break
            following = self._ids.get(href[1:])
        return given, holder

    def _stops_of(self, element: SvgElement, plain: bool) -> tuple[tuple[float, Ink], ...]:
        found = self._stops.get((element.at, plain))
        if found is None:
            around = self._styles.around(element)
            stops: list[tuple[float, Ink]] = []
            least = 0.0
            for child in element.children:
                if child.name != "stop":
                    continue
                least = max(least, min(1.0, max(0.0, self._attribute(child, "offset", share, 0.0))))
                one = self._ink(
                    child, self._styles.style(child, around), InkReplacement({}) if plain else self._palette
                )
                stops.append((least, one))
            found = self._stops[element.at, plain] = tuple(stops)
        return found

    def _ink(self, stop: SvgElement, style: ComputedStyle, palette: InkReplacement) -> Ink:
        current = self._styles.value(stop, style, "color", self._plain, Ink(None))
        found = palette.replaced(BLACK)
        if "stop-color" in style.own:
            found = self._styles.value(stop, style, "stop-color", lambda text: palette.ink(text, current), None)
        faint = self._styles.value(stop, style, "stop-opacity", opacity, 1.0)
        if found is None:
            return Ink(BLACK.rgb, 0.0)
        return Ink(found.rgb, found.opacity * faint)

    @staticmethod
    def _plain(text: str) -> Ink:
        return ink(text) or Ink(None)

    def _length(self, given: _Given, name: str, default: str, room: Viewport) -> float:
        axis = {"x": "x", "y": "y"}.get(name[1] if name[0] in "cf" else name[0], "")
        return self._value(
            given, name, lambda text: length(text, room, axis), length(default, room, axis) if default else 0.0
        )

    def _value(self, given: _Given, name: str, read: Callable[[str], T], default: T) -> T:
        if name not in given:
            return default
        text, element = given[name]
        return self._checked(element, name, text, read, default)

    def _attribute(self, element: SvgElement, name: str, read: Callable[[str], T], default: T) -> T:
        text = element.get(name)
        return default if text is None else self._checked(element, name, text, read, default)

    def _checked(self, element: SvgElement, name: str, text: str, read: Callable[[str], T], default: T) -> T:
        try:
            return read(text)
        except ValueError as error:
            self._problems.add(element.at, "bad-value", f"{name} of <{element.name}>: {error}", None, name)
            return default


_Given = dict[str, tuple[str, SvgElement]]
