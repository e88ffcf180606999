"""Components of a kit, and the items that each of them prints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Any, Literal, Protocol

from pnp.diagnostics import Location
from pnp.model.net import Net
from pnp.model.sheet_template import SheetTemplate
from pnp.model.text import Language, Text
from pnp.records import dataclass
from pnp.units import Size

ComponentKind = Literal["cards", "summary", "page", "tokens", "folded"]
Edge = Literal["border", "bleed"]
Shape = Literal["round", "square", "hex"]
"""Of tokens. A square one has straight sides and corners of 90 degrees; they need not be equal."""
Orientation = Literal["portrait", "landscape"]
"""How a sheet is held to be read."""
Stock = Literal["card", "paper", "sticker", "board"]
"""What a piece is printed on: card of some 250 to 300 g/m², plain paper, sticker paper, or what is glued on board."""
Cut = Literal["card", "square", "circle", "hex", "net"]
"""How a piece is cut out: a card along crop marks, a square token along crop marks and apart from its neighbours, a
round one along a circle, a hexagon along its sides, and what is folded along the lines of its net."""

_CUT_OF_TOKENS: Mapping[Shape, Cut] = {"round": "circle", "square": "square", "hex": "hex"}

OVERLAP = 8.0
"""In mm: a strip for glue that scissors and fingers can do with."""
TOKEN_BLEED = 1.2
"""The most bleed of tokens, in mm: a punch or scissors need no more."""


class Origin(Protocol):
    """Where the data of an item stand, for messages."""

    def place(self, name: str | None, language: Language | None = None) -> Location:
        """The place of a field, or of its wording in a language; without a name, that of the item."""

    def odd(self, name: str) -> Location | None:
        """Where a column that holds numbers otherwise has the first text, if that is why it holds texts."""


@dataclass(frozen=True, slots=True)
class Item:
    """One face's worth of data: a card of a deck, or the only item of a single-card component.

    ``id`` is unique within its component and safe in a file name; ``fields`` is what templates read. ``players`` are
    the fewest and the most players with whom it is used; None where it is used with any number. ``origin`` knows where
    the fields come from, where they are the definition's.
    """

    id: str
    fields: Mapping[str, Any] = field(default_factory=dict)
    copies: int = 1
    players: tuple[int, int] | None = None
    origin: Origin | None = field(default=None, compare=False, repr=False)

    def used_with(self, players: int) -> bool:
        """Whether it is used when so many play."""
        return self.players is None or self.players[0] <= players <= self.players[1]


@dataclass(frozen=True, slots=True)
class Tiling:
    """How a board that is larger than the page is parted: the strip in mm by which a tile reaches under the next one,
    and into how many tiles. Without ``columns`` or ``rows`` there are as few as the paper allows."""

    overlap: float = OVERLAP
    columns: int | None = None
    rows: int | None = None


@dataclass(frozen=True, slots=True)
class Component:
    """A printable part of a kit.

    ``template`` and ``back`` name files ``templates/<engine>/<name>.svg.j2``. ``size`` is the trim size in mm; a
    ``page`` has none, it fills the paper; of something ``folded`` it is the flat ``net`` with a little room around.
    ``shape`` is None but for tokens. ``of`` names the deck the items come from; without it there is one item.
    ``orientation`` is that of the page, or of the sheets that it is laid on; without one sheets are portrait, and tiles
    lie as fewer of them do. ``tile`` parts what is larger than the page into tiles to be glued together.
    ``edge``: a ``border`` is a plain rim of at least 2.5 mm, safe to butt; ``bleed`` runs art over the edge and
    gets gutters.

    ``copies`` is how many of each item are printed; where ``copies_each`` is not None, everyone takes so many, and
    ``copies`` is that for all players. ``cards_each``: so many of the deck's cards go to every player. ``use`` says to
    people what the component is for. ``instead_of`` is the id of the component that it can replace: one of the two is
    printed, that one unless this one is asked for. ``rows_by`` is a field of its cards: each value of it begins a new
    row of a sheet. ``stock`` is what it is printed on. Nets that ``nest`` draw
    nothing further than a little bleed beyond their outline, so they may lie into one another. ``steps`` say to people
    how it is made, on each of its sheets. ``sheet`` is what it is laid on, None for sheets of the kit's paper.
    """

    id: str
    kind: ComponentKind
    title: Text
    template: str
    back: str | None = None
    size: Size | None = None
    of: str | None = None
    copies: int = 1
    edge: Edge = "border"
    front_language: Language | None = None
    back_language: Language | None = None
    shape: Shape | None = None
    net: Net | None = None
    use: Text | None = None
    copies_each: int | None = None
    cards_each: int | None = None
    orientation: Orientation | None = None
    tile: Tiling | None = None
    rows_by: str | None = None
    instead_of: str | None = None
    stock: Stock = "card"
    nest: bool = False
    steps: Text | None = None
    sheet: SheetTemplate | None = None

    def for_players(self, players: int) -> Component:
        """The component with as many copies as so many players take."""
        return self if self.copies_each is None else replace(self, copies=self.copies_each * players)

    @property
    def takes_sheet_of_kit(self) -> bool:
        """Whether it is laid on the sheet that a whole kit is asked for, where it says none of its own."""
        return self.kind in ("cards", "summary") and self.tile is None

    @property
    def cut(self) -> Cut:
        """How its pieces are cut out."""
        if self.kind == "folded":
            return "net"
        if self.kind == "tokens":
            return _CUT_OF_TOKENS[self.shape or "round"]
        return "card"
