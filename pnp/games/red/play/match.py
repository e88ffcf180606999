"""A game over several rounds, for definitions with goals: until somebody reaches the goal or no round can be dealt."""

from __future__ import annotations

from collections import Counter

from pnp.games.red.play.game import deal_from
from pnp.games.red.play.state import Deal, State
from pnp.games.red.rules.cards import Palette
from pnp.games.red.rules.record import Rules
from pnp.games.red.rules.rounds import after_round as standing_after
from pnp.games.red.rules.scoring import round_score
from pnp.records import dataclass


@dataclass(frozen=True, slots=True)
class Match:
    """Points per seat, the cards that have left the deck, how many rounds were played, and the seats that have won."""

    points: tuple[int, ...]
    aside: Palette = ()
    rounds: int = 0
    winners: tuple[int, ...] = ()


def start(players: int) -> Match:
    """A match before its first round."""
    return Match((0,) * players)


def deal(rules: Rules, match: Match, seed: int) -> Deal:
    """The next round, dealt from the cards that are left. Raises ValueError when the match is over."""
    if match.winners:
        raise ValueError(f"the match is over: {match}")
    left = Counter(rules.deck) - Counter(match.aside)
    return deal_from(rules, tuple(left.elements()), len(match.points), seed)


def after_round(rules: Rules, match: Match, state: State) -> Match:
    """The match after a round that ended in ``state``. Raises ValueError while the round goes on, and without goals."""
    if state.turn is not None:
        raise ValueError("the round is not over")
    (winner,) = state.seats_in
    palette = state.palettes[winner]
    scored = tuple(card for item in round_score(rules, palette, state.rule).items for card in item.cards)
    found = standing_after(rules, match.points, len(state.cards), winner, palette, state.rule)
    aside = match.aside + scored if rules.leaving(len(scored)) else match.aside
    return Match(found.points, aside, match.rounds + 1, found.winners)
