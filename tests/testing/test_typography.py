"""Typography is checked in the text, and in the printed examples: figures, signs, ranges, spaces, quotes, capitals."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from pnp.games.core.tableau import MiniCard, Row, Tableau
from pnp.model.text import LANGUAGES, Language, Phrase, Translated, phrase
from pnp.testing.subject import Subject
from pnp.testing.typography import (
    faults_of_texts,
    printed_faults,
    sentence_faults,
    tableau_faults,
    typography_faults,
)

TEXTS = tomllib.loads((Path(__file__).parent / "typography.toml").read_text("utf-8"))


@pytest.mark.parametrize(
    ("language", "text"), [(language, text) for language in TEXTS for text in TEXTS[language]["good"]]
)
def test_a_text_as_print_has_it_has_no_faults(language: Language, text: str) -> None:
    assert typography_faults(text, language) == []


@pytest.mark.parametrize(
    ("language", "text", "message"),
    [(language, *entry) for language in TEXTS for entry in TEXTS[language]["faulty"].items()],
)
def test_what_print_does_not_have_is_told(language: Language, text: str, message: str) -> None:
    assert any(message in fault for fault in typography_faults(text, language))


def test_texts_of_data_are_told_with_their_place() -> None:
    data = {"colours": [{"name": Translated("red", "赤")}, {"name": Translated("player's", "２枚")}], "size": 3}
    assert [where for where, _ in faults_of_texts(data)] == ["colours.1.name.en", "colours.1.name.ja"]


WORDS = "templates/harbour/words.toml"


@pytest.mark.parametrize(
    ("language", "text", "message"),
    [
        ("en", "It wins. the rest loses.", "begins with a capital"),
        ("en", "“red 7” wins.", "begins with a capital"),
        ("en", "Red 7 wins. ", "no space is at the ends"),
        ("en", "It costs -3 points.", "U+2212"),
        ("en", "Red 7  wins.", "two spaces"),
        ("en", "Red 7 wins .", "inner side"),
        ("ja", "赤7の勝ち。 ", "no space is at the ends"),
        ("ja", "赤7,青3", "、"),
        ("ja", "得点は-3点", "−"),
    ],
)
def test_a_printed_string_is_read_with_its_values(language: Language, text: str, message: str) -> None:
    assert any(message in fault for fault in sentence_faults(text, language))


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "5-6-7 is a row."),
        ("en", "red: two cards"),
        ("en", "2 − 3 = −1."),
        ("en", "May I do that?"),
        ("en", "7 wins. 3 loses."),
        ("ja", "赤7の勝ち。"),
    ],
)
def test_a_well_typed_string_has_no_faults(language: Language, text: str) -> None:
    assert sentence_faults(text, language) == []


def test_the_printed_examples_of_the_toy_game_are_typed_as_print_has_them(harbour: Subject) -> None:
    assert list(printed_faults(harbour)) == []


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"the larger one wins, against {first}"', '"the larger one wins, against {first}."', "begins with a capital"),
        ('heading-race = "Race"', 'heading-race = "Race "', "no space is at the ends"),
        ('"{first}に対し、大きい方の勝ち"', '"{first}に対し,大きい方の勝ち"', "、"),
    ],
)
def test_a_fault_is_told_once_with_its_phrase(old: str, new: str, told: str, edited: Callable[..., Subject]) -> None:
    (fault,) = printed_faults(edited(WORDS, old, new))
    assert told in fault and "-race'" in fault


@pytest.mark.parametrize("place", ["label", "note", "verdict", "card", "badge"])
def test_every_string_of_a_tableau_is_read(place: str, harbour: Subject) -> None:
    name, below_zero = phrase("heading-race"), phrase("verdict-race", first="-3")
    card = MiniCard({}, ("-3",))
    row = Row((card,) if place == "card" else ())
    if place in {"label", "note"}:
        row = replace(row, **{place: below_zero})
    verdict: Phrase = below_zero if place == "verdict" else name
    tableau = Tableau(name, (row,), verdict, badge=card if place == "badge" else None)
    for language in LANGUAGES:
        (fault,) = tableau_faults(tableau, harbour.words(language), language)
        assert "−" in fault[2]
