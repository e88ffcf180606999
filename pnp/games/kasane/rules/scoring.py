"""The end of a game of kasane: the bonus of a field, and the score of a seat."""

from __future__ import annotations

from typing import NamedTuple

from pnp.games.core.score import Score, ScoreItem
from pnp.games.kasane.rules.cards import Card, Cards
from pnp.games.kasane.rules.record import Rules
from pnp.model.text import phrase


class Final(NamedTuple):
    """The score of a seat, with what its bonus rests on: ``colours`` counted, and ``cards`` laid."""

    score: Score[Card]
    colours: int
    cards: int

    def points_for(self, rule: str) -> int:
        """The points of the items of one rule: ``play``, ``colours`` or ``all-laid``."""
        return sum(item.points for item in self.score.items if item.rule == rule)


def final_score(rules: Rules, turns: int, points: int, field: Cards, hand: Cards) -> Final:
    """The score of a seat with ``points`` in play, after ``turns`` turns.

    Its items: ``play``; then, where the field is large enough, ``colours``, and ``all-laid`` where every card that
    the seat took lies there.
    """
    cards, colours = rules.laid(field), rules.colours_of(field, hand)
    items = [ScoreItem("play", phrase("scores-play", points=points), field, points)]
    if rules.reaches_bonus(rules, cards):
        points = rules.colour_points(rules, colours)
        items.append(ScoreItem("colours", phrase("scores-colours", count=colours, cards=cards), field, points))
        if cards >= turns:
            items.append(ScoreItem("all-laid", phrase("scores-all-laid", count=turns), field, rules.all_laid))
    return Final(Score(tuple(items)), colours, cards)
