"""Phrases as a reader of words.toml would word them: a second, plain reading, for what is printed."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from pnp.model.text import Language, Phrase, Translated, say

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"


@cache
def wording(game: str, language: Language) -> dict[str, str]:
    """The words of a game over the shared ones."""
    found: dict[str, str] = {}
    for folder in ("shared", game):
        found |= tomllib.loads((TEMPLATES / folder / "words.toml").read_text("utf-8"))[language]
    return found


def worder(game: str) -> Callable[[Language], Callable[[Phrase], str]]:
    """``worder("red")("en")(phrase)`` is the phrase in words."""

    def word(language: Language) -> Callable[[Phrase], str]:
        words = wording(game, language)

        def value(item: Any) -> str:
            if isinstance(item, tuple):
                return words["list-separator"].join(map(value, item))
            if isinstance(item, Phrase):
                return said(item)
            return say(item if isinstance(item, Translated) else str(item), language)

        def said(phrase: Phrase) -> str:
            return re.sub(r"\{([a-z_]+)\}", lambda match: value(phrase.values[match[1]]), words[phrase.key])

        return said

    return word


def width(text: str) -> int:
    """Columns that a text takes: a kanji takes two."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)
