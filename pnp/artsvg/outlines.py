"""Shape elements as outlines in their own coordinates (SVG 1.1, 8 and 9)."""

from __future__ import annotations

from collections.abc import Callable

from pnp.artsvg.measures import FAR, Viewport, length
from pnp.artsvg.reader import SvgElement, SvgProblems
from pnp.cardsvg.paths import Segments, ellipse, path, polyline, rectangle
from pnp.cardsvg.values import numbers

_AXIS = {
    "x": "x", "width": "x", "cx": "x", "rx": "x", "x1": "x", "x2": "x",
    "y": "y", "height": "y", "cy": "y", "ry": "y", "y1": "y", "y2": "y",
}  # fmt: skip


class OutlineReader:
    """Reads the outlines of shape elements; what is wrong is noted."""

    def __init__(self, problems: SvgProblems) -> None:
        self.problems = problems

    def measure(self, element: SvgElement, name: str, room: Viewport, default: float = 0.0) -> float:
        """A length of an element in user units."""
        text = element.get(name)
        if text is None or text == "auto":
            return default
        try:
            return length(text, room, _AXIS.get(name, ""))
        except ValueError as error:
            self.problems.add(element.at, "bad-value", f"{name} of <{element.name}>: {error}", None, name)
            return default

    def outline(self, element: SvgElement, room: Viewport) -> Segments:
        """The outline of a shape element; empty where it draws nothing."""

        def get(name: str, default: float = 0.0) -> float:
            return self.measure(element, name, room, default)

        match element.name:
            case "rect":
                return self._rectangle(element, room)
            case "circle":
                radius = get("r")
                return ellipse(get("cx"), get("cy"), radius, radius) if radius > 0 else ()
            case "ellipse":
                rx, ry = get("rx", -1.0), get("ry", -1.0)
                rx, ry = rx if rx >= 0 else ry, ry if ry >= 0 else rx
                return ellipse(get("cx"), get("cy"), rx, ry) if rx > 0 and ry > 0 else ()
            case "line":
                return (("M", (get("x1"), get("y1"))), ("L", (get("x2"), get("y2"))))
            case "path":
                return self._read(element, "d", lambda text: () if text.strip() == "none" else path(text, FAR))
        closed = element.name == "polygon"
        return self._read(element, "points", lambda text: polyline(numbers(text, FAR), closed))

    def _read(self, element: SvgElement, name: str, read: Callable[[str], Segments]) -> Segments:
        text = element.get(name)
        if not text or text.isspace():
            return ()
        try:
            return read(text)
        except ValueError as error:
            self.problems.add(element.at, "bad-value", f"{name} of <{element.name}>: {error}", None, name)
            return ()

    def _rectangle(self, element: SvgElement, room: Viewport) -> Segments:
        x, y, width, height = (self.measure(element, name, room) for name in ("x", "y", "width", "height"))
        if width <= 0 or height <= 0:
            return ()
        rx, ry = (self.measure(element, name, room, -1.0) for name in ("rx", "ry"))
        rx, ry = rx if rx >= 0 else ry, ry if ry >= 0 else rx
        return rectangle((x, y, width, height), rx, ry)
