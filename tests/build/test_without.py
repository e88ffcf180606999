"""Kits without one of their components."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from pnp.build.faces import chosen_components
from pnp.build.options import BuildOptions
from pnp.diagnostics import PnpError
from pnp.project.project import open_shipped


def parts_of(kit: Any) -> set[str]:
    return {slot["component"] for page in kit.manifest["pages"] for slot in page["slots"]}


def test_a_kit_is_printed_without_a_component(printed: Callable[..., Any]) -> None:
    whole, kit = printed(), printed(without=("summary",))
    assert parts_of(whole) - parts_of(kit) == {"summary"}
    assert "4 summary cards: the turn and the rules (1 for each player)" in whole.text_of("rules")
    assert "the turn and the rules" not in kit.text_of("rules"), "no list of contents has it"


SUMMARIES = {"en": re.compile("(?:summary|turn) cards?"), "ja": re.compile("早見カード|サマリー|手番カード")}


@pytest.mark.parametrize("language", ["en", pytest.param("ja", marks=pytest.mark.full)])
@pytest.mark.parametrize("game", ["red", "red7", "iroha", "collectmate", "kasane", "koka"])
def test_a_rule_sheet_hands_out_no_summaries_that_the_kit_lacks(
    game: str, language: Any, printed: Callable[..., Any]
) -> None:
    options = {"game": game, "language": language, "only": ("rules",)}
    assert SUMMARIES[language].search(printed(**options).text_of("rules"))
    assert SUMMARIES[language].findall(printed(**options, without=("summary",)).text_of("rules")) == []


def test_a_rule_sheet_lays_out_no_strength_card_that_the_kit_lacks(printed: Callable[..., Any]) -> None:
    text = printed(only=("rules",), without=("order",)).text_of("rules")
    assert "Lay out the strength card" not in text
    assert "Hand out the summary cards" in text


def test_a_list_of_contents_has_what_holds_the_others_only_with_its_use(printed: Callable[..., Any]) -> None:
    kit = printed(game="koka")
    assert {"band", "tag", "tray"} <= parts_of(kit)
    assert "1 belly band: goes round the tray" in kit.text_of("rules") and "1 bag tag: for" in kit.text_of("rules")
    box = printed()
    assert "box" in parts_of(box)
    assert " box" not in box.text_of("rules"), "it says no use"


def test_what_holds_the_others_is_in_no_list_where_it_is_left_out(printed: Callable[..., Any]) -> None:
    kit = printed(game="koka", without=("band", "tag"))
    assert not {"band", "tag"} & parts_of(kit)
    assert "dice tray" in kit.text_of("rules")
    assert "belly band" not in kit.text_of("rules") and "bag tag" not in kit.text_of("rules")


def test_what_is_asked_for_and_left_out_is_left_out() -> None:
    options = BuildOptions(only=("cards", "order"), without=("cards",))
    assert [component.id for component in chosen_components(open_shipped().game("red"), options)] == ["order"]


def test_a_component_to_leave_out_that_there_is_not_is_told() -> None:
    with pytest.raises(PnpError, match="red has no component 'bax'"):
        chosen_components(open_shipped().game("red"), BuildOptions(without=("bax",)))


def test_the_file_of_a_kit_without_a_component_says_so(pnp: Callable[..., Any]) -> None:
    ran = pnp("build", "red", "--only", "order,playing", "--without", "playing", "--out", "kit")
    assert (ran.status, ran.out) == (0, "kit/red-en-a4-without-playing-order-playing.pdf\n")


def test_a_part_of_a_kit_is_checked_without_warnings_of_what_it_lacks(pnp: Callable[..., Any]) -> None:
    ran = pnp("check", "red", "--without", "summary", "--without", "order")
    assert (ran.status, ran.err) == (0, "")
