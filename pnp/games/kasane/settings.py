"""The settings of kasane: the keys of its table in the definition file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from pnp.model.constraints import STRICT, Art, Count, Ge, Id, Ink, Le, MaxLen, MinLen, Word
from pnp.model.text import Text

Number = Annotated[int, Ge(1), Le(99)]
Points = Annotated[int, Ge(0), Le(99)]


@dataclass(frozen=True, slots=True)
class Colour:
    """The kimono cards of one number: number and colour are one thing. ``motif`` names art in ``art/<motif>.svg``."""

    __pydantic_config__ = STRICT

    number: Number
    name: Text
    ink: Ink
    motif: Art
    copies: Count = 5


@dataclass(frozen=True, slots=True)
class PlusOne:
    """The +1 cards: how many, and the points for taking one."""

    __pydantic_config__ = STRICT

    copies: Annotated[int, Ge(0), Le(99)] = 7
    points: Points = 1


@dataclass(frozen=True, slots=True)
class SetUp:
    """What depends on the number of players. There are as many rows as players."""

    __pydantic_config__ = STRICT

    players: Count
    per_row: Annotated[int, Ge(2), Le(20)]
    """Cards in each row at the start of a round; the last one stays, so each seat has one turn fewer in it."""
    rounds: Annotated[int, Ge(1), Le(20)]
    remove: Annotated[int, Ge(0), Le(99)] = 0
    """How many cards of each number are taken out."""
    remove_plus_one: Annotated[int, Ge(0), Le(99)] = 0
    """How many +1 cards are taken out."""


@dataclass(frozen=True, slots=True)
class Condition:
    """When a row of cards is a yaku: all ``equal``; numbers that add up to ``of`` (``sum``); just the ``numbers``, in
    any order (``set``); strictly rising or strictly falling within ``from`` and ``to``, gaps allowed (``monotone``);
    all ``odd``; all ``even``."""

    __pydantic_config__ = STRICT

    is_: Literal["equal", "sum", "set", "monotone", "odd", "even"]
    of: Annotated[int, Ge(1), Le(999)] | None = None
    numbers: tuple[Number, ...] | None = None
    from_: Number | None = None
    to: Number | None = None


@dataclass(frozen=True, slots=True)
class Slots:
    """The slots of a yaku for one number of cards: the points of each slot, in the order in which they are covered."""

    __pydantic_config__ = STRICT

    cards: Annotated[int, Ge(1), Le(20)]
    points: Annotated[tuple[Points, ...], MinLen(1), MaxLen(4)]


@dataclass(frozen=True, slots=True)
class Yaku:
    """A yaku card. ``ruby`` is how its Japanese name is read; ``frame`` is the id of one of ``frames``; ``motif`` names
    art."""

    __pydantic_config__ = STRICT

    id: Id
    name: Text
    ruby: Word
    frame: Id
    rule: Condition
    slots: Annotated[tuple[Slots, ...], MinLen(1)]
    motif: Art


@dataclass(frozen=True, slots=True)
class Frame:
    """A sort of frames, told apart by ink and by sign: yaku cards with the same frame lie side by side. ``sign`` names
    art; without it the frame has as many bars as its place in the list says."""

    __pydantic_config__ = STRICT

    id: Id
    ink: Ink
    sign: Art | None = None


@dataclass(frozen=True, slots=True)
class OpeningToken:
    """A slot that is covered before the first turn in the harder variant."""

    __pydantic_config__ = STRICT

    players: Count
    yaku: Id
    cards: Count


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
    """The final bonus: ``colours[n - 1]`` points for n colours on a field of at least ``from`` cards, and
    ``all_laid`` more for a seat that has laid every card it took."""

    __pydantic_config__ = STRICT

    from_: Annotated[int, Ge(1), Le(99)] = 8
    colours: Annotated[tuple[Points, ...], MinLen(1)] = (5, 4, 3, 2, 0, 2, 3, 4, 5)
    all_laid: Points = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class KasaneSettings:
    """Kasane no Irome and its descendants."""

    __pydantic_config__ = STRICT

    players: tuple[Count, Count] = (3, 4)
    colours: Annotated[tuple[Colour, ...], MinLen(1)]
    plus_one: PlusOne = field(default_factory=PlusOne)
    set_up: Annotated[tuple[SetUp, ...], MinLen(1)]
    frames: Annotated[tuple[Frame, ...], MinLen(1)]
    yaku: Annotated[tuple[Yaku, ...], MinLen(1)]
    field_cards: Annotated[int, Ge(0), Le(1)] = 1
    """How many cards of the top of one's field a yaku may begin with."""
    bonus: Bonus = field(default_factory=Bonus)
    track: Annotated[int, Ge(2), Le(200)] = 20
    """Spaces of the score track, from 0; above the last a counter begins a second lap (KASANE-A1)."""
    track_per_card: Annotated[int, Ge(1), Le(10)] = 5
    """Spaces on each side of a score-track card."""
    opening_tokens: tuple[OpeningToken, ...] = ()
    variants: Variants = field(default_factory=Variants)
