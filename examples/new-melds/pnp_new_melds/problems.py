"""What may be wrong with settings that are well-formed key by key, beside what their types tell."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.games.core.engine import SettingsProblem
from pnp.games.core.problems import too_few_cards
from pnp_new_melds.settings import NewMeldsSettings


def problems(settings: NewMeldsSettings) -> Iterator[SettingsProblem]:
    """Yield what is wrong, each with the key to mend."""
    needed, count = settings.players[1] * settings.hand + 2, len(settings.suits) * len(settings.numbers)
    yield from too_few_cards(needed, count, "1 each begins pile and stock")
    if settings.least > settings.hand:
        why = f"no hand of {settings.hand} has a group of {settings.least}"
        yield SettingsProblem(("least",), "no-group", why, f"write {settings.hand} or less")
