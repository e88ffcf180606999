"""One trick of iroha: legal plays, the marker, the taker; legal passes; and the score of captured cards."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from pnp.games.core.score import Score, ScoreItem, Violation, refused
from pnp.games.iroha.rules.cards import Card, Cards, Rules
from pnp.model.text import phrase


class Trick(NamedTuple):
    """Plays in order, the index of the card beside the marker, and the index of the card that wins.

    ``winner`` is None if the rules leave open who takes the trick.
    """

    plays: Cards
    marker: int
    winner: int | None

    @property
    def trump(self) -> str:
        """Return the suit of the card beside the marker."""
        return self.plays[self.marker].suit


@lru_cache(maxsize=1 << 12)
def marker_of(rules: Rules, plays: Cards) -> int:
    """Return the index of the card beside the marker.

    It is 0 before anyone has played, since the leader puts the marker there.
    """
    marker = 0
    for index in range(1, len(plays)):
        if rules.marker_moves(plays[:index], marker, plays[index]):
            marker = index
    return marker


def trick_of(rules: Rules, plays: Cards) -> Trick:
    """Return the trick that ``plays`` make. There must be at least one play."""
    marker = marker_of(rules, plays)
    return Trick(plays, marker, rules.taker(plays, marker))


def legal_cards(rules: Rules, hand: Cards, table: Cards) -> Cards:
    """Return the cards of ``hand`` that may be played, in its order. An empty ``table`` means that the hand leads."""
    return rules.playable(hand, table, marker_of(rules, table)) if table else hand


def play_violation(rules: Rules, hand: Cards, table: Cards, card: Card) -> Violation | None:
    """Explain why ``card``, which must be in ``hand``, may not be played; None if it may.

    The reason names the suits that can be followed (``suits``) and the suit of the card (``suit``).
    """
    legal = legal_cards(rules, hand, table)
    if card in legal:
        return None
    legal_suits = {other.suit for other in legal}
    suits = tuple(rules.many[suit] for suit in rules.suits if suit in legal_suits)
    return refused("must-follow", suits=suits, suit=rules.names[card.suit])


def pass_violation(rules: Rules, hand: Cards, received: Cards, chosen: Cards) -> Violation | None:
    """Explain why ``chosen`` may not be passed; None if it may.

    ``hand`` is as dealt, ``received`` holds the cards from the other side; ``chosen`` must be in one of them.
    """
    if len(chosen) != rules.passed:
        return refused("pass-count", count=rules.passed, chosen=len(chosen))
    passable = rules.passable(hand, received)
    for card in chosen:
        if card not in passable:
            name = rules.names[card.suit]
            return refused("pass-received", suit=name, number=card.number, count=rules.passed)
    return None


# Scores of captured cards


def score(rules: Rules, captured: Cards) -> Score[Card]:
    """Return the score of ``captured``, in any order.

    Each suit has an item ``lowest`` for each card that scores, and an item ``rest`` for the others, suits in the order
    of the rules. A suit that is not captured has no item.
    """
    items = []
    for suit, rule, cards, points in _score_lines(rules, captured):
        if rule == "lowest":
            reason = phrase("scores-lowest", suit=rules.names[suit], number=cards[0].number)
        else:
            reason = phrase("costs-rest", suit=rules.names[suit], count=len(cards), cost=rules.cost)
        items.append(ScoreItem(rule, reason, cards, points))
    return Score(tuple(items))


def points(rules: Rules, captured: Cards) -> int:
    """Return the total of that score, without its reasons."""
    return sum([line_points for _, _, _, line_points in _score_lines(rules, captured)])


def _score_lines(rules: Rules, captured: Cards) -> list[tuple[str, str, Cards, int]]:
    """Return the items of a score: suit, rule, cards, and their points."""
    scoring, piles = rules.scoring_cards(rules, captured), _by_suit(captured)
    lines: list[tuple[str, str, Cards, int]] = []
    for suit in rules.suits:
        if suit not in piles:
            continue
        rest = piles[suit]
        pile = tuple(rest)
        for card in scoring:
            if card.suit == suit:
                rest.remove(card)
                lines.append((suit, "lowest", (card,), rules.worth(rules, card, pile)))
        if rest:
            rest_cards = tuple(rest)
            lines.append((suit, "rest", rest_cards, -rules.rest_costs(rules, rest_cards)))
    return lines


def _by_suit(captured: Cards) -> dict[str, list[Card]]:
    """Return the captured cards of each suit, numbers rising."""
    piles: dict[str, list[Card]] = {}
    for card in sorted(captured):
        piles.setdefault(card.suit, []).append(card)
    return piles


def per_suit(pile_score: Score[Card]) -> dict[str, int]:
    """Return the points of each captured suit, by suit id."""
    points: dict[str, int] = {}
    for item in pile_score.items:
        suit = item.cards[0].suit
        points[suit] = points.get(suit, 0) + item.points
    return points
