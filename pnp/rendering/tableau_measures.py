"""The measures of drawn tableaux: sizes of miniatures, the columns that tableaux flow in, and what they take."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace
from typing import Protocol, TypeAlias

from pnp.games.core.tableau import Tableau
from pnp.records import dataclass


class Shown(Protocol):
    """An example with its tableau."""

    @property
    def id(self) -> str:
        """The example's id."""
        ...

    @property
    def tableau(self) -> Tableau:
        """How it is laid out."""
        ...


@dataclass(frozen=True, slots=True)
class Metrics:
    """The measures of a drawn tableau, in mm."""

    mini_width: float = 4.5
    mini_height: float = 6.0
    mini_gap: float = 0.4
    badge: float = 7.6
    """The width of the badge at the left of a brief tableau; its height is that of the tableau."""
    text: float = 2.1
    name: float = 3.2
    """The size of the name of a named tableau."""
    row_gap: float = 3.4
    """Between rows that lie side by side."""
    gap: float = 1.0
    """Between one tableau and the next."""
    joint: float = 2.6
    """The least white between rows that lie side by side, for the sign between them."""
    least: float = 0.7
    """The share of their size down to which rows are drawn smaller to stand on one line; past it they take several."""
    lead: float = 0
    """1: the sign between rows on two lines stands before the second one, 0: at the end of the first."""
    column: float = 4
    """How many cards wide the column is beside which the second of two rows stands, if there is room; 0: no column."""

    def scaled(self, scale: float) -> Metrics:
        """Everything in another size but the text and the signs between rows."""
        return replace(
            self,
            mini_width=self.mini_width * scale,
            mini_height=self.mini_height * scale,
            mini_gap=self.mini_gap * scale,
            badge=self.badge * scale,
            row_gap=self.row_gap * scale,
            gap=self.gap * scale,
        )


@dataclass(frozen=True, slots=True)
class Drawn:
    """SVG of one or several tableaux, and what it takes. ``shown`` are the ids of the examples in it."""

    svg: str
    x: float
    y: float
    width: float
    height: float
    shown: tuple[str, ...] = field(default=())

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.height

    @property
    def count(self) -> int:
        """How many examples are shown."""
        return len(self.shown)

    def __html__(self) -> str:
        return self.svg


Body: TypeAlias = tuple[Callable[[], str], float]
"""What draws a tableau, and its height."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A tableau whose height is known, and that is drawn when it is known to be printed: that takes ten times as long
    as to measure it."""

    height: float
    draw: Callable[[], Drawn]


@dataclass(frozen=True, slots=True)
class Grid:
    """The columns of a flow; with ``spans`` an example may take several."""

    columns: int
    gap: float
    column: float
    spans: bool

    def left(self, column: int) -> float:
        """How far a column, from 0, is from the left edge."""
        return column * (self.column + self.gap)

    def width(self, span: int) -> float:
        """The width of ``span`` columns side by side."""
        return span * (self.column + self.gap) - self.gap


def grid_of(columns: int, gap: float, width: float, spans: bool) -> Grid:
    """So many columns side by side in ``width``, with ``gap`` between them."""
    return Grid(columns, gap, (width - gap * (columns - 1)) / columns, spans)
