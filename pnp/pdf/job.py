"""Print job: the content of one PDF file, with its cut line and bookmarks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Literal

from pnp.cardsvg import Drawing
from pnp.fonts import FontBook, FontStack
from pnp.imposition.page import Circle, Page
from pnp.pdf.objects.document import CompressedData, PdfDocument, PdfSource, number, numbers
from pnp.pdf.painting.marks import circle_path
from pnp.records import dataclass

if TYPE_CHECKING:
    from pnp.pdf.objects.exchange import Exchange


@dataclass(frozen=True, slots=True)
class Bookmark:
    """Title in the outline, and the number of the page that it leads to."""

    title: str
    page: int


def outline(document: PdfDocument, bookmarks: Sequence[Bookmark], pages: Mapping[int, str]) -> str:
    """Return the catalog's entry for ``bookmarks``, empty if there are none (ISO 32000-1, 12.3.3).

    ``pages`` are the references of pages by their numbers.
    """
    if not bookmarks:
        return ""
    root = PdfSource("")
    root_reference = document.add(root)
    bookmark_objects = [PdfSource("") for _ in bookmarks]
    references = [document.add(bookmark_object) for bookmark_object in bookmark_objects]
    for index, (bookmark_object, bookmark) in enumerate(zip(bookmark_objects, bookmarks, strict=True)):
        previous = f"/Prev {references[index - 1]}" if index else ""
        following = f"/Next {references[index + 1]}" if index + 1 < len(references) else ""
        title = document.text(bookmark.title)
        bookmark_object.source = (
            f"<</Title{title}/Parent {root_reference}{previous}{following}/Dest[{pages[bookmark.page]}/Fit]>>"
        )
    root.source = f"<</Type/Outlines/First {references[0]}/Last {references[-1]}/Count {len(references)}>>"
    return f"/Outlines {root_reference}"


# The cut line along the trim, for a cutting table: in a spot colour and on a layer of its own

CutShape = Literal["box", "circle"]
CUT_LINE = "CutContour"
"""Name by which cutting tables know the colour of the line."""
_SEPARATION = f"[/Separation/{CUT_LINE}/DeviceCMYK<</FunctionType 2/Domain[0 1]/C0[0 0 0 0]/C1[0 1 0 0]/N 1>>]"
"""Spot colour, magenta on a screen (ISO 32000-1, 8.6.6.4)."""
_OVERPRINT = "<</Type/ExtGState/OP true/op true/OPM 1>>"
"""Graphics state that keeps the colours beneath, in case the line is printed after all."""
_WIDTH = 0.1
"""Line width in mm: a little more than a quarter of a point, the thinnest line that presses hold."""


def layer(document: PdfDocument) -> str:
    """Add a layer for cut lines (ISO 32000-1, 8.11.2) and return its reference."""
    return document.add(PdfSource(f"<</Type/OCG/Name({CUT_LINE})>>"))


def cut_line(
    shape: CutShape, trim: tuple[float, float, float, float], layer_reference: str | None
) -> tuple[str, dict[str, str]]:
    """Return operators for a line along ``trim`` or the circle in it, and the resources that they need.

    ``trim`` is left, lower, right, upper in mm. ``layer_reference`` is None for a file without layers.
    """
    left, bottom, right, top = trim
    path = f"{numbers(left, bottom, right - left, top - bottom)} re"
    if shape == "circle":
        path = circle_path(Circle((left + right) / 2, (bottom + top) / 2, min(right - left, top - bottom) / 2))
    operators = f"q /Over gs /{CUT_LINE} CS 1 SCN {number(_WIDTH)} w [] 0 d {path} S Q"
    resources = {"ColorSpace": f"<</{CUT_LINE} {_SEPARATION}>>", "ExtGState": f"<</Over {_OVERPRINT}>>"}
    if layer_reference is None:
        return operators, resources
    return f"/OC /Cut BDC {operators} EMC", resources | {"Properties": f"<</Cut {layer_reference}>>"}


Duplex = Literal["long", "short", "none"]


@dataclass(frozen=True, slots=True)
class PageBoxes:
    """Trim and bleed box of a page that holds one card: left, lower, right, upper in mm from its lower-left corner."""

    trim: tuple[float, float, float, float]
    bleed: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Attachment:
    """File inside the PDF. ``mime`` is a type such as ``application/json``. Long data come compressed."""

    name: str
    mime: str
    description: str
    data: bytes | CompressedData


@dataclass(frozen=True, slots=True)
class Caption:
    """Description of a face for readers who cannot see it.

    ``text`` is its alternative text, in the language of the document. ``language`` is that of the words printed on it.
    """

    text: str
    language: str


@dataclass(frozen=True, slots=True)
class PrintJob:
    """Content of one PDF file.

    ``faces`` are the drawings by face id. ``fonts`` sets their texts, ``note_stack`` the page notes. ``language`` is a
    language tag. ``boxes`` and ``labels`` are given by page number; a page without a label is named after its sheet and
    side. ``duplex`` is the edge over which the printer turns sheets that have a back, "none" if it prints one side at a
    time. ``info`` adds entries to the document information. ``captions`` are empty, or given for every face that is
    placed. ``exchange`` makes it a file for a print shop. ``outlines`` turns all type on faces into shapes. ``cuts``
    are pages with a line along the trim for a cutting table.
    """

    title: str
    language: str
    faces: Mapping[str, Drawing]
    pages: tuple[Page, ...]
    fonts: FontBook
    note_stack: FontStack
    subject: str = ""
    author: str = ""
    keywords: str = ""
    attachments: tuple[Attachment, ...] = ()
    boxes: Mapping[int, PageBoxes] = field(default_factory=dict)
    duplex: Duplex = "long"
    labels: Mapping[int, str] = field(default_factory=dict)
    info: Mapping[str, str] = field(default_factory=dict)
    captions: Mapping[str, Caption] = field(default_factory=dict)
    bookmarks: tuple[Bookmark, ...] = ()
    exchange: Exchange | None = None
    outlines: bool = False
    cuts: Mapping[int, CutShape] = field(default_factory=dict)

    @property
    def tagged(self) -> bool:
        """True for a file whose content is all named: its faces have captions, or there are none."""
        return bool(self.captions) or not self.faces
