"""Tweaks of kasane that must work, and what its rule sheet and summary say of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

TWO_YAKU = (
    "opening-tokens = []\nyaku = [\n"
    '{ id = "all", name = "A stairway to the moon", ruby = "", frame = "plum", motif = "layers", '
    'rule = { is = "monotone", from = 1, to = 9 }, '
    "slots = [{ cards = 4, points = [3, 2, 1] }, { cards = 6, points = [12, 7] }] },\n"
    '{ id = "sum", name = "Fifteen", ruby = "", frame = "red", motif = "ten", rule = { is = "sum", of = 15 }, '
    "slots = [{ cards = 3, points = [2, 2] }] },\n]"
)
NO_PLUS_ONE = (
    "plus-one = { copies = 0 }\nset-up = [{ players = 3, per-row = 4, rounds = 3, remove = 1 }, "
    "{ players = 4, per-row = 4, rounds = 3 }]\n"
    "bonus = { from = 6, colours = [1, 2, 3, 4, 5, 6, 7, 8, 9], all-laid = 0 }"
)
THREE_SET_UPS = (
    "players = [2, 4]\nset-up = [\n{ players = 2, per-row = 7, rounds = 2, remove = 1, remove-plus-one = 1 },\n"
    "{ players = 3, per-row = 5, rounds = 3, remove = 1, remove-plus-one = 2 },\n"
    "{ players = 4, per-row = 4, rounds = 4 },\n]"
)
WORKING = {
    "as shipped": ("", {}),
    "as shipped, in Japanese": ("", {"language": "ja", "paper": "letter"}),
    "both variants": ("variants = { opening-tokens = true, plus-one-yaku = true }", {"paper": "letter"}),
    "two yaku with long names": (TWO_YAKU, {"language": "ja"}),
    "no field card": ("field-cards = 0", {"paper": "letter"}),
    "no +1, a bonus that rises": (NO_PLUS_ONE, {"language": "ja", "paper": "letter"}),
    "for two to four": (THREE_SET_UPS, {"paper": "letter"}),
    "tarot cards": ('card = "tarot"', {"language": "ja"}),
}

PAPER = {"en": "a4", "ja": "letter"}
"""On which the shipped kits are built in every run of the tests."""
QUICK = {"as shipped, in Japanese", "two yaku with long names", "no +1, a bonus that rises"}
"""Those that are built in every run of the tests."""
EVERY = [pytest.param(name, marks=() if name in QUICK else pytest.mark.full) for name in WORKING]


def kit_of(lines: str, printed: Callable[..., Any], **options: Any) -> Any:
    """The kit of ``lines``; without any the shipped one, which other tests build too."""
    if not lines:
        return printed(game="kasane", **options)
    return printed(f'[mine]\nextends = "shipped:kasane"\n{lines}\n', "mine", only=("summary", "rules"), **options)


@pytest.mark.parametrize("name", EVERY)
def test_a_tweak_of_kasane_builds_and_its_rule_sheet_holds_every_example(
    name: str, printed: Callable[..., Any]
) -> None:
    lines, options = WORKING[name]
    kit = kit_of(lines, printed, **options)
    assert kit.manifest["unkilled"] == []
    on_rules = kit.slots("rules")[0][0]
    entries = kit.manifest["examples"]
    placed = {entry["id"] for entry in entries if any(place["page"] == on_rules for place in entry["places"])}
    assert placed == {entry["id"] for entry in entries}


@pytest.mark.parametrize(
    ("lines", "says", "says_not"),
    [
        (
            "",
            ("achieve no yaku this turn", "scores 2 points more", "from 0 to 19", "8 cards or more"),
            ("in use here",),
        ),
        (
            "variants = { plus-one-yaku = true }",
            ("You may still achieve a yaku", "in use here"),
            ("no yaku this turn",),
        ),
        pytest.param("field-cards = 0", (), ("The top card of your field",), marks=pytest.mark.full),
        (NO_PLUS_ONE, ("6 cards or more",), ("+1 does", "+1 is", "a +1", "points more")),
        pytest.param(
            "plus-one = { points = 3 }\ntrack = 30",
            ("score 3 points at once", "from 0 to 29", "passes 29"),
            (),
            marks=pytest.mark.full,
        ),
    ],
)
def test_the_rule_sheet_of_kasane_takes_its_figures_from_the_definition(
    lines: str, says: tuple[str, ...], says_not: tuple[str, ...], printed: Callable[..., Any]
) -> None:
    text = kit_of(lines, printed).text_of("rules")
    assert [part for part in says if part not in text] == []
    assert [part for part in says_not if part in text] == []


@pytest.mark.parametrize("language", ["en", "ja"])
def test_designer_publisher_and_what_is_assumed_stand_on_the_rule_sheet_of_kasane(
    language: str, printed: Callable[..., Any]
) -> None:
    text = kit_of("", printed, language=language, paper=PAPER[language]).text_of("rules")
    for part in ("2014", *(("Orikuchi Hinata", "Assumed:") if language == "en" else ("折口日向", "桜遊庵", "推定："))):
        assert part in text


def test_a_summary_of_kasane_is_one_card_for_each_player(printed: Callable[..., Any]) -> None:
    kit = kit_of("", printed)
    assert len(kit.slots("summary")) == 4
    on_summary = {
        entry["id"]
        for entry in kit.manifest["examples"]
        if any(place["page"] != kit.slots("rules")[0][0] for place in entry["places"])
    }
    assert {"best-yaku", "final-score", "acquire"} <= on_summary
