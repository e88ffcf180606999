"""Synonyms of names: the words of other programs, or of other makers, for a key, a column or a value."""

from __future__ import annotations

from collections.abc import Iterable

_MOST = 2
"""Most names that a hint lists."""
_GROUPS = tuple(
    frozenset(words.split())
    for words in (
        "copies copy count quantity qty amount numberof numberofcopies howmany times",
        "title name label caption heading",
        "text description desc body effect rules ability",
        "colour color ink hue hex ground background fill",
        "size dimensions diameter format papersize",
        "paper papersize pagesize format sheetsize",
        "card cardsize size format",
        "back backs reverse backside rear",
        "template front face layout design",
        "of deck cards from source data file",
        "goal limit target max maximum aim",
        "picture image img art illustration photo artwork icon",
        "cost price value",
        "kind type category class family",
        "number figure value points score",
        "language lang locale",
        "margin padding",
        "gutter gap spacing",
        "bleed overhang",
        "extends base inherits parent",
        "values variables vars constants",
        "texticons icons symbols",
        "look colours colors palette",
        "decks cards data",
        "components parts pieces",
        "stock material",
        "rowsby groupby",
    )
)
"""Words that stand for one another, in small letters and without signs between."""


def synonyms(name: str, known: Iterable[str]) -> list[str]:
    """Return the known names that mean what an unknown one may mean, two at most. Names that end with such a word come
    where none is one.

    >>> synonyms("count", ["title", "copies"]), synonyms("Goal", ["hand-limit", "row"]), synonyms("newt", ["title"])
    (['copies'], ['hand-limit'], [])
    """
    names = list(known)
    meanings = frozenset().union(*(group for group in _GROUPS if _plain(name) in group))
    same = [other for other in names if _plain(other) in meanings]
    ending = [other for other in names if _plain(other.replace("_", "-").rpartition("-")[2]) in meanings]
    return (same or ending)[:_MOST]


def synonym_hint(name: str, known: Iterable[str]) -> str | None:
    """Return a hint that names the known synonyms of an unknown name; None if it has none."""
    near = synonyms(name, known)
    return f"did you mean {' or '.join(map(repr, near))}?" if near else None


def _plain(name: str) -> str:
    return "".join(filter(str.isalnum, name.casefold()))
