"""Decide whether printed text tells a position and its answer, in another layout or other words than today's.

Each card that today's layout draws has to stand among the printed strings, with its own strings together. All other
strings are words. A figure in words has to be one of the position, of its answer, of the rules' figures, or of today's
sentences. If today's layout draws more cards than were printed, whole rows may be missing, but then no other card may
be printed in their place.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from pnp.records import dataclass

_FIGURE = re.compile(r"\d+")
CardStrings: TypeAlias = tuple[str, ...]
"""Strings of one card, in the order of printing."""


@dataclass(frozen=True, slots=True)
class ExampleSentences:
    """Today's strings for a position and its answer, in one language.

    ``rows`` are rows of cards, the badge a row of its own; ``phrases`` are all phrases in words; ``figures`` may occur
    in them; ``cards`` are all strings by which any example of the kit draws a card.
    """

    rows: tuple[tuple[CardStrings, ...], ...]
    phrases: tuple[str, ...]
    figures: frozenset[int]
    cards: frozenset[str]


def explain_mismatch(tokens: Sequence[str], today: ExampleSentences) -> str | None:
    """Explain why the printed ``tokens`` cannot be those of the example that ``today`` tells; None if they can."""
    remaining, missing = _without_cards(tokens, today.rows)
    if missing:
        whole_rows = all(len(cards) == len(today.rows[row]) for row, cards in missing.items())
        phrase_counts = Counter(today.phrases)
        unexpected = [
            token for token in remaining if not phrase_counts[token] and (token in today.cards or len(token) == 1)
        ]
        if unexpected or not whole_rows or len(missing) == len(today.rows):
            missing_card = " ".join(next(iter(missing.values()))[0])
            return f"the card {missing_card!r} of this position is not there" + (
                f", but {unexpected[0]!r}" if unexpected else ""
            )
    for token in remaining:
        for figure in _figures(token):
            if figure not in today.figures:
                return f"the figure {figure} in {token!r} is none of this position, of its answer, or of the rules"
    return None


def figures_in(value: Any, *, counts: bool = False) -> frozenset[int]:
    """Return all whole numbers in JSON data, also those in texts.

    ``counts`` adds the length of each list.

    >>> sorted(figures_in({"palettes": [["red", 7]], "said": "4+12"}))
    [4, 7, 12]
    >>> sorted(figures_in({"palettes": [["red", 7]]}, counts=True))
    [1, 2, 7]
    """
    return frozenset(_figures(value, counts))


def _figures(value: Any, counts: bool = False) -> Iterable[int]:
    if isinstance(value, str):
        # Longer runs of digits are no figure of a game, and Python refuses to read the longest.
        yield from (int(run) for run in _FIGURE.findall(value) if len(run) < 10)
    elif isinstance(value, int) and not isinstance(value, bool):
        yield abs(value)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from (*_figures(str(key)), *_figures(item, counts))
    elif isinstance(value, Sequence):
        yield from (len(value),) if counts else ()
        for item in value:
            yield from _figures(item, counts)


def _without_cards(
    tokens: Sequence[str], rows: Sequence[tuple[CardStrings, ...]]
) -> tuple[list[str], dict[int, list[CardStrings]]]:
    """Remove every card once from the tokens; return the remaining tokens, and the missing cards by row.

    Cards are looked for in their order first, then anywhere, since rows may be in another order, and at last with their
    strings in any order and without punctuation, as long as they stand side by side.
    """
    remaining = _remove_in_order(tokens, [card for row in rows for card in row])
    if remaining is not None:
        return remaining, {}
    slots: list[str | None] = list(tokens)
    missing_cards = [(number, card) for number, row in enumerate(rows) for card in row]
    missing_cards.sort(key=lambda numbered: -len(numbered[1]))  # a short card may be part of a longer one
    for normalize in (list, _keep_first, _count_bare):
        missing_cards = [(number, card) for number, card in missing_cards if not _remove_card(slots, card, normalize)]
    missing: dict[int, list[CardStrings]] = {}
    for number, card in missing_cards:
        missing.setdefault(number, []).append(card)
    return [token for token in slots if token is not None], missing


def _remove_in_order(tokens: Sequence[str], cards: Sequence[CardStrings]) -> list[str] | None:
    remaining: list[str] = []
    index = 0
    for card in cards:
        while tuple(tokens[index : index + len(card)]) != card:
            if index >= len(tokens):
                return None
            remaining.append(tokens[index])
            index += 1
        index += len(card)
    return [*remaining, *tokens[index:]]


def _remove_card(
    slots: list[str | None], card: CardStrings, normalize: Callable[[Sequence[str | None]], object]
) -> bool:
    """Remove the strings of a card from ``slots``, if equal ones stand side by side; tell if they do."""
    size, normalized = len(card), normalize(card)
    for start in range(len(slots) - size + 1):
        if normalize(slots[start : start + size]) == normalized:
            slots[start : start + size] = [None] * size
            return True
    return False


def _keep_first(strings: Sequence[str | None]) -> object:
    """Normalize strings except for the place of the first: else parts of two neighbours could look like a card."""
    return _count_bare(strings[:1]), _count_bare(strings[1:])


def _count_bare(strings: Sequence[str | None]) -> Counter[str | None]:
    """Count strings without punctuation, such as the brackets round a tag."""
    return Counter(
        None if text is None else "".join(char for char in text if not unicodedata.category(char).startswith("P"))
        for text in strings
    )
