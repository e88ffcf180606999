"""Shapes with their paint as nodes (SVG 1.1, 11)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Literal, cast

from pnp.artsvg.drawing import DrawingState, link
from pnp.artsvg.paints import PaintReader
from pnp.artsvg.repeated import MARKED, markers, tiles
from pnp.artsvg.styles import ComputedStyle
from pnp.cardsvg.hairlines import ribbon
from pnp.cardsvg.nodes import Frame, Node, Paint, Shape
from pnp.cardsvg.paths import Segments, bounds, moved
from pnp.cardsvg.source import Element
from pnp.cardsvg.style import INITIAL, Style
from pnp.cardsvg.values import IDENTITY, Matrix, evenly, inverse, length, lengths, widest

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
