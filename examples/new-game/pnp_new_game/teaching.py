"""What a player must learn, and how the rules can be misread. Each lesson proposes positions for its examples."""

from random import Random

from pnp.games.core.answer import Position
from pnp.games.core.checks import allowed_to, look_alike, refused_by, where
from pnp.games.core.defaults.proposals import Dealt, Draws
from pnp.games.core.defaults.winners import misread_winners, winner_lessons
from pnp.games.core.lesson import Lesson, Misreading, anything, misread, with_room
from pnp.games.core.score import seats_with_least
from pnp_new_game.rules import Rules
from pnp_new_game.settings import NewGameSettings


def lessons(settings: NewGameSettings, draw: Draws) -> tuple[Lesson, ...]:
    """Return the lessons. Examples are printed by their ranks, checks by the misreadings that they add."""

    def only_lower(random: Random, position: Position) -> Dealt:
        return Dealt(lambda dealer: dealer.draw(min(3, settings.hand), lambda card: card <= position["top"]))

    different = where(lambda taken: len(set(taken)) > 2)
    turn, most, cost = draw("may_act"), settings.hand, settings.cost
    equal = refused_by("not-higher", lambda card, top: card == top)
    lay = turn.check("check-lay", 10, (equal, refused_by("not-higher")), "equal-fits")
    take = turn.check("check-take", 20, refused_by("must-lay"), "take-any-time")
    return (
        lay,
        look_alike("check-lay-higher", lay, 11, turn.again("hand", "act"), allowed_to("lay")),
        take,
        look_alike("check-take-allowed", take, 21, turn.again("act", hand=only_lower), allowed_to("take")),
        draw("price", taken=range(1, min(4, 2 * most) + 1)).example(
            "price", 30, (different, anything), "price-by-number"
        ),
        *winner_lessons(draw, 40, range(0, cost * most + 1, cost)),
    )


def misreadings(settings: NewGameSettings) -> tuple[Misreading[Rules], ...]:
    """Return the misreadings that ``settings`` leave room for. Each replaces one decision."""
    several = len(set(settings.numbers)) > 1
    return with_room(
        [
            misread("equal-fits", settings.copies > 1, fits=lambda card, top: card >= top),
            misread("anything-fits", several, fits=lambda card, top: True),
            misread("take-any-time", may_take=lambda some_card_fits: True),
            misread("price-by-number", price=lambda cost, taken: cost * sum(taken)),
            *misread_winners(seats_with_least),
        ]
    )
