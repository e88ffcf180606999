"""Phrases that games share: terms with signs between them, their results, names of seats."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.model.text import Phrase, phrase

Term = int | Phrase


def added(terms: Sequence[Term]) -> Term:
    """Join terms with ``plus``, or with ``minus`` before a number below zero. A single term stays as it is."""
    left = terms[0]
    for term in terms[1:]:
        if isinstance(term, int) and term < 0:
            left = phrase("minus", left=left, right=-term)
        else:
            left = phrase("plus", left=left, right=term)
    return left


def equals(terms: Sequence[Term], total: int) -> Phrase:
    """Return ``4+2+1=7``: the terms added, and their total."""
    return phrase("equals", left=added(terms), right=total)


def equation(numbers: Sequence[int]) -> Phrase:
    """Return ``2−3=−1``, the numbers with their sum; a single number, or 0 for none, as the phrase ``number``."""
    return equals(numbers, sum(numbers)) if len(numbers) > 1 else phrase("number", number=sum(numbers))


def seat_name(seat: int) -> str:
    """Return the letter of a seat, from the 27th on its number.

    >>> seat_name(0), seat_name(3)
    ('A', 'D')
    """
    return chr(ord("A") + seat) if seat < 26 else str(seat + 1)
