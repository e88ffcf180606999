"""Break lines in English, in Japanese, and in other languages that are written like these.

Japanese breaks between any two characters but for kinsoku: JIS X 4051:2004 and W3C "Requirements for Japanese Text
Layout", character classes cl-02 to cl-11 (not at the start of a line) and cl-01, cl-08, cl-12 (not at its end).
Chinese breaks so too, without phrases; Korean breaks at spaces, as W3C "Requirements for Hangul Text Layout" has it for
lines that are not spread.
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
)
NOT_AT_END = frozenset("‘“（〔［｛〈《「『【([{«‹￥¥＄$£＃#€№")
_OPENING = tuple(NOT_AT_END)
UNPARTED = frozenset("—…‥")
"""Runs of these are not broken (cl-08)."""
_ICON = "\ufffc"
"""An icon: a row of them may be parted."""
WITHIN_WORDS = frozenset("ヽヾゝゞ々〻ーぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ")
"""What may not begin a line because it belongs to the word before it."""


class BreakPenalty(IntEnum):
    """How reluctant a line is to break at a place."""

    PHRASE = 0
    """Between phrases: not at all."""
    PARTICLE = 1
    """Within a phrase, after a particle or the end of a word, where another script begins."""
    WORD = 2
    """Anywhere else within a phrase."""
    SCRIPT = 3
    """Within a phrase, between two characters of one script."""
    TOGETHER = 4
    """Within a word that is to stay together."""


def _is_wide(char: str) -> bool:
    """Whether lines may break beside a character without a space: not within words of Korean, which has spaces."""
    if "\u1100" <= char <= "\u11ff" or "\u3130" <= char <= "\u318f" or "\uac00" <= char <= "\ud7ff":
        return False
    return unicodedata.east_asian_width(char) in "WF" or char == "・"


@lru_cache(maxsize=4096)
def pieces(text: str) -> tuple[str, ...]:
    """``text`` cut at every place where a line may break. A space stays at the end of the piece before it.

    >>> pieces("one two"), pieces("札を、置く。")
    (('one ', 'two'), ('札', 'を、', '置', 'く。'))
    """
    result: list[str] = []
    current = ""
    for index, char in enumerate(text):
        if current and _may_break(text, index):
            result.append(current)
            current = ""
        current += char
    if current:
        result.append(current)
    return tuple(result)


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
    # Marks of both scripts belong to the English word beside them: player’s, “so”.
    if not (_is_wide(before) or _is_wide(after)) or _figures().match(before + after):
        return False
    return not unicodedata.category(after).startswith("M")


@cache
def _figures() -> re.Pattern[str]:
    """A figure stays on the line of the counter after it (JLREQ 3.1.10), and of the sign before it."""
    # Compiled where a line of Japanese is broken, which a kit in English has none of.
    return re.compile(r"\d[一-鿿々ァ-ヺつ]|[\d一-鿿ァ-ヺーA-Za-z）)]×|[×〜±−+＋-]\d")


def spans_of(text: str, terms: Iterable[str]) -> list[tuple[int, int]]:
    """Where ``terms`` stand in ``text``, the longest first where several overlap: start and end, in order."""
    taken: list[tuple[int, int]] = []
    for term in sorted(terms, key=len, reverse=True):
        start = text.find(term) if term else -1
        while start >= 0:
            end = start + len(term)
            if all(end <= one or other <= start for one, other in taken):
                taken.append((start, end))
            start = text.find(term, end)
    return sorted(taken)
