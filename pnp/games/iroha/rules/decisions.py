"""Decisions of iroha as the rules have them, one function each, and the record of them."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.games.iroha.rules.cards import Card, Cards, Rows, Rules, totals
from pnp.games.iroha.rules.trick import score
from pnp.games.iroha.settings import IrohaSettings
from pnp.model.text import phrase


def rules_of(settings: IrohaSettings) -> Rules:
    """Return the rules that ``settings`` describe. The settings must have no problems."""
    numbers = tuple(sorted(settings.numbers))
    cards = [Card(suit.id, number) for suit in settings.suits for number in numbers]
    return Rules(
        suits=tuple(suit.id for suit in settings.suits),
        numbers=numbers,
        names={suit.id: suit.name for suit in settings.suits},
        many={suit.id: suit.plural or phrase("suit-many", suit=suit.name) for suit in settings.suits},
        deck=dict.fromkeys(cards, 1),
        by_line={str(card): card for card in cards},
        fewest_players={number: icon.from_ for icon in settings.icons for number in icon.numbers},
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


def by_icon(rules: Rules, number: int, players: int) -> bool:
    """Use a number with as many players as its icon names, or more."""
    return rules.fewest_players[number] <= players


def to_the_left(seat: int, players: int) -> int:
    """Return the left neighbour: the next seat, clockwise."""
    return (seat + 1) % players


def fitting(hand: Cards, suits: frozenset[str]) -> Cards:
    """Return the cards of ``hand`` in one of ``suits``, or the whole hand if it has none."""
    return tuple([card for card in hand if card.suit in suits]) or hand


def lowest_of_each_suit(rules: Rules, captured: Cards) -> Cards:
    """Return the lowest captured card of each suit, suits in the order of the rules."""
    lowest: dict[str, Card] = {}
    for card in captured:
        lowest_so_far = lowest.get(card.suit)
        if lowest_so_far is None or card < lowest_so_far:
            lowest[card.suit] = card
    return tuple([lowest[suit] for suit in rules.suits if suit in lowest])


def _own_cards(hand: Cards, received: Cards) -> Cards:
    return hand


def _winner_leads(leader: int, winner: int, players: int) -> int:
    return winner


def _suits_of_the_trick(hand: Cards, table: Cards, marker: int) -> Cards:
    return fitting(hand, frozenset([card.suit for card in table]))


def _to_a_new_suit(table: Cards, marker: int, card: Card) -> bool:
    # A hand that can follow must follow, so a new suit comes from a hand that could not.
    suit = card.suit
    for other in table:  # noqa: SIM110 - asked for every card of every trick
        if other.suit == suit:
            return False
    return True


def _highest_of_the_trump(plays: Cards, marker: int) -> int | None:
    trump = plays[marker].suit
    return max([(card.number, index) for index, card in enumerate(plays) if card.suit == trump])[1]


def _its_number(rules: Rules, card: Card, pile: Cards) -> int:
    return card.number


def _each_card(rules: Rules, rest: Cards) -> int:
    return rules.cost * len(rest)


def _deal_by_deal(rules: Rules, deals: Sequence[Cards]) -> int:
    return sum(score(rules, captured).total for captured in deals)


def _top_totals(rows: Rows) -> tuple[int, ...]:
    seat_totals = totals(rows)
    return tuple(seat for seat, total in enumerate(seat_totals) if total == max(seat_totals))
