"""Readers of iroha positions: plain data in, checked cards and seats out. All raise PositionError."""

from __future__ import annotations

from collections import Counter
from typing import Any

from pnp.games.core.answer import Position, PositionError
from pnp.games.core.reading import read, read_list, read_pair, read_scores
from pnp.games.iroha.rules.cards import Card, Cards, Rules


def read_card(rules: Rules, raw: Any) -> Card:
    """Read a card of the definition."""
    return read_pair(raw, rules.cards, "card", "suit", "number")


def read_cards(rules: Rules, raw: Any, label: str, fewest: int = 0, most: int | None = None) -> Cards:
    """Read ``fewest`` to ``most`` cards of the definition, in the given order."""
    return tuple([read_card(rules, raw_card) for raw_card in read_list(raw, label, fewest, most)])


def read_hands(rules: Rules, position: Position) -> tuple[Cards, ...]:
    """Read a full hand per seat, of cards used with that number of players."""
    raw = read_list(read(position, "hands"), "'hands'", *rules.players)
    hands = tuple(read_cards(rules, hand, "a hand", rules.dealt, rules.dealt) for hand in raw)
    check_once(*hands)
    check_used(rules, len(hands), *hands)
    return hands


def read_follow(rules: Rules, position: Position) -> tuple[Cards, Cards]:
    """Read a hand, and the trick so far to which it has to play."""
    hand = read_cards(rules, read(position, "hand"), "'hand'", 1, rules.dealt)
    table = read_cards(rules, read(position, "table"), "'table'", 0, rules.players[1] - 1)
    check_once(hand, table)
    return hand, table


def read_card_of(rules: Rules, position: Position, hand: Cards) -> Card:
    """Read ``card`` of the position, which must be in ``hand``."""
    card = read_card(rules, read(position, "card"))
    if card not in hand:
        raise PositionError(f"'card' is {card}, which is not in the hand")
    return card


def read_tricks(rules: Rules, position: Position, players: int, fewest: int, most: int) -> tuple[Cards, ...]:
    """Read ``fewest`` to ``most`` full tricks. Each card is used with ``players`` and played once at most."""
    raw = read_list(read(position, "tricks"), "'tricks'", fewest, most)
    tricks = tuple(read_cards(rules, plays, "a trick", players, players) for plays in raw)
    check_once(*tricks)
    check_used(rules, players, *tricks)
    return tricks


def read_rows(rules: Rules, position: Position) -> list[list[int]]:
    """Read scores: a row per deal, at least one, with a score per seat."""
    rows = read_scores(rules, position, "deal_scores", rules.players[1] * rules.deals_each, None)
    seats = len(rows[0])
    if len(rows) > seats * rules.deals_each:
        raise PositionError(f"{seats} players play {seats * rules.deals_each} deals, not {len(rows)}")
    return rows


def check_once(*places: Cards) -> None:
    """Raise PositionError if a card lies in two places, or twice in one."""
    cards = [card for place in places for card in place]
    if len(set(cards)) < len(cards):
        card, count = Counter(cards).most_common(1)[0]
        raise PositionError(f"{card} occurs {count} times, and there is one of it")


def check_used(rules: Rules, players: int, *places: Cards) -> None:
    """Raise PositionError if a card is not used with ``players``, by its icon."""
    for place in places:
        for card in place:
            if rules.fewest_players[card.number] > players:
                raise PositionError(
                    f"{card} is used with {rules.fewest_players[card.number]} players or more, not with {players}"
                )
