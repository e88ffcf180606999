"""Tweaks of iroha that must work, what its rule sheet says of them, and those that are refused where they stand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pnp.model.text import Language
from tests.games.wording import wording
from tests.tweaks.kits import PAPER, kit_of
from tests.tweaks.saying import assumed, said, unsaid, words_of

pytestmark = pytest.mark.kit

w = words_of("iroha")
ALWAYS = "icons = [{ numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], from = %d }]"


@pytest.mark.parametrize("language", ["en", "ja"])
def test_designer_publisher_and_what_is_assumed_stand_on_the_rule_sheet(
    language: Language, printed: Callable[..., Any]
) -> None:
    text = printed(game="iroha", language=language, paper=PAPER[language]).pages_of("rules")
    assert unsaid(("K'nnon", "nononon factory", "2019", assumed("iroha", "icons")), text, language) == []


def test_the_note_of_an_assumed_figure_goes_with_the_figure(printed: Callable[..., Any]) -> None:
    text = kit_of("iroha", ALWAYS % 3, printed, only=("rules",)).pages_of("rules")
    assert "nononon factory" in text
    assert said((assumed("iroha", "icons"), w("decided-heading")), text, "en") == []
    assert unsaid((w("open-lead"),), text, "en") == []


def test_a_summary_for_each_player_one_marker_and_a_pad_of_six_deals(printed: Callable[..., Any]) -> None:
    kit = printed(game="iroha")
    assert [len(kit.slots(name)) for name in ("cards", "marker", "summary", "pad", "rules")] == [60, 1, 6, 1, 1]
    pad = kit.text_of("pad")
    assert unsaid((w("pad-deals", each=1), w("pad-use"), w("pad-deal")), pad, "en") == []
    assert pad.count("Um") == 6


def test_a_pad_of_more_deals_than_a_page_has_room_for_goes_on_over_the_next(printed: Callable[..., Any]) -> None:
    kit = kit_of("iroha", "deals-each = 9", printed, only=("pad",))
    pad = kit.pages_of("pad")
    assert [str(deal) in pad.split() for deal in (1, 18, 19, 36, 37, 54)] == [True] * 6
    words = wording("iroha", "en")
    assert [f"{words['pad-title']} {page}/3" in pad for page in (1, 2, 3)] == [True] * 3
    assert pad.count(words["pad-total"]) == 1


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
