"""Cards of red: a colour and a number, the one-line notation, the deck, and the record of the rules."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import field
from typing import Any, Literal, NamedTuple, TypeAlias

from pnp.games.core.playing.play import NotationError
from pnp.games.core.suits import suit_items
from pnp.games.red.settings import Colour, Criterion, CriterionName, RedSettings
from pnp.model.component import Item
from pnp.model.text import Text
from pnp.records import dataclass


class Card(NamedTuple):
    """Card: the id of its colour, and its number. Equal copies are equal cards.

    A card sorts by colour id, then number. This order is for listing only; the rules decide which card is stronger.

        >>> str(Card("red", 7)), Card("red", 7).as_json()
        ('red-7', ['red', 7])
    """

    colour: str
    number: int

    def __str__(self) -> str:
        return f"{self.colour}-{self.number}"

    def as_json(self) -> list[str | int]:
        """Return the card as the conformance cases write it: ``[colour, number]``."""
        return [self.colour, self.number]


Palette: TypeAlias = tuple[Card, ...]
"""Cards in the order in which they were laid."""


def parse_card(line: str, cards: Iterable[Card], letters: Mapping[str, str] | None = None) -> Card:
    """Return the card of ``cards`` that ``line`` names.

    ``red-7`` names a card, and ``R7`` does if ``letters`` maps colour ids to letters.

        >>> deck = [Card("red", 7), Card("dark-red", 12)]
        >>> parse_card("dark-red-12", deck), parse_card("D12", deck, {"red": "R", "dark-red": "D"})
        (Card(colour='dark-red', number=12), Card(colour='dark-red', number=12))

    Raises NotationError if there is no such card.
    """
    for card in cards:
        if line == str(card) or (letters is not None and line == short(card, letters)):
            return card
    raise NotationError(f"{line!r} is not a card of this game: expected a colour and a number, such as red-7")


def short(card: Card, letters: Mapping[str, str]) -> str:
    """Return the short form of a card, by the letter of its colour.

    >>> short(Card("red", 7), {"red": "R"})
    'R7'
    """
    return f"{letters[card.colour]}{card.number}"


# Figures and deck, derived from the settings


def strongest_first(settings: RedSettings) -> tuple[Colour, ...]:
    """Return the colours, strongest first."""
    if settings.order is None:
        return settings.colours
    by_id = {colour.id: colour for colour in settings.colours}
    return tuple(by_id[key] for key in settings.order)


def figures(settings: RedSettings) -> Mapping[str, Any]:
    """Return the settings that an answer may depend on, as JSON data.

    Names, letters, inks and marks are left out. The reading of scored cards (RED7-A1) stands there only if they go
    back: without goals nothing is scored, and codes printed before the reading existed stay valid.
    """
    readings = settings.readings
    returned = {"scored-cards": "return"} if settings.goals and readings.scored_cards == "return" else {}
    return {
        "players": list(settings.players),
        "colours": [
            {"id": colour.id, "rule": {"is": colour.rule.is_, "of": colour.rule.of}}
            for colour in strongest_first(settings)
        ],
        "numbers": sorted(settings.numbers),
        "copies": settings.copies,
        "opening-rule": settings.opening_rule or strongest_first(settings)[0].id,
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
    """Return the colour cards, strongest colour first, numbers as in the settings.

    Fields: ``colour`` (id), ``number``, ``name``, ``letter``, ``ink``, ``mark``, and ``rule``, the criterion.
    """
    return suit_items(strongest_first(settings), settings.numbers, "colour", settings.copies)


# Record of the rules: one field per decision, so that a misreading can replace one

Do: TypeAlias = Literal["play", "rule", "both", "pass"]
Passing: TypeAlias = Literal["not-allowed", "out", "stay"]

Select: TypeAlias = Callable[["Rules", Palette, int], Palette]
"""Function of the best selection. Arguments: rules, cards that may count, figure of the criterion."""
Groups: TypeAlias = Iterable[Palette]
PickGroup: TypeAlias = Callable[["Rules", Groups], Palette]
"""Function of the group that counts. Arguments: rules, groups of cards."""


class Action(NamedTuple):
    """Action of a seat: lay a card, discard one to set the rule, both in this order, or nothing."""

    do: Do
    played: Card | None
    discarded: Card | None


SHAPES: Mapping[Do, tuple[bool, bool]] = {
    "play": (True, False),
    "rule": (False, True),
    "both": (True, True),
    "pass": (False, False),
}
"""Pair for each action: True if it plays a card, True if it discards one."""


def action_of(move: Sequence[Any]) -> Action:
    """Return the action of a move that a position has: ``["both", ["red", 7], ["blue", 3]]``."""
    do, played, discarded = move
    return Action(do, played and Card(*played), discarded and Card(*discarded))


class Best(NamedTuple):
    """Best selection of a palette: number of cards, the card that breaks ties, the cards."""

    size: int
    high: Card
    cards: Palette


class Turn(NamedTuple):
    """Table before and after an action of the seat ``me``, and the winning seat after it."""

    before: tuple[Palette, ...]
    rule_before: str
    after: tuple[Palette, ...]
    me: int
    winner: int | None


Contenders: TypeAlias = Sequence[tuple[int, Best]]
"""Seats whose best selections are equally large, with these selections."""


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """Figures of a definition, and the decisions of the game as functions.

    Colours are ids, strongest first. ``deck`` holds the number of copies of each card.
    """

    colours: tuple[str, ...]
    numbers: tuple[int, ...]
    names: Mapping[str, Text]
    letters: Mapping[str, str]
    deck: Mapping[Card, int]
    criteria: Mapping[str, Criterion]
    players: tuple[int, int]
    hand: int
    opening_rule: str
    goals: tuple[int, ...]

    strength: Callable[[Card], int]
    """Strength of a card: the stronger of two cards has the greater one."""
    select: Mapping[CriterionName, Select]
    """Functions of the best selection, by criterion."""
    pick_group: PickGroup
    """Group that counts. Arguments: rules, groups."""
    single_is_group: bool
    """RED-A1: True if one card is a group or a run."""
    eligible: Callable[[Palette, str], Palette]
    """Cards that a rule colour looks at. Arguments: palette, colour."""
    tie_card: Callable[[Rules, Palette, Palette], Card]
    """Card that breaks ties. Arguments: rules, selection, its palette."""
    break_tie: Callable[[Rules, Contenders, int | None], int | None]
    """Winner among seats with equally large selections. Arguments: rules, contenders, acting seat or None."""
    nobody_fits: Callable[[Rules, Sequence[Palette]], int | None]
    """RED-A2: winning seat if no palette has a fitting card. Arguments: rules, palettes."""
    first_seat: Callable[[Rules, int | None, Sequence[Palette]], int]
    """Seat that acts first. Arguments: rules, winner under the opening rule or None, palettes of one card."""
    counted_palette: Callable[[Palette, Card | None], Palette]
    """Cards compared at the end of a turn. Arguments: palette of the acting seat, its discard or None."""
    discard_allowed: Callable[[bool], bool]
    """True if a discard is allowed. Argument: whether the acting seat is winning at the end of the turn."""
    colour_may_be_discarded: Callable[[Card, str], bool]
    """RED-A5: True if a card may be discarded. Arguments: card, colour in force."""
    passing: Passing
    """Status of doing nothing: no action, an action that puts the seat out, or one that changes nothing."""
    goes_out: Callable[[Rules, Turn], tuple[int, ...]]
    """Seats that are out after a turn. Arguments: rules, turn."""
    draws: Callable[[Action, int], bool]
    """True if a card is drawn. Arguments: action, size of the acting seat's palette after it."""
    scoring_cards: Callable[[Rules, Palette, str], Palette]
    """Cards whose numbers the winner of a round scores. Arguments: rules, palette, colour in force."""
    leaving: Callable[[int], int]
    """RED7-A1: number of scored cards that leave the deck for the rest of the game. Argument: cards scored."""
    reaches: Callable[[int, int], bool]
    """True if points reach the goal. Arguments: points, goal."""
    wins_undealt: Callable[[Sequence[int], int], tuple[int, ...]]
    """Winners of the game if no round can be dealt. Arguments: points by seat, winner of the last round."""

    shared_memos: dict[Hashable, dict[Palette, Best | None]] = field(default_factory=dict, repr=False)
    """Memoised best selections, shared with patched records: by the decisions they depend on, then by palette."""
    memo_by_rule: dict[str, dict[Palette, Best | None]] = field(default_factory=dict, init=False, repr=False)
    """Entries of ``shared_memos`` that hold for this record, by rule colour."""
