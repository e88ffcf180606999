"""A card without a name among cards that have one is told, and so is the same card in two rows."""

from __future__ import annotations

import re
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
FACE = """\
<rect x="-3" y="-3" width="69" height="94" fill="#ffffff"/>
{% if card.name %}{{ line(card.name, 8, 12, 5) }}{% endif %}
{{ line(card.kind ~ card.cost, 8, 30, 5) }}
"""
Told = Callable[..., list[str]]


@pytest.fixture
def told(tmp_path: Path, pnp: Callable[..., Any]) -> Told:
    """Check a deck of these rows, and return the messages."""
    (tmp_path / "games.toml").write_text(DEFINITION, encoding="utf-8")
    (tmp_path / "templates/deck").mkdir(parents=True)

    def check(rows: str, header: str = "id,name,kind,cost,copies", more: str = "") -> list[str]:
        (tmp_path / "cards.csv").write_text(f"{header}\n{rows}\n", encoding="utf-8")
        (tmp_path / "templates/deck/card.svg.j2").write_text(FACE + more, encoding="utf-8")
        result = pnp("check", "--lang", "en")
        assert result.status == 0, result.err
        return [line for line in result.err.splitlines() if "warning[" in line]

    return check


ROWS = "newt,Newt,beast,1,2\ncrow,Crow,bird,2,3\ntoad,Toad,beast,3,1"


def test_one_card_without_a_name_is_told_at_its_cell(told: Told) -> None:
    (message,) = told(f"{ROWS}\nrook,,bird,4,1")
    place = "cards.csv:5:6: warning[no-name]:"
    assert message == f"{place} 'name' of 'rook' is empty, and all other cards of 'all' have one"


def test_a_name_in_no_language_is_told(told: Told) -> None:
    rows = "a,Newt,Molch,x,1\nb,Crow,Krähe,x,2\nc,Toad,Kröte,x,3\nd,,,x,4"
    (message,) = told(rows, "id,name.en,name.de,kind,cost")
    assert message.startswith("cards.csv:5:3: warning[no-name]:"), message


@pytest.mark.parametrize(
    "last",
    [
        "rook,Rook,bird,4,1",
        "rook,,bird,4,1\nswan,,bird,4,5",
        "rook,,,,1",
    ],
)
def test_cards_that_have_names_and_blank_cards_are_not_told(told: Told, last: str) -> None:
    assert told(f"{ROWS}\n{last}") == []


def test_few_cards_may_go_without_a_name(told: Told) -> None:
    assert told("newt,Newt,beast,1,2\nrook,,bird,4,1") == []


def test_the_same_card_in_two_rows_is_told_at_the_second(told: Told) -> None:
    (message,) = told(f"{ROWS}\ncrow-2,Crow,bird,2,3")
    assert message == "cards.csv:5:1: warning[same-card]: the cards 'crow' and 'crow-2' are alike in every column"


@pytest.mark.parametrize(
    ("rows", "more"),
    [
        (f"{ROWS}\ncrow-2,Crow,bird,4,3", ""),
        (f"{ROWS}\ncrow-2,Crow,bird,2,3", "{{ line(item.id, 8, 40, 5) }}"),
        (f"{ROWS}\ncrow-2,Crow,bird,2,3", "{{ line(game.decks.all[-1].id, 8, 40, 5) }}"),
        (f"{ROWS}\ncrow-2,Crow,bird,2,3", "{% set twin = lookup(game.decks.all, 'crow-2') %}"),
        (f"{ROWS}\ncrow-2,Crow,bird,2,3\ncrow-3,Crow,bird,2,3", ""),
        (f"{ROWS}\ncrow-2,Crow,bird,2,3\nnewt-2,Newt,beast,1,2", ""),
        ("newt,Newt,beast,1,1\ncrow,Crow,bird,2,1\ncrow-2,Crow,bird,2,1", ""),
    ],
)
def test_rows_that_may_be_meant_are_not_told(told: Told, rows: str, more: str) -> None:
    assert told(rows, more=more) == []


def test_the_same_card_is_told_where_a_template_counts_the_deck(told: Told) -> None:
    counted = "{{ line(len(game.decks['all']), 8, 40, 5) }}"
    (message,) = told(f"{ROWS}\ncrow-2,Crow,bird,2,3", more=counted)
    assert message.startswith("cards.csv:5:1: warning[same-card]:")


def test_a_figure_of_full_width_among_numbers_is_told(told: Told) -> None:
    (message,) = told(f"{ROWS}\nrook,Rook,bird,４,1")
    place = "cards.csv:5:16: warning[odd-figure]:"
    assert message == f"{place} '４' is a figure of full width, and all other cells of 'cost' are numbers"
    assert told("newt,Newt,beast,１,2\ncrow,Crow,bird,２,3\ntoad,Toad,beast,3,1\nrook,Rook,bird,４,1") == []


@pytest.mark.parametrize(("cost", "is_told"), [("-2", True), ("0", False), ("4", False)])
def test_a_loop_that_runs_less_than_never_is_told_at_its_cell(told: Told, cost: str, is_told: bool) -> None:
    loop = "{% for n in range(card.cost) %}{{ line(n, 8 + 6 * n, 40, 5) }}{% endfor %}"
    messages = told(f"{ROWS}\nrook,Rook,bird,{cost},1", more=loop)
    assert [message.partition(": -")[0] for message in messages] == ["cards.csv:5:16: warning[empty-loop]"] * is_told


def test_a_letter_that_looks_like_a_figure_is_told(told: Told) -> None:
    (message,) = told(f"{ROWS}\nrook,Rook,bird,l,1")
    assert message == "cards.csv:5:16: warning[odd-figure]: 'l' is a letter, and all other cells of 'cost' are numbers"
    assert told(f"{ROWS}\nrook,Rook,bird,X,1") == []
    assert told(f"{ROWS}\nrook,Rook,bird,l,1\nswan,Swan,bird,l,1") == []


@pytest.mark.parametrize(
    ("cost", "said"),
    [
        (
            "1O",
            "'1O' has a letter for a figure",
        ),
        (
            "O.5",
            "'O.5' has a letter for a figure",
        ),
        (
            "-l2",
            "'-l2' has a letter for a figure",
        ),
        ("'3", '"\'3" has the apostrophe of a spreadsheet'),
        ("B2", None),
        ("S5", None),
        ("Oil", None),
        ("1Oz", None),
    ],
)
def test_a_cell_that_is_nearly_a_figure_is_told(told: Told, cost: str, said: str | None) -> None:
    messages = told(f"{ROWS}\nrook,Rook,bird,{cost},1")
    place = "cards.csv:5:16: warning[odd-figure]:"
    assert messages == ([f"{place} {said}, and all other cells of 'cost' are numbers"] if said else [])


@pytest.mark.parametrize(
    ("costs", "is_told"),
    [
        (("0.5", "1.5", "2", '"2,5"'), True),
        (("0.5", "1", "2", '"2,5"'), False),
        (("1", "1", "2", '"2,5"'), False),
        (('"0,5"', "1.5", "2.5", '"2,5"'), False),
    ],
)
def test_a_decimal_comma_among_points_is_told(told: Told, costs: tuple[str, ...], is_told: bool) -> None:
    rows = "\n".join(f"{name},{name},beast,{cost},1" for name, cost in zip("abcd", costs, strict=True))
    message = "cards.csv:5:11: warning[odd-figure]: '2,5' has a comma, and other cells of 'cost' have a point"
    assert told(rows) == [message] * is_told


KINDS = "newt,Newt,insect,1,2\ncrow,Crow,insect,2,3\ntoad,Toad,insect,3,1"


@pytest.mark.parametrize(
    ("kind", "is_told"),
    [
        ("inesct", True),
        ("Insect", True),
        ("innsect", True),
        ("insecct", True),
        ("insects", False),
        ("insct", False),
        ("inject", False),
        ("beast", False),
    ],
)
def test_a_word_that_is_nearly_one_of_its_column_is_told(told: Told, kind: str, is_told: bool) -> None:
    message = f"cards.csv:5:11: warning[odd-word]: 'kind' of 'rook' is {kind!r}, and 3 others have 'insect'"
    assert told(f"{KINDS}\nrook,Rook,{kind},4,1") == [message] * is_told
    assert told(f"{KINDS}\nrook,Rook,{kind},4,1\nswan,Swan,{kind},4,1") == []


def test_a_word_that_a_template_names_is_meant(told: Told) -> None:
    assert told(f"{KINDS}\nrook,Rook,Insect,4,1", more="{{ line('', 8, 50, 5) if card.kind == 'Insect' }}") == []


def test_a_word_that_art_has_as_its_name_is_meant(told: Told, tmp_path: Path) -> None:
    (tmp_path / "templates/deck/art").mkdir()
    (tmp_path / "templates/deck/art/inesct.svg").write_text('<svg viewBox="0 0 9 9"/>', encoding="utf-8")
    assert told(f"{KINDS}\nrook,Rook,inesct,4,1") == []


FLAG = "{% if card.fast %}{{ line('fast', 8, 60, 5) }}{% endif %}"


@pytest.mark.parametrize(
    ("flags", "more", "said"),
    [
        (("TRUE", "FALSE", "yes", "FALSE"), FLAG, "cards.csv:4:13: warning[odd-flag]: 'yes' makes texts of all cells"),
        (("TRUE", "FLASE", "TRUE", "FALSE"), FLAG, "cards.csv:3:13: warning[odd-flag]: 'FLASE' makes texts of all"),
        (("WAHR", "FALSCH", "WAHR", "WAHR"), FLAG, "cards.csv:2:13: warning[odd-flag]: cells of 'fast' are texts"),
        (("yes", "no", "no", "no"), FLAG.replace("card", "not card"), "cards.csv:2:13: warning[odd-flag]: cells of"),
        (("TRUE", "FALSE", "no", "no"), FLAG, "cards.csv:4:13: warning[odd-flag]: cells of 'fast' are texts"),
        (("x", "-", "-", "x"), FLAG, "cards.csv:2:13: warning[odd-flag]: cells of 'fast' are texts"),
        (("x", "", "", "x"), FLAG, None),
        (("TRUE", "FALSE", "TRUE", "FALSE"), FLAG, None),
        (("yes", "no", "no", "no"), FLAG.replace("card.fast", 'card.fast == "yes"'), None),
        (("left", "right", "left", "left"), FLAG, None),
    ],
)
def test_texts_in_place_of_true_and_false_are_told(
    told: Told, flags: tuple[str, ...], more: str, said: str | None
) -> None:
    names = zip(("Newt", "Crow", "Toad", "Rook"), flags, strict=True)
    rows = "\n".join(f"{at}x,{name},x,{at},{flag}" for at, (name, flag) in enumerate(names))
    messages = told(rows, "id,name,kind,cost,fast", more)
    flagged = [message for message in messages if "odd-flag" in message]
    assert [message.startswith(said or "-") for message in flagged] == ([] if said is None else [True]), messages


@pytest.mark.parametrize(
    ("french", "told_so"), [("Take one card now.", True), ("Newt", False), ("Prends-en une.", False)]
)
def test_a_sentence_that_is_the_same_in_two_languages_is_told(told: Told, french: str, told_so: bool) -> None:
    rows = f"a,Take one card now.,{french},x,1\nb,Discard a card.,Pose une carte.,x,1"
    messages = told(rows, "id,kind.en,kind.fr,name,cost")
    assert [line for line in messages if "untranslated" in line] == (
        ["cards.csv:2:22: warning[untranslated]: 'kind' of 'a' says the same in 'en' and in 'fr'"] if told_so else []
    )


FIGURES = "a,Newt,beast,1,2\nb,Crow,bird,2,3\nc,Toad,beast,3,1\nd,Rook,bird,4,1\n"


def test_the_one_cell_without_a_figure_is_told(told: Told) -> None:
    (message,) = told(f"{FIGURES}e,Wren,bird,,1")
    place = "cards.csv:6:13: warning[no-figure]:"
    assert message == f"{place} 'cost' of 'e' is empty, and all other cards of 'all' have a figure"


COIN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4.5" cy="4.5" r="4"/></svg>'


def test_the_one_cell_without_icons_is_told(tmp_path: Path, told: Told) -> None:
    (tmp_path / "templates/deck/art").mkdir()
    (tmp_path / "templates/deck/art/coin.svg").write_text(COIN)
    icons = re.sub(r",(\d),(\d)$", r",{coin}{coin},\1", FIGURES, flags=re.MULTILINE)
    found = told(f"{icons}e,Wren,bird,,1", "id,name,kind,pay,cost", "{{ line(card.pay, 8, 40, 5, markup=true) }}")
    assert found == [
        "cards.csv:6:13: warning[no-figure]: 'pay' of 'e' is empty, and all other cards of 'all' have icons"
    ]


@pytest.mark.parametrize(
    ("last", "more"),
    [
        pytest.param("e,Wren,,,1", "", id="a card that lacks more"),
        pytest.param("e,Wren,bird,,1\nf,Lark,bird,,1", "", id="two cards without it"),
        pytest.param("e,Wren,bird,,1", "{% if card.cost %} {% endif %}", id="a template that asks for it"),
        pytest.param("e,Wren,bird,,1", "{{ line(card.cost or '', 8, 50, 5) }}", id="a template with another value"),
        pytest.param("e,Wren,bird,x,1\nf,Lark,bird,,1", "", id="a column of texts"),
    ],
)
def test_a_figure_that_is_left_out_on_purpose_is_not_told(told: Told, last: str, more: str) -> None:
    assert not [line for line in told(f"{FIGURES}{last}", more=more) if "no-figure" in line]


@pytest.mark.parametrize(
    ("last", "is_told"),
    [("coin", True), ("{coin} coin", True), ("{coin}", False), ("{coin} or coin", False)],
)
def test_the_name_of_an_icon_in_a_column_of_icons_is_told(tmp_path: Path, told: Told, last: str, is_told: bool) -> None:
    (tmp_path / "templates/deck/art").mkdir()
    (tmp_path / "templates/deck/art/coin.svg").write_text(COIN)
    rows = f"a,Newt,x,{{coin}},1\nb,Crow,x,{{coin}}{{coin}},2\nc,Toad,x,{{coin}},3\nd,Rook,x,{last},4"
    found = told(rows, "id,name,kind,pay,cost", "{{ line(card.pay, 8, 40, 5, markup=true) }}")
    place = "cards.csv:5:10: warning[other-markup]:"
    message = f"{place} 'coin' is printed in letters, and all other cells of 'pay' have icons"
    assert found == ([message] if is_told else [])


@pytest.mark.parametrize(("last", "is_told"), [("2", True), ("2/1", True), ("0", False), ("—", False), ("X", False)])
def test_a_figure_in_a_column_of_icons_is_told(tmp_path: Path, told: Told, last: str, is_told: bool) -> None:
    (tmp_path / "templates/deck/art").mkdir()
    (tmp_path / "templates/deck/art/coin.svg").write_text(COIN)
    rows = f"a,Newt,x,{{coin}},1\nb,Crow,x,{{coin}}{{coin}},2\nc,Toad,x,{{coin}},3\nd,Rook,x,{last},4"
    found = told(rows, "id,name,kind,pay,cost", "{{ line(card.pay, 8, 40, 5, markup=true) }}")
    message = f"cards.csv:5:10: warning[other-markup]: {last!r} stands where all other cells of 'pay' have icons"
    assert found == [message] * is_told


EMPTY = "newt,Newt,beast,,2\ncrow,Crow,bird,,3\ntoad,Toad,beast,,1\nrook,Rook,bird,,1"


def test_a_column_that_is_empty_on_all_cards_is_told_at_its_head(told: Told) -> None:
    (message,) = told(EMPTY)
    assert (
        message
        == "cards.csv:1:14: warning[empty-column]: 'cost' is empty on all cards of 'all', and a template prints it"
    )


def test_an_empty_column_that_a_template_asks_for_or_does_not_read_is_not_told(told: Told) -> None:
    assert told(EMPTY, more="{% if card.cost %}{{ line('Cost', 8, 50, 5) }}{% endif %}") == []
    rows = EMPTY.replace(",,", ",5,,")
    assert [line for line in told(rows, "id,name,kind,cost,flavour,copies") if "empty-column" in line] == []


def test_a_column_that_one_card_fills_is_not_empty(told: Told) -> None:
    assert [line for line in told(EMPTY.replace("bird,,1", "bird,4,1")) if "empty-column" in line] == []


def test_rows_that_a_condition_chose_may_lack_what_others_have(
    told: Told, tmp_path: Path, pnp: Callable[..., Any]
) -> None:
    told(f"{EMPTY}\nelk,Elk,other,5,1")
    chosen = DEFINITION.replace('"cards.csv"', '{ from = "cards.csv", where = "kind != \'other\'" }')
    (tmp_path / "games.toml").write_text(chosen, encoding="utf-8")
    assert "empty-column" not in pnp("check", "--lang", "en").err
