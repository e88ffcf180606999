"""Typography is checked in the text: figures, signs, ranges, spaces and quotes of each language."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from pnp.model.text import Language, Translated
from pnp.testing.words import faults_of_texts, typography_faults

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
