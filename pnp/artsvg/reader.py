"""Read the text of any SVG file into a tree of its SVG elements; skip elements of other namespaces.

Nothing outside of the text is read: neither the DTD that a DOCTYPE names nor external entities. Entities that the
text declares itself, as Illustrator writes them for namespaces, are plain text of limited length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias
from xml.parsers import expat

from pnp.cardsvg.reader import SvgSource, nearest
from pnp.diagnostics import Diagnostic, Location, TemplateError

# What is known of SVG: what draws, what draws nothing, and what to do about what cannot be printed.

SHAPES = frozenset({"rect", "circle", "ellipse", "line", "polyline", "polygon", "path"})
CONTAINERS = frozenset({"svg", "g", "a", "switch"})
"""Elements that draw what they hold."""
STORED = frozenset(
    {"defs", "symbol", "clipPath", "mask", "linearGradient", "radialGradient", "pattern", "marker", "filter", "stop"}
)
"""Elements that draw nothing where they stand."""
IDLE = frozenset(
    {
        "title", "desc", "metadata", "style", "animate", "animateColor", "animateMotion", "animateTransform", "set",
        "discard", "mpath", "view", "cursor", "color-profile", "font", "font-face", "glyph", "missing-glyph", "hkern",
        "vkern", "glyphRef", "altGlyphDef", "font-face-src", "font-face-name", "solidColor", "solidcolor",
        "meshgradient", "hatch", "linearGradientTransform",
    }
)  # fmt: skip
"""Elements that draw nothing on paper."""
LETTERS = frozenset({"text", "flowRoot", "flowPara", "flowRegion", "textPath", "tspan", "tref", "altGlyph"})
"""Elements that are set in fonts."""
ELEMENTS = SHAPES | CONTAINERS | STORED | IDLE | LETTERS | {"use", "image", "foreignObject", "script", "view"}

PAINTING = frozenset(
    {
        "fill", "stroke", "color", "fill-opacity", "stroke-opacity", "fill-rule", "clip-rule", "stroke-width",
        "stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-dasharray", "stroke-dashoffset",
        "visibility", "paint-order", "font-size", "marker", "marker-start", "marker-mid", "marker-end",
        "color-interpolation",
    }
)  # fmt: skip
"""Properties that an element takes over from the one around it."""
OWN = frozenset(
    {
        "opacity", "display", "clip-path", "mask", "filter", "mix-blend-mode", "isolation", "transform", "stop-color",
        "stop-opacity", "overflow", "mask-type", "transform-origin", "transform-box", "clip",
        "x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "d",
    }
)  # fmt: skip
"""Properties that concern the element alone; the geometry that SVG 2 counts among them included."""
_MASKING = frozenset(
    f"mask-{part}" for part in ("image", "mode", "repeat", "position", "clip", "origin", "size", "composite", "border")
)
IDLE_PROPERTIES = _MASKING | frozenset(
    {
        "alignment-baseline", "animation", "animation-delay", "animation-duration", "animation-iteration-count",
        "animation-name", "animation-timing-function", "background", "background-color",
        "baseline-shift", "block-progression",
        "border", "box-shadow", "color-interpolation-filters", "color-profile", "color-rendering", "cursor",
        "direction", "dominant-baseline", "enable-background", "flex", "flex-shrink", "float", "flood-color",
        "flood-opacity",
        "font",
        "font-family", "font-feature-settings", "font-kerning",
        "font-size-adjust", "font-stretch", "font-style",
        "font-variant", "font-variant-ligatures", "font-variation-settings", "font-weight",
        "glyph-orientation-horizontal", "glyph-orientation-vertical", "image-rendering", "inline-size", "kerning",
        "letter-spacing", "lighting-color", "line-height", "margin", "max-height", "max-width",
        "min-height", "min-width",
        "order", "outline", "padding", "page", "pointer-events", "position", "left", "top", "right", "bottom",
        "shape-inside",
        "shape-margin", "shape-padding", "shape-rendering", "solid-color", "solid-opacity", "text-align", "text-anchor",
        "text-decoration", "text-indent", "text-orientation", "text-overflow", "text-rendering", "text-transform",
        "transition", "unicode-bidi", "vector-effect", "vertical-align", "white-space", "will-change", "word-spacing",
        "writing-mode", "z-index", "fill-color", "filter-color",
    }
)  # fmt: skip
"""Properties that change nothing in a drawing without text."""
PROPERTIES = PAINTING | OWN | IDLE_PROPERTIES

ATTRIBUTES = frozenset(
    {
        "id", "class", "style", "href", "viewBox", "preserveAspectRatio", "version", "baseProfile", "points", "x1",
        "y1", "x2", "y2", "fx", "fy", "fr", "offset", "gradientUnits", "gradientTransform", "spreadMethod",
        "patternUnits", "patternContentUnits", "patternTransform", "clipPathUnits", "maskUnits", "maskContentUnits",
        "markerUnits", "markerWidth", "markerHeight", "orient", "refX", "refY", "systemLanguage", "requiredFeatures",
        "requiredExtensions", "pathLength", "type", "media", "lang", "space", "base", "zoomAndPan", "focusable",
        "tabindex", "role", "name", "title", "target", "rel", "size", "xmlns", "download", "externalResourcesRequired",
        "contentScriptType", "contentStyleType", "nodetypes", "slot", "part", "hidden", "alt", "value", "key", "data",
        "label", "content", "property", "about", "rdf", "frame", "stop", "filled", "filters", "masks", "fills",
        "strokes",
    }
)  # fmt: skip
"""Attributes beside the properties that files carry."""

ANIMATED = frozenset({"animate", "animateColor", "animateMotion", "animateTransform", "set"})

OUTLINES = (
    "turn the text into outlines: Inkscape: Path > Object to Path; Illustrator: Type > Create Outlines; "
    "Figma: Flatten; Affinity: Convert to Curves"
)
FLAT = "flatten the effect in the drawing program, or export the art as PNG with 600 dots per inch"
ADVICE: Mapping[str, str] = {
    "script": "cards are printed: take the script out",
    "foreignObject": "draw what it holds as shapes, or take it out",
    "filter": FLAT,
    "image": "embed a PNG or JPEG, or place the picture with image() in the template",
}
"""What to do instead, by element or property."""


# What of a file cannot be drawn: gathered, and told together.

MOST = 50
"""How many problems of one file are told."""


class SvgProblems:
    """Gathers what is wrong with one SVG text. Places are byte offsets of its UTF-8 form."""

    def __init__(self, source: SvgSource) -> None:
        self.source = source
        self._found: dict[tuple[int, str], tuple[str, str | None, str | None]] = {}

    def add(self, at: int, code: str, message: str, hint: str | None = None, attribute: str | None = None) -> None:
        """Note what is wrong at ``at``, with what to do; of the attribute there, if it is named."""
        if len(self._found) < 20 * MOST:
            self._found.setdefault((at, message), (code, hint, attribute))

    def stop(self, at: int, code: str, message: str, hint: str | None = None) -> TemplateError:
        """The error to raise for what leaves nothing else to read, with all that was found before."""
        self.add(at, code, message, hint)
        return TemplateError(self._told())

    def told(self) -> None:
        """Raise TemplateError with all that was found, in the order of the file, if anything was."""
        if self._found:
            raise TemplateError(self._told())

    def _told(self) -> list[Diagnostic]:
        found = sorted(self._found.items(), key=lambda item: item[0][0])
        told = [
            self.source.error(at, code, message, hint, attribute).diagnostics[0]
            for (at, message), (code, hint, attribute) in found[:MOST]
        ]
        if len(found) > MOST:
            more = f"there are {len(found) - MOST} more problems in this file"
            told.append(Diagnostic("too-many", more, Location(self.source.name), "mend these first"))
        return told


MAX_DEPTH = 200
"""How deep elements may nest."""
MAX_ELEMENTS = 50_000
"""How many elements a file may hold, those drawn by ``use`` counted each time."""
_SVG = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink"
_XML = "http://www.w3.org/XML/1998/namespace"
_ENTITIES = 100
_ENTITY_LENGTH = 1000
_EXPANDED = 4_000_000
"""How many characters all entities together may stand for."""


class SvgElement:
    """An element of SVG: its local name, its attributes of SVG and XLink by local name, where it stands in bytes."""

    __slots__ = ("at", "attributes", "children", "name", "parent", "text")

    def __init__(self, name: str, attributes: dict[str, str], at: int, parent: SvgElement | None) -> None:
        self.name = name
        self.attributes = attributes
        self.at = at
        self.parent = parent
        self.children: list[SvgElement] = []
        self.text = ""

    def get(self, name: str) -> str | None:
        """The value of an attribute, None where it is not given."""
        return self.attributes.get(name)

    def walk(self) -> Iterator[SvgElement]:
        """This element and all inside it, in the order of the text."""
        pending = [self]
        while pending:
            element = pending.pop()
            yield element
            pending.extend(reversed(element.children))


class _ElementBuilder:
    def __init__(self, problems: SvgProblems, parser: expat.XMLParserType) -> None:
        self.problems = problems
        self.parser = parser
        self.stack: list[SvgElement] = []
        self.scopes: list[dict[str, str]] = [{"xml": _XML}]
        self.foreign = 0
        self.ids: dict[str, SvgElement] = {}
        self.root: SvgElement | None = None
        self.count = 0
        self.longest = 0
        self.entities = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        at = self.parser.CurrentByteIndex
        self._limit(at)
        scope = self._scope(attributes)
        self.scopes.append(scope)
        prefix, _, local = name.rpartition(":")
        if self.foreign or (self.root is not None and not self._is_svg(prefix, scope)):
            self.foreign += 1
            return
        if self.root is None and (local != "svg" or not self._is_svg(prefix, scope)):
            raise self.problems.stop(
                at, "not-svg", f"the outermost element is <{name}>, not <svg>", "save the art as plain SVG"
            )
        self._add(SvgElement(local, _own(attributes, scope), at, self.stack[-1] if self.stack else None))

    def _add(self, element: SvgElement) -> None:
        if element.parent is None:
            self.root = element
        else:
            element.parent.children.append(element)
        name = element.attributes.get("id")
        if name:
            # The first of two elements with one id is meant, as in every browser.
            self.ids.setdefault(name, element)
        inside_filter = any(one.name == "filter" for one in self.stack)
        if element.name not in ELEMENTS and not inside_filter:
            hint = nearest(element.name, ELEMENTS)
            self.problems.add(element.at, "unknown-element", f"there is no <{element.name}> in SVG", hint)
        self.stack.append(element)

    def _limit(self, at: int) -> None:
        self.count += 1
        if len(self.scopes) > MAX_DEPTH or self.count > MAX_ELEMENTS:
            raise self.problems.stop(
                at,
                "too-large",
                f"art holds at most {MAX_ELEMENTS} elements, nested at most {MAX_DEPTH} deep",
                "simplify the art, or put it in as an image",
            )

    def _scope(self, attributes: dict[str, str]) -> dict[str, str]:
        declared = {key[6:]: value for key, value in attributes.items() if key == "xmlns" or key.startswith("xmlns:")}
        return {**self.scopes[-1], **declared} if declared else self.scopes[-1]

    def _is_svg(self, prefix: str, scope: dict[str, str]) -> bool:
        known = scope.get(prefix)
        if known is None:
            # Inline SVG taken out of a page has lost its declaration.
            return prefix in {"", "svg"}
        return known == _SVG

    def end(self, _name: str) -> None:
        self.scopes.pop()
        if self.foreign:
            self.foreign -= 1
        else:
            self.stack.pop()

    def characters(self, data: str) -> None:
        if self.stack and not self.foreign and self.stack[-1].name not in {"title", "desc", "metadata"}:
            self.stack[-1].text += data

    def entity(self, name: str, is_parameter: int, value: str | None, _base: Any, *_outside: Any) -> None:
        at = max(0, self.parser.CurrentByteIndex)
        self.entities += 1
        wrong = None
        if is_parameter or value is None:
            wrong = f"the entity {name!r} stands outside of this file"
        elif len(value) > _ENTITY_LENGTH or any(char in value for char in "&<%") or self.entities > _ENTITIES:
            wrong = f"the entity {name!r} is more than a short plain text"
        if wrong is not None:
            raise self.problems.stop(at, "doctype", wrong, "save the art as plain SVG, without a DOCTYPE")
        self.longest = max(self.longest, len(value or ""))
        if self.longest * self.problems.source.data.count(b"&") > _EXPANDED:
            raise self.problems.stop(at, "too-large", "the entities of this file stand for too much", "write it out")

    def skipped(self, name: str, is_parameter: bool) -> None:
        if not is_parameter:
            at = self.parser.CurrentByteIndex
            self.problems.add(at, "doctype", f"the entity &{name}; is not declared in this file", "write the character")

    def instruction(self, target: str, _data: str) -> None:
        if target == "xml-stylesheet":
            self.problems.add(
                self.parser.CurrentByteIndex,
                "outside",
                "a style sheet of another file is not read",
                "put its rules into a <style> element",
            )


def _own(attributes: dict[str, str], scope: dict[str, str]) -> dict[str, str]:
    """The attributes of SVG itself and of XLink, by local name; what stands without a prefix goes before."""
    own: dict[str, str] = {}
    for name, value in attributes.items():
        prefix, _, local = name.rpartition(":")
        if not prefix:
            own[local] = value
        elif local == "href" and scope.get(prefix, _XLINK if prefix == "xlink" else "") == _XLINK:
            own.setdefault("href", value)
    return own


def read(problems: SvgProblems) -> tuple[SvgElement, dict[str, SvgElement]]:
    """The root element and all elements by id. Raises TemplateError for what is no SVG, or too much of it."""
    data = problems.source.data
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    builder = _ElementBuilder(problems, parser)
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.characters
    parser.EntityDeclHandler = builder.entity
    parser.SkippedEntityHandler = builder.skipped
    parser.ProcessingInstructionHandler = builder.instruction
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        at = min(len(data), max(0, parser.ErrorByteIndex))
        raise problems.stop(
            at,
            "syntax",
            f"this is not well-formed XML: {expat.ErrorString(error.code)}",
            "look for an unclosed tag, or an & that is not written &amp;; or save the art again as plain SVG",
        ) from error
    if builder.root is None:
        raise problems.stop(0, "not-svg", "there is no <svg> element", "save the art as plain SVG")
    return builder.root, builder.ids


# The declarations of a ``style`` attribute.

Declaration: TypeAlias = tuple[str, str, bool]
"""Property, value, and whether it is important."""
_DECLARED = re.compile(r"""((?:[^;"'(]|"[^"]*"|'[^']*'|\((?:[^()"']|"[^"]*"|'[^']*')*\))++)""")
COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
"""A comment of CSS."""


def inline(text: str) -> Iterator[Declaration]:
    """The declarations of a ``style`` attribute: property, value, and whether it is important."""
    if "/*" in text:
        text = COMMENT.sub(" ", text)
    parts = _DECLARED.findall(text) if "(" in text or '"' in text or "'" in text else text.split(";")
    for part in parts:
        name, colon, value = part.partition(":")
        if colon and value.strip():
            plain = value.strip()
            important = plain.lower().endswith("!important")
            yield name.strip().lower(), plain[:-10].strip() if important else plain, important
