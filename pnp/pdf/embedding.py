"""Fonts in the PDF: one embedded subset per face, addressed by glyph, with the text of every glyph beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import TypeAlias

from pnp.cache.memory import MemoryCache
from pnp.fonts import FontFace
from pnp.fonts.subset import postscript_subset, truetype_subset
from pnp.pdf.objects.document import PdfDocument, PdfSource, Stream, deflate
from pnp.pdf.painting.signs import GlyphCode
from pnp.records import dataclass

_VERTICAL_DEFAULT = (1.0, 0.88)
"""Downward advance and height of the vertical origin in em that PDF takes without an entry in W2."""

GlyphForm: TypeAlias = tuple[int, float]
"""A glyph, and how far it moves the pen, in em."""


@dataclass(frozen=True, slots=True)
class FontProgram:
    """A subset of a font for a PDF.

    ``kind`` is the subtype of its CID font, ``entry`` the key of its file in the font descriptor, ``head`` the entries
    of that file's stream, ``data`` the compressed file. ``ids`` are the glyph ids of its forms, in their order.
    """

    kind: str
    entry: str
    head: str
    data: bytes
    ids: tuple[int, ...]


SubsetCache: TypeAlias = MemoryCache[tuple[FontFace, tuple[GlyphForm, ...] | tuple[int, ...]], FontProgram]
"""Subsets by face and glyphs: with their widths, or, of a PostScript font, in the order of their codes."""


@dataclass
class EmbeddedFont:
    """One face in one document. Codes are two bytes, given out in the order in which characters first appear."""

    face: FontFace
    name: str
    vertical_name: str
    codes: dict[tuple[int, str, float], int] = field(default_factory=dict)
    """Codes by glyph id, the text that it stands for, and how far it moves the pen, in em."""
    vertical: dict[int, tuple[float, float]] = field(default_factory=dict)

    def code(self, need: GlyphCode) -> str:
        """The code of a glyph, as hex digits."""
        # A code for each pair: two characters may share a glyph, and reading back must tell them apart.
        code = self.codes.setdefault((need.glyph, need.text, need.width), len(self.codes) + 1)
        if need.upright is not None:
            self.vertical[code] = need.upright
        return f"{code:04X}"

    def write(self, document: PdfDocument, subsets: SubsetCache) -> dict[str, str]:
        """Add the objects of the font, and return their references by resource name: the vertical one if it is used.
        ``subsets`` keeps subsets for other documents. Raises TemplateError for a font that cannot be cut down."""
        tag = "".join(
            chr(65 + (len(self.name) * 7 + ord(char) * 3 + place) % 26)
            for place, char in enumerate(f"{self.name:0>6}"[-6:])
        )
        base = f"{tag}+{self.face.postscript_name}"
        descendant = self._descendant(document, base, subsets)
        unicode = document.add_stream("", _to_unicode(self.codes).encode("ascii"))
        encodings = {self.name: "Identity-H"} | ({self.vertical_name: "Identity-V"} if self.vertical else {})
        return {
            name: document.add(
                PdfSource(
                    f"<</Type/Font/Subtype/Type0/BaseFont/{base}/Encoding/{encoding}"
                    f"/DescendantFonts[{descendant}]/ToUnicode {unicode}>>"
                )
            )
            for name, encoding in encodings.items()
        }

    def _descendant(self, document: PdfDocument, base: str, subsets: SubsetCache) -> str:
        face, glyph_map = self.face, ""
        if face.is_truetype:
            forms = tuple(dict.fromkeys((glyph, width) for glyph, _, width in self.codes))
            program = subsets.get_or_create((face, forms), lambda: _truetype(face, forms))
            ids = dict(zip(forms, program.ids, strict=True))
            glyph_map = f"/CIDToGIDMap {_glyph_map(document, [ids[glyph, width] for glyph, _, width in self.codes])}"
        else:
            # The glyphs of this program have the numbers of the codes: a PostScript font has no map between them.
            glyphs = tuple(glyph for glyph, _, _ in self.codes)
            program = subsets.get_or_create((face, glyphs), lambda: _postscript(face, glyphs))
        file = document.add(Stream(program.head, program.data, "FlateDecode"))
        box = " ".join(str(round(edge * 1000)) for edge in face.box)
        descriptor = document.add(
            PdfSource(
                f"<</Type/FontDescriptor/FontName/{base}/Flags 4/FontBBox[{box}]/ItalicAngle {face.slant:g}"
                f"/Ascent {round(face.ascent * 1000)}/Descent {round(face.descent * 1000)}"
                f"/CapHeight {round(face.cap_height * 1000)}/StemV {_stem(face.weight)}/{program.entry} {file}>>"
            )
        )
        widths = " ".join(_thousandths(width) for _, _, width in self.codes)
        return document.add(
            PdfSource(
                f"<</Type/Font/Subtype/{program.kind}/BaseFont/{base}"
                "/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"
                f"/FontDescriptor {descriptor}/DW 1000/W[1[{widths}]]{self._vertical_widths()}{glyph_map}>>"
            )
        )

    def _vertical_widths(self) -> str:
        """W2: where advance or origin differ from PDF's default of one em and 0.88 em."""
        by_code = {code: width for (_, _, width), code in self.codes.items()}
        parts = [
            f"{code}[{_thousandths(-advance)} {_thousandths(by_code[code] / 2)} {_thousandths(origin)}]"
            for code, (advance, origin) in sorted(self.vertical.items())
            if (advance, origin) != _VERTICAL_DEFAULT
        ]
        return f"/W2[{''.join(parts)}]" if parts else ""


def _glyph_map(document: PdfDocument, ids: Sequence[int]) -> str:
    """Return the map from codes, which count from 1, to glyph ids (ISO 32000-1, 9.7.4.2)."""
    if list(ids) == list(range(1, len(ids) + 1)):
        return "/Identity"
    return document.add_stream("", b"\0\0" + b"".join(number.to_bytes(2, "big") for number in ids))


def _truetype(face: FontFace, forms: Sequence[GlyphForm]) -> FontProgram:
    font, ids = truetype_subset(face, forms)
    return FontProgram("CIDFontType2", "FontFile2", f"/Length1 {len(font)}", deflate(font), tuple(ids))


def _postscript(face: FontFace, glyphs: Sequence[int]) -> FontProgram:
    font = postscript_subset(face, glyphs)
    return FontProgram("CIDFontType0", "FontFile3", "/Subtype/CIDFontType0C", deflate(font), ())


def _stem(weight: int) -> int:
    """Estimate the thickness of vertical stems in thousandths of the em from the weight of a font (100 to 900), as
    ReportLab does."""
    return 50 + int((weight / 65.0) ** 2)


def _thousandths(em: float) -> str:
    return f"{em * 1000:.3f}".rstrip("0").rstrip(".")


def _to_unicode(codes: dict[tuple[int, str, float], int]) -> str:
    """The CMap that gives the text of every code (PDF 32000-1, 9.10.3)."""
    lines = [f"<{code:04X}> <{text.encode('utf-16-be').hex().upper()}>" for (_, text, _), code in codes.items()]
    blocks = []
    for start in range(0, len(lines), 100):
        block = lines[start : start + 100]
        blocks.append(f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar")
    return (
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
        "/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def\n"
        "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
        "1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n"
        + "\n".join(blocks)
        + "\nendcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"
    )
