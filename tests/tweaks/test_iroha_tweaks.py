"""Tweaks of iroha that must work, what its rule sheet says of them, and those that are refused where they stand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ALWAYS = "icons = [{ numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], from = %d }]"
THREE_SUITS = (
    "suits = [\n"
    '{ id = "aa", name = "butterfly of night", letter = "Aa", ink = "#e06a1a", motif = "bird", pattern = "kikko" },\n'
    '{ id = "bb", name = "umbrella in the rain", letter = "Bb", ink = "#1c3f94", motif = "fan", pattern = "shippo" },\n'
    '{ id = "cc", name = "chrysanthemum", letter = "Cc", ink = "#a80f30", motif = "flower", pattern = "uroko" },\n]'
)
WORKING = {
    "nothing is passed": ("passed = 0", {}),
    "other cards cost nothing": ("cost = 0", {"language": "ja"}),
    "other cards cost two": ("cost = 2", {"paper": "letter"}),
    "for six only": ("players = [6, 6]", {}),
    "for two to six": (f"players = [2, 6]\n{ALWAYS % 2}", {"language": "ja", "paper": "letter"}),
    "hands of fifteen": (
        "numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]\ndealt = 15\n"
        "icons = [{ numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20], from = 3 }]",
        {},
    ),
    "everyone deals twice": ("deals-each = 2", {}),
    "three suits with long names": (f"{THREE_SUITS}\n{ALWAYS % 3}\nplayers = [3, 4]", {}),
    "mini cards": ('card = "mini"', {"language": "ja"}),
    "tarot cards": ('card = "tarot"', {}),
}

PAPER = {"en": "a4", "ja": "letter"}
"""On which the shipped kits are built in every run of the tests."""
QUICK = {"nothing is passed", "for two to six", "three suits with long names", "mini cards"}
"""Those that are built in every run of the tests."""
EVERY = [pytest.param(name, marks=() if name in QUICK else pytest.mark.full) for name in WORKING]


def kit_of(lines: str, printed: Callable[..., Any], **options: Any) -> Any:
    """The kit of ``lines``; without any the shipped one, which other tests build too."""
    if not lines:
        return printed(game="iroha")
    return printed(f'[mine]\nextends = "shipped:iroha"\n{lines}\n', "mine", **options)


@pytest.mark.parametrize("name", EVERY)
def test_a_tweak_of_iroha_builds_and_is_verified(name: str, printed: Callable[..., Any]) -> None:
    lines, options = WORKING[name]
    kit = kit_of(lines, printed, **options)
    assert kit.manifest["unkilled"] == []
    shown = {example["id"] for example in kit.manifest["examples"]}
    on_rules = kit.slots("rules")[0][0]
    placed = {e["id"] for e in kit.manifest["examples"] if any(place["page"] == on_rules for place in e["places"])}
    assert shown == placed, "the rule sheet holds every example"


@pytest.mark.parametrize(
    ("lines", "says", "says_not"),
    [
        ("", ("until everyone has dealt once", "chooses 2 cards", "every other card costs 1"), ("dealt 2 times",)),
        pytest.param("deals-each = 2", ("until everyone has dealt 2 times",), ("dealt once",), marks=pytest.mark.full),
        ("passed = 0", ("deal 9 each",), ("chooses",)),
        ("cost = 0", ("other cards cost nothing",), ("costs 1",)),
        pytest.param("cost = 2", ("every other card costs 2",), ("costs 1",), marks=pytest.mark.full),
    ],
)
def test_the_rule_sheet_takes_its_figures_from_the_definition(
    lines: str, says: tuple[str, ...], says_not: tuple[str, ...], printed: Callable[..., Any]
) -> None:
    text = kit_of(lines, printed, only=("rules",)).text_of("rules")
    assert [part for part in says if part not in text] == []
    assert [part for part in says_not if part in text] == []


@pytest.mark.parametrize("language", ["en", "ja"])
def test_designer_publisher_and_what_is_assumed_stand_on_the_rule_sheet(
    language: str, printed: Callable[..., Any]
) -> None:
    text = printed(game="iroha", language=language, paper=PAPER[language]).text_of("rules")
    for part in ("K'nnon", "nononon factory", "2019", "Assumed:" if language == "en" else "推定："):
        assert part in text


def test_the_note_of_an_assumed_figure_goes_with_the_figure(printed: Callable[..., Any]) -> None:
    text = kit_of(ALWAYS % 3, printed, only=("rules",)).text_of("rules")
    assert "nononon factory" in text and "Assumed" not in text


def test_three_summaries_one_marker_and_a_pad_of_six_deals(printed: Callable[..., Any]) -> None:
    kit = printed(game="iroha")
    assert [len(kit.slots(name)) for name in ("cards", "marker", "summary", "pad", "rules")] == [60, 1, 3, 1, 1]
    pad = kit.text_of("pad")
    assert pad.count("dealer") == 6 + 1 and pad.count("Um") == 6


@pytest.mark.parametrize(
    ("lines", "code", "place"),
    [
        ("dealt = 11", "too-few-cards", "games.toml:3:9"),
        ("passed = 10", "pass-over-hand", "games.toml:3:10"),
        ("players = [6, 3]", "players-reversed", "games.toml:3:11"),
        ("numbers = [1, 2, 3]", "unknown-number", "games.toml:3:11"),
    ],
)
def test_a_tweak_of_iroha_that_cannot_work_is_refused_where_it_stands(
    lines: str, code: str, place: str, pnp: Callable[..., Any], tmp_path: Path
) -> None:
    (tmp_path / "games.toml").write_text(f'[mine]\nextends = "shipped:iroha"\n{lines}\n', encoding="utf-8")
    ran = pnp("build", "mine")
    assert ran.status == 2
    assert ran.err.startswith(place) and f"error[{code}]" in ran.err
    assert [path.name for path in tmp_path.iterdir()] == ["games.toml"]
