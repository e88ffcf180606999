"""What a player must learn, and how the rules can be misread. Each lesson proposes positions for its examples."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from pnp.games.core.answer import Answer, Position
from pnp.games.core.checks import allowed_to, look_alike, refused_by
from pnp.games.core.defaults.proposals import Dealt, Draws
from pnp.games.core.lesson import Lesson, Misreading, anything, with_room
from pnp.games.core.score import seats_with_most
from pnp_new_game.rules import Rules, answer, cards
from pnp_new_game.settings import NewGameSettings


def lessons(settings: NewGameSettings) -> tuple[Lesson, ...]:
    """Return the lessons. Examples are printed by their ranks, checks by the misreadings that they add."""
    draw, seats = Draws(answer, Rules.of(settings, cards(settings))), settings.players[1]
    turn = draw("may_act")

    def lays_equal(position: Position, out: Answer) -> bool:
        return out["violation"] == "not-higher" and bool(position["act"][1] == position["top"])

    def only_lower(random: Random, position: Position) -> Dealt:
        return Dealt(lambda dealer: dealer.draw(min(3, settings.hand), lambda card: card <= position["top"]))

    def counts(random: Random, position: Position) -> list[int]:
        return [random.randint(0, settings.hand) for _ in range(seats)]

    def few(random: Random, position: Position) -> int:
        return random.randint(1, min(4, settings.hand * seats))

    def different(position: Position, out: Answer) -> bool:
        return len(set(position["taken"])) > 2

    def shared(position: Position, out: Answer) -> bool:
        return 1 < len(out["winners"]) < seats

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
            ("equal-fits", settings.copies > 1, lambda rules: replace(rules, fits=lambda card, top: card >= top)),
            ("anything-fits", several, lambda rules: replace(rules, fits=lambda card, top: True)),
            ("take-any-time", True, lambda rules: replace(rules, may_take=lambda some_card_fits: True)),
            ("price-by-number", True, lambda rules: replace(rules, price=lambda cost, taken: cost * sum(taken))),
            ("most-wins", True, lambda rules: replace(rules, winners=seats_with_most)),
            ("no-shared-win", True, lambda rules: replace(rules, winners=lambda prices: rules.winners(prices)[:1])),
        ]
    )
