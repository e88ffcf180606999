"""Decide whether printed text tells a position and its answer, when it is not laid out or worded as today.

The cards are what a printed example rests on: each card that is drawn of the position today has to stand among the
printed strings, its own strings together. All else that is printed are words, and a figure in words has to be one of
the position, of its answer, of the rules' figures, or of what is said of them today. Where today more is drawn than was
printed, whole rows may be missing, but then nothing may be printed in their place that is a card.
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
"""The strings of one card, in the order in which it prints them."""


@dataclass(frozen=True, slots=True)
class ExampleSentences:
    """What is told today of a position and its answer, in one language: ``rows`` of cards, the badge a row of its own;
    the wording of all ``phrases``; the ``figures`` that may be told of it; and ``cards``, all strings by which any
    example of the kit draws a card."""

    rows: tuple[tuple[CardStrings, ...], ...]
    phrases: tuple[str, ...]
    figures: frozenset[int]
    cards: frozenset[str]


def unaccounted(tokens: Sequence[str], today: ExampleSentences) -> str | None:
    """Why the printed ``tokens`` cannot be those of the position and answer that ``today`` tells; None if they can."""
    left, missing = _without_cards(tokens, today.rows)
    if missing:
        whole = all(len(cards) == len(today.rows[row]) for row, cards in missing.items())
        said = Counter(today.phrases)
        strange = [token for token in left if not said[token] and (token in today.cards or len(token) == 1)]
        if strange or not whole or len(missing) == len(today.rows):
            lost = " ".join(next(iter(missing.values()))[0])
            return f"the card {lost!r} of this position is not there" + (f", but {strange[0]!r}" if strange else "")
    for token in left:
        for figure in _figures(token):
            if figure not in today.figures:
                return f"the figure {figure} in {token!r} is none of this position, of its answer, or of the rules"
    return None


def figures_in(value: Any, *, counts: bool = False) -> frozenset[int]:
    """All whole numbers in JSON data, those written in texts too; with ``counts`` also how many there are in each list.

    >>> sorted(figures_in({"palettes": [["red", 7]], "said": "4+12"}))
    [4, 7, 12]
    >>> sorted(figures_in({"palettes": [["red", 7]]}, counts=True))
    [1, 2, 7]
    """
    return frozenset(_figures(value, counts))


def _figures(value: Any, counts: bool = False) -> Iterable[int]:
    if isinstance(value, str):
        # Longer runs of figures are no figure of a game, and Python refuses to read the longest.
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
    """The tokens that are left when every card is taken away once, and by row the cards that are not there.

    Cards are looked for in their order first; where rows were laid out in another, wherever they stand; and at last
    with their strings in any order and without punctuation, as long as they stand side by side.
    """
    in_order = _in_order(tokens, [card for row in rows for card in row])
    if in_order is not None:
        return in_order, {}
    left: list[str | None] = list(tokens)
    wanted = [(number, card) for number, row in enumerate(rows) for card in row]
    wanted.sort(key=lambda one: -len(one[1]))  # a short card may be part of a longer one
    for alike in (list, _first_and_others, _bare):
        wanted = [(number, card) for number, card in wanted if not _take(left, card, alike)]
    missing: dict[int, list[CardStrings]] = {}
    for number, card in wanted:
        missing.setdefault(number, []).append(card)
    return [token for token in left if token is not None], missing


def _in_order(tokens: Sequence[str], cards: Sequence[CardStrings]) -> list[str] | None:
    left: list[str] = []
    at = 0
    for card in cards:
        while tuple(tokens[at : at + len(card)]) != card:
            if at >= len(tokens):
                return None
            left.append(tokens[at])
            at += 1
        at += len(card)
    return [*left, *tokens[at:]]


def _take(left: list[str | None], card: CardStrings, alike: Callable[[Sequence[str | None]], object]) -> bool:
    """Take the strings of a card out of ``left``, where such as are ``alike`` stand side by side; whether they do."""
    size, wanted = len(card), alike(card)
    for at in range(len(left) - size + 1):
        if alike(left[at : at + size]) == wanted:
            left[at : at + size] = [None] * size
            return True
    return False


def _first_and_others(strings: Sequence[str | None]) -> object:
    """Strings of which the first keeps its place: where any may be first, parts of two neighbours can look like one."""
    return _bare(strings[:1]), _bare(strings[1:])


def _bare(strings: Sequence[str | None]) -> Counter[str | None]:
    """Strings in any order and without punctuation, such as the brackets round a tag."""
    return Counter(
        None if text is None else "".join(char for char in text if not unicodedata.category(char).startswith("P"))
        for text in strings
    )
