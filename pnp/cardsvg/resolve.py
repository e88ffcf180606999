"""From the tree of elements to a drawing: styles inherited, references followed, numbers read."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from pnp.cardsvg.errors import Source, nearest
from pnp.cardsvg.nodes import (
    Clip,
    Drawing,
    Frame,
    Gradient,
    Group,
    Image,
    ImageResolver,
    Node,
    Paint,
    Shape,
    Symbol,
)
from pnp.cardsvg.outlines import SHAPES
from pnp.cardsvg.outlines import outline as outline_of
from pnp.cardsvg.paths import Box
from pnp.cardsvg.reader import MAX_ELEMENTS, Element
from pnp.cardsvg.servers import gradient
from pnp.cardsvg.style import (
    INHERITED,
    INITIAL,
    BadValueError,
    Link,
    PaintValue,
    Style,
    child_style,
    fraction,
    link_target,
)
from pnp.cardsvg.symbols import use_node, weight
from pnp.cardsvg.text import text_node
from pnp.cardsvg.values import IDENTITY, Matrix, is_slice, multiply, number, numbers, transform, viewport

T = TypeVar("T")
_NOT_DRAWN = frozenset({"defs", "symbol", "clipPath", "linearGradient", "radialGradient", "title", "desc"})


class Resolver:
    """Turns the elements of one SVG text into nodes."""

    def __init__(self, source: Source, ids: dict[str, Element], images: ImageResolver | None) -> None:
        self.source = source
        self.ids = ids
        self.images = images
        self._gradients: dict[str, Gradient] = {}
        self.symbols: dict[tuple[int, str], Symbol] = {}
        self.using: list[str] = []

    def drawing(self, root: Element) -> Drawing:
        """The drawing of the outermost svg element."""
        bounds = self._root_box(root)
        style = self.style(root, INITIAL)
        frame = self.frame(root)
        nodes = self.children(root, style)
        if frame is not None and (frame.opacity < 1 or frame.clip is not None):
            nodes = (Group(root.at, frame, nodes),)
        if weight(nodes) > MAX_ELEMENTS:
            raise self.source.error(
                root.at,
                "too-large",
                f"with its symbols the face draws more than {MAX_ELEMENTS} elements",
                "simplify the art, or put it in as an image",
            )
        return Drawing(bounds, nodes, self.source, frame.data if frame else ())

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

    def frame(self, element: Element) -> Frame | None:
        """Transform, opacity, clip and notes of an element, None where it has none of them."""
        attributes = element.attributes
        data = tuple([(name[5:], text) for name, text in attributes.items() if name[:5] == "data-"])
        if not data and not ("transform" in attributes or "opacity" in attributes or "clip-path" in attributes):
            return None
        clip = None
        target = self.value(element, "clip-path", link_target, None)
        if target is not None:
            clip = self.clip(element, target)
        return Frame(
            self.value(element, "transform", transform, IDENTITY),
            self.value(element, "opacity", fraction, 1.0),
            clip,
            data,
        )

    def children(self, element: Element, style: Style) -> tuple[Node, ...]:
        """The nodes of what ``element`` holds."""
        nodes = []
        for child in element.elements():
            if child.name not in _NOT_DRAWN:
                node = self.node(child, style)
                if node is not None:
                    nodes.append(node)
        return tuple(nodes)

    def node(self, element: Element, parent: Style) -> Node | None:
        """The node of one element, None where it draws nothing."""
        name = element.name
        style = self.style(element, parent)
        node: Node | None
        if name in SHAPES:
            node = self._shape(element, style)
        elif name == "text":
            node = text_node(self, element, style)
        elif name == "g":
            node = Group(element.at, self.frame(element), self.children(element, style))
        elif name == "use":
            node = use_node(self, element, style)
        elif name == "image":
            node = self._image(element)
        else:
            node = self._nested(element, style)
        return node

    def _shape(self, element: Element, style: Style) -> Shape | None:
        outline = outline_of(self, element)
        if not outline:
            return None
        fill = None if element.name == "line" else self.paint(element, style.fill)
        stroke = self.paint(element, style.stroke)
        if isinstance(stroke, Gradient):
            raise self.source.error(
                element.at,
                "gradient",
                "a stroke takes a plain colour, not a gradient",
                "draw the stroke as a filled shape",
                "stroke",
            )
        return Shape(element.at, self.frame(element), outline, style, fill, stroke if style.stroke_width else None)

    def paint(self, element: Element, value: PaintValue) -> Paint:
        """A colour or the gradient that is linked."""
        if not isinstance(value, Link):
            return value
        found = self._gradients.get(value.id)
        if found is None:
            target = self.target(element, value.id, ("linearGradient", "radialGradient"))
            found = self._gradients[value.id] = gradient(self, target)
        return found

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

    def clip(self, element: Element, name: str) -> Clip:
        """The clip path ``name``: exactly one shape, since PDF joins several only by their direction."""
        target = self.target(element, name, ("clipPath",))
        shapes = target.elements()
        if len(shapes) != 1:
            raise self.source.error(
                target.at,
                "clip-path",
                f"<clipPath> holds {len(shapes)} shapes, not one",
                "join them in one <path>, or nest two groups that are clipped one after the other",
            )
        shape = shapes[0]
        for wrong in ("opacity", "stroke"):
            if wrong in shape.attributes:
                raise self.source.error(shape.at, "clip-path", f"{wrong} means nothing inside <clipPath>", "delete it")
        inner = self.value(shape, "clip-path", link_target, None)
        if inner is not None:
            raise self.source.error(
                shape.at,
                "clip-path",
                "a shape inside <clipPath> may not be clipped itself",
                "nest two groups that are clipped one after the other",
            )
        placed = multiply(
            self.value(target, "transform", transform, IDENTITY), self.value(shape, "transform", transform, IDENTITY)
        )
        return Clip(outline_of(self, shape), self.style(shape, INITIAL).clip_rule, placed)

    def href(self, element: Element) -> str:
        """What ``href`` or ``xlink:href`` says."""
        attributes = element.attributes
        text = attributes.get("href", attributes.get("xlink:href"))
        if not text:
            raise self.source.error(element.at, "missing-attribute", f"<{element.name}> has no href", 'write href="…"')
        return text

    def _root_box(self, root: Element) -> Box:
        if "viewBox" not in root.attributes:
            raise self.source.error(
                root.at,
                "missing-attribute",
                "<svg> has no viewBox",
                'write viewBox="x y width height" in mm, from the upper-left corner of the trim',
            )
        box = self._view_box(root)
        for name, expected in (("width", box[2]), ("height", box[3])):
            text = root.attributes.get(name)
            if text is None:
                continue
            match = re.fullmatch(r"\s*([0-9.]+)\s*(mm)?\s*", text)
            if match is None or abs(float(match[1]) - expected) > 0.005:
                raise self.source.error(
                    root.at,
                    "size",
                    f"{name}={text!r} does not agree with the viewBox",
                    f'write {name}="{expected:g}mm": a user unit is a millimetre',
                    name,
                )
        if self.number(root, "x") or self.number(root, "y"):
            raise self.source.error(root.at, "size", "the outermost <svg> has no x or y", "delete them")
        return box

    def _view_box(self, element: Element) -> Box:
        values: tuple[float, ...] = self.value(element, "viewBox", _box_numbers, ())
        if len(values) != 4 or values[2] <= 0 or values[3] <= 0:
            raise self.bad(element, "viewBox", ValueError("write x, y, width and height, the last two above zero"))
        return values[0], values[1], values[2], values[3]

    def fitted(self, owner: Element, box: Box) -> Matrix:
        """The map that fits the viewBox of ``owner`` into ``box``."""
        view = self._view_box(owner)
        return self.value(
            owner, "preserveAspectRatio", lambda fit: viewport(box, view, fit), viewport(box, view, "xMidYMid")
        )

    def _nested(self, element: Element, style: Style) -> Group | None:
        box = (
            self.number(element, "x"),
            self.number(element, "y"),
            self.size(element, "width"),
            self.size(element, "height"),
        )
        if not box[2] or not box[3]:
            return None
        inner: Matrix = (1.0, 0.0, 0.0, 1.0, box[0], box[1])
        if "viewBox" in element.attributes:
            inner = self.fitted(element, box)
        return Group(element.at, self.frame(element), self.children(element, style), box, inner)

    def _image(self, element: Element) -> Image | None:
        box = (
            self.number(element, "x"),
            self.number(element, "y"),
            self.size(element, "width"),
            self.size(element, "height"),
        )
        fit = element.attributes.get("preserveAspectRatio", "xMidYMid meet")
        self.value(element, "preserveAspectRatio", is_slice, False)
        href = self.href(element)
        if self.images is None:
            raise self.source.error(
                element.at,
                "image",
                f"there is no folder to look for {href[:40]!r} in",
                "images stand in the project folder",
            )
        try:
            picture = self.images(href)
        except (ValueError, OSError) as error:
            raise self.source.error(
                element.at,
                "image",
                f"the image {href[:60]!r} cannot be used: {error}",
                "name a PNG or JPEG file below the project folder",
            ) from error
        if not box[2] or not box[3]:
            return None
        return Image(element.at, self.frame(element), picture, box, fit)


def _box_numbers(text: str) -> tuple[float, ...]:
    return numbers(text)
