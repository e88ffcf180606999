"""What may be wrong with settings that are well-formed key by key."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.games.core.engine import SettingsProblem
from pnp.games.core.problems import ink_problem, player_problems, repeated_values
from pnp_new_game.settings import NewGameSettings


def problems(settings: NewGameSettings) -> Iterator[SettingsProblem]:
    """Yield what is wrong, each with the key to mend."""
    yield from player_problems("this game", settings.players)
    yield from repeated_values(("numbers",), settings.numbers, "duplicate-number", "for more of each, use `copies`")
    for index, ink in enumerate(settings.inks):
        yield from ink_problem(("inks", index), ink)
    most, count = settings.players[1], len(settings.numbers) * settings.copies
    if most * settings.hand + 1 > count:
        yield SettingsProblem(
            ("hand",),
            "too-few-cards",
            f"{most} players need {most * settings.hand + 1} cards (1 begins the stairs), and the deck has {count}",
            "deal fewer cards, or add numbers or copies",
        )
