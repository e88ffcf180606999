"""Pieces larger or smaller than shipped: what is drawn around them follows, or the build says why it cannot."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


def tweak(game: str, lines: str) -> str:
    return f'[mine]\nextends = "shipped:{game}"\n{lines}\n'


@pytest.mark.parametrize(
    ("lines", "component", "size"),
    [
        pytest.param('[mine.components]\ndice = { net = { edge = "15mm" } }', "dice", (55, 66), marks=pytest.mark.full),
        ('[mine.components]\ndice = { net = { edge = "18mm" } }', "dice", (64, 78)),
        pytest.param("[mine.components]\ntray = { net = { rim = false } }", "tray", None, marks=pytest.mark.full),
        (
            '[mine.components]\ntray = { net = { width = "40mm", depth = "40mm", height = "10mm", tab = "6mm" } }',
            "tray",
            None,
        ),
    ],
)
def test_fold_ups_of_another_size_build(
    lines: str, component: str, size: tuple[float, float] | None, printed: Callable[..., Any]
) -> None:
    kit = printed(tweak("koka", lines), "mine")
    slots = kit.slots(component)
    assert slots
    if size is not None:
        assert {tuple(sorted((slot["width_mm"], slot["height_mm"]))) for _, slot in slots} == {size}


@pytest.mark.parametrize("only", [("yaku", "tokens"), pytest.param((), marks=pytest.mark.full)])
def test_slots_of_yaku_cards_hold_the_tokens_of_the_definition(
    only: tuple[str, ...], printed: Callable[..., Any], pnp: Callable[..., Any], tmp_path: Path
) -> None:
    large = '[mine.components]\ntokens = { size = "25mm" }'
    kit = printed(tweak("kasane", f'{large}\nyaku = {{ size = "120mm x 80mm" }}'), "mine", only=only)
    assert {slot["width_mm"] for _, slot in kit.slots("tokens")} == {25}
    (tmp_path / "games.toml").write_text(tweak("kasane", large), encoding="utf-8")
    ran = pnp("build", "mine")
    assert ran.status == 2
    assert "a token of 25.0 mm" in ran.err
    assert "give the component a larger size" in ran.err


@pytest.mark.parametrize("only", [("dice",), pytest.param((), marks=pytest.mark.full)])
def test_a_name_may_be_changed_in_one_language(only: tuple[str, ...], printed: Callable[..., Any]) -> None:
    text = tweak("koka", '[mine.colours]\nred = { name = { en = "rose" } }')
    assert "rose" in printed(text, "mine", only=only).text_of("dice", "red")
    assert "赤" in printed(text, "mine", language="ja", only=only).text_of("dice", "red")


@pytest.mark.parametrize("game", ["kasane", "koka"])
@pytest.mark.parametrize("only", [("rules",), pytest.param((), marks=pytest.mark.full)])
def test_a_table_for_one_number_of_players_speaks_of_no_other(
    game: str, only: tuple[str, ...], printed: Callable[..., Any]
) -> None:
    text = printed(tweak(game, "players = [4, 4]"), "mine", only=only).text_of("rules")
    assert "4 players" in text
    assert "4–4" not in text
    assert "3 players" not in text


def test_a_piece_that_is_too_large_for_the_paper_is_told_at_its_size(pnp: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "games.toml").write_text(
        tweak("kasane", '[mine.components]\nstart = { size = "300mm" }'), encoding="utf-8"
    )
    ran = pnp("build", "mine", "--only", "start")
    assert ran.status == 2
    assert ran.err.startswith("games.toml:4:18: error[card-too-large]")
    assert [path.name for path in tmp_path.iterdir()] == ["games.toml"]


@pytest.mark.parametrize(
    "lines",
    [
        "field-cards = 0",
        '[mine.yaku]\nchidori = { rule = { is = "set", numbers = [2, 3, 8, 9] }, '
        "slots = [{ cards = 4, points = [6] }] }",
    ],
)
def test_the_overview_makes_room_for_what_a_tweak_says(lines: str, printed: Callable[..., Any]) -> None:
    for language in ("en", "ja"):
        kit = printed(tweak("kasane", lines), "mine", language=language, only=("overview",))
        assert len({slot["face_id"] for _, slot in kit.slots("overview")}) == 1


def test_more_yaku_than_the_overview_holds_need_a_larger_one(
    printed: Callable[..., Any], pnp: Callable[..., Any], tmp_path: Path
) -> None:
    tenth = (
        '[mine.yaku]\nshin = { name = "Shin", ruby = "しん", frame = "moss", motif = "ten", rule = { is = "equal" }, '
        "slots = [{ cards = 5, points = [9] }] }"
    )
    (tmp_path / "games.toml").write_text(tweak("kasane", tenth), encoding="utf-8")
    ran = pnp("build", "mine")
    assert ran.status == 2
    assert "no room for 10 yaku" in ran.err
    larger = f'{tenth}\n[mine.components]\noverview = {{ size = "63mm x 100mm" }}'
    assert len(printed(tweak("kasane", larger), "mine", only=("yaku", "overview")).slots("yaku")) == 10
