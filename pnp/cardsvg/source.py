"""The text of an SVG file: its elements with their places, read by expat, and errors located in it."""

from __future__ import annotations

import difflib
import hashlib
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from xml.parsers import expat

from pnp.diagnostics import Diagnostic, Location, TemplateError
from pnp.records import dataclass

_SHOWN = 400
"""The most characters of a line that a message shows: a drawn face is one line of thousands."""


@dataclass(frozen=True)
class SvgSource:
    """An SVG text and its name in messages. Places in it are byte offsets of its UTF-8 form."""

    name: str
    data: bytes

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the text, in hex."""
        return hashlib.sha256(self.data).hexdigest()

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
        """Return the error to raise for what stands at ``at``."""
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
    """Return a hint with the allowed name that looks most like ``name``, None if none does."""
    near = difflib.get_close_matches(name, sorted(allowed), 1, 0.55)
    return f"did you mean {near[0]!r}?" if near else None


NOTES = frozenset({"title", "desc"})
"""Elements that say something of another one and draw nothing."""


_TAG_MISMATCH = expat.errors.codes[expat.errors.XML_ERROR_TAG_MISMATCH]
_INVALID_TOKEN = expat.errors.codes[expat.errors.XML_ERROR_INVALID_TOKEN]
_CLOSING = re.compile(rb"</\s*([^\s>]+)")


class Element:
    """An element as it stands in the text: offsets ``at`` and ``end`` in bytes. ``parent`` is known in art alone."""

    __slots__ = ("at", "attributes", "children", "end", "name", "parent")

    def __init__(self, name: str, attributes: dict[str, str], at: int, parent: Element | None = None) -> None:
        self.name = name
        self.attributes = attributes
        self.at = at
        self.end = at
        self.parent = parent
        self.children: list[Element | str] = []

    def get(self, name: str) -> str | None:
        """Return the value of an attribute, None if it is not given."""
        return self.attributes.get(name)

    def elements(self) -> list[Element]:
        """Return the child elements, without title and desc, which are not drawn."""
        return [child for child in self.children if isinstance(child, Element) and child.name not in NOTES]

    def walk(self) -> Iterator[Element]:
        """This element and all inside it, in the order of the text."""
        pending: list[Element] = [self]
        while pending:
            element = pending.pop()
            yield element
            pending += [child for child in reversed(element.children) if isinstance(child, Element)]

    @property
    def text(self) -> str:
        """The characters between its child elements."""
        return "".join([child for child in self.children if isinstance(child, str)])

    @property
    def digest(self) -> str:
        """SHA-256 of all inside it, in hex: of names, attributes and words, not of places."""
        digest = hashlib.sha256()
        for element in self.walk():
            own = None if element is self else (element.name, element.attributes)
            held = [None if isinstance(child, Element) else child for child in element.children]
            digest.update(repr((own, held)).encode("utf-8", "surrogatepass"))
        return digest.hexdigest()


class ElementReader:
    """Reads the elements of one SVG text. Neither a DTD nor an entity outside of the text is read."""

    parser: expat.XMLParserType

    def __init__(self, source: SvgSource) -> None:
        self.source = source
        self.stack: list[Element] = []
        self.ids: dict[str, Element] = {}
        self.root: Element | None = None
        self.count = 0

    @property
    def at(self) -> int:
        """The offset in bytes of what is being read."""
        return max(0, self.parser.CurrentByteIndex)

    def refuse(self, at: int, code: str, message: str, hint: str | None = None) -> TemplateError:
        """Return the error to raise for what stands at ``at``."""
        return self.source.error(at, code, message, hint)

    def parse(self, hint: str, **handlers: Callable[..., None]) -> None:
        """Parse the text with handlers of expat. Raises TemplateError where it is no XML, with a hint."""
        svg = self.source.data
        parser = self.parser = expat.ParserCreate("utf-8")
        parser.buffer_text = True
        parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
        for name, handler in handlers.items():
            setattr(parser, f"{name}Handler", handler)
        try:
            parser.Parse(svg, True)
        except expat.ExpatError as error:
            at = min(len(svg), max(0, parser.ErrorByteIndex))
            at, message, hint = self._explained(error.code, at, hint)
            raise self.refuse(at, "syntax", message, hint) from error
        finally:
            # A parser takes 20 KB, and while the two know each other, only a search for garbage gives them back.
            del self.parser

    def _explained(self, code: int, at: int, hint: str) -> tuple[int, str, str]:
        """Return where a text is no XML, the message and the hint: at what is never closed, if that is the fault."""
        svg = self.source.data
        opening = svg.rfind(b"<", 0, at)
        closing = _CLOSING.search(svg, max(0, at - 2))
        name = "" if closing is None else closing[1].decode("utf-8", "replace")
        if code == _TAG_MISMATCH and len(self.stack) > 1 and name in (element.name for element in self.stack):
            open_name = self.stack[-1].name
            return self.stack[-1].at, f"this <{open_name}> is never closed", f"write </{open_name}> where it ends"
        if code == _TAG_MISMATCH:
            return at, f"this </{name}> closes nothing", "remove it, or open it first"
        if code == _INVALID_TOKEN and svg[at : at + 1] == b"<" and svg.count(b'"', opening, at) % 2:
            return opening, 'a value of this tag has no closing "', 'close it with "'
        return at, f"this is not well-formed XML: {expat.ErrorString(code)}", hint
