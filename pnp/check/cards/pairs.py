"""Find the one card on which two columns that go together do not: it has the picture or the translation of others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import permutations
from typing import TypeAlias

from pnp.diagnostics import Diagnostic
from pnp.model.component import Item
from pnp.model.text import Language, Translated
from pnp.records import dataclass

_FEWEST_ALIKE = 3
"""Fewest cards that have the same two texts by no chance."""
_MOST_CARDS = 2000
"""Most cards of a deck whose columns are held against each other."""
_FEWEST_GROUPS = 2
"""Fewest such groups of cards."""

Place: TypeAlias = "tuple[str, Language | None]"
"""Column, and a language of it or None."""


@dataclass(frozen=True, slots=True)
class _OddPair:
    """Card that has the text ``given`` in one column, and in another one not the text that goes with it."""

    card: int
    by: Place
    given: str
    place: Place
    text: str
    usual: str


def lint_pairs(deck: str, items: Sequence[Item], unread: Collection[str]) -> Iterator[Diagnostic]:
    """Yield a warning for the card of a deck on which a column has the text of other cards, if on all others it goes
    with another column: cards of one kin have one picture."""
    columns = _texts_by_column(items, unread) if len(items) <= _MOST_CARDS else {}
    pairs = permutations(columns, 2)
    odd = [found for by, place in pairs if (found := _odd_pair(by, columns[by], place, columns[place])) is not None]
    # Of three columns the one that differs from both others is wrong; of two the later one is told.
    counts = Counter((pair.card, pair.place) for pair in odd)
    for card in dict.fromkeys(pair.card for pair in odd):
        of_card = [pair for pair in odd if pair.card == card]
        order = [*columns]
        worst = max(of_card, key=lambda pair: (counts[card, pair.place], order.index(pair.place)))
        yield _warning(items[card], worst)


def _texts_by_column(items: Sequence[Item], unread: Collection[str]) -> Mapping[Place, Sequence[str]]:
    """Return the texts of the columns of a deck, by column and language, if all cards have one there."""
    columns: dict[Place, list[str]] = {}
    for item in items:
        for column, value in item.fields.items():
            wordings = value.wordings if isinstance(value, Translated) else {None: value}
            for tag, text in wordings.items():
                if isinstance(text, str) and text and column not in unread:
                    columns.setdefault((column, tag), []).append(text)
    most = len(items) // _FEWEST_ALIKE
    return {place: texts for place, texts in columns.items() if len(texts) == len(items) and 1 < len({*texts}) <= most}


def _odd_pair(by: Place, givens: Sequence[str], place: Place, texts: Sequence[str]) -> _OddPair | None:
    """Return the one card whose text is not that which goes with its given text on all other cards; None if there is
    none, or several. Its text has to be that of another group of cards."""
    groups: dict[str, Counter[str]] = {}
    for given, text in zip(givens, texts, strict=True):
        groups.setdefault(given, Counter())[text] += 1
    usual = {given: counts.most_common(1)[0][0] for given, counts in groups.items()}
    odd = [card for card, given in enumerate(givens) if texts[card] != usual[given]]
    large = [given for given, counts in groups.items() if counts[usual[given]] >= _FEWEST_ALIKE]
    if len(odd) != 1 or len({*usual.values()}) < len(usual) or len(large) < _FEWEST_GROUPS:
        return None
    (card,) = odd
    given, text = givens[card], texts[card]
    if given not in large or text not in {usual[other] for other in large}:
        return None
    return _OddPair(card, by, given, place, text, usual[given])


def _warning(item: Item, pair: _OddPair) -> Diagnostic:
    column, tag = pair.place
    others = f"all others with {pair.given!r} in {_named(pair.by)} have {pair.usual!r}"
    message = f"{_named(pair.place)} of {item.id!r} is {pair.text!r}, and {others}"
    place = None if item.origin is None else item.origin.place(column, tag)
    return Diagnostic("odd-pair", message, place, f"did you mean {pair.usual!r}?", severity="warning")


def _named(place: Place) -> str:
    return repr(place[0] if place[1] is None else f"{place[0]}.{place[1]}")
