"""Find the wording of a words file that a printed text comes from, for the places of messages."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from difflib import SequenceMatcher
from itertools import islice

from pnp.diagnostics import Location
from pnp.records import dataclass
from pnp.rendering.text.words import PLACEHOLDER, texts_of, wordings_by_language
from pnp.toml.document import locate_key

_LEAST_SHARE = 0.5
"""Least share of a printed text that its wording has; the rest are values."""
_LEAST_KNOWN_SHARE = 1 / 6
"""Least share where only wordings are compared that the face has read."""
_LEAST_LETTERS = 3
"""Fewest letters in a row that a wording and a text share not just by chance."""
_MOST_LETTERS, _MOST_WORDINGS = 400, 2_000
"""Letters of a text, and wordings, that are compared: comparing takes the square of their number."""


@dataclass(frozen=True, slots=True)
class PrintedWording:
    """Wording that a text comes from: its key, its own text, and the place of the key in the words file."""

    key: str
    text: str
    place: Location


def find_wording(
    files: Mapping[str, str], text: str, among: Collection[tuple[str, str]] | None = None
) -> PrintedWording | None:
    """Return the wording that ``text`` comes from: the one with most of its letters, in the last of the words files
    that has it. ``files`` are texts by name. ``among`` are the languages and keys that it may come from, if they are
    known. None if no wording has half of the letters, or of those ``among`` which are known a sixth."""
    text = text[:_MOST_LETTERS]
    least_share = _LEAST_SHARE if among is None else _LEAST_KNOWN_SHARE
    found = max(
        ((_shared_letters(wording, text), -len(wording), rank, file, language, key, wording)
         for rank, file, language, key, wording in islice(_wordings(files), _MOST_WORDINGS)
         if among is None or (language, key) in among),
        default=None,
    )  # fmt: skip
    if found is None or found[0] < min(len(text), max(_LEAST_LETTERS, least_share * len(text))):
        return None
    *_, file, language, key, wording = found
    return PrintedWording(key, wording, locate_key(files[file], file, (language, key)))


def _wordings(files: Mapping[str, str]) -> Iterator[tuple[int, str, str, str, str]]:
    """Yield the number of the file, its name, the language, the key and the text of each wording."""
    for rank, (file, content) in enumerate(files.items()):
        for language, wordings in wordings_by_language(file, content).items():
            for key, entry in wordings.items():
                yield from ((rank, file, language, key, wording) for wording in texts_of(entry))


def _shared_letters(wording: str, text: str) -> int:
    """Return how many letters of a text stand in the same order in a wording, at least three in a row. A name in braces
    that the text lacks is that of a value.

    >>> _shared_letters("Take {count} {coin}.", "1. Take 5 {coin}.")
    13
    """
    printed = PLACEHOLDER.sub(lambda match: match[0] if match[0] in text else "\0", wording[: 2 * _MOST_LETTERS])
    if printed.casefold() == text.casefold():
        return len(text)
    blocks = SequenceMatcher(None, printed.casefold(), text.casefold(), autojunk=False).get_matching_blocks()
    return sum(block.size for block in blocks if block.size >= _LEAST_LETTERS)
