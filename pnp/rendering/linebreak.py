"""Where a line may break, in English and in Japanese.

Japanese breaks between any two characters but for kinsoku: JIS X 4051:2004 and W3C "Requirements for Japanese Text
Layout", character classes cl-02 to cl-11 (not at the start of a line) and cl-01, cl-08, cl-12 (not at its end).
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

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
COUNTERS = frozenset("枚人点歳分年番組本個回色月日時")
"""A figure stays on the line of the counter after it (JLREQ 3.1.10, figures and their units)."""
_WITHIN_WORDS = frozenset("ヽヾゝゞ々〻ーぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ")


def _is_ideographic(char: str) -> bool:
    return unicodedata.east_asian_width(char) in "WF" or char in "・“”‘’…—"


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
    if before == "\u200b":
        return True
    if after in NOT_AT_START or before in NOT_AT_END or after == " ":
        return False
    if before == " ":
        return not text[:index].rstrip(" ").endswith(_OPENING)
    if before in UNPARTED and after == before:
        return False
    if before.isdigit() and after in COUNTERS:
        return False
    return _is_ideographic(before) or _is_ideographic(after)


def ends_phrase(before: str, after: str) -> bool:
    """Whether a line that breaks between these two texts ends with a phrase: after a space, a stop or a closing
    bracket, or where hiragana (particles, endings of words) meets anything else.

    >>> ends_phrase("札を", "置く"), ends_phrase("パレ", "ット"), ends_phrase("置く。", "札")
    (True, False, True)
    """
    last, first = before[-1], after[0]
    if last in " \u200b\u3000" or (last in NOT_AT_START and last not in _WITHIN_WORDS):
        return True
    if first in NOT_AT_END:
        return True
    return "ぁ" <= last <= "ゖ" and not "ぁ" <= first <= "ゖ"
