"""What a sheet says besides its label: how to print, cut and make it, and a second ruler. Lengths in mm."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pnp.imposition.free import free_parts
from pnp.imposition.options import Printout, SheetOptions
from pnp.imposition.page import Note, Page
from pnp.imposition.rim import NOTES_MIN
from pnp.imposition.ruler import plain_ruler
from pnp.imposition.sheet import Block, Sheet, Strips
from pnp.imposition.strip import ASCENT, DESCENT, Strip

_SIZES = (2.5, 2.3, 2.12)
"""The sizes of the words, from the one that is liked down to the floor, 6 pt."""
_APART = 4.0
"""Between the words and what stands before them."""
_CLEAR = 0.6
"""Between a mark and the words beside it, where there is no more room, or the end of the second ruler."""


def with_how_to_print(page: Page, strips: Strips | None, options: SheetOptions, printout: Printout) -> Page:
    """The page with words about printing, at the end of the label's strip, else of the ruler's, else between marks that
    reach into one of them; or as it is, where there is no room for them."""
    if options.printing is None or strips is None:
        return page
    for text in options.printing.how(printout):
        for strip in (strips.label, strips.ruler):
            note = _in_strip(text, strip, page, options) if strip else None
            if note is not None:
                return replace(page, notes=(*page.notes, note))
    return page


def with_how_to_cut(page: Page, sheet: Sheet, *, first: bool) -> Page:
    """The page with words about cutting it by hand, where lines part its blocks, where neighbours lie apart, and on the
    ``first`` sheet of pieces: in the strip of the label, else of the ruler; or as it is, where there is no room."""
    options = sheet.options
    if options.cutting is None or not options.hand_marked or sheet.strips is None:
        return page
    marked = [block for block in sheet.blocks if block.fronts[0].piece.cut in ("card", "square")]
    twice = dict.fromkeys(
        (place.piece.component, block.grid.gutter)
        for block in marked
        if block.grid and _lie_apart(block)
        for place in block.fronts
    )
    if not sheet.cuts and not twice and not (first and marked):
        return page
    sizes = {block.fronts[0].piece.trim for block in marked}
    size = next(iter(sizes)) if len(sizes) == 1 else None
    for text in options.cutting(bool(sheet.cuts), size, tuple(twice)):
        for strip in (sheet.strips.label, sheet.strips.ruler):
            note = _in_strip(text, strip, page, options, above=strip is sheet.strips.ruler) if strip else None
            if note is not None:
                return replace(page, notes=(*page.notes, note))
    return page


def _lie_apart(block: Block) -> bool:
    """Whether two pieces of a block have a gutter between them, so that one cut does not part them."""
    if block.grid is None or block.grid.gutter <= 0:
        return False
    return any(
        len({round(at, 2) for at in ats}) > 1
        for ats in zip(*((place.x, place.y) for place in block.fronts), strict=True)
    )


def with_steps(page: Page, sheet: Sheet, *, ruled: bool) -> Page:
    """The page with what is said about making its pieces: in the ruler's strip, if there is none, else in the
    label's."""
    if sheet.strips is None:
        return page
    strips = (None if ruled else sheet.strips.ruler, sheet.strips.label, sheet.strips.ruler)
    for steps in dict.fromkeys(place.piece.steps for place in sheet.fronts if place.piece.steps):
        notes = (
            _in_strip(steps, strip, page, sheet.options, above=strip is sheet.strips.ruler) for strip in strips if strip
        )
        note = next((note for note in notes if note), None)
        page = replace(page, notes=(*page.notes, note)) if note else page
    return page


def _in_strip(text: str, strip: Strip, page: Page, options: SheetOptions, *, above: bool = False) -> Note | None:
    """The words at the end of a strip, or between marks that reach into it, if they have room there: at its side that
    is nearer to the edge of the paper, which is the upper one ``above`` the pieces."""
    parts = free_parts(strip, page, options.measure, faces=False)
    # The baseline is that of the label, so both read as one line.
    for size in _SIZES:
        at = _place(parts, options.measure(text, size), strip.length)
        if at is not None and size * (ASCENT + DESCENT) <= strip.depth + 1e-6:
            across = DESCENT * size if strip.turned or not above else strip.depth - ASCENT * size
            return strip.text(text, at, across, size)
    return None


def _place(parts: Sequence[tuple[float, float]], width: float, length: float) -> float | None:
    """Where along a strip of this length words of this width begin: in the last of its free parts that holds them."""
    for apart in (_APART, _CLEAR):
        for low, high in reversed(parts):
            start = low + apart if low > 0 else low
            end = high if high >= length else high - _CLEAR
            if width <= end - start:
                return end - width
    return None


def with_second_ruler(page: Page, sheet: Sheet) -> Page:
    """The page with centimetres across the direction of the ruler, at the edge of the printable area beside the cards,
    if there is room between the marks: a printer may scale one direction alone."""
    if sheet.strips is None or sheet.strips.ruler is None or not sheet.blocks:
        return page
    (side, end), options = sheet.margins, sheet.options
    width, height = page.paper.width, page.paper.height
    if sheet.strips.ruler.turned:
        strip = Strip(side, height - end - NOTES_MIN, width - 2 * side, NOTES_MIN, False)
    else:
        strip = Strip(width - side, end, height - 2 * end, NOTES_MIN, True)
    parts = [(low + _CLEAR, high - _CLEAR) for low, high in free_parts(strip, page, options.measure)]
    low, high = max(parts, key=lambda part: part[1] - part[0], default=(0.0, 0.0))
    x, y = strip.point(low, 0.0)
    found = plain_ruler(Strip(x, y, high - low, strip.depth, strip.turned), options.measure)
    if found is None:
        return page
    return replace(page, segments=page.segments + found[0], notes=page.notes + found[1])
