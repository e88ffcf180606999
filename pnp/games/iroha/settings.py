"""Settings of iroha: the keys of its table in the definition file."""

from __future__ import annotations

from typing import Annotated

from pnp.model import suits
from pnp.model.constraints import STRICT, Art, Count, Ge, Le, MinLen
from pnp.model.text import Text
from pnp.records import dataclass

Number = Annotated[int, Ge(0), Le(99)]


@dataclass(frozen=True, slots=True)
class Suit(suits.Suit):
    """Suit of the deck. Art of its cards: ``art/<motif>.svg``, and ``pattern`` as the ground behind it."""

    __pydantic_config__ = STRICT

    motif: Art
    """The drawing on its cards: `art/MOTIF.svg`."""
    pattern: Art
    """The ground behind the drawing: `art/PATTERN.svg`."""
    plural: Text | None = None
    """What several of its cards are called in rules; without it, the name with an ending (`suit-many` of the words)."""


@dataclass(frozen=True, slots=True)
class Icon:
    """Player icon: cards with these ``numbers`` are used with ``from_`` players or more (IROHA-DECK)."""

    __pydantic_config__ = STRICT

    numbers: Annotated[tuple[Number, ...], MinLen(1)]
    """The numbers of the cards that bear the icon."""
    from_: Count
    """With how many players or more these cards are used."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IrohaSettings:
    """Settings of Iroha ni Haedo and its descendants. The deck has one card of each suit and number."""

    __pydantic_config__ = STRICT

    players: tuple[Count, Count] = (3, 6)
    """The fewest and the most who can play."""
    suits: Annotated[tuple[Suit, ...], MinLen(2)]
    """The suits: there is one card of each suit and number."""
    numbers: Annotated[tuple[Number, ...], MinLen(1)]
    """The numbers of the cards."""
    icons: Annotated[tuple[Icon, ...], MinLen(1)]
    """From how many players on each number is used; every number stands in exactly one of them."""
    dealt: Annotated[int, Ge(1), Le(99)] = 9
    """Cards dealt to each hand, which is also the number of tricks of a deal."""
    passed: Annotated[int, Ge(0), Le(99)] = 2
    """Cards that each seat passes to the left before the first trick."""
    cost: Annotated[int, Ge(0), Le(99)] = 1
    """What a captured card costs that is not the lowest of its suit."""
    deals_each: Annotated[int, Ge(1), Le(9)] = 1
    """How often each seat deals."""
