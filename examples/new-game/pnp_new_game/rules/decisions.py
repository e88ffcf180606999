"""The decisions as the rules have them, one function each, and the record that they make."""

from __future__ import annotations

from collections.abc import Sequence

from pnp_new_game.rules.record import Cards, Rules
from pnp_new_game.settings import NewGameSettings


def rules_of(settings: NewGameSettings) -> Rules:
    """The rules that ``settings`` describe. The settings must have no problems."""
    return Rules(
        deck=dict.fromkeys(sorted(settings.numbers), settings.copies),
        players=settings.players,
        hand=settings.hand,
        cost=settings.cost,
        fits=higher,
        may_take=only_without_a_choice,
        price=for_each_card,
        winners=who_pays_least,
    )


def higher(card: int, top: int) -> bool:
    """A card is higher than the one it is laid on."""
    return card > top


def only_without_a_choice(some_card_fits: bool) -> bool:
    """The stairs are taken only by who can lay no card."""
    return not some_card_fits


def for_each_card(cost: int, taken: Cards) -> int:
    """Every card costs the same, whatever its number."""
    return cost * len(taken)


def who_pays_least(prices: Sequence[int]) -> tuple[int, ...]:
    """Who has least to pay wins; who is equal shares the win."""
    return tuple(seat for seat, price in enumerate(prices) if price == min(prices))
