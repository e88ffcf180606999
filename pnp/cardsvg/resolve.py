"""Resolve the tree of elements into a drawing: inherit styles, follow references, read numbers."""

from __future__ import annotations

import hashlib
import re
from abc import abstractmethod
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from typing import Literal, cast, get_args

from pnp.cardsvg.attributes import SHAPES, AttributeReader, outline
from pnp.cardsvg.colours import BLACK, Rgb, colour
from pnp.cardsvg.nodes import (
    Blend,
    Chunk,
    Clip,
    Drawing,
    Frame,
    Gradient,
    Group,
    Image,
    ImageResolver,
    Mask,
    MaskKind,
    Node,
    Paint,
    Shape,
    Spread,
    Stop,
    Symbol,
    SymbolUse,
    Text,
    TextRun,
    weight,
)
from pnp.cardsvg.paths import Box
from pnp.cardsvg.reader import MAX_DEPTH, MAX_ELEMENTS, Element, SvgSource
from pnp.cardsvg.style import INITIAL, Link, PaintValue, Style, fraction, link_target
from pnp.cardsvg.values import IDENTITY, Matrix, is_slice, multiply, number, transform

# What elements are drawn with: transform, opacity, clip, and paint.

# Gradients.


def gradient(attributes: AttributeReader, element: Element) -> Gradient:
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


def _stops(attributes: AttributeReader, element: Element) -> tuple[Stop, ...]:
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


_WHOLE = frozenset({"mask", "mix-blend-mode", "isolation"})
_FRAMING = _WHOLE | {"transform", "opacity", "clip-path"}
_BLENDS = frozenset(get_args(Blend))


class FrameReader(AttributeReader):
    """Reads frames and paints of the elements of one SVG text; a gradient is read once."""

    def __init__(self, source: SvgSource, ids: dict[str, Element]) -> None:
        super().__init__(source, ids)
        self._gradients: dict[str, Gradient] = {}
        self._masks: dict[str, Mask] = {}
        self._masking: list[str] = []

    def frame(self, element: Element) -> Frame | None:
        """Transform, opacity, clip and notes of an element, None where it has none of them."""
        attributes = element.attributes
        data = tuple([(name[5:], text) for name, text in attributes.items() if name[:5] == "data-"])
        if not data and not (_FRAMING & attributes.keys()):
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
            *(self._whole(element) if _WHOLE & attributes.keys() else ()),
        )

    def _whole(self, element: Element) -> tuple[Mask | None, Blend, bool]:
        target = self.value(element, "mask", link_target, None)
        mask = None if target is None else self.mask(element, target)
        blend: Blend = self.value(element, "mix-blend-mode", _blend, "normal")
        return mask, blend, self.value(element, "isolation", _isolates, False)

    @abstractmethod
    def content(self, element: Element, style: Style) -> tuple[Node, ...]:
        """The nodes of what ``element`` holds."""

    def mask(self, element: Element, name: str) -> Mask:
        """The mask ``name``, read once. Its content takes nothing over from the elements around it."""
        found = self._masks.get(name)
        if found is not None:
            return found
        target = self.target(element, name, ("mask",))
        if name in self._masking:
            raise self.source.error(element.at, "loop", f"#{name} masks itself", "take one of the masks out")
        if target.attributes.get("maskUnits") != "userSpaceOnUse":
            raise self.source.error(
                target.at,
                "missing-attribute",
                "a <mask> says its box in the units of what it covers",
                'write maskUnits="userSpaceOnUse" with x, y, width and height',
            )
        box = (
            self.number(target, "x"),
            self.number(target, "y"),
            self.size(target, "width"),
            self.size(target, "height"),
        )
        kind: MaskKind = self.value(target, "mask-type", _mask_type, "luminance")
        self._masking.append(name)
        nodes = self.content(target, INITIAL)
        self._masking.pop()
        found = self._masks[name] = Mask(kind, box, nodes, weight(nodes))
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
        return Clip(outline(self, shape), self.style(shape, INITIAL).clip_rule, placed)

    def paint(self, element: Element, value: PaintValue) -> Paint:
        """A colour or the gradient that is linked."""
        if not isinstance(value, Link):
            return value
        found = self._gradients.get(value.id)
        if found is None:
            target = self.target(element, value.id, ("linearGradient", "radialGradient"))
            found = self._gradients[value.id] = gradient(self, target)
        return found


def _blend(text: str) -> Blend:
    if text not in _BLENDS:
        raise ValueError(f"{text!r} is none of {', '.join(sorted(_BLENDS))}")
    return cast(Blend, text)


def _isolates(text: str) -> bool:
    if text not in {"auto", "isolate"}:
        raise ValueError(f"{text!r} is neither auto nor isolate")
    return text == "isolate"


def _mask_type(text: str) -> MaskKind:
    if text not in {"luminance", "alpha"}:
        raise ValueError(f"{text!r} is neither luminance nor alpha")
    return cast(MaskKind, text)


# What is used again and again: the content of a symbol is resolved once for all faces of a run.

_REFERENCE = re.compile(rb"""url\(\s*['"]?#([^'")\s]+)|href\s*=\s*["']#([^"']+)["']""")
_SYMBOLS: OrderedDict[str, Symbol] = OrderedDict()
_SYMBOLS_KEPT = 512


class SymbolReader:
    """The uses of symbols in one SVG text. ``content`` gives what an element draws where it is used, in a style."""

    def __init__(self, frames: FrameReader, content: Callable[[Element, Style], tuple[Node, ...]]) -> None:
        self._frames = frames
        self._content = content
        self._found: dict[tuple[int, str], Symbol] = {}
        self._using: list[str] = []

    def use(self, element: Element, style: Style) -> SymbolUse | None:
        """The node of a use element, None where it has no size."""
        href = self._frames.href(element)
        if not href.startswith("#"):
            raise self._frames.source.error(
                element.at,
                "outside",
                f"{href!r} is not inside this SVG",
                'write href="#id"; files are not read from within a face',
            )
        name = href[1:]
        target = self._frames.target(element, name, ("symbol", "g", "svg", "text", "image", "use", *sorted(SHAPES)))
        if name in self._using or target.at <= element.at < target.end:
            raise self._frames.source.error(element.at, "loop", f"#{name} uses itself", "take one of the uses out")
        if len(self._using) >= MAX_DEPTH:
            raise self._frames.source.error(
                element.at, "too-large", f"uses nest at most {MAX_DEPTH} deep", "simplify the art"
            )
        self._using.append(name)
        symbol = self._symbol(element, target, style)
        self._using.pop()
        x, y = self._frames.number(element, "x"), self._frames.number(element, "y")
        inner: Matrix = (1.0, 0.0, 0.0, 1.0, x, y)
        window: Box | None = None
        if target.name == "symbol":
            if "viewBox" not in target.attributes:
                raise self._frames.source.error(
                    target.at,
                    "missing-attribute",
                    "<symbol> has no viewBox",
                    'write viewBox="x y width height", or use a <g> inside <defs>, which is not clipped',
                )
            window = (x, y, self._frames.size(element, "width"), self._frames.size(element, "height"))
            if not window[2] or not window[3]:
                return None
            inner = self._frames.fitted(target, window)
        elif "width" in element.attributes or "height" in element.attributes:
            raise self._frames.source.error(
                element.at,
                "size",
                f"width and height are for a <symbol>, and #{name} is a <{target.name}>",
                "make it a symbol with a viewBox, or scale with transform",
                "width" if "width" in element.attributes else "height",
            )
        return SymbolUse(element.at, self._frames.frame(element), symbol, target.at, inner, window)

    def _symbol(self, use: Element, target: Element, style: Style) -> Symbol:
        own = (target.at, style.key)
        found = self._found.get(own)
        if found is None:
            content = _text_of(self._frames, target)
            pictures = b"<image" in content
            # A character reference may hide what is referred to: such content is shared within its own face only.
            salt = self._frames.source.data if b"&" in content else b""
            key = hashlib.sha256(b"\0".join((content, style.key.encode(), salt))).hexdigest()
            if key in _SYMBOLS and not pictures:
                _SYMBOLS.move_to_end(key)
                found = _SYMBOLS[key]
            else:
                found = self._new(target, style, key)
                if not pictures:
                    _SYMBOLS[key] = found
                    if len(_SYMBOLS) > _SYMBOLS_KEPT:
                        _SYMBOLS.popitem(last=False)
            self._found[own] = found
        if found.weight > MAX_ELEMENTS:
            raise self._frames.source.error(
                use.at,
                "too-large",
                f"#{use.attributes.get('href', '')[1:]} draws more than {MAX_ELEMENTS} elements",
                "simplify the art, or put it in as an image",
            )
        return found

    def _new(self, target: Element, style: Style, key: str) -> Symbol:
        nodes = self._content(target, style)
        pictures = "".join(_digests(nodes))
        if pictures:
            key = hashlib.sha256((key + pictures).encode()).hexdigest()
        return Symbol(key, target.at, nodes, weight(nodes))


def _text_of(frames: FrameReader, element: Element) -> bytes:
    """The text of an element, followed by that of everything it refers to."""
    seen = {element.at}
    parts: list[bytes] = []
    pending = [element]
    while pending:
        following = pending.pop()
        own = frames.source.data[following.at : following.end]
        parts.append(own)
        for match in _REFERENCE.finditer(own):
            other = frames.ids.get((match[1] or match[2]).decode("utf-8", "replace"))
            if other is not None and other.at not in seen:
                seen.add(other.at)
                pending.append(other)
    return b"\0".join(parts)


def _digests(nodes: tuple[Node, ...]) -> list[str]:
    found: list[str] = []
    for node in nodes:
        if node.frame is not None and node.frame.mask is not None:
            found += _digests(node.frame.mask.nodes)
        if isinstance(node, Image):
            found.append(node.picture.digest)
        elif isinstance(node, Group):
            found += _digests(node.children)
        elif isinstance(node, SymbolUse):
            found.append(node.symbol.key)
    return found


# Text elements: lines of styled runs, blanks collapsed as SVG says.

_BLANKS = re.compile(r"[ \t\r\n]+")
_BREAKS = re.compile(r"[\t\r\n]")


class _ChunkCollector:
    """Collects runs into chunks; a chunk begins where x or y is given."""

    def __init__(self, frames: FrameReader, preserve: bool) -> None:
        self.frames = frames
        self.preserve = preserve
        self.chunks: list[Chunk] = []
        self.runs: list[TextRun] = []
        self.x = self.y = 0.0
        self.placed = False
        self.shift = (0.0, 0.0)
        self.blank_before = True

    def walk(self, element: Element, style: Style) -> None:
        self._place(element)
        paint = self._paint(element, style)
        for child in element.children:
            if isinstance(child, str):
                self._add(element, child, style, paint)
            elif child.name == "tspan":
                before = self.preserve
                self.preserve = _preserves(self.frames, child, before)
                self.walk(child, self.frames.style(child, style))
                self.preserve = before

    def _place(self, element: Element) -> None:
        attributes = element.attributes
        if "x" in attributes or "y" in attributes:
            if self.placed and not ("x" in attributes and "y" in attributes):
                raise self.frames.source.error(
                    element.at,
                    "text",
                    "a <tspan> that is put in place has both x and y",
                    "write x and y, or move it with dx and dy",
                )
            self.close()
            self.x = self.frames.number(element, "x")
            self.y = self.frames.number(element, "y")
            self.placed = True
            self.blank_before = True
        if "dx" in attributes or "dy" in attributes:
            self.shift = (
                self.shift[0] + self.frames.number(element, "dx"),
                self.shift[1] + self.frames.number(element, "dy"),
            )

    def _paint(self, element: Element, style: Style) -> tuple[Rgb | None, Rgb | None]:
        fill = self.frames.paint(element, style.fill)
        stroke = self.frames.paint(element, style.stroke)
        if isinstance(fill, Gradient) or isinstance(stroke, Gradient):
            raise self.frames.source.error(
                element.at,
                "gradient",
                "text takes a plain colour, not a gradient",
                "choose a colour, or draw the word as a path",
            )
        if fill is not None and stroke is not None and style.stroke_opacity < 1:
            raise self.frames.source.error(
                element.at,
                "opacity",
                "a text that is filled and stroked has an opaque stroke",
                "fade the whole text with opacity",
                "stroke-opacity",
            )
        return fill, stroke if style.stroke_width else None

    def _add(self, element: Element, raw: str, style: Style, paint: tuple[Rgb | None, Rgb | None]) -> None:
        text = _BREAKS.sub(" ", raw) if self.preserve else _BLANKS.sub(" ", raw)
        if not self.preserve and self.blank_before and text.startswith(" "):
            text = text[1:]
        if not text:
            return
        self.blank_before = text.endswith(" ") and not self.preserve
        if style.font_size is None or not style.font_family:
            missing = "font-size" if style.font_size is None else "font-family"
            raise self.frames.source.error(
                element.at,
                "missing-attribute",
                f"this text has no {missing}",
                f'write {missing}="…" on it or on a group around it',
            )
        if style.vertical and style.features:
            raise self.frames.source.error(
                element.at,
                "text",
                "features of fonts are for lines from left to right; downwards text has its own forms",
                'write style="font-feature-settings: normal" on this text',
            )
        dx, dy = self.shift
        self.shift = (0.0, 0.0)
        icon = "data-icon" in element.attributes
        fill, stroke = (None, None) if icon else paint
        self.runs.append(TextRun(element.at, text, style, fill, stroke, dx, dy, icon))

    def close(self) -> None:
        if self.runs and not self.preserve:
            last = self.runs[-1]
            text = last.text.rstrip(" ")
            if not text:
                self.runs.pop()
                return self.close()
            if text != last.text:
                self.runs[-1] = replace(last, text=text)
        if self.runs:
            self.chunks.append(Chunk(self.x, self.y, self.runs[0].style.text_anchor, tuple(self.runs)))
            self.runs = []
        return None


def text_node(frames: FrameReader, element: Element, style: Style) -> Text | None:
    """The node of a text element, None where it holds no text."""
    setter = _ChunkCollector(frames, _preserves(frames, element, False))
    setter.walk(element, style)
    setter.close()
    if not setter.chunks:
        return None
    return Text(element.at, frames.frame(element), tuple(setter.chunks), style.vertical)


def _preserves(frames: FrameReader, element: Element, before: bool) -> bool:
    value = element.attributes.get("xml:space")
    if value is None:
        return before
    if value not in {"default", "preserve"}:
        raise frames.bad(element, "xml:space", ValueError("write default or preserve"))
    return value == "preserve"


_NOT_DRAWN = frozenset({"defs", "symbol", "clipPath", "mask", "linearGradient", "radialGradient", "title", "desc"})


class Resolver(FrameReader):
    """Turns the elements of one SVG text into nodes."""

    def __init__(self, source: SvgSource, ids: dict[str, Element], images: ImageResolver | None) -> None:
        super().__init__(source, ids)
        self.images = images
        self._symbols = SymbolReader(self, self._used)

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
