"""Shape elements as outlines."""

from __future__ import annotations

from pnp.cardsvg.attributes import Attributes
from pnp.cardsvg.paths import Segments, ellipse, path, polyline, rectangle
from pnp.cardsvg.reader import Element
from pnp.cardsvg.values import numbers

SHAPES = frozenset({"rect", "circle", "ellipse", "line", "polyline", "polygon", "path"})
"""The elements that are outlines."""


def outline(attributes: Attributes, element: Element) -> Segments:
    """The outline of a shape element; empty where its size is zero."""
    outline: Segments
    match element.name:
        case "rect":
            outline = _rectangle(attributes, element)
        case "circle" | "ellipse":
            rx, ry = (
                attributes.size(element, name) for name in (("r", "r") if element.name == "circle" else ("rx", "ry"))
            )
            outline = (
                ellipse(attributes.number(element, "cx"), attributes.number(element, "cy"), rx, ry) if rx and ry else ()
            )
        case "line":
            x1, y1, x2, y2 = (attributes.number(element, name) for name in ("x1", "y1", "x2", "y2"))
            outline = (("M", (x1, y1)), ("L", (x2, y2)))
        case "path":
            outline = attributes.value(element, "d", path, ())
        case _:
            closed = element.name == "polygon"
            outline = attributes.value(element, "points", lambda text: polyline(numbers(text), closed), ())
    return outline


def _rectangle(attributes: Attributes, element: Element) -> Segments:
    width, height = attributes.size(element, "width"), attributes.size(element, "height")
    rx = attributes.number(element, "rx", attributes.number(element, "ry"))
    ry = attributes.number(element, "ry", rx)
    if rx < 0 or ry < 0:
        raise attributes.bad(element, "rx" if rx < 0 else "ry", ValueError("a radius is not negative"))
    if not width or not height:
        return ()
    return rectangle((attributes.number(element, "x"), attributes.number(element, "y"), width, height), rx, ry)
