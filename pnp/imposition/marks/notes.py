"""Notes of a sheet: its label, instructions, the legend of nets, and a second ruler. All lengths in mm."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import TypeAlias

from pnp.imposition.marks.ruler import plain_ruler
from pnp.imposition.marks.signs import SignKind, sign_lines, sign_width
from pnp.imposition.options import FoldWords, Measure, Printout, SheetOptions
from pnp.imposition.page import Note, Page, Segment
from pnp.imposition.sheet import PieceBlock, Sheet, SheetStrips
from pnp.imposition.strip import ASCENT, DESCENT, NOTES_MIN, Strip, free_parts

_Row: TypeAlias = tuple[tuple[str, SignKind | None], ...]
"""Texts in one line, each with the sign before it."""

_SIZES = (2.5, 2.3, 2.12)
"""Font sizes of the words, from the preferred one down to the floor, 6 pt."""
_SENTENCE_GAP = 1.0
"""Gap between two sentences with a sign each, as a share of their size."""
_WORD_GAP = 4.0
"""Gap between the words and the note or mark before them."""
_MARK_GAP = 0.6
"""Gap between a mark and the words beside it, if there is no more room."""
_RULER_GAP = 2.0
"""Gap between a mark and an end of the second ruler, so that the mark does not look like a part of it."""


def with_how_to_print(
    page: Page,
    strips: SheetStrips | None,
    options: SheetOptions,
    printout: Printout,
    with_cutting: Sequence[Page] = (),
) -> Page:
    """Add words about printing, each sentence with a picture, at the end of the label's strip, else of the ruler's.

    They may stand between marks that reach into a strip. ``with_cutting`` are alternatives: the page with the words on
    cutting. The longest words that have room are taken, with their signs if possible, in the largest size. Return the
    page unchanged if even the shortest have no room.
    """
    if options.printing is None or strips is None:
        return page
    two_sided = printout.second_pass or any(run.two_sided for run in printout.runs)
    flip: SignKind = "flip-long" if options.flip == "long" else "flip-short"
    first = None if printout.folded else flip if two_sided else "single"
    for alternatives in (with_cutting, (page,)):
        for sentences in options.printing.how(printout):
            others: Iterator[tuple[str, SignKind]] = ((sentence, "single") for sentence in sentences[1:])
            row: _Row = ((sentences[0], first), *others)
            for words, size, other in product(_with_and_without_signs(row), _SIZES, alternatives):
                placed = _with_words(other, words, (strips.label, strips.ruler), options, (size,))
                if placed is not None:
                    return placed
    return page


def _with_and_without_signs(row: _Row) -> Iterable[_Row]:
    return dict.fromkeys((row, tuple((text, None) for text, _ in row)))


def _with_words(
    page: Page, row: _Row, strips: Sequence[Strip | None], options: SheetOptions, sizes: Sequence[float] = _SIZES
) -> Page | None:
    """Add words to the first of the ``strips`` that has room. The last strip lies above the pieces."""
    for strip in strips:
        above = strip is strips[-1]
        placed = _words_in_strip(row, strip, page, options, sizes, above=above) if strip else None
        if placed is not None:
            notes, lines = placed
            return replace(page, notes=(*page.notes, *notes), segments=(*page.segments, *lines))
    return None


def with_how_to_cut(page: Page, sheet: Sheet, *, first: bool, above: bool = False) -> Page:
    """Add words about cutting the sheet by hand, in the strip of the label, else of the ruler; only there if they are
    to stand ``above`` the pieces.

    A sheet needs them if lines part its blocks, if neighbours lie apart, or if it is the ``first`` sheet of pieces.
    Return the page unchanged if there is no room.
    """
    options = sheet.options
    if options.cutting is None or not options.hand_marked or sheet.strips is None:
        return page
    marked = [block for block in sheet.blocks if block.fronts[0].piece.cut in ("card", "square")]
    gutters = dict.fromkeys(
        (place.piece.component, block.grid.gutter)
        for block in marked
        if block.grid and _has_gutters(block)
        for place in block.fronts
    )
    if not sheet.cuts and not gutters and not (first and marked):
        return page
    sizes = {block.fronts[0].piece.trim for block in marked}
    size = next(iter(sizes)) if len(sizes) == 1 else None
    strips = None if above else sheet.strips.label, sheet.strips.ruler
    for text in options.cutting(bool(sheet.cuts), size, tuple(gutters)):
        for row in _with_and_without_signs(((text, "cut"),)):
            placed = _with_words(page, row, strips, options)
            if placed is not None:
                return placed
    return page


def _has_gutters(block: PieceBlock) -> bool:
    """Return True if two pieces of a block have a gutter between them, so that one cut does not part them."""
    if block.grid is None or block.grid.gutter <= 0:
        return False
    return any(
        len({round(position, 2) for position in positions}) > 1
        for positions in zip(*((place.x, place.y) for place in block.fronts), strict=True)
    )


def with_steps(page: Page, sheet: Sheet, *, has_ruler: bool) -> Page:
    """Add the words about making the pieces: in the ruler's strip if it holds no ruler, else in the label's."""
    if sheet.strips is None:
        return page
    strips = (None if has_ruler else sheet.strips.ruler, sheet.strips.label, sheet.strips.ruler)
    for steps in dict.fromkeys(place.piece.steps for place in sheet.fronts if place.piece.steps):
        notes = (
            _note_in_strip(steps, strip, page, sheet.options, above=strip is sheet.strips.ruler)
            for strip in strips
            if strip
        )
        note = next((note for note in notes if note), None)
        page = replace(page, notes=(*page.notes, note)) if note else page
    return page


def _note_in_strip(text: str, strip: Strip, page: Page, options: SheetOptions, *, above: bool = False) -> Note | None:
    """Place words without a sign, as ``_words_in_strip`` does."""
    placed = _words_in_strip(((text, None),), strip, page, options, _SIZES, above=above)
    return None if placed is None else placed[0][0]


def _words_in_strip(
    row: _Row, strip: Strip, page: Page, options: SheetOptions, sizes: Sequence[float], *, above: bool
) -> tuple[tuple[Note, ...], tuple[Segment, ...]] | None:
    """Place words at the end of a strip, or between marks that reach into it; return None if there is no room.

    They stand at the side of the strip that is nearer to the edge of the paper: the upper side ``above`` the pieces.
    The lines of its sign stand before each text.
    """
    parts = free_parts(strip, page, options.measure, faces=False)
    # The baseline is that of the label, so that both read as a single line.
    for size in sizes:
        height, gap = size * (ASCENT + DESCENT), _SENTENCE_GAP * size
        before = [0.0 if sign is None else sign_width(sign, height) for _, sign in row]
        widths = [room + options.measure(text, size) for room, (text, _) in zip(before, row, strict=True)]
        start = _text_start(parts, sum(widths) + gap * (len(row) - 1), strip.length)
        if start is None or height > strip.depth + 1e-6:
            continue
        across = DESCENT * size if strip.turned or not above else strip.depth - ASCENT * size
        notes: list[Note] = []
        lines: list[Segment] = []
        for room, width, (text, sign) in zip(before, widths, row, strict=True):
            lines += () if sign is None else sign_lines(sign, strip, start, across - DESCENT * size, height)
            notes.append(strip.text(text, start + room, across, size))
            start += width + gap
        return tuple(notes), tuple(lines)
    return None


def _text_start(parts: Sequence[tuple[float, float]], width: float, length: float) -> float | None:
    """Return the start, along a strip of this length, of words of this width: in the last free part that holds them."""
    for gap in (_WORD_GAP, _MARK_GAP):
        for low, high in reversed(parts):
            start = low + gap if low > 0 else low
            end = high if high >= length else high - gap
            if width <= end - start:
                return end - width
    return None


def with_second_ruler(page: Page, sheet: Sheet) -> Page:
    """Add centimetres across the direction of the ruler, at the edge of the printable area beside the cards.

    A printer may scale one direction alone. Return the page unchanged if there is no room between the marks.
    """
    if sheet.strips is None or sheet.strips.ruler is None or not sheet.blocks:
        return page
    (side_margin, end_margin), options = sheet.margins, sheet.options
    width, height = page.paper.width, page.paper.height
    if sheet.strips.ruler.turned:
        strip = Strip(side_margin, height - end_margin - NOTES_MIN, width - 2 * side_margin, NOTES_MIN, False)
    else:
        strip = Strip(width - side_margin, end_margin, height - 2 * end_margin, NOTES_MIN, True)
    parts = [(low + _RULER_GAP, high - _RULER_GAP) for low, high in free_parts(strip, page, options.measure)]
    low, high = max(parts, key=lambda part: part[1] - part[0], default=(0.0, 0.0))
    x, y = strip.point(low, 0.0)
    second = plain_ruler(Strip(x, y, high - low, strip.depth, strip.turned), options.measure)
    if second is None:
        return page
    return replace(page, segments=page.segments + second[0], notes=page.notes + second[1])


def with_foot_ruler(page: Page, strip: Strip, measure: Measure) -> Page:
    """Add centimetres in the part of the label's ``strip`` that is free. Return the page unchanged without room."""
    parts = [(low + _RULER_GAP, high - _RULER_GAP) for low, high in free_parts(strip, page, measure, faces=False)]
    low, high = max(parts, key=lambda part: part[1] - part[0], default=(0.0, 0.0))
    scale = plain_ruler(Strip(*strip.point(low, 0.0), high - low, strip.depth, strip.turned), measure)
    if scale is None:
        return page
    return replace(page, segments=page.segments + scale[0], notes=page.notes + scale[1])


# The page label: game, components, page number

LABEL_SIZE = 2.5
LABEL_SIZE_MIN = 2.12
"""Font sizes in mm: about 7 pt, and 6 pt."""


def fit_label(
    strip: Strip, wording: Callable[[tuple[str, ...]], str], measure: Measure, components: tuple[str, ...]
) -> Note | None:
    """Return the label in ``strip``, or None if its wording is empty.

    ``wording`` turns component ids into the text. A label that is too long gets smaller, down to ``LABEL_SIZE_MIN``.
    Then it names fewer components, dropping the last ones. Then it is cut off with an ellipsis. It never leaves the
    strip.
    """
    text = wording(components)
    if not text:
        return None
    largest = min(LABEL_SIZE, strip.depth / (ASCENT + DESCENT))
    size = min(largest, max(LABEL_SIZE_MIN, largest * _fitting_factor(text, strip.length, largest, measure)))
    count = len(components)
    while count and measure(text, size) > strip.length:
        count -= 1
        text = wording(components[:count])
    if measure(text, size) > strip.length:
        text = _ellipsize(text, strip.length, size, measure)
    return strip.text(text, 0.0, DESCENT * size, size)


def _fitting_factor(text: str, length: float, size: float, measure: Measure) -> float:
    """Return the factor that shrinks the text to the length, at most 1."""
    width = measure(text, size)
    return length / width if width > length else 1.0


def _ellipsize(text: str, length: float, size: float, measure: Measure) -> str:
    while text and measure(text + "…", size) > length:
        text = text[:-1].rstrip()
    return text + "…"


# Legend of the lines of nets, on every sheet that has nets: samples of the lines with words

NET_LINES = ("cut", "mountain", "valley", "tab")
"""Kinds of lines of nets, in the order of their signs."""
_SAMPLES = (11.0, 8.5, 6.5)
_SAMPLE_GAP, _SIGN_GAP, _LABEL_GAP = 0.9, 3.0, 6.0
_CUT, _FOLD = 0.35, 0.25
_MOUNTAIN = (3.0, 0.9, 0.35, 0.9)
_VALLEY = (1.6, 1.1)
_X_HEIGHT_MIDDLE = 0.36
"""Height of the middle of small letters above the baseline, as a share of their size."""


def fold_signs(
    strip: Strip, words: FoldWords, measure: Measure, taken: float, kinds: Collection[str] = NET_LINES
) -> tuple[tuple[Segment, ...], tuple[Note, ...]] | None:
    """Return the signs of ``kinds`` and their words at the end of ``strip``, or None if even the smallest have no room.

    The first ``taken`` mm of the strip hold the label.
    """
    free = strip.length - (taken + _LABEL_GAP if taken else 0.0)
    said = dict(zip(NET_LINES, (words.cut, words.mountain, words.valley, words.glue), strict=True))
    labels = {kind: label for kind, label in said.items() if kind in kinds}
    for size in _SIZES:
        if size * (ASCENT + DESCENT) > strip.depth + 1e-6:
            continue
        for sample in _SAMPLES:
            widths = [sample + _SAMPLE_GAP + measure(label, size) for label in labels.values()]
            if sum(widths) + _SIGN_GAP * (len(labels) - 1) <= free:
                return _draw_signs(strip, labels, widths, sample, size)
    return None


def _draw_signs(
    strip: Strip, labels: Mapping[str, str], widths: list[float], sample: float, size: float
) -> tuple[tuple[Segment, ...], tuple[Note, ...]]:
    segments: list[Segment] = []
    notes: list[Note] = []
    base = DESCENT * size
    middle = base + _X_HEIGHT_MIDDLE * size
    start = strip.length - sum(widths) - _SIGN_GAP * (len(labels) - 1)
    for (kind, label), width in zip(labels.items(), widths, strict=True):
        segments += _draw_sign(strip, kind, start, middle, sample, size)
        notes.append(strip.text(label, start + sample + _SAMPLE_GAP, base, size))
        start += width + _SIGN_GAP
    return tuple(segments), tuple(notes)


def _draw_sign(strip: Strip, kind: str, left: float, middle: float, length: float, size: float) -> Iterator[Segment]:
    if kind == "cut":
        yield strip.line((left, middle), (left + length, middle), _CUT)
    elif kind in ("mountain", "valley"):
        dashes = _MOUNTAIN if kind == "mountain" else _VALLEY
        period = sum(dashes)
        # Dashes are stretched a little, so that a sample begins and ends with a whole dash.
        stretch = length / (max(1, round((length - dashes[0]) / period)) * period + dashes[0])
        position, dash_index = 0.0, 0
        while position < length - 1e-6:
            dash = dashes[dash_index % len(dashes)] * stretch
            if dash_index % 2 == 0:
                yield strip.line((left + position, middle), (left + min(length, position + dash), middle), _FOLD)
            position, dash_index = position + dash, dash_index + 1
    else:
        half, slant = 0.42 * size, 0.5 * size
        corners = (
            (left, middle - half),
            (left + length, middle - half),
            (left + length - slant, middle + half),
            (left + slant, middle + half),
        )
        for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
            yield strip.line(start, end, _CUT)
