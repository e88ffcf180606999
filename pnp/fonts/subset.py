"""Subsets of fonts, for embedding."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import uharfbuzz

from pnp.fonts.face import FontFace
from pnp.fonts.files import font_error

HARFBUZZ = uharfbuzz.version_string()
"""Release of the library that measures and cuts down fonts."""
_DROPPED = (
    "GSUB",
    "GPOS",
    "GDEF",
    "BASE",
    "kern",
    "name",
    "OS/2",
    "post",
    "cmap",
    "vhea",
    "vmtx",
    "VORG",
    "gasp",
    "DSIG",
)
"""Tables that no PDF reader needs: text is set before it is embedded, and glyphs go by their numbers."""


def truetype_subset(face: FontFace, forms: Sequence[tuple[int, float]]) -> tuple[bytes, list[int]]:
    """Cut a TrueType font down to glyph 0, the glyphs of ``forms`` and their parts.

    Each form is a glyph and its width in em. A form in a width that is not the glyph's own becomes a copy of it: what
    the file says of a width is what its font says (ISO 19005-3, 6.2.11.5).

    Return a font file, and the new glyph id of each form. Raises TemplateError for a font that cannot be cut down.
    """
    for glyph, _ in forms:
        face.extent(glyph)  # an outline that cannot be read would be a blank on paper
    font, numbers = _subset(face, [glyph for glyph, _ in forms], 0)
    copies = [(numbers[glyph], width) for glyph, width in forms if width != face.advance(glyph)]
    added = iter(range(uharfbuzz.Face(uharfbuzz.Blob(font)).glyph_count, 0x10000))
    ids = [numbers[glyph] if width == face.advance(glyph) else next(added) for glyph, width in forms]
    return _with_copies(font, copies, face.units_per_em) if copies else font, ids


def postscript_subset(face: FontFace, glyphs: Sequence[int]) -> bytes:
    """Cut a PostScript font down to glyph 0 and ``glyphs``, in this order and as often as they stand there.

    Return a CFF font program. Its glyph ids are its CIDs, for fonts with names and with CIDs (ISO 32000-1, 9.7.4.2).
    Raises TemplateError for a font that cannot be cut down.
    """
    # HarfBuzz keeps the order of the font, and fontTools can change it.
    data, numbers = _subset(face, glyphs, uharfbuzz.SubsetFlags.DESUBROUTINIZE)
    font = _open(data)
    order = font.getGlyphOrder()
    _reorder(font["CFF "].cff.topDictIndex[0], [order[numbers[glyph]] for glyph in (0, *glyphs)])
    return bytes(font["CFF "].compile(font))


def _subset(face: FontFace, glyphs: Sequence[int], flags: int) -> tuple[bytes, dict[int, int]]:
    wanted = uharfbuzz.SubsetInput()
    wanted.sets(uharfbuzz.SubsetInputSets.GLYPH_INDEX).update({0, *glyphs})
    wanted.sets(uharfbuzz.SubsetInputSets.DROP_TABLE_TAG).update(
        int.from_bytes(tag.ljust(4).encode(), "big") for tag in _DROPPED
    )
    wanted.flags = flags | uharfbuzz.SubsetFlags.NOTDEF_OUTLINE | uharfbuzz.SubsetFlags.NO_LAYOUT_CLOSURE
    try:
        plan = uharfbuzz.SubsetPlan(face.opened.face, wanted)
        font = bytes(plan.execute().blob.data)
    except (uharfbuzz.HarfBuzzError, RuntimeError, MemoryError) as error:
        message = f"this font cannot be embedded: {error}"
        raise font_error(face.path, message, "use another font file") from error
    numbers = plan.old_to_new_glyph_mapping
    return font, {glyph: numbers[glyph] for glyph in (0, *glyphs)}


def _with_copies(data: bytes, copies: Sequence[tuple[int, float]], units_per_em: int) -> bytes:
    """Add copies of glyphs at the end of a TrueType font, in other widths."""
    font = _open(data)
    order, outlines, metrics = font.getGlyphOrder(), font["glyf"], font["hmtx"].metrics
    for number, (glyph, width) in enumerate(copies):
        name = f"copy{number}"
        outlines.glyphs[name] = outlines.glyphs[order[glyph]]
        metrics[name] = (round(width * units_per_em), metrics[order[glyph]][1])
        order.append(name)
    font.setGlyphOrder(order)
    widened = io.BytesIO()
    font.save(widened)
    return widened.getvalue()


def _open(data: bytes) -> Any:
    """Open a font to change it, as only few need."""
    from fontTools.ttLib import TTFont  # noqa: PLC0415 - its import takes 30 ms

    return TTFont(io.BytesIO(data), recalcBBoxes=False, recalcTimestamp=False)


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
