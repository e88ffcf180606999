"""What the first sheet says besides its label: how to print, and a second ruler across the first. Lengths in mm."""

from __future__ import annotations

from dataclasses import replace

from pnp.imposition.free import free_parts
from pnp.imposition.options import Printout, SheetOptions
from pnp.imposition.page import Page
from pnp.imposition.rim import NOTES_MIN
from pnp.imposition.ruler import plain_ruler
from pnp.imposition.sheet import Sheet, Strips
from pnp.imposition.strip import ASCENT, DESCENT, Strip

_SIZES = (2.5, 2.3, 2.12)
"""The sizes of the words, from the one that is liked down to the floor, 6 pt."""
_APART = 4.0
"""Between the words and what stands before them."""
_INSIDE = 0.007
"""Figures of a ruler reach so far below its strip."""
_CLEAR = 0.6
"""Between the ends of the second ruler and what stands there."""


def with_how_to_print(page: Page, strips: Strips | None, options: SheetOptions, printout: Printout) -> Page:
    """The page with words about printing, at the end of the label's strip, else of the ruler's; or as it is, where
    neither has room for them."""
    if options.printing is None or strips is None:
        return page
    text = options.printing.how(printout)
    for strip in (strips.label, strips.ruler):
        if strip is None:
            continue
        parts = free_parts(strip, page, options.measure, faces=False)
        low, high = parts[-1] if parts else (0.0, 0.0)
        # The baseline is that of the label, so both read as one line.
        for size in _SIZES:
            width = options.measure(text, size)
            after = _APART if low > 0 else 0.0
            if width + after <= high - low and size * (ASCENT + DESCENT) <= strip.depth + 1e-6:
                return replace(page, notes=(*page.notes, strip.text(text, high - width, DESCENT * size, size)))
    return page


def with_second_ruler(page: Page, sheet: Sheet) -> Page:
    """The page with centimetres across the direction of the ruler, at the edge of the printable area beside the cards,
    if there is room between the marks: a printer may scale one direction alone."""
    if sheet.strips is None or sheet.strips.ruler is None or sheet.grid is None:
        return page
    (side, end), options = sheet.grid.margins, sheet.options
    width, height = page.paper.width, page.paper.height
    if sheet.strips.ruler.turned:
        strip = Strip(side, height - end - NOTES_MIN, width - 2 * side, NOTES_MIN, False)
    else:
        strip = Strip(width - side, end, height - 2 * end, NOTES_MIN, True)
    parts = [(low + _CLEAR, high - _CLEAR) for low, high in free_parts(strip, page, options.measure)]
    low, high = max(parts, key=lambda part: part[1] - part[0], default=(0.0, 0.0))
    x, y = strip.point(low, _INSIDE)
    found = plain_ruler(Strip(x, y, high - low, strip.depth, strip.turned), options.measure)
    if found is None:
        return page
    return replace(page, segments=page.segments + found[0], notes=page.notes + found[1])
