"""Code on a summary card: it identifies for good the rules that the card was printed from.

``GGGG-FFFFF-WWWWW-C``: the game, the figures of its rules, the names and letters on the card, and a check character.
Digits and letters of Crockford's base 32 (no I, L, O, U), so that the code survives reading aloud.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from pnp.records import dataclass

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_READ_AS = str.maketrans({"O": "0", "I": "1", "L": "1"})
_SHAPE = (4, 5, 5, 1)


class CodeError(ValueError):
    """Text that is no code, or a mistyped one."""


@dataclass(frozen=True, slots=True)
class KitCode:
    """Parts of a kit code."""

    game: str
    figures: str
    words: str

    def __str__(self) -> str:
        body = (self.game, self.figures, self.words)
        return "-".join((*body, _check("".join(body))))


def make_code(game: str, figures: Mapping[str, Any], words: Any) -> KitCode:
    """Return the code of a game, from its id, the figures of its rules, and its names and letters."""
    return KitCode(_digits(game, 4), _digits([game, figures], 5), _digits([game, words], 5))


def parse_code(text: str) -> KitCode:
    """Read the code that a person copied from a card. Spaces, case and missing hyphens do not matter.

    Raises CodeError.
    """
    plain = "".join(char for char in text.upper().translate(_READ_AS) if char not in "- \t")
    if len(plain) != sum(_SHAPE) or any(char not in _ALPHABET for char in plain):
        raise CodeError(f"{text!r} is not a code: a code has the form XXXX-XXXXX-XXXXX-X")
    game, figures, words, check = plain[:4], plain[4:9], plain[9:14], plain[14]
    if _check(game + figures + words) != check:
        raise CodeError(f"{text!r} is mistyped: its last character does not agree with the rest")
    return KitCode(game, figures, words)


def _digits(value: object, length: int) -> str:
    raw = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode("utf-8")
    number = int.from_bytes(hashlib.sha256(raw).digest()[:10], "big")
    return "".join(_ALPHABET[number >> (5 * index) & 31] for index in range(length))


def _check(body: str) -> str:
    """Return a check character that any changed character or swap changes (weighted sum modulo 31)."""
    return _ALPHABET[sum((index + 1) * (_ALPHABET.index(char) + 1) for index, char in enumerate(body)) % 31]
