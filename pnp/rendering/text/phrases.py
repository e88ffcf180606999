"""Find Japanese phrases: where a line had better break, and where it should not.

BudouX finds the phrases, with a small model. What it cuts and no reader would is mended here: a single Chinese
character is not parted from the word that it begins, nor 三つ from 組, and words that the wording keeps together stay
so. Kinsoku decides where a line may break at all (``linebreak``).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache

from pnp.rendering.text.linebreak import NOT_AT_START, WITHIN_WORDS, BreakPenalty, spans_of

_STOPS = NOT_AT_START - WITHIN_WORDS
_BEGINS = re.compile(r"(?<![一-鿿々])[一-鿿](?=[一-鿿])|[一二三四五六七八九]つ(?=[一-鿿])")
"""What begins a word and is none of its own: a Chinese character before others, a number of things before what they
are."""
_PARTICLE = re.compile("[はがをにでともへやのくつるたなう]|だけ|から|まで|より|など")
_AFTER_TE = ("よい", "はいけない", "はならない", "ください")
"""What says that something may or must be done: a word of its own."""
_SUM = re.compile(r"[0-9（(][0-9（）()＋+×−＝=]*[＋+×−＝=][0-9（）()＋+×−＝=]*")
"""A sum, as it is worked out: 10＋（1＋1）×2＝14."""
_SCRIPTS = (re.compile("[ぁ-ゖ]"), re.compile("[ァ-ヺー]"), re.compile("[一-鿿々]"), re.compile("[A-Za-z0-9ā-ž]"))


def reluctance(text: str, together: frozenset[str] = frozenset()) -> tuple[BreakPenalty, ...]:
    """For each character of ``text`` how reluctant a line is to break before it, ``PHRASE`` for the first.

    ``together`` are words that lines do not part.
    """
    return _reluctance(text, together)


@lru_cache(maxsize=2048)
def _reluctance(text: str, together: frozenset[str]) -> tuple[BreakPenalty, ...]:
    found = [_within(text, index) for index in range(len(text))]
    at = 0
    for chunk in _parser()(text):
        found[at] = BreakPenalty.PHRASE
        at += len(chunk)
    for match in _BEGINS.finditer(text):
        # "時|計回り": the model takes the first character for a word of its own.
        if found[match.end()] is BreakPenalty.PHRASE and found[match.start()] is BreakPenalty.PHRASE:
            found[match.end()] = BreakPenalty.WORD
    for index in range(1, len(text)):
        if text[index - 1] in _STOPS or text[index - 1] in " \u3000\u200b":
            found[index] = BreakPenalty.PHRASE
    for match in _SUM.finditer(text):
        _keep_sum(match[0], match.start(), found)
    for start, end in spans_of(text, together):
        found[start + 1 : end] = [BreakPenalty.TOGETHER] * (end - start - 1)
    return tuple(found)


def _keep_sum(said: str, start: int, found: list[BreakPenalty]) -> None:
    """A line parts a sum only where there is no way around it: before a sign, and in brackets last of all."""
    depth = 0
    for index, char in enumerate(said):
        depth -= char in "）)"
        if index:
            found[start + index] = BreakPenalty.SCRIPT if char in "＋+−＝=" and not depth else BreakPenalty.TOGETHER
        depth += char in "（("


def _within(text: str, index: int) -> BreakPenalty:
    """What a break before this character would be, if no phrase begins there."""
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
    # Imported here: only Japanese that takes several lines needs it, and its model is read when it is made.
    from budoux import load_default_japanese_parser  # noqa: PLC0415

    parse: Callable[[str], list[str]] = load_default_japanese_parser().parse
    return parse
