"""Writer of a print job as a PDF file: PDF/A-3b, or PDF/X for a print shop. Its catalog holds information and metadata,
the colour intent, labels, bookmarks and attached files.

A PDF/A file is tagged as PDF/UA-1 asks if its faces have captions, or if it has no faces.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from pnp.cardsvg.xml_text import escape
from pnp.imposition.marks.hexagons import hexagon
from pnp.imposition.page import Circle, Note, Page, Placement
from pnp.pdf.job import Attachment, Caption, Duplex, PageBoxes, PrintJob, cut_line, layer, outline
from pnp.pdf.objects.document import (
    CompressedData,
    PdfDocument,
    PdfSource,
    Stream,
    compress_data,
    number,
    numbers,
    precise_number,
)
from pnp.pdf.objects.manifest import EXAMPLE_MARK
from pnp.pdf.objects.palette import SCREEN
from pnp.pdf.paint_cache import PaintedContent, PainterCache, PdfCache
from pnp.pdf.painting.content import Content
from pnp.pdf.painting.lettering import begin_span
from pnp.pdf.painting.marks import REGISTRATION, circle_path, paint_marks, paint_note, registration_lines
from pnp.pdf.painting.signs import FormXObject, distinct_signs
from pnp.pdf.painting.tagging import PAGE_ARTIFACT, StructureElement, StructureTree, is_tagged
from pnp.pdf.resources import SharedResources, entries
from pnp.records import dataclass
from pnp.steps import begin_step
from pnp.units import PT_PER_MM

# XMP metadata (ISO 16684-1): the document information again, and the standards that the file keeps
#
# There are no dates, so the same input always gives the same bytes.

_DROP_NON_XML = dict.fromkeys((*range(32), 65534, 65535))
"""Translation that deletes characters that XML cannot contain."""
_RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
_UA = "http://www.aiim.org/pdfua/ns/id/"
_PACKET_ID = "W5M0MpCehiHzreSzNTczkc9d"
_CREATOR, _PRODUCER = "pnp", "pnp with ReportLab"


def xmp(job: PrintJob, tagged: bool) -> bytes:
    """Return the XMP packet of a file that keeps PDF/A-3b, and PDF/UA-1 if it is tagged."""
    body = "".join(_properties(job, tagged))
    rdf = (
        f'<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" '
        f'xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" '
        f'xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:pdfuaid="{_UA}">{body}</rdf:Description>'
    )
    extension = _EXTENSION if tagged else ""
    return (
        f'<?xpacket begin="\ufeff" id="{_PACKET_ID}"?>\n<x:xmpmeta xmlns:x="adobe:ns:meta/">'
        f'<rdf:RDF xmlns:rdf="{_RDF}">{rdf}{extension}</rdf:RDF></x:xmpmeta>\n<?xpacket end="r"?>'
    ).encode()


def _properties(job: PrintJob, tagged: bool) -> Iterator[str]:
    yield "<pdfaid:part>3</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>"
    if tagged:
        yield "<pdfuaid:part>1</pdfuaid:part>"
    yield "<dc:format>application/pdf</dc:format>"
    yield _array("dc:language", "Bag", "", job.language)
    yield _array("dc:title", "Alt", ' xml:lang="x-default"', job.title)
    yield _array("dc:creator", "Seq", "", job.author)
    yield _array("dc:description", "Alt", ' xml:lang="x-default"', job.subject)
    for name, text in (
        ("pdf:Keywords", job.keywords),
        ("pdf:Producer", _PRODUCER),
        ("xmp:CreatorTool", _CREATOR),
    ):
        if text:
            yield f"<{name}>{_escaped(text)}</{name}>"


def _array(name: str, kind: str, attribute: str, text: str) -> str:
    if not text:
        return ""
    return f"<{name}><rdf:{kind}><rdf:li{attribute}>{_escaped(text)}</rdf:li></rdf:{kind}></{name}>"


def _escaped(text: str) -> str:
    return escape(text.translate(_DROP_NON_XML))


def _extension() -> str:
    """Return the description of properties that PDF/A does not know itself (ISO 19005-3, 6.6.2.3.3)."""
    schema, property_ = (f"http://www.aiim.org/pdfa/ns/{name}" for name in ("schema#", "property#"))
    return (
        '<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" '
        f'xmlns:pdfaSchema="{schema}" xmlns:pdfaProperty="{property_}"><pdfaExtension:schemas><rdf:Bag>'
        '<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema>'
        f"<pdfaSchema:namespaceURI>{_UA}</pdfaSchema:namespaceURI><pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>"
        '<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource"><pdfaProperty:name>part</pdfaProperty:name>'
        "<pdfaProperty:valueType>Integer</pdfaProperty:valueType><pdfaProperty:category>internal</pdfaProperty:category>"
        "<pdfaProperty:description>Part of ISO 14289</pdfaProperty:description></rdf:li></rdf:Seq>"
        "</pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>"
    )


_EXTENSION = _extension()


# Output intent: sRGB, defined by an embedded profile (ISO 19005-3, 6.2.3)

PROFILE = Path(__file__).with_name("srgb.icc")
"""sRGB profile as LittleCMS makes it (588 bytes, ICC 4.2). Its copyright says: no copyright, use freely."""
_NAME = "sRGB IEC61966-2.1"


@cache
def srgb() -> bytes:
    """Return the sRGB profile."""
    return PROFILE.read_bytes()


def output_intents(document: PdfDocument) -> str:
    """Return the catalog's entry by which plain red, green and blue, and greys, are those of sRGB."""
    profile = document.add(Stream("/N 3", srgb()))
    name = document.text(_NAME)
    intent = document.add(
        PdfSource(
            f"<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier{name}/Info{name}"
            f"/RegistryName(http://www.color.org)/DestOutputProfile {profile}>>"
        )
    )
    return f"/OutputIntents[{intent}]"


_DUPLEX_NAMES = {"long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge"}


def describe(document: PdfDocument, job: PrintJob) -> None:
    """Fill in the document information."""
    information = {
        "Title": job.title,
        "Subject": job.subject,
        "Author": job.author,
        "Keywords": job.keywords,
        "Creator": _CREATOR,
        "Producer": _PRODUCER,
        **job.info,
    }
    for key, text in information.items():
        if text:
            document.information[key] = PdfSource(document.text(text))
    if job.exchange is not None:
        for key, source in job.exchange.information(job.title).items():
            document.information[key] = PdfSource(source)


@dataclass(frozen=True, slots=True)
class CatalogParts:
    """References of the page tree, the pages in order, the structure tree and the layer of cut lines."""

    root: str
    pages: tuple[str, ...]
    structure: str | None = None
    cuts: str | None = None


def catalog(document: PdfDocument, job: PrintJob, references: CatalogParts) -> PdfSource:
    """Return the catalog of a file, when all its pages are there."""
    labels = "".join(
        f"{index}<</P{document.text(job.labels.get(page.number) or _label(page))}>>"
        for index, page in enumerate(job.pages)
    )
    page_references = {page.number: reference for page, reference in zip(job.pages, references.pages, strict=True)}
    parts = [
        f"<</Type/Catalog/Pages {references.root}/Lang{document.text(job.language)}",
        f"/PageLabels<</Nums[{labels}]>>",
        outline(document, job.bookmarks, page_references),
    ]
    if job.exchange is not None:
        parts.append(job.exchange.catalog(document, job.title))
    else:
        parts += [
            f"/ViewerPreferences<</PrintScaling/None/PickTrayByPDFSize true{_duplex(job)}/DisplayDocTitle true>>",
            f"/Metadata {_metadata(document, job, references.structure is not None)}",
            output_intents(document),
        ]
    if references.cuts is not None:
        parts.append(
            f"/OCProperties<</OCGs[{references.cuts}]/D<</Name(Layers)/Order[{references.cuts}]/ON[{references.cuts}]>>>>"
        )
    if references.structure is not None:
        parts.append(f"/MarkInfo<</Marked true>>/StructTreeRoot {references.structure}")
    if job.attachments:
        files = {attachment.name: _add_attachment(document, attachment) for attachment in job.attachments}
        names = "".join(f"{document.text(name)}{reference}" for name, reference in sorted(files.items()))
        parts.append(f"/Names<</EmbeddedFiles<</Names[{names}]>>>>/AF[{' '.join(files.values())}]")
    return PdfSource("".join([*parts, ">>"]))


def _duplex(job: PrintJob) -> str:
    """Return the /Duplex entry: two-sided if every sheet but the last has a back, one-sided if none has.

    There is no entry if other sheets lack a back: a viewer presets its dialog from the entry, for all pages alike (ISO
    32000-1, 12.2), and would print the next page behind them. Nothing comes behind the last page.
    """
    backed = {page.sheet for page in job.pages if page.side == "back"}
    if job.duplex == "none" or not backed:
        return "/Duplex/Simplex"
    if any(page.sheet not in backed for page in job.pages[:-1]):
        return ""
    return f"/Duplex/{_DUPLEX_NAMES[job.duplex]}"


def _metadata(document: PdfDocument, job: PrintJob, tagged: bool) -> str:
    # Uncompressed, so that programs that know no PDF find it (ISO 16684-1).
    return document.add(Stream("/Type/Metadata/Subtype/XML", xmp(job, tagged), plain=True))


def _label(page: Page) -> str:
    return str(page.sheet) if page.side == "single" else f"{page.sheet} {page.side}"


def _add_attachment(document: PdfDocument, attachment: Attachment) -> str:
    mime_name = attachment.mime.replace("/", "#2F")
    file = attachment.data if isinstance(attachment.data, CompressedData) else compress_data(attachment.data)
    head = f"/Type/EmbeddedFile/Subtype/{mime_name}/Params<</Size {file.size}/CheckSum<{file.check}>>>"
    stream = document.add(Stream(head, file.data, "FlateDecode"))
    name = document.text(attachment.name)
    return document.add(
        PdfSource(
            f"<</Type/Filespec/F{name}/UF{name}/Desc{document.text(attachment.description)}/AFRelationship/Data"
            f"/EF<</F {stream}/UF {stream}>>>>"
        )
    )


__all__ = ["Attachment", "Caption", "Duplex", "PageBoxes", "PrintJob", "write_pdf"]


def write_pdf(job: PrintJob, paintings: PdfCache | None = None) -> bytes:
    """Return the PDF file of a job. The same job gives the same bytes; ``paintings`` caches work of earlier files.

    A face that is placed once is painted into its page. A face that is placed more often, or has examples, is painted
    once, as a form, and put in place by reference. A tagged face is a form of its own for each place.

    Raises TemplateError for a face that cannot be painted. Raises KeyError for a placement of a face that is not in
    ``faces``, or not in ``captions`` if there are any.
    """
    exchange = job.exchange
    paintings = PdfCache(keeps=False) if paintings is None else paintings
    document = PdfDocument("1.7" if exchange is None else exchange.version, paintings.pack, paintings.texts)
    palette = SCREEN if exchange is None else exchange.palette
    painter_cache = paintings.painter_cache(job.fonts, job.language, palette, job.outlines)
    resources = SharedResources(document, painter_cache.signs)
    structure = StructureTree(document) if job.tagged else None
    root = document.add(page_tree := PdfSource(""))
    fonts = document.add(font_dictionary := PdfSource(""))
    has_layers = bool(job.cuts) and (exchange is None or exchange.layered)
    cuts = layer(document) if has_layers else None
    writer = _PageWriter(job, document, painter_cache, resources, structure, parent=root, fonts=fonts, cuts=cuts)
    pages = [writer.page(page) for page in job.pages]
    font_dictionary.source = entries(resources.finish(paintings.font_subsets))
    page_tree.source = f"<</Type/Pages/Count {len(pages)}/Kids[{' '.join(pages)}]>>"
    if structure is not None:
        structure.finish()
    describe(document, job)
    parts = CatalogParts(root, tuple(pages), None if structure is None else structure.reference, cuts)
    return document.to_bytes(catalog(document, job, parts))


_FEWEST_LETTERS = 3
"""Fewest letters of a note that is content. Units and the names of panels have one or two."""


class _PageWriter:
    """Writer of the pages of one document. ``parent``, ``fonts`` and ``cuts`` (the cut line layer) are references."""

    def __init__(
        self, job: PrintJob, document: PdfDocument, painter_cache: PainterCache, resources: SharedResources,
        structure: StructureTree | None, *, parent: str, fonts: str, cuts: str | None,
    ) -> None:  # fmt: skip
        self._job = job
        self._document = document
        self._resources = resources
        self._structure = structure
        self._parent = parent
        self._fonts = fonts
        self._cuts = cuts
        self._painter_cache = painter_cache
        self._copies = Counter(placement.face for page in job.pages for placement in page.placements)
        self._form_count = 0
        self._form_calls: dict[str, str] = {}
        """Operators that call the form of each face that has one."""

    def page(self, page: Page) -> str:
        """Write a page and return its reference."""
        begin_step(f"painting page {page.number}")
        page_object = PdfSource("")
        reference = self._document.add(page_object)
        own_forms: dict[str, str] = {}
        drawn = self._drawn_page(reference, page, own_forms)
        page_entries = ""
        if self._structure is not None and drawn.parts:
            page_entries = f"/StructParents {self._structure.page(reference, drawn.parts)}"
        resources = self._resources_of(page, drawn, own_forms)
        operators = self._resources.resolve_signs(drawn.operators)
        if page.number in self._job.cuts:
            line, line_resources = cut_line(self._job.cuts[page.number], self._job.boxes[page.number].trim, self._cuts)
            operators = f"{operators}\n{line}"
            resources |= line_resources
        stream = self._document.add_stream("", operators.encode("latin-1"))
        exchange = self._job.exchange
        if exchange is not None and exchange.transparent:
            page_entries += f"/Group<</S/Transparency/CS/{exchange.palette.space}>>"
        width, height = page.paper.width * PT_PER_MM, page.paper.height * PT_PER_MM
        page_object.source = (
            f"<</Type/Page/Parent {self._parent}/MediaBox[0 0 {number(width)} {number(height)}]"
            f"{_page_boxes(self._job, page)}/Resources{entries(resources)}/Contents {stream}{page_entries}>>"
        )
        return reference

    def _drawn_page(self, reference: str, page: Page, own_forms: dict[str, str]) -> PaintedContent:
        """Return the content of a page, from the cache if it has no ``own_forms``, which belong to this document."""
        faces = [self._job.faces[placement.face] for placement in page.placements]
        if not self._painter_cache.contents.keeps or (self._structure is not None and any(map(is_tagged, faces))):
            return self._draw(reference, page, own_forms)
        face_keys = tuple(
            (face.key, self._copies[placement.face] == 1, self._caption(placement.face))
            for face, placement in zip(faces, page.placements, strict=True)
        )
        key = page, face_keys, self._structure is not None, self._job.note_stack
        return self._painter_cache.contents.get_or_create(key, lambda: self._draw(reference, page, own_forms))

    def _caption(self, face: str) -> Caption | None:
        return None if self._structure is None else self._job.captions[face]

    def _draw(self, reference: str, page: Page, own_forms: dict[str, str]) -> PaintedContent:
        content, parts = Content(), list[StructureElement]()
        content.draw(f"{precise_number(PT_PER_MM)} 0 0 {precise_number(PT_PER_MM)} 0 0 cm")
        if page.matrix is not None:
            content.draw(f"{' '.join(map(precise_number, page.matrix))} cm")
        for placement in page.placements:
            if self._structure is not None and is_tagged(self._job.faces[placement.face]):
                name, form = self._add_tagged_form(reference, placement.face, self._structure)
                own_forms[name] = form
                place_face(content, placement, f"/{name} Do")
            else:
                self._place(content, parts, placement)
        self._paint_margin(content, parts, page)
        operators = str(content)
        return PaintedContent(operators, tuple(parts), distinct_signs(operators))

    def _paint_margin(self, content: Content, parts: list[StructureElement], page: Page) -> None:
        """Paint what stands beside the faces: marks and figures of rulers, then notes, in a tagged file as paragraphs.

        Notes say how a page is printed, cut and folded, and on which paper.
        """
        letterer, stack = self._painter_cache.painter.letterer, self._job.note_stack
        if self._structure is None:
            paint_marks(content, page)
            for note in page.notes:
                paint_note(content, letterer, stack, note)
            return
        content.draw(PAGE_ARTIFACT)
        paint_marks(content, page)
        for note in page.notes:
            if not _has_words(note):
                paint_note(content, letterer, stack, note)
        content.draw("EMC")
        for note in filter(_has_words, page.notes):
            mcid = len(parts)
            parts.append(StructureElement("P", [mcid]))
            content.draw(f"/P<</MCID {mcid}>>BDC")
            paint_note(content, letterer, stack, note)
            content.draw("EMC")

    def _resources_of(self, page: Page, drawn: PaintedContent, own_forms: dict[str, str]) -> dict[str, str]:
        """Return the page's /Resources dictionary."""
        shared = self._resources.resources_of(drawn.signs)
        resources = {"Font": self._fonts} if shared.fonts else {}
        if objects := {**shared.objects, **own_forms}:
            resources["XObject"] = entries(objects)
        if shared.states:
            resources["ExtGState"] = entries(shared.states)
        if shared.shadings:
            resources["Shading"] = entries(shared.shadings)
        if registration_lines(page):
            resources["ColorSpace"] = f"<</All {REGISTRATION}>>"
        return resources

    def _place(self, content: Content, parts: list[StructureElement], placement: Placement) -> None:
        """Put a face in its place, in a tagged file as a figure."""
        caption = self._caption(placement.face)
        if caption is None:
            place_face(content, placement, self._face_operators(placement.face))
            return
        mcid = len(parts)
        box = tuple(edge * PT_PER_MM for edge in placement.shown)
        parts.append(StructureElement("Figure", [mcid], caption.text, box=(box[0], box[1], box[2], box[3])))
        foreign = caption.language != self._job.language
        content.draw(f"/Figure<</MCID {mcid}>>BDC")
        if foreign:
            content.draw(begin_span(caption.language))
        place_face(content, placement, self._face_operators(placement.face))
        content.draw("EMC EMC" if foreign else "EMC")

    def _face_operators(self, face: str) -> str:
        """Return the operators that draw a face: its own if it is placed once, else those that call its form.

        Examples are read back form by form, so two copies on one page count as two.
        """
        if face in self._form_calls:
            return self._form_calls[face]
        drawing = self._job.faces[face]
        operators = self._painter_cache.painted(drawing).operators
        if self._copies[face] == 1 and f"/{EXAMPLE_MARK} " not in operators:
            return operators
        x, y, width, height = drawing.bounds
        self._form_calls[face] = (
            f"/{self._painter_cache.signs.sign(FormXObject(operators, (x, y, x + width, y + height), ''))} Do"
        )
        return self._form_calls[face]

    def _add_tagged_form(self, page: str, face: str, structure: StructureTree) -> tuple[str, str]:
        """Add a form and return its name and reference: marked content has one place (ISO 32000-1, 14.7.4.3)."""
        drawing = self._job.faces[face]
        content = self._painter_cache.tagged(drawing)
        x, y, width, height = drawing.bounds
        form = self._resources.add_form(content.operators, (x, y, x + width, y + height), key=structure.next_key)
        structure.form(page, form, content.parts)
        self._form_count += 1
        return f"C{self._form_count}", form


def _has_words(note: Note) -> bool:
    """Tell whether a note is more than the figure of a ruler or a unit."""
    return sum(map(str.isalpha, note.text)) >= _FEWEST_LETTERS


def _page_boxes(job: PrintJob, page: Page) -> str:
    boxes = job.boxes.get(page.number)
    if boxes is None:
        return ""
    trim, bleed = (numbers(*(edge * PT_PER_MM for edge in box)) for box in (boxes.trim, boxes.bleed))
    return f"/TrimBox[{trim}]/BleedBox[{bleed}]"


def place_face(content: Content, placement: Placement, operators: str) -> None:
    """Draw a face on a page with ``operators``: clipped to its box, turned about its trim box, y downwards inside."""
    x, y, width, height = placement.x, placement.y, placement.width, placement.height
    turn, corner = {
        0: ("1 0 0 -1", (x, y + height)),
        90: ("0 1 1 0", (x, y)),
        180: ("-1 0 0 1", (x + width, y)),
        270: ("0 -1 -1 0", (x + width, y + height)),
    }[placement.rotation]
    content.draw(f"q {_clip_path(placement)} W n {turn} {numbers(*corner)} cm {operators} Q")


def _clip_path(placement: Placement) -> str:
    """Return the path that a face is clipped to."""
    if placement.clip == "hex":
        points = [
            f"{numbers(*point)} {'l' if index else 'm'}"
            for index, point in enumerate(hexagon(placement, min(placement.bleed)))
        ]
        return f"{' '.join(points)} h"
    if placement.clip == "circle":
        x, y = placement.x + placement.width / 2, placement.y + placement.height / 2
        return circle_path(Circle(x, y, placement.width / 2 + min(placement.bleed)))
    left, bottom, right, top = placement.shown
    return f"{numbers(left, bottom, right - left, top - bottom)} re"
