"""A font that is cut or damaged anywhere is an error with its name, never a traceback."""

from __future__ import annotations

import logging
import os
import random
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from pnp.cache.memory import MemoryCache
from pnp.diagnostics import TemplateError
from pnp.fonts import FontBook, vertical_runs
from pnp.fonts.outlines import outline
from pnp.pdf.embedding import EmbeddedFont
from pnp.pdf.objects.document import PdfDocument
from pnp.pdf.painting.signs import GlyphCode
from pnp.shipped import shipped

SOURCE = shipped("fonts") / "Oswald-SemiBold-latin.ttf"
TEXT = "Hamburg fi 012"


def used(folder: Path) -> None:
    """Everything that is ever asked of a font: its names, measures, forms for vertical text, and its subset."""
    book = FontBook([folder])
    for family in book.families:
        stack = book.stack((family,), 600)
        face = stack.faces[0]
        stack.width(TEXT, 3)
        assert len([face.bearings(char) for char in TEXT]) == len(TEXT)
        assert None not in (face.cap_height, face.ascent, face.postscript_name)
        vertical_runs(stack, TEXT)
        assert [outline(face, face.glyphs[ord(char)]) for char in TEXT]
        shaped = book.stack((family,), 600, features=("kern", "liga"))
        assert "".join(one.text for _, glyphs in shaped.glyphs(TEXT) for one in glyphs) == TEXT
        font = EmbeddedFont(face, "F1", "V1")
        for char in TEXT:
            glyph = face.glyphs[ord(char)]
            font.code(GlyphCode(face, glyph, char, face.advance(glyph)))
        font.write(PdfDocument(), MemoryCache())


@pytest.mark.parametrize("seed", range(60))
def test_bytes_that_are_wrong_anywhere(tmp_path: Path, seed: int, caplog: pytest.LogCaptureFixture) -> None:
    chance = random.Random(seed)
    data = bytearray(SOURCE.read_bytes())
    with TTFont(SOURCE) as font:
        tables = dict(font.reader.tables)
    table = tables[chance.choice(sorted(tables))]
    match seed % 3:
        case 0:
            data = data[: chance.randrange(len(data))]
        case 1:
            data[table.offset : table.offset + table.length] = b"\xff" * table.length
        case _:
            for _ in range(chance.choice([1, 8, 40])):
                data[table.offset + chance.randrange(min(table.length, 32))] = chance.choice([0, 255])
    (tmp_path / "broken.ttf").write_bytes(data)
    try:
        used(tmp_path)
    except TemplateError as error:
        unlocated = ("missing-glyph", "unknown-font", "unknown-feature")
        assert "broken.ttf" in str(error) or error.diagnostics[0].code in unlocated
    assert not [record for record in caplog.records if record.levelno < logging.CRITICAL]


def test_a_font_whose_em_has_no_units_is_an_error(tmp_path: Path) -> None:
    data = bytearray(SOURCE.read_bytes())
    with TTFont(SOURCE) as font:
        at = font.reader.tables["head"].offset + 18
    data[at : at + 2] = b"\0\0"
    (tmp_path / "broken.ttf").write_bytes(data)
    with pytest.raises(TemplateError, match=r"broken\.ttf"):
        used(tmp_path)


def test_a_glyph_that_would_be_a_blank_on_paper_is_an_error(tmp_path: Path) -> None:
    with TTFont(SOURCE) as font:
        table = font.reader.tables["glyf"]
        start = font["loca"][font.getGlyphID(font.getBestCmap()[ord("H")])]
    data = bytearray(SOURCE.read_bytes())
    data[table.offset + start : table.offset + start + 12] = b"\x7f" * 12  # more contours than the table has room for
    (tmp_path / "broken.ttf").write_bytes(data)
    with pytest.raises(TemplateError, match=r"broken\.ttf.*the outline of its glyph \d+ cannot be read"):
        used(tmp_path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_pipe_in_the_place_of_a_font_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.ttf")
    with pytest.raises(TemplateError, match="this is not a regular file"):
        used(tmp_path)
