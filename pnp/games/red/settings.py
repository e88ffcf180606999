"""Settings of red: the keys of its table in the definition file."""

from __future__ import annotations

from dataclasses import field
from typing import Annotated, Literal

from pnp.model.constraints import STRICT, Art, Count, Ge, Le, MinLen
from pnp.model.suits import Suit
from pnp.records import dataclass

CriterionName = Literal[
    "highest", "same-number", "same-colour", "sum", "different-colours", "run", "even", "odd", "below", "above"
]


@dataclass(frozen=True, slots=True)
class Criterion:
    """Criterion of a rule colour, which a selection must fulfil. ``of`` is the figure of ``sum``, ``below`` and
    ``above``."""

    __pydantic_config__ = STRICT

    is_: CriterionName
    """What counts in a palette: its highest card, most of one number or colour, a sum, most different colours, the
    longest run, most even or odd numbers, or most below or above a figure."""
    of: Annotated[int, Ge(0), Le(999)] | None = None
    """The figure of `sum`, `below` and `above`; the others have none."""


@dataclass(frozen=True, slots=True)
class Colour(Suit):
    """Suit of red, and the rule that its cards set when discarded. ``mark`` names art in ``art/<mark>.svg``."""

    __pydantic_config__ = STRICT

    mark: Art
    """The drawing on its cards: `art/MARK.svg`."""
    rule: Criterion
    """What counts while a card of this colour lies on top of the discards."""


@dataclass(frozen=True, slots=True)
class Readings:
    """Decisions on what the source leaves open (RED-A1, A2, A5; RED7-A1)."""

    __pydantic_config__ = STRICT

    single_card: Literal["group", "nothing"] = "group"
    """RED-A1: whether one card is a group or a run of one."""
    nobody_fits: Literal["nobody", "strongest-card"] = "nobody"
    """RED-A2: who is winning when no palette has a fitting card."""
    same_colour_discard: Literal["allowed", "not-allowed"] = "allowed"
    """RED-A5: whether a card of the colour in force may be discarded."""
    scored_cards: Literal["set-aside", "return"] = "set-aside"
    """RED7-A1: where the cards go that the winner of a round has scored, in a game with goals: out of the deck for the
    rest of the game, or back into it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RedSettings:
    """Settings of Red v0.999 and its descendants."""

    __pydantic_config__ = STRICT

    players: tuple[Count, Count] = (2, 4)
    """The fewest and the most who can play."""
    colours: Annotated[tuple[Colour, ...], MinLen(2)]
    """Strongest first, unless ``order`` says otherwise."""
    order: tuple[str, ...] | None = None
    """Ids of all colours, strongest first."""
    numbers: Annotated[tuple[Annotated[int, Ge(0), Le(99)], ...], MinLen(1)]
    """The numbers of the cards: there is each of them in every colour."""
    copies: Annotated[int, Ge(1), Le(9)] = 1
    """How many of each card the deck holds."""
    opening_rule: str | None = None
    """The colour in force at the start; the strongest when absent."""
    hand: Annotated[int, Ge(1), Le(99)]
    """How many cards each player is dealt."""
    draw: Literal["both", "over-palette", "never"] = "both"
    """When a card is drawn: after doing both actions; when the number discarded is greater than the number of cards
    in one's palette; never."""
    pass_: Literal["not-allowed", "out"] = "not-allowed"  # noqa: S105 - a word of the rules
    """Doing nothing: not an action, or an action that puts one out."""
    goals: tuple[Annotated[int, Ge(1), Le(9999)], ...] = ()
    """Points to reach, for the fewest players first. Without goals a round is the game."""
    best_with: tuple[Count, ...] = ()
    """With how many players the game is best, as its source says; printed if that number may play."""
    readings: Readings = field(default_factory=Readings)
