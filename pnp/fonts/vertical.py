"""Vertical setting of Japanese: the glyph, orientation and advance of each character.

Orientation follows Unicode Standard Annex 50 (VerticalOrientation-16.0.0.txt), reduced to the blocks that Japanese text
uses; a vertical form of the font (GSUB ``vert``) goes before it.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

import uharfbuzz

from pnp.fonts.face import FontFace
from pnp.fonts.stack import FontStack
from pnp.records import dataclass

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
    """Glyph in vertical setting: its downward ``advance`` and the height of its vertical ``origin`` above the baseline,
    in em."""

    char: str
    glyph: int
    advance: float
    origin: float


@dataclass(frozen=True, slots=True)
class VerticalRun:
    """Stretch of text in one face, ``upright`` or turned by 90 degrees clockwise."""

    face: FontFace
    upright: bool
    glyphs: tuple[VerticalGlyph, ...]

    @property
    def text(self) -> str:
        """The characters of the run."""
        return "".join(glyph.char for glyph in self.glyphs)

    @property
    def advance(self) -> float:
        """Downward advance of the run, in em."""
        return sum(glyph.advance for glyph in self.glyphs)


def vertical_runs(stack: FontStack, text: str) -> tuple[VerticalRun, ...]:
    """Set ``text`` from top to bottom with ``stack``. Raises MissingGlyphError."""
    runs: list[VerticalRun] = []
    for face, part in stack.runs(text):
        pending: list[VerticalGlyph] = []
        runs_upright = True
        for char in part:
            upright, glyph = vertical_glyph(face, char)
            if pending and upright is not runs_upright:
                runs.append(VerticalRun(face, runs_upright, tuple(pending)))
                pending = []
            runs_upright = upright
            pending.append(glyph)
        if pending:
            runs.append(VerticalRun(face, runs_upright, tuple(pending)))
    return tuple(runs)


def vertical_glyph(face: FontFace, char: str) -> tuple[bool, VerticalGlyph]:
    """Return whether ``char`` stands upright, and its glyph: the vertical form of the font if it has one."""
    plain = face.glyphs[ord(char)]
    form = _vertical_form(face, char)
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


@lru_cache(maxsize=4096)
def _vertical_form(face: FontFace, char: str) -> int | None:
    """Return the glyph that the font's feature ``vert`` puts in place of the plain one, None if it has no other."""
    plain = face.glyphs[ord(char)]
    # Fonts offer the feature for scripts of their own choice, brackets included.
    for script in ("Hira", "Hani", "Zyyy"):
        buffer = uharfbuzz.Buffer()
        buffer.add_codepoints([ord(char)])
        buffer.script, buffer.language, buffer.direction = script, "ja", "ttb"
        uharfbuzz.shape(face.opened, buffer, _ONLY_VERTICAL_FORMS)
        glyphs = [info.codepoint for info in buffer.glyph_infos]
        if len(glyphs) == 1 and glyphs[0] not in (0, plain):
            return int(glyphs[0])
    return None


_ONLY_VERTICAL_FORMS = {"vert": True} | dict.fromkeys(("ccmp", "locl", "rlig", "calt", "clig", "liga", "vrt2"), False)


@lru_cache(maxsize=4096)
def _vertical_metrics(face: FontFace, glyph: int) -> tuple[float, float]:
    """Return the downward advance and the height of the vertical origin, in em."""
    tables = face.opened.face.table_tags
    if "vmtx" not in tables or "vhea" not in tables:
        return 1.0, _DEFAULT_ORIGIN
    advance = round(-face.opened.get_glyph_v_advance(glyph) / face.units_per_em, 6)
    if face.extent(glyph) is None:
        return advance, _DEFAULT_ORIGIN
    _, origin = face.opened.get_glyph_v_origin(glyph)
    return advance, round(origin / face.units_per_em, 6)
