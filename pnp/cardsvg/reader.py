"""Parse SVG text into a tree of elements with byte offsets, held to the allow-list and to size limits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pnp.cardsvg.paths import SHAPES
from pnp.cardsvg.source import NOTES, Element, ElementReader, SvgSource, nearest

# The card SVG profile: which elements, attributes and style properties there are. All else is an error.

STYLE = frozenset(
    {
        "fill", "stroke", "color", "opacity", "fill-opacity", "stroke-opacity", "fill-rule", "stroke-width",
        "stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-dasharray", "stroke-dashoffset", "clip-path",
        "clip-rule", "mask", "font-family", "font-size", "font-weight", "font-style", "font-stretch", "letter-spacing",
        "text-anchor",
    }
)  # fmt: skip
"""Properties that may stand as attributes and inside ``style``."""

_COMMON = frozenset({"id", "style", "transform"}) | STYLE
_BOXED = frozenset({"x", "y", "width", "height"})
_GRADIENT = frozenset({"id", "gradientUnits", "gradientTransform", "spreadMethod"})
_NAMESPACE_ATTRIBUTES = frozenset({"xmlns", "xmlns:xlink", "xmlns:ev"})
_LINK = frozenset({"href", "xlink:href"})

ATTRIBUTES: Mapping[str, frozenset[str]] = {
    "svg": (_COMMON - {"transform"}) | _BOXED | _NAMESPACE_ATTRIBUTES
    | {"viewBox", "preserveAspectRatio", "version", "baseProfile", "xml:lang"},
    "g": _COMMON,
    "defs": frozenset({"id"}),
    "symbol": (_COMMON - {"transform"}) | {"viewBox", "preserveAspectRatio"},
    "use": _COMMON | _BOXED | _LINK,
    "rect": _COMMON | _BOXED | {"rx", "ry"},
    "circle": _COMMON | {"cx", "cy", "r"},
    "ellipse": _COMMON | {"cx", "cy", "rx", "ry"},
    "line": _COMMON | {"x1", "y1", "x2", "y2"},
    "polyline": _COMMON | {"points"},
    "polygon": _COMMON | {"points"},
    "path": _COMMON | {"d"},
    "text": _COMMON | {"x", "y", "dx", "dy", "writing-mode", "xml:space"},
    "tspan": (_COMMON - {"transform", "opacity", "clip-path", "mask"}) | {"x", "y", "dx", "dy", "xml:space"},
    "image": _COMMON | _BOXED | _LINK | {"preserveAspectRatio"},
    "clipPath": frozenset({"id", "transform"}),
    "mask": frozenset({"id", "maskUnits", "mask-type"}) | _BOXED,
    "linearGradient": _GRADIENT | {"x1", "y1", "x2", "y2"},
    "radialGradient": _GRADIENT | {"cx", "cy", "r", "fx", "fy"},
    "stop": frozenset({"offset", "stop-color", "stop-opacity", "style", "color"}),
    "title": frozenset(),
    "desc": frozenset(),
}  # fmt: skip
"""Attributes by element."""

ANNOTATED = frozenset(
    {"svg", "g", "use", "rect", "circle", "ellipse", "line", "polyline", "polygon", "path", "text", "tspan", "image"}
)
"""Elements that may also carry ``data-*`` attributes, which are kept as annotations."""

BLENDING = frozenset({"mix-blend-mode", "isolation"})
"""Properties that may stand inside ``style`` only, as CSS has it."""
FEATURES = frozenset({"font-feature-settings"})
"""The same, where text may be."""

STYLE_OF: Mapping[str, frozenset[str]] = {
    name: frozenset({"stop-color", "stop-opacity", "color"})
    if name == "stop"
    else (STYLE & allowed)
    | (frozenset({"writing-mode"}) & allowed)
    | (BLENDING if "mask" in allowed else frozenset())
    | (FEATURES if "font-family" in allowed else frozenset())
    for name, allowed in ATTRIBUTES.items()
}
"""Properties allowed inside ``style``, by element."""

_DRAWN = SHAPES | NOTES | {
    "svg", "g", "defs", "symbol", "use", "text", "image", "clipPath", "mask", "linearGradient", "radialGradient"
}  # fmt: skip

CHILDREN: Mapping[str, frozenset[str]] = {
    "svg": _DRAWN,
    "g": _DRAWN,
    "defs": _DRAWN,
    "symbol": _DRAWN,
    "mask": _DRAWN,
    "text": frozenset({"tspan"}) | NOTES,
    "tspan": frozenset({"tspan"}) | NOTES,
    "clipPath": (SHAPES - {"line", "polyline"}) | NOTES,
    "linearGradient": frozenset({"stop"}) | NOTES,
    "radialGradient": frozenset({"stop"}) | NOTES,
}
"""Elements that may stand inside an element. An element that is not listed holds only ``title`` and ``desc``."""

INSTEAD: Mapping[str, str] = {
    "pattern": "draw the motif as a symbol, repeat it with use, and clip it",
    "filter": "put the picture in as an image with 600 dots per inch",
    "style": 'write the properties as attributes or in style="…"',
    "dominant-baseline": "set y to where the baseline is to be",
    "class": 'write the properties as attributes or in style="…"',
    "textPath": "put each letter in place with its own text element",
    "marker": "draw the arrow head as a path",
    "a": "cards are printed: leave the link out",
    "foreignObject": "use text elements",
    "script": "cards are printed: leave the script out",
    "animate": "cards are printed: leave the animation out",
    "switch": "draw one of the choices",
    "display": "leave out what is not to be seen",
    "visibility": "leave out what is not to be seen",
    "mask-image": "use mask",
    "textLength": "letter-spacing tightens or opens a text",
    "font": "write font-family, font-size and font-weight",
}
"""Advice on what people are most likely to try."""


MAX_BYTES = 2_000_000
"""The largest face there may be; a larger one is a mistake or an attack."""
MAX_DEPTH = 64
"""The deepest nesting of elements."""
MAX_ELEMENTS = 50_000
"""The most elements that a face may hold."""
_NAMESPACES = {
    "xmlns": "http://www.w3.org/2000/svg",
    "xmlns:xlink": "http://www.w3.org/1999/xlink",
    "xmlns:ev": "http://www.w3.org/2001/xml-events",
}


class _CardReader(ElementReader):
    """Reads card SVG. ``style`` is merged into the attributes of its element."""

    def read(self) -> None:
        """Read the text. Raises TemplateError for what is outside of the profile."""
        self.parse(
            "look for an unclosed tag, or an & that is not written &amp;",
            StartElement=self._start,
            EndElement=self._end,
            CharacterData=self._characters,
            StartDoctypeDecl=self._refuse_doctype,
            ProcessingInstruction=self._refuse_instruction,
        )

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        at, stack = self.parser.CurrentByteIndex, self.stack
        allowed = ATTRIBUTES.get(name)
        if allowed is None:
            hint = INSTEAD.get(name) or nearest(name, ATTRIBUTES)
            raise self.source.error(at, "unknown-element", f"<{name}> is not in the card SVG profile", hint)
        if name == "svg" or not (attributes.keys() <= allowed):
            self._check_attributes(name, attributes, allowed, at)
        if "style" in attributes:
            attributes = self._merge_style(name, attributes, at)
        element = Element(name, attributes, at)
        self.count += 1
        if stack:
            parent = stack[-1]
            if name not in CHILDREN.get(parent.name, NOTES):
                if parent.name in SHAPES:
                    message = f"this <{parent.name}> is never closed: a <{name}> stands inside it"
                    raise self.source.error(parent.at, "misplaced-element", message, "end it with />")
                raise self.source.error(
                    at, "misplaced-element", f"<{name}> may not stand inside <{parent.name}>", _may_hold(parent.name)
                )
            if len(stack) >= MAX_DEPTH or self.count > MAX_ELEMENTS:
                message = f"a face holds at most {MAX_ELEMENTS} elements, nested at most {MAX_DEPTH} deep"
                raise self.source.error(at, "too-large", message, "draw what repeats as a symbol, or simplify the art")
            parent.children.append(element)
        else:
            if name != "svg":
                hint = 'start with <svg xmlns="http://www.w3.org/2000/svg" viewBox="…">'
                raise self.source.error(at, "misplaced-element", f"the outermost element is <{name}>, not <svg>", hint)
            self.root = element
        if "id" in attributes:
            self._name(element, attributes["id"])
        stack.append(element)

    def _end(self, _name: str) -> None:
        self.stack.pop().end = self.parser.CurrentByteIndex

    def _characters(self, data: str) -> None:
        if self.stack:
            element = self.stack[-1]
            if element.name in {"text", "tspan"}:
                element.children.append(data)
            elif element.name not in NOTES and not data.isspace():
                hint = "print it with {{ line(…) }}, or put it into a <text> element"
                if data.lstrip().startswith("{"):
                    hint = "write {{ … }} for what a template draws"
                # The text is read when the next element begins.
                between = self.source.data[: self.parser.CurrentByteIndex].rpartition(b">")[2]
                at = self.parser.CurrentByteIndex - len(between.lstrip())
                raise self.source.error(at, "misplaced-text", f"text may not stand inside <{element.name}>", hint)

    def _refuse_doctype(self, *_: Any) -> None:
        hint = "delete the <!DOCTYPE …> declaration; entities are not expanded"
        raise self.source.error(self.at, "doctype", "a card SVG has no DOCTYPE", hint)

    def _refuse_instruction(self, target: str, _data: str) -> None:
        message = f"a card SVG has no processing instructions such as <?{target}?>"
        raise self.source.error(self.at, "instruction", message, "delete it")

    def _name(self, element: Element, name: str) -> None:
        if name in self.ids:
            raise self.source.error(
                element.at, "duplicate-id", f"there are two elements with the id {name!r}", "give each its own id", "id"
            )
        self.ids[name] = element

    def _check_attributes(self, name: str, attributes: dict[str, str], allowed: frozenset[str], at: int) -> None:
        for key, text in attributes.items():
            if key in _NAMESPACES and key in allowed:
                if text != _NAMESPACES[key]:
                    hint = "only SVG and XLink may be used"
                    raise self.source.error(at, "namespace", f"{key}={text!r} is not {_NAMESPACES[key]!r}", hint, key)
            elif key.startswith("data-") and name in ANNOTATED:
                continue
            elif key not in allowed:
                message = f"<{name}> has no attribute {key!r} in the card SVG profile"
                raise self.source.error(at, "unknown-attribute", message, _instead(key, allowed), key)

    def _merge_style(self, name: str, attributes: dict[str, str], at: int) -> dict[str, str]:
        merged = dict(attributes)
        allowed = STYLE_OF[name]
        for declaration in merged.pop("style").split(";"):
            if not declaration.strip():
                continue
            key, colon, text = declaration.partition(":")
            key = key.strip()
            if not colon or not text.strip():
                raise self.source.error(at, "style", f"{declaration.strip()!r} is not 'property: value'", None, "style")
            if key not in allowed:
                message = f"<{name}> has no style property {key!r} in the card SVG profile"
                raise self.source.error(at, "unknown-property", message, _instead(key, allowed), "style")
            merged[key] = text.strip()
        return merged


def read(svg: str, name: str) -> tuple[SvgSource, Element, dict[str, Element]]:
    """Return the source, the root element and all elements by id. Raises TemplateError with the place."""
    encoded = svg.encode("utf-8", "surrogatepass")
    source = SvgSource(name, encoded)
    if len(encoded) > MAX_BYTES:
        hint = "draw what repeats as a symbol, or simplify the art"
        raise source.error(0, "too-large", f"the face takes {len(encoded):,} bytes of at most {MAX_BYTES:,}", hint)
    builder = _CardReader(source)
    builder.read()
    if builder.root is None:
        raise source.error(0, "syntax", "there is no <svg> element")
    return source, builder.root, builder.ids


def _instead(name: str, allowed: frozenset[str]) -> str:
    return INSTEAD.get(name) or nearest(name, allowed) or f"it may have: {', '.join(sorted(allowed))}"


def _may_hold(name: str) -> str:
    return f"it may hold: {', '.join(sorted(CHILDREN.get(name, NOTES)))}"
