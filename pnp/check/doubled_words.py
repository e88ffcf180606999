"""Words that stand twice in a text by a slip of typing."""

from __future__ import annotations

import re

from pnp.model.text import Language

_WORD_TWICE = re.compile(r"(?<![\w{’'-])([A-Za-zÀ-ɏͰ-ӿ]{2,})(?:[*_]*[ \n][*_ \n]*\1)+(?![\w}’'-])", re.IGNORECASE)
_TWICE = 2
_UNMARKED = str.maketrans("*_", "  ")
_MEANT_TWICE = frozenset(
    {
        "had", "that", "is", "do", "bye", "ha", "hey", "ho", "no", "now", "so", "there", "very", "really", "much",
        "many", "more", "long", "far", "big", "old", "again", "never", "ever", "nous", "vous", "die", "der", "das",
        "sie", "ihr", "dat", "si", "se", "il", "piano", "man", "ja", "nein",
    }
)  # fmt: skip
"""Words that stand twice in good sentences."""
_REPEATING = frozenset({"id", "ms", "tr", "vi", "tl", "jv", "su", "sw", "th", "km", "zh", "ja", "ko"})
"""Languages that double words on purpose, or have no blanks between them."""


def word_twice(text: str) -> str | None:
    """Return the first word that stands twice in a text by a slip, both times; None without one.

    >>> word_twice("Take the the card."), word_twice("They had had it."), word_twice("Knock knock!")
    ('the the', None, None)
    """
    for match in _WORD_TWICE.finditer(text):
        # "Knock knock!" and "drip drip drip" are no slips.
        is_all = not re.search(r"\w", text[: match.start()] + text[match.end() :])
        words = match[0].translate(_UNMARKED).split()
        if match[1].casefold() not in _MEANT_TWICE and not is_all and len(words) == _TWICE:
            return " ".join(words)
    return None


def doubles_words(language: Language) -> bool:
    """Tell whether a language doubles words on purpose, or has no blanks between them."""
    return language.partition("-")[0] in _REPEATING
