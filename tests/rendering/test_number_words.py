"""Figures that sentences state: digits and number words outside of placeholders, and what only looks like them."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from pnp.project.figures import stale_reasons, unexplained
from pnp.rendering.text.number_words import figure_value, figures_in, figures_of
from pnp.rendering.text.words import figure_reasons

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT / "templates" / "shared" / "words.toml"
FILES = [*sorted(ROOT.glob("templates/*/words.toml")), *sorted(ROOT.glob("examples/**/templates/*/words.toml"))]


@pytest.mark.parametrize(
    ("language", "text", "figures"),
    [
        ("en", "Draw two cards, {count} of 12, and 1.5 more.", ["two", "12", "1.5"]),
        ("en", "Draw one card, or one. One {colour} counts.", ["one", "one", "One"]),
        ("en", "the stronger one; that one; one of these; one another; one may pass; No one does.", []),
        ("en", "Both score twice, half a pair, at the second slot.", ["Both", "twice", "half", "pair", "second"]),
        ("en", "The marker moves once.", ["once"]),
        ("en", "Once you have drawn, say it at once, first and last.", []),
        ("en", "Once a turn; it scores once however many.", ["Once", "once"]),
        ("en", "double-sided, two-sided, A4, tone, often, someone, {one}, https://example.org/2", []),
        ("ja", "手札{hand}枚を二枚引き、両方を3回、半分", ["二", "両", "3", "半"]),
        ("ja", "一番上、一緒、一部、十分、もう一度、一度に、統一、両面、倍率", []),
        ("ja", "２つと十二個、二度目", ["２", "十二", "二"]),
        ("de", "Zieht 2 Karten, eine oder zwei.", ["2"]),
        ("en-GB", "two", ["two"]),
    ],
)
def test_figures_are_digits_and_words_that_count(language: str, text: str, figures: list[str]) -> None:
    assert figures_in(text, language) == figures


def test_a_form_may_say_the_number_that_chooses_it() -> None:
    forms = {"by": "count", "none": "0 cards", "one": "1 card of 3", "other": "{count} cards, or 1"}
    assert figures_of(forms, "en") == ["3", "1"]
    assert figures_of({"by": "count", "one": "1 die for 1 card", "other": "{count}"}, "en") == ["1", "1"]


def test_figures_of_one_value_are_equal_in_every_spelling() -> None:
    assert {figure_value(text) for text in ("2", "２", "two", "Both", "pair", "二", "両")} == {"2"}


@pytest.mark.parametrize("file", FILES, ids=[str(file.relative_to(ROOT)) for file in FILES])
def test_every_figure_in_shipped_words_has_a_reason(file: Path) -> None:
    text, weaker = file.read_text("utf-8"), {} if file == SHARED else {"shared": SHARED.read_text("utf-8")}
    assert list(unexplained(str(file), text, weaker)) == []
    assert stale_reasons(str(file), text) == []
    assert figure_reasons(str(file), tomllib.loads(text))
