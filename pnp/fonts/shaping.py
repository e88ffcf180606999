"""Shaping: text with features of its fonts, such as kerning and ligatures, set by HarfBuzz.

Every word is shaped by itself, and so is every wide character with its marks. Lines break between these, so the width
of a line is the sum of the widths of its parts.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property

import uharfbuzz

from pnp.diagnostics import Diagnostic, TemplateError
from pnp.fonts.face import FontFace
from pnp.fonts.stack import FontStack, PlacedGlyph, joins_the_one_before

_WORDS = re.compile(r"[ \u00a0\u3000]|[^ \u00a0\u3000]+")
_NARROW_BELOW = "\u1100"
_BY_DEFAULT = ("calt", "ccmp", "clig", "kern", "liga", "rclt")
"""Features that HarfBuzz turns on by itself. Here they are off unless a role asks for them; marks are always placed."""
_LIGATURES = frozenset({"liga", "clig", "dlig", "hlig"})
"""Features that are off in letter-spaced text: ligatures would stand closer than other letters (CSS Text 3, 8.2)."""


class ShapedStack(FontStack):
    """Font stack whose text is set with ``features`` of its fonts (OpenType tags, such as ``kern``).

    Its widths and glyphs raise TemplateError if no font has one of the features, and for a text whose glyphs do not
    follow its characters.
    """

    def __init__(self, faces: tuple[FontFace, ...], features: tuple[str, ...]) -> None:
        super().__init__(faces)
        self.features = features
        self._words: dict[tuple[FontFace, str, bool], tuple[tuple[PlacedGlyph, ...], float]] = {}

    def _needs_shaping(self, char: str) -> bool:
        """Return False: HarfBuzz joins and moves letters, or the word is refused."""
        return False

    @cached_property
    def _shapers(self) -> tuple[Shaper, Shaper]:
        """Shapers for plain text and for letter-spaced text."""
        have = set().union(*(face.features for face in self.faces))
        lacking = [tag for tag in self.features if tag not in have]
        if lacking:
            names = ", ".join(f"{face.family} {face.weight}" for face in self.faces)
            raise TemplateError(
                Diagnostic(
                    "unknown-feature",
                    f"no font of the stack ({names}) has the feature {lacking[0]!r}",
                    hint=f"these have: {', '.join(sorted(have)) or 'none'}",
                )
            )
        return Shaper(self.features), Shaper([tag for tag in self.features if tag not in _LIGATURES])

    def advance(self, text: str, spaced: bool = False) -> float:
        """Return the width of ``text`` in em, without the letter-spacing itself."""
        return sum(self._word(face, word, spaced)[1] for face, part in self.runs(text) for word in words(part))

    def glyphs(self, text: str, spaced: bool = False) -> list[tuple[FontFace, tuple[PlacedGlyph, ...]]]:
        """Return the glyphs of ``text`` in runs of one face."""
        return [
            (face, tuple(glyph for word in words(part) for glyph in self._word(face, word, spaced)[0]))
            for face, part in self.runs(text)
        ]

    def _word(self, face: FontFace, word: str, spaced: bool) -> tuple[tuple[PlacedGlyph, ...], float]:
        shaped = self._words.get((face, word, spaced))
        if shaped is None:
            glyphs = self._shapers[spaced].word(face, word)
            shaped = self._words[face, word, spaced] = glyphs, sum(glyph.advance for glyph in glyphs)
        return shaped


def words(text: str) -> Iterator[str]:
    """Yield the parts of a text that are shaped by themselves: words, blanks, and wide characters with their marks."""
    for word in _WORDS.findall(text):
        if max(word) < _NARROW_BELOW:
            yield word
            continue
        start = 0
        after_wide = False
        for index, char in enumerate(word):
            if index and joins_the_one_before(char):
                continue
            wide = char >= _NARROW_BELOW and unicodedata.east_asian_width(char) in "WF"
            if index > start and (wide or after_wide):
                yield word[start:index]
                start = index
            after_wide = wide
        yield word[start:]


class Shaper:
    """Shaper with some features on."""

    def __init__(self, features: Sequence[str]) -> None:
        self._features = dict.fromkeys(_BY_DEFAULT, False) | dict.fromkeys(features, True)

    def word(self, face: FontFace, word: str) -> tuple[PlacedGlyph, ...]:
        """Return the glyphs of a word, left to right. Raises TemplateError if they do not follow its letters."""
        em = face.units_per_em
        buffer = uharfbuzz.Buffer()
        buffer.cluster_level = uharfbuzz.BufferClusterLevel.MONOTONE_CHARACTERS
        buffer.add_codepoints([ord(char) for char in word])
        buffer.guess_segment_properties()
        buffer.direction = "ltr"
        uharfbuzz.shape(face.opened, buffer, self._features)
        texts = _texts(word, [info.cluster for info in buffer.glyph_infos])
        if texts is None:
            raise TemplateError(
                Diagnostic(
                    "shaping",
                    f"with these features {face.family} draws {word!r} with glyphs that do not follow its letters: "
                    "it could not be found as text",
                    hint=f"take one of them out: {', '.join(tag for tag, on in self._features.items() if on)}",
                )
            )
        return tuple(
            PlacedGlyph(
                info.codepoint,
                letters,
                round(position.x_advance / em, 6),
                face.advance(info.codepoint),
                round(position.x_offset / em, 6),
                round(position.y_offset / em, 6),
            )
            for info, position, letters in zip(buffer.glyph_infos, buffer.glyph_positions, texts, strict=True)
        )


def _texts(word: str, starts: Sequence[int]) -> list[str] | None:
    """Return the characters of each glyph; ``starts`` are the indices of their first characters in the word.

    None if there are more glyphs than characters. Glyphs that changed places get the characters in the order of the
    word.
    """
    if list(starts) != sorted(starts) or (word and starts[:1] != [0]):
        return None
    texts: list[str] = []
    for start, count in Counter(starts).items():
        end = min((later for later in starts if later > start), default=len(word))
        if end - start < count:
            return None
        texts += [*word[start : start + count - 1], word[start + count - 1 : end]]
    return texts
