"""What goes into one PDF file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Literal

from pnp.cardsvg import Drawing
from pnp.fonts import FontBook, Stack
from pnp.imposition.page import Page
from pnp.printing.cutline import CutShape
from pnp.printing.outline import Bookmark
from pnp.printing.packing import Packed
from pnp.records import dataclass

if TYPE_CHECKING:
    from pnp.printing.exchange import Exchange

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
    data: bytes | Packed


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
    note_stack: Stack
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
