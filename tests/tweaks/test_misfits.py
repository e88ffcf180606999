"""What a definition asks for and nobody can make: refused where the definition says it, and nothing is written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.kit

LONG = "a caption that goes on and on about [rest], longer than any card of this size can hold in type that can be read"
MISFITS = {
    "rows for more cards than there are": (
        "kasane",
        "set-up = [{ players = 3, per-row = 20, rounds = 3 }, { players = 4, per-row = 4, rounds = 4 }]",
        "too-few-cards",
        "3:36",
    ),
    "hands for more cards than there are": ("iroha", "dealt = 20", "too-few-cards", "3:9"),
    "hands for more dice than there are": (
        "koka",
        "per-round = [{ players = 2, dice = 3 }, { players = 3, dice = 4 }, { players = 4, dice = 20 }]\n"
        "[mine.colours]\nred = { dice = 1 }\nblue = { dice = 1 }\nyellow = { dice = 1 }",
        "too-few-dice",
        "",
    ),
    "more figures in a slot than the table of yaku has room for": (
        "kasane",
        "[mine.yaku]\nju = { slots = [{ cards = 2, points = [20, 20, 21, 22] }] }",
        "template-refuses",
        "4:16",
    ),
    "a slot for more cards than a set has": (
        "kasane",
        "[mine.yaku]\nchidori = { slots = [{ cards = 4, points = [3] }] }",
        "slot-never",
        "4:32",
    ),
    "a slot for more cards than can rise": (
        "kasane",
        "[mine.yaku]\nkagen = { slots = [{ cards = 6, points = [3] }] }",
        "slot-never",
        "4:30",
    ),
    "a suit without art": ("iroha", '[mine.suits]\nbird = { motif = "crane" }', "missing-art", "4:18"),
    "a suit whose id is its missing art": (
        "iroha",
        '[mine.suits]\ncrane = { name = "crane", letter = "Cr", ink = "#335577", motif = "crane", pattern = "uroko" }',
        "missing-art",
        "4:67",
    ),
    "a colour of dice without art": ("koka", '[mine.colours]\nred = { petal = "rose" }', "missing-art", "4:17"),
    "a caption without room": (
        "collectmate",
        f'[mine.cards]\ndot-red = {{ caption = "{LONG}" }}',
        "template-refuses",
        "4:23",
    ),
    "a name without room": (
        "kasane",
        '[mine.yaku]\nju = { name = "A name that is far too long for the slip on a yaku card" }',
        "text-overflow",
        "4:15",
    ),
    "a special hand of thirteen dice": (
        "koka",
        'special-hands = [{ name = "Thirteen", points = 5, groups = [{ size = 13 }] }]',
        "special-hand-size",
        "3:60",
    ),
    "a bonus without a figure for every colour": (
        "kasane",
        "bonus = { from = 8, colours = [5, 4, 3], all-laid = 2 }",
        "bonus-too-short",
        "",
    ),
}


@pytest.mark.parametrize("name", MISFITS)
def test_a_misfit_is_refused_where_the_definition_says_it(name: str, pnp: Callable[..., Any], tmp_path: Path) -> None:
    game, lines, code, place = MISFITS[name]
    (tmp_path / "games.toml").write_text(f'[mine]\nextends = "shipped:{game}"\n{lines}\n', encoding="utf-8")
    ran = pnp("build", "mine")
    assert ran.status == 2
    assert f"error[{code}]" in ran.err
    assert ran.err.startswith(f"games.toml:{place}"), ran.err
    assert "hint: " in ran.err or code == "template-refuses"
    assert [path.name for path in tmp_path.iterdir()] == ["games.toml"]


@pytest.mark.parametrize("only", [("cards",), pytest.param((), marks=pytest.mark.full)])
def test_a_tag_may_stand_on_the_card_with_every_colour(only: tuple[str, ...], printed: Callable[..., Any]) -> None:
    text = '[mine]\nextends = "shipped:collectmate"\n[mine.cards]\ndot-all = { caption = "[rest]" }\n'
    kit = printed(text, "mine", only=only)
    assert "rest" in kit.text_of("cards", "dot-all")
    assert kit.manifest["unkilled"] == []


@pytest.mark.parametrize("only", [("cards",), pytest.param((), marks=pytest.mark.full)])
def test_a_plain_caption_names_tags_in_any_language(only: tuple[str, ...], printed: Callable[..., Any]) -> None:
    text = '[mine]\nextends = "shipped:collectmate"\n[mine.cards]\ndot-red = { caption = "[rest] at home" }\n'
    kit = printed(text, "mine", language="ja", only=only)
    assert "rest" in kit.text_of("cards", "dot-red")
