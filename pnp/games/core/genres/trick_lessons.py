"""Lessons and misreadings that games of tricks have in common: see ``tricks``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from pnp.games.core.answer import Answer, Position
from pnp.games.core.checks import allowed, look_alike, refused_by, rule_check
from pnp.games.core.dealing import Dealer
from pnp.games.core.genres.tricks import Cards, TrickRules, cards_as_json, highest_of_led_suit
from pnp.games.core.lesson import Lesson, Misreading, worked_example
from pnp.games.core.suits import SuitCard
from pnp.model.text import phrase

_SHOWN = 4
"""Cards of a hand that an example shows at most."""


def follow_lessons(deck: Sequence[SuitCard], hand: int, rank: int = 10) -> tuple[Lesson, ...]:
    """Return three checks of following suit.

    A player who can follow plays another suit; a player follows; a player who cannot follow plays another suit.

    ``hand`` is the number of cards dealt. They rule out the misreading ``any-card``.
    """

    def other_suit(random: Random) -> Position:
        dealer = Dealer(deck, random)
        (led,) = dealer.draw(1)
        chosen = dealer.draw(1, lambda card: card.suit != led.suit) or dealer.draw(1)
        following = dealer.draw(1 if hand > 1 else 0, lambda card: card.suit == led.suit)
        return _turn(led, chosen[0], (*chosen, *following, *dealer.draw(min(_SHOWN, hand) - 2)))

    def follows(random: Random, position: Position) -> Position:
        led = position["table"][0][0]
        cards = [card for card in position["hand"] if card[0] == led]
        return {**position, "card": cards[0] if cards else position["card"]}

    def cannot_follow(random: Random, position: Position) -> Position:
        led, card = SuitCard(*position["table"][0]), SuitCard(*position["card"])
        dealer = Dealer(deck, random)
        dealer.take([led, card])
        others = dealer.draw(len(position["hand"]) - 1, lambda other: other.suit != led.suit)
        return _turn(led, card, (card, *others))

    def other(position: Position, out: Answer) -> bool:
        return allowed(position, out) and bool(position["table"][0][0] != position["card"][0])

    refused = rule_check(
        "check-follow", "may_play", rank, other_suit, refused_by("must-follow"), ("any-card",), essential=True
    )
    return (
        refused,
        look_alike("check-follows", refused, rank + 1, follows, allowed),
        look_alike("check-cannot-follow", refused, rank + 2, cannot_follow, other),
    )


def _turn(led: SuitCard, card: SuitCard, hand: Cards) -> Position:
    return {"hand": cards_as_json(sorted(hand)), "table": [led.as_json()], "card": card.as_json()}


def taker_lessons(deck: Sequence[SuitCard], seats: int, trump: str | None = None, rank: int = 30) -> tuple[Lesson, ...]:
    """Return the examples of who takes a trick: the led suit against a higher card, and the ``trump`` if there is one.

    They rule out the misreadings ``highest-takes`` and ``no-trump``.
    """

    def plays(random: Random) -> Position:
        return {"plays": cards_as_json(Dealer(deck, random).draw(seats))}

    def by_led_suit(position: Position, out: Answer) -> bool:
        taking, led, highest = _taken(position, out)
        return bool(taking[0] == led != trump and taking[1] < highest)

    def by_trump(position: Position, out: Answer) -> bool:
        taking, led, _ = _taken(position, out)
        return bool(taking[0] == trump != led)

    def later(position: Position, out: Answer) -> bool:
        return by_led_suit(position, out) and out["winner"] != 0

    def lower(position: Position, out: Answer) -> bool:
        taking, _, highest = _taken(position, out)
        return by_trump(position, out) and taking[1] < highest

    led_suit = worked_example("trick-led-suit", "trick", rank, plays, (later, by_led_suit), needs=("highest-takes",))
    if trump is None:
        return (led_suit,)
    return (led_suit, worked_example("trick-trump", "trick", rank + 1, plays, (lower, by_trump), needs=("no-trump",)))


def _taken(position: Position, out: Answer) -> tuple[Any, str, int]:
    """Return the card that takes a trick, the suit that was led, and the highest number of the trick."""
    cards = position["plays"]
    return cards[out["winner"]], cards[0][0], max(card[1] for card in cards)


def trick_misreadings(trump: str | None = None) -> tuple[Misreading[Any], ...]:
    """Return the misreadings ``any-card`` and ``highest-takes``, and with a ``trump`` also ``no-trump``."""

    def any_card(rules: TrickRules[Any]) -> TrickRules[Any]:
        return replace(rules, playable=lambda hand, table: hand)

    def highest_takes(rules: TrickRules[Any]) -> TrickRules[Any]:
        return replace(rules, taker=lambda plays: max(range(len(plays)), key=lambda place: plays[place].number))

    def no_trump(rules: TrickRules[Any]) -> TrickRules[Any]:
        return replace(rules, taker=highest_of_led_suit)

    patches = {"any-card": any_card, "highest-takes": highest_takes}
    if trump is not None:
        patches["no-trump"] = no_trump
    return tuple(Misreading(name, phrase(f"misreading-{name}"), patch) for name, patch in patches.items())
