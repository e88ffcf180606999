"""The one cell of a column that differs from all others as a slip does is told, and variety is not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

DEFINITION = """\
[mine]
engine = "deck"
title = "Mine"
[mine.decks]
all = "cards.csv"
[mine.components]
cards = { kind = "cards", title = "cards", template = "card", of = "all" }
"""
LINES = (
    "{% for name in names.split() %}"
    "{{ line(card[name] ~ '', 6, 10 + 9 * loop.index, 4, width=50, markup=true) }}{% endfor %}"
)
COIN = '<svg viewBox="0 0 9 9"><circle cx="4.5" cy="4.5" r="4" fill="#224477"/></svg>'
CODES = ("odd-pair", "same-card-name", "odd-writing", "odd-figure", "odd-word", "no-art", "other-markup", "typing-slip")
Told = Callable[..., list[str]]


@pytest.fixture
def told(tmp_path: Path, pnp: Callable[..., Any]) -> Told:
    """Check a deck of these rows, each column of which is printed, and return what is told of its cells."""
    art = tmp_path / "templates/deck/art"
    art.mkdir(parents=True)
    for name in ("coin", "gem", "seal", "sun"):
        (art / f"{name}.svg").write_text(COIN, encoding="utf-8")

    def check(header: str, rows: str, more: str = "") -> list[str]:
        (tmp_path / "games.toml").write_text(DEFINITION, encoding="utf-8")
        (tmp_path / "cards.csv").write_text(f"{header}\n{rows}\n", encoding="utf-8")
        names = dict.fromkeys(name.partition(".")[0] for name in header.split(",") if name not in ("id", "copies"))
        face = f"{{% set names = '{' '.join(names)}' %}}{LINES}{more}"
        (tmp_path / "templates/deck/card.svg.j2").write_text(face, encoding="utf-8")
        lines = pnp("check", "--lang", "en").err.splitlines()
        assert not any("error[" in line for line in lines), lines
        return [line for line in lines if any(f"warning[{code}]" in line for code in CODES)]

    return check


KINS = [("a1", "fox", "Fuchs", "coin"), ("a2", "fox", "Fuchs", "coin"), ("a3", "fox", "Fuchs", "coin")]
KINS += [("a4", "fox", "Fuchs", "coin"), ("b1", "owl", "Eule", "gem"), ("b2", "owl", "Eule", "gem")]
KINS += [("b3", "owl", "Eule", "gem")]


def rows_of(cells: list[tuple[str, ...]], card: int, column: int, text: str) -> str:
    """The rows of a file, with another text in one cell."""
    changed = [list(row) for row in cells]
    changed[card][column] = text
    return "\n".join(",".join(row) for row in changed)


@pytest.mark.parametrize(
    ("column", "text", "place", "said"),
    [
        (3, "gem", "3:14", "'picture' of 'a2' is 'gem', and all others with 'fox' in 'kin.en' have 'coin'"),
        (2, "Eule", "3:8", "'kin.de' of 'a2' is 'Eule', and all others with 'coin' in 'picture' have 'Fuchs'"),
        (1, "owl", "3:4", "'kin.en' of 'a2' is 'owl', and all others with 'coin' in 'picture' have 'fox'"),
    ],
)
def test_the_one_card_with_the_picture_or_kin_of_others_is_told(
    told: Told, column: int, text: str, place: str, said: str
) -> None:
    assert told("id,kin.en,kin.de,picture", rows_of(KINS, 0, 0, "a1")) == []
    assert told("id,kin.en,kin.de,picture", rows_of(KINS, 1, column, text)) == [
        f"cards.csv:{place}: warning[odd-pair]: {said}"
    ]


@pytest.mark.parametrize(("card", "text"), [(1, "sun"), (6, "seal")])
def test_a_picture_of_its_own_is_not_told(told: Told, card: int, text: str) -> None:
    assert told("id,kin.en,kin.de,picture", rows_of(KINS, card, 3, text)) == []


def test_two_columns_that_do_not_go_together_are_not_told(told: Told) -> None:
    cells = [(str(number), "ab"[number % 2], "xyz"[number % 3]) for number in range(12)]
    assert told("id,suit,kind", rows_of(cells, 0, 0, "z")) == []


NAMED = [("a", "Newt", "1"), ("b", "Crow", "2"), ("c", "Toad", "3"), ("d", "Rook", "4"), ("e", "Swan", "5")]


def test_the_one_name_on_two_cards_is_told_at_the_second(told: Told) -> None:
    assert told("id,name,cost", rows_of(NAMED, 0, 0, "a")) == []
    (line,) = told("id,name,cost", rows_of(NAMED, 3, 1, "Crow"))
    said = "'name' of 'd' is 'Crow', as that of 'b' is, and all other names differ"
    assert line == f"cards.csv:5:3: warning[same-card-name]: {said}"


@pytest.mark.parametrize("more", ["\nf,Crow,6", "\nf,Newt,6"])
def test_names_that_stand_on_several_cards_are_meant(told: Told, more: str) -> None:
    assert told("id,name,cost", rows_of(NAMED, 3, 1, "Crow") + more) == []


TEXTS = ["Take one.", "Draw two.", "Give it back.", "Swap a card.", "End the round.", "Look at it."]


def texts(number: int, text: str) -> str:
    """Rows of names and texts, with another text in one."""
    changed = [*TEXTS]
    changed[number] = text
    return "\n".join(f"Card {chr(65 + row)},{text}" for row, text in enumerate(changed))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Draw two", "'Draw two' ends without a full stop, and all others of the column have one"),
        ("draw two.", "'draw two.' begins with a small letter, and all others of the column with a capital"),
        ("DRAW TWO.", "'DRAW TWO.' is in capitals, and no other text of the column is"),
    ],
)
def test_the_one_text_that_is_written_otherwise_is_told(told: Told, text: str, said: str) -> None:
    assert told("name,text", texts(1, "Draw two.")) == []
    assert told("name,text", texts(1, text)) == [f"cards.csv:3:8: warning[odd-writing]: {said}"]


@pytest.mark.parametrize("text", ["Draw!", "Draw {coin}", "Two", "**Draw two.**", "DNA."])
def test_a_text_that_is_as_good_is_not_told(told: Told, text: str) -> None:
    assert told("name,text", texts(1, text)) == []


def test_two_texts_without_a_full_stop_are_not_told(told: Told) -> None:
    assert told("name,text", texts(1, "Draw two").replace("Take one.", "Take one")) == []


FIGURES = [("a", "1", "2"), ("b", "2", "3"), ("c", "3", "2"), ("d", "4", "2"), ("e", "5", "1"), ("f", "6", "2")]
FIGURES += [("g", "7", "3")]


@pytest.mark.parametrize(
    ("column", "text", "said"),
    [
        (1, "30", "5: warning[odd-figure]: 30 of 'cost' is far above all others, which are 1 to 7"),
        (2, "20", "3: warning[odd-figure]: 20 of 'copies' is far above all others, which are 1 to 3"),
    ],
)
def test_a_nought_too_many_is_told(told: Told, column: int, text: str, said: str) -> None:
    assert told("name,cost,copies", rows_of(FIGURES, 0, 0, "a")) == []
    (line,) = told("name,cost,copies", rows_of(FIGURES, 2, column, text))
    assert line == f"cards.csv:4:{3 if column == 1 else 5}{said[1:]}"


@pytest.mark.parametrize("text", ["10", "12", "35", "90"])
def test_a_large_figure_by_itself_is_not_told(told: Told, text: str) -> None:
    assert told("name,cost,copies", rows_of(FIGURES, 2, 1, text)) == []


PAYS = ["{coin}", "{coin}{gem}", "{gem}{gem}", "{coin}{coin}", "{gem}{coin}", "{gem}"]


def pays(text: str) -> str:
    """Rows of names and icons, the last with another text."""
    return "\n".join(f"Card {chr(65 + row)},{text}" for row, text in enumerate([*PAYS[:5], text]))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("jewel", "warning[other-markup]: 'jewel' names no icon, and all other cells of 'pay' have icons"),
        (
            "{gem} {gem}",
            "warning[typing-slip]: '{gem} {gem}' has blanks between its icons, and no other cell of 'pay' has",
        ),
    ],
)
def test_a_cell_without_an_icon_among_icons_is_told(told: Told, text: str, said: str) -> None:
    assert told("name,pay", pays("{gem}")) == []
    (line,) = told("name,pay", pays(text))
    assert line.startswith(f"cards.csv:7:8: {said}")


def test_a_name_of_art_that_is_none_is_told_where_a_template_asks(told: Told) -> None:
    rows = "\n".join(f"Card {chr(65 + row)},{kind}" for row, kind in enumerate(["coin", "gem", "coin", "gem", "jewel"]))
    assert told("name,kind", rows) == []
    (line,) = told("name,kind", rows, "{% if has_art(card.kind) %}{{ art(card.kind, 20, 50, 10) }}{% endif %}")
    said = "'kind' of '05' is 'jewel', and all other cells of the column name art"
    assert line == f"cards.csv:6:8: warning[no-art]: {said}"


def test_a_misspelt_word_in_one_language_is_told(told: Told) -> None:
    (line,) = told("id,kin.en,kin.de,picture", rows_of(KINS, 1, 2, "Fcuhs"))
    assert line.startswith("cards.csv:3:8: warning[odd-word]: 'kin' of 'a2' is 'Fcuhs', and 3 others have 'Fuchs'")


@pytest.mark.parametrize(
    ("cell", "fault", "hint"),
    [
        ("nan", "is no figure", "write the figure"),
        ("TRUE", "is no figure", "write the figure"),
        ("=B2*2", "is a formula, and its letters are printed", "write the figure"),
        ("03-Apr", "is a date that a spreadsheet made", "write the figure"),
        ("4 coins", "has more than a figure", "did you mean 4?"),
        ("€4", "has more than a figure", "did you mean 4?"),
    ],
)
def test_the_one_cell_that_no_figure_stands_in_is_told(told: Told, cell: str, fault: str, hint: str) -> None:
    figures = ["3", "5", cell, "2", "6"]
    rows = "\n".join(f"a{number},{figure}" for number, figure in enumerate(figures))
    (message,) = told("id,price", rows)
    assert message.endswith(f"warning[odd-figure]: {cell!r} {fault}, and all other cells of 'price' are numbers")
    assert message.startswith("cards.csv:4:4:")


@pytest.mark.parametrize("figures", ["3 5 X 2 6", "3 5 1-2 2 6", "3 5 2d6 2 6", "3 €4 €5 2 6", "3 2.5 €4 2 6"])
def test_signs_of_a_game_among_figures_are_not_told(told: Told, figures: str) -> None:
    assert told("id,price", "\n".join(f"a{number},{figure}" for number, figure in enumerate(figures.split()))) == []


def test_the_one_cell_with_commas_between_its_icons_is_told(told: Told) -> None:
    cells = ["{coin}{gem}", "{sun}", '"{coin}, {gem}"', "{seal}{sun}", "{gem}"]
    rows = [f"a{number},{cell}" for number, cell in enumerate(cells)]
    (message,) = told("id,cost", "\n".join(rows))
    assert message.endswith("'{coin}, {gem}' has commas between its icons, and no other cell of 'cost' has")
    rows[0] = 'a0,"{sun}, {gem}"'
    assert told("id,cost", "\n".join(rows)) == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("札を1枚引く.", "ends with '.', and others of the column with '。'"),
        ("札を２枚引く。", "has a figure of full width, and others of the column have plain ones"),
        ("札を2枚引く。", None),
    ],
)
def test_the_one_japanese_text_with_signs_of_another_kind_is_told(told: Told, text: str, fault: str | None) -> None:
    texts = ["札を3枚引く。", "札を1枚捨てる。", "2点を得る。", "札を隣に渡す。", "もう一度する。", text]
    rows = "\n".join(f"a{number},Card {'abcdef'[number]},{text}" for number, text in enumerate(texts))
    messages = told("id,title,text", rows)
    assert [message.partition("odd-writing]: ")[2] for message in messages] == ([f"{text!r} {fault}"] if fault else [])
