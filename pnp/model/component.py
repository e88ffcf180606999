"""Components of a kit, and their items."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from typing import Any, Literal, Protocol

from pnp.diagnostics import Diagnostic, Location
from pnp.model.net import Net
from pnp.model.sheet_template import SheetTemplate
from pnp.model.text import Language, Text, Translated
from pnp.records import dataclass
from pnp.units import Size

ComponentKind = Literal["cards", "summary", "page", "tokens", "folded"]
Edge = Literal["border", "bleed"]
Shape = Literal["round", "square", "hex"]
"""Outline of tokens. A square one has straight sides and right angles; its sides need not be equal."""
Orientation = Literal["portrait", "landscape"]
"""Orientation of a sheet when it is read."""
Stock = Literal["card", "paper", "sticker", "board"]
"""Material of a piece: card of some 250 to 300 g/m², plain paper, sticker paper, or paper glued on board."""
Cut = Literal["card", "square", "circle", "hex", "net"]
"""Way to cut out a piece.

A card is cut along crop marks; a square token too, but apart from its neighbours. A round token is cut along a circle,
a hexagon along its sides, and a folded piece along the outline of its net.
"""

_CUT_OF_TOKENS: Mapping[Shape, Cut] = {"round": "circle", "square": "square", "hex": "hex"}

OVERLAP = 8.0
"""Default width in mm of the glue strip between tiles: enough for scissors and fingers."""
TOKEN_BLEED = 1.2
"""Largest bleed of tokens, in mm: a punch or scissors need no more."""


class Origin(Protocol):
    """Source locations of an item's data, for messages."""

    def place(self, name: str | None, language: Language | None = None) -> Location:
        """Return the location of a field, or of its wording in a language; without a name, that of the item."""

    def header(self, name: str) -> Location:
        """Return the location of the name of a field: the head of its column, or its key."""

    def odd(self, name: str) -> Location | None:
        """Return the location of the first text in a column of numbers, if it turns the column into texts."""

    def lacking(self, name: str) -> Diagnostic | None:
        """Return the error that the file of the item lacks the column of a field, which another file of its deck has;
        None if it has the column."""


@dataclass(frozen=True, slots=True)
class Item:
    """Data of one face: a card of a deck, or the only item of a single-card component.

    ``id`` is unique within its component and safe in a file name. Templates read ``fields``. ``players`` are the fewest
    and the most players with whom the item is used, or None for any number. ``origin`` locates fields that come from
    the definition.
    """

    id: str
    fields: Mapping[str, Any] = field(default_factory=dict)
    copies: int = 1
    players: tuple[int, int] | None = None
    origin: Origin | None = field(default=None, compare=False, repr=False)

    def used_with(self, players: int) -> bool:
        """Return True if the item is used with that number of players."""
        return self.players is None or self.players[0] <= players <= self.players[1]


@dataclass(frozen=True, slots=True)
class CellText:
    """Text of a card, as one cell of a file or one value of a definition has it. ``language`` is None if it is the same
    in all languages."""

    item: Item
    column: str
    language: Language | None
    text: str

    def locate(self) -> Location | None:
        """Return the location of the text."""
        return None if self.item.origin is None else self.item.origin.place(self.column, self.language)


def cell_texts(decks: Iterable[Iterable[Item]], having: str = "") -> Iterator[CellText]:
    """Yield the texts of the cards that come from a definition: all, or those with one of the characters ``having``."""
    wanted = frozenset(having)
    for item in (item for items in decks for item in items if item.origin is not None):
        for column, value in item.fields.items():
            if type(value) is str and (not value or (wanted and wanted.isdisjoint(value))):
                continue  # most cells of a large deck
            wordings = value.wordings if isinstance(value, Translated) else {None: value}
            for language, text in wordings.items():
                if isinstance(text, str) and text and not (wanted and wanted.isdisjoint(text)):
                    yield CellText(item, column, language, text)


@dataclass(frozen=True, slots=True)
class Tiling:
    """Division of a board that is larger than the page.

    ``overlap`` is the strip in mm by which a tile reaches under the next one. Without ``columns`` or ``rows`` there are
    as few as the paper allows.
    """

    overlap: float = OVERLAP
    columns: int | None = None
    rows: int | None = None


@dataclass(frozen=True, slots=True)
class Component:
    """Printable part of a kit.

    ``template`` and ``back`` name files ``templates/<engine>/<name>.svg.j2``. ``size`` is the trim size in mm. A
    ``page`` has none: it fills the paper. For a ``folded`` component it is the flat ``net`` with a little room around.
    ``shape`` is None except for tokens. ``of`` names the deck of the items; without it there is one item.
    ``orientation`` is that of the page, or of the sheets. Without it sheets are portrait, and tiles lie in the way that
    needs fewer of them. ``tile`` divides a component larger than the page into tiles to be glued together. An ``edge``
    of ``border`` is a plain rim of at least 2.5 mm, safe to butt; ``bleed`` runs art over the edge and gets gutters.

    ``copies`` is the number of prints of each item. If ``copies_each`` is not None, each player takes that number, and
    ``copies`` is the sum for all players. ``cards_each`` is the number of deck cards that go to every player. ``use``
    tells people the purpose of the component. ``instead_of`` is the id of a component that it can replace: one of the
    two is printed, the other one unless this one is asked for. ``rows_by`` is a field of the cards: each value of it
    begins a new row of a sheet. ``stock`` is the material. Nets that ``nest`` draw no further than a little bleed
    beyond their outline, so they may lie into one another. ``steps`` tell people how to make it, on each of its sheets.
    A component that ``is_packaging`` holds the others, as a box or a band does; a list of contents has it only with its
    ``use``. ``sheet`` is the sheet template, or None for sheets of the kit's paper.
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
    is_packaging: bool = False
    steps: Text | None = None
    sheet: SheetTemplate | None = None

    def for_players(self, players: int) -> Component:
        """Return the component with the copies for that number of players."""
        return self if self.copies_each is None else replace(self, copies=self.copies_each * players)

    @property
    def takes_sheet_of_kit(self) -> bool:
        """True if the kit's sheet template applies to the component unless it names its own."""
        return self.kind in ("cards", "summary") and self.tile is None

    @property
    def cut(self) -> Cut:
        """Way to cut out its pieces."""
        if self.kind == "folded":
            return "net"
        if self.kind == "tokens":
            return _CUT_OF_TOKENS[self.shape or "round"]
        return "card"
