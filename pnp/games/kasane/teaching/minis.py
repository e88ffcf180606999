"""Miniature cards of kasane: kimono cards and +1, slots of a yaku, figures."""

from __future__ import annotations

from collections.abc import Container, Sequence

from pnp.games.core.tableau import CardState, MiniCard
from pnp.games.kasane.rules.cards import PLUS_ONE, Card, as_json, plus_card
from pnp.games.kasane.rules.record import Rules, Tokens, Yaku


def mini(rules: Rules, card: Card, state: CardState = "plain") -> MiniCard:
    """A card by its number; a +1 prints the points that it scores."""
    printed = plus_card(rules.plus_one_points) if card == PLUS_ONE else str(card)
    return MiniCard({"number": as_json(card)}, (printed,), state)


def minis(
    rules: Rules, cards: Sequence[Card], used: Container[int] | None = None, start: int = 0
) -> tuple[MiniCard, ...]:
    """Cards in their order: plain without ``used``, else those at the places ``used`` counted and the others dimmed.
    The first of ``cards`` is at place ``start``."""
    if used is None:
        return tuple(mini(rules, card) for card in cards)
    return tuple(mini(rules, card, "counted" if at in used else "dimmed") for at, card in enumerate(cards, start))


def slots(yaku: Yaku, tokens: Tokens) -> tuple[MiniCard, ...]:
    """The slots of a yaku, each with its number of cards and its points; those with a token are dimmed."""
    return tuple(
        MiniCard(
            {"slot": size, "covered": nth < tokens.get((yaku.id, size), 0)},
            (str(size), str(points)),
            "dimmed" if nth < tokens.get((yaku.id, size), 0) else "plain",
        )
        for size, every in yaku.slots.items()
        for nth, points in enumerate(every)
    )


def badge(yaku: Yaku, size: int) -> MiniCard:
    """A yaku with a number of cards."""
    return MiniCard({"yaku": yaku.id}, (str(size),))


def figure(number: int) -> MiniCard:
    """A number by itself."""
    return MiniCard({"figure": number}, (str(number),))


def laid(cards: int) -> MiniCard:
    """How many cards were laid."""
    return MiniCard({"laid": cards}, (str(cards),))


def empty() -> MiniCard:
    """The place of a card where none is left."""
    return MiniCard({"empty": True}, ())
