"""What captured cards score, item by item."""

from __future__ import annotations

from pnp.games.core.score import Score, ScoreItem
from pnp.games.iroha.rules.cards import Card, Cards
from pnp.games.iroha.rules.record import Rules
from pnp.model.text import phrase


def score(rules: Rules, captured: Cards) -> Score[Card]:
    """The score of ``captured``, whatever its order: per suit an item ``lowest`` for each card that scores, and an
    item ``rest`` for the others, suits in the order of the rules. A suit that is not captured has no item.
    """
    items = []
    for suit, rule, cards, worth in _counted(rules, captured):
        if rule == "lowest":
            reason = phrase("scores-lowest", suit=rules.names[suit], number=cards[0].number)
        else:
            reason = phrase("costs-rest", suit=rules.names[suit], count=len(cards), cost=rules.cost)
        items.append(ScoreItem(rule, reason, cards, worth))
    return Score(tuple(items))


def points(rules: Rules, captured: Cards) -> int:
    """The total of that score, without its reasons."""
    return sum([worth for _, _, _, worth in _counted(rules, captured)])


def _counted(rules: Rules, captured: Cards) -> list[tuple[str, str, Cards, int]]:
    """The items of a score: the suit, what the rule is, the cards, and what they are worth."""
    scoring, piles = rules.scoring_cards(rules, captured), _by_suit(captured)
    found: list[tuple[str, str, Cards, int]] = []
    for suit in rules.suits:
        if suit not in piles:
            continue
        rest = piles[suit]
        pile = tuple(rest)
        for card in scoring:
            if card.suit == suit:
                rest.remove(card)
                found.append((suit, "lowest", (card,), rules.worth(rules, card, pile)))
        if rest:
            left = tuple(rest)
            found.append((suit, "rest", left, -rules.rest_costs(rules, left)))
    return found


def _by_suit(captured: Cards) -> dict[str, list[Card]]:
    """The captured cards of each suit, numbers rising."""
    piles: dict[str, list[Card]] = {}
    for card in sorted(captured):
        piles.setdefault(card.suit, []).append(card)
    return piles


def per_suit(found: Score[Card]) -> dict[str, int]:
    """The points of each captured suit, by suit id."""
    points: dict[str, int] = {}
    for item in found.items:
        suit = item.cards[0].suit
        points[suit] = points.get(suit, 0) + item.points
    return points
