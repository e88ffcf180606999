"""Grid of a sheet: count its cells, place them, and mirror them for backs. All lengths in mm."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Literal, cast

from pnp.diagnostics import DefinitionError, Diagnostic
from pnp.imposition.options import SheetOptions
from pnp.imposition.page import Piece, Placement, Rotation
from pnp.imposition.strip import LABEL_GOOD, NOTES_GOOD, NOTES_MIN, RimDepths, divide_rim, least_rim
from pnp.model.component import Cut, Edge
from pnp.model.print_options import Flip
from pnp.records import dataclass
from pnp.units import Size

# Placing a back behind its front

FlipAxis = Literal["vertical", "horizontal"]
"""Axis on the page about which the sheet turns. An axis means the same on any page; an edge does not."""


def flip_axis(flip: Flip, *, landscape: bool = False) -> FlipAxis:
    """Return the axis for a way of turning a sheet. Edges are those of the paper: landscape pages swap the axis."""
    return "vertical" if (flip == "long") != landscape else "horizontal"


def flipped(point: tuple[float, float], page: Size, axis: FlipAxis) -> tuple[float, float]:
    """Return the point of the back page that lies behind a point of the front page, in mm on their pages."""
    x, y = point
    return (page.width - x, y) if axis == "vertical" else (x, page.height - y)


def back_of(front: Placement, page: Size, axis: FlipAxis, offset: tuple[float, float] = (0.0, 0.0)) -> Placement | None:
    """Place the back of ``front``'s piece behind it, or return None if the piece has no back.

    The back lies on the other side of the sheet. It may also lie on the same side, across a fold; ``axis`` is then the
    fold in the middle of the page.

    The back's top lies behind the front's top, so a card turned over like the leaf of a book stays upright. Turning the
    sheet about the vertical axis sends the direction "up" of a card at angle r, (-sin r, cos r), to (sin r, cos r),
    which is angle -r; about the horizontal axis to (-sin r, -cos r), which is 180 - r. ``offset`` in mm is added last.
    """
    if front.piece.back is None:
        return None
    left, bottom, right, top = front.bleed
    if axis == "vertical":
        x, y = page.width - front.x - front.width, front.y
        rotation, bleed = -front.rotation % 360, (right, bottom, left, top)
    else:
        x, y = front.x, page.height - front.y - front.height
        rotation, bleed = (180 - front.rotation) % 360, (left, top, right, bottom)
    return Placement(
        piece=front.piece,
        face=front.piece.back,
        face_side="back",
        x=x + offset[0],
        y=y + offset[1],
        width=front.width,
        height=front.height,
        rotation=cast(Rotation, rotation),
        bleed=bleed,
        tile=front.tile,
    )


CellCount = Callable[[int], int]
"""Function from a number of columns to the number of cells that pieces take in rows of that many."""

_EPSILON = 1e-6
LEAST_GUTTERS: Mapping[Cut, float] = {"card": 0.0, "square": 2.0, "circle": 2.0, "hex": 2.0, "net": 3.0}
"""Least room between two pieces: scissors go around tokens and nets singly."""

FOLD_CLEAR = 1.5
"""Room that art leaves free on either side of a fold: half a line of words, and marks."""
_FOLD_ROOM = 3.0
"""Least room between a fold and the cards beside it."""

_TOO_LARGE_HINTS = (
    "choose a larger paper, make the piece smaller, or lower the printer margin if your printer allows it",
    "choose a larger paper, make the piece smaller, lower the printer margin if your printer allows it, or part a "
    "board over several sheets with `tile = true`",
)
"""Hints for pieces that are too large: for tokens and nets, then for cards."""
_TOO_LARGE_FOR_CUTTER_HINT = "choose a larger paper, or cut it by hand: build it by itself with --only, without --cut"


@dataclass(frozen=True, slots=True)
class PieceKind:
    """Properties that pieces on shared sheets have in common.

    ``bleed`` is the largest among them. ``name`` is for messages.
    """

    trim: Size
    edge: Edge
    bleed: float
    name: str
    cut: Cut = "card"

    def gutter(self, options: SheetOptions) -> float:
        """Return the room between two pieces. Art that runs over its edge is kept apart by twice the bleed."""
        least = max(options.gutter, LEAST_GUTTERS[self.cut])
        return max(least, 2 * self.bleed) if self.edge == "bleed" else least

    def marks(self, options: SheetOptions) -> bool:
        """Return True if crop marks show where to cut."""
        return options.hand_marked and self.cut in ("card", "square")

    def room(self, options: SheetOptions) -> float:
        """Return the least room outside the block on each side, without notes. Round pieces and nets need only their
        bleed.
        """
        if self.cut in ("circle", "hex", "net"):
            return self.bleed if self.edge == "bleed" else 0.0
        return least_rim(self.gutter(options), options.hand_marked)

    def wanted_bleed(self, options: SheetOptions) -> float:
        """Return how far art is meant to run beyond the outermost trims: by all its bleed if it runs over the edge,
        else as far as between the pieces."""
        return self.bleed if self.edge == "bleed" else min(self.bleed, options.gutter / 2)

    @property
    def fold_room(self) -> float:
        """Room between a fold and the pieces beside it."""
        return max(_FOLD_ROOM, self.bleed + FOLD_CLEAR) if self.edge == "bleed" else _FOLD_ROOM


@dataclass(frozen=True, slots=True)
class Grid:
    """Columns and rows of equal cells, in the middle of a page or with the upper left ``corner`` at a point of it.

    ``cell`` is the trim as it lies on the page; ``turned`` says that the card lies on its side there. ``margins`` is
    the room that stays clear on the left and right, and at the bottom and top of the page. A ``fold`` goes through the
    middle, upright if it is vertical, with ``fold_room`` mm on either side. Fronts lie on the left or upper half of the
    cells, their backs on the other half.
    """

    columns: int
    rows: int
    cell: Size
    turned: bool
    gutter: float
    page: Size
    margins: tuple[float, float]
    fold: FlipAxis | None = None
    fold_room: float = 0.0
    corner: tuple[float, float] | None = None

    @property
    def capacity(self) -> int:
        """Pieces per sheet."""
        return self.columns * self.rows // (1 if self.fold is None else 2)

    @property
    def front_columns(self) -> int:
        """Columns in which fronts lie."""
        return self.columns // 2 if self.fold == "vertical" else self.columns

    @property
    def block(self) -> Size:
        """Extent of all cells with the gutters and the fold between them."""
        width, height = (
            _extent(self.columns, self.cell.width, self.gutter),
            _extent(self.rows, self.cell.height, self.gutter),
        )
        fold_extra = 2 * self.fold_room - self.gutter
        if self.fold == "vertical":
            width += fold_extra
        elif self.fold == "horizontal":
            height += fold_extra
        return Size(width, height)

    @property
    def left(self) -> float:
        """Left edge of the block."""
        return self.corner[0] if self.corner else (self.page.width - self.block.width) / 2

    @property
    def top(self) -> float:
        """Upper edge of the block."""
        return self.corner[1] if self.corner else (self.page.height + self.block.height) / 2

    @property
    def room(self) -> tuple[float, float]:
        """Room between the block and the margin, beside it and above it."""
        return self.left - self.margins[0], self.page.height - self.top - self.margins[1]

    def column_x(self, column: int) -> float:
        """Return the left edge of a column of fronts, counted from the left."""
        return self.left + column * (self.cell.width + self.gutter)

    def row_y(self, row: int) -> float:
        """Return the lower edge of a row of fronts, counted from the top."""
        return self.top - self.cell.height - row * (self.cell.height + self.gutter)

    def sheets(self, cells: CellCount) -> int:
        """Return the number of sheets that pieces with these cells take."""
        return math.ceil(cells(self.front_columns) / self.capacity)

    def for_cells(self, cells: CellCount) -> Grid:
        """Return the grid without the columns and rows that these cells never reach."""
        count = cells(self.front_columns)
        columns = min(self.front_columns, count)
        rows = math.ceil(count / self.front_columns)
        if self.fold == "vertical":
            return replace(self, columns=2 * columns, rows=min(self.rows, rows))
        return replace(self, columns=columns, rows=min(self.rows, rows * (1 if self.fold is None else 2)))


def choose_grid(kind: PieceKind, options: SheetOptions, duplex: bool, cells: CellCount | None = None) -> Grid:
    """Return the grid that needs the fewest sheets for pieces of ``kind`` that take ``cells``.

    Among equals the grid that holds most is taken, and an upright one unless lying down is better. Without ``cells``,
    the grid that holds most is taken.

    Every side keeps room for the printer margin, bleed and crop marks, and one pair of sides for ruler and label. A
    back that is printed with an offset stays inside the printable area too. If it takes no more sheets, the outermost
    pieces have room for all of their bleed.

    Raises DefinitionError if not a single piece fits.
    """
    return _choose_best(list(_flat_candidates(kind, options, duplex)), kind, options, cells)


def fold_grid(kind: PieceKind, options: SheetOptions, cells: CellCount) -> Grid | None:
    """Return the grid that needs the fewest sheets with backs across a fold, or None if no pair fits."""
    candidates = list(_folded_candidates(kind, options))
    return _choose_best(candidates, kind, options, cells) if any(grid.capacity for grid in candidates) else None


def _choose_best(candidates: list[Grid], kind: PieceKind, options: SheetOptions, cells: CellCount | None) -> Grid:
    best = max(candidates, key=lambda grid: grid.capacity)
    if best.capacity == 0:
        raise _too_large_error(kind, options, best)
    if cells is None:
        return best
    usable = [grid for grid in candidates if grid.capacity]
    best = min(usable, key=lambda grid: (grid.sheets(cells), -min(grid.capacity, cells(grid.front_columns))))
    if _missing_bleed(best.for_cells(cells), kind, options) < _EPSILON:
        return best
    roomier = [grid for grid in _with_fewer_cells(usable) if grid.sheets(cells) <= best.sheets(cells)]
    return min(roomier, key=lambda grid: round(_missing_bleed(grid.for_cells(cells), kind, options), 3))


def _with_fewer_cells(candidates: Iterable[Grid]) -> Iterator[Grid]:
    """Yield the candidates, then each without a column, without a row, without either. A fold stays in the middle."""
    grids = list(candidates)
    for fewer_columns, fewer_rows in ((0, 0), (0, 1), (1, 0), (1, 1)):
        for grid in grids:
            columns = grid.columns - fewer_columns * (2 if grid.fold == "vertical" else 1)
            rows = grid.rows - fewer_rows * (2 if grid.fold == "horizontal" else 1)
            if columns > 0 and rows > 0:
                yield replace(grid, columns=columns, rows=rows)


def rims_of(grid: Grid, kind: PieceKind, options: SheetOptions) -> tuple[RimDepths, RimDepths]:
    """Return the rims beside and above the block. The wider pair holds the notes."""
    wanted = (NOTES_GOOD if options.ruler else LABEL_GOOD) if notes_take_room(options) else 0.0
    beside, above = grid.room
    marks = kind.marks(options)
    wide = beside > above
    return (
        divide_rim(beside, kind.bleed, kind.edge, marks, wanted if wide else 0.0),
        divide_rim(above, kind.bleed, kind.edge, marks, 0.0 if wide else wanted),
    )


def _missing_bleed(grid: Grid, kind: PieceKind, options: SheetOptions) -> float:
    """Return how much of the wanted bleed has no room at the rim of the block."""
    wanted = kind.wanted_bleed(options)
    return max(0.0, *(wanted - rim.bleed for rim in rims_of(grid, kind, options))) if wanted else 0.0


def wanted_bleed(piece: Piece, options: SheetOptions) -> float:
    """Return how far the art of a piece is meant to run beyond its trim, in mm: 0 for a piece that fills the page."""
    if piece.trim in (options.page, options.page.turned):
        return 0.0
    return PieceKind(piece.trim, piece.edge, options.bleed_of(piece), piece.component, piece.cut).wanted_bleed(options)


def has_notes(options: SheetOptions) -> bool:
    """Return True if sheets carry a label or a ruler."""
    return options.ruler or options.label is not None


def clear_margins(options: SheetOptions, duplex: bool) -> tuple[float, float]:
    """Return the room that stays clear at the sides and at head and foot, so that a shifted back stays printable."""
    shift = options.back_offset if duplex else (0.0, 0.0)
    return options.margin + abs(shift[0]), options.margin + abs(shift[1])


def _flat_candidates(kind: PieceKind, options: SheetOptions, duplex: bool) -> Iterator[Grid]:
    page, gutter = options.page, kind.gutter(options)
    rim = kind.room(options)
    strips = ((0.0, NOTES_MIN), (NOTES_MIN, 0.0)) if notes_take_room(options) else ((0.0, 0.0),)
    for turned in (False, True):
        cell = kind.trim.turned if turned else kind.trim
        for margins in _margins(options, duplex):
            for strip in strips:
                available_width = page.width - 2 * (margins[0] + rim + strip[0])
                available_height = page.height - 2 * (margins[1] + rim + strip[1])
                columns, rows = (
                    _count_fitting(available_width, cell.width, gutter),
                    _count_fitting(available_height, cell.height, gutter),
                )
                yield Grid(columns, rows, cell, turned, gutter, page, margins)


def _margins(options: SheetOptions, duplex: bool) -> Iterator[tuple[float, float]]:
    """Yield the room that may stay clear beside the pieces, and above and below them.

    It covers what the printer cannot reach or a cutting machine keeps for itself, and the shift of backs.
    """
    shift_x, shift_y = options.back_offset if duplex else (0.0, 0.0)
    least_margins = ((0.0, 0.0),) if options.registration is None else options.registration.margins
    for beside, above in least_margins:
        yield max(options.margin, beside) + abs(shift_x), max(options.margin, above) + abs(shift_y)


def notes_take_room(options: SheetOptions) -> bool:
    """Return True if notes take room from the pieces. On a sheet for a cutting machine they stand between its marks."""
    return has_notes(options) and options.registration is None


def _folded_candidates(kind: PieceKind, options: SheetOptions) -> Iterator[Grid]:
    """Yield grids with a fold through the middle of the page."""
    page, gutter, fold_room = options.page, kind.gutter(options), kind.fold_room
    margins = (options.margin, options.margin)
    taken = options.margin + kind.room(options)
    strips = ((0.0, NOTES_MIN), (NOTES_MIN, 0.0)) if has_notes(options) else ((0.0, 0.0),)
    folds: tuple[FlipAxis, ...] = ("vertical", "horizontal")
    for turned in (False, True):
        cell = kind.trim.turned if turned else kind.trim
        for fold in folds:
            for strip in strips:
                half_width, half_height = page.width / 2 - taken - strip[0], page.height / 2 - taken - strip[1]
                if fold == "vertical":
                    columns = 2 * _count_fitting(half_width - fold_room, cell.width, gutter)
                    rows = _count_fitting(2 * half_height, cell.height, gutter)
                else:
                    columns = _count_fitting(2 * half_width, cell.width, gutter)
                    rows = 2 * _count_fitting(half_height - fold_room, cell.height, gutter)
                yield Grid(columns, rows, cell, turned, gutter, page, margins, fold, fold_room)


def _count_fitting(room: float, cell: float, gutter: float) -> int:
    return max(0, math.floor((room + gutter + _EPSILON) / (cell + gutter)))


def _extent(count: int, cell: float, gutter: float) -> float:
    return count * cell + (count - 1) * gutter


def _too_large_error(kind: PieceKind, options: SheetOptions, grid: Grid) -> DefinitionError:
    rim = kind.room(options)
    reserved = "the printer margin" if options.registration is None else "the marks and margins of the cutting machine"
    reserved += ", crop marks" if kind.marks(options) else ""
    reserved += ", ruler and label" if notes_take_room(options) else ""
    strip = NOTES_MIN if notes_take_room(options) else 0.0
    width = options.page.width - 2 * (grid.margins[0] + rim)
    height = options.page.height - 2 * (grid.margins[1] + rim + strip)
    room = Size(max(0.0, width), max(0.0, height))
    return DefinitionError(
        Diagnostic(
            "card-too-large",
            f"{kind.name} is {format_size(kind.trim)} and does not fit on paper of {format_size(options.page)}: "
            f"{reserved} leave {format_size(room)}{_excess(kind, room)}",
            hint=_TOO_LARGE_HINTS[kind.cut == "card"] if options.registration is None else _TOO_LARGE_FOR_CUTTER_HINT,
            subject=kind.name,
        )
    )


def _excess(kind: PieceKind, room: Size) -> str:
    """Word by how much a net is too large, the way it lies better. Other pieces have a size to compare, and get no
    words.
    """
    if kind.cut != "net":
        return ""
    excesses = [
        (max(0.0, trim.width - room.width), max(0.0, trim.height - room.height), posture)
        for trim, posture in ((kind.trim, "upright"), (kind.trim.turned, "turned"))
    ]
    extra_width, extra_height, posture = min(excesses, key=lambda excess: excess[0] + excess[1])
    parts = [f"{_round_up(extra_width):g} mm too wide"] * (extra_width > 0) + [
        f"{_round_up(extra_height):g} mm too high"
    ] * (extra_height > 0)
    return f"; {posture} it is {' and '.join(parts)}"


def _round_up(length: float) -> float:
    """Round a length up to a tenth of a millimetre."""
    return math.ceil(length * 10 - _EPSILON) / 10


def format_size(size: Size) -> str:
    """Format a size in mm."""
    return f"{round(size.width, 2):g} × {round(size.height, 2):g} mm"
