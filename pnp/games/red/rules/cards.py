"""The cards of red: a colour and a number, and how a card is written on one line."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import field
from typing import Any, Literal, NamedTuple, TypeAlias

from pnp.games.core.play import NotationError
from pnp.games.core.suits import suit_items
from pnp.games.red.settings import Criterion, CriterionName, RedSettings
from pnp.model.component import Item
from pnp.model.text import Text
from pnp.records import dataclass


class Card(NamedTuple):
    """A card: the id of its colour, and its number. Equal copies are equal cards.

    A card sorts by colour id, then number, which is only an order for listing: how strong a card is, the rules say.

    >>> str(Card("red", 7)), Card("red", 7).as_json()
    ('red-7', ['red', 7])
    """

    colour: str
    number: int

    def __str__(self) -> str:
        return f"{self.colour}-{self.number}"

    def as_json(self) -> list[str | int]:
        """The card as the conformance cases write it: ``[colour, number]``."""
        return [self.colour, self.number]


Palette: TypeAlias = tuple[Card, ...]
"""Cards in the order in which they were laid."""


def parse_card(line: str, cards: Iterable[Card], letters: Mapping[str, str] | None = None) -> Card:
    """The card of ``cards`` that ``line`` names: ``red-7``, or ``R7`` where ``letters`` maps colour ids to letters.

    >>> deck = [Card("red", 7), Card("dark-red", 12)]
    >>> parse_card("dark-red-12", deck), parse_card("D12", deck, {"red": "R", "dark-red": "D"})
    (Card(colour='dark-red', number=12), Card(colour='dark-red', number=12))

    Raises NotationError when there is no such card.
    """
    for card in cards:
        if line == str(card) or (letters is not None and line == short(card, letters)):
            return card
    raise NotationError(f"{line!r} is not a card of this game: expected a colour and a number, such as red-7")


def short(card: Card, letters: Mapping[str, str]) -> str:
    """The short form of a card, by the letter of its colour.

    >>> short(Card("red", 7), {"red": "R"})
    'R7'
    """
    return f"{letters[card.colour]}{card.number}"


# What the rules of red rest on, and the deck, both derived from the settings.


def figures(settings: RedSettings) -> Mapping[str, Any]:
    """The settings that an answer may depend on, as JSON data: names, letters, inks and marks are left out.

    Where scored cards go (RED7-A1) is told only where they go back: without goals nothing is scored, and codes printed
    before there was this reading stay what they are.
    """
    readings = settings.readings
    returned = {"scored-cards": "return"} if settings.goals and readings.scored_cards == "return" else {}
    return {
        "players": list(settings.players),
        "colours": [
            {"id": colour.id, "rule": {"is": colour.rule.is_, "of": colour.rule.of}} for colour in settings.strength
        ],
        "numbers": sorted(settings.numbers),
        "copies": settings.copies,
        "opening-rule": settings.opening_rule or settings.strength[0].id,
        "hand": settings.hand,
        "draw": settings.draw,
        "pass": settings.pass_,
        "goals": list(settings.goals),
        "readings": {
            "single-card": readings.single_card,
            "nobody-fits": readings.nobody_fits,
            "same-colour-discard": readings.same_colour_discard,
            **returned,
        },
    }


def deck(settings: RedSettings) -> tuple[Item, ...]:
    """The colour cards, strongest colour first, numbers as in the settings.

    Fields: ``colour`` (id), ``number``, ``name``, ``letter``, ``ink``, ``mark``, and ``rule``, the criterion.
    """
    return suit_items(settings.strength, settings.numbers, "colour", settings.copies)


# The rules of red as a record: every decision of the game is one field, so that one of them can be replaced.

Do: TypeAlias = Literal["play", "rule", "both", "pass"]
Passing: TypeAlias = Literal["not-allowed", "out", "stay"]

Select: TypeAlias = Callable[["Rules", Palette, int], Palette]
"""The best selection of a palette: of the rules, the cards that may count, and the figure of the criterion."""
Groups: TypeAlias = Iterable[Palette]
PickGroup: TypeAlias = Callable[["Rules", Groups], Palette]
"""Which of several groups of cards counts."""


class Action(NamedTuple):
    """What a seat does in its turn: lay a card, discard one to set the rule, both in this order, or nothing."""

    do: Do
    played: Card | None
    discarded: Card | None


SHAPES: Mapping[Do, tuple[bool, bool]] = {
    "play": (True, False),
    "rule": (False, True),
    "both": (True, True),
    "pass": (False, False),
}
"""Per action, whether it plays a card and whether it discards one."""


class Best(NamedTuple):
    """The best selection of a palette: how many cards, the card that breaks ties, the cards."""

    size: int
    high: Card
    cards: Palette


class Turn(NamedTuple):
    """The table before and after an action of the seat ``me``, and the seat that is winning after it."""

    before: tuple[Palette, ...]
    rule_before: str
    after: tuple[Palette, ...]
    rule_after: str
    me: int
    winner: int | None


Contenders: TypeAlias = Sequence[tuple[int, Best]]
"""Seats whose best selections are equally large, with these selections."""


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """The figures of a definition, and the decisions of the game as named functions.

    Colours are ids, strongest first. ``deck`` holds how many there are of each card.
    """

    colours: tuple[str, ...]
    numbers: tuple[int, ...]
    names: Mapping[str, Text]
    letters: Mapping[str, str]
    deck: Mapping[Card, int]
    cards: Mapping[tuple[str, int], Card]
    """The cards of the deck by colour and number."""
    criteria: Mapping[str, Criterion]
    players: tuple[int, int]
    hand: int
    opening_rule: str
    goals: tuple[int, ...]

    strength: Callable[[Card], int]
    """Of two cards, the one with the greater strength is stronger."""
    select: Mapping[CriterionName, Select]
    """The best selection, per criterion."""
    pick_group: PickGroup
    """Which of several groups counts."""
    single_is_group: bool
    """RED-A1: whether one card is a group or a run."""
    eligible: Callable[[Palette, str], Palette]
    """Which cards of a palette a rule colour looks at."""
    tie_card: Callable[[Rules, Palette, Palette], Card]
    """The card that breaks ties: of a selection, and the palette it was taken from."""
    break_tie: Callable[[Rules, Contenders, int | None], int | None]
    """Who wins of seats with equally large selections; the last argument is the seat that acts, if any."""
    nobody_fits: Callable[[Rules, Sequence[Palette]], int | None]
    """RED-A2: who is winning when no palette has a fitting card."""
    first_seat: Callable[[Rules, int | None, Sequence[Palette]], int]
    """Who acts first: of the seat winning under the opening rule, if any, and the palettes of one card."""
    counted_palette: Callable[[Palette, Card | None], Palette]
    """What is compared at the end of a turn: of the palette of the seat that acts, and the card it discarded."""
    discard_allowed: Callable[[bool], bool]
    """Whether a discard is allowed: of whether the seat that acts is winning at the end of the turn."""
    colour_may_be_discarded: Callable[[Card, str], bool]
    """RED-A5: whether a card may be discarded under the rule in force."""
    passing: Passing
    """What doing nothing is: no action, one that puts one out, or one that changes nothing."""
    goes_out: Callable[[Rules, Turn], tuple[int, ...]]
    """The seats that are out after a turn."""
    draws: Callable[[Action, int], bool]
    """Whether a card is drawn: of the action, and the cards then in the palette of the seat that acts."""
    scoring_cards: Callable[[Rules, Palette, str], Palette]
    """The cards whose numbers the winner of a round scores."""
    leaving: Callable[[int], int]
    """RED7-A1: how many of so many scored cards leave the deck for the rest of the game."""
    reaches: Callable[[int, int], bool]
    """Whether so many points, the first figure, reach the goal, the second."""
    wins_undealt: Callable[[Sequence[int], int], tuple[int, ...]]
    """Who wins the game when no further round can be dealt: of the points by seat, and the winner of the last round."""

    found: dict[Hashable, dict[Palette, Best | None]] = field(default_factory=dict, repr=False)
    """Best selections already found, shared with patched records: by the decisions they rest on, then by palette."""
    found_here: dict[str, dict[Palette, Best | None]] = field(default_factory=dict, init=False, repr=False)
    """The entry of ``found`` that holds for this very record, by rule colour."""
