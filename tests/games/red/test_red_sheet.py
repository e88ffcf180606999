"""Faces of red follow the definition in contents, figures, lists and readings; type keeps its size."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pnp.project.project import open_shipped

Build = Callable[..., Any]
RULES = {"only": ("rules",)}
"""Options of kits that no other test prints; the shipped kits are printed whole."""


def kit(printed: Build, lines: str, game: str = "red", **options: Any) -> Any:
    """Return the kit of a game with lines of its own; without lines the shipped kit."""
    if not lines:
        return printed(game=game, **options)
    return printed(f'[mine]\nextends = "shipped:{game}"\n{lines}\n', "mine", **options)


def sheet(printed: Build, lines: str, game: str = "red", language: str = "en") -> str:
    """Return the words of both sides of the rule sheet in order, with one space for any white."""
    printed_kit = kit(printed, lines, game, language=language, **(RULES if lines else {}))
    pages = {number for face in ("front", "back") for number, _ in printed_kit.slots("rules", face=face)}
    text = " ".join(printed_kit.reader.text(number) for number in sorted(pages))
    return " ".join(text.split()) if language == "en" else "".join(text.split())


SAID = tomllib.loads((Path(__file__).parent / "cases" / "sheet.toml").read_text("utf-8"))["said"]


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(
            case,
            id=f"{case['game']}-{case['language']}-{case.get('lines', 'as shipped').splitlines()[0]}",
            marks=() if case.get("quick") else pytest.mark.full,
        )
        for case in SAID
    ],
)
def test_the_sheet_says_what_the_definition_says(case: dict[str, Any], printed: Build) -> None:
    text = sheet(printed, case.get("lines", ""), case["game"], case["language"])
    assert [part for part in case["says"] if part not in text] == []
    assert [part for part in case.get("never", []) if part in text] == []


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game", ["red", "red7"])
def test_a_summary_is_one_card_with_the_turn_the_rules_and_an_example(game: str, language: str, printed: Build) -> None:
    printed_kit = kit(printed, "", game, language=language)
    assert {slot["card"] for _, slot in printed_kit.slots("summary")} == {"summary"}
    front = "".join(printed_kit.slot_text(*printed_kit.slots("summary")[0]).split())
    back = "".join(printed_kit.slot_text(*printed_kit.slots("summary", face="back")[0]).split())
    law, names = {
        "en": (
            "Onlyplayed,andnotwinning?Youareout.",
            ("Strongestcard", "Samenumber", "Differentcolours", "Evennumbers"),
        ),
        "ja": ("置いただけで勝っていなければ、脱落", ("一番強いカード", "同じ数字", "違う色", "偶数")),
    }[language]
    again = {"en": "ifnot,takeyourturnback.", "ja": "（勝てなければ、やり直す）"}[language]
    reminder = {"en": "Onlyonesetperpalettecounts.", "ja": "数えるのは1組だけ"}[language]
    assert law in front and again in front and reminder in back
    assert [name for name in names if name not in back] == []
    pages = {number for number, _ in printed_kit.slots("summary", face="back")}
    entries = printed_kit.manifest["examples"]
    shown = {entry["id"] for entry in entries for place in entry["places"] if place["page"] in pages}
    assert shown == {"rule-orange"}


@pytest.mark.parametrize("players", [2, pytest.param(3, marks=pytest.mark.full), 4])
def test_everyone_has_every_summary(players: int, printed: Build) -> None:
    printed_kit = kit(printed, "", players=players, only=("summary",))
    cards = [slot["card"] for _, slot in printed_kit.slots("summary")]
    assert {cards.count(card) for card in cards} == {players}


SMALL = '[mine.components]\nsummary = {{ size = "{size}" }}'


@pytest.mark.parametrize("language", ["en", pytest.param("ja", marks=pytest.mark.full)])
@pytest.mark.parametrize("size", ["mini", pytest.param("square", marks=pytest.mark.full)])
def test_a_small_summary_takes_more_cards_not_smaller_type(size: str, language: str, printed: Build) -> None:
    printed_kit = kit(printed, SMALL.format(size=size), "red7", only=("summary",), language=language)
    cards = {slot["card"] for _, slot in printed_kit.slots("summary")}
    assert len(cards) == 2 and printed_kit.manifest["unkilled"] == []
    first, *further = (
        "".join(printed_kit.slot_text(*printed_kit.slots("summary", card)[0]).split()) for card in sorted(cards)
    )
    law, rule = {"en": ("Onlyplayed", "Samenumber"), "ja": ("置いただけで", "同じ数字")}[language]
    assert law in first and all(rule in text for text in further)


def test_the_score_pad_says_what_wins_and_when_no_round_can_be_dealt(printed: Build) -> None:
    text = kit(printed, "", "red7").text_of("pad")
    assert "2 players: first to 40" in text and "4 players: first to 30" in text
    # two players would hold more points between them than a game has long before their cards run out
    assert "Deal another round only while they are at most 25 with 3 players and 17 with 4 players." in text
    assert "33" not in text and "With 2 players there are always enough cards." in text
    returned = kit(printed, '[mine.readings]\nscored-cards = "return"', "red7", only=("pad",)).text_of("pad")
    assert "cards aside" not in returned.lower()
    alone = kit(printed, "players = [2, 2]\ngoals = [60]", "red7", only=("pad",)).text_of("pad")
    assert "Deal another round only while they are at most 33 with 2 players." in alone


def test_red_has_no_score_pad(printed: Build) -> None:
    assert "pad" not in {component.id for component in open_shipped().game("red").components}
    assert "pad" in {component.id for component in open_shipped().game("red7").components}


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game", ["red", "red7"])
def test_rules_are_on_two_sides_of_one_sheet(game: str, language: str, printed: Build) -> None:
    printed_kit = kit(printed, "", game, language=language)
    assert len(printed_kit.slots("rules")) == 1 and len(printed_kit.slots("rules", face="back")) == 1
    shown = {place["page"] for example in printed_kit.manifest["examples"] for place in example["places"]}
    front, back = printed_kit.slots("rules")[0][0], printed_kit.slots("rules", face="back")[0][0]
    assert back in shown and front not in shown, "the front is what one needs to play, the back the examples"


def drawn(printed_kit: Any) -> str:
    """Return the words of the drawing of the set-up."""
    number, slot = printed_kit.slots("rules")[0]
    (box,) = [box for name, box in printed_kit.parts[slot["face_id"]] if name == "figure"]
    x, y, width, height = box
    return " ".join(printed_kit.reader.text_in(number, x, slot["height_mm"] - y - height, width, height).split())


@pytest.mark.parametrize(
    "lines",
    [
        "",
        pytest.param("players = [2, 2]", marks=pytest.mark.full),
        pytest.param("players = [2, 6]\nhand = 5", marks=pytest.mark.full),
        pytest.param("hand = 1", marks=pytest.mark.full),
        'draw = "never"',
    ],
)
def test_the_set_up_is_drawn_with_what_the_game_has(lines: str, printed: Build) -> None:
    words = drawn(kit(printed, lines, **(RULES if lines else {})))
    assert "discard pile" in words and "begins" in words and "strongest card" in words
    assert ("deck" in words) == (lines != 'draw = "never"')
    hand = "1 card" if lines == "hand = 1" else "5 cards" if "hand = 5" in lines else "7 cards"
    assert f"hand: {hand}" in words


def test_the_drawn_set_up_is_the_worked_opening(printed: Build) -> None:
    printed_kit = kit(printed, "")
    opening = next(word for word in printed_kit.manifest["examples"] if word["id"] == "opening")
    palettes = [palette[0] for palette in opening["in"]["palettes"]]
    words = drawn(printed_kit).split()
    assert len(palettes) >= 3
    assert sorted(word for word in words if word.isdigit() and word != "7") == sorted(
        str(number) for _, number in palettes
    )
    assert sorted(word for word in words if len(word) == 1 and word.isalpha()) == sorted(
        c[0].upper() for c, _ in palettes
    )


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_sign_that_is_used_is_explained_on_its_sheet(language: str, printed: Build) -> None:
    text = sheet(printed, "", "red", language)
    signs = {
        "en": (
            "is winning",
            "opens towards the winning palette",
            "counts",
            "does not count",
            "rule before the turn",
            "play",
            "discard",
            "discarded: the new rule",
        ),
        "ja": (
            "勝っている",
            "開いた側が勝っている",
            "数える",
            "数えない",
            "手番の前のルール",
            "置く",
            "捨てる",
            "捨てたカード（新しいルール）",
        ),
    }[language]
    assert [sign for sign in signs if sign not in text] == []


def test_checks_that_differ_in_one_thing_stand_together(printed: Build) -> None:
    printed_kit = kit(printed, "")
    places = {}
    for example in printed_kit.manifest["examples"]:
        x, y, _, height = example["places"][0]["box_mm"]
        places[example["id"]] = (-round(y + height), x)
    for first, second in (("check-discard", "check-discard-wins"), ("check-play", "check-play-overtakes")):
        (top, left), (other_top, other_left) = places[first], places[second]
        assert top == other_top and left < other_left
    turns = ["turn-play", "turn-both", "turn-out"]
    assert sorted(turns, key=places.__getitem__) == turns and len({places[turn][0] for turn in turns}) == 1
    assert max(places[name][0] for name in turns) < min(places[name][0] for name in places if name.startswith("check-"))
