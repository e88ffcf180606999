"""Vertical setting of Japanese: which glyph stands upright, which is turned, and how far each moves the pen.

Orientation follows Unicode Standard Annex 50 (VerticalOrientation-16.0.0.txt), reduced to the blocks that Japanese text
uses; a vertical form of the font (GSUB ``vert``) goes before it.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING

from pnp.fonts.face import FontFace
from pnp.fonts.files import whole
from pnp.fonts.stack import FontStack
from pnp.records import dataclass

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

_UPRIGHT = (
    (0xA7, 0xA7), (0xA9, 0xA9), (0xAE, 0xAE), (0xB1, 0xB1), (0xBC, 0xBE), (0xD7, 0xD7), (0xF7, 0xF7), (0x2016, 0x2016),
    (0x2020, 0x2021), (0x2030, 0x2031), (0x203B, 0x203C), (0x2042, 0x2042), (0x2047, 0x2049), (0x2051, 0x2051),
    (0x2100, 0x2101), (0x2103, 0x2109), (0x2116, 0x2117), (0x2121, 0x2122), (0x2150, 0x218B), (0x221E, 0x221E),
    (0x2234, 0x2235), (0x2460, 0x24FF), (0x25A0, 0x2619), (0x2620, 0x2767), (0x2776, 0x2793), (0x2E80, 0xA4CF),
    (0xAC00, 0xD7FF), (0xE000, 0xFAFF), (0xFE10, 0xFE1F), (0xFE30, 0xFE4F), (0xFF01, 0xFF0C), (0xFF0E, 0xFF60),
    (0xFFE0, 0xFFE7), (0x1F000, 0x1F7FF), (0x1F900, 0x1FAFF), (0x20000, 0x3FFFD),
)  # fmt: skip
_TURNED_WITHOUT_FORM = frozenset(
    "〈〉《》「」『』【】〔〕〖〗〘〙〚〛〜〝〞〟〰゠ー（）：；［］＿｛｜｝～｟｠￣﹙﹚﹛﹜﹝﹞"
)
_DEFAULT_ORIGIN = 0.88
"""Height in em of the vertical origin above the baseline, where the font has no vertical metrics (PDF's default)."""


@dataclass(frozen=True, slots=True)
class VerticalGlyph:
    """A glyph in vertical setting. ``advance`` is downwards, ``origin`` the height of the glyph's vertical origin above
    its baseline; both in em."""

    char: str
    glyph: int
    advance: float
    origin: float


@dataclass(frozen=True, slots=True)
class VerticalRun:
    """A stretch of text in one face, ``upright`` or turned by 90 degrees clockwise."""

    face: FontFace
    upright: bool
    glyphs: tuple[VerticalGlyph, ...]

    @property
    def text(self) -> str:
        """The characters of the run."""
        return "".join(glyph.char for glyph in self.glyphs)

    @property
    def advance(self) -> float:
        """How far down the run moves the pen, in em."""
        return sum(glyph.advance for glyph in self.glyphs)


def vertical_runs(stack: FontStack, text: str) -> tuple[VerticalRun, ...]:
    """``text`` as it is set from top to bottom with ``stack``. Raises MissingGlyphError."""
    runs: list[VerticalRun] = []
    for face, part in stack.runs(text):
        pending: list[VerticalGlyph] = []
        upright_now = True
        for char in part:
            upright, glyph = vertical_glyph(face, char)
            if pending and upright is not upright_now:
                runs.append(VerticalRun(face, upright_now, tuple(pending)))
                pending = []
            upright_now = upright
            pending.append(glyph)
        if pending:
            runs.append(VerticalRun(face, upright_now, tuple(pending)))
    return tuple(runs)


def vertical_glyph(face: FontFace, char: str) -> tuple[bool, VerticalGlyph]:
    """Whether ``char`` stands upright, and its glyph: the font's vertical form where it has one."""
    plain = face.glyphs[ord(char)]
    form = _vertical_forms(face).get(plain)
    if form is None and not _stands(char):
        return False, VerticalGlyph(char, plain, face.advance(plain), 0.0)
    glyph = plain if form is None else form
    advance, origin = _vertical_metrics(face, glyph)
    return True, VerticalGlyph(char, glyph, advance, origin)


def _stands(char: str) -> bool:
    if char in _TURNED_WITHOUT_FORM:
        return False
    code = ord(char)
    if unicodedata.combining(char):
        return code >= 0x3000
    return any(first <= code <= last for first, last in _UPRIGHT)


@lru_cache(maxsize=64)
def _vertical_forms(face: FontFace) -> dict[int, int]:
    """Vertical glyph ids by plain glyph id: the single substitutions of the font's ``vert`` feature."""
    with whole(face.path):
        return _substitutions(face.font)


def _substitutions(font: TTFont) -> dict[int, int]:
    if "GSUB" not in font:
        return {}
    gsub = font["GSUB"].table
    if gsub.FeatureList is None or gsub.LookupList is None:
        return {}
    forms: dict[int, int] = {}
    wanted = {
        index
        for record in gsub.FeatureList.FeatureRecord
        if record.FeatureTag == "vert"
        for index in record.Feature.LookupListIndex
    }
    for index in sorted(wanted):
        for table in gsub.LookupList.Lookup[index].SubTable:
            single = table.ExtSubTable if table.LookupType == 7 else table
            if single.LookupType == 1:
                for plain, form in single.mapping.items():
                    forms.setdefault(plain, form)
    return forms


@lru_cache(maxsize=4096)
def _vertical_metrics(face: FontFace, glyph: int) -> tuple[float, float]:
    """Downward advance and height of the vertical origin, in em."""
    with whole(face.path):
        return _measured(face, glyph)


def _measured(face: FontFace, glyph: int) -> tuple[float, float]:
    font = face.font
    if "vmtx" not in font or "vhea" not in font:
        return 1.0, _DEFAULT_ORIGIN
    advance, bearing = font["vmtx"].metrics[glyph]
    outline = face.extent(glyph)
    if outline is None:
        return round(advance / face.units_per_em, 6), _DEFAULT_ORIGIN
    return round(advance / face.units_per_em, 6), round(outline[3] + bearing / face.units_per_em, 6)
