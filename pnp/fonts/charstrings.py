"""Outlines that PostScript draws: the table CFF of an OpenType font, and subsets of it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pnp.fonts.files import whole

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont


class Charstrings:
    """The table CFF of ``font``, which messages call ``path``. Lengths in font design units.

    Raises TemplateError where a table or an outline cannot be read.
    """

    def __init__(self, path: Path, font: TTFont) -> None:
        self._path = path
        self._font = font

    @cached_property
    def _top(self) -> Any:
        with whole(self._path):
            return self._font["CFF "].cff.topDictIndex[0]

    def _charstring(self, glyph: int) -> Any:
        return self._top.CharStrings[self._top.charset[glyph]]

    def draw(self, glyph: int, pen: Any) -> None:
        """Draw a glyph with a pen of fontTools."""
        with whole(self._path):
            self._charstring(glyph).draw(pen)

    def extent(self, glyph: int) -> tuple[int, int, int, int] | None:
        """Left, lower, right and upper edge of a glyph's outline; None for one without an outline."""
        from fontTools.pens.boundsPen import BoundsPen  # noqa: PLC0415 - see ``files.open_font``

        with whole(self._path):
            pen = BoundsPen(self._top.CharStrings)
            self._charstring(glyph).draw(pen)
        if pen.bounds is None:
            return None
        left, lower, right, upper = pen.bounds
        return math.floor(left), math.floor(lower), math.ceil(right), math.ceil(upper)

    def subset(self, glyphs: Sequence[int]) -> bytes:
        """A CFF font program with glyph 0 and then ``glyphs``, in this order and as often as they are in it.

        Its glyph numbers are its CIDs, of a font with names and of one with CIDs (PDF 32000-1, 9.7.4.2).
        """
        from fontTools import subset  # noqa: PLC0415 - see ``files.open_font``
        from fontTools.ttLib import TTFont  # noqa: PLC0415

        with whole(self._path):
            font = TTFont(self._font.reader.file, recalcTimestamp=False, recalcBBoxes=False)
            options = subset.Options(
                desubroutinize=True, notdef_outline=True, layout_features=[], hinting=True, passthrough_tables=True
            )
            for tag in [tag for tag in font.keys() if tag not in _KEPT]:  # noqa: SIM118 - no dictionary
                del font[tag]
            order = font.getGlyphOrder()
            wanted = [order[glyph] for glyph in (0, *glyphs)]
            cutter = subset.Subsetter(options)
            cutter.populate(gids=sorted({0, *glyphs}))
            cutter.subset(font)
            top = font["CFF "].cff.topDictIndex[0]
            _reorder(top, wanted)
            return bytes(font["CFF "].compile(font))


_KEPT = frozenset({"CFF ", "head", "hhea", "hmtx", "maxp", "cmap", "name", "post", "OS/2", "GlyphOrder"})


def _reorder(top: Any, wanted: Sequence[str]) -> None:
    """Give the glyphs of a CFF font the order of ``wanted``, with new names by their places."""
    charstrings = top.CharStrings
    held = [charstrings[name] for name in wanted]
    numbered = hasattr(top, "ROS")
    names = [".notdef", *(f"cid{place:05d}" if numbered else f"g{place}" for place in range(1, len(held)))]
    if numbered:
        places = {name: place for place, name in enumerate(top.charset)}
        top.FDSelect.gidArray = [top.FDSelect.gidArray[places[name]] for name in wanted]
    for charstring in held:
        charstring.decompile()
    charstrings.charStrings = dict(zip(names, held, strict=True))
    charstrings.charStringsAreIndexed = 0
    top.charset = names
    top.numGlyphs = len(names)
