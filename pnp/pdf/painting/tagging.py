"""Tagged pages: headings, paragraphs and lists become marked content of their own.

In a drawing ``data-tag`` names a part. The first words of a ``title`` are the first heading. ``h1``, ``h2``, ``h3`` and
``p`` are headings and paragraphs. A ``figure`` has its alternative text in ``data-alt``, else in its own words; without
words it is no content. An ``artifact`` is no content. An ``item`` of a list holds a ``label`` and a ``body``;
``data-list`` is the numbering of its list (``decimal``, ``disc`` or ``none``), and ``data-item`` its number, from 1.
A ``table`` holds each ``row``, and that a ``column-head``, a ``row-head`` or a ``cell`` for each column.
Examples are figures. A node without a tag is a paragraph if it has words, else no content.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from enum import Enum, auto

from pnp.cardsvg import Drawing, strings_of
from pnp.cardsvg.nodes import Group, Node
from pnp.fonts import FontBook
from pnp.pdf.objects.document import PdfDocument, PdfSource, numbers
from pnp.pdf.painting.content import Content
from pnp.pdf.painting.painter import Painter, PaintPlace
from pnp.pdf.painting.signs import ResourcePlaceholders
from pnp.records import dataclass

# The structure tree: content in reading order, for readers who cannot see it (ISO 32000-1, 14.7)
#
# Faces are figures with an alternative text. A tagged page has headings, paragraphs and lists.

PAGE_ARTIFACT = "/Artifact<</Type/Page>>BDC"
"""Operator that begins marks, rulers, labels and the like, which are no content."""
_HEADINGS = ("H1", "H2", "H3", "H4", "H5", "H6")


@dataclass(slots=True)
class StructureElement:
    """Part of a page: its structure type and its members in order.

    ``kids`` are other parts, or the numbers of sequences of marked content. ``scope`` is that of a head of a table:
    Column or Row. ``box`` is that of a figure: left, lower, right and upper in points.
    """

    kind: str
    kids: list[StructureElement | int] = field(default_factory=list)
    alternative: str = ""
    numbering: str = ""
    scope: str = ""
    box: tuple[float, float, float, float] | None = None


class StructureTree:
    """Structure tree of one document. Parts are added in reading order."""

    def __init__(self, document: PdfDocument) -> None:
        self._document = document
        self._root, self._document_element = PdfSource(""), PdfSource("")
        self.reference = document.add(self._root)
        self._top = document.add(self._document_element)
        self._sections: list[str] = []
        self._parents: list[str] = []
        self._level = 0

    def page(self, page: str, parts: Sequence[StructureElement]) -> int:
        """Add the content of a page itself. Return the key of the page among the parents."""
        return self._add_section(page, parts, "")

    def form(self, page: str, form: str, parts: Sequence[StructureElement]) -> None:
        """Add the content of a form that is placed on a page once. The form has taken its key from ``next_key``."""
        self._add_section(page, parts, form)

    @property
    def next_key(self) -> int:
        """Key among the parents of the page or form that is added next."""
        return len(self._parents)

    def _add_section(self, page: str, parts: Sequence[StructureElement], form: str) -> int:
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
        """Write a part and its members. ``owners`` are the elements by numbers of marked content."""
        element = PdfSource("")
        reference = self._document.add(element)
        kids = []
        for kid in part.kids:
            if isinstance(kid, StructureElement):
                kids.append(self._element(kid, reference, page, form, owners))
            else:
                owners[kid] = reference
                kids.append(f"<</Type/MCR/Pg {page}/Stm {form}/MCID {kid}>>" if form else str(kid))
        kids_source = kids[0] if len(kids) == 1 else f"[{' '.join(kids)}]"
        alternative = f"/Alt{self._document.text(part.alternative)}" if part.alternative else ""
        element.source = (
            f"<</S/{self._kind(part)}/P {parent}/Pg {page}{alternative}{_attributes(part)}/K {kids_source}>>"
        )
        return reference

    def _kind(self, part: StructureElement) -> str:
        """Return the type of a part. Heading levels increase by at most one (ISO 14289-1, 7.4.2)."""
        if part.kind not in _HEADINGS:
            return part.kind
        self._level = min(_HEADINGS.index(part.kind), self._level)
        self._level += 1
        return _HEADINGS[self._level - 1]

    def finish(self) -> None:
        """Write the tree, after every part is added."""
        self._document_element.source = f"<</S/Document/P {self.reference}/K[{' '.join(self._sections)}]>>"
        parents = "".join(f"{key}{owners}" for key, owners in enumerate(self._parents))
        self._root.source = (
            f"<</Type/StructTreeRoot/K {self._top}/ParentTree<</Nums[{parents}]>>"
            f"/ParentTreeNextKey {len(self._parents)}>>"
        )


def _attributes(part: StructureElement) -> str:
    if part.box is not None:
        return f"/A<</O/Layout/Placement/Block/BBox[{numbers(*part.box)}]>>"
    if part.scope:
        return f"/A<</O/Table/Scope/{part.scope}>>"
    return f"/A<</O/List/ListNumbering/{part.numbering}>>" if part.numbering else ""


_TITLE = "title"
_KINDS = {
    _TITLE: None, "h1": "H1", "h2": "H2", "h3": "H3", "p": "P", "figure": "Figure", "artifact": "", "item": "LI",
    "label": "Lbl", "body": "LBody", "table": "Table", "row": "TR", "cell": "TD", "column-head": "TH", "row-head": "TH",
}  # fmt: skip
_SCOPES = {"column-head": "Column", "row-head": "Row"}
_NUMBERING = {"decimal": "Decimal", "disc": "Disc"}
_SEPARATOR = " · "


def is_tagged(drawing: Drawing) -> bool:
    """Return True if a drawing has tags."""
    return b"data-tag=" in drawing.source.data


class _Title(Enum):
    """State of a title: the first words in it are a heading, the words that follow are not."""

    NONE = auto()
    DUE = auto()
    DONE = auto()


class TaggedPainter(Painter):
    """Painter of drawings that have tags. Raises TemplateError as a painter does, and for an unknown tag."""

    def __init__(self, signs: ResourcePlaceholders, fonts: FontBook, language: str) -> None:
        super().__init__(signs, fonts, language)
        self._parts: list[StructureElement] | None = None
        self._count = 0
        self._title = _Title.NONE

    def tagged(self, drawing: Drawing) -> tuple[str, list[StructureElement]]:
        """Return the operators that paint a drawing, with marked content numbered from 0, and its parts in order."""
        parts: list[StructureElement] = []
        self._parts, self._count, self._title = parts, 0, _Title.NONE
        try:
            return self.operators(drawing), parts
        finally:
            self._parts = None

    def _paint_nodes(self, content: Content, nodes: Sequence[Node], place: PaintPlace) -> None:
        if self._parts is None:
            super()._paint_nodes(content, nodes, place)
            return
        plain: list[Node] = []
        for node in nodes:
            if node.frame is not None and node.frame.opacity == 0:
                continue
            kind = self._kind(node, place)
            if kind == "":
                plain.append(node)
                continue
            self._paint_artifact(content, plain, place)
            plain = []
            if kind is None:
                if _data_of(node).get("tag") == _TITLE:
                    self._title = _Title.DUE
                super()._paint_nodes(content, (node,), place)
                if _data_of(node).get("tag") == _TITLE:
                    self._title = _Title.NONE
            elif kind == "LI":
                self._paint_item(content, node, place)
            elif kind in ("Table", "TR"):
                self._paint_holder(content, node, kind, place)
            else:
                self._paint_part(content, node, kind, place)
        self._paint_artifact(content, plain, place)

    def _kind(self, node: Node, place: PaintPlace) -> str | None:
        """Return the structure type of a node: empty for no content, None for a node that holds parts."""
        marked = _data_of(node)
        tag = marked.get("tag")
        if tag is not None:
            if tag not in _KINDS:
                hint = f"write {', '.join(_KINDS)}"
                raise place.error(node.at, "unknown-tag", f"data-tag={tag!r} is no part of a page", hint)
            if tag == "h1" and self._title is _Title.DUE:
                self._title = _Title.DONE
            is_figure = tag == "figure"
            return "" if is_figure and not marked.get("alt") and not strings_of((node,)) else _KINDS[tag]
        if "example" in marked:
            return "Figure"
        if isinstance(node, Group) and not _is_group(node) and (self._in_title or _has_tags(node.children)):
            return None
        if not strings_of((node,)):
            return ""
        if self._title is _Title.DUE:
            self._title = _Title.DONE
            return "H1"
        return "P"

    @property
    def _in_title(self) -> bool:
        return self._title is not _Title.NONE

    def _paint_artifact(self, content: Content, nodes: Sequence[Node], place: PaintPlace) -> None:
        if nodes:
            content.draw("/Artifact BMC")
            self._paint_untagged(content, nodes, place)
            content.draw("EMC")

    def _paint_part(self, content: Content, node: Node, kind: str, place: PaintPlace) -> None:
        assert self._parts is not None
        part = StructureElement(kind, [self._count], scope=_SCOPES.get(_data_of(node).get("tag", ""), ""))
        words = _SEPARATOR.join(strings_of((node,))) if kind == "Figure" else ""
        part.alternative = _data_of(node).get("alt") or words
        content.draw(f"/{kind}<</MCID {self._count}>>BDC")
        self._count += 1
        self.letterer.separates_lines = kind != "Figure"
        self._paint_untagged(content, (node,), place)
        self.letterer.separates_lines = False
        content.draw("EMC")
        self._parts.append(part)

    def _paint_item(self, content: Content, node: Node, place: PaintPlace) -> None:
        """Paint an item of a list. Everything except its label is in its body."""
        outer = self._parts
        members: list[StructureElement] = []
        assert outer is not None
        if isinstance(node, Group) and not _is_group(node):
            self._parts = members
            super()._paint_nodes(content, (node,), place)
            self._parts = outer
        marked = _data_of(node)
        numbering = _NUMBERING.get(marked.get("list", ""), "None")
        list_item = StructureElement(
            "LI",
            [member if member.kind in ("Lbl", "LBody") else StructureElement("LBody", [member]) for member in members],
        )
        if marked.get("item") != "1" and outer and outer[-1].kind == "L" and outer[-1].numbering == numbering:
            outer[-1].kids.append(list_item)
        else:
            outer.append(StructureElement("L", [list_item], numbering=numbering))

    def _paint_holder(self, content: Content, node: Node, kind: str, place: PaintPlace) -> None:
        """Paint a table or a row: its parts are those of the node."""
        outer, members = self._parts, list[StructureElement]()
        assert outer is not None
        self._parts = members
        super()._paint_nodes(content, (node,), place)
        self._parts = outer
        outer.append(StructureElement(kind, [*members]))

    def _paint_untagged(self, content: Content, nodes: Sequence[Node], place: PaintPlace) -> None:
        parts, self._parts = self._parts, None
        super()._paint_nodes(content, nodes, place)
        self._parts = parts


def _data_of(node: Node) -> dict[str, str]:
    return {} if node.frame is None else dict(node.frame.data)


def _is_group(node: Group) -> bool:
    """Return True if a group is painted as a transparency group: its parts cannot be tagged singly then."""
    return node.frame is not None and (node.frame.opacity < 1 or node.frame.whole)


def _has_tags(nodes: Sequence[Node]) -> bool:
    return any(
        not {"tag", "example"}.isdisjoint(_data_of(node))
        or (isinstance(node, Group) and not _is_group(node) and _has_tags(node.children))
        for node in nodes
    )
