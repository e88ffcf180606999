"""What a player must learn, and how the rules can be misread. Each lesson proposes positions for its examples."""

from __future__ import annotations

from random import Random

from pnp.games.core.answer import Answer, Position
from pnp.games.core.checks import allowed_to, look_alike, refused_by
from pnp.games.core.defaults.proposals import Dealt, Draws
from pnp.games.core.lesson import Lesson, Misreading, anything, misread, with_room
from pnp.games.core.score import seats_with_least, seats_with_most
from pnp_new_game.rules import Rules
from pnp_new_game.settings import NewGameSettings


def lessons(settings: NewGameSettings, draw: Draws) -> tuple[Lesson, ...]:
    """Return the lessons. Examples are printed by their ranks, checks by the misreadings that they add."""
    seats, turn = settings.players[1], draw("may_act")

    def lays_equal(position: Position, out: Answer) -> bool:
        return out["violation"] == "not-higher" and bool(position["act"][1] == position["top"])

    def only_lower(random: Random, position: Position) -> Dealt:
        return Dealt(lambda dealer: dealer.draw(min(3, settings.hand), lambda card: card <= position["top"]))

    def counts(random: Random, position: Position) -> list[int]:
        return [random.randint(0, settings.hand) for _ in range(seats)]

    def different(position: Position, out: Answer) -> bool:
        return len(set(position["taken"])) > 2

    def shared(position: Position, out: Answer) -> bool:
        return 1 < len(out["winners"]) < seats

    few = range(1, min(4, settings.hand * seats) + 1)
    lay = turn.check("check-lay", 10, (lays_equal, refused_by("not-higher")), "equal-fits")
    take = turn.check("check-take", 20, refused_by("must-lay"), "take-any-time")
    return (
        lay,
        look_alike("check-lay-higher", lay, 11, turn.again("hand", "act"), allowed_to("lay")),
        take,
        look_alike("check-take-allowed", take, 21, turn.again("act", hand=only_lower), allowed_to("take")),
        draw("price", taken=few).example("price", 30, (different, anything), "price-by-number"),
        draw("winners", taken=counts).example("winners", 40, (shared, anything), "no-shared-win", "most-wins"),
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
            misread("most-wins", winners=seats_with_most),
            misread("no-shared-win", winners=lambda prices: seats_with_least(prices)[:1]),
        ]
    )
