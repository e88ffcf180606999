"""From SVG text to a tree of elements with byte offsets, held to the allow-list and to size limits."""

from __future__ import annotations

from typing import Any
from xml.parsers import expat

from pnp.cardsvg.errors import Source, nearest
from pnp.cardsvg.profile import ANNOTATED, ATTRIBUTES, CHILDREN, INSTEAD, NOTES_ONLY, STYLE_OF

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


class _Builder:
    def __init__(self, source: Source, parser: expat.XMLParserType) -> None:
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


def read(svg: str, name: str) -> tuple[Source, Element, dict[str, Element]]:
    """The source, the root element and all elements by id. Raises TemplateError with the place."""
    data = svg.encode("utf-8", "surrogatepass")
    source = Source(name, data)
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
    builder = _Builder(source, parser)
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
