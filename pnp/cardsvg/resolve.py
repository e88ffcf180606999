"""From the tree of elements to a drawing: styles inherited, references followed, numbers read."""

from __future__ import annotations

import re

from pnp.cardsvg.errors import Source
from pnp.cardsvg.frames import Frames
from pnp.cardsvg.nodes import Drawing, Group, Image, ImageResolver, Node, Shape, weight
from pnp.cardsvg.outlines import SHAPES, outline
from pnp.cardsvg.paths import Box
from pnp.cardsvg.reader import MAX_ELEMENTS, Element
from pnp.cardsvg.style import (
    INITIAL,
    Style,
)
from pnp.cardsvg.symbols import Symbols
from pnp.cardsvg.text import text_node
from pnp.cardsvg.values import Matrix, is_slice

_NOT_DRAWN = frozenset({"defs", "symbol", "clipPath", "mask", "linearGradient", "radialGradient", "title", "desc"})


class Resolver(Frames):
    """Turns the elements of one SVG text into nodes."""

    def __init__(self, source: Source, ids: dict[str, Element], images: ImageResolver | None) -> None:
        super().__init__(source, ids)
        self.images = images
        self._symbols = Symbols(self, self._used)

    def drawing(self, root: Element) -> Drawing:
        """The drawing of the outermost svg element; asked for once."""
        bounds = self._root_box(root)
        style = self.style(root, INITIAL)
        frame = self.frame(root)
        nodes = self.content(root, style)
        if frame is not None and (frame.opacity < 1 or frame.clip is not None or frame.whole):
            nodes = (Group(root.at, frame, nodes),)
        if weight(nodes) > MAX_ELEMENTS:
            raise self.source.error(
                root.at,
                "too-large",
                f"with its symbols the face draws more than {MAX_ELEMENTS} elements",
                "simplify the art, or put it in as an image",
            )
        del self._symbols  # which knows this one: else both stay until garbage is searched for
        return Drawing(bounds, nodes, self.source, frame.data if frame else ())

    def content(self, element: Element, style: Style) -> tuple[Node, ...]:
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
            node = Group(element.at, self.frame(element), self.content(element, style))
        elif name == "use":
            node = self._symbols.use(element, style)
        elif name == "image":
            node = self._image(element)
        else:
            node = self._nested(element, style)
        return node

    def _used(self, target: Element, style: Style) -> tuple[Node, ...]:
        """What an element draws where it is used."""
        if target.name == "symbol":
            nodes = self.content(target, self.style(target, style))
            frame = self.frame(target)
            return nodes if frame is None else (Group(target.at, frame, nodes),)
        node = self.node(target, style)
        return () if node is None else (node,)

    def _shape(self, element: Element, style: Style) -> Shape | None:
        drawn = outline(self, element)
        if not drawn:
            return None
        fill = None if element.name == "line" else self.paint(element, style.fill)
        stroke = self.paint(element, style.stroke)
        return Shape(element.at, self.frame(element), drawn, style, fill, stroke if style.stroke_width else None)

    def _root_box(self, root: Element) -> Box:
        if "viewBox" not in root.attributes:
            raise self.source.error(
                root.at,
                "missing-attribute",
                "<svg> has no viewBox",
                'write viewBox="x y width height" in mm, from the upper-left corner of the trim',
            )
        box = self.view_box(root)
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
        return Group(element.at, self.frame(element), self.content(element, style), box, inner)

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
