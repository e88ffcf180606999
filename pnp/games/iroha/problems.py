"""Find problems between settings of iroha that are well-formed key by key."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.games.core.engine import SettingsProblem
from pnp.games.core.problems import player_problems, suit_problems
from pnp.games.iroha.settings import IrohaSettings


def problems(settings: IrohaSettings) -> tuple[SettingsProblem, ...]:
    """Every problem of ``settings``; none when the game can be played and printed."""
    icons = (*_numbers(settings), *_icons(settings))
    players = tuple(player_problems("iroha", settings.players))
    # How many cards there are to deal is known only when the icons and the players are sound.
    size = () if icons or players else tuple(_deck_size(settings))
    suits = suit_problems(
        "suits", "suit", settings.suits, "before the number, as in B7", "motif", lambda suit: suit.motif
    )
    return (*players, *suits, *icons, *size, *_passed(settings))


def _numbers(settings: IrohaSettings) -> Iterator[SettingsProblem]:
    covered = {number for icon in settings.icons for number in icon.numbers}
    for index, number in enumerate(settings.numbers):
        if number in settings.numbers[:index]:
            yield SettingsProblem(
                ("numbers", index),
                "duplicate-number",
                f"the number {number} stands there twice",
                "each suit has one card of each number: remove one",
            )
        elif number not in covered:
            yield SettingsProblem(
                ("numbers", index),
                "number-without-icon",
                f"no icon says from how many players the number {number} is used",
                f"add {number} to the numbers of one of `icons`",
            )


def _icons(settings: IrohaSettings) -> Iterator[SettingsProblem]:
    seen: set[int] = set()
    for index, icon in enumerate(settings.icons):
        for place, number in enumerate(icon.numbers):
            path = ("icons", index, "numbers", place)
            if number not in settings.numbers:
                yield SettingsProblem(
                    path,
                    "unknown-number",
                    f"there is no card with the number {number}",
                    f"the numbers are {', '.join(map(str, settings.numbers))}",
                )
            elif number in seen:
                yield SettingsProblem(
                    path,
                    "number-in-two-icons",
                    f"the number {number} has an icon already",
                    "each number stands in one icon: remove it here or there",
                )
            seen.add(number)


def _deck_size(settings: IrohaSettings) -> Iterator[SettingsProblem]:
    first_players = [icon.from_ for icon in settings.icons for _ in icon.numbers]
    rooms = []
    for players in range(settings.players[0], settings.players[1] + 1):
        used = len(settings.suits) * sum(first <= players for first in first_players)
        rooms.append((used // players, players, used))
    room, players, used = min(rooms)
    if settings.dealt > room:
        yield SettingsProblem(
            ("dealt",),
            "too-few-cards",
            f"{players} players need {players * settings.dealt} cards ({settings.dealt} each), and {used} are used "
            f"with {players}",
            f"deal at most {room}, or add suits or numbers" if room else "add suits or numbers, or lower `from`",
        )


def _passed(settings: IrohaSettings) -> Iterator[SettingsProblem]:
    if settings.passed > settings.dealt:
        yield SettingsProblem(
            ("passed",),
            "pass-over-hand",
            f"a hand of {settings.dealt} cannot pass {settings.passed} cards",
            f"pass at most {settings.dealt}",
        )
