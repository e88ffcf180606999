"""Wrong ways to read the rules of iroha, each replacing one decision, as far as a definition gives them room."""

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
"""Id, whether the definition gives it room, patch."""


def misreadings(settings: IrohaSettings) -> tuple[Misreading[Rules], ...]:
    """The misreadings that ``settings`` leave room for, in a fixed order."""
    found = [*_of_tricks(settings), *_of_scores(settings), *_of_the_deal(settings)]
    return with_room(found)


def _of_tricks(settings: IrohaSettings) -> Listed:
    third = max(settings.players) > 2
    numbers, suits = len(settings.numbers) > 1, len(settings.suits) > 2
    # With one card of each suit nobody can ever follow.
    choice = settings.dealt > 1 and numbers
    return [
        ("follow-led-suit", third and choice, lambda rules: replace(rules, playable=_led_suit)),
        ("trump-is-led-suit", True, lambda rules: replace(rules, marker_moves=_never)),
        ("highest-number-wins", numbers, lambda rules: replace(rules, taker=_highest_number)),
        ("marker-moves-once", third and suits, lambda rules: replace(rules, marker_moves=_once)),
        ("may-change-trump", choice, lambda rules: replace(rules, playable=_any_card)),
        ("follow-trump", third and choice, lambda rules: replace(rules, playable=_trump_suit)),
        ("marker-moves-off-trump", third and numbers, lambda rules: replace(rules, marker_moves=_off_trump)),
        ("marked-card-wins", numbers, lambda rules: replace(rules, taker=_marked_card)),
        ("led-suit-first", third and choice, lambda rules: replace(rules, playable=_led_suit_first)),
        ("lead-moves-left", settings.dealt > 1, lambda rules: replace(rules, next_leader=_left_of_leader)),
    ]


def _of_scores(settings: IrohaSettings) -> Listed:
    others = sorted(settings.numbers)[1:]
    cost = settings.cost
    top = max(settings.numbers)
    return [
        ("highest-scores", bool(others), lambda rules: replace(rules, scoring_cards=_highest_of_each_suit)),
        ("rest-costs-numbers", any(number != cost for number in others), _rest_costs(_its_numbers)),
        ("lowest-costs-too", cost > 0, lambda rules: replace(rules, worth=_number_less_cost)),
        ("lone-card-nothing", top > 0, lambda rules: replace(rules, worth=_nothing_alone)),
        ("one-lowest", top + cost > 0, lambda rules: replace(rules, scoring_cards=_lowest_of_all)),
        ("rest-costs-once", cost > 0 and len(others) > 1, _rest_costs(_once_per_suit)),
        ("lowest-of-game", top + cost > 0, lambda rules: replace(rules, game_total=_all_deals_together)),
        ("most-deals-win", True, lambda rules: replace(rules, winners=_most_deals)),
    ]


def _of_the_deal(settings: IrohaSettings) -> Listed:
    passes = settings.passed > 0
    spare = any(icon.from_ > min(settings.players) for icon in settings.icons)
    return [
        ("dealer-leads", True, lambda rules: replace(rules, first_leader=_dealer)),
        ("pass-right", passes and max(settings.players) > 2, lambda rules: replace(rules, pass_to=_to_the_right)),
        ("pass-on-received", passes, lambda rules: replace(rules, passable=_received_too)),
        ("all-cards-used", spare, lambda rules: replace(rules, used_with=_always)),
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
    held = tuple(card for card in hand if card.suit == table[0].suit)
    return held or fitting(hand, frozenset(card.suit for card in table))


def _never(table: Cards, marker: int, card: Card) -> bool:
    return False


def _once(table: Cards, marker: int, card: Card) -> bool:
    return marker == 0 and card.suit != table[0].suit


def _off_trump(table: Cards, marker: int, card: Card) -> bool:
    return card.suit != table[marker].suit


def _highest_number(plays: Cards, marker: int) -> int | None:
    top = max(card.number for card in plays)
    highest = [index for index, card in enumerate(plays) if card.number == top]
    return highest[0] if len(highest) == 1 else None


def _marked_card(plays: Cards, marker: int) -> int | None:
    return marker


def _left_of_leader(leader: int, winner: int, players: int) -> int:
    return (leader + 1) % players


def _highest_of_each_suit(rules: Rules, captured: Cards) -> Cards:
    piles = ([card for card in captured if card.suit == suit] for suit in rules.suits)
    return tuple(max(pile) for pile in piles if pile)


def _lowest_of_all(rules: Rules, captured: Cards) -> Cards:
    place = {suit: index for index, suit in enumerate(rules.suits)}
    lowest = min(captured, key=lambda card: (card.number, place[card.suit]), default=None)
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
