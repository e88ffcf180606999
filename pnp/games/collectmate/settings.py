"""Settings of collectmate: the keys of its table in the definition file."""

from __future__ import annotations

from dataclasses import field
from typing import Annotated, Literal

from pnp.model.constraints import STRICT, Art, Count, Ge, Id, Le, MaxLen, MinLen
from pnp.model.suits import Suit
from pnp.model.text import Text
from pnp.records import dataclass


@dataclass(frozen=True, slots=True)
class Colour(Suit):
    """Colour of the ring. ``mark`` names art in ``art/<mark>.svg``."""

    __pydantic_config__ = STRICT

    mark: Art
    """The drawing that stands for it: `art/MARK.svg`."""
    points: Annotated[int, Ge(0), Le(99)]
    """What a group scores for it, once, where it stands on enough of its cards."""


@dataclass(frozen=True, slots=True)
class Tag:
    """Tag of the tag option. A caption that holds its name in brackets carries the tag."""

    __pydantic_config__ = STRICT

    id: Id
    """What keys and positions call it."""
    name: Text
    """The word of it, as it stands in brackets in captions."""


@dataclass(frozen=True, slots=True)
class CardKind:
    """Kind of card: the centre, the colours of the ring, and the caption of its illustration, if any."""

    __pydantic_config__ = STRICT

    id: Id
    """What templates and positions call it."""
    dot: bool
    """Whether the centre is a black dot; otherwise it is hollow."""
    colours: tuple[Id, ...]
    """Ids of the colours of the ring, in any order; none is allowed."""
    copies: Count = 1
    """How many of it there are."""
    set_: Id = "a"
    """The base set that it belongs to, such as a or b."""
    caption: Text | None = None
    """Tags stand in brackets, by their names in that language: "2 people at [rest]" carries the tag "rest" only."""
    art: Art | None = None
    """The illustration: ``art/<art>.svg``, or the scene ``art/scene-<art>.svg``, a square that the hub crops."""


@dataclass(frozen=True, slots=True)
class Readings:
    """Decisions on what the source leaves open (COLLECT-A1, A2, A5, A6)."""

    __pydantic_config__ = STRICT

    incomplete_hand: Literal["counts", "nothing"] = "counts"
    """COLLECT-A1: whether a hand that is not complete counts its valid group and may use the counter. With "nothing"
    it scores 0 and has no counter."""
    equal_tags: Literal["one-less", "pairs"] = "one-less"
    """COLLECT-A2: a tag on k cards of a group counts k - 1 times, or once for each pair of them, k (k - 1) / 2."""
    tie_without_counter: Literal["declarer", "others"] = "declarer"
    """COLLECT-A5: who wins among equals while the counter is switched off: the declarer, or the nearest of the others
    after the declarer. With the counter in force the declarer goes first."""
    take_centres: Literal["ignored", "same"] = "ignored"
    """COLLECT-A6: whether the cards of an opened set need the same centre as well as a colour in common."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectmateSettings:
    """Settings of Collect Mate."""

    __pydantic_config__ = STRICT

    players: tuple[Count, Count] = (2, 5)
    """The fewest and the most who can play."""
    colours: Annotated[tuple[Colour, ...], MinLen(1)]
    """The colours, in the order of the ring on the cards."""
    tags: tuple[Tag, ...] = ()
    """The tags that captions may carry."""
    cards: Annotated[tuple[CardKind, ...], MinLen(1)]
    """The kinds of cards of the base sets."""
    hand: Annotated[int, Ge(1), Le(12)] = 7
    """How many cards a hand has."""
    groups: Annotated[tuple[Annotated[int, Ge(1), Le(12)], ...], MinLen(1), MaxLen(3)] = (3, 4)
    """How many cards each group has; together they are the hand."""
    enough: Annotated[int, Ge(1), Le(12)] = 3
    """On how many cards of a group a colour has to stand to score. More do not score more."""
    open_: Annotated[int, Ge(2), Le(12)] = 3
    """How many cards with a colour in common are laid face up when a field card is taken, that card included; and on
    how many face-up cards some colour has to stand ever after."""
    counter: bool = True
    """Whether a seat that did not declare and has at least the declarer's score adds ``counter-points``."""
    counter_points: Annotated[int, Ge(1), Le(99)] = 1
    """What a seat with the counter adds to its score."""
    tag_option: bool = True
    """Whether tags score."""
    tag_points: Annotated[int, Ge(1), Le(99)] = 1
    """What a tag scores each time it counts."""
    readings: Readings = field(default_factory=Readings)
