"""What may be wrong with settings of iroha that are well-formed key by key."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Sequence

from pnp.games.core.engine import SettingsProblem
from pnp.games.iroha.settings import IrohaSettings, Suit
from pnp.model.text import LANGUAGES, Language, Text, say

_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_INK = re.compile(r"#[0-9a-fA-F]{6}")


def problems(settings: IrohaSettings) -> tuple[SettingsProblem, ...]:
    """Every problem of ``settings``; none when the game can be played and printed."""
    icons = (*_numbers(settings), *_icons(settings))
    players = tuple(_players(settings))
    # How many cards there are to deal is known only when the icons and the players are sound.
    size = () if icons or players else tuple(_deck_size(settings))
    return (*players, *_suits(settings.suits), *icons, *size, *_passed(settings))


def _players(settings: IrohaSettings) -> Iterator[SettingsProblem]:
    fewest, most = settings.players
    if fewest > most:
        yield SettingsProblem(
            ("players",),
            "players-reversed",
            f"from {fewest} to {most} players is the wrong way round",
            f"write [{most}, {fewest}]",
        )
    elif fewest < 2:
        yield SettingsProblem(
            ("players", 0), "too-few-players", "iroha is a game for two or more", "write 2 or more as the first number"
        )


def _suits(suits: Sequence[Suit]) -> Iterator[SettingsProblem]:
    for index, suit in enumerate(suits):
        path = ("suits", index)
        if not _ID.fullmatch(suit.id):
            yield SettingsProblem(
                (*path, "id"),
                "bad-id",
                f"{suit.id!r} cannot be the id of a suit",
                "use small letters and digits with hyphens between words, starting with a letter: paper-crane",
            )
        if not _INK.fullmatch(suit.ink):
            yield SettingsProblem(
                (*path, "ink"), "bad-ink", f"{suit.ink!r} is not an ink", 'write "#" and six hex digits: "#d7263d"'
            )
        yield from _texts(suit, path)
    yield from _repeated(suits, "id", lambda suit: suit.id)
    for language in LANGUAGES:
        where = f" in {language!r}"
        yield from _repeated(suits, "name", _in_language(lambda suit: suit.name, language), where)
        yield from _repeated(suits, "letter", _in_language(lambda suit: suit.letter, language), where)
    yield from _repeated(suits, "motif", lambda suit: suit.motif)


def _texts(suit: Suit, path: tuple[str | int, ...]) -> Iterator[SettingsProblem]:
    for key, text in (("name", suit.name), ("letter", suit.letter)):
        words = [say(text, language) for language in LANGUAGES]
        if not all(word.strip() for word in words):
            yield SettingsProblem(
                (*path, key), "empty-text", f"suit {suit.id!r} has an empty {key}", "write it out, or give another"
            )
        elif key == "letter" and any(len(word) > 2 or not word.isalpha() for word in words):
            yield SettingsProblem(
                (*path, key),
                "bad-letter",
                f"the letter of suit {suit.id!r} must be one or two letters, without digits or blanks",
                "it stands before the number, as in B7",
            )


def _repeated(
    suits: Sequence[Suit], key: str, value: Callable[[Suit], Hashable], where: str = ""
) -> Iterator[SettingsProblem]:
    seen: dict[Hashable, Suit] = {}
    for index, suit in enumerate(suits):
        first = seen.setdefault(value(suit), suit)
        if first is not suit:
            yield SettingsProblem(
                ("suits", index, key),
                f"duplicate-{key}",
                f"suits {first.id!r} and {suit.id!r} have the same {key}{where}: {value(suit)}",
                f"give each suit its own {key}",
            )


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
    most = max(settings.players)
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
        if icon.from_ > most:
            yield SettingsProblem(
                ("icons", index, "from"),
                "icon-out-of-reach",
                f"cards used from {icon.from_} players are never used: the game is for {most} at most",
                f"write {most} or less, or take these numbers out of `numbers` and `icons`",
            )


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


def _in_language(read: Callable[[Suit], Text], language: Language) -> Callable[[Suit], str]:
    return lambda suit: say(read(suit), language)
