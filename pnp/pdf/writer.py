"""A print job becomes the bytes of a PDF file: PDF/A-3b, and where its faces have captions, tagged as PDF/UA-1 asks;
or PDF/X for a print shop."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from pnp.imposition.marks.hexagons import hexagon
from pnp.imposition.page import Circle, Page, Placement
from pnp.pdf.catalog import CatalogParts, catalog, describe
from pnp.pdf.job import Attachment, Caption, Duplex, PageBoxes, PrintJob, cut_line, layer
from pnp.pdf.objects.document import PdfDocument, PdfSource, fine, number, numbers
from pnp.pdf.objects.manifest import EXAMPLE_MARK
from pnp.pdf.objects.palette import SCREEN
from pnp.pdf.paint_cache import DrawnPage, PainterCache, PdfCache
from pnp.pdf.painting.content import Content
from pnp.pdf.painting.lettering import span
from pnp.pdf.painting.marks import REGISTRATION, circle_path, paint_marks, registered
from pnp.pdf.painting.signs import FormXObject, distinct
from pnp.pdf.painting.tagging import PAGE_ARTIFACT, StructureElement, StructureTree, says_its_parts
from pnp.pdf.resources import SharedResources, entries
from pnp.units import PT_PER_MM

__all__ = ["Attachment", "Caption", "Duplex", "PageBoxes", "PrintJob", "write_pdf"]


def write_pdf(job: PrintJob, paintings: PdfCache | None = None) -> bytes:
    """The PDF file of a job. The same job gives the same bytes; ``paintings`` remember what was made for others.

    A face that is placed once is painted into its page; one that is placed more often, or has examples, is painted
    once, as a form, and put in place by reference; one that says its parts is a form of its own for each place. Raises
    TemplateError for a face that cannot be painted, KeyError for a placement of a face that is not in ``faces``, or in
    ``captions`` where there are any.
    """
    exchange = job.exchange
    paintings = PdfCache(keeps=False) if paintings is None else paintings
    document = PdfDocument("1.7" if exchange is None else exchange.version, paintings.pack, paintings.texts)
    palette = SCREEN if exchange is None else exchange.palette
    studio = paintings.studio(job.fonts, job.language, palette, job.outlines)
    resources = SharedResources(document, studio.signs)
    structure = StructureTree(document) if job.captions else None
    root = document.add(tree := PdfSource(""))
    fonts = document.add(font_dictionary := PdfSource(""))
    layered = bool(job.cuts) and (exchange is None or exchange.layered)
    cuts = layer(document) if layered else None
    writer = _PageWriter(job, document, studio, resources, structure, root, fonts, cuts)
    pages = [writer.page(page) for page in job.pages]
    font_dictionary.source = entries(resources.finish(paintings.cut_down))
    tree.source = f"<</Type/Pages/Count {len(pages)}/Kids[{' '.join(pages)}]>>"
    if structure is not None:
        structure.finish()
    describe(document, job)
    parts = CatalogParts(root, tuple(pages), None if structure is None else structure.reference, cuts)
    return document.to_bytes(catalog(document, job, parts))


class _PageWriter:
    """Writes the pages of one document. ``parent``, ``fonts`` and ``cuts``, the layer of cut lines, are references."""

    def __init__(
        self, job: PrintJob, document: PdfDocument, studio: PainterCache, resources: SharedResources,
        structure: StructureTree | None, parent: str, fonts: str, cuts: str | None,
    ) -> None:  # fmt: skip
        self._job = job
        self._document = document
        self._resources = resources
        self._structure = structure
        self._parent = parent
        self._fonts = fonts
        self._cuts = cuts
        self._studio = studio
        self._placed = Counter(placement.face for page in job.pages for placement in page.placements)
        self._count = 0
        self._called: dict[str, str] = {}
        """What calls the form of each face that has one."""

    def page(self, page: Page) -> str:
        """Write a page; returns its reference."""
        entry = PdfSource("")
        reference = self._document.add(entry)
        own: dict[str, str] = {}
        drawn = self._drawn(reference, page, own)
        key = ""
        if self._structure is not None and drawn.parts:
            key = f"/StructParents {self._structure.page(reference, drawn.parts)}"
        resources = self._resources_of(page, drawn, own)
        operators = self._resources.resolved(drawn.operators)
        if page.number in self._job.cuts:
            line, needed = cut_line(self._job.cuts[page.number], self._job.boxes[page.number].trim, self._cuts)
            operators = f"{operators}\n{line}"
            resources |= needed
        stream = self._document.add_stream("", operators.encode("latin-1"))
        exchange = self._job.exchange
        if exchange is not None and exchange.transparent:
            key += f"/Group<</S/Transparency/CS/{exchange.palette.space}>>"
        width, height = page.paper.width * PT_PER_MM, page.paper.height * PT_PER_MM
        entry.source = (
            f"<</Type/Page/Parent {self._parent}/MediaBox[0 0 {number(width)} {number(height)}]"
            f"{_page_boxes(self._job, page)}/Resources{entries(resources)}/Contents {stream}{key}>>"
        )
        return reference

    def _drawn(self, reference: str, page: Page, own: dict[str, str]) -> DrawnPage:
        """What is on a page; one with forms ``own`` to it, which belong to this document, is drawn for it alone."""
        faces = [self._job.faces[placement.face] for placement in page.placements]
        if not self._studio.keeps or (self._structure is not None and any(map(says_its_parts, faces))):
            return self._draw(reference, page, own)
        said = tuple(
            (id(face.nodes), self._placed[placement.face] == 1, self._caption(placement.face))
            for face, placement in zip(faces, page.placements, strict=True)
        )
        key = id(page), said, self._structure is not None, self._job.note_stack
        return self._studio.pages.made(key, lambda: replace(self._draw(reference, page, own), rests_on=(page, faces)))

    def _caption(self, face: str) -> Caption | None:
        return None if self._structure is None else self._job.captions[face]

    def _draw(self, reference: str, page: Page, own: dict[str, str]) -> DrawnPage:
        content, parts = Content(), list[StructureElement]()
        content.draw(f"{fine(PT_PER_MM)} 0 0 {fine(PT_PER_MM)} 0 0 cm")
        if page.matrix is not None:
            content.draw(f"{' '.join(map(fine, page.matrix))} cm")
        for placement in page.placements:
            if self._structure is not None and says_its_parts(self._job.faces[placement.face]):
                name, form = self._form_of_parts(reference, placement.face, self._structure)
                own[name] = form
                put(content, placement, f"/{name} Do")
            else:
                self._place(content, parts, placement)
        if self._structure is not None:
            content.draw(PAGE_ARTIFACT)
        paint_marks(content, page, self._studio.painter.letterer, self._job.note_stack)
        if self._structure is not None:
            content.draw("EMC")
        operators = str(content)
        return DrawnPage(operators, tuple(parts), distinct(operators))

    def _resources_of(self, page: Page, drawn: DrawnPage, own: dict[str, str]) -> dict[str, str]:
        """What a page names: forms of its own, and of what all share as much as is on it."""
        needed = self._resources.named(drawn.signs)
        resources = {"Font": self._fonts} if needed.fonts else {}
        if used := {**needed.objects, **own}:
            resources["XObject"] = entries(used)
        if needed.states:
            resources["ExtGState"] = entries(needed.states)
        if needed.shadings:
            resources["Shading"] = entries(needed.shadings)
        if registered(page):
            resources["ColorSpace"] = f"<</All {REGISTRATION}>>"
        return resources

    def _place(self, content: Content, parts: list[StructureElement], placement: Placement) -> None:
        """Put a face in its place, in a tagged file as a figure."""
        caption = self._caption(placement.face)
        if caption is None:
            put(content, placement, self._face(placement.face))
            return
        number_of_it = len(parts)
        box = tuple(edge * PT_PER_MM for edge in placement.shown)
        parts.append(StructureElement("Figure", [number_of_it], caption.text, box=(box[0], box[1], box[2], box[3])))
        foreign = caption.language != self._job.language
        content.draw(f"/Figure<</MCID {number_of_it}>>BDC")
        if foreign:
            content.draw(span(caption.language))
        put(content, placement, self._face(placement.face))
        content.draw("EMC EMC" if foreign else "EMC")

    def _face(self, face: str) -> str:
        """The operators that draw a face: its own, where they are needed once, else those that call its form.

        Examples are read back form by form, so that two copies on one page are two.
        """
        if face in self._called:
            return self._called[face]
        drawing = self._job.faces[face]
        operators = self._studio.operators(drawing)
        if self._placed[face] == 1 and f"/{EXAMPLE_MARK} " not in operators:
            return operators
        x, y, width, height = drawing.bounds
        self._called[face] = f"/{self._studio.signs.sign(FormXObject(operators, (x, y, x + width, y + height), ''))} Do"
        return self._called[face]

    def _form_of_parts(self, page: str, face: str, structure: StructureTree) -> tuple[str, str]:
        """The name and the reference of a form of its own: marked content belongs to one place (ISO 32000-1,
        14.7.4.3)."""
        drawing = self._job.faces[face]
        operators, parts = self._studio.parts(drawing)
        x, y, width, height = drawing.bounds
        form = self._resources.add_form(operators, (x, y, x + width, y + height), key=structure.next_key)
        structure.form(page, form, parts)
        self._count += 1
        return f"C{self._count}", form


def _page_boxes(job: PrintJob, page: Page) -> str:
    boxes = job.boxes.get(page.number)
    if boxes is None:
        return ""
    trim, bleed = (numbers(*(edge * PT_PER_MM for edge in box)) for box in (boxes.trim, boxes.bleed))
    return f"/TrimBox[{trim}]/BleedBox[{bleed}]"


def put(content: Content, placement: Placement, operators: str) -> None:
    """A face on a page: clipped to what it may cover, turned about its trim box, y downwards inside. ``operators`` draw
    it."""
    x, y, width, height = placement.x, placement.y, placement.width, placement.height
    turn, corner = {
        0: ("1 0 0 -1", (x, y + height)),
        90: ("0 1 1 0", (x, y)),
        180: ("-1 0 0 1", (x + width, y)),
        270: ("0 -1 -1 0", (x + width, y + height)),
    }[placement.rotation]
    content.draw(f"q {_outline(placement)} W n {turn} {numbers(*corner)} cm {operators} Q")


def _outline(placement: Placement) -> str:
    """The path that a face is clipped to."""
    if placement.clip == "hex":
        points = [
            f"{numbers(*point)} {'l' if at else 'm'}"
            for at, point in enumerate(hexagon(placement, min(placement.bleed)))
        ]
        return f"{' '.join(points)} h"
    if placement.clip == "circle":
        x, y = placement.x + placement.width / 2, placement.y + placement.height / 2
        return circle_path(Circle(x, y, placement.width / 2 + min(placement.bleed)))
    left, bottom, right, top = placement.shown
    return f"{numbers(left, bottom, right - left, top - bottom)} re"
