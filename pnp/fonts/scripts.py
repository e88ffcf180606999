"""Characters that cannot be set by putting one glyph beside the other, from left to right.

Sources: the Unicode Character Database, version 14: Bidi_Class of UAX 9; Indic_Positional_Category, without the visual
order of Thai and Lao, and Indic_Syllabic_Category of UAX 44, for what stands before its letter or joins letters. The
pulli of Tamil is left out, since it stands above its letter and joins nothing. Joining_Type of letters that are not
written from right to left.
"""

from __future__ import annotations

import unicodedata
from functools import cache

_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN", "RLE", "RLO", "RLI", "LRE", "LRO", "LRI", "FSI", "PDF", "PDI"})
"""Classes of letters and digits from right to left, and of the characters that turn the direction."""
TURNS = frozenset("\u061c\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""The invisible ones among these, which do nothing but turn the direction (UAX 9, 2)."""
_RIGHT_TO_LEFT_BY_DEFAULT = (
    ("\u0590", "\u08ff"), ("\ufb1d", "\ufdff"), ("\ufe70", "\ufefe"), ("\U00010800", "\U00010fff"),
    ("\U0001e800", "\U0001efff"),
)  # fmt: skip
"""Where characters that came later than the database are from right to left (UAX 9, 3.2)."""
_FIRST_RIGHT_TO_LEFT, _FIRST_JOINED = "\u0590", "\u0900"
_MOVED_OR_JOINED = (
    # Signs that stand before the letter that they follow (Indic_Positional_Category: all that have Left).
    "93F 94E 9BF 9C7-9C8 9CB-9CC A3F ABF B47-B48 B4B-B4C BC6-BC8 BCA-BCC D46-D48 D4A-D4C DD9-DDE F3F 1031 103C 1084 "
    "17BE-17C5 1A19 1A55 1A6E-1A72 1B3E-1B41 1BA6 1C27-1C29 1C34-1C35 A9BA-A9BB A9BF AA2F-AA30 AA34 AAEB AAEE 110B1 "
    "1112C 111B4 111CE 112E1 11347-11348 1134B-1134C 11436 114B1 114B9 114BB-114BC 114BE 115B0 115B8-115BB 116AE 1171E "
    "11726 1182D 11935 11937-11938 119D2 119E4 11CB1 11EF5 "
    # Signs that join their neighbours (Indic_Syllabic_Category: Virama, Invisible_Stacker, Consonant_Subjoined).
    "94D 9CD A4D ACD B4D C4D CCD D4D DCA 1B44 A806 A8C4 A9C0 11046 110B9 111C0 11235 1134D 11442 114C2 115BF 1163F "
    "116B6 11839 119E0 11C3F 1039 17D2 1A60 1BAB AAF6 11133 1193E 11A47 11A99 11D45 11D97 F8D-F97 F99-FBC 1929-192B "
    "1A57 1A5B-1A5E 1BA1-1BA3 1BAC-1BAD 1C24-1C25 11C92-11CA7 11CA9-11CAF "
    # Letters that join: Mongolian and 'Phags-pa; vowels and endings of Hangul that are not written as whole syllables.
    "1807 1820-1878 1887-18A8 18AA A840-A871 1160-11FF D7B0-D7FB"
)


def is_right_to_left(char: str) -> bool:
    """Decide whether a character is of a right-to-left script, or turns the direction of writing."""
    if char < _FIRST_RIGHT_TO_LEFT:
        return False
    direction = unicodedata.bidirectional(char)
    if not direction:
        return any(first <= char <= last for first, last in _RIGHT_TO_LEFT_BY_DEFAULT)
    return direction in _RIGHT_TO_LEFT


def is_moved_or_joined(char: str) -> bool:
    """Decide whether a character is legible only where a font joins it with its neighbours, or moves it."""
    return char >= _FIRST_JOINED and char in _moved_or_joined()


def joins_the_one_before(char: str) -> bool:
    """Decide whether a character is a mark on the one before it, or goes on with its syllable of Hangul."""
    return "\u1160" <= char <= "\u11ff" or "\ud7b0" <= char <= "\ud7fb" or unicodedata.category(char).startswith("M")


@cache
def _moved_or_joined() -> frozenset[str]:
    found: set[str] = set()
    for part in _MOVED_OR_JOINED.split():
        first, _, last = part.partition("-")
        found.update(map(chr, range(int(first, 16), int(last or first, 16) + 1)))
    return frozenset(found)


def word_at(text: str, index: int) -> str:
    """The letters and marks round a place of a text."""
    start = end = index
    while start > 0 and unicodedata.category(text[start - 1])[0] in "LM":
        start -= 1
    while end < len(text) and (end == index or unicodedata.category(text[end])[0] in "LM"):
        end += 1
    return text[start:end]
