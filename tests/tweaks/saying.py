"""What a kit is expected to say: sentences of words.toml with figures filled in, found in printed text.

An expectation names a key and values, never a sentence, so that it stays true when a sentence is worded otherwise,
and holds in every language alike. A value that it leaves out may be anything.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pnp.model.text import Language
from tests.games.wording import TEMPLATES, wording

ROOT = Path(__file__).resolve().parents[2]
ANYTHING = ".{0,160}?"
"""Stands for a value that is left out."""
CELL = re.compile(r"\{([a-z_-]+)(?::([^{}]*))?\}")


@dataclass(frozen=True)
class Words:
    """A key of words.toml with values: whole numbers, texts, texts by language, other words, or a list of these."""

    game: str
    key: str
    values: Mapping[str, Any]

    def forms(self, language: Language) -> list[str]:
        """The forms that the words may have: the one that a figure chooses, or all where the figure is left out."""
        text = wording(self.game, language)[self.key]
        if isinstance(text, str):
            return [text]
        if (by := self.values.get(text["by"].replace("-", "_"))) is None:
            return [form for name, form in text.items() if name != "by"]
        count = len(by) if isinstance(by, tuple) else by
        return [text.get({0: "none", 1: "one"}.get(count, "other"), text["other"])]

    def pattern(self, language: Language) -> str:
        """A regular expression of the words, as they stand in others."""
        return "(?:" + "|".join(self._filled(form, language) for form in self.forms(language)) + ")"

    def _filled(self, form: str, language: Language) -> str:
        parts: list[str] = []
        end = 0
        for cell in CELL.finditer(form.replace("**", "")):
            parts += [spaced(form.replace("**", "")[end : cell.start()], language), self._value(cell, language)]
            end = cell.end()
        return "".join([*parts, spaced(form.replace("**", "")[end:], language)])

    def _value(self, cell: re.Match[str], language: Language) -> str:
        value = self.values.get(cell[1].replace("-", "_"))
        if value is None:
            return ANYTHING
        if not isinstance(value, tuple):
            return pattern(value, self.game, language)
        *first, last = (pattern(one, self.game, language) for one in value)
        if cell[2] is not None:
            return spaced(cell[2], language).join([*first, last])
        words = wording(self.game, language)
        joined = spaced(words["list-separator"], language).join(first)
        return joined + (spaced(words["list-last"], language) if first else "") + last


Part = Words | str | Mapping[str, str]


def both(en: str, ja: str) -> Mapping[str, str]:
    """A text by language."""
    return {"en": en, "ja": ja}


def words_of(game: str) -> Callable[..., Words]:
    """``w = words_of("red")``, then ``w("setup-deal", hand=6)``."""
    return lambda key, **values: Words(game, key, values)


@cache
def assumed(game: str, key: str) -> Mapping[str, str]:
    """The note of an assumed figure, as the shipped definition has it."""
    found: Mapping[str, str] = tomllib.loads((ROOT / "games.toml").read_text("utf-8"))[game]["assumed"][key]
    return {language: note.replace("**", "") for language, note in found.items()}


@cache
def counted(game: str, component: str, count: int) -> Mapping[str, str]:
    """So many pieces, as the list of contents counts them: with the title of the shipped definition."""
    listed = tomllib.loads((ROOT / "games.toml").read_text("utf-8"))[game]["components"][component]
    words = tomllib.loads((ROOT / "templates/shared/words.toml").read_text("utf-8"))
    return {
        language: words[language][f"pieces-{listed['kind']}"].format(count=count) + f" {said}"
        for language, said in listed["title"].items()
    }


def part_of(game: str, told: Any) -> Any:
    """A part as the tables of ``said`` write it: a text, texts by language, ``{ say = "setup-deal", hand = 6 }``,
    ``{ assumed = "icons" }`` or ``{ counted = "summary", count = 8 }``; a list where a value is one."""
    if isinstance(told, list):
        return tuple(part_of(game, one) for one in told)
    if not isinstance(told, dict):
        return told
    if "say" in told:
        return Words(game, told["say"], {key: part_of(game, one) for key, one in told.items() if key != "say"})
    if "assumed" in told:
        return assumed(game, told["assumed"])
    return counted(game, told["counted"], told["count"]) if "counted" in told else told


def spaced(text: str, language: Language) -> str:
    """A text as a pattern: one space for white in English, none in Japanese but between figures."""
    if language == "ja":
        return re.escape(closed(text.split()))
    return r"\ ".join(re.escape(word) for word in re.split(r"\s+", text))


def pattern(part: Any, game: str, language: Language) -> str:
    """A value as a pattern."""
    if isinstance(part, Words):
        return part.pattern(language)
    if isinstance(part, Mapping):
        part = part[language]
    return spaced(str(part), language)


@cache
def readings() -> frozenset[str]:
    """How names and terms are read: what stands over them as ruby."""
    found: set[str] = set(re.findall(r'ruby = "([^"]+)"', (ROOT / "games.toml").read_text("utf-8")))
    for path in TEMPLATES.glob("*/words.toml"):
        found |= set(tomllib.loads(path.read_text("utf-8")).get("ruby", {}).values())
    return frozenset(found)


def plain(text: str, language: Language) -> str:
    """Printed text without the ends of its lines; in Japanese without readings and without any white."""
    tokens = text.split()
    return closed(token for token in tokens if token not in readings()) if language == "ja" else " ".join(tokens)


def closed(tokens: Iterable[str]) -> str:
    """Tokens of Japanese with no white between them, save between two figures."""
    return re.sub(r"(?<!\d) | (?!\d)", "", " ".join(tokens))


def _found(part: Part, text: str, language: Language) -> bool:
    if isinstance(part, Words):
        sought = part.pattern(language)
        assert len(sought.replace(ANYTHING, "")) > len("(?:)") + 1, f"{part.key} would be found anywhere"
        return re.search(sought, text, re.IGNORECASE) is not None
    literal = part if isinstance(part, str) else part[language]
    edged = pattern(literal, "", language)
    edged = rf"(?<!\d){edged}" if literal[0].isdigit() else edged
    edged = rf"{edged}(?!\d)" if literal[-1].isdigit() else edged
    return re.search(edged, text) is not None


def unsaid(parts: Iterable[Part], text: str, language: Language) -> list[Part]:
    """The parts that are not in a printed text."""
    text = plain(text, language)
    return [part for part in parts if not _found(part, text, language)]


def said(parts: Iterable[Part], text: str, language: Language) -> list[Part]:
    """The parts that are in a printed text."""
    text = plain(text, language)
    return [part for part in parts if _found(part, text, language)]
