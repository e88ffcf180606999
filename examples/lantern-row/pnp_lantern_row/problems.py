"""What may be wrong with settings that are well-formed key by key; each problem leads to the key to mend."""

from collections.abc import Iterator

from pnp.games.core.engine import SettingsProblem
from pnp.games.core.problems import too_few_cards
from pnp_lantern_row.settings import LanternRowSettings


def problems(settings: LanternRowSettings) -> Iterator[SettingsProblem]:
    """Every problem of ``settings``; none when the game can be played and printed."""
    colours, numbers = settings.colours, settings.numbers
    needed = settings.players[1] * (settings.hand + 1)
    yield from too_few_cards(needed, len(colours) * len(numbers), "1 each begins the row")
    longest = len(colours) + len(numbers) - 1
    if settings.least > longest:
        why = f"no line has {settings.least} lanterns: at most {longest} are of one colour or one number"
        yield SettingsProblem(("least",), "no-line-scores", why, f"write {longest} or less")
