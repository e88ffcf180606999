"""The cards of iroha: a suit and a number."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from pnp.games.core.suits import SuitCard, printed_fields
from pnp.games.iroha.settings import IrohaSettings
from pnp.model.component import Item
from pnp.model.text import Text
from pnp.records import dataclass

Card: TypeAlias = SuitCard
"""A card of a suit, which sorts by suit id, then number."""

Cards: TypeAlias = tuple[Card, ...]
"""Cards in an order of their own: a hand, the plays of a trick, what a seat captured."""


# What the rules of iroha rest on, and the deck, both derived from the settings.


def figures(settings: IrohaSettings) -> Mapping[str, Any]:
    """The settings that an answer may depend on, as JSON data: names, letters, inks and art are left out."""
    first_players = {number: icon.from_ for icon in settings.icons for number in icon.numbers}
    return {
        "players": list(settings.players),
        "suits": [suit.id for suit in settings.suits],
        "numbers": [{"number": number, "from": first_players[number]} for number in sorted(settings.numbers)],
        "dealt": settings.dealt,
        "passed": settings.passed,
        "cost": settings.cost,
        "deals-each": settings.deals_each,
    }


def deck(settings: IrohaSettings) -> tuple[Item, ...]:
    """The suit cards, suits as in the settings, numbers rising: those that some number of players uses.

    Fields: ``suit`` (id), ``number``, ``name``, ``letter``, ``ink``, ``motif``, ``pattern``, and ``icon``: the fewest
    and the most players with whom the card is used, which is also the item's ``players``.
    """
    fewest, most = settings.players
    first_players = {number: icon.from_ for icon in settings.icons for number in icon.numbers}
    return tuple(
        Item(
            str(Card(suit.id, number)),
            {
                "suit": suit.id,
                "number": number,
                **printed_fields(suit),
                "icon": (max(fewest, first_players[number]), most),
            },
            players=(max(fewest, first_players[number]), most),
        )
        for suit in settings.suits
        for number in sorted(settings.numbers)
        if first_players[number] <= most
    )


# The rules of iroha as a record: every decision of the game is one field, so that one of them can be replaced.

Rows: TypeAlias = Sequence[Sequence[int]]
"""A row per deal, each with a score per seat."""


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """The figures of a definition, and the decisions of the game as named functions.

    Suits are ids, in the order of the definition; numbers rise. ``first_players`` says from how many players each
    number is used, the player icon of its cards. Seats count from 0, clockwise.
    """

    suits: tuple[str, ...]
    numbers: tuple[int, ...]
    names: Mapping[str, Text]
    letters: Mapping[str, str]
    cards: Mapping[tuple[str, int], Card]
    """Every card of the definition by suit and number."""
    by_line: Mapping[str, Card]
    """Every card by its one-line notation."""
    first_players: Mapping[int, int]
    players: tuple[int, int]
    dealt: int
    passed: int
    cost: int
    deals_each: int

    used_with: Callable[[Rules, int, int], bool]
    """Whether a number is used: of the number, and how many play."""
    pass_to: Callable[[int, int], int]
    """The seat that gets the cards passed: of the seat that gives them, and how many play."""
    passable: Callable[[Cards, Cards], Cards]
    """The cards that may be passed: of the hand as dealt, and of what has come from the other side."""
    first_leader: Callable[[int, int], int]
    """The seat that leads the first trick: of the dealer, and how many play."""
    next_leader: Callable[[int, int, int], int]
    """The seat that leads the next trick: of the leader and the winner of the last one, and how many play."""
    next_dealer: Callable[[int, int], int]
    """The dealer of the next deal: of the last one, and how many play."""
    playable: Callable[[Cards, Cards, int], Cards]
    """The cards of a hand that may be played: of the hand, the trick so far, and the card beside the marker."""
    marker_moves: Callable[[Cards, int, Card], bool]
    """Whether the marker moves to a card: of the trick before it, the card beside the marker, and the card."""
    taker: Callable[[Cards, int], int | None]
    """Who takes a trick, by index: of the plays, and the card beside the marker. None where that is left open."""
    scoring_cards: Callable[[Rules, Cards], Cards]
    """The captured cards that score points; all others cost."""
    worth: Callable[[Rules, Card, Cards], int]
    """What a scoring card is worth: of the card, and the captured cards of its suit."""
    rest_costs: Callable[[Rules, Cards], int]
    """What the other captured cards of one suit cost together."""
    game_total: Callable[[Rules, Sequence[Cards]], int]
    """The total of a seat: of what it captured, deal by deal."""
    winners: Callable[[Rows], tuple[int, ...]]
    """The seats that win the game: of the scores of each deal."""


def pack(rules: Rules, players: int) -> Cards:
    """The cards used with that many players, suits in the order of the definition, numbers rising."""
    return tuple(card for card in rules.cards.values() if rules.used_with(rules, card.number, players))


def totals(rows: Rows) -> list[int]:
    """The sum of every seat's scores."""
    return [sum(column) for column in zip(*rows, strict=True)]
