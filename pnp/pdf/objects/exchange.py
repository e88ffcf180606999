"""Exchange standard of a PDF for a print shop: PDF/X version, intended press, and no trapping.

PDF/X-4 is ISO 15930-7:2010 on PDF 1.6, PDF/X-1a is ISO 15930-4:2003 on PDF 1.4.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal
from uuid import UUID

from pnp.cardsvg.xml_text import escape
from pnp.pdf.objects.document import PdfDocument, PdfSource, Stream
from pnp.pdf.objects.palette import Palette
from pnp.records import dataclass

Standard = Literal["x4", "x1a"]
TITLES: Mapping[Standard, str] = {"x4": "PDF/X-4", "x1a": "PDF/X-1a:2003"}
_VERSIONS: Mapping[Standard, str] = {"x4": "1.6", "x1a": "1.4"}
_DAY = "1980-01-01T00:00:00Z"
"""Date of every file: the first that a zip can hold. A clock would give other bytes each time."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """Standard of a file for a print shop, its colours, and the press that they are made for.

    ``profile`` is an ICC profile. ``condition`` is the printing condition that it describes, under its name in the ICC
    registry, or None for an unregistered one. ``described`` is the condition in words.
    """

    standard: Standard
    palette: Palette
    profile: bytes
    condition: str | None
    described: str

    @property
    def version(self) -> str:
        """Version of PDF."""
        return _VERSIONS[self.standard]

    @property
    def transparent(self) -> bool:
        """True if the standard allows transparency."""
        return self.standard == "x4"

    @property
    def layered(self) -> bool:
        """True if the standard allows layers (optional content, PDF 1.5)."""
        return self.standard == "x4"

    def information(self, title: str) -> dict[str, str]:
        """Return entries of the document information, as PDF source."""
        day = f"(D:{_DAY[:19].replace('-', '').replace(':', '').replace('T', '')}Z)"
        information = {"CreationDate": day, "ModDate": day, "Trapped": "/False"}
        if not title:
            information["Title"] = "(untitled)"
        return information | {"GTS_PDFXVersion": f"({TITLES[self.standard]})"}

    def catalog(self, document: PdfDocument, title: str) -> str:
        """Return entries of the catalog, when all pages are there."""
        profile = document.add(Stream("/N 4/Alternate/DeviceCMYK", self.profile))
        registry = "/RegistryName(http://www.color.org)" if self.condition else ""
        intent = document.add(
            PdfSource(
                f"<</Type/OutputIntent/S/GTS_PDFX/OutputConditionIdentifier{document.text(self.condition or 'Custom')}"
                f"{registry}/Info{document.text(self.described)}/OutputCondition{document.text(self.described)}"
                f"/DestOutputProfile {profile}>>"
            )
        )
        parts = f"/OutputIntents[{intent}]"
        if self.standard == "x4":
            metadata = document.add(
                Stream("/Type/Metadata/Subtype/XML", _metadata(title, document.digest()), plain=True)
            )
            parts += f"/Metadata {metadata}"
        return parts


def _metadata(title: str, content: bytes) -> bytes:
    """Return the metadata packet of PDF/X-4 (XMP, ISO 16684-1)."""
    file_id = UUID(bytes=content[:16], version=4)
    return f"""<?xpacket begin="\N{ZERO WIDTH NO-BREAK SPACE}" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{escape(title)}</rdf:li></rdf:Alt></dc:title>
<xmp:CreateDate>{_DAY}</xmp:CreateDate><xmp:ModifyDate>{_DAY}</xmp:ModifyDate><xmp:MetadataDate>{_DAY}</xmp:MetadataDate>
<xmp:CreatorTool>pnp</xmp:CreatorTool>
<xmpMM:DocumentID>uuid:{file_id}</xmpMM:DocumentID><xmpMM:InstanceID>uuid:{file_id}</xmpMM:InstanceID>
<xmpMM:RenditionClass>default</xmpMM:RenditionClass><xmpMM:VersionID>1</xmpMM:VersionID>
<pdf:Producer>pnp with ReportLab</pdf:Producer><pdf:Trapped>False</pdf:Trapped>
<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>""".encode()
