"""What the winner of a round scores, card by card."""

from __future__ import annotations

from pnp.games.core.score import Score, ScoreItem
from pnp.games.red.rules.cards import Card, Palette
from pnp.games.red.rules.record import Rules
from pnp.model.text import phrase


def round_score(rules: Rules, palette: Palette, rule: str) -> Score[Card]:
    """The score of the winner of a round: the numbers on the cards of ``palette`` that meet the colour ``rule``."""
    name = rules.criteria[rule].is_
    return Score(
        tuple(
            ScoreItem(name, phrase("scores-number", number=card.number), (card,), card.number)
            for card in rules.scoring_cards(rules, palette, rule)
        )
    )
