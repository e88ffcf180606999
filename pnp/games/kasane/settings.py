"""Settings of kasane: the keys of its table in the definition file."""

from __future__ import annotations

from dataclasses import field
from typing import Annotated, Literal

from pnp.model.constraints import STRICT, Art, Count, Ge, Id, Ink, Le, MaxLen, MinLen, Word
from pnp.model.text import Text
from pnp.records import dataclass

Number = Annotated[int, Ge(1), Le(99)]
Points = Annotated[int, Ge(0), Le(99)]


@dataclass(frozen=True, slots=True)
class Colour:
    """Kimono cards of one number: number and colour are one thing. ``motif`` names art in ``art/<motif>.svg``."""

    __pydantic_config__ = STRICT

    number: Number
    """The number of its cards."""
    name: Text
    """What the colour is called."""
    ink: Ink
    """What its cards are printed in."""
    motif: Art
    """The drawing on its cards: `art/MOTIF.svg`."""
    copies: Count = 5
    """How many of its cards there are."""


@dataclass(frozen=True, slots=True)
class PlusOne:
    """The +1 cards: how many, and the points for taking one."""

    __pydantic_config__ = STRICT

    copies: Annotated[int, Ge(0), Le(99)] = 7
    """How many +1 cards there are."""
    points: Points = 1
    """What taking one scores."""


@dataclass(frozen=True, slots=True)
class SetUp:
    """Set-up for a number of players. There are as many rows as players."""

    __pydantic_config__ = STRICT

    players: Count
    """The number of players that this is for."""
    per_row: Annotated[int, Ge(2), Le(20)]
    """Cards in each row at the start of a round; the last one stays, so each seat has one turn fewer in it."""
    rounds: Annotated[int, Ge(1), Le(20)]
    """How many rounds are played."""
    remove: Annotated[int, Ge(0), Le(99)] = 0
    """How many cards of each number are taken out."""
    remove_plus_one: Annotated[int, Ge(0), Le(99)] = 0
    """How many +1 cards are taken out."""


@dataclass(frozen=True, slots=True)
class Condition:
    """Condition on a row of cards.

    The row is a yaku if its cards are all ``equal``; if its numbers add up to ``of`` (``sum``); if they are just the
    ``numbers``, in any order (``set``); if they strictly rise or strictly fall within ``from`` and ``to``, gaps allowed
    (``monotone``); if they are all ``odd``; or all ``even``.
    """

    __pydantic_config__ = STRICT

    is_: Literal["equal", "sum", "set", "monotone", "odd", "even"]
    """What the cards must be: all of one number, with a sum, just the numbers, strictly rising or falling, all odd,
    or all even."""
    of: Annotated[int, Ge(1), Le(999)] | None = None
    """What the numbers add up to, of `sum`."""
    numbers: tuple[Number, ...] | None = None
    """The numbers, in any order, of `set`."""
    from_: Number | None = None
    """The lowest number, of `monotone`."""
    to: Number | None = None
    """The highest number, of `monotone`."""


@dataclass(frozen=True, slots=True)
class Slots:
    """Slots of a yaku for one number of cards: the points of each slot, in the order in which they are covered."""

    __pydantic_config__ = STRICT

    cards: Annotated[int, Ge(1), Le(20)]
    """How many cards the yaku has for these slots."""
    points: Annotated[tuple[Points, ...], MinLen(1), MaxLen(4)]
    """What each slot scores, in the order in which they are covered."""


@dataclass(frozen=True, slots=True)
class Yaku:
    """Yaku card. ``ruby`` is the reading of its Japanese name; ``frame`` is the id of one of ``frames``;
    ``motif`` names art."""

    __pydantic_config__ = STRICT

    id: Id
    """What other keys and positions call it."""
    name: Text
    """What it is called on its card."""
    ruby: Word
    """How its Japanese name is read, in kana."""
    frame: Id
    """The id of one of `frames`."""
    rule: Condition
    """Which cards make it."""
    slots: Annotated[tuple[Slots, ...], MinLen(1)]
    """Its slots, by the number of cards."""
    motif: Art
    """The drawing on its card: `art/MOTIF.svg`."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Sort of frames, distinguished by ink and by sign: yaku cards with the same frame lie side by side.

    ``sign`` names art. Without it the frame has as many bars as its place in the list says.
    """

    __pydantic_config__ = STRICT

    id: Id
    """What yaku call it."""
    ink: Ink
    """The colour of the frame."""
    sign: Art | None = None
    """The drawing on it, besides its ink: `art/SIGN.svg`. Without it as many bars as its place in the list says."""


@dataclass(frozen=True, slots=True)
class OpeningToken:
    """Slot that is covered before the first turn in the harder variant."""

    __pydantic_config__ = STRICT

    players: Count
    """With how many players this slot is covered."""
    yaku: Id
    """The id of the yaku."""
    cards: Count
    """Which of its slots: the first for this number of cards."""


@dataclass(frozen=True, slots=True)
class Variants:
    """The two variants of the source; both are off in the basic game."""

    __pydantic_config__ = STRICT

    opening_tokens: bool = False
    """Harder: the slots in ``opening-tokens`` are covered before the first turn."""
    plus_one_yaku: bool = False
    """Easier: a yaku may be achieved in a turn in which a +1 was taken. A +1 may still not be built on."""


@dataclass(frozen=True, slots=True)
class Bonus:
    """The final bonus: ``colours[n - 1]`` points for n colours on a field of at least ``from`` cards, and ``all_laid``
    more for a seat that has laid every card it took."""

    __pydantic_config__ = STRICT

    from_: Annotated[int, Ge(1), Le(99)] = 8
    """How many cards a field must have for the bonus."""
    colours: Annotated[tuple[Points, ...], MinLen(1)] = (5, 4, 3, 2, 0, 2, 3, 4, 5)
    """The points for 1, 2, 3 … colours on the field."""
    all_laid: Points = 2
    """What a seat scores more that has laid every card it took."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KasaneSettings:
    """Settings of Kasane no Irome and its descendants."""

    __pydantic_config__ = STRICT

    players: tuple[Count, Count] = (3, 4)
    """The fewest and the most who can play."""
    colours: Annotated[tuple[Colour, ...], MinLen(1)]
    """The kimono cards, number by number."""
    plus_one: PlusOne = field(default_factory=PlusOne)
    set_up: Annotated[tuple[SetUp, ...], MinLen(1)]
    """What depends on the number of players: an entry for each number."""
    frames: Annotated[tuple[Frame, ...], MinLen(1)]
    """The sorts of frames of yaku cards."""
    yaku: Annotated[tuple[Yaku, ...], MinLen(1)]
    """The yaku cards."""
    field_cards: Annotated[int, Ge(0), Le(1)] = 1
    """How many cards of the top of one's field a yaku may begin with."""
    bonus: Bonus = field(default_factory=Bonus)
    track: Annotated[int, Ge(2), Le(200)] = 20
    """Spaces of the score track, from 0; above the last a counter begins a second lap (KASANE-A1)."""
    track_per_card: Annotated[int, Ge(1), Le(10)] = 5
    """Spaces on each side of a score-track card."""
    opening_tokens: tuple[OpeningToken, ...] = ()
    """The slots that are covered before the first turn, in the harder variant."""
    variants: Variants = field(default_factory=Variants)
