"""Which language words are in that stand among those of another."""

from __future__ import annotations

_HAN = (("\u3041", "\u30ff"), ("\u3400", "\u9fff"), ("\uf900", "\ufaff"), ("\uff66", "\uff9d"))
"""First and last characters of kana and kanji."""
_WRITTEN_IN_HAN = ("ja", "zh", "ko", "yue", "lzh", "wuu", "ryu", "ain")


def foreign(text: str, language: str) -> str | None:
    """The language of ``text`` where it is plainly not ``language``: kana and kanji are Japanese, since the fonts that
    draw them here are.

    >>> foreign("桜 cherry", "en"), foreign("桜", "ja"), foreign("sakura", "en")
    ('ja', None, None)
    """
    if language.partition("-")[0] in _WRITTEN_IN_HAN or text.isascii():
        return None
    return "ja" if any(first <= char <= last for char in text for first, last in _HAN) else None


def span(language: str) -> str:
    """The operator that begins what is in ``language`` (ISO 32000-1, 14.9.2)."""
    return f"/Span<</Lang({language})>>BDC"
