"""The deck, derived from the settings."""

from __future__ import annotations

from pnp.model.component import Item
from pnp_new_game.settings import NewGameSettings


def deck(settings: NewGameSettings) -> tuple[Item, ...]:
    """The cards, lowest first. Fields: ``number``, ``ink``, ``mark``."""
    return tuple(
        Item(str(number), {"number": number, "ink": ink_of(settings, number), "mark": settings.mark}, settings.copies)
        for number in sorted(settings.numbers)
    )


def ink_of(settings: NewGameSettings, number: int) -> str:
    """The ground of the cards with ``number``: the inks are spread over the numbers, lowest first."""
    place = sorted(settings.numbers).index(number)
    return settings.inks[place * len(settings.inks) // len(settings.numbers)]
