"""Phrases as a reader of words.toml would word them: a second, plain reading, for what is printed."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from pnp.model.text import Language, Phrase, Translated, say

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"


@cache
def wording(game: str, language: Language) -> dict[str, Any]:
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
                *first, last = map(value, item)
                return words["list-separator"].join(first) + (words["list-last"] if first else "") + last
            if isinstance(item, Phrase):
                return said(item)
            if isinstance(item, int):
                return str(item).replace("-", "−")
            return say(item if isinstance(item, Translated) else str(item), language)

        def filled(match: re.Match[str], values: Mapping[str, Any]) -> str:
            found = values[match[1].replace("-", "_")]
            return value(found) if match[2] is None else match[2].join(map(value, found))

        def begun(match: re.Match[str], text: str, values: Mapping[str, Any]) -> str:
            """What is filled in, with a capital where it begins a sentence that ends in a stop."""
            before, words_in = text[: match.start()], filled(match, values)
            begins = text[-1] in ".!?" and (not before or re.search(r"(\w\w|[})”])[.!?] $", before))
            return words_in[:1].upper() + words_in[1:] if begins else words_in

        def said(phrase: Phrase) -> str:
            text = words[phrase.key]
            if isinstance(text, dict):
                by = phrase.values[text["by"].replace("-", "_")]
                count = len(by) if isinstance(by, tuple) else by
                text = text.get({0: "none", 1: "one"}.get(count, "other"), text["other"])
            return re.sub(r"\{([a-z_-]+)(?::([^{}]*))?\}", lambda match: begun(match, text, phrase.values), text)

        return said

    return word


def width(text: str) -> int:
    """Columns that a text takes: a kanji takes two."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)
