"""The attributes of elements as numbers, outlines, styles and references; a wrong one is told at its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from pnp.cardsvg.paths import Box, Segments, shape
from pnp.cardsvg.source import Element, SvgSource, nearest
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
        """Return the error for a wrong value of attribute ``name``."""
        return self.source.error(element.at, code, f"{name} of <{element.name}>: {error}", None, name)

    def number(self, element: Element, name: str, default: float = 0.0) -> float:
        """Return a number attribute."""
        return self.value(element, name, number, default)

    def size(self, element: Element, name: str) -> float:
        """Return a required attribute that may not be negative."""
        if name not in element.attributes:
            raise self.source.error(
                element.at, "missing-attribute", f"<{element.name}> has no {name}", f'write {name}="…" in mm'
            )
        value = self.number(element, name)
        if value < 0:
            raise self.bad(element, name, ValueError(f"{value:g} is negative"))
        return value

    def box(self, element: Element) -> Box:
        """Return the box that x, y, width and height say."""
        return (
            self.number(element, "x"),
            self.number(element, "y"),
            self.size(element, "width"),
            self.size(element, "height"),
        )

    def outline(self, element: Element) -> Segments:
        """Return the outline of a shape element; empty where its size is zero."""

        def measure(name: str, default: float) -> float:
            if name in {"width", "height", "r"} or (element.name == "ellipse" and name in {"rx", "ry"}):
                return self.size(element, name)
            value = self.number(element, name, default)
            if name in {"rx", "ry"} and value < 0 and name in element.attributes:
                raise self.bad(element, name, ValueError("a radius is not negative"))
            return value

        return shape(element.name, measure, lambda name, read: self.value(element, name, read, ()))

    def style(self, element: Element, parent: Style) -> Style:
        """Return the style of an element inside one of style ``parent``."""
        declared = tuple([item for item in element.attributes.items() if item[0] in INHERITED])
        if not declared:
            return parent
        try:
            return child_style(parent, declared)
        except BadValueError as error:
            raise self.bad(element, error.name, error) from error

    def target(self, element: Element, name: str, kinds: tuple[str, ...]) -> Element:
        """Return the element with the id ``name``, which must be one of ``kinds``."""
        target = self.ids.get(name)
        if target is None:
            hint = nearest(name, self.ids) or "ids must be in the same SVG"
            raise self.source.error(element.at, "unknown-id", f"there is no element with the id {name!r}", hint)
        if target.name not in kinds:
            hint = f"here it must be a {' or '.join(f'<{kind}>' for kind in kinds)}"
            raise self.source.error(element.at, "wrong-reference", f"#{name} is a <{target.name}>", hint)
        return target

    def href(self, element: Element) -> str:
        """Return the value of ``href`` or ``xlink:href``."""
        attributes = element.attributes
        text = attributes.get("href", attributes.get("xlink:href"))
        if not text:
            raise self.source.error(element.at, "missing-attribute", f"<{element.name}> has no href", 'write href="…"')
        return text

    def view_box(self, element: Element) -> Box:
        """Return the viewBox of an element."""
        values: tuple[float, ...] = self.value(element, "viewBox", numbers, ())
        if len(values) != 4 or values[2] <= 0 or values[3] <= 0:
            raise self.bad(element, "viewBox", ValueError("write x, y, width and height, the last two above zero"))
        return values[0], values[1], values[2], values[3]

    def fitted(self, owner: Element, box: Box) -> Matrix:
        """Return the map that fits the viewBox of ``owner`` into ``box``."""
        view = self.view_box(owner)
        return self.value(
            owner, "preserveAspectRatio", lambda fit: viewport(box, view, fit), viewport(box, view, "xMidYMid")
        )
