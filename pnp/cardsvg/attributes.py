"""The attributes of elements as numbers, styles and references; a wrong one is told at its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from pnp.cardsvg.paths import Box, Segments, ellipse, path, polyline, rectangle
from pnp.cardsvg.reader import Element, SvgSource, nearest
from pnp.cardsvg.style import INHERITED, BadValueError, Style, child_style
from pnp.cardsvg.values import Matrix, number, numbers, viewport

T = TypeVar("T")


class AttributeReader:
    """Reads the attributes of the elements of one SVG text. ``ids`` has the elements by id."""

    def __init__(self, source: SvgSource, ids: dict[str, Element]) -> None:
        self.source = source
        self.ids = ids

    def value(self, element: Element, name: str, read: Callable[[str], T], default: T) -> T:
        """Attribute ``name`` as ``read`` understands it, ``default`` where it is not given."""
        text = element.attributes.get(name)
        if text is None:
            return default
        try:
            return read(text)
        except ValueError as error:
            raise self.bad(element, name, error) from error

    def bad(self, element: Element, name: str, error: Exception, code: str = "bad-value") -> Exception:
        """The error for a wrong value of attribute ``name``."""
        return self.source.error(element.at, code, f"{name} of <{element.name}>: {error}", None, name)

    def number(self, element: Element, name: str, default: float = 0.0) -> float:
        """A number attribute."""
        text = element.attributes.get(name)
        if text is None:
            return default
        try:
            return number(text)
        except ValueError as error:
            raise self.bad(element, name, error) from error

    def size(self, element: Element, name: str) -> float:
        """A required attribute that may not be negative."""
        if name not in element.attributes:
            raise self.source.error(
                element.at, "missing-attribute", f"<{element.name}> has no {name}", f'write {name}="…" in mm'
            )
        value = self.number(element, name)
        if value < 0:
            raise self.bad(element, name, ValueError(f"{value:g} is negative"))
        return value

    def style(self, element: Element, parent: Style) -> Style:
        """The style of an element inside one of style ``parent``."""
        declared = tuple(item for item in element.attributes.items() if item[0] in INHERITED)
        if not declared:
            return parent
        try:
            return child_style(parent, declared)
        except BadValueError as error:
            raise self.bad(element, error.name, error) from error

    def target(self, element: Element, name: str, kinds: tuple[str, ...]) -> Element:
        """The element with the id ``name``, which must be one of ``kinds``."""
        found = self.ids.get(name)
        if found is None:
            raise self.source.error(
                element.at,
                "unknown-id",
                f"there is no element with the id {name!r}",
                nearest(name, self.ids) or "ids must be in the same SVG",
            )
        if found.name not in kinds:
            raise self.source.error(
                element.at,
                "wrong-reference",
                f"#{name} is a <{found.name}>",
                f"here it must be a {' or '.join(f'<{kind}>' for kind in kinds)}",
            )
        return found

    def href(self, element: Element) -> str:
        """What ``href`` or ``xlink:href`` says."""
        attributes = element.attributes
        text = attributes.get("href", attributes.get("xlink:href"))
        if not text:
            raise self.source.error(element.at, "missing-attribute", f"<{element.name}> has no href", 'write href="…"')
        return text

    def view_box(self, element: Element) -> Box:
        """The viewBox of an element."""
        values: tuple[float, ...] = self.value(element, "viewBox", _box_numbers, ())
        if len(values) != 4 or values[2] <= 0 or values[3] <= 0:
            raise self.bad(element, "viewBox", ValueError("write x, y, width and height, the last two above zero"))
        return values[0], values[1], values[2], values[3]

    def fitted(self, owner: Element, box: Box) -> Matrix:
        """The map that fits the viewBox of ``owner`` into ``box``."""
        view = self.view_box(owner)
        return self.value(
            owner, "preserveAspectRatio", lambda fit: viewport(box, view, fit), viewport(box, view, "xMidYMid")
        )


def _box_numbers(text: str) -> tuple[float, ...]:
    return numbers(text)


# Shape elements as outlines.

SHAPES = frozenset({"rect", "circle", "ellipse", "line", "polyline", "polygon", "path"})
"""The elements that are outlines."""


def outline(attributes: AttributeReader, element: Element) -> Segments:
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


def _rectangle(attributes: AttributeReader, element: Element) -> Segments:
    width, height = attributes.size(element, "width"), attributes.size(element, "height")
    rx = attributes.number(element, "rx", attributes.number(element, "ry"))
    ry = attributes.number(element, "ry", rx)
    if rx < 0 or ry < 0:
        raise attributes.bad(element, "rx" if rx < 0 else "ry", ValueError("a radius is not negative"))
    if not width or not height:
        return ()
    return rectangle((attributes.number(element, "x"), attributes.number(element, "y"), width, height), rx, ry)
