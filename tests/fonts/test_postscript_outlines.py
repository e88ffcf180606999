"""Fonts with PostScript outlines, and packed ones, are measured as the fonts they are made of."""

from __future__ import annotations

import struct
from pathlib import Path

import brotli
import pytest
from fontTools.ttLib import TTFont

from pnp.diagnostics import TemplateError
from pnp.fonts import FontBook
from pnp.fonts.face import FontFace
from pnp.fonts.files import read_font
from pnp.shipped import shipped
from tests.fonts.outlines import write_postscript

SOURCE = shipped("fonts") / "Oswald-SemiBold-latin.ttf"
TEXT = "Hamburgefonstiv 0123"


@pytest.mark.parametrize("numbered", [False, True])
def test_postscript_outlines_have_the_measures_of_the_same_outlines_in_truetype(tmp_path: Path, numbered: bool) -> None:
    write_postscript(SOURCE, tmp_path / "kite.otf", TEXT, numbered)
    face, source = FontBook([tmp_path]).face("Paper Kite", 400), FontFace(SOURCE, "any", 400)
    assert not face.is_truetype
    assert set(face.glyphs) == {ord(char) for char in TEXT}
    for char in TEXT:
        assert face.advances[char] == source.advances[char]
        assert face.bearings(char) == pytest.approx(source.bearings(char), abs=0.0011)
    assert face.extent(face.glyphs[ord(" ")]) is None
    assert face.cap_height == pytest.approx(source.cap_height, abs=0.001)


@pytest.mark.parametrize("flavor", ["woff", "woff2"])
def test_a_packed_font_is_the_font_that_is_packed(tmp_path: Path, flavor: str) -> None:
    with TTFont(SOURCE) as font:
        font.flavor = flavor
        font.save(tmp_path / f"kite.{flavor}")
    face, source = FontBook([tmp_path]).face("Oswald", 600), FontFace(SOURCE, "any", 400)
    assert dict(face.glyphs) == dict(source.glyphs)
    assert dict(face.advances) == dict(source.advances)
    assert [face.bearings(char) for char in TEXT] == [source.bearings(char) for char in TEXT]
    assert face.data == FontFace(face.path, "any", 400).data


@pytest.mark.parametrize("flavor", ["woff", "woff2"])
@pytest.mark.parametrize("kept", [3, 47, 60, 300, 5000])
def test_a_packed_font_that_is_cut_off_is_an_error(tmp_path: Path, flavor: str, kept: int) -> None:
    with TTFont(SOURCE) as font:
        font.flavor = flavor
        font.save(tmp_path / "whole")
    (tmp_path / f"kite.{flavor}").write_bytes((tmp_path / "whole").read_bytes()[:kept])
    with pytest.raises(TemplateError, match="not a TrueType or OpenType font"):
        FontBook([tmp_path])


def unpacks(data: bytes) -> bool:
    """Whether these bytes are packed by Brotli, whole and nothing else."""
    try:
        brotli.decompress(data)
    except brotli.error:
        return False
    return True


def test_a_packed_font_that_would_fill_the_memory_is_an_error(tmp_path: Path) -> None:
    with TTFont(SOURCE) as font:
        font.flavor = "woff2"
        font.save(tmp_path / "kite.woff2")
    data = bytearray((tmp_path / "kite.woff2").read_bytes())
    bomb = brotli.compress(bytes(80 * 1024 * 1024), quality=1)
    size = int.from_bytes(data[20:24], "big")
    start = next(at for at in range(48, len(data)) if unpacks(bytes(data[at : at + size])))
    data = data[:start] + bomb
    data[20:24] = len(bomb).to_bytes(4, "big")
    (tmp_path / "kite.woff2").write_bytes(data)
    with pytest.raises(TemplateError, match="larger than 64 MiB"):
        FontBook([tmp_path])


def test_outlines_that_are_damaged_are_an_error(tmp_path: Path) -> None:
    write_postscript(SOURCE, tmp_path / "kite.otf", TEXT)
    data = bytearray((tmp_path / "kite.otf").read_bytes())
    with TTFont(tmp_path / "kite.otf") as font:
        entry = font.reader.tables["CFF "]
    data[entry.offset + 4 : entry.offset + 24] = b"\xff" * 20
    (tmp_path / "kite.otf").write_bytes(data)
    face = FontBook([tmp_path]).face("Paper Kite", 400)
    with pytest.raises(TemplateError, match=r"kite\.otf.*not a TrueType or OpenType font"):
        face.bearings("H")


@pytest.mark.parametrize("flavor", ["woff", "woff2"])
def test_metadata_of_a_packed_font_are_not_unpacked(tmp_path: Path, flavor: str) -> None:
    with TTFont(shipped("fonts") / "Oswald-SemiBold-latin.ttf") as font:
        font.flavor = flavor
        font.save(tmp_path / f"x.{flavor}")
    data = bytearray((tmp_path / f"x.{flavor}").read_bytes())
    plain = read_font(tmp_path / f"x.{flavor}")
    start = {"woff": 24, "woff2": 28}[flavor]
    data[start : start + 12] = struct.pack(">LLL", len(data), 9, 0xFFFFFFFF)
    data[8:12] = struct.pack(">L", len(data) + 9)
    (tmp_path / f"x.{flavor}").write_bytes(bytes(data) + b"no stream")
    assert read_font(tmp_path / f"x.{flavor}") == plain
