"""The oracle: the same questions answered again, as plainly as one would at the table.

It was written from the rule sheet alone. It may use the settings and what core/answer.py offers, and nothing of the
engine: that is what makes its agreement worth something.
"""

from pnp.games.core.answer import Answer, allowed_unless, most_points_win, oracle_of
from pnp_new_tricks.settings import NewTricksSettings

Card = tuple[str, int]


def _may_play(settings: NewTricksSettings, hand: list[Card], table: list[Card], card: Card) -> Answer:
    why = None
    if table:
        led = table[0][0]
        if card[0] != led and led in [suit for suit, _ in hand]:
            why = "must-follow"
    return allowed_unless(why)


def _trick(settings: NewTricksSettings, plays: list[Card]) -> Answer:
    best = 0
    for place, (suit, number) in enumerate(plays):
        best_suit, best_number = plays[best]
        higher = suit == best_suit and number > best_number
        trumps = suit == settings.trump and best_suit != settings.trump
        if higher or trumps:
            best = place
    return {"winner": best}


oracle = oracle_of(_may_play, _trick, winners=most_points_win)
