"""Questions beyond single rules: who takes up what is passed, and what the last play of a trick brings or costs."""

from __future__ import annotations

from typing import Any

from pnp.games.core.answer import Answer, Position, PositionError
from pnp.games.core.reading import read, read_list
from pnp.games.iroha.rules.cards import Card, Cards
from pnp.games.iroha.rules.positions import check_once, check_used, read_cards, read_follow
from pnp.games.iroha.rules.record import Rules
from pnp.games.iroha.rules.scoring import score
from pnp.games.iroha.rules.trick import legal_cards, trick_of


def receive(rules: Rules, position: Position) -> Answer:
    """Kind ``receive``: what each seat takes up, of what each seat passes on (``passed``, by seat)."""
    raw = read_list(read(position, "passed"), "'passed'", *rules.players)
    passed = tuple(read_cards(rules, cards, "the cards passed", rules.passed, rules.passed) for cards in raw)
    check_once(*passed)
    check_used(rules, len(passed), *passed)
    taken: list[list[Any]] = [[] for _ in passed]
    for seat, cards in enumerate(passed):
        taken[rules.pass_to(seat, len(passed))] += [card.as_json() for card in sorted(cards)]
    return {"received": taken}


def last_play(rules: Rules, position: Position) -> Answer:
    """Kind ``last_play``: for each card that may be played last in a trick, whether it takes the trick, and the score
    of all that the seat has captured by then.

    Of the position: ``captured`` so far in this deal, ``hand``, and ``table``, a trick that lacks one play. Of the
    answer: ``plays``, rows of card, takes and total in the order of the hand, and ``best``: the cards with the highest
    total. Where the rules leave open who takes a trick, the question has no answer.
    """
    hand, table = read_follow(rules, position)
    if len(table) + 1 < rules.players[0]:
        raise PositionError(f"'table' must hold {rules.players[0] - 1} cards or more, not {len(table)}")
    captured = read_cards(rules, read(position, "captured"), "'captured'")
    check_once(hand, table, captured)
    choices = [_choice(rules, captured, table, card) for card in legal_cards(rules, hand, table)]
    totals = [total for _, _, total in choices if total is not None]
    left_open = len(totals) < len(choices)
    best = None if left_open else [card.as_json() for card, _, total in choices if total == max(totals)]
    return {"plays": [[card.as_json(), takes, total] for card, takes, total in choices], "best": best}


def _choice(rules: Rules, captured: Cards, table: Cards, card: Card) -> tuple[Card, bool | None, int | None]:
    """A card played last, whether it takes the trick, and the score after it."""
    plays = (*table, card)
    winner = trick_of(rules, plays).winner
    if winner is None:
        return card, None, None
    takes = winner == len(table)
    return card, takes, score(rules, (*captured, *plays) if takes else captured).total
