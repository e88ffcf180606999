"""What a player must learn: each lesson proposes positions, and says which of them teach it (its floors)."""

from __future__ import annotations

from random import Random

from pnp.games.core.answer import Answer, Position
from pnp.games.core.lesson import Lesson, Twin, rule_check, worked_example
from pnp_new_game.rules.record import Do
from pnp_new_game.settings import NewGameSettings


def lessons(settings: NewGameSettings) -> tuple[Lesson, ...]:
    """The lessons, in the order in which they are printed."""
    return (*_checks(settings), _price(settings), _winners(settings))


def _checks(settings: NewGameSettings) -> list[Lesson]:
    """An act that is refused, and beside it one that differs a little and is allowed."""
    dealer = _Dealer(settings)

    def lays_equal(position: Position, out: Answer) -> bool:
        return _refused(out, "not-higher") and bool(position["act"][1] == position["top"])

    def lays_higher(random: Random, position: Position) -> Position:
        return dealer.turn(random, "lay", position["top"], beyond=True)

    def has_no_higher(random: Random, position: Position) -> Position:
        return dealer.turn(random, "take", position["top"], beyond=False)

    return [
        rule_check(
            "check-lay",
            "may_act",
            10,
            lambda random: dealer.turn(random, "lay", beyond=False),
            (lays_equal, lambda position, out: _refused(out, "not-higher")),
            cost=_cards,
            needs=("equal-fits",),
            essential=True,
        ),
        rule_check(
            "check-lay-higher",
            "may_act",
            11,
            lambda random: dealer.turn(random, "lay", beyond=True),
            (_allowed,),
            cost=_cards,
            twin=Twin("check-lay", lays_higher),
        ),
        rule_check(
            "check-take",
            "may_act",
            20,
            lambda random: dealer.turn(random, "take", beyond=True),
            (lambda position, out: _refused(out, "must-lay"),),
            cost=_cards,
            needs=("take-any-time",),
            essential=True,
        ),
        rule_check(
            "check-take-allowed",
            "may_act",
            21,
            lambda random: dealer.turn(random, "take", beyond=False),
            (_allowed,),
            cost=_cards,
            twin=Twin("check-take", has_no_higher),
        ),
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
        needs=("no-shared-win",),
    )


class _Dealer:
    """Hands out cards of the deck, so that no card lies there more often than it can."""

    def __init__(self, settings: NewGameSettings) -> None:
        self._deck = [number for number in settings.numbers for _ in range(settings.copies)]

    def some(self, random: Random, count: int) -> list[int]:
        """That many cards, fewer where the deck has not so many."""
        return random.sample(self._deck, min(count, len(self._deck)))

    def turn(self, random: Random, do: Do, top: int | None = None, *, beyond: bool) -> Position:
        """A hand before stairs, and an act with its first card: one higher than ``top`` where that is asked for."""
        deck = list(self._deck)
        if top is None:
            top = random.choice(deck)
        deck.remove(top)
        first = [card for card in deck if (card > top) == beyond] or deck
        rest = [card for card in deck if card <= top] if do == "take" and not beyond else deck
        card = random.choice(first)
        others = list(rest)
        if card in others:
            others.remove(card)
        hand = [card, *random.sample(others, min(2, len(others)))]
        return {"top": top, "hand": sorted(hand), "act": [do, card]}


def _refused(out: Answer, code: str) -> bool:
    return bool(out["violation"] == code)


def _allowed(position: Position, out: Answer) -> bool:
    return bool(out["verdict"] == "allowed")


def _cards(position: Position) -> int:
    return 1 + len(position["hand"])
