"""Break lines in English, in Japanese, and in other languages that are written like these.

Japanese breaks between any two characters except by kinsoku: JIS X 4051:2004 and W3C "Requirements for Japanese Text
Layout", character classes cl-02 to cl-11 (not at the start of a line) and cl-01, cl-08, cl-12 (not at its end). Chinese
does the same, without phrases. Korean breaks at spaces, as in W3C "Requirements for Hangul Text Layout" for lines that
are not spread.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from enum import IntEnum
from functools import cache, lru_cache

NOT_AT_START = frozenset(
    "’”）〕］｝〉》」』】)]}»›"  # closing brackets, cl-02
    "‐〜–゠~～"  # hyphens, cl-03
    "！？!?‼⁇⁈⁉"  # dividing punctuation, cl-04
    "・：；:;"  # middle dots, cl-05
    "。．.、，,"  # full stops and commas, cl-06 and cl-07
    "ヽヾゝゞ々〻ー"  # iteration and long-vowel marks, cl-09 and cl-10
    "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ"  # small kana, cl-11
    "％%‰℃°"  # postfixed abbreviations, cl-13
    "※"  # mark that refers to a note
)
NOT_AT_END = frozenset("‘“（〔［｛〈《「『【([{«‹￥¥＄$£＃#€№")
_OPENING = tuple(NOT_AT_END)
UNPARTED = frozenset("—…‥")
"""Characters (cl-08) that are not parted from themselves."""
_ICON = "\ufffc"
"""Placeholder of an icon; a row of icons may be parted."""
WITHIN_WORDS = frozenset("※ヽヾゝゞ々〻ーぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ")
"""Characters that may not begin a line because they belong to the word before them."""


class BreakPenalty(IntEnum):
    """Penalty of a line break at a place."""

    PHRASE = 0
    """Break between phrases: free."""
    PARTICLE = 1
    """Break within a phrase, after a particle or the end of a word, where another script begins."""
    WORD = 2
    """Break anywhere else within a phrase."""
    SCRIPT = 3
    """Break within a phrase, between two characters of one script."""
    TOGETHER = 4
    """Break within a word that must stay together."""


@lru_cache(maxsize=4096)
def _is_wide(char: str) -> bool:
    """Tell if lines may break beside a character without a space. Words of Korean, which has spaces, do not break."""
    if "\u1100" <= char <= "\u11ff" or "\u3130" <= char <= "\u318f" or "\uac00" <= char <= "\ud7ff":
        return False
    return unicodedata.east_asian_width(char) in "WF" or char == "・"


@lru_cache(maxsize=4096)
def pieces(text: str) -> tuple[str, ...]:
    """Split ``text`` at every place where a line may break. A space stays at the end of the part before it.

    >>> pieces("one two"), pieces("札を、置く。")
    (('one ', 'two'), ('札', 'を、', '置', 'く。'))
    """
    parts: list[str] = []
    part = ""
    for index, char in enumerate(text):
        if part and _may_break(text, index):
            parts.append(part)
            part = ""
        part += char
    if part:
        parts.append(part)
    return tuple(parts)


def _may_break(text: str, index: int) -> bool:
    before, after = text[index - 1], text[index]
    if before == "\u200b" or before == after == _ICON:
        return True
    if after in NOT_AT_START or before in NOT_AT_END or after == " ":
        return False
    if before == " ":
        return not text[:index].rstrip(" ").endswith(_OPENING)
    if before in UNPARTED and after == before:
        return False
    # Marks that both scripts have belong to the English word beside them: player’s, “so”.
    if not (_is_wide(before) or _is_wide(after)) or _figure_pattern().match(before + after):
        return False
    return not unicodedata.category(after).startswith("M")


@cache
def _figure_pattern() -> re.Pattern[str]:
    """Return the pattern of a figure with the counter after it (JLREQ 3.1.10) or the sign before it. These stay on one
    line."""
    # Compiled on demand: a kit in English needs no such pattern.
    return re.compile(r"\d[一-鿿々ァ-ヺつ]|[\d一-鿿ァ-ヺーA-Za-z）)]×|[×〜±−+＋-]\d")


def find_terms(text: str, terms: Iterable[str]) -> list[tuple[int, int]]:
    """Return the start and end of each of ``terms`` in ``text``, in order. The longest wins if several overlap."""
    spans: list[tuple[int, int]] = []
    for term in sorted(terms, key=len, reverse=True):
        start = text.find(term) if term else -1
        while start >= 0:
            end = start + len(term)
            if all(end <= span_start or span_end <= start for span_start, span_end in spans):
                spans.append((start, end))
            start = text.find(term, end)
    return sorted(spans)
