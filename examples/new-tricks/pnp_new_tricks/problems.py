"""What may be wrong with settings that are well-formed key by key, beside what their types tell."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.games.core.engine import SettingsProblem
from pnp.games.core.problems import too_few_cards, unknown_problem
from pnp_new_tricks.settings import NewTricksSettings


def problems(settings: NewTricksSettings) -> Iterator[SettingsProblem]:
    """Yield what is wrong, each with the key to mend."""
    yield from unknown_problem(("trump",), "suit", settings.trump, [suit.id for suit in settings.suits])
    needed, count = settings.players[1] * settings.hand, len(settings.suits) * len(settings.numbers)
    yield from too_few_cards(needed, count, "")
