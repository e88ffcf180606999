"""How many cards a sheet holds, and where the cells lie. All lengths in mm."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from pnp.diagnostics import DefinitionError, Diagnostic
from pnp.imposition.options import SheetOptions
from pnp.imposition.rim import NOTES_MIN, room_needed
from pnp.model.component import Edge
from pnp.units import Size

_EPSILON = 1e-6


@dataclass(frozen=True, slots=True)
class Stock:
    """What pieces that share sheets have in common. ``bleed`` is the largest among them; ``name`` is for messages."""

    trim: Size
    edge: Edge
    bleed: float
    name: str

    def gutter(self, options: SheetOptions) -> float:
        """Between two cards: art that runs over its edge is kept apart by twice the bleed."""
        return max(options.gutter, 2 * self.bleed) if self.edge == "bleed" else options.gutter


@dataclass(frozen=True, slots=True)
class Grid:
    """Columns and rows of equal cells, in the middle of a page.

    ``cell`` is the trim as it lies on the page; ``turned`` says that the card lies on its side there. ``margins`` is
    what stays clear on the left and right and at the bottom and top of the page.
    """

    columns: int
    rows: int
    cell: Size
    turned: bool
    gutter: float
    page: Size
    margins: tuple[float, float]

    @property
    def capacity(self) -> int:
        """Cards per sheet."""
        return self.columns * self.rows

    @property
    def block(self) -> Size:
        """The extent of all cells with the gutters between them."""
        return Size(
            _extent(self.columns, self.cell.width, self.gutter), _extent(self.rows, self.cell.height, self.gutter)
        )

    @property
    def left(self) -> float:
        """The left edge of the block."""
        return (self.page.width - self.block.width) / 2

    @property
    def top(self) -> float:
        """The upper edge of the block."""
        return (self.page.height + self.block.height) / 2

    @property
    def room(self) -> tuple[float, float]:
        """Between the block and the margin, beside it and above it."""
        return self.left - self.margins[0], self.page.height - self.top - self.margins[1]

    def column_x(self, column: int) -> float:
        """The left edge of a column, counted from the left."""
        return self.left + column * (self.cell.width + self.gutter)

    def row_y(self, row: int) -> float:
        """The lower edge of a row, counted from the top."""
        return self.top - self.cell.height - row * (self.cell.height + self.gutter)

    def for_count(self, count: int) -> Grid:
        """The grid without the columns and rows that ``count`` cards never reach."""
        columns = min(self.columns, count)
        return replace(self, columns=columns, rows=min(self.rows, math.ceil(count / columns)))


def choose_grid(stock: Stock, options: SheetOptions, duplex: bool, count: int | None = None) -> Grid:
    """The grid that holds most pieces of ``stock``, upright where lying down holds no more of ``count`` pieces.

    Every side keeps room for the printer margin, bleed and crop marks, and one pair of sides for ruler and label; a
    back that is printed with an offset stays inside the printable area too.

    Raises DefinitionError where not even one fits.
    """
    candidates = list(_candidates(stock, options, duplex))
    best = max(candidates, key=lambda grid: grid.capacity if count is None else min(grid.capacity, count))
    if best.capacity == 0:
        raise _too_large(stock, options, best)
    return best


def has_notes(options: SheetOptions) -> bool:
    """Whether sheets carry a label or a ruler."""
    return options.ruler or options.label is not None


def _candidates(stock: Stock, options: SheetOptions, duplex: bool) -> Iterator[Grid]:
    page, gutter = options.page, stock.gutter(options)
    shift_x, shift_y = options.back_offset if duplex else (0.0, 0.0)
    margins = (options.margin + abs(shift_x), options.margin + abs(shift_y))
    need = room_needed(gutter, options.marks)
    strips = ((0.0, NOTES_MIN), (NOTES_MIN, 0.0)) if has_notes(options) else ((0.0, 0.0),)
    for turned in (False, True):
        cell = stock.trim.turned if turned else stock.trim
        for strip in strips:
            across = page.width - 2 * (margins[0] + need + strip[0])
            along = page.height - 2 * (margins[1] + need + strip[1])
            columns, rows = _fitting(across, cell.width, gutter), _fitting(along, cell.height, gutter)
            yield Grid(columns, rows, cell, turned, gutter, page, margins)


def _fitting(room: float, cell: float, gutter: float) -> int:
    return max(0, math.floor((room + gutter + _EPSILON) / (cell + gutter)))


def _extent(count: int, cell: float, gutter: float) -> float:
    return count * cell + (count - 1) * gutter


def _too_large(stock: Stock, options: SheetOptions, grid: Grid) -> DefinitionError:
    need = room_needed(grid.gutter, options.marks)
    taken = "the printer margin"
    taken += ", crop marks" if options.marks else ""
    taken += ", ruler and label" if has_notes(options) else ""
    strip = NOTES_MIN if has_notes(options) else 0.0
    width = options.page.width - 2 * (grid.margins[0] + need)
    height = options.page.height - 2 * (grid.margins[1] + need + strip)
    return DefinitionError(
        Diagnostic(
            "card-too-large",
            f"{stock.name} is {_mm(stock.trim)} and does not fit on paper of {_mm(options.page)}: "
            f"{taken} leave {_mm(Size(max(0.0, width), max(0.0, height)))}",
            hint="choose a larger paper, make the piece smaller, or lower the printer margin if your printer allows it",
        )
    )


def _mm(size: Size) -> str:
    return f"{round(size.width, 2):g} × {round(size.height, 2):g} mm"
