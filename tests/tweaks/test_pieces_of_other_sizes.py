"""Pieces larger or smaller than shipped: what is drawn around them follows, or the build says why it cannot."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pnp.model.text import Language
from tests.tweaks.saying import said, unsaid, words_of

pytestmark = pytest.mark.kit


def tweak(game: str, lines: str) -> str:
    return f'[mine]\nextends = "shipped:{game}"\n{lines}\n'


@pytest.mark.parametrize(
    ("lines", "component", "size"),
    [
        pytest.param(
            '[mine.components]\ndice = { net = { edge = "15mm" } }', "dice", (47.0, 66.0), marks=pytest.mark.full
        ),
        ('[mine.components]\ndice = { net = { edge = "18mm" } }', "dice", (56.0, 78.0)),
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


@pytest.mark.parametrize(
    ("net", "edge"),
    [
        ('edge = "12mm"', 12),
        pytest.param('edge = "10mm"\ntab = "3mm"', 10, marks=pytest.mark.full),
        ('edge = "14mm"', 14),
        pytest.param('tab = "3mm"', 16, marks=pytest.mark.full),
    ],
)
@pytest.mark.parametrize("language", ["en", pytest.param("ja", marks=pytest.mark.full)])
def test_dice_of_other_sizes_are_drawn_and_named(
    net: str, edge: int, language: Language, printed: Callable[..., Any]
) -> None:
    lines = f"[mine.components.dice.net]\n{net}"
    kit = printed(tweak("koka", lines), "mine", only=("rules", "dice"), language=language)
    assert unsaid((words_of("koka")("make-buy", edge=edge),), kit.pages_of("rules"), language) == []
    assert len(kit.slots("dice")) == 90


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_sheet_of_small_dice_says_what_its_lines_mean(language: str, printed: Callable[..., Any]) -> None:
    w = words_of("koka")
    legend = (w("fold-cut"), w("fold-mountain"), w("fold-glue"))
    for edge in (16, 10):
        lines = f'[mine.components.dice.net]\nedge = "{edge}mm"'
        kit = printed(tweak("koka", lines), "mine", only=("dice",), language=language)
        assert unsaid(legend, kit.reader.whole, language) == []


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


@pytest.mark.parametrize("only", [("rules",), pytest.param((), marks=pytest.mark.full)])
def test_a_name_may_be_changed_in_one_language(only: tuple[str, ...], printed: Callable[..., Any]) -> None:
    text = tweak("koka", '[mine.colours]\nred = { name = { en = "rose" } }')
    assert "rose" in printed(text, "mine", only=only).pages_of("rules")
    assert "赤" in printed(text, "mine", language="ja", only=only).pages_of("rules")


@pytest.mark.parametrize("game", ["kasane", "koka"])
@pytest.mark.parametrize("only", [("rules",), pytest.param((), marks=pytest.mark.full)])
def test_a_table_for_one_number_of_players_speaks_of_no_other(
    game: str, only: tuple[str, ...], printed: Callable[..., Any]
) -> None:
    text = printed(tweak(game, "players = [4, 4]"), "mine", only=only).pages_of("rules")
    assert unsaid((words_of(game)("facts-players-same", count=4),), text, "en") == []
    assert said(("4–4", "3 players"), text, "en") == []


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


MORE = (
    '{name} = {{ name = "{title}", ruby = "しん", frame = "moss", motif = "ten", rule = {{ is = "equal" }}, '
    "slots = [{{ cards = 5, points = [9] }}] }}"
)


def with_yaku(count: int) -> str:
    """Kasane with so many yaku more."""
    more = "\n".join(MORE.format(name=f"more-{nth}", title=f"More {nth}") for nth in range(count))
    return tweak("kasane", f"[mine.yaku]\n{more}")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_tenth_yaku_has_room_on_the_overview(language: str, printed: Callable[..., Any]) -> None:
    kit = printed(with_yaku(1), "mine", language=language, only=("yaku", "overview"))
    assert len(kit.slots("yaku")) == 10
    assert "More 0" in kit.text_of("overview")


def test_more_yaku_than_the_overview_holds_are_told_where_they_stand(
    printed: Callable[..., Any], pnp: Callable[..., Any], tmp_path: Path
) -> None:
    (tmp_path / "games.toml").write_text(with_yaku(8), encoding="utf-8")
    ran = pnp("build", "mine", "--only", "overview")
    assert ran.status == 2
    assert ran.err.startswith("games.toml:3:") and "no room for 17 yaku" in ran.err
    larger = f'{with_yaku(8)}\n[mine.components]\noverview = {{ size = "63mm x 120mm" }}'
    assert len(printed(larger, "mine", only=("yaku", "overview")).slots("yaku")) == 17


FOUR = (
    "kagen = { slots = [{ cards = 2, points = [1] }, { cards = 3, points = [3] }, { cards = 4, points = [5] }, "
    "{ cards = 5, points = [8] }] }",
    "ju = { slots = [{ cards = 2, points = [2, 2] }, { cards = 3, points = [3] }, { cards = 4, points = [5] }] }",
    "kasane = { slots = [{ cards = 2, points = [2] }, { cards = 3, points = [4, 4] }, { cards = 4, points = [6] }] }",
)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("line", FOUR)
def test_a_yaku_with_four_slots_is_drawn_wherever_they_are(
    line: str, language: str, printed: Callable[..., Any]
) -> None:
    only = ("yaku", "overview", "rules")
    kit = printed(tweak("kasane", f"[mine.yaku]\n{line}"), "mine", language=language, only=only)
    assert len(kit.slots("yaku")) == 9


def test_a_fifth_slot_is_told_at_its_key(pnp: Callable[..., Any], tmp_path: Path) -> None:
    five = "[mine.yaku]\nju = { slots = [{ cards = 2, points = [2, 2, 2] }, { cards = 3, points = [3, 3] }] }"
    (tmp_path / "games.toml").write_text(tweak("kasane", five), encoding="utf-8")
    ran = pnp("build", "mine", "--only", "yaku")
    assert ran.status == 2
    assert ran.err.startswith("games.toml:4:16: error[template-refuses]: the yaku ju has 5 slots")
