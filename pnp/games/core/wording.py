"""Phrases that games have in common: terms with signs between them, what they come to, names of seats."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.model.text import Phrase, phrase

Term = int | Phrase


def added(terms: Sequence[Term]) -> Term:
    """One term or more with ``plus`` between them, or ``minus`` before a number below zero; one alone as it is."""
    left = terms[0]
    for term in terms[1:]:
        if isinstance(term, int) and term < 0:
            left = phrase("minus", left=left, right=-term)
        else:
            left = phrase("plus", left=left, right=term)
    return left


def equals(terms: Sequence[Term], total: int) -> Phrase:
    """``4+2+1=7``: the terms added, and what they come to."""
    return phrase("equals", left=added(terms), right=total)


def equation(numbers: Sequence[int]) -> Phrase:
    """``2−3=−1``, the result taken from the numbers; a number alone as the phrase ``number``."""
    return equals(numbers, sum(numbers)) if len(numbers) > 1 else phrase("number", number=numbers[0])


def seat_name(seat: int) -> str:
    """The letter of a seat; from the 27th on its number.

    >>> seat_name(0), seat_name(3)
    ('A', 'D')
    """
    return chr(ord("A") + seat) if seat < 26 else str(seat + 1)
