"""Exchange standard of a PDF for a print shop: PDF/X version, intended press, and no trapping.

PDF/X-4 is ISO 15930-7:2010 on PDF 1.6, PDF/X-1a is ISO 15930-4:2003 on PDF 1.4.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal
from xml.sax.saxutils import escape

from pnp.pdf.objects.document import PdfDocument, PdfSource, Stream
from pnp.pdf.objects.palette import Palette
from pnp.records import dataclass

Standard = Literal["x4", "x1a"]
TITLES: Mapping[Standard, str] = {"x4": "PDF/X-4", "x1a": "PDF/X-1a:2003"}
_VERSIONS: Mapping[Standard, str] = {"x4": "1.6", "x1a": "1.4"}
_DAY = "1980-01-01T00:00:00Z"
"""The date of every file: the first that a zip can say. A clock would give other bytes each time."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """The standard of a file for a print shop, its colours, and the press they are made for: the ICC ``profile``, the
    ``condition`` that it describes, as the ICC registered it (None for one that it did not), and in words."""

    standard: Standard
    palette: Palette
    profile: bytes
    condition: str | None
    described: str

    @property
    def version(self) -> str:
        """The version of PDF."""
        return _VERSIONS[self.standard]

    @property
    def transparent(self) -> bool:
        """Whether anything may be seen through."""
        return self.standard == "x4"

    @property
    def layered(self) -> bool:
        """Whether there are layers (optional content, PDF 1.5)."""
        return self.standard == "x4"

    def information(self, title: str) -> dict[str, str]:
        """Entries of the document information, as PDF source."""
        day = f"(D:{_DAY[:19].replace('-', '').replace(':', '').replace('T', '')}Z)"
        stated = {"CreationDate": day, "ModDate": day, "Trapped": "/False"}
        if not title:
            stated["Title"] = "(untitled)"
        return stated | {"GTS_PDFXVersion": f"({TITLES[self.standard]})"}

    def catalog(self, document: PdfDocument, title: str) -> str:
        """Entries of the catalog, when all pages are there."""
        profile = document.add(Stream("/N 4/Alternate/DeviceCMYK", self.profile))
        known = "/RegistryName(http://www.color.org)" if self.condition else ""
        intent = document.add(
            PdfSource(
                f"<</Type/OutputIntent/S/GTS_PDFX/OutputConditionIdentifier{document.text(self.condition or 'Custom')}"
                f"{known}/Info{document.text(self.described)}/OutputCondition{document.text(self.described)}"
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
    """The metadata packet of PDF/X-4 (XMP, ISO 16684-1)."""
    from uuid import UUID  # noqa: PLC0415 - files for home have no such id

    same = UUID(bytes=content[:16], version=4)
    return f"""<?xpacket begin="\N{ZERO WIDTH NO-BREAK SPACE}" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{escape(title)}</rdf:li></rdf:Alt></dc:title>
<xmp:CreateDate>{_DAY}</xmp:CreateDate><xmp:ModifyDate>{_DAY}</xmp:ModifyDate><xmp:MetadataDate>{_DAY}</xmp:MetadataDate>
<xmp:CreatorTool>pnp</xmp:CreatorTool>
<xmpMM:DocumentID>uuid:{same}</xmpMM:DocumentID><xmpMM:InstanceID>uuid:{same}</xmpMM:InstanceID>
<xmpMM:RenditionClass>default</xmpMM:RenditionClass><xmpMM:VersionID>1</xmpMM:VersionID>
<pdf:Producer>pnp with ReportLab</pdf:Producer><pdf:Trapped>False</pdf:Trapped>
<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>""".encode()
