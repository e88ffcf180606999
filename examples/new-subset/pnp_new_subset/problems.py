"""What may be wrong with settings that are well-formed key by key."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.games.core.engine import SettingsProblem
from pnp.games.core.problems import player_problems, repeated_values, suit_problems
from pnp_new_subset.settings import NewSubsetSettings


def problems(settings: NewSubsetSettings) -> Iterator[SettingsProblem]:
    """Yield what is wrong, each with the key to mend."""
    yield from player_problems("this game", settings.players)
    yield from suit_problems("suits", "suit", settings.suits, "in the corners", "mark", lambda suit: suit.mark)
    yield from repeated_values(("numbers",), settings.numbers, "duplicate-number", "write each number once")
    needed, count = settings.players[1] * (settings.hand + 1), len(settings.suits) * len(settings.numbers)
    if needed > count:
        why = f"{settings.players[1]} players need {needed} cards (1 each begins a row), and the deck has {count}"
        yield SettingsProblem(("hand",), "too-few-cards", why, "deal fewer cards, or add suits or numbers")
