"""One trick of iroha: what may be played, where the marker lies, who takes the cards. And what may be passed."""

from __future__ import annotations

from typing import NamedTuple

from pnp.games.core.score import Violation, refused
from pnp.games.iroha.rules.cards import Card, Cards
from pnp.games.iroha.rules.record import Rules


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
