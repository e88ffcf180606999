"""Find the one text of a column that is written otherwise than all others: in capitals, in small letters, without its
full stop."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import TypeAlias

from pnp.diagnostics import Diagnostic
from pnp.model.component import Item
from pnp.model.text import Language, Translated

_FEWEST_TEXTS = 6
"""Fewest texts of a column among which one stands out."""
_FEWEST_LETTERS = 4
"""Fewest letters of a word in capitals that is no abbreviation."""
_END = re.compile(r"[.!?…。！？:：][*_\"')”’»」』）)]*$")
_ICON_AT_END = re.compile(r"\}[*_]*$")
_EASTERN = re.compile(r"[ぁ-ヿ一-鿿]")
_FEWEST_SIGNS = 5
"""Fewest characters of a sentence in Japanese."""

_Cell: TypeAlias = "tuple[Item, str]"


def lint_odd_texts(items: Sequence[Item], unread: Collection[str]) -> Iterator[Diagnostic]:
    """Yield a warning for the one text of a column, in each language, that alone is in capitals, begins with a small
    letter, or has no full stop."""
    columns: dict[tuple[str, Language | None], list[_Cell]] = {}
    for item in items:
        for column, value in item.fields.items():
            wordings = value.wordings if isinstance(value, Translated) else {None: value}
            for tag, text in wordings.items():
                if isinstance(text, str) and text.strip() and column not in unread:
                    columns.setdefault((column, tag), []).append((item, text.strip()))
    for (column, tag), cells in columns.items():
        if len(cells) >= _FEWEST_TEXTS:
            yield from _other_case(column, tag, cells)
            yield from _without_end(column, tag, cells)


def _other_case(column: str, tag: Language | None, cells: Sequence[_Cell]) -> Iterator[Diagnostic]:
    letters = [(item, text, "".join(filter(str.isalpha, text))) for item, text in cells]
    if not all(text[:1].isalpha() or text[:1] in "*“\"'" for _, text, _ in letters):
        return
    capitals = [(item, text) for item, text, word in letters if word.isupper() and len(word) >= _FEWEST_LETTERS]
    small = [(item, text) for item, text, word in letters if word[:1].islower()]
    has_case = all(word[:1].isupper() or word[:1].islower() for *_, word in letters)
    if has_case and len(capitals) == 1 and not small:
        (item, text), others = capitals[0], "and no other text of the column is"
        if sum(word.isupper() for *_, word in letters) == 1:
            yield _warning(item, column, tag, f"{text!r} is in capitals, {others}", f"write {text.title()!r}")
    if has_case and len(small) == 1:
        (item, text), others = small[0], "and all others of the column with a capital"
        first = next(letter for letter in text if letter.isalpha())
        meant = text.replace(first, first.upper(), 1)
        yield _warning(item, column, tag, f"{text!r} begins with a small letter, {others}", f"write {meant!r}")


def _without_end(column: str, tag: Language | None, cells: Sequence[_Cell]) -> Iterator[Diagnostic]:
    bare = [(item, text) for item, text in cells if not _END.search(text)]
    if len(bare) == 1 and _is_sentence(bare[0][1]) and not _ICON_AT_END.search(bare[0][1]):
        item, text = bare[0]
        message = f"{text!r} ends without a full stop, and all others of the column have one"
        yield _warning(item, column, tag, message, "write it behind the last word")


def _is_sentence(text: str) -> bool:
    """Tell whether a text may be a sentence: two words or more, or some characters of Japanese."""
    is_eastern = _EASTERN.match(text) is not None and len(text) >= _FEWEST_SIGNS
    return is_eastern or (text[0].isalpha() and text[-1].isalnum() and len(text.split()) > 1)


def _warning(item: Item, column: str, tag: Language | None, message: str, hint: str) -> Diagnostic:
    place = None if item.origin is None else item.origin.place(column, tag)
    return Diagnostic("odd-writing", message, place, hint, severity="warning")
