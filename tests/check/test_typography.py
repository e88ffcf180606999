"""Slips of typing are told at their text, and good sentences are not."""

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
FACE = "{{ block(card.text, 6, 20, 50, 4) }}{{ block(w('deal'), 6, 60, 50, 4) }}"
Told = Callable[..., list[str]]


@pytest.fixture
def told(tmp_path: Path, pnp: Callable[..., Any]) -> Told:
    """Check a card with this text and these words, and return what is told of their typing."""

    def check(text: str = "Take one.", words: str = "Deal.", language: str = "en") -> list[str]:
        folder = tmp_path / "templates/deck"
        folder.mkdir(parents=True, exist_ok=True)
        (tmp_path / "games.toml").write_text(DEFINITION, encoding="utf-8")
        header = "text" if language == "en" else f"text.en,text.{language}"
        cells = f'"{text}"' if language == "en" else f'Take one.,"{text}"'
        (tmp_path / "cards.csv").write_text(f"{header}\n{cells}\n", encoding="utf-8")
        (folder / "card.svg.j2").write_text(FACE, encoding="utf-8")
        (folder / "words.toml").write_text(f'[en]\ndeal = "{words}"\n', encoding="utf-8")
        lines = pnp("check", "--lang", "en").err.splitlines()
        assert not any("error[" in line for line in lines), lines
        return [line for line in lines if "[typing-slip]" in line]

    return check


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Take the the coin.", "'the the' has a word twice"),
        ("The row of the\nthe card.", "'the the' has a word twice"),
        ("Take a **card** card.", "'card card' has a word twice"),
        ("Take  a coin.", "'Take  a' has 2 blanks in a row"),
        ("Take a coin .", "'coin .' has a blank before '.'"),
        ("Take one , then two.", "'one ,' has a blank before ','"),
        ("Take a coin..", "'coin..' has '..'"),
        ("Take a coin -- or two.", "'coin -- or' has two hyphens for a dash"),
        ("Take a coin--or two.", "'coin--or' has two hyphens for a dash"),
        ("Take a coin,, then two.", "'coin,,' has ',,'"),
        ("For 4 to 2 players.", "'4 to 2 players' begins with the larger figure"),
        ("Take a coin (or two.", "'(' has no partner in this text"),
        ("Say “hum and go.", "'“' has no partner in this text"),
        ("Pa\u200ble", "an invisible character, U+200B, stands at | in 'Pa|le'"),
        ("Take a coin. ", "this text ends with a blank"),
        (" Take a coin.", "this text begins with a blank"),
    ],
)
def test_a_slip_of_typing_is_told_at_its_cell(told: Told, text: str, said: str) -> None:
    (line,) = told(text)
    assert line == f"cards.csv:2:1: warning[typing-slip]: {said}"


def test_a_slip_of_typing_in_words_is_told_at_its_key(told: Told) -> None:
    (line,) = told(words="Deal of of it.")
    assert line == "templates/deck/words.toml:2:1: warning[typing-slip]: 'of of' has a word twice"


@pytest.mark.parametrize(
    "text",
    [
        "Knock knock!",
        "The tap says drip drip drip.",
        "He had had enough of that, that day.",
        "A long long time ago.",
        "Bora Bora",
        "Wait … then go... at last.",
        "Take 1.5 or .5 of it, i.e. half, etc., and 2..3 more.",
        "The Band-and-and Company",
        ",,Halt'' he said.",
        "a) Take one. b) Draw two :)",
        "For 2 to 4 players (or 5), in 10 to 1 parts.",
        "Er rief „Halt“ und ging.",
    ],
)
def test_a_text_in_order_is_not_told(told: Told, text: str) -> None:
    assert told(text) == []


def test_two_blanks_after_each_sentence_are_a_habit(told: Told) -> None:
    assert told("Take one.  Take two.  Then end.") == []
    (line,) = told("Take one.  Take two. Then end. That is all.")
    assert "'one.  Take' has 2 blanks in a row" in line


@pytest.mark.parametrize(
    ("text", "language", "signs"),
    [("一枚をを引く。", "ja", "をを"), ("一枚引く。。", "ja", "。。"), ("引く、、そして", "ja", "、、")],
)
def test_a_sign_twice_in_japanese_is_told(told: Told, text: str, language: str, signs: str) -> None:
    (line,) = told(text, language=language)
    assert line.startswith("cards.csv:2:11: warning[typing-slip]: ") and line.endswith(f"has {signs!r}")


def test_a_language_that_doubles_words_does_so_on_purpose(told: Told) -> None:
    assert told("Ambil orang orang itu.", language="id") == []


def test_a_part_of_a_sentence_may_end_with_a_blank(told: Told) -> None:
    assert told(words="Deal ") == []
