"""Positions of red that can be answered, and that no game reaches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pnp.games.core.answer import Position
from pnp.games.red.settings import RedSettings


def impossible(settings: RedSettings, kind: str, position: Position) -> str | None:
    """Return the reason why no game reaches a position that can be answered, in a sentence; None if one can.

    It is asked about every position that a search looks at, so the commonest ones cost least.
    """
    if kind == "stronger":
        return None
    hand = position.get("hand", ())
    palettes: Sequence[Any] = position["palettes"] if "palettes" in position else (position["palette"],)
    reason = _impossible_cards(settings, palettes, hand, position.get("me"))
    if reason is None and kind == "next_round":
        return _impossible_points(settings, position)
    if reason is None and kind != "best":
        return _impossible_seats(settings, kind, palettes, position)
    return reason


def _impossible_cards(
    settings: RedSettings, palettes: Sequence[Any], hand: Sequence[Any], me: int | None
) -> str | None:
    """Return why no seats have such palettes, and no acting seat such a hand."""
    each = settings.hand + 1
    for seat, palette in enumerate(palettes):
        cards = len(palette) + (len(hand) if seat == me else 0)
        if cards > each:
            return f"a seat is dealt {each} cards, and no turn that lays one leaves it more, so none has {cards}"
    return None


def _impossible_seats(settings: RedSettings, kind: str, palettes: Sequence[Any], position: Position) -> str | None:
    """Return why no seats are in as the palettes say. Seats that are out may be left out, and a round that is over may
    be told by the winner's palette."""
    most = settings.players[1]
    seats, seats_in = len(palettes), sum(map(bool, palettes))
    if kind == "round_score":
        return f"{seats_in} seats are in, and a round ends with one" if seats_in > 1 else None
    if seats > most:
        return f"at most {most} play, not {seats}"
    if seats_in < 2:
        return "a round is over as soon as one seat alone is in"
    return None


def _impossible_points(settings: RedSettings, position: Position) -> str | None:
    """Return why no rounds leave these points and cards: points come from cards that have scored."""
    deck = len(settings.colours) * len(settings.numbers) * settings.copies
    gone, points = deck - position["cards"], sum(position["points"])
    if settings.readings.scored_cards == "return":
        return f"{gone} cards have left the deck, and scored cards go back into it" if gone else None
    numbers = sorted(settings.numbers * (len(settings.colours) * settings.copies))
    for _, number in position["palette"]:
        numbers.remove(number)
    least, most = sum(numbers[:gone]), sum(numbers[len(numbers) - gone :])
    if least <= points <= most:
        return None
    return f"{gone} cards have left the deck, which scored {least} to {most} points, and the seats have {points}"
