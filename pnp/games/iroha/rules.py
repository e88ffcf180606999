"""The rules of iroha as a record: every decision of the game is one field, so that one of them can be replaced."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from pnp.games.iroha.cards import Card, Cards
from pnp.games.iroha.scoring import score
from pnp.games.iroha.settings import IrohaSettings
from pnp.model.text import Text, say

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


def rules_of(settings: IrohaSettings) -> Rules:
    """The rules that ``settings`` describe. The settings must have no problems."""
    numbers = tuple(sorted(settings.numbers))
    cards = [Card(suit.id, number) for suit in settings.suits for number in numbers]
    return Rules(
        suits=tuple(suit.id for suit in settings.suits),
        numbers=numbers,
        names={suit.id: suit.name for suit in settings.suits},
        letters={suit.id: say(suit.letter, "en") for suit in settings.suits},
        cards={(card.suit, card.number): card for card in cards},
        by_line={str(card): card for card in cards},
        first_players={number: icon.from_ for icon in settings.icons for number in icon.numbers},
        players=settings.players,
        dealt=settings.dealt,
        passed=settings.passed,
        cost=settings.cost,
        deals_each=settings.deals_each,
        used_with=by_icon,
        pass_to=to_the_left,
        passable=_own_cards,
        first_leader=to_the_left,
        next_leader=_winner_leads,
        next_dealer=to_the_left,
        playable=_suits_of_the_trick,
        marker_moves=_to_a_new_suit,
        taker=_highest_of_the_trump,
        scoring_cards=lowest_of_each_suit,
        worth=_its_number,
        rest_costs=_each_card,
        game_total=_deal_by_deal,
        winners=_top_totals,
    )


def seats_of(rules: Rules) -> range:
    """The numbers of players that the rules allow."""
    return range(rules.players[0], rules.players[1] + 1)


def pack(rules: Rules, players: int) -> Cards:
    """The cards used with that many players, suits in the order of the definition, numbers rising."""
    return tuple(card for card in rules.cards.values() if rules.used_with(rules, card.number, players))


def by_icon(rules: Rules, number: int, players: int) -> bool:
    """A number is used from the players on that its icon names."""
    return rules.first_players[number] <= players


def to_the_left(seat: int, players: int) -> int:
    """The left neighbour: the next seat, clockwise."""
    return (seat + 1) % players


def fitting(hand: Cards, suits: frozenset[str]) -> Cards:
    """The cards of ``hand`` in one of ``suits``, or all of it where there is none."""
    return tuple(card for card in hand if card.suit in suits) or hand


def lowest_of_each_suit(rules: Rules, captured: Cards) -> Cards:
    """The lowest captured card of each suit, suits in the order of the rules."""
    piles = ([card for card in captured if card.suit == suit] for suit in rules.suits)
    return tuple(min(pile) for pile in piles if pile)


def totals(rows: Rows) -> list[int]:
    """The sum of every seat's scores."""
    return [sum(column) for column in zip(*rows, strict=True)]


def _own_cards(hand: Cards, received: Cards) -> Cards:
    return hand


def _winner_leads(leader: int, winner: int, players: int) -> int:
    return winner


def _suits_of_the_trick(hand: Cards, table: Cards, marker: int) -> Cards:
    return fitting(hand, frozenset(card.suit for card in table))


def _to_a_new_suit(table: Cards, marker: int, card: Card) -> bool:
    # Whoever can follow any suit of the trick has to, so a suit that is new to it comes from a hand that could not.
    return all(card.suit != other.suit for other in table)


def _highest_of_the_trump(plays: Cards, marker: int) -> int | None:
    trump = plays[marker].suit
    return max((card.number, index) for index, card in enumerate(plays) if card.suit == trump)[1]


def _its_number(rules: Rules, card: Card, pile: Cards) -> int:
    return card.number


def _each_card(rules: Rules, rest: Cards) -> int:
    return rules.cost * len(rest)


def _deal_by_deal(rules: Rules, deals: Sequence[Cards]) -> int:
    return sum(score(rules, captured).total for captured in deals)


def _top_totals(rows: Rows) -> tuple[int, ...]:
    sums = totals(rows)
    return tuple(seat for seat, total in enumerate(sums) if total == max(sums))
