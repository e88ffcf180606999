"""Shapes with their paint as nodes: inks, and gradients with what they take over from each other (SVG 1.1, 11
and 13)."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property, partial
from typing import Literal, TypeVar, cast

from pnp.artsvg.drawing import ArtReader, DrawingState, Given, link
from pnp.artsvg.inks import Ink, InkReplacement, ink
from pnp.artsvg.repeated import MARKED, markers, tiles
from pnp.artsvg.styles import ComputedStyle
from pnp.cardsvg.colours import BLACK, Rgb
from pnp.cardsvg.hairlines import ribbon
from pnp.cardsvg.nodes import Frame, Gradient, MaskKind, Node, Paint, Shape, Spread, Stop
from pnp.cardsvg.paths import Box, Segments, bounds, moved
from pnp.cardsvg.source import Element
from pnp.cardsvg.style import INITIAL, Style
from pnp.cardsvg.values import (
    IDENTITY,
    LIMIT,
    Matrix,
    Viewport,
    between,
    css_transform,
    evenly,
    inverse,
    length,
    lengths,
    multiply,
    opacity,
    share,
    widest,
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


_POINT = 1e-3
"""The length of a dash without length, as a share of the width of its stroke, so that its ends are drawn."""


class ShapeReader(PaintReader):
    """Reads the shapes of one file."""

    def shape(self, element: Element, place: DrawingState) -> list[Node]:
        """Return the nodes of a shape: one, or several where its stroke lies beneath its fill or it is tiled."""
        style = place.style
        if style.get("visibility", "visible") in {"hidden", "collapse"}:
            return []
        outline = self.outline(element, place.measured(style))
        if not outline or inverse(place.matrix) is None:
            return []
        pen = self._pen(element, place)
        factor = evenly(place.matrix)
        drawn, placed, frame = moved(outline, place.matrix), place.matrix, None
        if pen is not None and factor is None:
            # A stroke that is stretched is drawn where it is even.
            drawn, placed, frame = outline, IDENTITY, Frame(place.matrix)
        nodes, fill, painted = self._fill(element, outline, placed, place)
        stroke: Paint = None
        if pen is not None:
            stroke, seen = self._stroke(element, outline, placed, place)
            painted = _stroked(painted, pen, factor or 1.0, seen)
            if stroke is not None and pen.stroke_linecap != "butt":
                drawn = _with_points(drawn, painted.stroke_width * _POINT)
        whole = Shape(0, frame, drawn, painted, fill, stroke)
        nodes += [node for part in _parts(whole, style) for node in _fine(part, self.fine)]
        linked = self._markers(element, style)
        if linked:
            read = partial(length, room=place.measured(style))
            width = self.styles.value(element, style, "stroke-width", read, 1.0)
            nodes += markers(self, linked, outline, width, place)
        return nodes

    def _fill(
        self, element: Element, outline: Segments, placed: Matrix, place: DrawingState
    ) -> tuple[list[Node], Paint, Style]:
        """Return the tiles of a pattern, or a paint, with the style of a fill."""
        rule = fill_rule(place.style, "fill-rule")
        if element.name == "line":
            return [], None, INITIAL
        fill, faint = self.paint(element, "fill", bounds(outline), placed, place)
        if isinstance(fill, Element):
            return tiles(self, element, fill, (outline, rule), place, faint), None, INITIAL
        return [], fill if faint else None, replace(INITIAL, fill_rule=rule, fill_opacity=faint)

    def _stroke(self, element: Element, outline: Segments, placed: Matrix, place: DrawingState) -> tuple[Paint, float]:
        """Return the paint of a stroke, and its opacity."""
        stroke, faint = self.paint(element, "stroke", bounds(outline), placed, place)
        if isinstance(stroke, Element):
            self.problems.add(
                element.at, "pattern", "a stroke with a pattern is not drawn", "turn the stroke into a path", "stroke"
            )
            return None, faint
        return stroke if faint else None, faint

    def _markers(self, element: Element, style: ComputedStyle) -> dict[str, Element]:
        """Return the markers of a shape by where they stand."""
        linked: dict[str, Element] = {}
        if element.name not in MARKED:
            return linked
        every = style.get("marker", "none")
        for kind in ("start", "mid", "end"):
            href, _ = link(style.get(f"marker-{kind}", every)) or ("", "")
            target = self.ids.get(href.lstrip("#"))
            if target is not None and target.name == "marker":
                linked[kind] = target
        return linked

    def _pen(self, element: Element, place: DrawingState) -> Style | None:
        """Return the style of a stroke, None without one."""
        style = place.style
        if style.get("stroke", "none").strip() in {"none", "transparent"}:
            return None
        room = place.measured(style)
        read = partial(length, room=room)
        width = self.styles.value(element, style, "stroke-width", read, 1.0)
        if width <= 0:
            return None
        cap = style.get("stroke-linecap", "butt").strip()
        join = style.get("stroke-linejoin", "miter").strip()
        plain: tuple[float, ...] = ()
        dashes = self.styles.value(
            element, style, "stroke-dasharray", lambda text: () if text == "none" else lengths(text, room), plain
        )
        return Style(
            stroke_width=width,
            stroke_linecap=cast(Literal["butt", "round", "square"], cap if cap in {"round", "square"} else "butt"),
            stroke_linejoin=cast(Literal["miter", "round", "bevel"], join if join in {"round", "bevel"} else "miter"),
            stroke_miterlimit=max(1.0, self.styles.value(element, style, "stroke-miterlimit", float, 4.0)),
            stroke_dasharray=() if any(dash < 0 for dash in dashes) or not any(dashes) else _tidy(dashes),
            stroke_dashoffset=self.styles.value(element, style, "stroke-dashoffset", read, 0.0),
        )


def fill_rule(style: ComputedStyle, name: str) -> Literal["nonzero", "evenodd"]:
    """Return the value of ``fill-rule`` or ``clip-rule``."""
    return "evenodd" if style.get(name, "").strip() == "evenodd" else "nonzero"


def _tidy(dashes: tuple[float, ...]) -> tuple[float, ...]:
    """Dashes without pairs that have no length at all, which renderers count differently."""
    twice = dashes if len(dashes) % 2 == 0 else dashes * 2
    pairs = [pair for pair in zip(twice[::2], twice[1::2], strict=True) if any(pair)]
    return tuple(length for pair in pairs for length in pair)


def _stroked(style: Style, pen: Style, factor: float, opacity: float) -> Style:
    """Return a style with the stroke of ``pen``, enlarged."""
    return replace(
        pen,
        fill_rule=style.fill_rule,
        fill_opacity=style.fill_opacity,
        stroke_opacity=opacity,
        stroke_width=pen.stroke_width * factor,
        stroke_dasharray=tuple(dash * factor for dash in pen.stroke_dasharray),
        stroke_dashoffset=pen.stroke_dashoffset * factor,
    )


def _parts(shape: Shape, style: ComputedStyle) -> list[Shape]:
    """Return a shape, or its stroke and its fill where the stroke lies beneath."""
    if shape.fill is None and shape.stroke is None:
        return []
    order = style.get("paint-order", "normal").split()
    beneath = "stroke" in order and ("fill" not in order or order.index("stroke") < order.index("fill"))
    if shape.fill is None or shape.stroke is None or not beneath:
        return [shape]
    return [replace(shape, fill=None), replace(shape, stroke=None)]


def _fine(shape: Shape, fine: float) -> list[Node]:
    """Return a shape whose stroke is thinner than ``fine`` with its stroke as a shape of its own."""
    style = shape.style
    wide = style.stroke_width * (1.0 if shape.frame is None else widest(shape.frame.transform))
    if shape.stroke is None or style.stroke_dasharray or wide >= fine:
        return [shape]
    thin = ribbon(
        shape.outline, style.stroke_width, style.stroke_miterlimit if style.stroke_linejoin == "miter" else 1.2
    )
    stroke = Shape(0, shape.frame, thin, replace(INITIAL, fill_opacity=style.stroke_opacity), shape.stroke, None)
    return [stroke] if shape.fill is None else [replace(shape, stroke=None), stroke]


def _with_points(outline: Segments, short: float) -> Segments:
    """Return an outline in which a part without length is ``short``: its round or square ends are drawn as a point."""
    out = list(outline)
    for index, (kind, args) in enumerate(outline):
        following = outline[index + 1 : index + 3]
        if kind != "M" or not following:
            continue
        ends = len(following) == 1 or following[1][0] in {"M", "Z"}
        if (
            following[0][0] in {"L", "C"} and ends and following[0][1][-2:] == args and len(set(following[0][1])) <= 2
        ) or following[0][0] == "Z":
            out[index + 1] = ("L", (args[0] + short, args[1]))
    return tuple(out)
