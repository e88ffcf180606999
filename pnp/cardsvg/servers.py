"""Gradients."""

from __future__ import annotations

from typing import Literal, cast

from pnp.cardsvg.attributes import Attributes
from pnp.cardsvg.colours import BLACK, colour
from pnp.cardsvg.nodes import Gradient, Spread, Stop
from pnp.cardsvg.reader import Element
from pnp.cardsvg.style import fraction
from pnp.cardsvg.values import IDENTITY, number, transform


def gradient(attributes: Attributes, element: Element) -> Gradient:
    """The gradient of a linearGradient or radialGradient element."""
    units = element.attributes.get("gradientUnits", "objectBoundingBox")
    if units not in {"objectBoundingBox", "userSpaceOnUse"}:
        raise attributes.bad(element, "gradientUnits", ValueError("write objectBoundingBox or userSpaceOnUse"))
    of_box = units == "objectBoundingBox"

    def coordinate(name: str, default: str | float) -> float:
        if name not in element.attributes and not isinstance(default, str):
            return default
        if name not in element.attributes and not of_box:
            raise attributes.source.error(
                element.at,
                "missing-attribute",
                f"<{element.name}> has no {name}",
                "with userSpaceOnUse all coordinates must be given",
            )
        return attributes.value(element, name, _share if of_box else number, _share(str(default)))

    points: tuple[float, ...]
    if element.name == "linearGradient":
        points = tuple(coordinate(*pair) for pair in (("x1", "0"), ("y1", "0"), ("x2", "1"), ("y2", "0")))
    else:
        cx, cy, radius = (coordinate(name, "0.5") for name in ("cx", "cy", "r"))
        if radius <= 0:
            raise attributes.bad(element, "r", ValueError("the radius must be above zero"))
        fx, fy = coordinate("fx", cx), coordinate("fy", cy)
        if (fx - cx) ** 2 + (fy - cy) ** 2 >= radius**2:
            raise attributes.bad(element, "fx", ValueError("the focus must lie inside the circle"))
        points = (fx, fy, cx, cy, radius)
    kind: Literal["linear", "radial"] = "linear" if element.name == "linearGradient" else "radial"
    turned = attributes.value(element, "gradientTransform", transform, IDENTITY)
    spread: Spread = attributes.value(element, "spreadMethod", _spread, "pad")
    return Gradient(kind, points, _stops(attributes, element), of_box, turned, spread)


def _stops(attributes: Attributes, element: Element) -> tuple[Stop, ...]:
    stops: list[Stop] = []
    least = 0.0
    for child in element.elements():
        least = max(least, attributes.value(child, "offset", _offset, 0.0))
        opacity = attributes.value(child, "stop-opacity", fraction, 1.0)
        stops.append(Stop(least, attributes.value(child, "stop-color", colour, BLACK), opacity))
    if not stops:
        raise attributes.source.error(element.at, "gradient", f"<{element.name}> has no <stop>", "give it at least two")
    return tuple(stops)


def _spread(text: str) -> Spread:
    if text not in {"pad", "reflect", "repeat"}:
        raise ValueError(f"{text!r} is none of pad, reflect, repeat")
    return cast(Spread, text)


def _share(text: str) -> float:
    return number(text.strip()[:-1]) / 100 if text.strip().endswith("%") else number(text)


def _offset(text: str) -> float:
    return min(1.0, max(0.0, _share(text)))
