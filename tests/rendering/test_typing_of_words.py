"""Typography of all shipped words: a single width of figures, a single form of each sign, ranges, quotes."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from pnp.model.text import LANGUAGES
from pnp.project.project import open_shipped
from pnp.rendering.text.words import texts_of
from pnp.testing.typography import faults_of_texts, typography_faults

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"


@pytest.mark.parametrize("folder", sorted(path.parent.name for path in TEMPLATES.glob("*/words.toml")))
def test_words_are_typed_as_print_has_them(folder: str) -> None:
    tables = tomllib.loads((TEMPLATES / folder / "words.toml").read_text(encoding="utf-8"))
    faults = [
        f"{key} in [{language}]: {fault}"
        for language in LANGUAGES
        for key, words in tables.get(language, {}).items()
        for text in texts_of(words)
        for fault in typography_faults(text, language)
    ]
    assert faults == []


@pytest.mark.parametrize("name", list(open_shipped().games))
def test_texts_of_the_definition_are_typed_as_print_has_them(name: str) -> None:
    assert list(faults_of_texts(open_shipped().game(name))) == []
