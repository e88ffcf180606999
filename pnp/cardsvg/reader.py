"""Parse SVG text into a tree of elements with byte offsets, held to the allow-list and to size limits."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from typing import Any
from xml.parsers import expat

from pnp.diagnostics import Diagnostic, Location, TemplateError
from pnp.records import dataclass

# Errors of the card SVG profile, located in the SVG text.

_SHOWN = 400
"""The most characters of a line that a message shows: a drawn face is one line of thousands."""


@dataclass(frozen=True, slots=True)
class SvgSource:
    """An SVG text and its name in messages. Places in it are byte offsets of its UTF-8 form."""

    name: str
    data: bytes

    def location(self, at: int, find: str | None = None) -> Location:
        """Line and column of byte offset ``at``; of the attribute ``find`` of the tag there, if it is given (of its
        ``style``, if the property stands there)."""
        end = None
        if find is not None:
            at, end = self._attribute(at, find) or self._attribute(at, "style") or (at, None)
        start = self.data.rfind(b"\n", 0, at) + 1
        stop = self.data.find(b"\n", at)
        line = self.data[start : stop if stop >= 0 else len(self.data)].decode("utf-8", "replace").rstrip("\r")
        column = len(self.data[start:at].decode("utf-8", "replace")) + 1
        length = len(self.data[at:end].decode("utf-8", "replace")) if end else 1
        shown = line if len(line) <= _SHOWN else f"{line[:_SHOWN]}…" if column + length <= _SHOWN else None
        return Location(self.name, self.data.count(b"\n", 0, at) + 1, column, column + length, shown)

    def error(
        self, at: int, code: str, message: str, hint: str | None = None, attribute: str | None = None
    ) -> TemplateError:
        """The error to raise for what stands at ``at``."""
        return TemplateError(Diagnostic(code, message, self.location(at, attribute), hint))

    def _attribute(self, at: int, name: str) -> tuple[int, int] | None:
        wanted = name.encode()
        position, end = at + 1, len(self.data)
        while position < end:
            char = self.data[position : position + 1]
            if char == b">":
                break
            if char in {b'"', b"'"}:
                position = self.data.find(char, position + 1)
                if position < 0:
                    break
            elif char.isspace() and self.data[position + 1 :].startswith(wanted):
                after = self.data[position + 1 + len(wanted) : position + 2 + len(wanted)]
                if after in {b"=", b" ", b"\n", b"\t"}:
                    return position + 1, position + 1 + len(wanted)
            position += 1
        return None


def nearest(name: str, allowed: Iterable[str]) -> str | None:
    """A hint with the allowed name that looks most like ``name``, None where none does."""
    found = difflib.get_close_matches(name, sorted(allowed), 1, 0.55)
    return f"did you mean {found[0]!r}?" if found else None


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

_SHAPES = frozenset({"rect", "circle", "ellipse", "line", "polyline", "polygon", "path"})
_NOTES = frozenset({"title", "desc"})
_DRAWN = _SHAPES | _NOTES | {
    "svg", "g", "defs", "symbol", "use", "text", "image", "clipPath", "mask", "linearGradient", "radialGradient"
}  # fmt: skip

CHILDREN: Mapping[str, frozenset[str]] = {
    "svg": _DRAWN,
    "g": _DRAWN,
    "defs": _DRAWN,
    "symbol": _DRAWN,
    "mask": _DRAWN,
    "text": frozenset({"tspan"}) | _NOTES,
    "tspan": frozenset({"tspan"}) | _NOTES,
    "clipPath": (_SHAPES - {"line", "polyline"}) | _NOTES,
    "linearGradient": frozenset({"stop"}) | _NOTES,
    "radialGradient": frozenset({"stop"}) | _NOTES,
}
"""Elements that may stand inside an element. An element that is not listed holds only ``title`` and ``desc``."""

NOTES_ONLY = _NOTES
"""What may stand inside a shape, an image or a use."""

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
"""What to do instead, for what people are most likely to try."""


MAX_BYTES = 2_000_000
"""The largest face there may be; a larger one is a mistake or an attack."""
MAX_DEPTH = 64
"""How deep elements may nest."""
MAX_ELEMENTS = 50_000
"""How many elements a face may hold."""
_NAMESPACES = {
    "xmlns": "http://www.w3.org/2000/svg",
    "xmlns:xlink": "http://www.w3.org/1999/xlink",
    "xmlns:ev": "http://www.w3.org/2001/xml-events",
}


class Element:
    """An element as it stands in the text: offsets ``at`` and ``end`` in bytes, ``style`` merged into attributes."""

    __slots__ = ("at", "attributes", "children", "end", "name")

    def __init__(self, name: str, attributes: dict[str, str], at: int) -> None:
        self.name = name
        self.attributes = attributes
        self.at = at
        self.end = at
        self.children: list[Element | str] = []

    def elements(self) -> list[Element]:
        """The child elements, without title and desc, which are not drawn."""
        return [child for child in self.children if isinstance(child, Element) and child.name not in NOTES_ONLY]


class _TreeBuilder:
    def __init__(self, source: SvgSource, parser: expat.XMLParserType) -> None:
        self.source = source
        self.parser = parser
        self.stack: list[Element] = []
        self.ids: dict[str, Element] = {}
        self.root: Element | None = None
        self.count = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        at = self.parser.CurrentByteIndex
        stack = self.stack
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
            if name not in CHILDREN.get(parent.name, NOTES_ONLY):
                raise self.source.error(
                    at, "misplaced-element", f"<{name}> may not stand inside <{parent.name}>", _may_hold(parent.name)
                )
            if len(stack) >= MAX_DEPTH or self.count > MAX_ELEMENTS:
                raise self.source.error(
                    at,
                    "too-large",
                    f"a face holds at most {MAX_ELEMENTS} elements, nested at most {MAX_DEPTH} deep",
                    "draw what repeats as a symbol, or simplify the art",
                )
            parent.children.append(element)
        else:
            if name != "svg":
                raise self.source.error(
                    at,
                    "misplaced-element",
                    f"the outermost element is <{name}>, not <svg>",
                    'start with <svg xmlns="http://www.w3.org/2000/svg" viewBox="…">',
                )
            self.root = element
        if "id" in attributes:
            self._name(element, attributes["id"])
        stack.append(element)

    def end(self, _name: str) -> None:
        self.stack.pop().end = self.parser.CurrentByteIndex

    def text(self, data: str) -> None:
        if self.stack:
            element = self.stack[-1]
            if element.name in {"text", "tspan"}:
                element.children.append(data)
            elif element.name not in NOTES_ONLY and not data.isspace():
                raise self.source.error(
                    self.parser.CurrentByteIndex,
                    "misplaced-text",
                    f"text may not stand inside <{element.name}>",
                    "put it into a <text> element",
                )

    def refuse_doctype(self, *_: Any) -> None:
        raise self.source.error(
            max(0, self.parser.CurrentByteIndex),
            "doctype",
            "a card SVG has no DOCTYPE",
            "delete the <!DOCTYPE …> declaration; entities are not expanded",
        )

    def refuse_instruction(self, target: str, _data: str) -> None:
        raise self.source.error(
            self.parser.CurrentByteIndex,
            "instruction",
            f"a card SVG has no processing instructions such as <?{target}?>",
            "delete it",
        )

    def _name(self, element: Element, name: str) -> None:
        if name in self.ids:
            raise self.source.error(
                element.at, "duplicate-id", f"there are two elements with the id {name!r}", "give each its own id", "id"
            )
        self.ids[name] = element

    def _check_attributes(self, name: str, attributes: dict[str, str], allowed: frozenset[str], at: int) -> None:
        for key, value in attributes.items():
            if key in _NAMESPACES and key in allowed:
                if value != _NAMESPACES[key]:
                    raise self.source.error(
                        at,
                        "namespace",
                        f"{key}={value!r} is not {_NAMESPACES[key]!r}",
                        "only SVG and XLink may be used",
                        key,
                    )
            elif key.startswith("data-") and name in ANNOTATED:
                continue
            elif key not in allowed:
                hint = INSTEAD.get(key) or nearest(key, allowed)
                raise self.source.error(
                    at,
                    "unknown-attribute",
                    f"<{name}> has no attribute {key!r} in the card SVG profile",
                    hint or f"it may have: {', '.join(sorted(allowed))}",
                    key,
                )

    def _merge_style(self, name: str, attributes: dict[str, str], at: int) -> dict[str, str]:
        merged = dict(attributes)
        allowed = STYLE_OF[name]
        for declaration in merged.pop("style").split(";"):
            if not declaration.strip():
                continue
            key, colon, value = declaration.partition(":")
            key = key.strip()
            if not colon or not value.strip():
                raise self.source.error(at, "style", f"{declaration.strip()!r} is not 'property: value'", None, "style")
            if key not in allowed:
                hint = INSTEAD.get(key) or nearest(key, allowed)
                raise self.source.error(
                    at,
                    "unknown-property",
                    f"<{name}> has no style property {key!r} in the card SVG profile",
                    hint or f"it may have: {', '.join(sorted(allowed))}",
                    "style",
                )
            merged[key] = value.strip()
        return merged


def read(svg: str, name: str) -> tuple[SvgSource, Element, dict[str, Element]]:
    """The source, the root element and all elements by id. Raises TemplateError with the place."""
    data = svg.encode("utf-8", "surrogatepass")
    source = SvgSource(name, data)
    if len(data) > MAX_BYTES:
        raise source.error(
            0,
            "too-large",
            f"the face takes {len(data):,} bytes of at most {MAX_BYTES:,}",
            "draw what repeats as a symbol, or simplify the art",
        )
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    builder = _TreeBuilder(source, parser)
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.text
    parser.StartDoctypeDeclHandler = builder.refuse_doctype
    parser.ProcessingInstructionHandler = builder.refuse_instruction
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        at = min(len(data), max(0, parser.ErrorByteIndex))
        raise source.error(
            at,
            "syntax",
            f"this is not well-formed XML: {expat.ErrorString(error.code)}",
            "look for an unclosed tag, or an & that is not written &amp;",
        ) from error
    finally:
        # A parser takes 20 KB, and while the two know each other, only a search for garbage gives them back.
        del builder.parser
    if builder.root is None:
        raise source.error(0, "syntax", "there is no <svg> element")
    return source, builder.root, builder.ids


def _may_hold(name: str) -> str:
    return f"it may hold: {', '.join(sorted(CHILDREN.get(name, NOTES_ONLY)))}"
