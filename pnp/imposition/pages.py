"""Sheets onto pages: which sides are printed in which order, and what stands on each. All lengths in mm."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import cast

from pnp.imposition.grid import FlipAxis, back_of, flip_axis, flipped
from pnp.imposition.marks.crop_marks import cut_circles, cut_marks
from pnp.imposition.marks.gutterfold import fold_line
from pnp.imposition.marks.hexagons import cut_hexagons
from pnp.imposition.marks.notes import (
    fold_signs,
    page_label,
    with_how_to_cut,
    with_how_to_print,
    with_second_ruler,
    with_steps,
)
from pnp.imposition.marks.ruler import ruler
from pnp.imposition.options import PageRun, Printout, SheetOptions, TileWords, with_marks
from pnp.imposition.page import Box, Circle, Note, Page, Piece, Placement, Rotation, Segment, Side, Tile
from pnp.imposition.sheet import PieceBlock, Sheet
from pnp.imposition.strip import Strip
from pnp.imposition.template import all_sheets
from pnp.model.component import Stock
from pnp.records import dataclass

# A landscape page stood upright: printed sheets with something behind them stay portrait in the file.
#
# Printer drivers disagree on which way a landscape page turns, and a back, with its offset, would follow the driver.

Turn = Callable[[float, float], tuple[float, float]]


def stood_upright(page: Page) -> Page:
    """``page`` turned counter-clockwise by a quarter."""

    def turn(x: float, y: float) -> tuple[float, float]:
        return page.paper.height - y, x

    return replace(
        page,
        paper=page.paper.turned,
        placements=tuple(_placement(one, turn) for one in page.placements),
        segments=tuple(_segment(one, turn) for one in page.segments),
        notes=tuple(_note(one, turn) for one in page.notes),
        outlines=tuple(_circle(one, turn) for one in page.outlines),
        plates=tuple(_box(one, turn) for one in page.plates),
    )


def _rotation(turned: Rotation) -> Rotation:
    return cast(Rotation, (turned + 90) % 360)


def _placement(place: Placement, turn: Turn) -> Placement:
    x, y = turn(place.x, place.y + place.height)
    left, bottom, right, top = place.bleed
    return replace(
        place,
        x=x,
        y=y,
        width=place.height,
        height=place.width,
        rotation=_rotation(place.rotation),
        bleed=(top, left, bottom, right),
    )


def _segment(line: Segment, turn: Turn) -> Segment:
    (x1, y1), (x2, y2) = turn(line.x1, line.y1), turn(line.x2, line.y2)
    return replace(line, x1=x1, y1=y1, x2=x2, y2=y2)


def _note(note: Note, turn: Turn) -> Note:
    x, y = turn(note.x, note.y)
    return replace(note, x=x, y=y, rotation=_rotation(note.rotation))


def _circle(circle: Circle, turn: Turn) -> Circle:
    x, y = turn(circle.x, circle.y)
    return replace(circle, x=x, y=y)


def _box(box: Box, turn: Turn) -> Box:
    (x1, y1), (x2, y2) = turn(box[0], box[1]), turn(box[2], box[3])
    return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)


LabelWords = Callable[[tuple[str, ...]], str]
_FOLD_CLEAR = 0.5
"""Between the ends of a fold line and the strips of the label and the ruler."""


@dataclass(frozen=True, slots=True)
class _PrintedSide:
    """A side of a sheet in the order of printing: its page and the sheet of paper, both from 1, and of how many pages.
    ``other`` is the page on the other side, where that is not the one before or after it; ``among`` says that nothing
    is printed behind it, but something behind others."""

    sheet: Sheet
    side: Side
    number: int
    paper: int
    pages: int
    other: int | None = None
    among: bool = False


def impose(pieces: Sequence[Piece], options: SheetOptions) -> tuple[Page, ...]:
    """Lay every piece on a sheet exactly once and return the pages in printing order.

    Which pieces share sheets, and in which order sheets come, ``all_sheets`` says: those with backs first. Where backs
    are printed behind their fronts, every one of these is followed by its back page; the others come last, and nothing
    is printed behind them. Separate backs follow after all fronts, in the order of their fronts. Across a fold, backs
    lie beside their fronts; what has no room for that is followed by its back, on a sheet of its own. The first sheet
    of cards carries the ruler, the first page how to print it all, and every sheet of nets what their lines mean.

    Raises DefinitionError where a piece does not fit on the paper.
    """
    sheets = all_sheets(pieces, options)
    order = list(_in_order(sheets, options))
    ruled = next((sheet for sheet in sheets if sheet.strips and sheet.strips.ruler), None) if options.ruler else None
    pages: list[Page] = []
    marks: dict[tuple[Segment, ...], tuple[Segment, ...]] = {}
    for one in order:
        sheet = one.sheet
        page = _back_page(one) if one.side == "back" else _page(one, sheet.fronts)
        if one.side != "back":
            page = _with_fold(page, sheet)
            if sheet is ruled and sheet.strips and sheet.strips.ruler:
                page = _with_ruler(page, sheet.strips.ruler, sheet.options)
            page = _with_signs(page, sheet, ruled=sheet is ruled)
            page = with_steps(page, sheet, ruled=sheet is ruled)
            page = _with_words(page, sheet, order if one.number == 1 else (), ruled=sheet is ruled)
            if sheet is ruled:
                page = with_second_ruler(page, sheet)
        page = stood_upright(page) if sheet.stands else page
        page = _registered(page, sheet) if one.side != "back" else page
        # The marks of most sheets of a deck are the same: they are held once.
        pages.append(replace(page, segments=marks.setdefault(page.segments, page.segments)))
    return tuple(pages)


def _with_words(page: Page, sheet: Sheet, first: Sequence[_PrintedSide], *, ruled: bool) -> Page:
    """The page with words on how to print, if it is the ``first``, and then on how to cut. Those on cutting are placed
    first, since words are set from the end of a strip; but printing comes first where there is room for one alone."""
    cut = with_how_to_cut(page, sheet, first=ruled)
    if not first or sheet.options.printing is None:
        return cut
    printout = _printout(first)
    both = with_how_to_print(cut, sheet.strips, sheet.options, printout)
    if both is not cut or cut is page:
        return both
    return with_how_to_print(page, sheet.strips, sheet.options, printout)


def _registered(page: Page, sheet: Sheet) -> Page:
    """The front of a sheet of pieces with the marks by which a cutting machine finds it."""
    registration = sheet.options.registration
    return page if registration is None or not sheet.blocks else with_marks(page, registration)


def _in_order(sheets: Sequence[Sheet], options: SheetOptions) -> Iterator[_PrintedSide]:
    backed = [sheet for sheet in sheets if sheet.backed]
    if not backed:
        for number, sheet in enumerate(sheets, 1):
            yield _PrintedSide(sheet, "single", number, number, len(sheets))
    elif options.backs == "duplex":
        pages = len(sheets) + len(backed)
        for index, sheet in enumerate(backed):
            yield _PrintedSide(sheet, "front", 2 * index + 1, index + 1, pages)
            yield _PrintedSide(sheet, "back", 2 * index + 2, index + 1, pages)
        for number, sheet in enumerate((sheet for sheet in sheets if not sheet.backed), len(backed) + 1):
            yield _PrintedSide(sheet, "single", len(backed) + number, number, pages, among=True)
    elif options.backs == "separate":
        pages = len(sheets) + len(backed)
        ordered = [*backed, *(sheet for sheet in sheets if not sheet.backed)]
        for number, sheet in enumerate(ordered, 1):
            side: Side = "front" if sheet.backed else "single"
            other = len(sheets) + number if sheet.backed else None
            yield _PrintedSide(sheet, side, number, number, pages, other, among=not sheet.backed)
        for number, sheet in enumerate(backed, 1):
            yield _PrintedSide(sheet, "back", len(sheets) + number, number, pages, number)
    else:
        number, pages = 0, len(sheets) + len(backed)
        for sheet in sheets:
            number += 1
            other = number + 1 if sheet.backed else None
            yield _PrintedSide(sheet, "front" if sheet.backed else "single", number, number, pages, other)
            if other is not None:
                number = other
                yield _PrintedSide(sheet, "back", number, number, pages, number - 1)


def _printout(order: Sequence[_PrintedSide]) -> Printout:
    later = [one for one in order if one.side == "back" and one.sheet.options.backs == "separate"]
    return Printout(
        runs=tuple(_runs(order)),
        pages=len(order),
        fronts=len(order) - len(later),
        later=len(later),
        backed=any(one.side == "back" for one in order),
        folded=any(one.sheet.fold for one in order),
    )


def _runs(order: Sequence[_PrintedSide]) -> Iterator[PageRun]:
    for (stock, two_sided, name), pages in groupby(order, _printed_alike):
        numbers = [one.number for one in pages]
        yield PageRun(numbers[0], numbers[-1], stock, two_sided, name)


def _printed_alike(one: _PrintedSide) -> tuple[Stock, bool, str | None]:
    """What the page is printed on, whether on both sides, and the name of its sheet."""
    sheet = one.sheet.fronts[0].piece.sheet
    return one.sheet.stock, one.side != "single", None if sheet is None else sheet.name


def _page(one: _PrintedSide, placements: tuple[Placement, ...]) -> Page:
    """A page with its label and, unless it is empty, the marks as they lie on the front. Circles to cut along, and
    lines between pieces, lie on or beside the faces, so only the front has them: on the back a printer that is off
    would show them."""
    sheet, side = one.sheet, one.side
    options, tile = sheet.options, sheet.tile
    marks: tuple[Segment, ...] = ()
    outlines: tuple[Circle, ...] = ()
    if options.hand_marked and sheet.blocks and placements:
        marks = (
            *sheet.cuts,
            *(mark for block in sheet.blocks for mark in _marks(block, sheet, on_back=side == "back")),
        )
        outlines = cut_circles(sheet.fronts) if side != "back" else ()
        marks += cut_hexagons(sheet.fronts) if side != "back" else ()
    elif tile is not None and placements:
        marks = tile.cuts
    label = _label(one)
    page = Page(one.number, one.paper, side, options.page, placements, marks, (label,) if label else (), outlines)
    if tile is None or side == "back":
        return page
    drawn = tile.seams
    return replace(
        page, segments=marks + drawn.segments, notes=page.notes + drawn.notes, plates=page.plates + drawn.plates
    )


def _marks(block: PieceBlock, sheet: Sheet, *, on_back: bool) -> tuple[Segment, ...]:
    """The marks of a block whose pieces are cut out along straight lines."""
    if block.fronts[0].piece.cut not in ("card", "square"):
        return ()
    around = (*block.fronts, *_across(sheet))
    return cut_marks(block.fronts, around, block.rims, sheet.options, on_back=on_back)


def _label(one: _PrintedSide) -> Note | None:
    sheet = one.sheet
    options = sheet.options
    if sheet.strips is None or sheet.strips.label is None or options.label is None:
        return None
    wording: LabelWords = partial(options.label, one.number, one.pages)
    if sheet.tile is not None and sheet.tile.front.tile is not None and options.tiles is not None:
        wording = partial(_tile_label, options.tiles, one.number, one.pages, sheet.tile.front.tile)
    if one.other is not None and options.printing is not None:
        paired = options.printing.back if one.side == "back" else options.printing.front
        wording = partial(_paired_label, paired, wording, one.other)
    elif one.among and options.printing is not None:
        wording = partial(_single_label, options.printing.single, wording)
    components = tuple(dict.fromkeys(place.piece.component for place in sheet.fronts))
    return page_label(sheet.strips.label, wording, options.measure, components)


def _single_label(single: Callable[[str], str], wording: LabelWords, components: tuple[str, ...]) -> str:
    return single(wording(components))


def _paired_label(
    paired: Callable[[str, int], str], wording: LabelWords, other: int, components: tuple[str, ...]
) -> str:
    return paired(wording(components), other)


def _tile_label(words: TileWords, number: int, pages: int, tile: Tile, components: tuple[str, ...]) -> str:
    return words.label(number, pages, next(iter(components), None), tile)


def _with_ruler(page: Page, strip: Strip, options: SheetOptions) -> Page:
    segments, notes = ruler(strip, options.measure)
    return replace(page, segments=page.segments + segments, notes=page.notes + notes)


def _with_signs(page: Page, sheet: Sheet, *, ruled: bool) -> Page:
    """A sheet of nets says what their lines mean: beside its label, or where that has no room, across from it."""
    options = sheet.options
    if options.signs is None or sheet.strips is None or sheet.strips.label is None:
        return page
    if all(place.piece.cut != "net" for place in sheet.fronts):
        return page
    label = max((options.measure(note.text, note.size) for note in page.notes[:1]), default=0.0)
    found = fold_signs(sheet.strips.label, options.signs, options.measure, label)
    if found is None and sheet.strips.ruler is not None and not ruled:
        found = fold_signs(sheet.strips.ruler, options.signs, options.measure, 0.0)
    if found is None:
        return page
    return replace(page, segments=page.segments + found[0], notes=page.notes + found[1])


def _across(sheet: Sheet) -> tuple[Placement, ...]:
    """The backs that lie beside their fronts, on the other side of a fold."""
    if sheet.fold is None:
        return ()
    backs = (back_of(place, sheet.options.page, sheet.fold) for place in sheet.fronts)
    return tuple(back for back in backs if back)


def _with_fold(page: Page, sheet: Sheet) -> Page:
    """A sheet to fold: its backs, and the line between them and the fronts."""
    if sheet.fold is None:
        return page
    fold, options, rims = sheet.fold, sheet.options, sheet.blocks[0].rims
    length, rim = (page.paper.height, rims[1]) if fold == "vertical" else (page.paper.width, rims[0])
    clear = options.margin + (rim.notes + _FOLD_CLEAR if rim.notes else 0.0)
    segments, notes = fold_line(sheet.fronts, fold, (clear, length - clear), options)
    return replace(
        page,
        placements=page.placements + _across(sheet),
        segments=page.segments + segments,
        notes=page.notes + notes,
    )


def _back_page(one: _PrintedSide) -> Page:
    """The back: its marks lie behind the marks of the front, its label where the front has one. A back that is glued
    behind its front has nothing to do with the printer's offset, and a page that is not cut stays inside the margin."""
    sheet, options = one.sheet, one.sheet.options
    axis: FlipAxis = flip_axis(options.flip, landscape=options.landscape)
    offset = options.back_offset if options.turned and not sheet.full else (0.0, 0.0)
    backs = [back_of(place, options.page, axis, offset) for place in sheet.fronts]
    if sheet.full and options.landscape:
        # To be read on a screen too; the sheet is turned up, not over.
        backs = [back and replace(back, rotation=sheet.fronts[0].rotation) for back in backs]
    page = _page(one, tuple(back for back in backs if back))
    return replace(
        page,
        segments=tuple(_flipped(mark, options, axis, offset) for mark in page.segments),
        notes=tuple(replace(note, x=note.x + offset[0], y=note.y + offset[1]) for note in page.notes),
    )


def _flipped(mark: Segment, options: SheetOptions, axis: FlipAxis, offset: tuple[float, float]) -> Segment:
    x1, y1 = flipped((mark.x1, mark.y1), options.page, axis)
    x2, y2 = flipped((mark.x2, mark.y2), options.page, axis)
    return replace(mark, x1=x1 + offset[0], y1=y1 + offset[1], x2=x2 + offset[0], y2=y2 + offset[1])
