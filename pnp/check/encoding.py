"""Find texts of UTF-8 that a program read in an older encoding, and wrote as it read them: ``â€™`` for ``’``."""

from __future__ import annotations

import re
import unicodedata

_RUN = re.compile(r"[^\x00-\x7f]{2,}")
_LATIN_SIGNS = re.compile(r"[¡-ÿ]")
"""Letters and signs of Western Europe. Read wrongly, they begin with Â or Ã."""
_SIGNS = re.compile(r"[‐-•…‰′″‹›€™−←-⇿☀-➿\U0001f300-\U0001faff]")
"""Signs and pictures. Read wrongly, they begin as ``_SIGN_BEGINNINGS`` says."""
_SIGN_BEGINNINGS = ("â€", "â‚¬", "â„¢", "âˆ’", "â†", "â‡", "â˜", "â™", "âš", "âœ", "âž", "ðŸ")
_KANA = re.compile(r"[ぁ-ヿ]")
_MISREAD_KANA = re.compile("[縺繧繝]")
"""What the first two bytes of kana are in Shift JIS. Two of these rare kanji in one run are no word."""
_SCRIPTS = frozenset({"LATIN", "GREEK", "CYRILLIC", "HIRAGANA", "CJK", "HANGUL"})
_CLOSING = "”“’»›…–—"
"""Signs that may follow a word without a blank, and are no letter of it."""


def misread(text: str) -> tuple[str, str] | None:
    """Return the first letters of a text that were read in a wrong encoding, and what they should be; else None.

    >>> misread("Shipâ€™s Bell"), misread("CafÃ©"), misread("«Café…»")
    (('â€™', '’'), ('Ã©', 'é'), None)
    """
    if text.isascii():
        return None
    for run in _RUN.finditer(text):
        meant = _from_western(text, run) or _from_japanese(run[0])
        if meant is not None:
            return run[0], meant
    return None


def _from_western(text: str, run: re.Match[str]) -> str | None:
    """Return what a run of letters is if it was read as Windows-1252, or None if it may be meant."""
    try:
        meant = run[0].encode("cp1252").decode("utf-8")
    except UnicodeError:
        return None
    if all(_SIGNS.fullmatch(char) for char in meant):
        return meant if run[0].startswith(_SIGN_BEGINNINGS) else None
    if len(meant) > 1:
        # By chance, two signs one behind the other hardly make letters of one script.
        scripts = {unicodedata.name(char, "").partition(" ")[0] for char in meant if char.isalpha()}
        return meant if len(scripts) == 1 and scripts <= _SCRIPTS else None
    following = text[run.end() : run.end() + 1]
    if run[0][-1] == "\u00a0" or (run[0][-1] in _CLOSING and not following.isalpha()):
        return None  # a capital at the end of a word, and a blank, a quotation mark or dots
    if _LATIN_SIGNS.fullmatch(meant):
        return meant
    beside = text[max(run.start() - 1, 0) : run.start()] + following
    is_polish = run[0][0] in "ÄÅ" and unicodedata.name(meant, "").startswith("LATIN SMALL")
    return meant if is_polish and any(char.islower() for char in beside) else None


def _from_japanese(run: str) -> str | None:
    """Return what a run of letters is if it was read as Shift JIS, as far as it can be told; else None."""
    data = run.encode("cp932", "ignore")
    meant = data.decode("utf-8", "ignore")
    is_whole = data.decode("utf-8", "replace") == meant and data.decode("cp932", "replace") == run
    if not _KANA.search(meant) or len(meant) >= len(run):
        return None
    return meant if (is_whole and len(meant) > 1) or len(_MISREAD_KANA.findall(run)) > 1 else None
