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
    scoring = rules.scoring_cards(rules, captured)
    items: list[ScoreItem[Card]] = []
    for suit in rules.suits:
        pile = tuple(sorted(card for card in captured if card.suit == suit))
        rest = list(pile)
        for card in scoring:
            if card.suit == suit:
                rest.remove(card)
                reason = phrase("scores-lowest", suit=rules.names[suit], number=card.number)
                items.append(ScoreItem("lowest", reason, (card,), rules.worth(rules, card, pile)))
        if rest:
            reason = phrase("costs-rest", suit=rules.names[suit], count=len(rest), cost=rules.cost)
            items.append(ScoreItem("rest", reason, tuple(rest), -rules.rest_costs(rules, tuple(rest))))
    return Score(tuple(items))


def per_suit(found: Score[Card]) -> dict[str, int]:
    """The points of each captured suit, by suit id."""
    points: dict[str, int] = {}
    for item in found.items:
        suit = item.cards[0].suit
        points[suit] = points.get(suit, 0) + item.points
    return points
