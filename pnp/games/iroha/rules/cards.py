"""Cards of iroha, the deck, and the record of its rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from pnp.games.core.suits import SuitCard, printed_fields
from pnp.games.iroha.settings import IrohaSettings
from pnp.model.component import Item
from pnp.model.text import Phrase, Text
from pnp.records import dataclass

Card: TypeAlias = SuitCard
"""Card of a suit. It sorts by suit id, then number."""

Cards: TypeAlias = tuple[Card, ...]
"""Cards in order: a hand, the plays of a trick, or the cards that a seat captured."""


# Figures and deck, derived from the settings


def figures(settings: IrohaSettings) -> Mapping[str, Any]:
    """Return the settings that an answer may depend on, as JSON data. Names, letters, inks and art are left out."""
    fewest_players = {number: icon.from_ for icon in settings.icons for number in icon.numbers}
    return {
        "players": list(settings.players),
        "suits": [suit.id for suit in settings.suits],
        "numbers": [{"number": number, "from": fewest_players[number]} for number in sorted(settings.numbers)],
        "dealt": settings.dealt,
        "passed": settings.passed,
        "cost": settings.cost,
        "deals-each": settings.deals_each,
    }


def deck(settings: IrohaSettings) -> tuple[Item, ...]:
    """Return the suit cards that some number of players uses, suits as in the settings, numbers rising.

    Fields: ``suit`` (id), ``number``, ``name``, ``letter``, ``ink``, ``motif``, ``pattern``, and ``icon``: the fewest
    and the most players with whom the card is used, which is also the item's ``players``.
    """
    fewest, most = settings.players
    fewest_players = {number: icon.from_ for icon in settings.icons for number in icon.numbers}
    return tuple(
        Item(
            str(Card(suit.id, number)),
            {
                "suit": suit.id,
                "number": number,
                **printed_fields(suit, "plural"),
                "icon": (max(fewest, fewest_players[number]), most),
            },
            players=(max(fewest, fewest_players[number]), most),
        )
        for suit in settings.suits
        for number in sorted(settings.numbers)
        if fewest_players[number] <= most
    )


# Record of the rules: one field per decision, so that a misreading can replace one

Rows: TypeAlias = Sequence[Sequence[int]]
"""Scores: a row per deal, with a score per seat."""


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """Figures of a definition, and the decisions of the game as functions.

    Suits are ids, in the order of the definition; numbers rise. ``fewest_players`` gives for each number the fewest
    players with whom its cards are used (the player icon). Seats count from 0, clockwise. "Marked card" is the index of
    the play beside the trump marker.
    """

    suits: tuple[str, ...]
    numbers: tuple[int, ...]
    names: Mapping[str, Text]
    many: Mapping[str, Text | Phrase]
    """What several cards of a suit are called."""
    deck: Mapping[Card, int]
    """Cards of the definition, one of each, suits as in the settings, numbers rising."""
    by_line: Mapping[str, Card]
    """Cards by their one-line notation."""
    fewest_players: Mapping[int, int]
    players: tuple[int, int]
    dealt: int
    passed: int
    cost: int
    deals_each: int

    used_with: Callable[[Rules, int, int], bool]
    """True if a number is used. Arguments: rules, number, players."""
    pass_to: Callable[[int, int], int]
    """Seat that gets passed cards. Arguments: giving seat, players."""
    passable: Callable[[Cards, Cards], Cards]
    """Cards that may be passed. Arguments: hand as dealt, cards received from the other side."""
    first_leader: Callable[[int, int], int]
    """Seat that leads the first trick. Arguments: dealer, players."""
    next_leader: Callable[[int, int, int], int]
    """Seat that leads the next trick. Arguments: leader and winner of the last trick, players."""
    next_dealer: Callable[[int, int], int]
    """Dealer of the next deal. Arguments: last dealer, players."""
    playable: Callable[[Cards, Cards, int], Cards]
    """Cards of a hand that may be played. Arguments: hand, trick so far, marked card."""
    marker_moves: Callable[[Cards, int, Card], bool]
    """True if the marker moves to a card. Arguments: trick before it, marked card, card."""
    taker: Callable[[Cards, int], int | None]
    """Index of the play that takes a trick, or None if that is left open. Arguments: plays, marked card."""
    scoring_cards: Callable[[Rules, Cards], Cards]
    """Captured cards that score points; the others cost. Arguments: rules, captured cards."""
    worth: Callable[[Rules, Card, Cards], int]
    """Points of a scoring card. Arguments: rules, card, captured cards of its suit."""
    rest_costs: Callable[[Rules, Cards], int]
    """Cost of the other captured cards of one suit together. Arguments: rules, those cards."""
    game_total: Callable[[Rules, Sequence[Cards]], int]
    """Total of a seat. Arguments: rules, its captured cards of each deal."""
    winners: Callable[[Rows], tuple[int, ...]]
    """Seats that win the game. Argument: scores of each deal."""


def pack(rules: Rules, players: int) -> Cards:
    """Return the cards used with ``players``, suits in the order of the definition, numbers rising."""
    return tuple(card for card in rules.deck if rules.used_with(rules, card.number, players))


def totals(rows: Rows) -> list[int]:
    """Return the sum of every seat's scores."""
    return [sum(column) for column in zip(*rows, strict=True)]
