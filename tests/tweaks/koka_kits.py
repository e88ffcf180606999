"""Definitions of koka that tests try, and kits of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.tweaks.saying import words_of

w = words_of("koka")
COLOURS = tuple(
    f'{{ id = "{name}", name = {{ en = "{name}", ja = "{ja}" }}, letter = {{ en = "{name[0].upper()}", ja = "{ja}" }}, '
    f'ink = "{ink}", petal = "{petal}", dice = 30 }}'
    for name, ja, ink, petal in (
        ("teal", "鴨", "#0f6674", "iris"),
        ("grey", "鼠", "#9a9a9a", "lily"),
        ("violet", "菫", "#6b2c91", "plum"),
    )
)
THREE_COLOURS = f"colours = [{', '.join(COLOURS)}]"
ONE_COLOUR = (
    'players = [2, 2]\ncolours = [{ id = "red", name = "red", letter = "R", ink = "#d4141f", petal = "camellia", '
    "dice = 90 }]\nper-round = [{ players = 2, dice = 2 }]"
)
PAIR = '{ size = 2, value = "same" }'
FOUR = '{ size = 4, colour = "any", value = "run" }'
SPECIAL = (
    "special-hands = [\n"
    f'{{ name = {{ en = "Six pairs", ja = "六対子" }}, points = 20, groups = [{", ".join([PAIR] * 6)}] }},\n'
    f'{{ name = {{ en = "Long runs", ja = "長い連番" }}, points = 9, groups = [{", ".join([FOUR] * 3)}] }},\n]'
)
OTHER_READINGS = (
    'readings = { equal-sets = "different-colours", partition = "six-first", two-sixes = "form", '
    'untaken-dice = "stay", reroll-count = "one-or-two" }'
)
TWELVE = (
    'special-hands = [{ name = { en = "Twelve alike", ja = "十二同数" }, points = 40, '
    'groups = [{ size = 12, colour = "any", value = "same" }] }]'
)
FIVE = (
    "players = [2, 5]\nper-round = [{ players = 2, dice = 3 }, { players = 3, dice = 4 }, { players = 4, dice = 4 }, "
    "{ players = 5, dice = 6 }]"
)
SEVEN = """[mine.colours]
plum = { name = { en = "plum", ja = "紅" }, letter = { en = "U", ja = "紅" }, ink = "#b03060", petal = "plum" }"""
MINI = '[mine.components.summary]\nsize = "mini"'
PAPER = {"en": "a4", "ja": "letter"}
"""On which the shipped kits are built in every run of the tests."""
PARTS = ("summary", "rules", "pad")


def kit_of(lines: str, printed: Callable[..., Any], only: tuple[str, ...] = PARTS, **options: Any) -> Any:
    """The kit of ``lines``; without any the shipped one, which other tests build too."""
    if not lines:
        return printed(game="koka", **options)
    return printed(f'[mine]\nextends = "shipped:koka"\n{lines}\n', "mine", only=only, **options)


def pages_of(kit: Any, part: str) -> set[int]:
    return {number for face in ("front", "back") for number, _ in kit.slots(part, face=face)}
