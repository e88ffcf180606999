"""What a player must learn, and how the rules can be misread. Each lesson proposes positions for its examples."""

from random import Random

from pnp.games.core.answer import Position
from pnp.games.core.defaults.proposals import Draws
from pnp.games.core.defaults.winners import misread_winners, winner_lessons
from pnp.games.core.genres.trick_lessons import follow_lessons, taker_lessons, trick_misreadings
from pnp.games.core.lesson import Lesson, Misreading, with_room
from pnp.games.core.score import seats_with_most
from pnp_new_tricks.rules import Rules, cards
from pnp_new_tricks.settings import NewTricksSettings


def lessons(settings: NewTricksSettings, draw: Draws) -> tuple[Lesson, ...]:
    """Return the lessons. Examples are printed by their ranks, checks by the misreadings that they add."""
    deck, seats = tuple(cards(settings)), settings.players[1]

    def tricks(random: Random, position: Position) -> list[int]:
        takers = [random.randrange(seats) for _ in range(settings.hand)]
        return [takers.count(seat) for seat in range(seats)]

    return (
        *follow_lessons(deck, settings.hand),
        *taker_lessons(deck, seats, settings.trump),
        *winner_lessons(draw, 50, tricks, shared=_can_share(settings)),
    )


def misreadings(settings: NewTricksSettings) -> tuple[Misreading[Rules], ...]:
    """Return the misreadings that ``settings`` leave room for. Each replaces one decision."""
    own = with_room(misread_winners(seats_with_most, shared=_can_share(settings)))
    return (*trick_misreadings(settings.trump), *own)


def _can_share(settings: NewTricksSettings) -> bool:
    """Tell whether two players can take as many tricks, and no one more."""
    return settings.hand > 1 and (settings.players[1] > 2 or settings.hand % 2 == 0)
