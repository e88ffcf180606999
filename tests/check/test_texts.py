"""What is printed in letters and was meant otherwise is told, in cells and in words."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

DEFINITION = """\
[mine]
engine = "deck"
title = "{title}"
[mine.decks]
all = "cards.csv"
[mine.components]
cards = {{ kind = "cards", title = "cards", template = "card", of = "all" }}
"""
CARD = """\
<rect x="-3" y="-3" width="69" height="94" fill="#ffffff"/>
{{ block(card.text, 6, 20, 50, 4, markup=true) }}
{{ block(w("turn"), 6, 50, 50, 4, markup=true) }}
"""
GEM = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4.5" cy="4.5" r="4"/></svg>'

Told = Callable[..., list[str]]


@pytest.fixture
def told(tmp_path: Path, pnp: Callable[..., Any]) -> Told:
    """Check a game of these cells, words and title, and return its messages."""
    art = tmp_path / "templates/deck/art"
    art.mkdir(parents=True)
    (art / "gem.svg").write_text(GEM, encoding="utf-8")
    (tmp_path / "templates/deck/card.svg.j2").write_text(CARD, encoding="utf-8")

    def check(*cells: str, word: str = "Take a card.", title: str = "Mine") -> list[str]:
        (tmp_path / "games.toml").write_text(DEFINITION.format(title=title), encoding="utf-8")
        rows = "".join(f'"{cell}"\n' for cell in cells or ("Take a card.",))
        (tmp_path / "cards.csv").write_text(f"text\n{rows}", encoding="utf-8")
        (tmp_path / "templates/deck/words.toml").write_text(f'[en]\nturn = "{word}"\n', encoding="utf-8")
        result = pnp("check")
        assert result.status == 0, result.err
        return [line for line in result.err.splitlines() if "warning[" in line]

    return check


def test_a_text_in_a_wrong_encoding_is_told_where_it_stands(told: Told) -> None:
    message = "warning[wrong-encoding]: 'â€™' is '’', read in a wrong encoding"
    assert told("Take a card.", "Shipâ€™s bell") == [f"cards.csv:3:1: {message}"]
    assert told(word="Shipâ€™s bell") == [f"templates/deck/words.toml:2:1: {message}"]
    assert told(title="Shipâ€™s bell") == [f"games.toml:3:9: {message}"]


@pytest.mark.parametrize("text", ["Draw <i>more</i>.", "Salt &amp; flour"])
def test_html_in_words_is_told(told: Told, text: str) -> None:
    (message,) = told(word=text)
    assert message.startswith("templates/deck/words.toml:2:1: warning[html-in-text]:"), message


@pytest.mark.parametrize("text", ["Draw __more__.", "__Draw more__: now"])
def test_underscores_about_words_are_told(told: Told, text: str) -> None:
    (message,) = told(text)
    assert message.startswith("cards.csv:2:1: warning[other-markup]: '__"), message
    assert len(told(word=text)) == 1


@pytest.mark.parametrize("text", ["Name: ____ and ____", "__ of __", "snake_case", "a__b__c", "_more_"])
def test_other_underscores_are_not_told(told: Told, text: str) -> None:
    assert told(text, word=text) == []


@pytest.mark.parametrize("text", ["Gain (gem).", "Gain [gem].", "Gain :gem:"])
def test_an_icon_in_other_brackets_is_told_at_its_cell(told: Told, text: str) -> None:
    (message,) = told("Gain {gem}.", text, "Pay {gem}{gem}.")
    assert message.startswith("cards.csv:3:1: warning[other-markup]:"), message
    assert message.endswith("is printed in letters, and there is an icon 'gem'")


@pytest.mark.parametrize(
    "cells",
    [
        ("Gain {gem}.", "Gain a stone (gem)."),
        ("Gain {gem}.", "Pay {gem}.", "A stone (gem) is red.", "A rock (gem) is blue."),
        ("Gain a stone (gem).", "Gain [gem]."),
        ("Gain {gem} (gem).", "Pay {gem}.", "Lose {gem}."),
        ("Gain {gem}.", "Pay {gem}.", "Gain (coin) or [coin] :"),
    ],
)
def test_words_in_brackets_that_are_meant_are_not_told(told: Told, cells: tuple[str, ...]) -> None:
    assert told(*cells) == []


def test_the_result_names_the_languages_that_were_not_checked(
    told: Told, tmp_path: Path, pnp: Callable[..., Any]
) -> None:
    told()
    assert pnp("check").out == "✓ mine: 1 card, 1 component ok\n"
    (tmp_path / "cards.csv").write_text("text.en,text.fr\nTake.,Prenez.\n", encoding="utf-8")
    words = '[en]\nturn = "Turn"\n[de]\nturn = "Zug"\n[fr]\nturn = "Tour"\n[es]\nfold-cut = "corte"\n'
    (tmp_path / "templates/deck/words.toml").write_text(words, encoding="utf-8")
    result = "✓ mine: 1 card, 1 component ok; also in de and fr: pnp check mine --lang de --lang fr\n"
    assert pnp("check").out == result
    assert "also in" not in pnp("check", "--lang", "en", "--lang", "fr", "--lang", "de").out
    definition = tmp_path / "games.toml"
    sides = definition.read_text("utf-8").replace('of = "all"', 'of = "all", back = "card", back-language = "fr"')
    definition.write_text(sides, encoding="utf-8")
    assert pnp("check").out.endswith("; also in de: pnp check mine --lang de\n")
    (tmp_path / "templates/deck/words.toml").unlink()
    (tmp_path / "templates/deck/card.svg.j2").write_text("{{ line(card.text, 8, 40, 5) }}", encoding="utf-8")
    definition.write_text(sides.replace(', back = "card", back-language = "fr"', ""), encoding="utf-8")
    assert pnp("check", "--lang", "en").out.endswith("; also in fr: pnp check mine --lang fr\n")


def test_a_brace_without_a_partner_is_told(told: Told) -> None:
    told_at = "warning[lone-brace]: a brace of this text has no partner: it is printed as it stands"
    assert told(title="Mine {gem") == [f"games.toml:3:9: {told_at}"]
    assert told(title="Mine gem}") == [f"games.toml:3:9: {told_at}"]
    assert told("Take {gem}{gem}.") == []


def test_asterisks_with_blanks_inside_are_told(told: Told) -> None:
    (message,) = told("Now ** wash it ** first.")
    assert message.startswith("cards.csv:2:1: warning[unclosed-mark]: an asterisk is printed in 'Now ** wash it **")


@pytest.mark.parametrize("title", ["*Salt* Post", "Salt **Post**"])
def test_a_title_with_words_between_asterisks_is_told(told: Told, title: str) -> None:
    (message,) = told(title=title)
    assert message == (
        f"games.toml:3:9: warning[other-markup]: the asterisks of {title!r} are printed: a title has no bold or italic "
        "words"
    )


@pytest.mark.parametrize("title", ["Salt*", "5*5", "* Salt *", "Salt * Post"])
def test_asterisks_of_a_title_that_mark_no_words_are_not_told(told: Told, title: str) -> None:
    assert told(title=title) == []


def test_marked_words_that_a_template_sets_without_markup_are_told(told: Told, tmp_path: Path) -> None:
    assert told("Now *wash* it.", word="Take **a** card.") == []
    plain = CARD.replace(", markup=true", "")
    (tmp_path / "templates/deck/card.svg.j2").write_text(plain, encoding="utf-8")
    (message,) = told("Now *wash* it.", word="Take a card.")
    assert message == (
        "cards.csv:2:1: warning[unclosed-mark]: the asterisks of 'Now *wash* it.' are printed on cards/01"
    )
    assert told("Made* of salt.", word="* This is a note*") == []


def test_asterisks_that_are_to_be_printed_are_not_told(told: Told) -> None:
    assert told("Now \\*wash\\* it.", word="Take \\\\*a\\\\* card.") == []


@pytest.mark.parametrize("text", ["**Draw* a card.", "Then *draw** a card."])
def test_asterisks_that_are_two_on_one_side_alone_are_told(told: Told, text: str) -> None:
    written = text[text.index("*") :].partition(" a")[0]
    (message,) = told(word=text)
    assert message.startswith(f"templates/deck/words.toml:2:1: warning[unclosed-mark]: {written!r} has two asterisks")
    assert "unclosed-bold" in told(text)[0]


@pytest.mark.parametrize(
    "text", ["**Draw *two* cards** now.", "Gold* and **silver***", "***Draw*** and *stop*.", "2**3*4"]
)
def test_asterisks_that_belong_together_are_not_told(told: Told, text: str) -> None:
    assert not [message for message in told(word=text) if "has two" in message]


@pytest.mark.parametrize(
    ("text", "fault"),
    [("｛gem｝を取る。", "｛gem｝"), ("｛ Ｇｅｍ ｝を取る。", "｛ Ｇｅｍ ｝"), ("＊＊氷＊＊で取る。", "＊＊氷＊＊")],
)
def test_full_width_marks_are_told(told: Told, text: str, fault: str) -> None:
    (message,) = told("**二枚**", text)
    assert message.startswith(f"cards.csv:3:1: warning[other-markup]: {fault!r} is printed in letters"), message


@pytest.mark.parametrize("text", ["｛宝石｝を取る。", "＊＊＊＊＊", "＊注意＊", "{gem}を取る。"])
def test_full_width_signs_that_are_meant_are_not_told(told: Told, text: str) -> None:
    assert told("**二枚**", text) == []


def test_full_width_stars_where_nothing_is_bold_are_not_told(told: Told) -> None:
    assert told("＊＊注意＊＊") == []


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("{{goal}} points win.", "write {goal}"),
        ("{Goal} points win.", "write {goal}"),
        ("{ goal } points win.", "write {goal}"),
        ("{values.goal} points win.", "write {goal}, and goal=values.goal in the call of w"),
    ],
)
def test_a_value_that_words_do_not_read_is_told(
    tmp_path: Path, pnp: Callable[..., Any], told: Told, text: str, hint: str
) -> None:
    told()
    card = tmp_path / "templates/deck/card.svg.j2"
    card.write_text(
        CARD.replace('{{ block(w("turn"), 6, 50, 50, 4, markup=true) }}', '{{ line(w("turn"), 6, 50, 4) }}')
    )
    (message,) = told(word=text)
    name = text.partition(" points")[0]
    assert message.startswith(f"templates/deck/words.toml:2:1: warning[unread-value]: '{name}' is printed in letters")
    assert f"hint: {hint}\n" in pnp("check").err


@pytest.mark.parametrize("text", ["{{ 3 }} to {{ 5 }}", "The set {{1, 2}}", "Take {{{gem}}}."])
def test_braces_that_are_meant_are_not_told(told: Told, text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize("is_word", [True, False])
def test_an_icon_in_two_braces_is_told_where_it_stands(told: Told, is_word: bool) -> None:
    (message,) = told(word="Take {{gem}}.") if is_word else told("Take {{gem}}.")
    place = "templates/deck/words.toml:2:1" if is_word else "cards.csv:2:1"
    assert (
        message
        == f"{place}: warning[unmarked-icon]: {{gem}} is printed in letters on cards/01, and there is an icon 'gem'"
    )


def test_italics_of_another_markup_are_told(told: Told) -> None:
    message = (
        "warning[other-markup]: '_It sleeps in petals._' is printed in letters: italic words stand between asterisks"
    )
    assert told("Take a card.", "_It sleeps in petals._") == [f"cards.csv:3:1: {message}"]
    assert told("a_b c_d", "____ wins", "snake_case name_two", word="Name: ____ and ____.") == []


@pytest.mark.parametrize("text", ["TODO", "Effect TBD.", "Lorem ipsum dolor"])
def test_words_that_are_to_come_are_told(told: Told, text: str) -> None:
    (message,) = told("Take a card.", text)
    assert message.startswith("cards.csv:3:1: warning[placeholder]:"), message
    (message,) = told(word=text)
    assert message.startswith("templates/deck/words.toml:2:1: warning[placeholder]:"), message


def test_words_to_do_are_no_placeholder(told: Told) -> None:
    assert told("What to do", "Todo list", "ToDo") == []
