"""What a player must learn: each lesson proposes positions, and says which of them teach it (its floors)."""

from __future__ import annotations

from random import Random

from pnp.games.core.answer import Answer, Position
from pnp.games.core.checks import allowed, look_alike, refused_by, rule_check
from pnp.games.core.lesson import Lesson, worked_example
from pnp_new_game.rules.record import Do
from pnp_new_game.settings import NewGameSettings


def lessons(settings: NewGameSettings) -> tuple[Lesson, ...]:
    """The lessons, in the order in which they are printed."""
    return (*_checks(settings), _price(settings), _winners(settings))


def _checks(settings: NewGameSettings) -> list[Lesson]:
    """An act that is refused, and beside it one that differs a little and is allowed."""
    dealer = _Dealer(settings)

    def lays_equal(position: Position, out: Answer) -> bool:
        return out["violation"] == "not-higher" and bool(position["act"][1] == position["top"])

    def lays_higher(random: Random, position: Position) -> Position:
        return dealer.turn(random, "lay", higher=True, top=position["top"])

    def has_no_higher(random: Random, position: Position) -> Position:
        return dealer.turn(random, "take", higher=False, top=position["top"])

    lay = rule_check(
        "check-lay",
        "may_act",
        10,
        lambda random: dealer.turn(random, "lay", higher=False),
        (lays_equal, refused_by("not-higher")),
        needs=("equal-fits", "anything-fits"),
        cost=_cards,
    )
    take = rule_check(
        "check-take",
        "may_act",
        20,
        lambda random: dealer.turn(random, "take", higher=True),
        refused_by("must-lay"),
        needs=("take-any-time",),
        cost=_cards,
    )
    return [
        lay,
        look_alike("check-lay-higher", lay, 11, lays_higher, allowed),
        take,
        look_alike("check-take-allowed", take, 21, has_no_higher, allowed),
    ]


def _price(settings: NewGameSettings) -> Lesson:
    dealer = _Dealer(settings)
    return worked_example(
        "price",
        "price",
        30,
        lambda random: {"taken": sorted(dealer.some(random, random.randint(1, 4)))},
        (lambda position, out: len(set(position["taken"])) > 2, lambda position, out: True),
        headline=lambda out: int(out["price"]),
        cost=lambda position: len(position["taken"]),
        needs=("price-by-number",),
    )


def _winners(settings: NewGameSettings) -> Lesson:
    most = settings.players[1]

    def shared(position: Position, out: Answer) -> bool:
        return 1 < len(out["winners"]) < len(position["taken"])

    return worked_example(
        "winners",
        "winners",
        40,
        lambda random: {"taken": [random.randint(0, 6) for _ in range(most)]},
        (shared, lambda position, out: True),
        headline=lambda out: tuple(out["winners"]),
        cost=lambda position: len(position["taken"]),
        needs=("no-shared-win", "most-wins"),
    )


class _Dealer:
    """Hands out cards of the deck, so that no card lies there more often than it can."""

    def __init__(self, settings: NewGameSettings) -> None:
        self._deck = [number for number in settings.numbers for _ in range(settings.copies)]

    def some(self, random: Random, count: int) -> list[int]:
        """That many cards, fewer where the deck has not so many."""
        return random.sample(self._deck, min(count, len(self._deck)))

    def turn(self, random: Random, do: Do, *, higher: bool, top: int | None = None) -> Position:
        """Stairs, a hand of up to three cards, and an act with one that is ``higher`` than the top, or is not, as far
        as the deck has such cards. A hand that takes without a higher card has none at all."""
        top = random.choice(self._deck) if top is None else top
        deck = list(self._deck)
        deck.remove(top)
        chosen = random.choice([card for card in deck if (card > top) == higher] or deck)
        deck.remove(chosen)
        others = deck if higher or do == "lay" else [card for card in deck if card <= top]
        hand = [chosen, *random.sample(others, min(2, len(others)))]
        return {"top": top, "hand": sorted(hand), "act": [do, chosen]}


def _cards(position: Position) -> int:
    return 1 + len(position["hand"])
