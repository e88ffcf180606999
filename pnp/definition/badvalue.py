"""What somebody most likely meant by a word that is no TOML value."""

from __future__ import annotations

import re

_LENGTH = re.compile(r"[+-]?\d+(?:\.\d+)?\s*(?:mm|cm|in|pt|[x×].*)", re.IGNORECASE)
_LEADING_ZERO = re.compile(r"[+-]?0\d+")
_NUMBER_LIKE = re.compile(r"[+-]?[\d._]+(?:[eE][+-]?[\d_]*)?")
_DATE_LIKE = re.compile(r"\d{4}-\d|\d\d:\d")
_WORDS = {"true": "true", "yes": "true", "on": "true", "false": "false", "no": "false", "off": "false"}
_FULL_WIDTH = str.maketrans({chr(0xFF10 + digit): str(digit) for digit in range(10)})


def describe_bad_word(word: str, tail: str) -> tuple[str, str, str]:
    """Code, message and hint for ``word``, which stands where a value belongs. ``tail`` is the rest of its line."""
    plain = word.translate(_FULL_WIDTH)
    lowered = word.lower()
    if lowered in _WORDS:
        meant = _WORDS[lowered]
        return "unquoted-text", f"{word} is not a value", f'write {meant} in small letters, or "{word}" for the text'
    if lowered in ("null", "none", "nil"):
        return "unquoted-text", f"{word} is not a value", "leave the key out where there is nothing to say"
    if word != plain and plain.isascii():
        return "bad-number", "this number is written in full-width digits", f"write {plain}"
    return _bad_figure(word) or ("unquoted-text", "a text needs double quotes", f'write "{_phrase(word, tail)}"')


def _bad_figure(word: str) -> tuple[str, str, str] | None:
    if _LENGTH.fullmatch(word):
        return "unquoted-text", f"{word} needs double quotes", f'write "{word}"'
    if _LEADING_ZERO.fullmatch(word):
        return "bad-number", "a number does not begin with zeros", "remove them"
    if _DATE_LIKE.match(word):
        return "bad-date", f"{word} is not a date or a time", f'write "{word}" for the text'
    if _NUMBER_LIKE.fullmatch(word):
        return "bad-number", f"{word} is not a number", "write digits, and at most one point between digits"
    return None


def _phrase(word: str, tail: str) -> str:
    """The word with the words that follow it, when the whole line looks like one unquoted text."""
    rest = tail.partition("#")[0].rstrip()
    if rest and not re.search(r"[\[\]{}\"'=,]", rest):
        return word + rest
    return word
