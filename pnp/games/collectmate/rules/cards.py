"""The cards of collectmate: a centre, colours, tags, and how a card is written on one line."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias


class Card(NamedTuple):
    """A card as the rules see it. Equal copies are equal cards, whatever is drawn on them.

    ``colours`` are ids in the order of the definition, ``tags`` the bracketed tags of the caption, ``words`` the tags
    that stand in it without brackets; both sorted. A card sorts by its fields, which is only an order for listing.

    >>> str(Card(True, ("red", "blue"))), str(Card(False, (), ("rest",), ("two-people",)))
    ('dot:red+blue', 'hollow:-[rest](two-people)')
    """

    dot: bool
    colours: tuple[str, ...]
    tags: tuple[str, ...] = ()
    words: tuple[str, ...] = ()

    def __str__(self) -> str:
        tags = f"[{'+'.join(self.tags)}]" if self.tags else ""
        words = f"({'+'.join(self.words)})" if self.words else ""
        return f"{'dot' if self.dot else 'hollow'}:{'+'.join(self.colours) or '-'}{tags}{words}"

    def as_json(self) -> dict[str, Any]:
        """The card as the conformance cases write it, with ``words`` where it has any."""
        plain = {"dot": self.dot, "colours": list(self.colours), "tags": list(self.tags)}
        return {**plain, "words": list(self.words)} if self.words else plain


Cards: TypeAlias = tuple[Card, ...]
Groups: TypeAlias = tuple[Cards, ...]
"""A split of a hand."""
