"""The decisions as the rules have them, one function each; the record that they make; and a turn judged by it."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.games.core.score import Violation, refused
from pnp_new_game.rules.record import Action, Cards, Rules
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


def turn_violation(rules: Rules, top: int, hand: Cards, action: Action) -> Violation | None:
    """Why ``action`` is not allowed with ``top`` on the stairs, or None when it is. Its card must be in ``hand``."""
    if action.do == "lay":
        return None if rules.fits(action.card, top) else refused("not-higher", card=action.card, top=top)
    fitting = [card for card in hand if rules.fits(card, top)]
    return None if rules.may_take(bool(fitting)) else refused("must-lay", card=min(fitting, default=top), top=top)


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
