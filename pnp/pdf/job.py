"""Print job: the content of one PDF file, with its cut line and bookmarks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Literal

from pnp.cardsvg import Drawing
from pnp.fonts import FontBook, FontStack
from pnp.imposition.page import Page
from pnp.pdf.objects.document import CompressedData, PdfDocument, PdfSource, number, numbers
from pnp.records import dataclass

if TYPE_CHECKING:
    from pnp.pdf.objects.exchange import Exchange


# Bookmarks: where what begins in a file.


@dataclass(frozen=True, slots=True)
class Bookmark:
    """A title in the outline, and the number of the page that it leads to."""

    title: str
    page: int


def outline(document: PdfDocument, bookmarks: Sequence[Bookmark], pages: Mapping[int, str]) -> str:
    """The catalog's entry for ``bookmarks``; empty where there are none. ``pages`` are the references of pages by their
    numbers (ISO 32000-1, 12.3.3)."""
    if not bookmarks:
        return ""
    root = PdfSource("")
    top = document.add(root)
    items = [PdfSource("") for _ in bookmarks]
    places = [document.add(item) for item in items]
    for index, (item, mark) in enumerate(zip(items, bookmarks, strict=True)):
        before = f"/Prev {places[index - 1]}" if index else ""
        after = f"/Next {places[index + 1]}" if index + 1 < len(places) else ""
        title = document.text(mark.title)
        item.source = f"<</Title{title}/Parent {top}{before}{after}/Dest[{pages[mark.page]}/Fit]>>"
    root.source = f"<</Type/Outlines/First {places[0]}/Last {places[-1]}/Count {len(places)}>>"
    return f"/Outlines {top}"


# The line along the trim that a cutting table follows: a spot colour of its own, on a layer of its own.

CutShape = Literal["box", "circle"]
CUT_LINE = "CutContour"
"""The name by which cutting tables know the colour of the line."""
_SEPARATION = f"[/Separation/{CUT_LINE}/DeviceCMYK<</FunctionType 2/Domain[0 1]/C0[0 0 0 0]/C1[0 1 0 0]/N 1>>]"
"""On a screen it is magenta (ISO 32000-1, 8.6.6.4)."""
_OVER = "<</Type/ExtGState/OP true/op true/OPM 1>>"
"""The line takes nothing away from what lies beneath, should it be printed after all."""
_WIDTH = 0.1
"""In mm: a little more than a quarter of a point, the thinnest line that presses hold."""
_KAPPA = 4 * (2**0.5 - 1) / 3


def layer(document: PdfDocument) -> str:
    """A new layer for cut lines (ISO 32000-1, 8.11.2); returns its reference."""
    return document.add(PdfSource(f"<</Type/OCG/Name({CUT_LINE})>>"))


def cut_line(shape: CutShape, trim: tuple[float, float, float, float], on: str | None) -> tuple[str, dict[str, str]]:
    """Operators for a line along ``trim`` (left, lower, right, upper in mm) or the circle in it, and the resources that
    they need. ``on`` is the reference of its layer, None for a file without layers."""
    left, bottom, right, top = trim
    path = f"{numbers(left, bottom, right - left, top - bottom)} re"
    if shape == "circle":
        path = _circle((left + right) / 2, (bottom + top) / 2, min(right - left, top - bottom) / 2)
    drawn = f"q /Over gs /{CUT_LINE} CS 1 SCN {number(_WIDTH)} w [] 0 d {path} S Q"
    resources = {"ColorSpace": f"<</{CUT_LINE} {_SEPARATION}>>", "ExtGState": f"<</Over {_OVER}>>"}
    if on is None:
        return drawn, resources
    return f"/OC /Cut BDC {drawn} EMC", resources | {"Properties": f"<</Cut {on}>>"}


def _circle(x: float, y: float, r: float) -> str:
    k = _KAPPA * r
    arcs = (
        (x + r, y + k, x + k, y + r, x, y + r),
        (x - k, y + r, x - r, y + k, x - r, y),
        (x - r, y - k, x - k, y - r, x, y - r),
        (x + k, y - r, x + r, y - k, x + r, y),
    )
    return f"{numbers(x + r, y)} m {' '.join(f'{numbers(*arc)} c' for arc in arcs)} h"


Duplex = Literal["long", "short", "none"]


@dataclass(frozen=True, slots=True)
class PageBoxes:
    """Trim and bleed box of a page that holds one card: left, lower, right, upper in mm from its lower-left corner."""

    trim: tuple[float, float, float, float]
    bleed: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file inside the PDF. ``mime`` such as ``application/json``; what is long comes packed."""

    name: str
    mime: str
    description: str
    data: bytes | CompressedData


@dataclass(frozen=True, slots=True)
class Caption:
    """What a face is, for who cannot see it: its alternative text, in the language of the document, and the language of
    what is printed on it."""

    text: str
    language: str


@dataclass(frozen=True, slots=True)
class PrintJob:
    """All that goes into one PDF file.

    ``faces`` are the drawings by face id, ``fonts`` what their texts are set in, ``note_stack`` what page notes are set
    in. ``language`` is a language tag. ``boxes`` and ``labels`` are given by page number; a page without a label is
    called by its sheet and side. ``duplex`` is the edge over which the printer turns sheets that have a back, "none"
    where it prints one side at a time. ``info`` adds entries to the document information. With ``captions``, which are
    then given for every face that is placed, the file says what its content is (tagged PDF). ``exchange`` makes it a
    file for a print shop. ``outlines`` makes shapes of all type on faces. ``cuts`` are pages with a line along the trim
    for a cutting table.
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
