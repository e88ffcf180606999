"""Tweaks of koka that must work, and what its rule sheet, summary and score pad say of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pnp.model.text import Language
from tests.games.wording import wording
from tests.tweaks.kits import PAPER, kit_of, pages_of
from tests.tweaks.saying import assumed, both, said, unsaid, words_of

pytestmark = pytest.mark.kit

w = words_of("koka")
ONE_COLOUR = (
    'players = [2, 2]\ncolours = [{ id = "red", name = "red", letter = "R", ink = "#d4141f", petal = "camellia", '
    "dice = 90 }]\nper-round = [{ players = 2, dice = 2 }]"
)


def test_a_game_of_one_colour_builds_and_says_what_it_cannot_show(printed: Callable[..., Any]) -> None:
    kit = kit_of("koka", ONE_COLOUR, printed, only=("summary", "rules", "pad"))
    assert kit.manifest["unkilled"] == ["discard-keeps-face"]
    text = kit.pages_of("rules")
    assert said((w("reason-colours"), w("make-dice-each")), text, "en") == []
    assert unsaid((w("make-dice", dice=90, colours=w("make-dice-one", count=90, colour="red")),), text, "en") == []


@pytest.mark.parametrize("edge", [10, 12, 14, 16])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_dice_say_how_they_are_folded(edge: int, language: Language, printed: Callable[..., Any]) -> None:
    lines = f'[mine.components.dice.net]\nedge = "{edge}mm"'
    kit = kit_of("koka", lines, printed, only=("dice",), language=language)
    steps = {"en": "Cut along the thin and the black line", "ja": "②細い線と黒い線で切る"}[language]
    assert [page for page in kit.manifest["pages"] if unsaid((steps,), kit.reader.text(page["number"]), language)] == []


@pytest.mark.parametrize("language", ["en", "ja"])
def test_designer_publisher_and_what_is_assumed_stand_on_the_rule_sheet_of_koka(
    language: Language, printed: Callable[..., Any]
) -> None:
    text = kit_of("koka", "", printed, language=language, paper=PAPER[language]).pages_of("rules")
    assert unsaid(("Dice-K", "Dice-Knot", assumed("koka", "special-hands")), text, language) == []


READINGS = {
    "equal-sets": ("any-colours", "different-colours"),
    "partition": ("best", "six-first"),
    "two-sixes": ("no-form", "form"),
    "untaken-dice": ("again", "stay"),
    "reroll-count": ("two", "one-or-two"),
}
"""Readings of the kit as shipped, and the other readings."""


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_reading_and_every_other_decision_of_koka_is_told(
    language: Language, printed: Callable[..., Any]
) -> None:
    text = kit_of("koka", "", printed, language=language, paper=PAPER[language]).pages_of("rules")
    told = [w(f"reading-{name}-{here}") for name, (here, _) in READINGS.items()]
    assert all(
        ("※" if language == "ja" else "*") in form.replace("**", "") for one in told for form in one.forms(language)
    )
    assert unsaid((*told, w("open-lead"), w("complete-wrong")), text, language) == []
    assert said([w(f"reading-{name}-{other}") for name, (_, other) in READINGS.items()], text, language) == []


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_summaries_of_koka_are_two_cards_for_each_player_with_what_matters_most(
    language: str, printed: Callable[..., Any]
) -> None:
    kit = kit_of("koka", "", printed, language=language, paper=PAPER[language])
    assert len(kit.slots("summary")) == 8
    on_summary = {
        entry["id"]
        for entry in kit.manifest["examples"]
        if any(place["page"] in pages_of(kit, "summary") for place in entry["places"])
    }
    assert on_summary == {"equal-two", "one-colour"}


def test_the_kit_begins_with_the_rules(printed: Callable[..., Any]) -> None:
    kit = kit_of("koka", "", printed)
    assert kit.slots("rules")[0][0] == 1
    first, words = kit.slot_text(*kit.slots("rules")[0]), wording("koka", "en")
    headings = [first.index(words[f"{key}-heading"]) for key in ("complete", "contents", "setup", "round", "end")]
    assert headings == sorted(headings)
    second = kit.slot_text(*kit.slots("rules", face="back")[0])
    headings = [second.index(words[f"{key}-heading"]) for key in ("turn", "score")]
    assert headings == sorted(headings)


def test_a_seventh_colour_of_dice_comes_on_stickers_too(
    tweaked: Callable[[str], str], printed: Callable[..., Any]
) -> None:
    kit = printed(tweaked("a-seventh-colour-of-dice"), "koka", instead=("stickers",))
    assert unsaid((both("K", "桃"),), kit.text_of("stickers", "pink-6"), "en") == []
    assert len(kit.slots("stickers")) == 6 * 105
    assert kit.slots("dice") == []
