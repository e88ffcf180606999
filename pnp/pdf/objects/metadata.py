"""What a file says of itself, as XMP (ISO 16684-1): the same as its document information, and which standards it keeps.

No dates: the same input gives the same bytes, whenever it is printed.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from pnp.records import dataclass

_NO_XML = dict.fromkeys((*range(32), 65534, 65535))
"""Characters that XML has no way to say."""
_RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
_UA = "http://www.aiim.org/pdfua/ns/id/"
_ID_OF_A_PACKET = "W5M0MpCehiHzreSzNTczkc9d"


@dataclass(frozen=True, slots=True)
class Described:
    """What a file says of itself. ``tagged`` is for one whose content is told as PDF/UA-1 asks."""

    title: str
    language: str
    creator: str
    producer: str
    author: str = ""
    subject: str = ""
    keywords: str = ""
    tagged: bool = False


def xmp(told: Described) -> bytes:
    """The packet of a file that keeps PDF/A-3b, and PDF/UA-1 where it is tagged."""
    body = "".join(_properties(told))
    about = (
        f'<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" '
        f'xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" '
        f'xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:pdfuaid="{_UA}">{body}</rdf:Description>'
    )
    extension = _EXTENSION if told.tagged else ""
    return (
        f'<?xpacket begin="\ufeff" id="{_ID_OF_A_PACKET}"?>\n<x:xmpmeta xmlns:x="adobe:ns:meta/">'
        f'<rdf:RDF xmlns:rdf="{_RDF}">{about}{extension}</rdf:RDF></x:xmpmeta>\n<?xpacket end="r"?>'
    ).encode()


def _properties(told: Described) -> Iterator[str]:
    yield "<pdfaid:part>3</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>"
    if told.tagged:
        yield "<pdfuaid:part>1</pdfuaid:part>"
    yield "<dc:format>application/pdf</dc:format>"
    yield _array("dc:language", "Bag", "", told.language)
    yield _array("dc:title", "Alt", ' xml:lang="x-default"', told.title)
    yield _array("dc:creator", "Seq", "", told.author)
    yield _array("dc:description", "Alt", ' xml:lang="x-default"', told.subject)
    for name, value in (
        ("pdf:Keywords", told.keywords),
        ("pdf:Producer", told.producer),
        ("xmp:CreatorTool", told.creator),
    ):
        if value:
            yield f"<{name}>{_said(value)}</{name}>"


def _array(name: str, kind: str, attribute: str, value: str) -> str:
    if not value:
        return ""
    return f"<{name}><rdf:{kind}><rdf:li{attribute}>{_said(value)}</rdf:li></rdf:{kind}></{name}>"


def _said(value: str) -> str:
    return escape(value.translate(_NO_XML), quote=False)


def _extension() -> str:
    """What PDF/A asks to be said of properties that it does not know itself (ISO 19005-3, 6.6.2.3.3)."""
    schema, own = (f"http://www.aiim.org/pdfa/ns/{name}" for name in ("schema#", "property#"))
    return (
        '<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" '
        f'xmlns:pdfaSchema="{schema}" xmlns:pdfaProperty="{own}"><pdfaExtension:schemas><rdf:Bag>'
        '<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema>'
        f"<pdfaSchema:namespaceURI>{_UA}</pdfaSchema:namespaceURI><pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>"
        '<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource"><pdfaProperty:name>part</pdfaProperty:name>'
        "<pdfaProperty:valueType>Integer</pdfaProperty:valueType><pdfaProperty:category>internal</pdfaProperty:category>"
        "<pdfaProperty:description>Part of ISO 14289</pdfaProperty:description></rdf:li></rdf:Seq>"
        "</pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>"
    )


_EXTENSION = _extension()
