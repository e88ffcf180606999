"""What a player must learn, and how the rules can be misread. Each lesson proposes positions for its examples."""

from __future__ import annotations

from random import Random

from pnp.games.core.answer import Answer, Position
from pnp.games.core.genres.trick_lessons import follow_lessons, taker_lessons, trick_misreadings
from pnp.games.core.lesson import Lesson, Misreading, anything, misread, with_room, worked_example
from pnp.games.core.score import seats_with_least, seats_with_most
from pnp_new_tricks.rules import Rules, cards
from pnp_new_tricks.settings import NewTricksSettings


def lessons(settings: NewTricksSettings) -> tuple[Lesson, ...]:
    """Return the lessons. Examples are printed by their ranks, checks by the misreadings that they add."""
    deck, seats = tuple(cards(settings)), settings.players[1]

    def tricks(random: Random) -> Position:
        taken = [0] * seats
        for _ in range(settings.hand):
            taken[random.randrange(seats)] += 1
        return {"tricks": taken}

    def shared(position: Position, out: Answer) -> bool:
        return 1 < len(out["winners"]) < seats

    return (
        *follow_lessons(deck, settings.hand),
        *taker_lessons(deck, seats, settings.trump),
        worked_example("winners", "winners", 50, tricks, (shared, anything), needs=("fewest-win", "no-shared-win")),
    )


def misreadings(settings: NewTricksSettings) -> tuple[Misreading[Rules], ...]:
    """Return the misreadings that ``settings`` leave room for. Each replaces one decision."""
    own = [
        misread("fewest-win", winners=seats_with_least),
        misread("no-shared-win", settings.hand > 1, winners=lambda tricks: seats_with_most(tricks)[:1]),
    ]
    return (*trick_misreadings(settings.trump), *with_room(own))
