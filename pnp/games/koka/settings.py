"""Settings of koka: the keys of its table in the definition file."""

from __future__ import annotations

from dataclasses import field
from typing import Annotated, Literal

from pnp.model.constraints import STRICT, Art, Count, Ge, Le, MaxLen, MinLen
from pnp.model.suits import Suit
from pnp.model.text import Text
from pnp.records import dataclass

Points = Annotated[int, Ge(0), Le(999)]


@dataclass(frozen=True, slots=True)
class Colour(Suit):
    """Colour of dice. ``petal`` names art in ``art/<petal>.svg``: the pips of its faces."""

    __pydantic_config__ = STRICT

    petal: Art
    """The drawing of its pips: `art/PETAL.svg`."""
    dice: Annotated[int, Ge(1), Le(99)] = 15
    """How many dice of this colour there are."""


@dataclass(frozen=True, slots=True)
class PerRound:
    """Number of dice rolled into the tray each round, for one number of players."""

    __pydantic_config__ = STRICT

    players: Count
    """The number of players that this is for."""
    dice: Annotated[int, Ge(1), Le(20)]
    """How many dice are rolled into the tray each round."""


@dataclass(frozen=True, slots=True)
class Sets:
    """What a set of three and a set of six score. ``k`` equal sets of three together score ``k * k * three``."""

    __pydantic_config__ = STRICT

    three: Points = 1
    """What a set of three scores; k equal ones together score k times k times that."""
    six: Points = 10
    """What a set of six scores."""


@dataclass(frozen=True, slots=True)
class Group:
    """Group of a special hand: ``size`` dice of one colour (``same``) or of any.

    Their values are all the ``same``, a ``run`` of consecutive values, or ``any``.
    """

    __pydantic_config__ = STRICT

    size: Annotated[int, Ge(1), Le(99)]
    """How many dice it has."""
    colour: Literal["same", "any"] = "same"
    """Whether they must be of the same colour."""
    value: Literal["same", "run", "any"] = "any"
    """Whether their values are all the same, a run of consecutive ones, or any."""


@dataclass(frozen=True, slots=True)
class SpecialHand:
    """Further way to be complete: the twelve dice split into these groups.

    It scores ``points`` instead of the sets if that is more.
    """

    __pydantic_config__ = STRICT

    name: Text
    """What the hand is called."""
    groups: Annotated[tuple[Group, ...], MinLen(1), MaxLen(12)]
    """The groups that the twelve dice split into."""
    points: Points
    """What the hand scores, where its sets score less."""


@dataclass(frozen=True, slots=True)
class Readings:
    """Decisions on what the source leaves open (KOKA-A1, A2, A3, A7, A8)."""

    __pydantic_config__ = STRICT

    equal_sets: Literal["any-colours", "different-colours"] = "any-colours"
    """KOKA-A1: whether equal sets of one colour multiply. With "different-colours" a further equal set of a colour
    scores by itself and multiplies with nothing."""
    partition: Literal["best", "six-first"] = "best"
    """KOKA-A2: whether the best partition counts, or among the partitions with a set of six, where there are any, the
    best of those."""
    two_sixes: Literal["no-form", "form"] = "no-form"
    """KOKA-A3: whether two sets of six are complete; as a form each scores ``six``, equal or not."""
    untaken_dice: Literal["again", "stay"] = "again"
    """KOKA-A7: whether dice that were rerolled and not taken are rolled again as they go back, or stay as they fell."""
    reroll_count: Literal["two", "one-or-two"] = "two"
    """KOKA-A8: how many dice of the tray a reroll takes: always two, or one or two."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KokaSettings:
    """Settings of Koka Saimoku and its descendants. A hand is complete with twelve dice; a die has six faces."""

    __pydantic_config__ = STRICT

    players: tuple[Count, Count] = (2, 4)
    """The fewest and the most who can play."""
    colours: Annotated[tuple[Colour, ...], MinLen(1)]
    """The colours of dice."""
    per_round: Annotated[tuple[PerRound, ...], MinLen(1)]
    """How many dice are rolled each round, for each number of players."""
    kept: Annotated[int, Ge(1), Le(9)] = 3
    """The kept die that sends all of them back to the bag and brings a die from the discards."""
    games: Annotated[int, Ge(1), Le(20)] = 4
    """How many games are played."""
    sets: Sets = field(default_factory=Sets)
    special_hands: tuple[SpecialHand, ...] = ()
    """Further ways to be complete; none where the list is empty."""
    readings: Readings = field(default_factory=Readings)
