"""What a player must learn: each lesson proposes positions, and says which of them teach it (its floors)."""

from __future__ import annotations

from functools import partial
from random import Random

from pnp.games.core.answer import Answer, Position
from pnp.games.core.checks import allowed, look_alike, refused_by, rule_check
from pnp.games.core.dealing import Dealer
from pnp.games.core.lesson import Lesson, anything, worked_example
from pnp_new_game.rules.record import Do
from pnp_new_game.settings import NewGameSettings


def lessons(settings: NewGameSettings) -> tuple[Lesson, ...]:
    """The lessons, in the order in which they are printed."""
    deck = [number for number in settings.numbers for _ in range(settings.copies)]
    return (*_checks(deck, settings.hand), _price(deck), _winners(settings))


def _checks(deck: list[int], size: int) -> list[Lesson]:
    """An act that is refused, and beside it one that differs a little and is allowed."""

    def lays_equal(position: Position, out: Answer) -> bool:
        return out["violation"] == "not-higher" and bool(position["act"][1] == position["top"])

    def lays_higher(random: Random, position: Position) -> Position:
        return _turn(deck, size, random, "lay", higher=True, top=position["top"])

    def has_no_higher(random: Random, position: Position) -> Position:
        return _turn(deck, size, random, "take", higher=False, top=position["top"])

    def from_several(position: Position, out: Answer) -> bool:
        return allowed(position, out) and len(position["hand"]) > 2

    check = partial(rule_check, cost=lambda position: 1 + len(position["hand"]))
    floors = (lays_equal, refused_by("not-higher"))
    lay = check("check-lay", "may_act", 10, partial(_turn, deck, size, do="lay", higher=False), floors, ("equal-fits",))
    propose = partial(_turn, deck, size, do="take", higher=True)
    take = check("check-take", "may_act", 20, propose, refused_by("must-lay"), ("take-any-time",))
    return [
        lay,
        look_alike("check-lay-higher", lay, 11, lays_higher, allowed),
        take,
        look_alike("check-take-allowed", take, 21, has_no_higher, (from_several, allowed)),
    ]


def _price(deck: list[int]) -> Lesson:
    return worked_example(
        "price",
        "price",
        30,
        lambda random: {"taken": sorted(Dealer(deck, random).draw(random.randint(1, 4)))},
        (lambda position, out: len(set(position["taken"])) > 2, anything),
        headline=lambda out: int(out["price"]),
        cost=lambda position: len(position["taken"]),
        needs=("price-by-number",),
    )


def _winners(settings: NewGameSettings) -> Lesson:
    seats = settings.players[1]
    return worked_example(
        "winners",
        "winners",
        40,
        lambda random: {"taken": [random.randint(0, settings.hand) for _ in range(seats)]},
        (lambda position, out: 1 < len(out["winners"]) < seats, anything),
        headline=lambda out: tuple(out["winners"]),
        cost=lambda position: len(position["taken"]),
        needs=("no-shared-win", "most-wins"),
    )


def _turn(deck: list[int], size: int, random: Random, do: Do, *, higher: bool, top: int | None = None) -> Position:
    """Stairs, a hand of up to three cards (and up to ``size``), and an act with one that is ``higher`` than the top, or
    is not, as far as the deck has such cards. A hand that takes without a higher card has none at all."""
    dealer = Dealer(deck, random)
    (top,) = dealer.draw(1) if top is None else dealer.take([top])
    chosen = dealer.draw(1, lambda card: (card > top) == higher) or dealer.draw(1)
    others = dealer.draw(min(2, size - 1), lambda card: higher or do == "lay" or card <= top)
    return {"top": top, "hand": sorted((*chosen, *others)), "act": [do, *chosen]}
