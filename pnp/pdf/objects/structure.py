"""The structure of a file: what its content is, in reading order, for whoever cannot see it (ISO 32000-1, 14.7).

Faces are figures with an alternative text; a page that says what its parts are has headings, paragraphs and lists.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pnp.pdf.objects.document import Document, Source, numbers

PAGE_ARTIFACT = "/Artifact<</Type/Page>>BDC"
"""Begins what is no content, such as marks, rulers and labels."""
_HEADINGS = ("H1", "H2", "H3", "H4", "H5", "H6")


@dataclass(slots=True)
class Tagged:
    """A part of a page: its structure type, and what it holds in order: other parts, or the numbers of sequences of
    marked content. ``box`` is where a figure stands: left, lower, right and upper in points."""

    kind: str
    kids: list[Tagged | int] = field(default_factory=list)
    alternative: str = ""
    numbering: str = ""
    box: tuple[float, float, float, float] | None = None


class Structure:
    """The structure tree of one document; parts are added in reading order."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._root, self._whole = Source(""), Source("")
        self.reference = document.add(self._root)
        self._top = document.add(self._whole)
        self._sections: list[str] = []
        self._parents: list[str] = []
        self._level = 0
        self._said: dict[str, str] = {}
        """Alternative texts as PDF source: copies of a card have the same."""

    def page(self, page: str, parts: Sequence[Tagged]) -> int:
        """Add what the content of a page itself holds; returns the key of the page among the parents."""
        return self._add(page, parts, "")

    def form(self, page: str, form: str, parts: Sequence[Tagged]) -> None:
        """Add what a form holds that is placed on a page once; ``form`` has taken its key with ``next_key``."""
        self._add(page, parts, form)

    @property
    def next_key(self) -> int:
        """The key that what is added next has among the parents."""
        return len(self._parents)

    def _add(self, page: str, parts: Sequence[Tagged], form: str) -> int:
        key = len(self._parents)
        owners: dict[int, str] = {}
        if parts:
            section = Source("")
            reference = self._document.add(section)
            kids = [self._element(part, reference, page, form, owners) for part in parts]
            section.source = f"<</S/Sect/P {self._top}/K[{' '.join(kids)}]>>"
            self._sections.append(reference)
        self._parents.append(f"[{' '.join(owners[number] for number in sorted(owners))}]")
        return key

    def _element(self, part: Tagged, parent: str, page: str, form: str, owners: dict[int, str]) -> str:
        """Write a part and all that it holds; ``owners`` are the elements by numbers of marked content."""
        element = Source("")
        reference = self._document.add(element)
        kids = []
        for kid in part.kids:
            if isinstance(kid, Tagged):
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

    def _kind(self, part: Tagged) -> str:
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


def _attributes(part: Tagged) -> str:
    if part.box is not None:
        return f"/A<</O/Layout/Placement/Block/BBox[{numbers(*part.box)}]>>"
    return f"/A<</O/List/ListNumbering/{part.numbering}>>" if part.numbering else ""
