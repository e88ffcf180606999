"""Catalog of a PDF: its information and metadata, colour intent, labels, bookmarks and attached files."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from pnp.cardsvg.xml_text import escape
from pnp.imposition.page import Page
from pnp.pdf.job import Attachment, PrintJob, outline
from pnp.pdf.objects.document import CompressedData, PdfDocument, PdfSource, Stream, compress_data
from pnp.records import dataclass

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
