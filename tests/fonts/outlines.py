"""Fonts with PostScript outlines, made of shipped ones, for tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fontTools.cffLib import FDArrayIndex, FDSelect, FontDict
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.ttLib import TTFont


def write_postscript(source: Path, path: Path, text: str, numbered: bool = False) -> None:
    """Write the characters of ``text`` (and no others) of a TrueType font as an OpenType font with PostScript outlines;
    ``numbered`` makes it one whose glyphs have no names but CIDs, as large Japanese fonts are."""
    with TTFont(source) as font:
        cmap, glyphs, metrics = font.getBestCmap(), font.getGlyphSet(), font["hmtx"].metrics
        kept = {ord(char): cmap[ord(char)] for char in text}
        order = [".notdef", *dict.fromkeys(kept.values())]
        builder = FontBuilder(font["head"].unitsPerEm, isTTF=False)
        builder.setupGlyphOrder(order)
        builder.setupCharacterMap(kept)
        strings = {}
        for name in order:
            pen = T2CharStringPen(metrics[name][0], glyphs)
            glyphs[name].draw(pen)
            strings[name] = pen.getCharString()
        builder.setupCFF("Paper-Kite", {"FullName": "Paper Kite"}, strings, {})
        builder.setupHorizontalMetrics({name: metrics[name] for name in order})
        table = font["OS/2"]
        builder.setupHorizontalHeader(ascent=table.sTypoAscender, descent=table.sTypoDescender)
        builder.setupNameTable({"familyName": "Paper Kite", "styleName": "Regular", "psName": "Paper-Kite"})
        builder.setupOS2(
            sTypoAscender=table.sTypoAscender, sTypoDescender=table.sTypoDescender, usWeightClass=400, version=2
        )
        builder.setupPost()
        if numbered:
            # Extents are looked up by names, which there are none of then.
            builder.font.recalcBBoxes = False
            _number(builder.font["CFF "].cff.topDictIndex[0], order)
        builder.font.save(path)


def _number(top: Any, order: list[str]) -> None:
    """Turn a CFF font with glyph names into one with CIDs, two private dictionaries among them."""
    top.ROS = ("Adobe", "Identity", 0)
    top.CIDCount = 5000
    top.FDArray = FDArrayIndex()
    top.FDArray.strings = None
    for name in ("One", "Two"):
        part = FontDict()
        part.setCFF2(False)
        part.Private = top.Private
        part.FontName = name
        top.FDArray.append(part)
    top.FDSelect = FDSelect(format=0)
    top.FDSelect.gidArray = [place % 2 for place in range(len(order))]
    strings = top.CharStrings
    # CIDs with gaps between them, so that a number is not a place by chance.
    names = [".notdef", *(f"cid{7 * place:05d}" for place in range(1, len(order)))]
    strings.charStrings = {new: strings.charStrings[old] for new, old in zip(names, order, strict=True)}
    top.charset = names
    del top.Private
    top.rawDict.pop("Private", None)
    strings.fdArray, strings.fdSelect = top.FDArray, top.FDSelect
