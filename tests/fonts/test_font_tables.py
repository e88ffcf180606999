"""Coverage and metrics of fonts, held against fontTools."""

from __future__ import annotations

import struct

import pytest
from fontTools.ttLib import TTFont

from pnp.diagnostics import TemplateError
from pnp.fonts.face import FontFace
from pnp.shipped import shipped

FILES = sorted(shipped("fonts").glob("*.ttf"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_figure_is_what_font_tools_reads(path):
    face = FontFace(path, "any", 400)
    with TTFont(path, lazy=True) as font:
        order, metrics, em = font.getGlyphOrder(), font["hmtx"].metrics, font["head"].unitsPerEm
        expected = {code: font.getGlyphID(name) for code, name in font.getBestCmap().items()}
        assert dict(face.glyphs) == expected
        assert [face.glyphs[code] for code in expected] == list(expected.values())
        assert 0x10FFFF not in face.glyphs
        widths = [round(metrics[name][0] / em, 6) for name in order]
        assert [face.advance(glyph) for glyph in range(len(order))] == widths
        assert face.postscript_name == font["name"].getDebugName(6)
        table = font["OS/2"]
        assert (face.ascent, face.descent) == (table.sTypoAscender / em, table.sTypoDescender / em)
        assert face.cap_height == table.sCapHeight / em
        outline = font["glyf"][font.getBestCmap()[ord("H")]]
        box = (outline.xMin, outline.yMin, outline.xMax, outline.yMax)
        assert face.extent(face.glyphs[ord("H")]) == tuple(edge / em for edge in box)
        assert face.slant == font["post"].italicAngle


def test_a_character_map_of_the_first_plane_is_read_where_there_is_no_other(tmp_path):
    with TTFont(FILES[0]) as font:
        font["cmap"].tables = [table for table in font["cmap"].tables if table.format == 4]
        font.save(tmp_path / "small.ttf")
        expected = {code: font.getGlyphID(name) for code, name in font["cmap"].getBestCmap().items()}
    assert dict(FontFace(tmp_path / "small.ttf", "any", 400).glyphs) == expected


@pytest.mark.parametrize("kept", [3, 11, 100, 5000])
def test_a_font_that_is_cut_off_is_an_error(tmp_path, kept):
    path = tmp_path / "short.ttf"
    path.write_bytes(FILES[0].read_bytes()[:kept])
    with pytest.raises(TemplateError, match="not a TrueType or OpenType font"):
        FontFace(path, "any", 400).covers("a")


def test_a_table_that_says_too_much_is_an_error(tmp_path):
    data = bytearray(FILES[0].read_bytes())
    count = struct.unpack_from(">H", data, 4)[0]
    for index in range(count):
        tag, _, offset, _ = struct.unpack_from(">4sLLL", data, 12 + 16 * index)
        if tag == b"maxp":
            struct.pack_into(">H", data, offset + 4, 65000)
    path = tmp_path / "many.ttf"
    path.write_bytes(data)
    with pytest.raises(TemplateError, match="its table 'hmtx' is too short"):
        FontFace(path, "any", 400).covers("a")
