"""Shape elements as outlines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.cardsvg.paths import Segments, ellipse, path, polyline, rectangle
from pnp.cardsvg.reader import Element
from pnp.cardsvg.values import numbers

if TYPE_CHECKING:
    from pnp.cardsvg.resolve import Resolver

SHAPES = frozenset({"rect", "circle", "ellipse", "line", "polyline", "polygon", "path"})
"""The elements that are outlines."""


def outline(resolver: Resolver, element: Element) -> Segments:
    """The outline of a shape element; empty where its size is zero."""
    outline: Segments
    match element.name:
        case "rect":
            outline = _rectangle(resolver, element)
        case "circle" | "ellipse":
            rx, ry = (
                resolver.size(element, name) for name in (("r", "r") if element.name == "circle" else ("rx", "ry"))
            )
            outline = (
                ellipse(resolver.number(element, "cx"), resolver.number(element, "cy"), rx, ry) if rx and ry else ()
            )
        case "line":
            x1, y1, x2, y2 = (resolver.number(element, name) for name in ("x1", "y1", "x2", "y2"))
            outline = (("M", (x1, y1)), ("L", (x2, y2)))
        case "path":
            outline = resolver.value(element, "d", path, ())
        case _:
            closed = element.name == "polygon"
            outline = resolver.value(element, "points", lambda text: polyline(numbers(text), closed), ())
    return outline


def _rectangle(resolver: Resolver, element: Element) -> Segments:
    width, height = resolver.size(element, "width"), resolver.size(element, "height")
    rx = resolver.number(element, "rx", resolver.number(element, "ry"))
    ry = resolver.number(element, "ry", rx)
    if rx < 0 or ry < 0:
        raise resolver.bad(element, "rx" if rx < 0 else "ry", ValueError("a radius is not negative"))
    if not width or not height:
        return ()
    return rectangle((resolver.number(element, "x"), resolver.number(element, "y"), width, height), rx, ry)
