"""Pages that say what their parts are: headings, paragraphs and lists become marked content of their own.

In a drawing ``data-tag`` names the part: ``title``, whose first words are the first heading, ``h1``, ``h2``, ``h3``,
``p``, ``figure`` (``data-alt`` says what it shows; without it that is told by the words in it, and without words it is
no content), ``artifact``, and ``item`` of a list, whose ``label`` and ``body`` stand in it; ``data-list`` says how its
list is counted (``decimal``, ``disc`` or ``none``), ``data-item`` which one it is, from 1. Examples are figures. What
has no tag is a paragraph where it has words, else no content.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum, auto

from pnp.cardsvg import Drawing, strings_of
from pnp.cardsvg.nodes import Group, Node
from pnp.fonts import FontBook
from pnp.pdf.objects.document import PdfDocument, PdfSource, numbers
from pnp.pdf.painting.content import Content
from pnp.pdf.painting.painter import Painter, PaintPlace
from pnp.pdf.painting.signs import ResourcePlaceholders

# The structure of a file: what its content is, in reading order, for whoever cannot see it (ISO 32000-1, 14.7).
#
# Faces are figures with an alternative text; a page that says what its parts are has headings, paragraphs and lists.

PAGE_ARTIFACT = "/Artifact<</Type/Page>>BDC"
"""Begins what is no content, such as marks, rulers and labels."""
_HEADINGS = ("H1", "H2", "H3", "H4", "H5", "H6")


@dataclass(slots=True)
class StructureElement:
    """A part of a page: its structure type, and what it holds in order: other parts, or the numbers of sequences of
    marked content. ``box`` is where a figure stands: left, lower, right and upper in points."""

    kind: str
    kids: list[StructureElement | int] = field(default_factory=list)
    alternative: str = ""
    numbering: str = ""
    box: tuple[float, float, float, float] | None = None


class StructureTree:
    """The structure tree of one document; parts are added in reading order."""

    def __init__(self, document: PdfDocument) -> None:
        self._document = document
        self._root, self._whole = PdfSource(""), PdfSource("")
        self.reference = document.add(self._root)
        self._top = document.add(self._whole)
        self._sections: list[str] = []
        self._parents: list[str] = []
        self._level = 0
        self._said: dict[str, str] = {}
        """Alternative texts as PDF source: copies of a card have the same."""

    def page(self, page: str, parts: Sequence[StructureElement]) -> int:
        """Add what the content of a page itself holds; returns the key of the page among the parents."""
        return self._add(page, parts, "")

    def form(self, page: str, form: str, parts: Sequence[StructureElement]) -> None:
        """Add what a form holds that is placed on a page once; ``form`` has taken its key with ``next_key``."""
        self._add(page, parts, form)

    @property
    def next_key(self) -> int:
        """The key that what is added next has among the parents."""
        return len(self._parents)

    def _add(self, page: str, parts: Sequence[StructureElement], form: str) -> int:
        key = len(self._parents)
        owners: dict[int, str] = {}
        if parts:
            section = PdfSource("")
            reference = self._document.add(section)
            kids = [self._element(part, reference, page, form, owners) for part in parts]
            section.source = f"<</S/Sect/P {self._top}/K[{' '.join(kids)}]>>"
            self._sections.append(reference)
        self._parents.append(f"[{' '.join(owners[number] for number in sorted(owners))}]")
        return key

    def _element(self, part: StructureElement, parent: str, page: str, form: str, owners: dict[int, str]) -> str:
        """Write a part and all that it holds; ``owners`` are the elements by numbers of marked content."""
        element = PdfSource("")
        reference = self._document.add(element)
        kids = []
        for kid in part.kids:
            if isinstance(kid, StructureElement):
                kids.append(self._element(kid, reference, page, form, owners))
            else:
                owners[kid] = reference
                kids.append(f"<</Type/MCR/Pg {page}/Stm {form}/MCID {kid}>>" if form else str(kid))
        held = kids[0] if len(kids) == 1 else f"[{' '.join(kids)}]"
        said = self._alternative(part.alternative) if part.alternative else ""
        element.source = f"<</S/{self._kind(part)}/P {parent}/Pg {page}{said}{_attributes(part)}/K {held}>>"
        return reference

    def _alternative(self, text: str) -> str:
        if text not in self._said:
            self._said[text] = f"/Alt{self._document.text(text)}"
        return self._said[text]

    def _kind(self, part: StructureElement) -> str:
        """The type of a part. No heading is more than one level below that before it (ISO 14289-1, 7.4.2)."""
        if part.kind not in _HEADINGS:
            return part.kind
        self._level = min(_HEADINGS.index(part.kind), self._level)
        self._level += 1
        return _HEADINGS[self._level - 1]

    def finish(self) -> None:
        """Write the tree, after every part is added."""
        self._whole.source = f"<</S/Document/P {self.reference}/K[{' '.join(self._sections)}]>>"
        parents = "".join(f"{key}{owners}" for key, owners in enumerate(self._parents))
        self._root.source = (
            f"<</Type/StructTreeRoot/K {self._top}/ParentTree<</Nums[{parents}]>>"
            f"/ParentTreeNextKey {len(self._parents)}>>"
        )


def _attributes(part: StructureElement) -> str:
    if part.box is not None:
        return f"/A<</O/Layout/Placement/Block/BBox[{numbers(*part.box)}]>>"
    return f"/A<</O/List/ListNumbering/{part.numbering}>>" if part.numbering else ""


_TITLE = "title"
_KINDS = {
    _TITLE: None, "h1": "H1", "h2": "H2", "h3": "H3", "p": "P", "figure": "Figure", "artifact": "", "item": "LI",
    "label": "Lbl", "body": "LBody",
}  # fmt: skip
_NUMBERING = {"decimal": "Decimal", "disc": "Disc"}
_BETWEEN = " · "


def says_its_parts(drawing: Drawing) -> bool:
    """Whether a drawing has tags."""
    return b"data-tag=" in drawing.source.data


class _Title(Enum):
    """Whether a title is painted: its first words are a heading, those that follow are not."""

    NONE = auto()
    DUE = auto()
    SAID = auto()


class TaggedPainter(Painter):
    """Paints drawings that have tags. Raises TemplateError as a painter does, and for a tag that
    is none."""

    def __init__(self, signs: ResourcePlaceholders, fonts: FontBook, language: str) -> None:
        super().__init__(signs, fonts, language)
        self._parts: list[StructureElement] | None = None
        self._count = 0
        self._title = _Title.NONE

    def tagged(self, drawing: Drawing) -> tuple[str, list[StructureElement]]:
        """The operators that paint a drawing, with marked content numbered from 0, and its parts in order."""
        parts: list[StructureElement] = []
        self._parts, self._count, self._title = parts, 0, _Title.NONE
        try:
            return self.operators(drawing), parts
        finally:
            self._parts = None

    def _nodes(self, content: Content, nodes: Sequence[Node], place: PaintPlace) -> None:
        if self._parts is None:
            super()._nodes(content, nodes, place)
            return
        plain: list[Node] = []
        for node in nodes:
            if node.frame is not None and node.frame.opacity == 0:
                continue
            kind = self._kind(node, place)
            if kind == "":
                plain.append(node)
                continue
            self._artifact(content, plain, place)
            plain = []
            if kind is None:
                if _data(node).get("tag") == _TITLE:
                    self._title = _Title.DUE
                super()._nodes(content, (node,), place)
                if _data(node).get("tag") == _TITLE:
                    self._title = _Title.NONE
            elif kind == "LI":
                self._item(content, node, place)
            else:
                self._part(content, node, kind, place)
        self._artifact(content, plain, place)

    def _kind(self, node: Node, place: PaintPlace) -> str | None:
        """The structure type of a node, empty for what is no content, None for what holds parts."""
        data = _data(node)
        tag = data.get("tag")
        if tag is not None:
            if tag not in _KINDS:
                hint = f"write {', '.join(_KINDS)}"
                raise place.error(node.at, "unknown-tag", f"data-tag={tag!r} is no part of a page", hint)
            figure = tag == "figure"
            return "" if figure and not data.get("alt") and not strings_of((node,)) else _KINDS[tag]
        if "example" in data:
            return "Figure"
        if isinstance(node, Group) and not _at_once(node) and (self._in_title or _has_tags(node.children)):
            return None
        if not strings_of((node,)):
            return ""
        if self._title is _Title.DUE:
            self._title = _Title.SAID
            return "H1"
        return "P"

    @property
    def _in_title(self) -> bool:
        return self._title is not _Title.NONE

    def _artifact(self, content: Content, nodes: Sequence[Node], place: PaintPlace) -> None:
        if nodes:
            content.draw("/Artifact BMC")
            self._untagged(content, nodes, place)
            content.draw("EMC")

    def _part(self, content: Content, node: Node, kind: str, place: PaintPlace) -> None:
        assert self._parts is not None
        part = StructureElement(kind, [self._count])
        if kind == "Figure":
            part.alternative = _data(node).get("alt") or _BETWEEN.join(strings_of((node,)))
        content.draw(f"/{kind}<</MCID {self._count}>>BDC")
        self._count += 1
        self.letterer.parted = kind != "Figure"
        self._untagged(content, (node,), place)
        self.letterer.parted = False
        content.draw("EMC")
        self._parts.append(part)

    def _item(self, content: Content, node: Node, place: PaintPlace) -> None:
        """An item of a list: what is not its label is in its body."""
        outer = self._parts
        held: list[StructureElement] = []
        assert outer is not None
        if isinstance(node, Group) and not _at_once(node):
            self._parts = held
            super()._nodes(content, (node,), place)
            self._parts = outer
        data = _data(node)
        numbering = _NUMBERING.get(data.get("list", ""), "None")
        item = StructureElement(
            "LI", [one if one.kind in ("Lbl", "LBody") else StructureElement("LBody", [one]) for one in held]
        )
        if data.get("item") != "1" and outer and outer[-1].kind == "L" and outer[-1].numbering == numbering:
            outer[-1].kids.append(item)
        else:
            outer.append(StructureElement("L", [item], numbering=numbering))

    def _untagged(self, content: Content, nodes: Sequence[Node], place: PaintPlace) -> None:
        parts, self._parts = self._parts, None
        super()._nodes(content, nodes, place)
        self._parts = parts


def _data(node: Node) -> dict[str, str]:
    return {} if node.frame is None else dict(node.frame.data)


def _at_once(node: Group) -> bool:
    """Whether a group is painted by itself first: its parts cannot be told apart then."""
    return node.frame is not None and (node.frame.opacity < 1 or node.frame.whole)


def _has_tags(nodes: Sequence[Node]) -> bool:
    return any(
        not {"tag", "example"}.isdisjoint(_data(node))
        or (isinstance(node, Group) and not _at_once(node) and _has_tags(node.children))
        for node in nodes
    )
