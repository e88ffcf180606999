"""What follows on Face up: everyone counts, the counter is added, somebody wins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pnp.games.collectmate.rules.cards import Cards
from pnp.games.collectmate.rules.record import Rules
from pnp.games.collectmate.rules.scoring import complete_groups, hand_score


class Showdown(NamedTuple):
    """Per seat the score, whether it was raised by the counter, and the total; and the seat that wins."""

    scores: tuple[int, ...]
    countered: tuple[bool, ...]
    final: tuple[int, ...]
    leaders: tuple[int, ...]
    """The seats that are first, equal among one another."""
    winner: int


def showdown(
    rules: Rules, scores: Sequence[int], declarer: int, counter: bool, complete: Sequence[bool] | None = None
) -> Showdown:
    """The showdown of ``scores`` by seat. ``complete`` says whose hand is complete; without it, everyone's is."""
    seats = range(len(scores))
    countered = tuple(
        counter
        and rules.may_counter(seat, declarer)
        and rules.reaches(scores[seat], scores[declarer])
        and (complete is None or complete[seat] or rules.incomplete_may_counter)
        for seat in seats
    )
    final = tuple(scores[seat] + (rules.counter_points if countered[seat] else 0) for seat in seats)
    leaders = rules.leaders((tuple(scores), final, declarer))
    # Steps to the left of the declarer; a declarer that does not go first among equals goes last.
    first = 0 if rules.declarer_first(counter) else 1
    winner = min(leaders, key=lambda seat: (seat - declarer - first) % len(scores))
    return Showdown(tuple(scores), countered, final, leaders, winner)


def showdown_of_hands(
    rules: Rules, hands: Sequence[Cards], declarer: int, counter: bool, tags: bool
) -> tuple[Showdown, tuple[bool, ...]]:
    """The showdown of hands by seat, face-up cards included, and whose hand is complete."""
    complete = tuple(complete_groups(rules, hand) is not None for hand in hands)
    scores = [hand_score(rules, hand, tags).score.total for hand in hands]
    return showdown(rules, scores, declarer, counter, complete), complete
