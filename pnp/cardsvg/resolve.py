"""Resolve the tree of elements into a drawing: inherit styles, follow references, read numbers."""

from __future__ import annotations

import hashlib
import re
from abc import abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Literal, TypeVar, cast, get_args

from pnp.cardsvg.colours import BLACK, Rgb, colour
from pnp.cardsvg.nodes import (
    Art,
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
    Picture,
    Shape,
    Spread,
    Stop,
    Symbol,
    SymbolUse,
    Text,
    TextRun,
    weight,
)
from pnp.cardsvg.paths import SHAPES, Box, Segments, shape
from pnp.cardsvg.reader import MAX_DEPTH, MAX_ELEMENTS, STYLE_OF, read
from pnp.cardsvg.source import Element, SvgSource, nearest
from pnp.cardsvg.style import (
    INHERITED,
    INITIAL,
    BadValueError,
    Link,
    PaintValue,
    Style,
    child_style,
    choice,
    fraction,
    link_target,
)
from pnp.cardsvg.values import (
    IDENTITY,
    Matrix,
    between,
    is_slice,
    multiply,
    number,
    numbers,
    shift,
    transform,
    viewport,
)

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
        text = element.attributes.get(name)
        if text is None:
            return default
        try:
            return number(text)
        except ValueError as error:
            raise self.bad(element, name, error) from error

    def size(self, element: Element, name: str) -> float:
        """Return a required attribute that may not be negative."""
        if name not in element.attributes:
            raise self.source.error(
                element.at, "missing-attribute", f"<{element.name}> has no {name}", f'write {name}="…" in mm'
            )
        length = self.number(element, name)
        if length < 0:
            raise self.bad(element, name, ValueError(f"{length:g} is negative"))
        return length

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
            length = self.number(element, name, default)
            if name in {"rx", "ry"} and length < 0 and name in element.attributes:
                raise self.bad(element, name, ValueError("a radius is not negative"))
            return length

        return shape(element.name, measure, lambda name, read: self.value(element, name, read, ()))

    def style(self, element: Element, parent: Style) -> Style:
        """Return the style of an element inside one of style ``parent``."""
        declared = tuple([attribute for attribute in element.attributes.items() if attribute[0] in INHERITED])
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


# What elements are drawn with: transform, opacity, clip, and paint.

# Gradients.


def gradient(attributes: AttributeReader, element: Element) -> Gradient:
    """Return the gradient of a linearGradient or radialGradient element."""
    units = element.attributes.get("gradientUnits", "objectBoundingBox")
    if units not in {"objectBoundingBox", "userSpaceOnUse"}:
        raise attributes.bad(element, "gradientUnits", ValueError("write objectBoundingBox or userSpaceOnUse"))
    of_box = units == "objectBoundingBox"

    def coordinate(name: str, default: str | float) -> float:
        if name not in element.attributes and not isinstance(default, str):
            return default
        if name not in element.attributes and not of_box:
            hint = "with userSpaceOnUse all coordinates must be given"
            raise attributes.source.error(element.at, "missing-attribute", f"<{element.name}> has no {name}", hint)
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
    spread = cast(Spread, attributes.value(element, "spreadMethod", choice("pad", "reflect", "repeat"), "pad"))
    return Gradient(kind, points, _stops(attributes, element), of_box, turned, spread)


def _stops(attributes: AttributeReader, element: Element) -> tuple[Stop, ...]:
    stops: list[Stop] = []
    least = 0.0
    for child in element.elements():
        least = max(least, between(attributes.value(child, "offset", _share, 0.0)))
        opacity = attributes.value(child, "stop-opacity", fraction, 1.0)
        stops.append(Stop(least, attributes.value(child, "stop-color", colour, BLACK), opacity))
    if not stops:
        raise attributes.source.error(element.at, "gradient", f"<{element.name}> has no <stop>", "give it at least two")
    return tuple(stops)


MAX_STOPS = 500_000
"""The most stops of gradients in a face, those of a gradient counted at each shape."""


def _share(text: str) -> float:
    return number(text.strip()[:-1]) / 100 if text.strip().endswith("%") else number(text)


_WHOLE = frozenset({"mask", "mix-blend-mode", "isolation"})
_FRAMING = _WHOLE | {"transform", "opacity", "clip-path"}
_BLENDS = choice(*sorted(get_args(Blend)))


class FrameReader(AttributeReader):
    """Reads frames and paints of the elements of one SVG text; a gradient is read once."""

    def __init__(self, source: SvgSource, ids: dict[str, Element]) -> None:
        super().__init__(source, ids)
        self.gradients: dict[str, Gradient] = {}
        self._stops = 0
        self._masks: dict[str, Mask] = {}
        self._masking: list[str] = []

    def frame(self, element: Element) -> Frame | None:
        """Transform, opacity, clip and notes of an element, None if it has none of them."""
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
        blend = cast(Blend, self.value(element, "mix-blend-mode", _BLENDS, "normal"))
        return mask, blend, self.value(element, "isolation", _isolates, False)

    @abstractmethod
    def content(self, element: Element, style: Style) -> tuple[Node, ...]:
        """Return the nodes of what ``element`` holds."""

    def mask(self, element: Element, name: str) -> Mask:
        """Return the mask ``name``, read once. Its content takes nothing over from the elements around it."""
        mask = self._masks.get(name)
        if mask is not None:
            return mask
        target = self.target(element, name, ("mask",))
        if name in self._masking:
            raise self.source.error(element.at, "loop", f"#{name} masks itself", "take one of the masks out")
        if target.attributes.get("maskUnits") != "userSpaceOnUse":
            message = "a <mask> says its box in the units of what it covers"
            hint = 'write maskUnits="userSpaceOnUse" with x, y, width and height'
            raise self.source.error(target.at, "missing-attribute", message, hint)
        box = self.box(target)
        kind: MaskKind = self.value(target, "mask-type", _mask_type, "luminance")
        self._masking.append(name)
        nodes = self.content(target, INITIAL)
        self._masking.pop()
        mask = self._masks[name] = Mask(kind, box, nodes, weight(nodes))
        return mask

    def clip(self, element: Element, name: str) -> Clip:
        """Return the clip path ``name``: exactly one shape, since PDF joins several only by their direction."""
        target = self.target(element, name, ("clipPath",))
        shapes = target.elements()
        if len(shapes) != 1:
            hint = "join them in one <path>, or nest two groups that are clipped one after the other"
            raise self.source.error(target.at, "clip-path", f"<clipPath> holds {len(shapes)} shapes, not one", hint)
        shape = shapes[0]
        for wrong in ("opacity", "stroke"):
            if wrong in shape.attributes:
                raise self.source.error(shape.at, "clip-path", f"{wrong} means nothing inside <clipPath>", "delete it")
        inner = self.value(shape, "clip-path", link_target, None)
        if inner is not None:
            hint = "nest two groups that are clipped one after the other"
            raise self.source.error(shape.at, "clip-path", "a shape inside <clipPath> may not be clipped itself", hint)
        placed = multiply(
            self.value(target, "transform", transform, IDENTITY), self.value(shape, "transform", transform, IDENTITY)
        )
        return Clip(self.outline(shape), self.style(shape, INITIAL).clip_rule, placed)

    def paint(self, element: Element, value: PaintValue) -> Paint:
        """Return a colour or the gradient that is linked."""
        if not isinstance(value, Link):
            return value
        server = self.gradients.get(value.id)
        if server is None:
            target = self.target(element, value.id, ("linearGradient", "radialGradient"))
            server = self.gradients[value.id] = gradient(self, target)
        self._stops += server.painted_stops
        if self._stops > MAX_STOPS:
            message = f"the shapes are painted with more than {MAX_STOPS:,} stops of gradients"
            raise self.source.error(element.at, "too-large", message, "use fewer stops, or put it in as an image")
        return server


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


class SymbolReader(FrameReader):
    """Reads the uses of symbols and of ``art`` in one SVG text."""

    def __init__(self, source: SvgSource, ids: dict[str, Element], art: Mapping[str, Art]) -> None:
        super().__init__(source, ids)
        self.art = art
        self._symbols: dict[tuple[int, str], Symbol] = {}
        self._using: list[str] = []

    @abstractmethod
    def used(self, target: Element, style: Style) -> tuple[Node, ...]:
        """Return the nodes of an element where it is used."""

    def use(self, element: Element, style: Style) -> SymbolUse | None:
        """Return the node of a use element, None if it has no size."""
        href = self.href(element)
        if not href.startswith("#"):
            hint = 'write href="#id"; files are not read from within a face'
            raise self.source.error(element.at, "outside", f"{href!r} is not inside this SVG", hint)
        name = href[1:]
        art = self.art.get(name)
        if art is not None:
            symbol = self._art_symbol(element, art, style)
            self._limit(element, name, symbol)
            window = self.box(element)
            inner = viewport(window, art.view, "xMidYMid") if window[2] and window[3] else None
            return None if inner is None else SymbolUse(element.at, self.frame(element), symbol, None, inner, window)
        target = self.target(element, name, ("symbol", "g", "svg", "text", "image", "use", *sorted(SHAPES)))
        symbol = self._target_symbol(element, target, name, style)
        self._limit(element, name, symbol)
        x, y = self.number(element, "x"), self.number(element, "y")
        if target.name == "symbol":
            if "viewBox" not in target.attributes:
                hint = 'write viewBox="x y width height", or use a <g> inside <defs>, which is not clipped'
                raise self.source.error(target.at, "missing-attribute", "<symbol> has no viewBox", hint)
            window = self.box(element)
            if not window[2] or not window[3]:
                return None
            return SymbolUse(element.at, self.frame(element), symbol, target.at, self.fitted(target, window), window)
        for size in ("width", "height"):
            if size in element.attributes:
                message = f"width and height are for a <symbol>, and #{name} is a <{target.name}>"
                hint = "make it a symbol with a viewBox, or scale with transform"
                raise self.source.error(element.at, "size", message, hint, size)
        return SymbolUse(element.at, self.frame(element), symbol, target.at, shift(x, y))

    def _limit(self, element: Element, name: str, symbol: Symbol) -> None:
        if symbol.weight > MAX_ELEMENTS:
            hint = "simplify the art, or put it in as an image"
            raise self.source.error(element.at, "too-large", f"#{name} draws more than {MAX_ELEMENTS} elements", hint)

    def _art_symbol(self, use: Element, art: Art, style: Style) -> Symbol:
        style = art.inherited(style)
        gradients: dict[str, Gradient] = {}
        fill, stroke = (self._lent(use, paint, gradients) for paint in (style.fill, style.stroke))
        if gradients:
            style = replace(style, fill=fill, stroke=stroke)
        key = hashlib.sha256(f"{art.digest}\0{style.key}\0{gradients}".encode()).hexdigest()
        return _kept(key) or _keep(key, _symbol(key, 0, art.nodes(style, gradients)))

    def _lent(self, use: Element, value: PaintValue, gradients: dict[str, Gradient]) -> PaintValue:
        """Return a paint of this text for art; a gradient gets an id that no art has, with a blank."""
        if not isinstance(value, Link) or value.id not in self.ids:
            return value
        lent = Link(f"{value.id} outside")
        gradients[lent.id] = cast(Gradient, self.paint(use, value))
        return lent

    def _target_symbol(self, use: Element, target: Element, name: str, style: Style) -> Symbol:
        if name in self._using or target.at <= use.at < target.end:
            raise self.source.error(use.at, "loop", f"#{name} uses itself", "take one of the uses out")
        if len(self._using) >= MAX_DEPTH:
            raise self.source.error(use.at, "too-large", f"uses nest at most {MAX_DEPTH} deep", "simplify the art")
        own = (target.at, style.key)
        symbol = self._symbols.get(own)
        if symbol is not None:
            return symbol
        content = _text_of(self, target)
        # A character reference may hide a reference to another element: such content is shared within its face only.
        salt = self.source.data if b"&" in content else b""
        key = hashlib.sha256(b"\0".join((content, style.key.encode(), salt))).hexdigest()
        pictures = b"<image" in content
        symbol = None if pictures else _kept(key)
        if symbol is None:
            self._using.append(name)
            symbol = _symbol(key, target.at, self.used(target, style))
            self._using.pop()
            if not pictures:
                _keep(key, symbol)
        self._symbols[own] = symbol
        return symbol


def _kept(key: str) -> Symbol | None:
    """Return the symbol of this key, if it was kept."""
    if key not in _SYMBOLS:
        return None
    _SYMBOLS.move_to_end(key)
    return _SYMBOLS[key]


def _keep(key: str, symbol: Symbol) -> Symbol:
    """Keep a symbol for the drawings to come."""
    _SYMBOLS[key] = symbol
    if len(_SYMBOLS) > _SYMBOLS_KEPT:
        _SYMBOLS.popitem(last=False)
    return symbol


def _symbol(key: str, at: int, nodes: tuple[Node, ...]) -> Symbol:
    """Return a symbol; the pictures and symbols in it go into its key."""
    inside = "".join(_digests(nodes))
    if inside:
        key = hashlib.sha256((key + inside).encode()).hexdigest()
    return Symbol(key, at, nodes, weight(nodes))


def _text_of(reader: SymbolReader, element: Element) -> bytes:
    """Return the text of an element, followed by that of everything it refers to, and by the digests of art."""
    seen = {element.at}
    parts: list[bytes] = []
    pending = [element]
    while pending:
        following = pending.pop()
        own = reader.source.data[following.at : following.end]
        parts.append(own)
        for match in _REFERENCE.finditer(own):
            name = (match[1] or match[2]).decode("utf-8", "replace")
            other = reader.ids.get(name)
            if name in reader.art:
                parts.append(reader.art[name].digest.encode())
            elif other is not None and other.at not in seen:
                seen.add(other.at)
                pending.append(other)
    return b"\0".join(parts)


def _digests(nodes: tuple[Node, ...]) -> list[str]:
    digests: list[str] = []
    for node in nodes:
        if node.frame is not None and node.frame.mask is not None:
            digests += _digests(node.frame.mask.nodes)
        if isinstance(node, Image):
            digests.append(node.picture.digest)
        elif isinstance(node, Group):
            digests += _digests(node.children)
        elif isinstance(node, SymbolUse):
            digests.append(node.symbol.key)
    return digests


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
                message = "a <tspan> that is put in place has both x and y"
                raise self.frames.source.error(element.at, "text", message, "write x and y, or move it with dx and dy")
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
            hint = "choose a colour, or draw the word as a path"
            raise self.frames.source.error(element.at, "gradient", "text takes a plain colour, not a gradient", hint)
        if fill is not None and stroke is not None and style.stroke_opacity < 1:
            message = "a text that is filled and stroked has an opaque stroke"
            hint = "fade the whole text with opacity"
            raise self.frames.source.error(element.at, "opacity", message, hint, "stroke-opacity")
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
            hint = f'write {missing}="…" on it or on a group around it'
            raise self.frames.source.error(element.at, "missing-attribute", f"this text has no {missing}", hint)
        if style.vertical and style.features:
            message = "features of fonts are for lines from left to right; downwards text has its own forms"
            hint = 'write style="font-feature-settings: normal" on this text'
            raise self.frames.source.error(element.at, "text", message, hint)
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
    """Return the node of a text element, None if it holds no text."""
    setter = _ChunkCollector(frames, _preserves(frames, element, False))
    setter.walk(element, style)
    setter.close()
    if not setter.chunks:
        return None
    return Text(element.at, frames.frame(element), tuple(setter.chunks), style.vertical)


def _preserves(frames: FrameReader, element: Element, before: bool) -> bool:
    space = element.attributes.get("xml:space")
    if space is None:
        return before
    if space not in {"default", "preserve"}:
        raise frames.bad(element, "xml:space", ValueError("write default or preserve"))
    return space == "preserve"


_NOT_DRAWN = frozenset({"defs", "symbol", "clipPath", "mask", "linearGradient", "radialGradient", "title", "desc"})


class Resolver(SymbolReader):
    """Turns the elements of one SVG text into nodes."""

    def __init__(
        self,
        source: SvgSource,
        ids: dict[str, Element],
        images: ImageResolver | None = None,
        art: Mapping[str, Art] | None = None,
    ) -> None:
        super().__init__(source, ids, art or {})
        self.images = images
        self._pictures: dict[str, Picture] = {}

    def drawing(self, root: Element) -> Drawing:
        """Return the drawing of the outermost svg element; asked for once."""
        bounds = self._root_box(root)
        style = self.style(root, INITIAL)
        frame = self.frame(root)
        nodes = self.content(root, style)
        if frame is not None and (frame.opacity < 1 or frame.clip is not None or frame.whole):
            nodes = (Group(root.at, frame, nodes),)
        if weight(nodes) > MAX_ELEMENTS:
            message = f"with its symbols the face draws more than {MAX_ELEMENTS} elements"
            raise self.source.error(root.at, "too-large", message, "simplify the art, or put it in as an image")
        data = frame.data if frame else ()
        return Drawing(bounds, nodes, self.source, data, self.art, (*self._pictures.values(),))

    def content(self, element: Element, style: Style) -> tuple[Node, ...]:
        """Return the nodes of what ``element`` holds."""
        nodes = []
        for child in element.elements():
            if child.name not in _NOT_DRAWN:
                node = self.node(child, style)
                if node is not None:
                    nodes.append(node)
        return tuple(nodes)

    def node(self, element: Element, parent: Style) -> Node | None:
        """Return the node of one element, None if it draws nothing."""
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
            node = self.use(element, style)
        elif name == "image":
            node = self._image(element)
        else:
            node = self._nested(element, style)
        return node

    def used(self, target: Element, style: Style) -> tuple[Node, ...]:
        """Return the nodes of an element where it is used."""
        if target.name == "symbol":
            nodes = self.content(target, self.style(target, style))
            frame = self.frame(target)
            return nodes if frame is None else (Group(target.at, frame, nodes),)
        node = self.node(target, style)
        return () if node is None else (node,)

    def _shape(self, element: Element, style: Style) -> Shape | None:
        drawn = self.outline(element)
        if not drawn:
            return None
        fill = None if element.name == "line" else self.paint(element, style.fill)
        stroke = self.paint(element, style.stroke)
        return Shape(element.at, self.frame(element), drawn, style, fill, stroke if style.stroke_width else None)

    def _root_box(self, root: Element) -> Box:
        if "viewBox" not in root.attributes:
            hint = 'write viewBox="x y width height" in mm, from the upper-left corner of the trim'
            raise self.source.error(root.at, "missing-attribute", "<svg> has no viewBox", hint)
        box = self.view_box(root)
        for name, expected in (("width", box[2]), ("height", box[3])):
            text = root.attributes.get(name)
            if text is None:
                continue
            match = re.fullmatch(r"\s*([0-9.]+)\s*(mm)?\s*", text)
            if match is None or abs(float(match[1]) - expected) > 0.005:
                hint = f'write {name}="{expected:g}mm": a user unit is a millimetre'
                raise self.source.error(root.at, "size", f"{name}={text!r} does not agree with the viewBox", hint, name)
        if self.number(root, "x") or self.number(root, "y"):
            raise self.source.error(root.at, "size", "the outermost <svg> has no x or y", "delete them")
        return box

    def _nested(self, element: Element, style: Style) -> Group | None:
        box = self.box(element)
        if not box[2] or not box[3]:
            return None
        inner: Matrix = (1.0, 0.0, 0.0, 1.0, box[0], box[1])
        if "viewBox" in element.attributes:
            inner = self.fitted(element, box)
        return Group(element.at, self.frame(element), self.content(element, style), box, inner)

    def _image(self, element: Element) -> Image | None:
        box = self.box(element)
        fit = element.attributes.get("preserveAspectRatio", "xMidYMid meet")
        self.value(element, "preserveAspectRatio", is_slice, False)
        href = self.href(element)
        if self.images is None:
            hint = "images stand in the project folder"
            raise self.source.error(element.at, "image", f"there is no folder to look for {href[:40]!r} in", hint)
        try:
            picture = self._pictures[href] = self.images(href)
        except (ValueError, OSError) as error:
            message = f"the image {href[:60]!r} cannot be used: {error}"
            hint = "name a PNG or JPEG file below the project folder"
            raise self.source.error(element.at, "image", message, hint) from error
        if not box[2] or not box[3]:
            return None
        return Image(element.at, self.frame(element), picture, box, fit)


class ProfileArt:
    """Art in the card SVG profile: a whole document, to be used as a symbol."""

    def __init__(self, svg: str, name: str) -> None:
        """Read a text called ``name``. Raises TemplateError for one outside of the profile."""
        self._source, self._root, self._ids = read(svg, name)
        self.view = Resolver(self._source, self._ids).drawing(self._root).bounds
        self.digest = hashlib.sha256(f"{self.view} {self._root.digest}".encode()).hexdigest()
        self.work = len(svg) // 4

    @property
    def styled(self) -> bool:
        """Return whether its root element has a style, which is lost where it is used."""
        return not STYLE_OF["svg"].isdisjoint(self._root.attributes)

    def inherited(self, style: Style) -> Style:
        """Return all of the style around its use."""
        return style

    def nodes(self, style: Style, gradients: Mapping[str, Gradient]) -> tuple[Node, ...]:
        """Return the nodes that it draws in ``style``, which may link to ``gradients``."""
        resolver = Resolver(self._source, self._ids)
        resolver.gradients.update(gradients)
        return resolver.content(self._root, style)
