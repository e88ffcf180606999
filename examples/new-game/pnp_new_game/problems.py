"""What may be wrong with settings that are well-formed key by key, beside what their types tell."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.games.core.engine import SettingsProblem
from pnp.games.core.problems import too_few_cards
from pnp_new_game.settings import NewGameSettings


def problems(settings: NewGameSettings) -> Iterator[SettingsProblem]:
    """Yield what is wrong, each with the key to mend."""
    needed = settings.players[1] * settings.hand + 1
    yield from too_few_cards(needed, len(settings.numbers) * settings.copies, "1 begins the stairs")
