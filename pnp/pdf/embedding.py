"""Fonts in the PDF: one embedded subset per face, addressed by glyph, with the text of every glyph beside it."""

from __future__ import annotations

import io
import struct
import sys
from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import TypeAlias

from reportlab.pdfbase.pdfmetrics import FontError

from pnp.cache.memory import MemoryCache
from pnp.diagnostics import Diagnostic, Location, TemplateError
from pnp.fonts import FontFace, GlyphMetrics
from pnp.fonts.shaping import IMPORTING
from pnp.pdf.objects.document import PdfDocument, PdfSource, Stream, deflate
from pnp.pdf.painting.signs import GlyphCode
from pnp.records import dataclass

# ReportLab's reader of TrueType fonts, loaded without HarfBuzz.
#
# ReportLab imports HarfBuzz wherever it is installed, which takes longer than most faces to draw. Here texts are
# shaped before they come to be printed (``pnp.fonts.shaping``), and ReportLab shapes none.

_SHAPER = "uharfbuzz"
with IMPORTING:  # nobody looks for it meanwhile
    _absent = _SHAPER not in sys.modules
    if _absent:
        sys.modules[_SHAPER] = None  # type: ignore[assignment]  # an import of it fails at once, as if it were not there
    try:
        from reportlab.pdfbase.ttfonts import TTFError, TTFontFile
    finally:
        if _absent:
            del sys.modules[_SHAPER]

__all__ = ["TTFError", "TTFontFile"]


_VERTICAL_DEFAULT = (1.0, 0.88)
"""Downward advance and height of the vertical origin in em that PDF takes where W2 says nothing."""


GlyphForm: TypeAlias = tuple[int, float]
"""A glyph, and how far it moves the pen, in em."""


class _MetricsTable:
    """Horizontal metrics as ReportLab packs them: the left side bearing as an unsigned 16-bit number. ``other`` has
    glyphs that are another one in another width: that one, and the width."""

    def __init__(self, metrics: GlyphMetrics, other: Mapping[int, tuple[int, int]]) -> None:
        self._metrics = metrics
        self._other = other

    def __getitem__(self, glyph: int) -> tuple[int, int]:
        of, width = self._other.get(glyph, (glyph, None))
        advance, bearing = self._metrics[of]
        return advance if width is None else width, bearing & 0xFFFF


class _OutlineTable:
    """Where the outline of each glyph begins; that of a glyph which is another one, where the other's does."""

    def __init__(self, places: Sequence[int], other: Mapping[int, tuple[int, int]]) -> None:
        self._places = places
        # ReportLab asks for the place of a glyph and for that of the one after it.
        self._other = {one + step: of + step for one, (of, _) in other.items() for step in (0, 1)}

    def __getitem__(self, glyph: int) -> int:
        return self._places[self._other.get(glyph, glyph)]


class _Subsetter(TTFontFile):  # type: ignore[misc]
    """ReportLab's subsetter, told by glyph ids what to keep: its own reading of a large font takes 40 ms."""

    def __init__(self, face: FontFace) -> None:
        super().__init__(io.BytesIO(face.data), charInfo=0)
        self._face = face

    def get_table(self, tag: str) -> bytes:
        # A font for glyph ids needs neither names nor OS/2, and ReportLab leaves out what it cannot find.
        if tag in {"name", "OS/2"}:
            raise KeyError(tag)
        return bytes(super().get_table(tag))

    def subset(self, forms: Sequence[GlyphForm]) -> bytes:
        """A font file with glyph 0 and then the glyphs of ``forms``, in this order, each as wide as it says: what the
        file says of a width is what its font says (ISO 19005-3, 6.2.11.5)."""
        metrics, places = self._face.outlines()
        glyphs: list[int] = []
        other: dict[int, tuple[int, int]] = {}
        for glyph, width in forms:
            if width == self._face.advance(glyph):
                glyphs.append(glyph)
                continue
            glyphs.append(len(places) + 2 * len(other))
            other[glyphs[-1]] = glyph, round(width * self._face.units_per_em)
        self.hmetrics = _MetricsTable(metrics, other)
        self.glyphPos = _OutlineTable(places, other) if other else places
        self.charToGlyph = dict(enumerate(glyphs))
        return bytes(self.makeSubset(range(len(glyphs))))


@dataclass(frozen=True, slots=True)
class FontProgram:
    """A font cut down to some glyphs, and what PDF says of it: the kind of CID font, the ``entry`` that its file is
    under, what is said of that (``head``) and its compressed ``data``, its box and its stem in thousandths of the em,
    its slant in degrees."""

    kind: str
    entry: str
    head: str
    data: bytes
    box: tuple[float, ...]
    slant: float
    stem: int


CutDown: TypeAlias = MemoryCache[tuple[FontFace, tuple[GlyphForm, ...] | tuple[int, ...]], FontProgram]
"""Programs by face and the glyphs that are left: with their widths, or, of a PostScript font, in the order of their
codes."""


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

    def write(self, document: PdfDocument, cut_down: CutDown) -> dict[str, str]:
        """Adds the font's objects; returns references by resource name, the vertical one only where it is used.
        ``cut_down`` remembers programs that were made before."""
        forms = list(dict.fromkeys((glyph, width) for glyph, _, width in self.codes))
        tag = "".join(
            chr(65 + (len(self.name) * 7 + ord(c) * 3 + i) % 26) for i, c in enumerate(f"{self.name:0>6}"[-6:])
        )
        base = f"{tag}+{self.face.postscript_name}"
        descendant = self._descendant(document, base, forms, cut_down)
        unicode = document.add_stream("", _to_unicode(self.codes).encode("ascii"))
        found = {}
        for name, encoding in ((self.name, "Identity-H"), (self.vertical_name, "Identity-V")):
            if encoding == "Identity-H" or self.vertical:
                found[name] = document.add(
                    PdfSource(
                        f"<</Type/Font/Subtype/Type0/BaseFont/{base}/Encoding/{encoding}"
                        f"/DescendantFonts[{descendant}]/ToUnicode {unicode}>>"
                    )
                )
        return found

    def _descendant(self, document: PdfDocument, base: str, forms: list[GlyphForm], cut_down: CutDown) -> str:
        if self.face.is_truetype:
            program = cut_down.get_or_create((self.face, tuple(forms)), lambda: _truetype(self.face, forms))
        else:
            # A program whose glyphs have the numbers of the codes, so that nothing maps one to the other.
            glyphs = tuple(glyph for glyph, _, _ in self.codes)
            program = cut_down.get_or_create((self.face, glyphs), lambda: _postscript(self.face, glyphs))
        file = document.add(Stream(program.head, program.data, "FlateDecode"))
        glyph_map = f"/CIDToGIDMap {self._glyph_map(document, forms)}" if self.face.is_truetype else ""
        box = " ".join(str(round(edge)) for edge in program.box)
        descriptor = document.add(
            PdfSource(
                f"<</Type/FontDescriptor/FontName/{base}/Flags 4/FontBBox[{box}]/ItalicAngle {program.slant:g}"
                f"/Ascent {round(self.face.ascent * 1000)}/Descent {round(self.face.descent * 1000)}"
                f"/CapHeight {round(self.face.cap_height * 1000)}/StemV {program.stem}/{program.entry} {file}>>"
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

    def _glyph_map(self, document: PdfDocument, forms: list[GlyphForm]) -> str:
        if len(forms) == len(self.codes):
            return "/Identity"
        place = {form: index + 1 for index, form in enumerate(forms)}
        table = b"\0\0" + b"".join(place[glyph, width].to_bytes(2, "big") for glyph, _, width in self.codes)
        return document.add_stream("", table)


def _truetype(face: FontFace, forms: Sequence[GlyphForm]) -> FontProgram:
    try:
        subsetter = _Subsetter(face)
        data = subsetter.subset(forms)
    except (TTFError, FontError, struct.error, IndexError, ValueError, KeyError) as error:
        raise TemplateError(
            Diagnostic(
                "font",
                f"this font cannot be embedded: {error}",
                Location(face.path.name),
                "use another font file",
            )
        ) from error
    angle, box = float(subsetter.italicAngle), tuple(subsetter.bbox)
    return FontProgram("CIDFontType2", "FontFile2", f"/Length1 {len(data)}", deflate(data), box, angle, subsetter.stemV)


def _postscript(face: FontFace, glyphs: Sequence[int]) -> FontProgram:
    data = face.charstrings.subset(list(glyphs))
    box = tuple(edge * 1000 for edge in face.box)
    # Stems by weight, as ReportLab reckons them of TrueType fonts.
    stem = 50 + int((face.weight / 65.0) ** 2)
    return FontProgram("CIDFontType0", "FontFile3", "/Subtype/CIDFontType0C", deflate(data), box, face.slant, stem)


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
