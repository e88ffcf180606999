"""Readings and words that no text has, bold words that one language lost, and copies of pictures are told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

DEFINITION = """\
[mine]
engine = "deck"
title = { en = "Mine", ja = "山" }
[mine.decks]
all = "cards.csv"
[mine.components]
cards = { kind = "cards", title = { en = "cards", ja = "札" }, template = "card", of = "all" }
"""
FACE = """\
<rect x="-3" y="-3" width="69" height="94" fill="#ffffff"/>
{{ line(card.name, 8, 12, 5) }}{{ line(card.cost, 8, 20, 5, markup=true) }}
{% for key in ("turn-shop", "turn-bake", "turn-sell", "turn-rest") %}
{{ block(w(key, count=3), 6, 30 + 12 * loop.index0, 50, 3, height=11, markup=true) }}
{% endfor %}
"""
WORDS = {
    "turn-shop": ("**Shop.** Take a good.", "**仕入れる**　材料を取る。"),
    "turn-bake": ("**Bake.** Lay a bread.", "**焼く**　パンを置く。"),
    "turn-sell": ("**Sell.** Give a bread.", "**売る**　パンを渡す。"),
    "turn-rest": ("Or rest {count}.", "または{count}枚休む。"),
}
ROWS = "newt,Newt,イモリ,{a}{a}\ncrow,Crow,カラス,{a}{b}\ntoad,Toad,カエル,{b}\nrook,Rook,ミヤマ,{a}{b}{b}"
GEM = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4.5" cy="4.5" r="%s"/></svg>'
Told = Callable[..., list[str]]


@pytest.fixture
def told(tmp_path: Path, pnp: Callable[..., Any]) -> Told:
    """Check a deck of these rows and words, and return the messages."""
    (tmp_path / "games.toml").write_text(DEFINITION, encoding="utf-8")
    (tmp_path / "templates/deck/art").mkdir(parents=True)
    for name, radius in (("a", "4"), ("b", "3")):
        (tmp_path / f"templates/deck/art/{name}.svg").write_text(GEM % radius, encoding="utf-8")

    def check(more: str = "", words: dict[str, tuple[str, str]] | None = None, rows: str = ROWS, face: str = "") -> Any:
        wordings = {**WORDS, **(words or {})}
        tables = (
            "".join([f"[{tag}]\n", *(f'{key} = "{texts[at]}"\n' for key, texts in wordings.items())])
            for at, tag in enumerate(("en", "ja"))
        )
        (tmp_path / "templates/deck/words.toml").write_text("\n".join([*tables, more]), encoding="utf-8")
        (tmp_path / "cards.csv").write_text(f"id,name.en,name.ja,cost\n{rows}\n", encoding="utf-8")
        (tmp_path / "templates/deck/card.svg.j2").write_text(FACE + face, encoding="utf-8")
        ran = pnp("check", "--lang", "en")
        assert ran.status == 0, ran.err
        return [line for line in ran.err.splitlines() if "warning[" in line]

    return check


def test_a_game_in_order_is_not_told(told: Told) -> None:
    assert told() == []


@pytest.mark.parametrize(
    ("more", "place", "term"),
    [
        ('[ruby]\n"職人" = "しょくにん"\n', "14:1", "'職人', for which [ruby]"),
        ('[together]\nja = ["材料", "焼き上がり"]\n', "14:13", "'焼き上がり', for which [together]"),
    ],
)
def test_what_is_said_of_a_word_that_no_text_has_is_told(told: Told, more: str, place: str, term: str) -> None:
    (message,) = told(more)
    assert message == f"templates/deck/words.toml:{place}: warning[unread-name]: no text has {term} says something"


@pytest.mark.parametrize(
    "more",
    [
        '[ruby]\n"材料" = "ざいりょう"\n',
        '[ruby]\n"山" = "やま"\n',
        '[together]\nja = ["3枚休む", "カエル"]\n',
    ],
    ids=["in words", "in a title", "in a cell, and with a value"],
)
def test_what_is_said_of_a_word_that_a_text_has_is_not_told(told: Told, more: str) -> None:
    assert told(more) == []


def test_bold_words_that_one_language_lost_are_told_at_the_wording(told: Told) -> None:
    (message,) = told(words={"turn-bake": ("**Bake.** Lay a bread.", "焼く　パンを置く。")})
    assert message == (
        "templates/deck/words.toml:9:1: warning[lost-mark]: 'turn-bake' has bold words in 'en' and none in 'ja', and "
        "all others have them in both"
    )


def test_a_language_without_bold_words_in_several_wordings_does_without_them(told: Told) -> None:
    plain = {
        "turn-bake": ("**Bake.** Lay a bread.", "焼く　パンを置く。"),
        "turn-rest": ("Or **rest** {count}.", "または{count}枚休む。"),
    }
    assert told(words=plain) == []


def test_one_icon_with_a_figure_among_icons_that_are_repeated_is_told(told: Told) -> None:
    (message,) = told(rows=ROWS.replace("newt,Newt,イモリ,{a}{a}", "newt,Newt,イモリ,2{a}"))
    assert (
        message
        == "cards.csv:2:15: warning[odd-writing]: '2{a}' has a figure, and other cells of 'cost' repeat the icon"
    )


@pytest.mark.parametrize("cost", ["2{a}", "{a}×2", "3 {b}"])
def test_icons_with_figures_are_not_told_where_all_are_so_or_none_is_repeated(told: Told, cost: str) -> None:
    rows = ROWS.replace("{a}{a}", cost).replace("{a}{b}{b}", "{a}{b}")
    assert told(rows=rows) == []
    assert told(rows=ROWS.replace("{a}{a}", cost).replace("{a}{b}{b}", "{a}2{b}")) == []


def test_a_name_that_is_one_in_a_language_and_two_in_the_other_is_told(told: Told) -> None:
    (message,) = told(rows=ROWS.replace("Toad", "Newt"))
    assert message.startswith("cards.csv:4:6: warning[same-card-name]: 'name' of 'toad' is 'Newt', as that of 'newt'")
    assert told(rows=ROWS.replace("Toad", "Newt").replace("カエル", "イモリ")) == []


@pytest.mark.parametrize(
    ("asked", "is_told"), [('"csot"', True), ('"cost"', False), ('"id"', False), ('"flavour"', False)]
)
def test_a_question_for_a_column_that_no_card_has_is_told(told: Told, asked: str, is_told: bool) -> None:
    messages = told(face=f"{{% if {asked} in card %}}{{{{ line('Yes', 8, 80, 3) }}}}{{% endif %}}")
    said = "never-equal]: no card has a column 'csot', and card.svg.j2 asks for it"
    assert messages == [f"templates/deck/card.svg.j2:6: warning[{said}"] * is_told


@pytest.mark.parametrize(("width", "is_told"), [("0.02", True), ("0.4", False)])
def test_art_of_hairlines_alone_is_told(told: Told, tmp_path: Path, width: str, is_told: bool) -> None:
    line = (GEM % 4).replace("/></svg>", f' fill="none" stroke="#000000" stroke-width="{width}"/></svg>')
    (tmp_path / "templates/deck/art/ring.svg").write_text(line, encoding="utf-8")
    messages = told(face="{{ art('ring', 40, 60, 12) }}")
    assert [("thin-line" in message) for message in messages] == [True] * is_told
