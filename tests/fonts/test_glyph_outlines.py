"""The outlines of glyphs, as paths."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import Glyph, GlyphComponent

from pnp.diagnostics import TemplateError
from pnp.fonts import FontBook, FontFace
from pnp.fonts.outlines import outline
from pnp.shipped import shipped
from tests.fonts.outlines import write_postscript

SOURCE = shipped("fonts") / "Oswald-SemiBold-latin.ttf"


def only(folder: Path) -> FontFace:
    book = FontBook([folder])
    return book.face(book.families[0], 400)


@pytest.mark.parametrize("char", "Ogé.8")
@pytest.mark.parametrize("kind", ["truetype", "postscript", "numbered"])
def test_an_outline_is_as_large_as_the_glyph(tmp_path: Path, char: str, kind: str) -> None:
    if kind == "truetype":
        (tmp_path / "font.ttf").write_bytes(SOURCE.read_bytes())
    else:
        write_postscript(SOURCE, tmp_path / "font.otf", "Ogé.8", kind == "numbered")
    with TTFont(SOURCE) as font:
        glyphs = font.getGlyphSet()
        pen = BoundsPen(glyphs)
        glyphs[font.getBestCmap()[ord(char)]].draw(pen)
        meant = [edge / font["head"].unitsPerEm for edge in pen.bounds]
    face = only(tmp_path)
    drawn = outline(face, face.glyphs[ord(char)])
    assert {letter for letter, _ in drawn} <= set("MLQCZ")
    ends = [points[-2:] for _, points in drawn if points]
    xs, ys = zip(*ends, strict=True)
    found = [min(xs), min(ys), max(xs), max(ys)]
    assert found == pytest.approx(meant, abs=0.02)


def test_a_blank_draws_nothing() -> None:
    face = FontBook([shipped("fonts")]).face("Oswald", 600)
    assert outline(face, face.glyphs[ord(" ")]) == ()


def _of_parts(tmp_path: Path, parts: dict[str, list[str]]) -> FontFace:
    """A font in which some glyphs are made of others."""
    with TTFont(SOURCE) as font:
        cmap = font.getBestCmap()
        for char, others in parts.items():
            glyph = Glyph()
            glyph.numberOfContours = -1
            glyph.components = []
            glyph.xMin = glyph.yMin = glyph.xMax = glyph.yMax = 0
            for other in others:
                part = GlyphComponent()
                part.glyphName, part.x, part.y, part.flags = cmap[ord(other)], 0, 0, 0x1004
                glyph.components.append(part)
            font["glyf"][cmap[ord(char)]] = glyph
        font.recalcBBoxes = False
        font["maxp"].recalc = lambda _font: None
        font.save(tmp_path / "parts.ttf")
    return only(tmp_path)


@pytest.mark.parametrize(
    "parts",
    [{"a": ["b"], "b": ["a"]}, {char: [after] * 8 for char, after in pairwise("abcdefghijklmnopqrstuvwxyz")}],
    ids=["a part of itself", "parts of parts without end"],
)
def test_a_glyph_whose_parts_have_no_end_is_refused(tmp_path: Path, parts: dict[str, list[str]]) -> None:
    face = _of_parts(tmp_path, parts)
    with pytest.raises(TemplateError, match=r"the outline of its glyph \d+ cannot be read"):
        outline(face, face.glyphs[ord("a")])
    assert len(outline(face, face.glyphs[ord("A")])) > 3
