"""No printed word of a shipped game, or of an example, is one that the style pages rule out."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from pnp.model.text import LANGUAGES, Language
from pnp.project.project import open_project
from pnp.project.source_locations import texts_of_definition
from pnp.rendering.text.words import PLACEHOLDER, texts_of
from pnp.testing.words import Term, misused

ROOT = Path(__file__).parents[2]
WORDS = sorted({*ROOT.glob("templates/*/words.toml"), *ROOT.glob("examples/**/words.toml")})
DEFINITIONS = [ROOT / "games.toml", *sorted(ROOT.glob("examples/*/games.toml"))]


def ruled_out(language: Language) -> tuple[Term, ...]:
    """The last table of the style page of a language, as terms."""
    text = (ROOT / "docs" / f"style-{language}.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (.+?) \| (.+?) \|$", text[text.rindex("\n## ") :], re.MULTILINE)[1:]
    return tuple(Term(instead, "what the style page asks for", (word.strip("〜"),)) for word, instead in rows)


def words_of(file: Path, language: Language) -> Iterator[tuple[str, str]]:
    for key, entry in tomllib.loads(file.read_text(encoding="utf-8")).get(language, {}).items():
        for text in texts_of(entry):
            yield key, PLACEHOLDER.sub("…", text)


def faults(texts: Iterator[tuple[str, str]], language: Language) -> list[str]:
    return [
        f"{place}: {word!r}: {term.word}, in {context!r}"
        for place, text in texts
        for term, word, context in misused(text, ruled_out(language), language)
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_style_page_rules_out_words_and_says_what_to_write(language: Language) -> None:
    terms = ruled_out(language)
    assert len(terms) >= 15
    for term in terms:
        sentence = f"1, {term.rejected[0]} 2." if language == "en" else f"1枚{term.rejected[0]}2枚。"
        assert faults(iter([("here", sentence)]), language), f"{term.rejected[0]} is not found in {sentence!r}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("file", WORDS, ids=lambda file: str(file.relative_to(ROOT)))
def test_no_words_are_ruled_out_by_the_style_page(file: Path, language: Language) -> None:
    assert faults(words_of(file, language), language) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("file", DEFINITIONS, ids=lambda file: str(file.relative_to(ROOT)))
def test_no_text_of_a_definition_is_ruled_out(file: Path, language: Language) -> None:
    project = open_project(file)
    texts = (
        (f"{name}.{'.'.join(map(str, located.path))}", located.value)
        for name in project.games
        for located in texts_of_definition(project.game(name))
        if located.path[-1] == language and located.path[0] != "decks"  # letters and tales speak as they like
    )
    assert faults(texts, language) == []
