"""Read the text of any SVG file into a tree of its SVG elements; skip elements of other namespaces.

Nothing outside of the text is read: neither the DTD that a DOCTYPE names nor external entities. Entities that the
text declares itself, as Illustrator writes them for namespaces, are plain text of limited length.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, TypeAlias, TypeVar

from pnp.cardsvg.paths import SHAPES
from pnp.cardsvg.source import Element, ElementReader, SvgSource, nearest
from pnp.diagnostics import Diagnostic, Location, TemplateError

T = TypeVar("T")

# What is known of SVG: what draws, what draws nothing, and what to do about what cannot be printed.

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
PROPERTIES = PAINTING | OWN
LOOKALIKES = frozenset(
    {"color-interpolation-filters", "filled", "fills", "filters", "flood-opacity", "masks", "solid-opacity", "strokes"}
)
"""Attributes and properties that draw nothing, and look like a slip of one that does."""

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
"""Advice by element or property."""


# What of a file cannot be drawn: gathered, and told together.

MOST = 50
"""The most problems of one file that are told."""


_NUMBER_BYTES = 6
MAX_NUMBERS = 250_000
"""The most numbers that art may be drawn with: 1.5 MB in a file."""
MAX_WORK = 1_000_000
"""The most steps that drawing a file may take: elements met, values read, rules tried, numbers measured."""
_CHARACTERS_PER_STEP = 4
_MOST_NAMES = 1_000
"""The most names among which the one that was meant is looked for."""


class SvgProblems:
    """Gathers what is wrong with one SVG text. Places are byte offsets of its UTF-8 form."""

    def __init__(self, source: SvgSource) -> None:
        self.source = source
        self.work = 0
        """Steps that this drawing has taken."""
        self._found: dict[tuple[int, str], tuple[str, str | None, str | None]] = {}

    @property
    def count(self) -> int:
        """Number of problems that are noted."""
        return len(self._found)

    def add(self, at: int, code: str, message: str, hint: str | None = None, attribute: str | None = None) -> None:
        """Note what is wrong at ``at``, with what to do; of the attribute there, if it is named."""
        if len(self._found) < 20 * MOST:
            self._found.setdefault((at, message), (code, hint, attribute))

    def value(self, element: Element, name: str, text: str | None, read: Callable[[str], T], default: T) -> T:
        """Return an attribute's ``text`` as ``read`` understands it; ``default`` without one, and for a wrong one,
        which is noted."""
        if text is None:
            return default
        self.spend(element.at, 1 + len(text) // _CHARACTERS_PER_STEP)
        try:
            return read(text)
        except ValueError as error:
            hint = "variables of CSS are not read: write the value" if "var(" in text else None
            self.add(element.at, "bad-value", f"{name} of <{element.name}>: {error}", hint, name)
            return default

    def spend(self, at: int, steps: int) -> None:
        """Count steps for what stands at ``at``. Raises TemplateError if the file takes too many."""
        self.work += steps
        if self.work > MAX_WORK:
            message = f"drawing the art takes more than {MAX_WORK:,} steps"
            raise self.stop(at, "too-large", message, "simplify the art, or put it in as an image")

    def nearest(self, name: str, names: Collection[str]) -> str | None:
        """Return a hint with the one of ``names`` that looks most like ``name``, as long as that is quickly found."""
        return None if len(self._found) >= MOST or len(names) > _MOST_NAMES else nearest(name, names)

    def stop(self, at: int, code: str, message: str, hint: str | None = None) -> TemplateError:
        """Return the error to raise for what leaves nothing else to read, with all that was found before."""
        self.add(at, code, message, hint)
        return TemplateError(self._diagnostics())

    def drawn_out(self, at: int, numbers: int) -> TemplateError:
        """Return the error to raise for art that has too many numbers."""
        size, most = numbers * _NUMBER_BYTES, MAX_NUMBERS * _NUMBER_BYTES
        message = f"drawn out, the art takes {size:,} bytes of at most {most:,}"
        hint = "simplify the art, or export it as PNG with 600 dots per inch"
        return self.stop(at, "too-large", message, hint)

    def raise_noted(self) -> None:
        """Raise TemplateError with all that was found, in the order of the file, if anything was."""
        if self._found:
            raise TemplateError(self._diagnostics())

    def _diagnostics(self) -> list[Diagnostic]:
        noted = sorted(self._found.items(), key=lambda item: item[0][0])
        diagnostics = [
            self.source.error(at, code, message, hint, attribute).diagnostics[0]
            for (at, message), (code, hint, attribute) in noted[:MOST]
        ]
        if len(noted) > MOST:
            more = f"there are {len(noted) - MOST} more problems in this file"
            diagnostics.append(Diagnostic("too-many", more, Location(self.source.name), "mend these first"))
        return diagnostics


MAX_DEPTH = 200
"""The deepest nesting of elements."""
MAX_ELEMENTS = 50_000
"""The most elements that a file may hold, those drawn by ``use`` counted each time."""
_SVG = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink"
_XML = "http://www.w3.org/XML/1998/namespace"
_ENTITIES = 100
_ENTITY_LENGTH = 1000
_EXPANDED = 4_000_000
"""The most characters that all entities together may stand for."""


class _ArtReader(ElementReader):
    """Reads art: of every namespace the elements of SVG, and of these the attributes of SVG and XLink by local name."""

    def __init__(self, problems: SvgProblems) -> None:
        super().__init__(problems.source)
        self._problems = problems
        self._scopes: list[dict[str, str]] = [{"xml": _XML}]
        self._foreign = 0
        self._longest = 0
        self._entities = 0

    def refuse(self, at: int, code: str, message: str, hint: str | None = None) -> TemplateError:
        """Return the error to raise for what stands at ``at``, with all that was noted before."""
        return self._problems.stop(at, code, message, hint)

    def read(self) -> None:
        """Read the text. Raises TemplateError for what is no SVG, or too much of it."""
        self.parse(
            "look for an unclosed tag, or an & that is not written &amp;; or save the art again as plain SVG",
            StartElement=self._start,
            EndElement=self._end,
            CharacterData=self._characters,
            EntityDecl=self._entity,
            SkippedEntity=self._skipped,
            ProcessingInstruction=self._instruction,
        )

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        at = self.at
        self.count += 1
        if len(self._scopes) > MAX_DEPTH or self.count > MAX_ELEMENTS:
            message = f"art holds at most {MAX_ELEMENTS} elements, nested at most {MAX_DEPTH} deep"
            raise self.refuse(at, "too-large", message, "simplify the art, or put it in as an image")
        scope = self._scope(attributes)
        self._scopes.append(scope)
        prefix, _, local = name.rpartition(":")
        if self._foreign or (self.root is not None and not self._is_svg(prefix, scope)):
            self._foreign += 1
            return
        if self.root is None and (local != "svg" or not self._is_svg(prefix, scope)):
            raise self.refuse(
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
        inside_filter = any(holder.name == "filter" for holder in self.stack)
        if element.name not in ELEMENTS and not inside_filter:
            hint = self._problems.nearest(element.name, ELEMENTS)
            self._problems.add(element.at, "unknown-element", f"there is no <{element.name}> in SVG", hint)
        self.stack.append(element)

    def _scope(self, attributes: dict[str, str]) -> dict[str, str]:
        declared = {
            key[6:]: address for key, address in attributes.items() if key == "xmlns" or key.startswith("xmlns:")
        }
        if declared:
            self._problems.spend(self.at, len(self._scopes[-1]) // _CHARACTERS_PER_STEP)
        return {**self._scopes[-1], **declared} if declared else self._scopes[-1]

    def _is_svg(self, prefix: str, scope: dict[str, str]) -> bool:
        known = scope.get(prefix)
        if known is None:
            # Inline SVG taken out of a page has lost its declaration.
            return prefix in {"", "svg"}
        return known == _SVG

    def _end(self, _name: str) -> None:
        self._scopes.pop()
        if self._foreign:
            self._foreign -= 1
        else:
            self.stack.pop()

    def _characters(self, data: str) -> None:
        name = self.stack[-1].name if self.stack and not self._foreign else "title"
        if name == "style" or not (data.isspace() or name in {"title", "desc", "metadata"}):
            self.stack[-1].children.append(data)

    def _entity(self, name: str, is_parameter: int, value: str | None, _base: Any, *_outside: Any) -> None:
        self._entities += 1
        wrong = None
        if is_parameter or value is None:
            wrong = f"the entity {name!r} stands outside of this file"
        elif len(value) > _ENTITY_LENGTH or any(char in value for char in "&<%") or self._entities > _ENTITIES:
            wrong = f"the entity {name!r} is more than a short plain text"
        if wrong is not None:
            raise self.refuse(self.at, "doctype", wrong, "save the art as plain SVG, without a DOCTYPE")
        self._longest = max(self._longest, len(value or ""))
        if self._longest * self.source.data.count(b"&") > _EXPANDED:
            raise self.refuse(self.at, "too-large", "the entities of this file stand for too much", "write it out")

    def _skipped(self, name: str, is_parameter: bool) -> None:
        if not is_parameter:
            message = f"the entity &{name}; is not declared in this file"
            self._problems.add(self.at, "doctype", message, "write the character")

    def _instruction(self, target: str, _data: str) -> None:
        if target == "xml-stylesheet":
            message = "a style sheet of another file is not read"
            self._problems.add(self.at, "outside", message, "put its rules into a <style> element")


def _own(attributes: dict[str, str], scope: dict[str, str]) -> dict[str, str]:
    """Return the attributes of SVG itself and of XLink, by local name; what stands without a prefix goes before."""
    own: dict[str, str] = {}
    for name, text in attributes.items():
        prefix, _, local = name.rpartition(":")
        if not prefix:
            own[local] = text
        elif local == "href" and scope.get(prefix, _XLINK if prefix == "xlink" else "") == _XLINK:
            own.setdefault("href", text)
    return own


def read(problems: SvgProblems) -> tuple[Element, dict[str, Element]]:
    """Return the root element and all elements by id. Raises TemplateError for what is no SVG, or too much of it."""
    reader = _ArtReader(problems)
    reader.read()
    if reader.root is None:
        raise problems.stop(0, "not-svg", "there is no <svg> element", "save the art as plain SVG")
    return reader.root, reader.ids


# The declarations of a ``style`` attribute.

Declaration: TypeAlias = tuple[str, str, bool]
"""Property, value, and whether it is important."""
_DECLARED = re.compile(r"""((?:[^;"'(]|"[^"]*"|'[^']*'|\((?:[^()"']|"[^"]*"|'[^']*')*\))++)""")
COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
"""A comment of CSS."""


def inline(text: str) -> Iterator[Declaration]:
    """Yield the declarations of a ``style`` attribute: property, value, and whether it is important."""
    if "/*" in text:
        text = COMMENT.sub(" ", text)
    parts = _DECLARED.findall(text) if "(" in text or '"' in text or "'" in text else text.split(";")
    for part in parts:
        name, colon, written = part.partition(":")
        if colon and written.strip():
            plain = written.strip()
            important = plain.lower().endswith("!important")
            yield name.strip().lower(), plain[:-10].strip() if important else plain, important
