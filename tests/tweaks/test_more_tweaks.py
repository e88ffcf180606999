"""Tweaks beyond those of docs/tweaks: many that must work, and many that cannot and say so where they stand."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.kit

WORKING = {
    "two numbers": ("numbers = [6, 7]\nhand = 2\nplayers = [2, 4]", {}),
    "eight colours, japanese, letter": (
        'pass = "out"\ndraw = "over-palette"\ngoals = [40, 35, 30]\n[red.colours]\n'
        'pink = { name = "桃", letter = "桃", ink = "#ff7eb6", mark = "bell", rule = { is = "below", of = 4 } }',
        {"language": "ja", "paper": "letter"},
    ),
    "a zero and large numbers": ("numbers = [0, 1, 2, 3, 6, 9, 10, 66, 99]", {}),
    "numbers out of order": ("numbers = [5, 3, 1, 7, 2, 6, 4]", {}),
    "six players": ("players = [2, 6]\nhand = 6\ncopies = 2", {}),
    "all readings the other way": (
        'readings = { single-card = "nothing", nobody-fits = "strongest-card", same-colour-discard = "not-allowed" }',
        {},
    ),
    "goals and passing": ('goals = [40, 35, 30]\npass = "out"\ndraw = "over-palette"', {"paper": "a3"}),
    "a sum that takes many cards": (
        "colours = [\n"
        '{ id = "sky", name = "sky", letter = "S", ink = "#1590fa", mark = "drop", rule = { is = "sum", of = 21 } },\n'
        '{ id = "sand", name = "sand", letter = "D", ink = "#ee8513", mark = "shell", rule = { is = "odd" } },\n]\n'
        "copies = 2\nhand = 5",
        {"language": "ja"},
    ),
    "long names": (
        'title = "The very red card game of long names"\n'
        'components = { cards = { title = "playing cards of every colour there is" } }',
        {"language": "ja"},
    ),
    "bridge cards on letter": ('card = "bridge"', {"paper": "letter", "flip": "short"}),
    "square cards on a5": ('card = "square"', {"paper": "a5", "only": ("cards", "order", "playing", "summary")}),
    "cards on their side": ('card = "88mm x 63mm"', {}),
    "a wide gutter and no bleed": ('gutter = "6mm"\nbleed = "0mm"', {}),
    "large cards": ('card = "120mm x 180mm"', {"only": ("cards",)}),
    "japanese, mini, no backs": ('card = "mini"', {"language": "ja", "backs": "none"}),
    "a summary of one's own size": ('components = { summary = { size = "74mm x 105mm", copies = 2 } }', {}),
}

QUICK = {
    "two numbers",
    "eight colours, japanese, letter",
    "a sum that takes many cards",
    "long names",
    "square cards on a5",
    "cards on their side",
    "large cards",
}
"""Those that are built in every run of the tests."""
EVERY = [pytest.param(name, marks=() if name in QUICK else pytest.mark.full) for name in WORKING]


@pytest.mark.parametrize("name", EVERY)
def test_a_tweak_of_the_shipped_game_builds_and_is_verified(name: str, printed: Callable[..., Any]) -> None:
    lines, options = WORKING[name]
    kit = printed(f'[red]\nextends = "shipped:red"\n{lines}\n', **options)
    assert kit.manifest["examples"] or options.get("only") == ("cards",)


@pytest.mark.parametrize(
    ("lines", "code", "place"),
    [
        ("hand = 12", "too-few-cards", "games.toml:3:8"),
        ("numbers = []", "too-few", "games.toml:3:11"),
        ('order = ["red", "orange"]', "order-incomplete", "games.toml:3:9"),
        ('opening-rule = "teal"', "unknown-colour", "games.toml:3:16"),
        ("copies = 0", "out-of-range", "games.toml:3:10"),
        ("hnad = 6", "unknown-key", "games.toml:3:1"),
        ('card = "63 x 88"', "", "games.toml:3:8"),
        ('paper = "a9"', "", "games.toml:3:9"),
        ('draw = "sometimes"', "", "games.toml:3:8"),
        ("players = [5, 2]", "players-reversed", "games.toml:3:11"),
    ],
)
def test_a_tweak_that_cannot_work_is_refused_where_it_stands(
    lines: str, code: str, place: str, pnp: Callable[..., Any], tmp_path: Path
) -> None:
    (tmp_path / "games.toml").write_text(f'[red]\nextends = "shipped:red"\n{lines}\n', encoding="utf-8")
    ran = pnp("build", "red")
    assert ran.status == 2
    assert ran.err.startswith(place)
    assert re.match(rf"games\.toml:\d+:\d+: error\[[a-z-]*{code}[a-z-]*\]: ", ran.err), ran.err
    assert ran.out == ""
    assert [path.name for path in tmp_path.iterdir()] == ["games.toml"]


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ('card = "20mm x 30mm"', "does not fit"),
        ('card = "300mm x 400mm"', ""),
        ('components = { summary = { size = "40mm x 50mm" } }', ""),
        ('title = "A title that is so long that no summary card in the world could ever hold it on one line"', "fit"),
    ],
)
def test_what_has_no_room_is_refused_and_nothing_is_written(
    lines: str, words: str, pnp: Callable[..., Any], tmp_path: Path
) -> None:
    (tmp_path / "games.toml").write_text(f'[red]\nextends = "shipped:red"\n{lines}\n', encoding="utf-8")
    ran = pnp("build", "red")
    assert ran.status == 2, ran.err
    assert words in ran.err
    assert "error[" in ran.err
    assert [path.name for path in tmp_path.iterdir()] == ["games.toml"]
