"""Pages of sheets: the order of their sides, and the marks and notes on each. All lengths in mm."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import TypeAlias, cast

from pnp.imposition.grid import FlipAxis, back_of, flip_axis, flipped
from pnp.imposition.marks.crop_marks import cut_circles, cut_marks
from pnp.imposition.marks.gutterfold import fold_line
from pnp.imposition.marks.hexagons import cut_hexagons
from pnp.imposition.marks.notes import (
    NET_LINES,
    fit_label,
    fold_signs,
    with_foot_ruler,
    with_how_to_cut,
    with_how_to_print,
    with_second_ruler,
    with_steps,
)
from pnp.imposition.marks.ruler import ruler
from pnp.imposition.options import PageRun, Printout, SheetOptions, TileWords, with_registration_marks
from pnp.imposition.page import Box, Circle, Note, Page, Piece, Placement, Rotation, Segment, Side, Tile
from pnp.imposition.sheet import PieceBlock, Sheet
from pnp.imposition.sheets import all_sheets
from pnp.imposition.strip import Strip
from pnp.model.component import Stock
from pnp.records import dataclass

# Standing a landscape page upright
#
# Printer drivers disagree on the direction in which a landscape page turns, and a back, with its offset, would follow
# the driver. So sheets with a back stay portrait in the file.

Turn = Callable[[float, float], tuple[float, float]]


def stand_upright(page: Page) -> Page:
    """Turn ``page`` counter-clockwise by a quarter."""

    def turn(x: float, y: float) -> tuple[float, float]:
        return page.paper.height - y, x

    return replace(
        page,
        paper=page.paper.turned,
        placements=tuple(_turn_placement(place, turn) for place in page.placements),
        segments=tuple(_turn_segment(line, turn) for line in page.segments),
        notes=tuple(_turn_note(note, turn) for note in page.notes),
        outlines=tuple(_turn_circle(circle, turn) for circle in page.outlines),
        white_boxes=tuple(_turn_box(box, turn) for box in page.white_boxes),
    )


def _turn_rotation(turned: Rotation) -> Rotation:
    return cast(Rotation, (turned + 90) % 360)


def _turn_placement(place: Placement, turn: Turn) -> Placement:
    x, y = turn(place.x, place.y + place.height)
    left, bottom, right, top = place.bleed
    return replace(
        place,
        x=x,
        y=y,
        width=place.height,
        height=place.width,
        rotation=_turn_rotation(place.rotation),
        bleed=(top, left, bottom, right),
    )


def _turn_segment(line: Segment, turn: Turn) -> Segment:
    (x1, y1), (x2, y2) = turn(line.x1, line.y1), turn(line.x2, line.y2)
    return replace(line, x1=x1, y1=y1, x2=x2, y2=y2)


def _turn_note(note: Note, turn: Turn) -> Note:
    x, y = turn(note.x, note.y)
    return replace(note, x=x, y=y, rotation=_turn_rotation(note.rotation))


def _turn_circle(circle: Circle, turn: Turn) -> Circle:
    x, y = turn(circle.x, circle.y)
    return replace(circle, x=x, y=y)


def _turn_box(box: Box, turn: Turn) -> Box:
    (x1, y1), (x2, y2) = turn(box[0], box[1]), turn(box[2], box[3])
    return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)


LabelWords = Callable[[tuple[str, ...]], str]
_FOLD_CLEARANCE = 0.5
"""Room between the ends of a fold line and the strips of the label and the ruler."""


@dataclass(frozen=True, slots=True)
class _PrintedSide:
    """Side of a sheet in the order of printing.

    ``number`` is its page and ``paper_number`` its sheet of paper, both from 1; ``pages`` is the number of all pages.
    ``paired_page`` is the page of the other side, which the label names; None in duplex printing, where the printer
    turns the paper. ``unbacked`` says that nothing is printed behind it, though other sheets have backs.
    """

    sheet: Sheet
    side: Side
    number: int
    paper_number: int
    pages: int
    paired_page: int | None = None
    unbacked: bool = False


def impose(pieces: Sequence[Piece], options: SheetOptions) -> tuple[Page, ...]:
    """Lay every piece on a sheet exactly once and return the pages in printing order.

    ``all_sheets`` decides which pieces share sheets. Sheets with backs come first in print. If backs are printed behind
    their fronts, every such front is followed by its back page. The other sheets come last, and
    nothing is printed behind them. Separate backs follow after all fronts, in the order of their fronts. Across a fold,
    backs lie beside their fronts; a piece without room for that is followed by its back, on a sheet of its own. The
    first sheet of each run of sheets that are printed alike carries a ruler, the first page the words on how to print
    it all, and every sheet of nets the meaning of its lines.

    Raises DefinitionError if a piece does not fit on the paper.
    """
    sheets = all_sheets(pieces, options)
    order = list(_printing_order(sheets, options))
    sheets_with_ruler = tuple(_sheets_with_ruler(order)) if options.ruler else ()
    runs_with_foot_ruler: set[_RunKey] = set()
    pages: list[Page] = []
    marks: dict[tuple[Segment, ...], tuple[Segment, ...]] = {}
    for printed in order:
        sheet = printed.sheet
        has_ruler = any(sheet is other for other in sheets_with_ruler)
        page = _back_page(printed) if printed.side == "back" else _page(printed, sheet.fronts)
        if printed.side != "back":
            page = _with_fold(page, sheet)
            if has_ruler and sheet.strips and sheet.strips.ruler:
                page = _with_ruler(page, sheet.strips.ruler, sheet.options)
            page = _with_fold_legend(page, sheet, has_ruler=has_ruler)
            page = with_steps(page, sheet, has_ruler=has_ruler)
            page = _with_instructions(page, sheet, order if printed.number == 1 else (), has_ruler=has_ruler)
            if has_ruler:
                page = with_second_ruler(page, sheet)
        page = _with_stock(page, printed)
        if options.ruler and not has_ruler:
            page = _with_foot_ruler(page, printed, runs_with_foot_ruler)
        page = stand_upright(page) if sheet.stands else page
        page = _with_registration(page, sheet) if printed.side != "back" else page
        # The marks of most sheets of a deck are equal, so one tuple is shared.
        pages.append(replace(page, segments=marks.setdefault(page.segments, page.segments)))
    return tuple(pages)


def _with_instructions(page: Page, sheet: Sheet, first: Sequence[_PrintedSide], *, has_ruler: bool) -> Page:
    """Add words on how to print, if the page is the first, and on how to cut.

    ``first`` is the printing order on the first page, and empty on others. Words on cutting are placed first, since
    words are set from the end of a strip; they give way to the strip above the pieces, so that those on printing stay
    long and large. But if there is room for one of both alone, printing takes it.
    """
    below = with_how_to_cut(page, sheet, first=has_ruler)
    if not first or sheet.options.printing is None:
        return below
    above = with_how_to_cut(page, sheet, first=has_ruler, above=True)
    with_both = with_how_to_print(page, sheet.strips, sheet.options, _printout(first), (below, above))
    return below if with_both is page else with_both


def _sheets_with_ruler(order: Iterable[_PrintedSide]) -> Iterator[Sheet]:
    """Yield the first sheet of each run that has room for a ruler: every run may be printed by itself."""
    runs: set[_RunKey] = set()
    for printed in order:
        run, strips = _run_key(printed), printed.sheet.strips
        if strips and strips.ruler and run not in runs:
            runs.add(run)
            yield printed.sheet


def _with_foot_ruler(page: Page, printed: _PrintedSide, runs: set[_RunKey]) -> Page:
    """Add centimetres beside the label of a page that fills its sheet, once in each run. ``runs`` notes these runs.

    The first sheet is printed alone to try the printer, and a rule sheet often comes first.
    """
    run, strips = _run_key(printed), printed.sheet.strips
    has_art_at_foot = any(place.piece.edge == "bleed" for place in printed.sheet.fronts)
    if run in runs or strips is None or strips.ruler is not None or strips.label is None or has_art_at_foot:
        return page
    ruled = with_foot_ruler(page, strips.label, printed.sheet.options.measure)
    if ruled is not page:
        runs.add(run)
    return ruled


def _stock_of(sheet: Sheet) -> tuple[Stock, str | None]:
    """Return the stock of a sheet, and the name of a sheet that one buys with its cuts."""
    template = sheet.fronts[0].piece.sheet
    return sheet.stock, None if template is None else template.name


def _with_stock(page: Page, printed: _PrintedSide) -> Page:
    """Add to a label what the page is printed on, if the label stands alone and has room for it."""
    options, strips = printed.sheet.options, printed.sheet.strips
    if len(page.notes) != 1 or options.printing is None or options.printing.on is None or printed.number == 1:
        return page
    (label,) = page.notes
    text = options.printing.on(label.text, *_stock_of(printed.sheet))
    if strips is None or strips.label is None or options.measure(text, label.size) > strips.label.length:
        return page
    return replace(page, notes=(replace(label, text=text),))


def _with_registration(page: Page, sheet: Sheet) -> Page:
    """Add the marks by which a cutting machine finds the front of a sheet of pieces."""
    registration = sheet.options.registration
    return page if registration is None or not sheet.blocks else with_registration_marks(page, registration)


def _printing_order(sheets: Sequence[Sheet], options: SheetOptions) -> Iterator[_PrintedSide]:
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
            yield _PrintedSide(sheet, "single", len(backed) + number, number, pages, unbacked=True)
    elif options.backs == "separate":
        pages = len(sheets) + len(backed)
        ordered = [*backed, *(sheet for sheet in sheets if not sheet.backed)]
        for number, sheet in enumerate(ordered, 1):
            side: Side = "front" if sheet.backed else "single"
            paired_page = len(sheets) + number if sheet.backed else None
            yield _PrintedSide(sheet, side, number, number, pages, paired_page, unbacked=not sheet.backed)
        for number, sheet in enumerate(backed, 1):
            yield _PrintedSide(sheet, "back", len(sheets) + number, number, pages, number)
    else:
        number, pages = 0, len(sheets) + len(backed)
        for sheet in sheets:
            number += 1
            paired_page = number + 1 if sheet.backed else None
            yield _PrintedSide(sheet, "front" if sheet.backed else "single", number, number, pages, paired_page)
            if paired_page is not None:
                number = paired_page
                yield _PrintedSide(sheet, "back", number, number, pages, number - 1)


def _printout(order: Sequence[_PrintedSide]) -> Printout:
    separate = [printed for printed in order if printed.side == "back" and printed.sheet.options.backs == "separate"]
    return Printout(
        runs=tuple(_runs(order)),
        pages=len(order),
        first_pass=len(order) - len(separate),
        second_pass=len(separate),
        folded=any(printed.sheet.fold for printed in order),
    )


def _runs(order: Sequence[_PrintedSide]) -> Iterator[PageRun]:
    for (stock, two_sided, name), pages in groupby(order, _run_key):
        numbers = [printed.number for printed in pages]
        yield PageRun(numbers[0], numbers[-1], stock, two_sided, name)


_RunKey: TypeAlias = "tuple[Stock, bool, str | None]"


def _run_key(printed: _PrintedSide) -> _RunKey:
    """Return the stock of the page, True if it is printed on both sides, and the name of its sheet."""
    stock, name = _stock_of(printed.sheet)
    return stock, printed.side != "single", name


def _page(printed: _PrintedSide, placements: tuple[Placement, ...]) -> Page:
    """Return a page with its label and, unless it is empty, the marks as they lie on the front.

    Circles to cut along, and lines between pieces, lie on or beside the faces. Only the front has them: on the back a
    misaligned printer would show them.
    """
    sheet, side = printed.sheet, printed.side
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
    label = _label(printed)
    page = Page(
        printed.number, printed.paper_number, side, options.page, placements, marks, (label,) if label else (), outlines
    )
    if tile is None or side == "back":
        return page
    seams = tile.seams
    return replace(
        page,
        segments=marks + seams.segments,
        notes=page.notes + seams.notes,
        white_boxes=page.white_boxes + seams.white_boxes,
    )


def _marks(block: PieceBlock, sheet: Sheet, *, on_back: bool) -> tuple[Segment, ...]:
    """Return the marks of a block whose pieces are cut out along straight lines."""
    if block.fronts[0].piece.cut not in ("card", "square"):
        return ()
    neighbours = (*block.fronts, *_folded_backs(sheet))
    return cut_marks(block.fronts, neighbours, block.rims, sheet.options, on_back=on_back)


def _label(printed: _PrintedSide) -> Note | None:
    sheet = printed.sheet
    options = sheet.options
    if sheet.strips is None or sheet.strips.label is None or options.label is None:
        return None
    wording: LabelWords = partial(options.label, printed.number, printed.pages)
    if sheet.tile is not None and sheet.tile.front.tile is not None and options.tiles is not None:
        wording = partial(_tile_label, options.tiles, printed.number, printed.pages, sheet.tile.front.tile)
    if printed.paired_page is not None and options.printing is not None:
        paired = options.printing.back if printed.side == "back" else options.printing.front
        wording = partial(_paired_label, paired, wording, printed.paired_page)
    elif printed.unbacked and options.printing is not None:
        wording = partial(_single_label, options.printing.single, wording)
    components = tuple(dict.fromkeys(place.piece.component for place in sheet.fronts))
    return fit_label(sheet.strips.label, wording, options.measure, components)


def _single_label(single: Callable[[str], str], wording: LabelWords, components: tuple[str, ...]) -> str:
    return single(wording(components))


def _paired_label(
    paired: Callable[[str, int], str], wording: LabelWords, paired_page: int, components: tuple[str, ...]
) -> str:
    return paired(wording(components), paired_page)


def _tile_label(words: TileWords, number: int, pages: int, tile: Tile, components: tuple[str, ...]) -> str:
    return words.label(number, pages, next(iter(components), None), tile)


def _with_ruler(page: Page, strip: Strip, options: SheetOptions) -> Page:
    segments, notes = ruler(strip, options.measure)
    return replace(page, segments=page.segments + segments, notes=page.notes + notes)


def _with_fold_legend(page: Page, sheet: Sheet, *, has_ruler: bool) -> Page:
    """Explain the lines of nets on their sheet: beside its label, or across from the label if there is no room."""
    options = sheet.options
    if options.signs is None or sheet.strips is None or sheet.strips.label is None:
        return page
    nets = [place.piece for place in sheet.fronts if place.piece.cut == "net"]
    if not nets:
        return page
    kinds = {kind for piece in nets for kind in piece.lines or NET_LINES}
    label_width = max((options.measure(note.text, note.size) for note in page.notes[:1]), default=0.0)
    legend = fold_signs(sheet.strips.label, options.signs, options.measure, label_width, kinds)
    if legend is None and sheet.strips.ruler is not None and not has_ruler:
        legend = fold_signs(sheet.strips.ruler, options.signs, options.measure, 0.0, kinds)
    if legend is None:
        return page
    return replace(page, segments=page.segments + legend[0], notes=page.notes + legend[1])


def _folded_backs(sheet: Sheet) -> tuple[Placement, ...]:
    """Return the backs that lie beside their fronts, on the other side of a fold."""
    if sheet.fold is None:
        return ()
    backs = (back_of(place, sheet.options.page, sheet.fold) for place in sheet.fronts)
    return tuple(back for back in backs if back)


def _with_fold(page: Page, sheet: Sheet) -> Page:
    """Add the backs and the fold line to a sheet to fold."""
    if sheet.fold is None:
        return page
    fold, options, rims = sheet.fold, sheet.options, sheet.blocks[0].rims
    length, rim = (page.paper.height, rims[1]) if fold == "vertical" else (page.paper.width, rims[0])
    end_clearance = options.margin + (rim.notes + _FOLD_CLEARANCE if rim.notes else 0.0)
    segments, notes = fold_line(sheet.fronts, fold, (end_clearance, length - end_clearance), options)
    return replace(
        page,
        placements=page.placements + _folded_backs(sheet),
        segments=page.segments + segments,
        notes=page.notes + notes,
    )


def _back_page(printed: _PrintedSide) -> Page:
    """Return the back: its marks lie behind the marks of the front, its label at the place of the front's label.

    A back that is glued behind its front takes no printer offset. A page that is not cut stays inside the margin, so it
    takes none either.
    """
    sheet, options = printed.sheet, printed.sheet.options
    axis: FlipAxis = flip_axis(options.flip, landscape=options.landscape)
    offset = options.back_offset if options.turned and not sheet.full else (0.0, 0.0)
    backs = [back_of(place, options.page, axis, offset) for place in sheet.fronts]
    if sheet.full and options.landscape:
        # The sheet is turned up, not over, so the back can be read on a screen too.
        backs = [back and replace(back, rotation=sheet.fronts[0].rotation) for back in backs]
    page = _page(printed, tuple(back for back in backs if back))
    return replace(
        page,
        segments=tuple(_flipped(mark, options, axis, offset) for mark in page.segments),
        notes=tuple(replace(note, x=note.x + offset[0], y=note.y + offset[1]) for note in page.notes),
    )


def _flipped(mark: Segment, options: SheetOptions, axis: FlipAxis, offset: tuple[float, float]) -> Segment:
    x1, y1 = flipped((mark.x1, mark.y1), options.page, axis)
    x2, y2 = flipped((mark.x2, mark.y2), options.page, axis)
    return replace(mark, x1=x1 + offset[0], y1=y1 + offset[1], x2=x2 + offset[0], y2=y2 + offset[1])
