"""A print job becomes the bytes of a PDF file: PDF/A-3b, and where its faces have captions, tagged as PDF/UA-1 asks;
or PDF/X for a print shop."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from pnp.imposition.hexagons import hexagon
from pnp.imposition.page import Circle, Page, Placement
from pnp.printing.catalog import Parts, catalog, describe
from pnp.printing.content import Content
from pnp.printing.cutline import cut_line, layer
from pnp.printing.document import Document, Source, fine, number, numbers
from pnp.printing.job import Attachment, Caption, Duplex, PageBoxes, PrintJob
from pnp.printing.languages import span
from pnp.printing.manifest import EXAMPLE_MARK
from pnp.printing.marks import REGISTRATION, circle_path, paint_marks, registered
from pnp.printing.paintings import Paintings, Studio
from pnp.printing.palette import SCREEN
from pnp.printing.resources import Resources, entries
from pnp.printing.structure import PAGE_ARTIFACT, Structure, Tagged
from pnp.printing.tagging import says_its_parts
from pnp.units import PT_PER_MM

__all__ = ["Attachment", "Caption", "Duplex", "PageBoxes", "PrintJob", "write_pdf"]


def write_pdf(job: PrintJob, paintings: Paintings | None = None) -> bytes:
    """The PDF file of a job. The same job gives the same bytes; ``paintings`` remember what was made for others.

    A face that is placed once is painted into its page; one that is placed more often, or has examples, is painted
    once, as a form, and put in place by reference; one that says its parts is a form of its own for each place. Raises
    TemplateError for a face that cannot be painted, KeyError for a placement of a face that is not in ``faces``, or in
    ``captions`` where there are any.
    """
    exchange = job.exchange
    paintings = Paintings(keeps=False) if paintings is None else paintings
    document = Document("1.7" if exchange is None else exchange.version, paintings.pack)
    palette = SCREEN if exchange is None else exchange.palette
    studio = paintings.studio(job.fonts, job.language, palette, job.outlines)
    resources = Resources(document, studio.signs)
    structure = Structure(document) if job.captions else None
    root = document.add(tree := Source(""))
    fonts = document.add(font_dictionary := Source(""))
    layered = bool(job.cuts) and (exchange is None or exchange.layered)
    cuts = layer(document) if layered else None
    writer = _Pages(job, document, studio, resources, structure, root, fonts, cuts)
    pages = [writer.page(page) for page in job.pages]
    font_dictionary.source = entries(resources.finish(paintings.cut_down))
    tree.source = f"<</Type/Pages/Count {len(pages)}/Kids[{' '.join(pages)}]>>"
    if structure is not None:
        structure.finish()
    describe(document, job)
    parts = Parts(root, tuple(pages), None if structure is None else structure.reference, cuts)
    return document.to_bytes(catalog(document, job, parts))


@dataclass(slots=True)
class _Drawn:
    """A page as it is drawn: its content, the forms that it places by name, and its parts in order."""

    reference: str
    content: Content = field(default_factory=Content)
    used: dict[str, str] = field(default_factory=dict)
    parts: list[Tagged] = field(default_factory=list)


class _Pages:
    """Writes the pages of one document. ``parent``, ``fonts`` and ``cuts``, the layer of cut lines, are references."""

    def __init__(
        self, job: PrintJob, document: Document, studio: Studio, resources: Resources, structure: Structure | None,
        parent: str, fonts: str, cuts: str | None,
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
        self._forms: dict[str, tuple[str, str]] = {}
        """Name and reference of the form of each face that has one."""
        self._count = 0

    def page(self, page: Page) -> str:
        """Write a page; returns its reference."""
        entry = Source("")
        drawn = _Drawn(self._document.add(entry))
        content = drawn.content
        content.draw(f"{fine(PT_PER_MM)} 0 0 {fine(PT_PER_MM)} 0 0 cm")
        if page.matrix is not None:
            content.draw(f"{' '.join(map(fine, page.matrix))} cm")
        for placement in page.placements:
            self._place(drawn, placement)
        if self._structure is not None:
            content.draw(PAGE_ARTIFACT)
        paint_marks(content, page, self._studio.painter.letterer, self._job.note_stack)
        key = ""
        if self._structure is not None:
            content.draw("EMC")
            key = f"/StructParents {self._structure.page(drawn.reference, drawn.parts)}" if drawn.parts else ""
        operators = str(content)
        resources = self._resources_of(page, drawn, operators)
        if page.number in self._job.cuts:
            line, needed = cut_line(self._job.cuts[page.number], self._job.boxes[page.number].trim, self._cuts)
            operators = f"{operators}\n{line}"
            resources |= needed
        stream = self._document.add_stream("", self._resources.resolved(operators).encode("latin-1"))
        exchange = self._job.exchange
        if exchange is not None and exchange.transparent:
            key += f"/Group<</S/Transparency/CS/{exchange.palette.space}>>"
        width, height = page.paper.width * PT_PER_MM, page.paper.height * PT_PER_MM
        entry.source = (
            f"<</Type/Page/Parent {self._parent}/MediaBox[0 0 {number(width)} {number(height)}]"
            f"{_page_boxes(self._job, page)}/Resources{entries(resources)}/Contents {stream}{key}>>"
        )
        return drawn.reference

    def _resources_of(self, page: Page, drawn: _Drawn, operators: str) -> dict[str, str]:
        """What a page names: forms of its own, and of what all share as much as is painted into it."""
        needed = self._resources.named_in(operators)
        resources = {"Font": self._fonts} if needed.fonts else {}
        if used := {**needed.objects, **drawn.used}:
            resources["XObject"] = entries(used)
        if needed.states:
            resources["ExtGState"] = entries(needed.states)
        if needed.shadings:
            resources["Shading"] = entries(needed.shadings)
        if registered(page):
            resources["ColorSpace"] = f"<</All {REGISTRATION}>>"
        return resources

    def _place(self, drawn: _Drawn, placement: Placement) -> None:
        """Put a face in its place: a figure, or on a page that says its parts a form that holds these."""
        if self._structure is None:
            put(drawn.content, placement, self._face(drawn, placement.face))
            return
        caption = self._job.captions[placement.face]
        if says_its_parts(self._job.faces[placement.face]):
            put(drawn.content, placement, f"/{self._form_of_parts(drawn, placement.face, self._structure)} Do")
            return
        number_of_it = len(drawn.parts)
        box = tuple(edge * PT_PER_MM for edge in placement.shown)
        drawn.parts.append(Tagged("Figure", [number_of_it], caption.text, box=(box[0], box[1], box[2], box[3])))
        foreign = caption.language != self._job.language
        drawn.content.draw(f"/Figure<</MCID {number_of_it}>>BDC")
        if foreign:
            drawn.content.draw(span(caption.language))
        put(drawn.content, placement, self._face(drawn, placement.face))
        drawn.content.draw("EMC EMC" if foreign else "EMC")

    def _face(self, drawn: _Drawn, face: str) -> str:
        """The operators that draw a face: its own, where they are needed once, else those that call its form.

        Examples are read back form by form, so that two copies on one page are two.
        """
        if face not in self._forms:
            drawing = self._job.faces[face]
            operators = self._studio.operators(drawing)
            if self._placed[face] == 1 and f"/{EXAMPLE_MARK} " not in operators:
                return operators
            x, y, width, height = drawing.bounds
            self._forms[face] = self._name(), self._resources.add_form(operators, (x, y, x + width, y + height))
        name, reference = self._forms[face]
        drawn.used[name] = reference
        return f"/{name} Do"

    def _form_of_parts(self, drawn: _Drawn, face: str, structure: Structure) -> str:
        """The name of a form of its own: marked content belongs to one place (ISO 32000-1, 14.7.4.3)."""
        drawing = self._job.faces[face]
        operators, parts = self._studio.parts(drawing)
        x, y, width, height = drawing.bounds
        form = self._resources.add_form(operators, (x, y, x + width, y + height), key=structure.next_key)
        structure.form(drawn.reference, form, parts)
        name = self._name()
        drawn.used[name] = form
        return name

    def _name(self) -> str:
        self._count += 1
        return f"C{self._count}"


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
