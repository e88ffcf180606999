"""Find problems between settings of iroha that are well-formed key by key."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.games.core.engine import SettingsProblem
from pnp.games.core.problems import player_problems, suit_problems
from pnp.games.iroha.settings import IrohaSettings


def problems(settings: IrohaSettings) -> tuple[SettingsProblem, ...]:
    """Return every problem of ``settings``; none if the game can be played and printed."""
    icons = (*_number_problems(settings), *_icon_problems(settings))
    players = tuple(player_problems("iroha", settings.players))
    # The number of cards to deal is known only when icons and players are sound.
    deck_size = () if icons or players else tuple(_deck_size_problems(settings))
    suits = suit_problems(
        "suits", "suit", settings.suits, "before the number, as in B7", "motif", lambda suit: suit.motif
    )
    return (*players, *suits, *icons, *deck_size, *_pass_problems(settings))


def _number_problems(settings: IrohaSettings) -> Iterator[SettingsProblem]:
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


def _icon_problems(settings: IrohaSettings) -> Iterator[SettingsProblem]:
    seen: set[int] = set()
    for index, icon in enumerate(settings.icons):
        for number_index, number in enumerate(icon.numbers):
            path = ("icons", index, "numbers", number_index)
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


def _deck_size_problems(settings: IrohaSettings) -> Iterator[SettingsProblem]:
    fewest_players = [icon.from_ for icon in settings.icons for _ in icon.numbers]
    hand_limits = []
    for players in range(settings.players[0], settings.players[1] + 1):
        used = len(settings.suits) * sum(fewest <= players for fewest in fewest_players)
        hand_limits.append((used // players, players, used))
    most, players, used = min(hand_limits)
    if settings.dealt > most:
        yield SettingsProblem(
            ("dealt",),
            "too-few-cards",
            f"{players} players need {players * settings.dealt} cards ({settings.dealt} each), and {used} are used "
            f"with {players}",
            f"deal at most {most}, or add suits or numbers" if most else "add suits or numbers, or lower `from`",
        )


def _pass_problems(settings: IrohaSettings) -> Iterator[SettingsProblem]:
    if settings.passed > settings.dealt:
        yield SettingsProblem(
            ("passed",),
            "pass-over-hand",
            f"a hand of {settings.dealt} cannot pass {settings.passed} cards",
            f"pass at most {settings.dealt}",
        )
