"""What may be wrong with settings that are well-formed key by key, beside what their types tell."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.games.core.engine import SettingsProblem
from pnp.games.core.problems import too_few_cards
from pnp_new_subset.settings import NewSubsetSettings


def problems(settings: NewSubsetSettings) -> Iterator[SettingsProblem]:
    """Yield what is wrong, each with the key to mend."""
    needed, count = settings.players[1] * (settings.hand + 1), len(settings.suits) * len(settings.numbers)
    yield from too_few_cards(needed, count, "1 each begins a row")
