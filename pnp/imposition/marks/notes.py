"""Notes of a sheet: its label, how to print, cut and make it, the lines of nets, and a second ruler. Lengths in mm."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from pnp.imposition.marks.ruler import plain_ruler
from pnp.imposition.options import FoldWords, Measure, Printout, SheetOptions
from pnp.imposition.page import Note, Page, Segment
from pnp.imposition.sheet import PieceBlock, Sheet, SheetStrips
from pnp.imposition.strip import ASCENT, DESCENT, NOTES_MIN, Strip, free_parts

_SIZES = (2.5, 2.3, 2.12)
"""The sizes of the words, from the one that is liked down to the floor, 6 pt."""
_APART = 4.0
"""Between the words and what stands before them."""
_CLEAR = 0.6
"""Between a mark and the words beside it, where there is no more room, or the end of the second ruler."""


def with_how_to_print(page: Page, strips: SheetStrips | None, options: SheetOptions, printout: Printout) -> Page:
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


def _lie_apart(block: PieceBlock) -> bool:
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


# The page label: which game, which components, which page of how many.

LABEL_SIZE = 2.5
LABEL_SIZE_MIN = 2.12
"""Font sizes in mm: about 7 pt, and 6 pt."""


def page_label(
    strip: Strip, wording: Callable[[tuple[str, ...]], str], measure: Measure, components: tuple[str, ...]
) -> Note | None:
    """The label in ``strip``, or None where its wording is empty. ``wording`` turns component ids into the text.

    A label that is too long gets smaller, down to ``LABEL_SIZE_MIN``; then it names fewer components, from the last;
    then it is cut off with an ellipsis. It never leaves the strip.
    """
    text = wording(components)
    if not text:
        return None
    largest = min(LABEL_SIZE, strip.depth / (ASCENT + DESCENT))
    size = min(largest, max(LABEL_SIZE_MIN, largest * _share(text, strip.length, largest, measure)))
    named = len(components)
    while named and measure(text, size) > strip.length:
        named -= 1
        text = wording(components[:named])
    if measure(text, size) > strip.length:
        text = _cut_off(text, strip.length, size, measure)
    return strip.text(text, 0.0, DESCENT * size, size)


def _share(text: str, length: float, size: float, measure: Measure) -> float:
    """The factor that brings the text to the length."""
    width = measure(text, size)
    return length / width if width > length else 1.0


def _cut_off(text: str, length: float, size: float, measure: Measure) -> str:
    while text and measure(text + "…", size) > length:
        text = text[:-1].rstrip()
    return text + "…"


# What the lines of nets mean, once on every sheet that has nets: samples of the lines with words. Lengths in mm.

SIZES = (2.5, 2.3, 2.12)
"""The sizes of the words, from the one that is liked down to the floor, 6 pt."""
_SAMPLES = (11.0, 8.5, 6.5)
_AFTER_SAMPLE, _SAMPLES_APART, _FROM_LABEL = 0.9, 3.0, 6.0
_CUT, _FOLD = 0.35, 0.25
_MOUNTAIN = (3.0, 0.9, 0.35, 0.9)
_VALLEY = (1.6, 1.1)
_MIDDLE = 0.36
"""How far the middle of small letters is above the baseline, as a share of their size."""


def fold_signs(
    strip: Strip, words: FoldWords, measure: Measure, taken: float
) -> tuple[tuple[Segment, ...], tuple[Note, ...]] | None:
    """The signs and their words at the end of ``strip``, of which ``taken`` mm at the beginning hold the label.

    None where they have no room even at their smallest.
    """
    free = strip.length - (taken + _FROM_LABEL if taken else 0.0)
    told = (words.cut, words.mountain, words.valley, words.glue)
    for size in SIZES:
        if size * (ASCENT + DESCENT) > strip.depth + 1e-6:
            continue
        for sample in _SAMPLES:
            widths = [sample + _AFTER_SAMPLE + measure(word, size) for word in told]
            if sum(widths) + _SAMPLES_APART * (len(told) - 1) <= free:
                return _drawn(strip, told, widths, sample, size)
    return None


def _drawn(
    strip: Strip, told: tuple[str, ...], widths: list[float], sample: float, size: float
) -> tuple[tuple[Segment, ...], tuple[Note, ...]]:
    segments: list[Segment] = []
    notes: list[Note] = []
    base = DESCENT * size
    middle = base + _MIDDLE * size
    at = strip.length - sum(widths) - _SAMPLES_APART * (len(told) - 1)
    for kind, (word, wide) in enumerate(zip(told, widths, strict=True)):
        segments += _sign(strip, kind, at, middle, sample, size)
        notes.append(strip.text(word, at + sample + _AFTER_SAMPLE, base, size))
        at += wide + _SAMPLES_APART
    return tuple(segments), tuple(notes)


def _sign(strip: Strip, kind: int, at: float, middle: float, length: float, size: float) -> Iterator[Segment]:
    if kind == 0:
        yield strip.line((at, middle), (at + length, middle), _CUT)
    elif kind < 3:
        dashes = _MOUNTAIN if kind == 1 else _VALLEY
        period = sum(dashes)
        # Dashes are stretched a little, so that a sample begins and ends with a whole one.
        stretch = length / (max(1, round((length - dashes[0]) / period)) * period + dashes[0])
        along, place = 0.0, 0
        while along < length - 1e-6:
            dash = dashes[place % len(dashes)] * stretch
            if place % 2 == 0:
                yield strip.line((at + along, middle), (at + min(length, along + dash), middle), _FOLD)
            along, place = along + dash, place + 1
    else:
        half, slant = 0.42 * size, 0.5 * size
        corners = (
            (at, middle - half),
            (at + length, middle - half),
            (at + length - slant, middle + half),
            (at + slant, middle + half),
        )
        for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
            yield strip.line(start, end, _CUT)
