"""Grid of a sheet: count its cells, place them, and mirror them for backs. All lengths in mm."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Literal, cast

from pnp.diagnostics import DefinitionError, Diagnostic
from pnp.imposition.options import SheetOptions
from pnp.imposition.page import Piece, Placement, Rotation
from pnp.imposition.strip import LABEL_GOOD, NOTES_GOOD, NOTES_MIN, RimDepths, room_needed, share_out
from pnp.model.component import Cut, Edge
from pnp.model.sheets import Flip
from pnp.records import dataclass
from pnp.units import Size

# Where the back of a card goes, so that it lies behind its front when the sheet is turned over.

FlipAxis = Literal["vertical", "horizontal"]
"""The axis on the page about which the sheet turns. The axis is kept, not the edge: it means one thing on any page."""


def flip_axis(flip: Flip, *, landscape: bool = False) -> FlipAxis:
    """The axis for a way of turning a sheet. The edges are those of the paper, so on a landscape page the axis is the
    other one."""
    return "vertical" if (flip == "long") != landscape else "horizontal"


def flipped(point: tuple[float, float], page: Size, axis: FlipAxis) -> tuple[float, float]:
    """The point of the back page that lies behind a point of the front page, in mm on their pages."""
    x, y = point
    return (page.width - x, y) if axis == "vertical" else (x, page.height - y)


def back_of(front: Placement, page: Size, axis: FlipAxis, offset: tuple[float, float] = (0.0, 0.0)) -> Placement | None:
    """The placement of the back of ``front``'s piece on the other side of the sheet, or None if it has no back; or on
    the other side of a line to fold along, which is ``axis`` in the middle of the page.

    The back's top lies behind the front's top: a card turned over like the leaf of a book stays upright. Turning the
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


Cells = Callable[[int], int]
"""How many cells pieces take in rows of so many columns."""

_EPSILON = 1e-6
APART: Mapping[Cut, float] = {"card": 0.0, "square": 2.0, "circle": 2.0, "hex": 2.0, "net": 3.0}
"""The least room between two pieces: scissors go around tokens and nets one by one."""

FOLD_CLEAR = 1.5
"""What art leaves free on either side of a fold: half a line of words, and marks."""
_FOLD_ROOM = 3.0
"""The least room between a fold and the cards beside it."""

_MEND = (
    "choose a larger paper, make the piece smaller, or lower the printer margin if your printer allows it",
    "choose a larger paper, make the piece smaller, lower the printer margin if your printer allows it, or part a "
    "board over several sheets with `tile = true`",
)
"""What can be done about pieces that are too large: others, and cards."""
_MEND_BY_HAND = "choose a larger paper, or cut it by hand: build it by itself with --only, without --cut"


@dataclass(frozen=True, slots=True)
class PieceKind:
    """What pieces that share sheets have in common. ``bleed`` is the largest among them; ``name`` is for messages."""

    trim: Size
    edge: Edge
    bleed: float
    name: str
    cut: Cut = "card"

    def gutter(self, options: SheetOptions) -> float:
        """Between two pieces: art that runs over its edge is kept apart by twice the bleed."""
        least = max(options.gutter, APART[self.cut])
        return max(least, 2 * self.bleed) if self.edge == "bleed" else least

    def marks(self, options: SheetOptions) -> bool:
        """Whether crop marks say where to cut."""
        return options.hand_marked and self.cut in ("card", "square")

    def room(self, options: SheetOptions) -> float:
        """The least room outside the block on each side, without notes. What is cut along its own lines needs none but
        its bleed."""
        if self.cut in ("circle", "hex", "net"):
            return self.bleed if self.edge == "bleed" else 0.0
        return room_needed(self.gutter(options), options.hand_marked)

    def wanted_bleed(self, options: SheetOptions) -> float:
        """How far art is meant to run beyond the outermost trims: all of it where it runs over the edge, else as far as
        between the pieces."""
        return self.bleed if self.edge == "bleed" else min(self.bleed, options.gutter / 2)

    @property
    def fold_room(self) -> float:
        """Between a fold and the pieces beside it."""
        return max(_FOLD_ROOM, self.bleed + FOLD_CLEAR) if self.edge == "bleed" else _FOLD_ROOM


@dataclass(frozen=True, slots=True)
class Grid:
    """Columns and rows of equal cells, in the middle of a page or with their upper left ``corner`` at a point of it.

    ``cell`` is the trim as it lies on the page; ``turned`` says that the card lies on its side there. ``margins`` is
    what stays clear on the left and right and at the bottom and top of the page. A ``fold`` goes through the middle,
    upright where it is vertical, with ``fold_room`` mm on either side: fronts lie on the left or upper half of the
    cells, their backs on the other.
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
        """The columns in which fronts lie."""
        return self.columns // 2 if self.fold == "vertical" else self.columns

    @property
    def block(self) -> Size:
        """The extent of all cells with the gutters and the fold between them."""
        width, height = (
            _extent(self.columns, self.cell.width, self.gutter),
            _extent(self.rows, self.cell.height, self.gutter),
        )
        at_fold = 2 * self.fold_room - self.gutter
        if self.fold == "vertical":
            width += at_fold
        elif self.fold == "horizontal":
            height += at_fold
        return Size(width, height)

    @property
    def left(self) -> float:
        """The left edge of the block."""
        return self.corner[0] if self.corner else (self.page.width - self.block.width) / 2

    @property
    def top(self) -> float:
        """The upper edge of the block."""
        return self.corner[1] if self.corner else (self.page.height + self.block.height) / 2

    @property
    def room(self) -> tuple[float, float]:
        """Between the block and the margin, beside it and above it."""
        return self.left - self.margins[0], self.page.height - self.top - self.margins[1]

    def column_x(self, column: int) -> float:
        """The left edge of a column of fronts, counted from the left."""
        return self.left + column * (self.cell.width + self.gutter)

    def row_y(self, row: int) -> float:
        """The lower edge of a row of fronts, counted from the top."""
        return self.top - self.cell.height - row * (self.cell.height + self.gutter)

    def sheets(self, cells: Cells) -> int:
        """How many sheets such pieces take."""
        return math.ceil(cells(self.front_columns) / self.capacity)

    def for_cells(self, cells: Cells) -> Grid:
        """The grid without the columns and rows that such pieces never reach."""
        count = cells(self.front_columns)
        columns = min(self.front_columns, count)
        rows = math.ceil(count / self.front_columns)
        if self.fold == "vertical":
            return replace(self, columns=2 * columns, rows=min(self.rows, rows))
        return replace(self, columns=columns, rows=min(self.rows, rows * (1 if self.fold is None else 2)))


def choose_grid(kind: PieceKind, options: SheetOptions, duplex: bool, cells: Cells | None = None) -> Grid:
    """The grid that needs the fewest sheets for pieces of ``kind`` that take so many ``cells``, and of such the one
    that holds most; upright where lying down is no better.

    Every side keeps room for the printer margin, bleed and crop marks, and one pair of sides for ruler and label; a
    back that is printed with an offset stays inside the printable area too. Where no more sheets are needed for it, the
    outermost pieces have room for all of their bleed.

    Raises DefinitionError where not even one fits.
    """
    return _best(list(_candidates(kind, options, duplex)), kind, options, cells)


def fold_grid(kind: PieceKind, options: SheetOptions, cells: Cells) -> Grid | None:
    """The grid that needs the fewest sheets with backs on the other side of a fold, or None where no pair fits."""
    candidates = list(_folded(kind, options))
    return _best(candidates, kind, options, cells) if any(grid.capacity for grid in candidates) else None


def _best(candidates: list[Grid], kind: PieceKind, options: SheetOptions, cells: Cells | None) -> Grid:
    best = max(candidates, key=lambda grid: grid.capacity)
    if best.capacity == 0:
        raise _too_large(kind, options, best)
    if cells is None:
        return best
    able = [grid for grid in candidates if grid.capacity]
    best = min(able, key=lambda grid: (grid.sheets(cells), -min(grid.capacity, cells(grid.front_columns))))
    if _lack(best.for_cells(cells), kind, options) < _EPSILON:
        return best
    enough = [grid for grid in _smaller(able) if grid.sheets(cells) <= best.sheets(cells)]
    return min(enough, key=lambda grid: round(_lack(grid.for_cells(cells), kind, options), 3))


def _smaller(candidates: Iterable[Grid]) -> Iterator[Grid]:
    """The candidates, then the same without a column, without a row, without either; a fold stays in the middle."""
    grids = list(candidates)
    for fewer_columns, fewer_rows in ((0, 0), (0, 1), (1, 0), (1, 1)):
        for grid in grids:
            columns = grid.columns - fewer_columns * (2 if grid.fold == "vertical" else 1)
            rows = grid.rows - fewer_rows * (2 if grid.fold == "horizontal" else 1)
            if columns > 0 and rows > 0:
                yield replace(grid, columns=columns, rows=rows)


def rims_of(grid: Grid, kind: PieceKind, options: SheetOptions) -> tuple[RimDepths, RimDepths]:
    """The rims beside and above the block; the wider pair holds the notes."""
    wanted = (NOTES_GOOD if options.ruler else LABEL_GOOD) if notes_beside(options) else 0.0
    beside, above = grid.room
    marks = kind.marks(options)
    wide = beside > above
    return (
        share_out(beside, kind.bleed, kind.edge, marks, wanted if wide else 0.0),
        share_out(above, kind.bleed, kind.edge, marks, 0.0 if wide else wanted),
    )


def _lack(grid: Grid, kind: PieceKind, options: SheetOptions) -> float:
    """How much of the bleed that is wanted has no room at the rim of the block."""
    wanted = kind.wanted_bleed(options)
    return max(0.0, *(wanted - rim.bleed for rim in rims_of(grid, kind, options))) if wanted else 0.0


def wanted_bleed(piece: Piece, options: SheetOptions) -> float:
    """How far the art of a piece is meant to run beyond its trim, in mm: not at all for what fills the page."""
    if piece.trim in (options.page, options.page.turned):
        return 0.0
    return PieceKind(piece.trim, piece.edge, options.bleed_of(piece), piece.component, piece.cut).wanted_bleed(options)


def has_notes(options: SheetOptions) -> bool:
    """Whether sheets carry a label or a ruler."""
    return options.ruler or options.label is not None


def _candidates(kind: PieceKind, options: SheetOptions, duplex: bool) -> Iterator[Grid]:
    page, gutter = options.page, kind.gutter(options)
    need = kind.room(options)
    strips = ((0.0, NOTES_MIN), (NOTES_MIN, 0.0)) if notes_beside(options) else ((0.0, 0.0),)
    for turned in (False, True):
        cell = kind.trim.turned if turned else kind.trim
        for margins in _margins(options, duplex):
            for strip in strips:
                across = page.width - 2 * (margins[0] + need + strip[0])
                along = page.height - 2 * (margins[1] + need + strip[1])
                columns, rows = _fitting(across, cell.width, gutter), _fitting(along, cell.height, gutter)
                yield Grid(columns, rows, cell, turned, gutter, page, margins)


def _margins(options: SheetOptions, duplex: bool) -> Iterator[tuple[float, float]]:
    """What may stay clear beside the pieces, and above and below them: what the printer cannot reach or a cutting
    machine keeps for itself, and as much as backs are shifted by."""
    shift_x, shift_y = options.back_offset if duplex else (0.0, 0.0)
    ways = ((0.0, 0.0),) if options.registration is None else options.registration.margins
    for beside, above in ways:
        yield max(options.margin, beside) + abs(shift_x), max(options.margin, above) + abs(shift_y)


def notes_beside(options: SheetOptions) -> bool:
    """Whether notes take room from the pieces. Those on a sheet for a machine stand between its marks."""
    return has_notes(options) and options.registration is None


def _folded(kind: PieceKind, options: SheetOptions) -> Iterator[Grid]:
    """Grids with a fold through the middle of the page."""
    page, gutter, beside = options.page, kind.gutter(options), kind.fold_room
    margins = (options.margin, options.margin)
    taken = options.margin + kind.room(options)
    strips = ((0.0, NOTES_MIN), (NOTES_MIN, 0.0)) if has_notes(options) else ((0.0, 0.0),)
    folds: tuple[FlipAxis, ...] = ("vertical", "horizontal")
    for turned in (False, True):
        cell = kind.trim.turned if turned else kind.trim
        for fold in folds:
            for strip in strips:
                across, along = page.width / 2 - taken - strip[0], page.height / 2 - taken - strip[1]
                if fold == "vertical":
                    columns = 2 * _fitting(across - beside, cell.width, gutter)
                    rows = _fitting(2 * along, cell.height, gutter)
                else:
                    columns = _fitting(2 * across, cell.width, gutter)
                    rows = 2 * _fitting(along - beside, cell.height, gutter)
                yield Grid(columns, rows, cell, turned, gutter, page, margins, fold, beside)


def _fitting(room: float, cell: float, gutter: float) -> int:
    return max(0, math.floor((room + gutter + _EPSILON) / (cell + gutter)))


def _extent(count: int, cell: float, gutter: float) -> float:
    return count * cell + (count - 1) * gutter


def _too_large(kind: PieceKind, options: SheetOptions, grid: Grid) -> DefinitionError:
    need = kind.room(options)
    taken = "the printer margin" if options.registration is None else "the marks and margins of the cutting machine"
    taken += ", crop marks" if kind.marks(options) else ""
    taken += ", ruler and label" if notes_beside(options) else ""
    strip = NOTES_MIN if notes_beside(options) else 0.0
    width = options.page.width - 2 * (grid.margins[0] + need)
    height = options.page.height - 2 * (grid.margins[1] + need + strip)
    room = Size(max(0.0, width), max(0.0, height))
    return DefinitionError(
        Diagnostic(
            "card-too-large",
            f"{kind.name} is {in_mm(kind.trim)} and does not fit on paper of {in_mm(options.page)}: "
            f"{taken} leave {in_mm(room)}{_excess(kind, room)}",
            hint=_MEND[kind.cut == "card"] if options.registration is None else _MEND_BY_HAND,
            subject=kind.name,
        )
    )


def _excess(kind: PieceKind, room: Size) -> str:
    """By how much a net is too large, the way it lies better; nothing for what has a size of its own to compare."""
    if kind.cut != "net":
        return ""
    over = [
        (max(0.0, trim.width - room.width), max(0.0, trim.height - room.height), how)
        for trim, how in ((kind.trim, "upright"), (kind.trim.turned, "turned"))
    ]
    wide, high, how = min(over, key=lambda found: found[0] + found[1])
    parts = [f"{_up(wide):g} mm too wide"] * (wide > 0) + [f"{_up(high):g} mm too high"] * (high > 0)
    return f"; {how} it is {' and '.join(parts)}"


def _up(length: float) -> float:
    """A length rounded up to a tenth of a millimetre."""
    return math.ceil(length * 10 - _EPSILON) / 10


def in_mm(size: Size) -> str:
    """A size in words."""
    return f"{round(size.width, 2):g} × {round(size.height, 2):g} mm"
