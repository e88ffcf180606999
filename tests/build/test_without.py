"""Kits without one of their components."""

from __future__ import annotations

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
    assert "4 summary cards: one for each player" in whole.text_of("rules")
    assert "one for each player: the turn" not in kit.text_of("rules"), "no list of contents has it"


def test_a_list_of_contents_has_what_holds_the_others_only_with_its_use(printed: Callable[..., Any]) -> None:
    kit = printed(game="koka")
    assert {"band", "tag", "tray"} <= parts_of(kit)
    assert "1 belly band: round the tray" in kit.text_of("rules") and "1 bag tag: for" in kit.text_of("rules")
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
