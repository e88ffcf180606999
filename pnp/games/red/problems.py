"""What may be wrong with settings of red that are well-formed key by key."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

from pnp.games.core.engine import SettingsProblem
from pnp.games.red.settings import Colour, Criterion, RedSettings
from pnp.model.text import LANGUAGES, say

_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_INK = re.compile(r"#[0-9a-fA-F]{6}")
_WITH_FIGURE = ("sum", "below", "above")


def problems(settings: RedSettings) -> tuple[SettingsProblem, ...]:
    """Every problem of ``settings``; none when the game can be played and printed."""
    return (
        *_players(settings),
        *_colours(settings.colours),
        *_rules(settings),
        *_order(settings),
        *_numbers(settings),
        *_opening_rule(settings),
        *_deck_size(settings),
        *_goals(settings),
    )


def _players(settings: RedSettings) -> Iterator[SettingsProblem]:
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
            ("players", 0), "too-few-players", "red is a game for two or more", "write 2 or more as the first number"
        )


def _colours(colours: Sequence[Colour]) -> Iterator[SettingsProblem]:
    for index, colour in enumerate(colours):
        path = ("colours", index)
        if not _ID.fullmatch(colour.id):
            yield SettingsProblem(
                (*path, "id"),
                "bad-id",
                f"{colour.id!r} cannot be the id of a colour",
                "use small letters and digits with hyphens between words, starting with a letter: dark-red",
            )
        if not _INK.fullmatch(colour.ink):
            yield SettingsProblem(
                (*path, "ink"), "bad-ink", f"{colour.ink!r} is not an ink", 'write "#" and six hex digits: "#d7263d"'
            )
        yield from _letters(colour, path)
    yield from _repeated(colours, "id", lambda colour: colour.id, "duplicate-id")
    for language in LANGUAGES:
        for key, read in (("name", _name), ("letter", _letter)):
            yield from _repeated(colours, key, _in_language(read, language), f"duplicate-{key}", f" in {language!r}")
    yield from _repeated(colours, "mark", lambda colour: colour.mark, "duplicate-mark")


def _letters(colour: Colour, path: tuple[str | int, ...]) -> Iterator[SettingsProblem]:
    for key, text in (("name", colour.name), ("letter", colour.letter)):
        words = [say(text, language) for language in LANGUAGES]
        if not all(word.strip() for word in words):
            yield SettingsProblem((*path, key), "empty-text", f"colour {colour.id!r} has an empty {key}")
        elif key == "letter" and any(len(word) > 2 or not word.isalpha() for word in words):
            yield SettingsProblem(
                (*path, key),
                "bad-letter",
                f"the letter of colour {colour.id!r} must be one or two letters, without digits or blanks",
                "it stands before the number, as in R7",
            )


def _repeated(
    colours: Sequence[Colour], key: str, value: Callable[[Colour], Hashable], code: str, where: str = ""
) -> Iterator[SettingsProblem]:
    seen: dict[Hashable, Colour] = {}
    for index, colour in enumerate(colours):
        first = seen.setdefault(value(colour), colour)
        if first is not colour:
            yield SettingsProblem(
                ("colours", index, key),
                code,
                f"colours {first.id!r} and {colour.id!r} have the same {key}{where}: {value(colour)}",
                f"give each colour its own {key}",
            )


def _rules(settings: RedSettings) -> Iterator[SettingsProblem]:
    for index, colour in enumerate(settings.colours):
        path, rule = ("colours", index, "rule"), colour.rule
        if rule.is_ in _WITH_FIGURE and rule.of is None:
            yield SettingsProblem(
                path,
                "missing-figure",
                f"the rule {rule.is_!r} needs a figure",
                f'add one: {{ is = "{rule.is_}", of = 7 }}',
            )
        elif rule.is_ not in _WITH_FIGURE and rule.of is not None:
            yield SettingsProblem(
                (*path, "of"), "needless-figure", f"the rule {rule.is_!r} takes no figure", "remove `of`"
            )
        elif not _can_fit(settings, rule):
            figure = "" if rule.of is None else f" {rule.of}"
            yield SettingsProblem(
                path,
                "rule-never-fits",
                f"no cards of this deck can meet the rule {rule.is_}{figure}",
                f"the numbers are {', '.join(map(str, settings.numbers))}",
            )


def _can_fit(settings: RedSettings, rule: Criterion) -> bool:
    numbers, figure = settings.numbers, rule.of or 0
    match rule.is_:
        case "even" | "odd":
            return any(number % 2 == (rule.is_ == "odd") for number in numbers)
        case "below":
            return min(numbers) < figure
        case "above":
            return max(numbers) > figure
        case "sum":
            return figure in _totals(numbers, len(settings.colours) * settings.copies, figure)
        case "run":
            return settings.readings.single_card == "group" or any(number + 1 in numbers for number in numbers)
        case _:
            return True


def _totals(numbers: Iterable[int], times: int, limit: int) -> set[int]:
    """What one card or more add up to, up to ``limit``, with ``times`` cards of each number."""
    totals: set[int] = set()
    for number in sorted(set(numbers)):
        for _ in range(min(times, limit // number if number else 1)):
            totals |= {total + number for total in (*totals, 0) if total + number <= limit}
    return totals


def _order(settings: RedSettings) -> Iterator[SettingsProblem]:
    if settings.order is None:
        return
    ids = [colour.id for colour in settings.colours]
    for index, key in enumerate(settings.order):
        if key not in ids:
            yield SettingsProblem(
                ("order", index), "unknown-colour", f"there is no colour {key!r}", f"the colours are {', '.join(ids)}"
            )
        elif key in settings.order[:index]:
            yield SettingsProblem(
                ("order", index), "duplicate-colour", f"{key!r} stands in `order` twice", "remove one"
            )
    missing = [key for key in ids if key not in settings.order]
    if missing:
        yield SettingsProblem(
            ("order",),
            "order-incomplete",
            f"`order` leaves out {', '.join(missing)}",
            "list every colour, strongest first",
        )


def _numbers(settings: RedSettings) -> Iterator[SettingsProblem]:
    for index, number in enumerate(settings.numbers):
        if number in settings.numbers[:index]:
            yield SettingsProblem(
                ("numbers", index),
                "duplicate-number",
                f"the number {number} stands there twice",
                "for more of each card, use `copies`",
            )


def _opening_rule(settings: RedSettings) -> Iterator[SettingsProblem]:
    ids = [colour.id for colour in settings.colours]
    if settings.opening_rule is not None and settings.opening_rule not in ids:
        yield SettingsProblem(
            ("opening-rule",),
            "unknown-colour",
            f"there is no colour {settings.opening_rule!r}",
            f"the colours are {', '.join(ids)}",
        )


def _deck_size(settings: RedSettings) -> Iterator[SettingsProblem]:
    most = max(settings.players)
    size = len(settings.colours) * len(set(settings.numbers)) * settings.copies
    needed = most * (settings.hand + 1)
    if needed > size:
        yield SettingsProblem(
            ("hand",),
            "too-few-cards",
            f"{most} players need {needed} cards ({settings.hand} in hand and 1 laid), and the deck has {size}",
            f"deal at most {size // most - 1}, or add numbers, colours or copies"
            if size // most > 1
            else "add numbers, colours or copies, or take fewer players",
        )


def _goals(settings: RedSettings) -> Iterator[SettingsProblem]:
    counts = max(settings.players) - min(settings.players) + 1
    if settings.goals and len(settings.goals) != counts:
        yield SettingsProblem(
            ("goals",),
            "goals-count",
            f"`goals` needs {counts} figures, one for each number of players, and has {len(settings.goals)}",
            f"write {counts}, for {min(settings.players)} to {max(settings.players)} players, or none",
        )


def _name(colour: Colour, language: str) -> str:
    return say(colour.name, "ja" if language == "ja" else "en")


def _letter(colour: Colour, language: str) -> str:
    return say(colour.letter, "ja" if language == "ja" else "en")


def _in_language(read: Callable[[Colour, str], str], language: str) -> Callable[[Colour], str]:
    return lambda colour: read(colour, language)
