"""What may be wrong with settings that are well-formed key by key; each problem leads to the key to mend."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.games.core.engine import SettingsProblem
from pnp.games.core.problems import (
    empty_text_problem,
    id_problems,
    ink_problem,
    player_problems,
    repeated,
    repeated_text,
    repeated_values,
)
from pnp_lantern_row.settings import LanternRowSettings


def problems(settings: LanternRowSettings) -> Iterator[SettingsProblem]:
    """Every problem of ``settings``; none when the game can be played and printed."""
    yield from player_problems("Lantern Row", settings.players)
    yield from _colours(settings)
    yield from repeated_values(("numbers",), settings.numbers, "duplicate-number", "write each number once")
    cards, most = len(settings.colours) * len(settings.numbers), settings.players[1]
    needed = most * (settings.hand + 1)
    if needed > cards:
        yield SettingsProblem(
            ("hand",),
            "too-few-cards",
            f"{most} players need {needed} lanterns ({settings.hand} in hand and 1 in the row each), and there are {cards}",
            "deal fewer, or add numbers or colours",
        )
    longest = len(settings.colours) + len(settings.numbers) - 1
    if settings.least > longest:
        yield SettingsProblem(
            ("least",),
            "no-line-scores",
            f"no line can have {settings.least} lanterns: at most {longest} share a colour or a number with one",
            f"write {longest} or less",
        )


def _colours(settings: LanternRowSettings) -> Iterator[SettingsProblem]:
    colours = settings.colours
    yield from id_problems("colours", "colour", colours)
    for index, colour in enumerate(colours):
        yield from ink_problem(("colours", index, "ink"), colour.ink)
        yield from empty_text_problem(("colours", index, "name"), colour.name, f"the name of colour {colour.id!r}")
    yield from repeated_text("colours", "colour", colours, "name", lambda colour: colour.name)
    yield from repeated("colours", "colour", colours, "mark", lambda colour: colour.mark)
