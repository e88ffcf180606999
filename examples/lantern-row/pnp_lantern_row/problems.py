"""What may be wrong with settings that are well-formed key by key; each problem leads to the key to mend."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.games.core.engine import SettingsProblem
from pnp.games.core.problems import player_problems, repeated_values, suit_problems
from pnp_lantern_row.settings import LanternRowSettings


def problems(settings: LanternRowSettings) -> Iterator[SettingsProblem]:
    """Every problem of ``settings``; none when the game can be played and printed."""
    colours, numbers, most = settings.colours, settings.numbers, settings.players[1]
    yield from player_problems("Lantern Row", settings.players)
    yield from suit_problems("colours", "colour", colours, "in the corners", "mark", lambda colour: colour.mark)
    yield from repeated_values(("numbers",), numbers, "duplicate-number", "for more lanterns, add a number or a colour")
    needed, cards = most * (settings.hand + 1), len(colours) * len(numbers)
    if needed > cards:
        why = (
            f"{most} players need {needed} lanterns ({settings.hand} in hand and 1 in the row each), there are {cards}"
        )
        yield SettingsProblem(("hand",), "too-few-cards", why, "deal fewer, or add numbers or colours")
    longest = len(colours) + len(numbers) - 1
    if settings.least > longest:
        why = f"no line has {settings.least} lanterns: at most {longest} are of one colour or one number"
        yield SettingsProblem(("least",), "no-line-scores", why, f"write {longest} or less")
