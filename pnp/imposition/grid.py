"""How many cards a sheet holds, and where the cells lie. All lengths in mm."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from pnp.diagnostics import DefinitionError, Diagnostic
from pnp.imposition.options import SheetOptions
from pnp.imposition.rim import NOTES_MIN, room_needed
from pnp.model.component import Cut, Edge
from pnp.units import Size

_EPSILON = 1e-6
APART: Mapping[Cut, float] = {"card": 0.0, "square": 2.0, "circle": 2.0, "net": 3.0}
"""The least room between two pieces: scissors go around tokens and nets one by one."""


_MEND = (
    "choose a larger paper, make the piece smaller, or lower the printer margin if your printer allows it",
    "choose a larger paper, make the piece smaller, lower the printer margin if your printer allows it, or part a "
    "board over several sheets with `tile = true`",
)
"""What can be done about pieces that are too large: others, and cards."""


@dataclass(frozen=True, slots=True)
class Stock:
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
        return options.marks and self.cut in ("card", "square")

    def room(self, options: SheetOptions) -> float:
        """The least room outside the block on each side, without notes. What is cut along its own lines needs none but
        its bleed."""
        if self.cut in ("circle", "net"):
            return self.bleed if self.edge == "bleed" else 0.0
        return room_needed(self.gutter(options), options.marks)


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
    need = stock.room(options)
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
    need = stock.room(options)
    taken = "the printer margin"
    taken += ", crop marks" if stock.marks(options) else ""
    taken += ", ruler and label" if has_notes(options) else ""
    strip = NOTES_MIN if has_notes(options) else 0.0
    width = options.page.width - 2 * (grid.margins[0] + need)
    height = options.page.height - 2 * (grid.margins[1] + need + strip)
    room = Size(max(0.0, width), max(0.0, height))
    return DefinitionError(
        Diagnostic(
            "card-too-large",
            f"{stock.name} is {in_mm(stock.trim)} and does not fit on paper of {in_mm(options.page)}: "
            f"{taken} leave {in_mm(room)}{_excess(stock, room)}",
            hint=_MEND[stock.cut == "card"],
            subject=stock.name,
        )
    )


def _excess(stock: Stock, room: Size) -> str:
    """By how much a net is too large, the way it lies better; nothing for what has a size of its own to compare."""
    if stock.cut != "net":
        return ""
    over = [
        (max(0.0, trim.width - room.width), max(0.0, trim.height - room.height), how)
        for trim, how in ((stock.trim, "upright"), (stock.trim.turned, "turned"))
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
