"""What a player must learn, and how the rules can be misread. Each lesson proposes positions for its examples."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random

from pnp.games.core.answer import Answer, Position
from pnp.games.core.checks import allowed, look_alike, refused_by, rule_check
from pnp.games.core.dealing import Dealer
from pnp.games.core.genres.melds import Cards, are_a_run, are_equal
from pnp.games.core.lesson import Lesson, Misreading, anything, with_room, worked_example
from pnp.games.core.score import seats_with_most
from pnp.games.core.suits import SuitCard
from pnp_new_melds.rules import Rules, cards
from pnp_new_melds.settings import NewMeldsSettings


def lessons(settings: NewMeldsSettings) -> tuple[Lesson, ...]:
    """Return the lessons. Examples are printed by their ranks, checks by the misreadings that they add."""
    deck, seats, least = tuple(cards(settings)), settings.players[1], settings.least

    def grouped(dealer: Dealer[SuitCard], count: int) -> Cards:
        """Draw cards. Most of them are in groups."""
        drawn = dealer.draw(1)
        while len(drawn) < count:
            goes_with = _same_number if dealer.random.random() < 0.5 else _near_in_suit
            others = dealer.draw(min(least - 1, count - len(drawn)), partial(goes_with, drawn[-1]))
            drawn = (*drawn, *others, *dealer.draw(1 if len(drawn) + len(others) < count else 0))
        return drawn

    def declared(random: Random) -> Position:
        dealer = Dealer(deck, random)
        hand = grouped(dealer, settings.hand)
        laid = dealer.draw(1)
        return {"hand": _json(sorted((*hand, *laid))), "act": ["declare", laid[0].as_json()]}

    def complete(random: Random, position: Position) -> Position:
        return declared(random)

    def drawn_twice(random: Random) -> Position:
        return {"hand": _json(Dealer(deck, random).draw(settings.hand + 1)), "act": ["draw", None]}

    def some(random: Random) -> Position:
        return {"cards": _json(sorted(grouped(Dealer(deck, random), settings.hand)))}

    def both_sorts(position: Position, out: Answer) -> bool:
        return bool(out["left"] == 1)

    def few_left(position: Position, out: Answer) -> bool:
        return bool(0 < out["left"] < least)

    def hands(random: Random) -> Position:
        dealer = Dealer(deck, random)
        return {"hands": [_json(sorted(grouped(dealer, settings.hand))) for _ in range(seats)]}

    refused = rule_check(
        "check-declare", "may_act", 10, declared, refused_by("left-over"), ("pairs", "mixed-rows"), essential=True
    )
    return (
        refused,
        look_alike("check-declare-right", refused, 11, complete, allowed, ("equal-alone", "rows-alone")),
        rule_check("check-draw-twice", "may_act", 20, drawn_twice, refused_by("has-drawn")),
        worked_example("split", "split", 30, some, (both_sorts, few_left, anything), needs=("pairs", "mixed-rows")),
        worked_example("winners", "winners", 40, hands, anything, needs=("most-win", "no-shared-win")),
    )


def _same_number(first: SuitCard, card: SuitCard) -> bool:
    return card.number == first.number


def _near_in_suit(first: SuitCard, card: SuitCard) -> bool:
    return card.suit == first.suit and abs(card.number - first.number) < 3


def _json(hand: Cards | list[SuitCard]) -> list[list[str | int]]:
    return [card.as_json() for card in hand]


def misreadings(settings: NewMeldsSettings) -> tuple[Misreading[Rules], ...]:
    """Return the misreadings that ``settings`` leave room for. Each replaces one decision."""
    return with_room(
        [
            ("equal-alone", True, lambda rules: replace(rules, is_group=are_equal)),
            ("rows-alone", len(settings.suits) > 1, lambda rules: replace(rules, is_group=are_a_run)),
            ("mixed-rows", len(settings.suits) > 1, lambda rules: replace(rules, is_group=_equal_or_mixed)),
            ("pairs", settings.least > 2, lambda rules: replace(rules, fewest=lambda settings: settings.least - 1)),
            ("most-win", True, lambda rules: replace(rules, winners=seats_with_most)),
            ("no-shared-win", True, lambda rules: replace(rules, winners=lambda left: rules.winners(left)[:1])),
        ]
    )


def _equal_or_mixed(group: Cards) -> bool:
    """Take cards in a row for a group, whatever their suits."""
    numbers = sorted(card.number for card in group)
    return are_equal(group) or numbers == list(range(numbers[0], numbers[0] + len(numbers)))
