"""From the tree of elements to a drawing: styles inherited, references followed, numbers read."""

from __future__ import annotations

import hashlib
import re
from collections import OrderedDict
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
    SymbolUse,
)
from pnp.cardsvg.paths import Box, Segments, ellipse, path, polyline, rectangle
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
from pnp.cardsvg.text import text_node
from pnp.cardsvg.values import IDENTITY, Matrix, is_slice, multiply, number, numbers, transform, viewport

T = TypeVar("T")
_NOT_DRAWN = frozenset({"defs", "symbol", "clipPath", "linearGradient", "radialGradient", "title", "desc"})
_BARE = frozenset({"rect", "circle", "ellipse", "line", "polyline", "polygon", "path"})
_REFERENCE = re.compile(rb"""url\(\s*['"]?#([^'")\s]+)|href\s*=\s*["']#([^"']+)["']""")
_SYMBOLS: OrderedDict[str, Symbol] = OrderedDict()
_SYMBOLS_KEPT = 512


class Resolver:
    """Turns the elements of one SVG text into nodes."""

    def __init__(self, source: Source, ids: dict[str, Element], images: ImageResolver | None) -> None:
        self.source = source
        self.ids = ids
        self.images = images
        self._gradients: dict[str, Gradient] = {}
        self._symbols: dict[tuple[int, str], Symbol] = {}
        self._open: list[str] = []

    def drawing(self, root: Element) -> Drawing:
        """The drawing of the outermost svg element."""
        bounds = self._root_box(root)
        style = self.style(root, INITIAL)
        frame = self.frame(root)
        nodes = self.children(root, style)
        if frame is not None and (frame.opacity < 1 or frame.clip is not None):
            nodes = (Group(root.at, frame, nodes),)
        if _weight(nodes) > MAX_ELEMENTS:
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
        data: tuple[tuple[str, str], ...] = ()
        if any(name.startswith("data-") for name in attributes):
            data = tuple((name[5:], text) for name, text in attributes.items() if name.startswith("data-"))
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
        if name in _BARE:
            node = self._shape(element, style)
        elif name == "text":
            node = text_node(self, element, style)
        elif name == "g":
            node = Group(element.at, self.frame(element), self.children(element, style))
        elif name == "use":
            node = self._use(element, style)
        elif name == "image":
            node = self._image(element)
        else:
            node = self._nested(element, style)
        return node

    def _shape(self, element: Element, style: Style) -> Shape | None:
        outline = self.outline(element)
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

    def outline(self, element: Element) -> Segments:
        """The outline of a shape element; empty where its size is zero."""
        outline: Segments
        match element.name:
            case "rect":
                outline = self._rectangle(element)
            case "circle" | "ellipse":
                rx, ry = (
                    self.size(element, name) for name in (("r", "r") if element.name == "circle" else ("rx", "ry"))
                )
                outline = ellipse(self.number(element, "cx"), self.number(element, "cy"), rx, ry) if rx and ry else ()
            case "line":
                x1, y1, x2, y2 = (self.number(element, name) for name in ("x1", "y1", "x2", "y2"))
                outline = (("M", (x1, y1)), ("L", (x2, y2)))
            case "path":
                outline = self.value(element, "d", path, ())
            case _:
                closed = element.name == "polygon"
                outline = self.value(element, "points", lambda text: polyline(numbers(text), closed), ())
        return outline

    def _rectangle(self, element: Element) -> Segments:
        width, height = self.size(element, "width"), self.size(element, "height")
        rx = self.number(element, "rx", self.number(element, "ry"))
        ry = self.number(element, "ry", rx)
        if rx < 0 or ry < 0:
            raise self.bad(element, "rx" if rx < 0 else "ry", ValueError("a radius is not negative"))
        if not width or not height:
            return ()
        return rectangle((self.number(element, "x"), self.number(element, "y"), width, height), rx, ry)

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
        return Clip(self.outline(shape), self.style(shape, INITIAL).clip_rule, placed)

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

    def _fitted(self, owner: Element, box: Box) -> Matrix:
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
            inner = self._fitted(element, box)
        return Group(element.at, self.frame(element), self.children(element, style), box, inner)

    def _use(self, element: Element, style: Style) -> SymbolUse | None:
        href = self.href(element)
        if not href.startswith("#"):
            raise self.source.error(
                element.at,
                "outside",
                f"{href!r} is not inside this SVG",
                'write href="#id"; files are not read from within a face',
            )
        name = href[1:]
        target = self.target(element, name, ("symbol", "g", "svg", "text", "image", "use", *sorted(_BARE)))
        if name in self._open or target.at <= element.at < target.end:
            raise self.source.error(element.at, "loop", f"#{name} uses itself", "take one of the uses out")
        self._open.append(name)
        symbol = self._symbol(element, target, style)
        self._open.pop()
        x, y = self.number(element, "x"), self.number(element, "y")
        inner: Matrix = (1.0, 0.0, 0.0, 1.0, x, y)
        window: Box | None = None
        if target.name == "symbol":
            if "viewBox" not in target.attributes:
                raise self.source.error(
                    target.at,
                    "missing-attribute",
                    "<symbol> has no viewBox",
                    'write viewBox="x y width height", or use a <g> inside <defs>, which is not clipped',
                )
            window = (x, y, self.size(element, "width"), self.size(element, "height"))
            if not window[2] or not window[3]:
                return None
            inner = self._fitted(target, window)
        elif "width" in element.attributes or "height" in element.attributes:
            raise self.source.error(
                element.at,
                "size",
                f"width and height are for a <symbol>, and #{name} is a <{target.name}>",
                "make it a symbol with a viewBox, or scale with transform",
                "width" if "width" in element.attributes else "height",
            )
        return SymbolUse(element.at, self.frame(element), symbol, target.at, inner, window)

    def _symbol(self, use: Element, target: Element, style: Style) -> Symbol:
        own = (target.at, style.key)
        found = self._symbols.get(own)
        if found is None:
            content = self._content(target, {target.at})
            pictures = b"<image" in content
            key = hashlib.sha256(content + style.key.encode()).hexdigest()
            if key in _SYMBOLS and not pictures:
                _SYMBOLS.move_to_end(key)
                found = _SYMBOLS[key]
            else:
                found = self._new_symbol(target, style, key)
                if not pictures:
                    _SYMBOLS[key] = found
                    if len(_SYMBOLS) > _SYMBOLS_KEPT:
                        _SYMBOLS.popitem(last=False)
            self._symbols[own] = found
        if found.weight > MAX_ELEMENTS:
            raise self.source.error(
                use.at,
                "too-large",
                f"#{use.attributes.get('href', '')[1:]} draws more than {MAX_ELEMENTS} elements",
                "simplify the art, or put it in as an image",
            )
        return found

    def _new_symbol(self, target: Element, style: Style, key: str) -> Symbol:
        if target.name == "symbol":
            inside = self.style(target, style)
            nodes = self.children(target, inside)
            frame = self.frame(target)
            if frame is not None:
                nodes = (Group(target.at, frame, nodes),)
        else:
            node = self.node(target, style)
            nodes = () if node is None else (node,)
        pictures = "".join(_digests(nodes))
        if pictures:
            key = hashlib.sha256((key + pictures).encode()).hexdigest()
        return Symbol(key, target.at, nodes, _weight(nodes))

    def _content(self, element: Element, seen: set[int]) -> bytes:
        """The text of an element, followed by that of everything it refers to."""
        own = self.source.data[element.at : element.end]
        parts = [own]
        for match in _REFERENCE.finditer(own):
            other = self.ids.get((match[1] or match[2]).decode("utf-8", "replace"))
            if other is not None and other.at not in seen:
                seen.add(other.at)
                parts.append(self._content(other, seen))
        return b"\0".join(parts)

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


def _weight(nodes: tuple[Node, ...]) -> int:
    total = 0
    for node in nodes:
        if isinstance(node, Group):
            total += 1 + _weight(node.children)
        elif isinstance(node, SymbolUse):
            total += 1 + node.symbol.weight
        else:
            total += 1
    return total


def _digests(nodes: tuple[Node, ...]) -> list[str]:
    found: list[str] = []
    for node in nodes:
        if isinstance(node, Image):
            found.append(node.picture.digest)
        elif isinstance(node, Group):
            found += _digests(node.children)
        elif isinstance(node, SymbolUse):
            found.append(node.symbol.key)
    return found
