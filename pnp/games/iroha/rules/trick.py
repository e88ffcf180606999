"""One trick of iroha: what may be played, where the marker lies, who takes the cards. And what may be passed."""

from __future__ import annotations

from typing import NamedTuple

from pnp.games.core.score import Score, ScoreItem, Violation, refused
from pnp.games.iroha.rules.cards import Card, Cards, Rules
from pnp.model.text import phrase


class Trick(NamedTuple):
    """Plays in order, the index of the card beside the marker, and the index of the card whose seat takes them."""

    plays: Cards
    marker: int
    winner: int | None

    @property
    def trump(self) -> str:
        """The suit of the card beside the marker."""
        return self.plays[self.marker].suit


def marker_of(rules: Rules, plays: Cards) -> int:
    """The index of the card beside the marker; 0 before anyone has played, since the leader puts it there."""
    marker = 0
    for index in range(1, len(plays)):
        if rules.marker_moves(plays[:index], marker, plays[index]):
            marker = index
    return marker


def trick_of(rules: Rules, plays: Cards) -> Trick:
    """The trick that ``plays`` make, at least one."""
    marker = marker_of(rules, plays)
    return Trick(plays, marker, rules.taker(plays, marker))


def legal_cards(rules: Rules, hand: Cards, table: Cards) -> Cards:
    """The cards of ``hand`` that may be played, in its order. An empty ``table`` means that the hand leads."""
    return rules.playable(hand, table, marker_of(rules, table)) if table else hand


def play_violation(rules: Rules, hand: Cards, table: Cards, card: Card) -> Violation | None:
    """Why ``card``, which must be in ``hand``, may not be played, or None when it may.

    The reason names the suits that can be followed (``suits``) and the suit of the card (``suit``).
    """
    legal = legal_cards(rules, hand, table)
    if card in legal:
        return None
    held = {other.suit for other in legal}
    suits = tuple(rules.names[suit] for suit in rules.suits if suit in held)
    return refused("must-follow", suits=suits, suit=rules.names[card.suit])


def pass_violation(rules: Rules, hand: Cards, received: Cards, chosen: Cards) -> Violation | None:
    """Why ``chosen`` may not be passed, or None when it may.

    ``hand`` is as dealt, ``received`` is what has come from the other side; ``chosen`` must be in one of them.
    """
    if len(chosen) != rules.passed:
        return refused("pass-count", count=rules.passed, chosen=len(chosen))
    allowed = rules.passable(hand, received)
    for card in chosen:
        if card not in allowed:
            name = rules.names[card.suit]
            return refused("pass-received", suit=name, number=card.number, count=rules.passed)
    return None


# What captured cards score, item by item.


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
