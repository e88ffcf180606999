"""What a player must learn, and how the rules can be misread. Each lesson proposes positions for its examples."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random
from typing import Literal

from pnp.games.core.answer import Answer, Position
from pnp.games.core.checks import allowed, look_alike, refused_by, rule_check
from pnp.games.core.dealing import Dealer
from pnp.games.core.lesson import Lesson, Misreading, anything, with_room, worked_example
from pnp.games.core.score import seats_with_most
from pnp_new_game.rules import Rules
from pnp_new_game.settings import NewGameSettings


def lessons(settings: NewGameSettings) -> tuple[Lesson, ...]:
    """Return the lessons. Examples are printed by their ranks, checks by the misreadings that they add."""
    seats, deck = settings.players[1], [number for number in settings.numbers for _ in range(settings.copies)]

    def turn(random: Random, do: Literal["lay", "take"], *, higher: bool, top: int | None = None) -> Position:
        """Propose an act with a card that is ``higher`` than the top, or is not, and a hand of up to three cards."""
        dealer = Dealer(deck, random)
        (top,) = dealer.draw(1) if top is None else dealer.take([top])
        chosen = dealer.draw(1, lambda card: (card > top) == higher) or dealer.draw(1)
        others = dealer.draw(min(2, settings.hand - 1), lambda card: higher or do == "lay" or card <= top)
        return {"top": top, "hand": sorted((*chosen, *others)), "act": [do, *chosen]}

    def lays_equal(position: Position, out: Answer) -> bool:
        return out["violation"] == "not-higher" and bool(position["act"][1] == position["top"])

    def from_several(position: Position, out: Answer) -> bool:
        return allowed(position, out) and len(position["hand"]) > 2

    def lays_higher(random: Random, position: Position) -> Position:
        return turn(random, "lay", higher=True, top=position["top"])

    def has_no_higher(random: Random, position: Position) -> Position:
        return turn(random, "take", higher=False, top=position["top"])

    lay = rule_check(
        "check-lay",
        "may_act",
        10,
        partial(turn, do="lay", higher=False),
        (lays_equal, refused_by("not-higher")),
        needs=("equal-fits",),
    )
    take = rule_check(
        "check-take",
        "may_act",
        20,
        partial(turn, do="take", higher=True),
        refused_by("must-lay"),
        needs=("take-any-time",),
    )
    price = worked_example(
        "price",
        "price",
        30,
        lambda random: {"taken": sorted(Dealer(deck, random).draw(random.randint(1, 4)))},
        (lambda position, out: len(set(position["taken"])) > 2, anything),
        needs=("price-by-number",),
    )
    winners = worked_example(
        "winners",
        "winners",
        40,
        lambda random: {"taken": [random.randint(0, settings.hand) for _ in range(seats)]},
        (lambda position, out: 1 < len(out["winners"]) < seats, anything),
        needs=("no-shared-win", "most-wins"),
    )
    return (
        lay,
        look_alike("check-lay-higher", lay, 11, lays_higher, allowed),
        take,
        look_alike("check-take-allowed", take, 21, has_no_higher, (from_several, allowed)),
        price,
        winners,
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
