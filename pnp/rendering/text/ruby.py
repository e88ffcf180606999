"""Ruby: choose which terms of a text have their reading set over them.

A reading stands over the first occurrence of its term on a face. Templates may set a text twice, to measure and to draw
it. So a term belongs to the text that asks first, and of readings that are drawn twice only the first is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pnp.model.game import Game
from pnp.model.text import Translated
from pnp.rendering.text.linebreak import find_terms

MARK = "data-ruby"
"""Attribute of a text element that is a reading; it names the term."""
_PLAIN = (str, int, float)
_READING_ELEMENT = re.compile(rf'<text {MARK}="([^"]*)"[^>]*>[^<]*</text>')


def game_readings(game: Game) -> dict[str, str]:
    """Return the readings that a definition gives for its Japanese texts, with a text or beside a name."""
    values = (value for items in game.decks.values() for item in items for value in item.fields.values())
    readings = {text.ja: text.ruby for text in values if isinstance(text, Translated) and text.ruby}
    return readings | dict(_readings_in(game.resolved))


def _readings_in(node: Any) -> Iterator[tuple[str, str]]:
    if isinstance(node, Mapping):
        kana, text = node.get("ruby"), node.get("ja")
        if kana and text is None and isinstance(node.get("name"), Mapping):
            text = node["name"].get("ja")
        if isinstance(kana, str) and isinstance(text, str) and kana and text:
            yield text, kana
        node = list(node.values())
    if isinstance(node, Sequence) and not isinstance(node, str):
        for value in node:
            if not isinstance(value, _PLAIN):
                yield from _readings_in(value)


class RubyReading(NamedTuple):
    """Position of a term in a text, and its reading."""

    start: int
    end: int
    kana: str


class TermReadings:
    """Readings of a language's terms, and the text of the current face that has each."""

    def __init__(self, terms: Mapping[str, str]) -> None:
        self._terms = dict(terms)
        self._owner: dict[str, str] = {}

    def begin_face(self) -> None:
        """Begin another face: no term has its reading yet."""
        self._owner.clear()

    def of(self, text: str) -> list[RubyReading]:
        """Return the terms of ``text`` that may have their reading there, each at its first place, in order."""
        if not self._terms:
            return []
        readings: list[RubyReading] = []
        seen: set[str] = set()
        for start, end in find_terms(text, self._terms):
            term = text[start:end]
            if term in seen or self._owner.get(term, text) != text or _is_inside_word(text, start, end):
                continue
            seen.add(term)
            readings.append(RubyReading(start, end, self._terms[term]))
        return readings

    def take(self, text: str, readings: list[RubyReading]) -> None:
        """Reserve the readings of these terms for ``text``."""
        for reading in readings:
            self._owner.setdefault(text[reading.start : reading.end], text)


def keep_first_readings(face: str) -> str:
    """Return the SVG of a face with each term's reading only where it is drawn first."""
    if f"<text {MARK}=" not in face:
        return face
    seen: set[str] = set()

    def keep_first(match: re.Match[str]) -> str:
        if match[1] in seen:
            return ""
        seen.add(match[1])
        return match[0]

    return _READING_ELEMENT.sub(keep_first, face)


def _is_inside_word(text: str, start: int, end: int) -> bool:
    """Tell if a term of one Chinese character stands among others, where its reading may differ."""
    around = text[max(0, start - 1) : start] + text[end : end + 1]
    return end - start == 1 and any("一" <= char <= "鿿" or char == "々" for char in around)
