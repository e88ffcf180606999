"""Find Japanese phrases: where a line should break, and where it should not.

BudouX finds the phrases, with a small model. Cuts that no reader would make are corrected here. A single Chinese
character is not parted from the word that it begins, nor 三つ from 組. Words that the wording keeps together stay so.
Kinsoku decides where a line may break at all (``linebreak``).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache

from pnp.rendering.text.linebreak import NOT_AT_START, WITHIN_WORDS, BreakPenalty, find_terms

_STOPS = NOT_AT_START - WITHIN_WORDS
_WORD_START = re.compile(r"(?<![一-鿿々])[一-鿿](?=[一-鿿])|[一二三四五六七八九]つ(?=[一-鿿])")
"""Beginning of a longer word: a Chinese character before others, or a number of things before their name."""
_PARTICLE = re.compile("[はがをにでともへやのくつるたなう]|だけ|から|まで|より|など")
_AFTER_TE = ("よい", "はいけない", "はならない", "ください")
"""Words after て that say that something may or must be done."""
_SUM = re.compile(r"(?<![0-9（(])[0-9（(][0-9（）()＋+×−＝=]*[＋+×−＝=][0-9（）()＋+×−＝=]*")
"""Worked-out sum: 10＋（1＋1）×2＝14."""
_ROW = re.compile(r"(?<!\d)\d(?:・\d)+(?!\d)")
"""Row of figures, each by itself: 4・5・6."""
_SCRIPTS = (re.compile("[ぁ-ゖ]"), re.compile("[ァ-ヺー]"), re.compile("[一-鿿々]"), re.compile("[A-Za-z0-9ā-ž]"))


def break_penalties(text: str, together: frozenset[str] = frozenset()) -> tuple[BreakPenalty, ...]:
    """Return the penalty of a line break before each character of ``text``; ``PHRASE`` for the first. ``together`` are
    words that lines do not part."""
    return _break_penalties(text, together)


@lru_cache(maxsize=2048)
def _break_penalties(text: str, together: frozenset[str]) -> tuple[BreakPenalty, ...]:
    penalties = [_penalty_within_phrase(text, index) for index in range(len(text))]
    position = 0
    for chunk in _parser()(text):
        penalties[position] = BreakPenalty.PHRASE
        position += len(chunk)
    for match in _WORD_START.finditer(text):
        # "時|計回り": the model mistakes the first character for a word of its own.
        if penalties[match.end()] is BreakPenalty.PHRASE and penalties[match.start()] is BreakPenalty.PHRASE:
            penalties[match.end()] = BreakPenalty.WORD
    for index in range(1, len(text)):
        if text[index - 1] in _STOPS or text[index - 1] in " \u3000\u200b":
            penalties[index] = BreakPenalty.PHRASE
    for match in _SUM.finditer(text):
        _keep_sum(match[0], match.start(), penalties)
    rows = [match.span() for match in _ROW.finditer(text)]
    for start, end in [*rows, *find_terms(text, together)]:
        penalties[start + 1 : end] = [BreakPenalty.TOGETHER] * (end - start - 1)
    return tuple(penalties)


def _keep_sum(sum_text: str, start: int, penalties: list[BreakPenalty]) -> None:
    """Part a sum only if unavoidable: before a sign, and in brackets last of all."""
    depth = 0
    for index, char in enumerate(sum_text):
        depth -= char in "）)"
        if index:
            penalties[start + index] = BreakPenalty.SCRIPT if char in "＋+−＝=" and not depth else BreakPenalty.TOGETHER
        depth += char in "（("


def _penalty_within_phrase(text: str, index: int) -> BreakPenalty:
    """Return the penalty of a break before this character if no phrase begins there."""
    if index == 0:
        return BreakPenalty.PHRASE
    before, after = text[index - 1], text[index]
    if before in "てで" and text.startswith(_AFTER_TE, index):
        return BreakPenalty.PARTICLE
    if any(script.match(before) and script.match(after) for script in _SCRIPTS):
        return BreakPenalty.SCRIPT
    particle = _PARTICLE.fullmatch(before) or _PARTICLE.fullmatch(text, max(0, index - 2), index)
    return BreakPenalty.PARTICLE if particle else BreakPenalty.WORD


@cache
def _parser() -> Callable[[str], list[str]]:
    # Imported here: only Japanese text of several lines needs it, and the constructor reads the model.
    from budoux import load_default_japanese_parser  # noqa: PLC0415

    parse: Callable[[str], list[str]] = load_default_japanese_parser().parse
    return parse
