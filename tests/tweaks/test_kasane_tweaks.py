"""Tweaks of kasane that must work, and what its rule sheet and summary say of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pnp.model.text import Language
from tests.tweaks.kits import PAPER, kit_of, pages_of
from tests.tweaks.saying import Words, assumed, both, said, unsaid, words_of

pytestmark = pytest.mark.kit

w = words_of("kasane")
NO_PLUS_ONE = (
    "plus-one = { copies = 0 }\nset-up = [{ players = 3, per-row = 4, rounds = 3, remove = 1 }, "
    "{ players = 4, per-row = 4, rounds = 3 }]\n"
    "bonus = { from = 6, colours = [1, 2, 3, 4, 5, 6, 7, 8, 9], all-laid = 0 }"
)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_designer_publisher_and_what_is_assumed_stand_on_the_rule_sheet_of_kasane(
    language: Language, printed: Callable[..., Any]
) -> None:
    text = kit_of("kasane", "", printed, language=language, paper=PAPER[language]).pages_of("rules")
    figures = [assumed("kasane", key) for key in ("colours", "frames", "yaku")]
    assert (
        unsaid(("2014", both("Orikuchi Hinata", "折口日向"), both("Ōyūan", "桜遊庵"), *figures), text, language) == []
    )


def test_a_summary_of_kasane_is_one_card_for_each_player(printed: Callable[..., Any]) -> None:
    kit = kit_of("kasane", "", printed)
    assert len(kit.slots("summary")) == 4
    on_summary = {
        entry["id"]
        for entry in kit.manifest["examples"]
        if any(place["page"] not in pages_of(kit, "rules") for place in entry["places"])
    }
    assert on_summary == {"best-yaku"}


def plus(points: int) -> Words:
    """What the cards beside the numbers are called: ``+1``."""
    return w("plus-card", points=points)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_an_overview_says_what_a_plus_one_counts_as(language: Language, printed: Callable[..., Any]) -> None:
    front = f'overview = {{ front-language = "{language}" }}'

    def said_on(lines: str) -> str:
        text = f'[mine]\nextends = "shipped:kasane"\n{lines}\n[mine.components]\n{front}\n'
        return str(printed(text, "mine", only=("overview",)).text_of("overview"))

    all_laid = w("overview-all", points=w("count-points", count=2))
    assert unsaid((w("overview-plus", plus=plus(1)), all_laid), said_on(""), language) == []
    assert said((w("overview-plus"), w("overview-all")), said_on(NO_PLUS_ONE), language) == []
    assert unsaid((w("overview-plus", plus=plus(2)),), said_on("plus-one = { points = 2 }"), language) == []


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_plus_one_of_two_points_is_printed_as_such(language: str, printed: Callable[..., Any]) -> None:
    text = '[mine]\nextends = "shipped:kasane"\nplus-one = { points = 2 }\n[mine.colours]\n1 = { copies = 6 }\n'
    kit = printed(text, "mine", only=("cards", "summary"), language=language)
    for text_there in (kit.text_of("cards", "plus-one"), kit.pages_of("summary")):
        assert "2" in text_there and ("+2" in text_there or "＋2" in text_there)
        assert "+1" not in text_there and "＋1" not in text_there
    assert len([slot for _, slot in kit.slots("cards") if slot["card"].startswith("kimono-1")]) == 6
