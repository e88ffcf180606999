"""Ruby: which terms of a text have their reading set over them.

A reading stands over its term at the first place of the term on a face. Templates may set a text twice, to measure it
and to draw it; so a term belongs to the text that asks first, and of what is drawn twice the first alone is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pnp.model.game import Game
from pnp.model.text import Translated
from pnp.rendering.text.linebreak import spans_of

MARK = "data-ruby"
"""The attribute of a text that is a reading; it names the term."""
_PLAIN = (str, int, float)
_PRINTED = re.compile(rf'<text {MARK}="([^"]*)"[^>]*>[^<]*</text>')


def terms_read_in(game: Game) -> dict[str, str]:
    """How the Japanese texts of a definition are read, where it says so: with the text, or beside a name."""
    cards = (value for items in game.decks.values() for item in items for value in item.fields.values())
    found = {text.ja: text.ruby for text in cards if isinstance(text, Translated) and text.ruby}
    return found | dict(_readings_in(game.resolved))


def _readings_in(data: Any) -> Iterator[tuple[str, str]]:
    if isinstance(data, Mapping):
        kana, text = data.get("ruby"), data.get("ja")
        if kana and text is None and isinstance(data.get("name"), Mapping):
            text = data["name"].get("ja")
        if isinstance(kana, str) and isinstance(text, str) and kana and text:
            yield text, kana
        data = list(data.values())
    if isinstance(data, Sequence) and not isinstance(data, str):
        for value in data:
            if not isinstance(value, _PLAIN):
                yield from _readings_in(value)


class RubyReading(NamedTuple):
    """Where a term stands in a text, and how it is read."""

    start: int
    end: int
    kana: str


class TermReadings:
    """The readings of a language's terms, and which text of the face at hand has each."""

    def __init__(self, terms: Mapping[str, str]) -> None:
        self._terms = dict(terms)
        self._owner: dict[str, str] = {}

    def begin_face(self) -> None:
        """Another face: every term is new again."""
        self._owner.clear()

    def of(self, text: str) -> list[RubyReading]:
        """The terms of ``text`` that may have their reading there, each at its first place, in order."""
        if not self._terms:
            return []
        found: list[RubyReading] = []
        seen: set[str] = set()
        for start, end in spans_of(text, self._terms):
            term = text[start:end]
            if term in seen or self._owner.get(term, text) != text or _part_of_a_word(text, start, end):
                continue
            seen.add(term)
            found.append(RubyReading(start, end, self._terms[term]))
        return found

    def take(self, text: str, readings: list[RubyReading]) -> None:
        """From here on these terms have their reading in ``text``."""
        for reading in readings:
            self._owner.setdefault(text[reading.start : reading.end], text)


def first_of_each(face: str) -> str:
    """The SVG of a face with the reading of each term where it is drawn first, and nowhere else."""
    if f"<text {MARK}=" not in face:
        return face
    seen: set[str] = set()

    def kept(match: re.Match[str]) -> str:
        if match[1] in seen:
            return ""
        seen.add(match[1])
        return match[0]

    return _PRINTED.sub(kept, face)


def _part_of_a_word(text: str, start: int, end: int) -> bool:
    """Whether a term of one Chinese character stands among others, where it may be read otherwise."""
    around = text[max(0, start - 1) : start] + text[end : end + 1]
    return end - start == 1 and any("一" <= char <= "鿿" or char == "々" for char in around)
