"""Misreadings of iroha: each replaces one decision, if a definition gives it room."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from pnp.games.core.lesson import Misreading, with_room
from pnp.games.iroha.rules.cards import Card, Cards, Rows, Rules
from pnp.games.iroha.rules.decisions import fitting
from pnp.games.iroha.rules.trick import score
from pnp.games.iroha.settings import IrohaSettings

Patch = Callable[[Rules], Rules]
Listed = list[tuple[str, bool, Patch]]
"""Id, True if the definition gives it room, patch."""


def misreadings(settings: IrohaSettings) -> tuple[Misreading[Rules], ...]:
    """Return the misreadings that ``settings`` leave room for, in a fixed order."""
    return with_room([*_trick_misreadings(settings), *_score_misreadings(settings), *_deal_misreadings(settings)])


def _trick_misreadings(settings: IrohaSettings) -> Listed:
    three_seats = max(settings.players) > 2
    numbers, three_suits = len(settings.numbers) > 1, len(settings.suits) > 2
    # With one card of each suit no hand can ever follow.
    choice = settings.dealt > 1 and numbers
    return [
        ("follow-led-suit", three_seats and choice, lambda rules: replace(rules, playable=_led_suit)),
        ("trump-is-led-suit", True, lambda rules: replace(rules, marker_moves=_never)),
        ("highest-number-wins", numbers, lambda rules: replace(rules, taker=_highest_number)),
        ("marker-moves-once", three_seats and three_suits, lambda rules: replace(rules, marker_moves=_once)),
        ("may-change-trump", choice, lambda rules: replace(rules, playable=_any_card)),
        ("follow-trump", three_seats and choice, lambda rules: replace(rules, playable=_trump_suit)),
        ("marker-moves-off-trump", three_seats and numbers, lambda rules: replace(rules, marker_moves=_off_trump)),
        ("marked-card-wins", numbers, lambda rules: replace(rules, taker=_marked_card)),
        ("led-suit-first", three_seats and choice, lambda rules: replace(rules, playable=_led_suit_first)),
        ("lead-moves-left", settings.dealt > 1, lambda rules: replace(rules, next_leader=_left_of_leader)),
    ]


def _score_misreadings(settings: IrohaSettings) -> Listed:
    higher_numbers = sorted(settings.numbers)[1:]
    cost = settings.cost
    top_number = max(settings.numbers)
    return [
        ("highest-scores", bool(higher_numbers), lambda rules: replace(rules, scoring_cards=_highest_of_each_suit)),
        ("rest-costs-numbers", any(number != cost for number in higher_numbers), _rest_costs(_its_numbers)),
        ("lowest-costs-too", cost > 0, lambda rules: replace(rules, worth=_number_less_cost)),
        ("lone-card-nothing", top_number > 0, lambda rules: replace(rules, worth=_nothing_alone)),
        ("one-lowest", top_number + cost > 0, lambda rules: replace(rules, scoring_cards=_lowest_of_all)),
        ("rest-costs-once", cost > 0 and len(higher_numbers) > 1, _rest_costs(_once_per_suit)),
        ("lowest-of-game", top_number + cost > 0, lambda rules: replace(rules, game_total=_all_deals_together)),
        ("most-deals-win", True, lambda rules: replace(rules, winners=_most_deals)),
    ]


def _deal_misreadings(settings: IrohaSettings) -> Listed:
    passes = settings.passed > 0
    has_unused_cards = any(icon.from_ > min(settings.players) for icon in settings.icons)
    return [
        ("dealer-leads", True, lambda rules: replace(rules, first_leader=_dealer)),
        ("pass-right", passes and max(settings.players) > 2, lambda rules: replace(rules, pass_to=_to_the_right)),
        ("pass-on-received", passes, lambda rules: replace(rules, passable=_received_too)),
        ("all-cards-used", has_unused_cards, lambda rules: replace(rules, used_with=_always)),
    ]


def _rest_costs(decision: Callable[[Rules, Cards], int]) -> Patch:
    return lambda rules: replace(rules, rest_costs=decision)


def _led_suit(hand: Cards, table: Cards, marker: int) -> Cards:
    return fitting(hand, frozenset({table[0].suit}))


def _trump_suit(hand: Cards, table: Cards, marker: int) -> Cards:
    return fitting(hand, frozenset({table[marker].suit}))


def _any_card(hand: Cards, table: Cards, marker: int) -> Cards:
    return hand


def _led_suit_first(hand: Cards, table: Cards, marker: int) -> Cards:
    led_cards = tuple(card for card in hand if card.suit == table[0].suit)
    return led_cards or fitting(hand, frozenset(card.suit for card in table))


def _never(table: Cards, marker: int, card: Card) -> bool:
    return False


def _once(table: Cards, marker: int, card: Card) -> bool:
    return marker == 0 and card.suit != table[0].suit


def _off_trump(table: Cards, marker: int, card: Card) -> bool:
    return card.suit != table[marker].suit


def _highest_number(plays: Cards, marker: int) -> int | None:
    top_number = max(card.number for card in plays)
    highest = [index for index, card in enumerate(plays) if card.number == top_number]
    return highest[0] if len(highest) == 1 else None


def _marked_card(plays: Cards, marker: int) -> int | None:
    return marker


def _left_of_leader(leader: int, winner: int, players: int) -> int:
    return (leader + 1) % players


def _highest_of_each_suit(rules: Rules, captured: Cards) -> Cards:
    piles = ([card for card in captured if card.suit == suit] for suit in rules.suits)
    return tuple(max(pile) for pile in piles if pile)


def _lowest_of_all(rules: Rules, captured: Cards) -> Cards:
    suit_order = {suit: index for index, suit in enumerate(rules.suits)}
    lowest = min(captured, key=lambda card: (card.number, suit_order[card.suit]), default=None)
    return () if lowest is None else (lowest,)


def _number_less_cost(rules: Rules, card: Card, pile: Cards) -> int:
    return card.number - rules.cost


def _nothing_alone(rules: Rules, card: Card, pile: Cards) -> int:
    return card.number if len(pile) > 1 else 0


def _its_numbers(rules: Rules, rest: Cards) -> int:
    return sum(card.number for card in rest)


def _once_per_suit(rules: Rules, rest: Cards) -> int:
    return rules.cost if rest else 0


def _all_deals_together(rules: Rules, deals: Sequence[Cards]) -> int:
    return score(rules, tuple(card for captured in deals for card in captured)).total


def _most_deals(rows: Rows) -> tuple[int, ...]:
    wins = [sum(row[seat] == max(row) for row in rows) for seat in range(len(rows[0]))]
    return tuple(seat for seat, count in enumerate(wins) if count == max(wins))


def _dealer(dealer: int, players: int) -> int:
    return dealer


def _to_the_right(seat: int, players: int) -> int:
    return (seat - 1) % players


def _received_too(hand: Cards, received: Cards) -> Cards:
    return (*hand, *received)


def _always(rules: Rules, number: int, players: int) -> bool:
    return True
