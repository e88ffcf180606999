"""Wrong ways to read the rules, each replacing one decision. Every build looks for examples that rule them out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pnp.games.core.lesson import Misreading, with_room
from pnp_new_game.rules.decisions import who_pays_least
from pnp_new_game.rules.record import Cards, Rules
from pnp_new_game.settings import NewGameSettings


def misreadings(settings: NewGameSettings) -> tuple[Misreading[Rules], ...]:
    """The misreadings that ``settings`` leave room for, in a fixed order."""
    several = len(set(settings.numbers)) > 1
    return with_room(
        [
            ("equal-fits", settings.copies > 1, lambda rules: replace(rules, fits=lambda card, top: card >= top)),
            ("anything-fits", several, lambda rules: replace(rules, fits=lambda card, top: True)),
            ("take-any-time", True, lambda rules: replace(rules, may_take=lambda some_card_fits: True)),
            ("price-by-number", True, lambda rules: replace(rules, price=_by_number)),
            ("most-wins", True, lambda rules: replace(rules, winners=_who_pays_most)),
            ("no-shared-win", True, lambda rules: replace(rules, winners=_the_first)),
        ]
    )


def _by_number(cost: int, taken: Cards) -> int:
    return cost * sum(taken)


def _who_pays_most(prices: Sequence[int]) -> tuple[int, ...]:
    return tuple(seat for seat, price in enumerate(prices) if price == max(prices))


def _the_first(prices: Sequence[int]) -> tuple[int, ...]:
    return who_pays_least(prices)[:1]
