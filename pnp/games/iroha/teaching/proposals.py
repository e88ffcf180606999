"""Proposals of positions that are likely to teach a lesson, made of random cards that any number of players uses."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from pnp.games.iroha.rules.cards import Card, Cards, Rules, pack

_MOST_SEATS = 5
"""Most seats of a trick in an example, unless the rules demand more."""


class Table:
    """Dealer of cards from one random source: those used with ``players``, or else with the fewest, hence always."""

    def __init__(self, rules: Rules, random: Random, players: int | None = None) -> None:
        self.rules = rules
        self.random = random
        self.left = always_used(rules) if players is None else list(pack(rules, players))
        random.shuffle(self.left)
        self.suits = random.sample(rules.suits, len(rules.suits))

    def draw(self, count: int, fits: Callable[[Card], bool] = lambda card: True) -> list[Card]:
        """Take up to ``count`` random cards that fit."""
        drawn = [card for card in self.left if fits(card)][: max(0, count)]
        self.left = [card for card in self.left if card not in drawn]
        return drawn

    def of(self, suits: Iterable[str], count: int = 1) -> list[Card]:
        """Take up to ``count`` random cards of ``suits``."""
        wanted = set(suits)
        return self.draw(count, lambda card: card.suit in wanted)

    def sorted(self, cards: Iterable[Card]) -> Cards:
        """Return ``cards`` by suit, in the order of the definition, and number."""
        suit_order = {suit: index for index, suit in enumerate(self.rules.suits)}
        return tuple(sorted(cards, key=lambda card: (suit_order[card.suit], card.number)))


def always_used(rules: Rules) -> list[Card]:
    """Return the cards that are used with any number of players."""
    return [card for card in rules.deck if rules.fewest_players[card.number] <= rules.players[0]]


def seats(rules: Rules, random: Random, fewest: int, most: int) -> int:
    """Return a number of players for an example: near ``fewest`` to ``most``, and allowed by the rules."""
    low = min(max(fewest, rules.players[0]), rules.players[1])
    high = min(max(most, low), max(rules.players[1], low), max(_MOST_SEATS, low))
    return random.randint(low, high)


def trick(rules: Rules, random: Random, moves: int, fewest: int, most: int) -> dict[str, Any]:
    """Propose a trick in which the marker is likely to move ``moves`` times."""
    count = seats(rules, random, fewest, most)
    table = Table(rules, random, count if fewest == count > 3 else None)
    return {"plays": as_json(_plays(table, count, moves))}


def _plays(table: Table, count: int, moves: int) -> list[Card]:
    """Return up to ``count`` plays of the first suits of ``table``. Each later suit starts at a random play."""
    random = table.random
    new_suit_at = sorted(random.sample(range(1, count), min(moves, count - 1)))
    plays = table.of(table.suits[:1])
    for index in range(1, count):
        opened = sum(start <= index for start in new_suit_at)
        suits = table.suits[opened : opened + 1] if index in new_suit_at else table.suits[: opened + 1]
        plays += table.of(suits)
    return plays


def captures(rules: Rules, random: Random, deals: int) -> list[Cards]:
    """Propose the cards that a seat captured in each of ``deals``: whole tricks, a few suits, one suit every time."""
    players = seats(rules, random, 3, 5 if deals == 1 else 4)
    most = len(rules.numbers) if deals == 1 else 2
    size = players if deals > 1 else max(1, random.choice((6, 6, 8, 9)) // players) * players
    repeated_suit = random.choice(rules.suits)
    piles = []
    for _ in range(deals):
        table = Table(rules, random)
        suits = [suit for suit in table.suits if suit != repeated_suit]
        repeated = table.of([repeated_suit], random.randint(1, min(most, 4, size)))
        cards = [*repeated, *table.of(suits[: random.choice((1, 2, 3))], size - len(repeated))]
        tricks = min(len(cards) // players, rules.dealt)
        piles.append(table.sorted(cards[: tricks * players]))
    return piles


def high_twice(rules: Rules, random: Random) -> dict[str, Any]:
    """Propose whole tricks of two suits with the highest number in both: alone in one, beside lower cards in the
    other."""
    table = Table(rules, random)
    players = seats(rules, random, 3, 3)
    count = players if players > 2 else 2 * players
    high = max(card.number for card in table.left)
    alone, joined = table.suits[:2]
    cards = table.draw(2, lambda card: card.suit in (alone, joined) and card.number == high)
    return {"captured": as_json(table.sorted([*cards, *table.of([joined], count - 2)]))}


def led_trick(rules: Rules, random: Random) -> dict[str, Any]:
    """Propose a first trick, dealt by seat 0; no trick if a hand is a single card."""
    players = seats(rules, random, 3, 3)
    tricks = [_plays(Table(rules, random), players, random.choice((0, 1)))] if rules.dealt > 1 else []
    return {"players": players, "dealer": 0, "tricks": [as_json(plays) for plays in tricks]}


def passing(rules: Rules, random: Random) -> dict[str, Any]:
    """Propose the cards that each of a few seats passes on."""
    table = Table(rules, random)
    count = seats(rules, random, 3, 3)
    return {"passed": [as_json(table.sorted(table.draw(rules.passed))) for _ in range(count)]}


def last_play(rules: Rules, random: Random) -> dict[str, Any]:
    """Propose a trick that lacks one play, with two cards to choose from and cards captured before.

    One of the two cards would take the trick.
    """
    table = Table(rules, random)
    others = seats(rules, random, 3, 4) - 1
    plays = _plays(table, others, random.choice((0, 1)))
    trump = _trump(plays)
    top = max(card.number for card in plays if card.suit == trump)
    taking = table.draw(1, lambda card: card.suit == trump and card.number > top)
    played_suits = {card.suit for card in plays}
    ducking = table.draw(1, lambda card: card.suit in played_suits and (card.suit != trump or card.number < top))
    captured = table.draw(others + 1, lambda card: card.suit in table.suits[:3])
    return {
        "captured": as_json(table.sorted(captured)),
        "hand": as_json(table.sorted([*taking, *ducking])),
        "table": as_json(plays),
    }


def _trump(plays: list[Card]) -> str:
    """Return the suit that was new last, where the marker lies."""
    suits = list(dict.fromkeys(card.suit for card in plays))
    return suits[-1]


def turn(rules: Rules, random: Random) -> dict[str, Any]:
    """Propose two or three cards on the table, and a hand with one card that can follow. Another card is played."""
    table = Table(rules, random)
    most_plays = min(max(rules.players) - 1, 3)
    third_suit = len(rules.suits) > 2 and most_plays > 1
    plays = _plays(table, random.randint(2, most_plays) if third_suit else 1, 1 if third_suit else 0)
    played_suits = {card.suit for card in plays}
    following = table.of([random.choice(sorted(played_suits))])
    other_cards = table.draw(min(2, rules.dealt - 1), lambda card: card.suit not in played_suits)
    return {
        "hand": as_json(table.sorted([*following, *other_cards])),
        "table": as_json(plays),
        "card": random.choice(other_cards or following).as_json(),
    }


def void(rules: Rules, random: Random, position: Any) -> dict[str, Any]:
    """Replace the card that follows by one that does not, so that no card of the hand follows."""
    played_suits = {suit for suit, _ in position["table"]}
    return _with_new_card(rules, random, position, lambda card: card.suit not in played_suits, replaced=played_suits)


def second_suit(rules: Rules, random: Random, position: Any) -> dict[str, Any]:
    """Replace the played card by one of the other suit that lies on the table."""
    held = {suit for suit, _ in position["hand"]}
    wanted = {suit for suit, _ in position["table"]} - held
    card = position["card"]
    changed = _with_new_card(rules, random, position, lambda new: new.suit in wanted, replaced={card[0]}, only=card)
    new = [card for card in changed["hand"] if card not in position["hand"]]
    return {**changed, "card": new[0]} if new else changed


def _with_new_card(
    rules: Rules,
    random: Random,
    position: Any,
    fits: Callable[[Card], bool],
    *,
    replaced: set[str],
    only: Any = None,
) -> dict[str, Any]:
    """Replace the first card of the hand in the suits ``replaced`` by a free card that fits.

    With ``only``, replace just that card.
    """
    used_cards = {tuple(card) for card in (*position["hand"], *position["table"])}
    free = [card for card in always_used(rules) if card not in used_cards and fits(card)]
    hand = [Card(*card) for card in position["hand"]]
    to_replace = [card for card in hand if card.suit in replaced and (only is None or list(card) == list(only))]
    if free and to_replace:
        hand[hand.index(to_replace[0])] = random.choice(free)
    return {**position, "hand": as_json(Table(rules, random).sorted(hand))}


def pass_choice(rules: Rules, random: Random) -> dict[str, Any]:
    """Propose a hand as dealt, cards received from the right, and a choice that takes one of these."""
    table = Table(rules, random)
    hand, received = table.sorted(table.draw(rules.dealt)), table.sorted(table.draw(rules.passed))
    chosen = [*random.sample(hand, rules.passed - 1), random.choice(received)]
    return {"hand": as_json(hand), "received": as_json(received), "cards": as_json(table.sorted(chosen))}


def results(rules: Rules, random: Random) -> dict[str, Any]:
    """Propose the scores of a whole game of the fewest players, or of two deals if a game has many."""
    players = rules.players[0]
    deals = players * rules.deals_each
    shown_deals = deals if players * deals <= 12 else 2
    least = max(-3, -rules.cost * rules.dealt * players)
    return {"deal_scores": [[random.randint(least, 9) for _ in range(players)] for _ in range(shown_deals)]}


def as_json(cards: Iterable[Card]) -> list[list[str | int]]:
    """Return cards as the conformance cases write them."""
    return [card.as_json() for card in cards]
