"""From the text of any SVG file to a tree of its SVG elements; what is of other namespaces is passed over.

Nothing outside of the text is read: neither the DTD that a DOCTYPE names nor external entities. Entities that the
text declares itself, as Illustrator writes them for namespaces, are plain text of limited length.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from xml.parsers import expat

from pnp.artsvg.known import ELEMENTS
from pnp.artsvg.problems import Problems
from pnp.cardsvg.errors import nearest

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


class Element:
    """An element of SVG: its local name, its attributes of SVG and XLink by local name, where it stands in bytes."""

    __slots__ = ("at", "attributes", "children", "name", "parent", "text")

    def __init__(self, name: str, attributes: dict[str, str], at: int, parent: Element | None) -> None:
        self.name = name
        self.attributes = attributes
        self.at = at
        self.parent = parent
        self.children: list[Element] = []
        self.text = ""

    def get(self, name: str) -> str | None:
        """The value of an attribute, None where it is not given."""
        return self.attributes.get(name)

    def walk(self) -> Iterator[Element]:
        """This element and all inside it, in the order of the text."""
        pending = [self]
        while pending:
            element = pending.pop()
            yield element
            pending.extend(reversed(element.children))


class _Builder:
    def __init__(self, problems: Problems, parser: expat.XMLParserType) -> None:
        self.problems = problems
        self.parser = parser
        self.stack: list[Element] = []
        self.scopes: list[dict[str, str]] = [{"xml": _XML}]
        self.foreign = 0
        self.ids: dict[str, Element] = {}
        self.root: Element | None = None
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
        self._add(Element(local, _own(attributes, scope), at, self.stack[-1] if self.stack else None))

    def _add(self, element: Element) -> None:
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


def read(problems: Problems) -> tuple[Element, dict[str, Element]]:
    """The root element and all elements by id. Raises TemplateError for what is no SVG, or too much of it."""
    data = problems.source.data
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    builder = _Builder(problems, parser)
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
