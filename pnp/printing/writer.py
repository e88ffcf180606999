"""A print job becomes the bytes of a PDF file."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from pnp.cardsvg import Drawing
from pnp.fonts import FontBook, Stack
from pnp.imposition.page import Circle, Note, Page, Placement, Segment
from pnp.printing.content import Content
from pnp.printing.document import Document, Source, Stream, fine, number, numbers
from pnp.printing.painter import Painter
from pnp.printing.resources import Resources, entries
from pnp.units import PT_PER_MM

Duplex = Literal["long", "short", "none"]
_DUPLEX = {"long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge", "none": "Simplex"}
_PLAIN_BLACK = "0 0 0 1 K"
_ALL_INKS = "/All CS 1 SCN"
_REGISTRATION = "[/Separation/All/DeviceCMYK<</FunctionType 2/Domain[0 1]/C0[0 0 0 0]/C1[1 1 1 1]/N 1>>]"
"""The colour that is printed on every plate (ISO 32000-1, 8.6.6.4)."""
_CASING = 0.1
"""The white on either side of a line that lies on art, in mm."""
_KAPPA = 4 * (2**0.5 - 1) / 3
"""How far the control points of a quarter of a circle stand off, as a share of its radius."""


@dataclass(frozen=True, slots=True)
class PageBoxes:
    """Trim and bleed box of a page that holds one card: left, lower, right, upper in mm from its lower-left corner."""

    trim: tuple[float, float, float, float]
    bleed: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file inside the PDF. ``mime`` such as ``application/json``."""

    name: str
    mime: str
    description: str
    data: bytes


@dataclass(frozen=True, slots=True)
class PrintJob:
    """All that goes into one PDF file.

    ``faces`` are the drawings by face id, ``fonts`` what their texts are set in, ``note_stack`` what page notes are set
    in. ``language`` is a language tag. ``boxes`` and ``labels`` are given by page number; a page without a label is
    called by its sheet and side. ``duplex`` is the edge over which the printer turns the sheet. ``info`` adds entries
    to the document information.
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


def write_pdf(job: PrintJob) -> bytes:
    """The PDF file of a job. The same job gives the same bytes.

    Each face that is placed is painted once and put in place by reference. Raises TemplateError for a face that cannot
    be painted, KeyError for a placement of a face that is not in ``faces``.
    """
    document = Document()
    resources = Resources(document)
    painter = Painter(resources, job.fonts)
    forms: dict[str, tuple[str, str]] = {}
    pages = document.add(root := Source(""))
    fonts = document.add(font_dictionary := Source(""))
    kids = [_page(document, job, page, _Sheet(painter, forms, pages, fonts)) for page in job.pages]
    font_dictionary.source = entries(resources.finish())
    root.source = f"<</Type/Pages/Count {len(kids)}/Kids[{' '.join(kids)}]>>"
    _describe(document, job)
    return document.to_bytes(Source(_catalog(document, job, pages)))


@dataclass(frozen=True, slots=True)
class _Sheet:
    """What the pages of a document share: the painter, forms by face (name and reference), two references."""

    painter: Painter
    forms: dict[str, tuple[str, str]]
    parent: str
    fonts: str


def _page(document: Document, job: PrintJob, page: Page, sheet: _Sheet) -> str:
    content = Content()
    used: dict[str, str] = {}
    content.draw(f"{fine(PT_PER_MM)} 0 0 {fine(PT_PER_MM)} 0 0 cm")
    for placement in page.placements:
        if placement.face not in sheet.forms:
            form = sheet.painter.form(job.faces[placement.face])
            sheet.forms[placement.face] = (f"C{len(sheet.forms) + 1}", form)
        name, reference = sheet.forms[placement.face]
        used[name] = reference
        _place(content, placement, name)
    for left, bottom, right, top in page.plates:
        content.draw(f"q 1 g {numbers(left, bottom, right - left, top - bottom)} re f Q")
    registered = tuple(segment for segment in page.segments if segment.registration)
    _segments(content, page.segments if not registered else tuple(one for one in page.segments if not one.registration))
    _segments(content, registered, _ALL_INKS)
    _circles(content, page.outlines)
    for note in page.notes:
        _note(content, sheet.painter, job.note_stack, note)
    stream = document.add(Stream("", str(content).encode("latin-1")))
    width, height = page.paper.width * PT_PER_MM, page.paper.height * PT_PER_MM
    resources = {"Font": sheet.fonts} if page.notes else {}
    if used:
        resources["XObject"] = entries(used)
    if registered:
        resources["ColorSpace"] = f"<</All {_REGISTRATION}>>"
    return document.add(
        Source(
            f"<</Type/Page/Parent {sheet.parent}/MediaBox[0 0 {number(width)} {number(height)}]"
            f"{_page_boxes(job, page)}/Resources{entries(resources)}/Contents {stream}>>"
        )
    )


def _page_boxes(job: PrintJob, page: Page) -> str:
    boxes = job.boxes.get(page.number)
    if boxes is None:
        return ""
    trim, bleed = (numbers(*(edge * PT_PER_MM for edge in box)) for box in (boxes.trim, boxes.bleed))
    return f"/TrimBox[{trim}]/BleedBox[{bleed}]"


def _place(content: Content, placement: Placement, name: str) -> None:
    """A face on a page: clipped to what it may cover, turned about its trim box, y downwards inside."""
    left, bottom, right, top = placement.bleed
    x, y, width, height = placement.x, placement.y, placement.width, placement.height
    turn, corner = {
        0: ("1 0 0 -1", (x, y + height)),
        90: ("0 1 1 0", (x, y)),
        180: ("-1 0 0 1", (x + width, y)),
        270: ("0 -1 -1 0", (x + width, y + height)),
    }[placement.rotation]
    clip = numbers(x - left, y - bottom, width + left + right, height + bottom + top)
    content.draw(f"q {clip} re W n {turn} {numbers(*corner)} cm /{name} Do Q")


def _segments(content: Content, segments: tuple[Segment, ...], ink: str = _PLAIN_BLACK) -> None:
    if not segments:
        return
    _casings(content, [segment for segment in segments if segment.cased])
    content.draw(f"q {ink} 0 J [] 0 d")
    width: float | None = None
    for segment in segments:
        if segment.line_width != width:
            width = segment.line_width
            content.draw(f"{number(width)} w")
        content.draw(f"{numbers(segment.x1, segment.y1)} m {numbers(segment.x2, segment.y2)} l S")
    content.draw("Q")


def _casings(content: Content, segments: list[Segment]) -> None:
    """The white beside lines that lie on art."""
    if not segments:
        return
    lines = " ".join(
        f"{number(one.line_width + 2 * _CASING)} w {numbers(one.x1, one.y1)} m {numbers(one.x2, one.y2)} l S"
        for one in segments
    )
    content.draw(f"q 1 G 0 J [] 0 d {lines} Q")


def _circles(content: Content, circles: tuple[Circle, ...]) -> None:
    """Hairlines with white beside them, so that they show on every ground."""
    for circle in circles:
        outline = _circle(circle)
        content.draw(f"q 1 G {number(circle.line_width + 2 * _CASING)} w {outline} S")
        content.draw(f"{_PLAIN_BLACK} {number(circle.line_width)} w {outline} S Q")


def _circle(circle: Circle) -> str:
    x, y, r = circle.x, circle.y, circle.radius
    k = _KAPPA * r
    arcs = (
        (x + r, y + k, x + k, y + r, x, y + r),
        (x - k, y + r, x - r, y + k, x - r, y),
        (x - r, y - k, x - k, y - r, x, y - r),
        (x + k, y - r, x + r, y - k, x + r, y),
    )
    return f"{numbers(x + r, y)} m {' '.join(f'{numbers(*arc)} c' for arc in arcs)} h"


def _note(content: Content, painter: Painter, stack: Stack, note: Note) -> None:
    before = {"start": 0.0, "middle": 0.5, "end": 1.0}[note.anchor] * stack.width(note.text, note.size)
    turn = {0: "1 0 0 -1", 90: "0 1 1 0", 180: "-1 0 0 1", 270: "0 -1 -1 0"}[note.rotation]
    content.save()
    content.draw(f"0 0 0 1 k {turn} {numbers(note.x, note.y)} cm")
    painter.letterer.line(content, stack, note.text, note.size, -before)
    content.restore()


def _describe(document: Document, job: PrintJob) -> None:
    stated = {
        "Title": job.title,
        "Subject": job.subject,
        "Author": job.author,
        "Keywords": job.keywords,
        "Creator": "pnp",
        "Producer": "pnp with ReportLab",
        **job.info,
    }
    for key, value in stated.items():
        if value:
            document.information[key] = Source(document.text(value))


def _catalog(document: Document, job: PrintJob, pages: str) -> str:
    labels = "".join(
        f"{index}<</P{document.text(job.labels.get(page.number) or _label(page))}>>"
        for index, page in enumerate(job.pages)
    )
    parts = [
        f"<</Type/Catalog/Pages {pages}/Lang{document.text(job.language)}",
        f"/ViewerPreferences<</PrintScaling/None/Duplex/{_DUPLEX[job.duplex]}/DisplayDocTitle true>>",
        f"/PageLabels<</Nums[{labels}]>>",
    ]
    if job.attachments:
        files = {attachment.name: _attach(document, attachment) for attachment in job.attachments}
        names = "".join(f"{document.text(name)}{reference}" for name, reference in sorted(files.items()))
        parts.append(f"/Names<</EmbeddedFiles<</Names[{names}]>>>>/AF[{' '.join(files.values())}]")
    return "".join([*parts, ">>"])


def _label(page: Page) -> str:
    return str(page.sheet) if page.side == "single" else f"{page.sheet} {page.side}"


def _attach(document: Document, attachment: Attachment) -> str:
    kind = attachment.mime.replace("/", "#2F")
    check = hashlib.md5(attachment.data, usedforsecurity=False).hexdigest()
    stream = document.add(
        Stream(
            f"/Type/EmbeddedFile/Subtype/{kind}/Params<</Size {len(attachment.data)}/CheckSum<{check}>>>",
            attachment.data,
        )
    )
    name = document.text(attachment.name)
    return document.add(
        Source(
            f"<</Type/Filespec/F{name}/UF{name}/Desc{document.text(attachment.description)}/AFRelationship/Data"
            f"/EF<</F {stream}/UF {stream}>>>>"
        )
    )
