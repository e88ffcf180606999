"""Tweaks of koka that must work, and what its rule sheet, summary and score pad say of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

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
OTHER_READINGS = 'readings = { equal-sets = "different-colours", partition = "six-first", two-sixes = "form" }'
WORKING: dict[str, tuple[str, dict[str, str]]] = {
    "as shipped": ("", {}),
    "as shipped, in Japanese": ("", {"language": "ja", "paper": "letter"}),
    "three colours": (THREE_COLOURS, {"paper": "letter"}),
    "other readings": (OTHER_READINGS, {"language": "ja"}),
    "special hands": (SPECIAL, {}),
    "special hands, on Letter": (SPECIAL, {"paper": "letter"}),
    "special hands, in Japanese": (SPECIAL, {"language": "ja", "paper": "letter"}),
    "other points": ("sets = { three = 3, six = 25 }", {}),
    "for four": ("players = [4, 4]\nper-round = [{ players = 4, dice = 5 }]", {"paper": "letter"}),
    "five are kept": ("kept = 5\ngames = 6", {"language": "ja"}),
    "one is kept": ("kept = 1", {}),
    "tarot cards": ('card = "tarot"', {"language": "ja"}),
}
PAPER = {"en": "a4", "ja": "letter"}
"""On which the shipped kits are built in every run of the tests."""
PARTS = ("summary", "rules", "pad")
QUICK = {"as shipped, in Japanese", "other readings", "special hands", "for four", "tarot cards"}
"""Those that are built in every run of the tests."""
EVERY = [pytest.param(name, marks=() if name in QUICK else pytest.mark.full) for name in WORKING]


def kit_of(lines: str, printed: Callable[..., Any], **options: Any) -> Any:
    """The kit of ``lines``; without any the shipped one, which other tests build too."""
    if not lines:
        return printed(game="koka", **options)
    return printed(f'[mine]\nextends = "shipped:koka"\n{lines}\n', "mine", only=PARTS, **options)


@pytest.mark.parametrize("name", EVERY)
def test_a_tweak_of_koka_builds_and_its_rule_sheet_holds_every_example(name: str, printed: Callable[..., Any]) -> None:
    lines, options = WORKING[name]
    kit = kit_of(lines, printed, **options)
    assert kit.manifest["unkilled"] == []
    on_rules = kit.slots("rules")[0][0]
    entries = kit.manifest["examples"]
    placed = {entry["id"] for entry in entries if any(place["page"] == on_rules for place in entry["places"])}
    assert placed == {entry["id"] for entry in entries}


def test_a_game_of_one_colour_builds_and_says_what_it_cannot_show(printed: Callable[..., Any]) -> None:
    kit = kit_of(ONE_COLOUR, printed)
    assert kit.manifest["unkilled"] == ["discard-keeps-face"]
    assert "several colours" not in kit.text_of("rules")


@pytest.mark.parametrize(
    ("lines", "part", "says", "says_not"),
    [
        ("", "rules", ("all 90 dice", "draws 11 dice", "number 3", "4 games", "in any colours"), ("Special hands",)),
        ("", "rules", ("Art: Minosumizu", "add up to 7"), ()),
        ("", "pad", ("in any colours", "three 9, four 16", "4 games"), ("Special",)),
        pytest.param(
            "sets = { three = 3, six = 25 }",
            "pad",
            ("two together score 12, three 27, four 48",),
            (),
            marks=pytest.mark.full,
        ),
        (OTHER_READINGS, "rules", ("or two sets of six", "in different colours", "go first"), ("in any colours",)),
        (OTHER_READINGS, "pad", ("in different colours",), ("in any colours",)),
        (SPECIAL, "rules", ("Six pairs 20: 6 × 2 alike of one colour", "Long runs 9: 3 × 4 in a row"), ()),
        (SPECIAL, "pad", ("Six pairs 20, Long runs 9",), ()),
        (SPECIAL, "summary", ("Six pairs 20, Long runs 9",), ()),
        pytest.param("kept = 1", "rules", ("it goes to the bag",), ("above your shelf",), marks=pytest.mark.full),
        ("kept = 5\ngames = 6", "rules", ("number 5, put all 5 into the bag", "6 games"), ()),
        pytest.param(THREE_COLOURS, "rules", ("all 90 dice",), ("purple",), marks=pytest.mark.full),
    ],
)
def test_the_parts_of_koka_take_their_figures_from_the_definition(
    lines: str, part: str, says: tuple[str, ...], says_not: tuple[str, ...], printed: Callable[..., Any]
) -> None:
    text = kit_of(lines, printed).text_of(part)
    assert [words for words in says if words not in text] == []
    assert [words for words in says_not if words in text] == []


@pytest.mark.parametrize("language", ["en", "ja"])
def test_designer_publisher_and_what_is_assumed_stand_on_the_rule_sheet_of_koka(
    language: str, printed: Callable[..., Any]
) -> None:
    text = kit_of("", printed, language=language, paper=PAPER[language]).text_of("rules")
    for part in ("Dice-K", "Dice-Knot", "Assumed:" if language == "en" else "推定："):
        assert part in text


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_summary_of_koka_is_one_card_for_each_player_with_what_matters_most(
    language: str, printed: Callable[..., Any]
) -> None:
    kit = kit_of("", printed, language=language, paper=PAPER[language])
    assert len(kit.slots("summary")) == 4
    on_summary = {
        entry["id"]
        for entry in kit.manifest["examples"]
        if any(place["page"] != kit.slots("rules")[0][0] for place in entry["places"])
    }
    assert {"sets", "equal-two", "two-splits", "one-colour", "waits", "check-complete", "check-keep"} <= on_summary
