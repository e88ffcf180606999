"""Texts of which some places are values that filled placeholders: these are read as they stand, never for marks."""

from __future__ import annotations

from collections.abc import Sequence, Set


class Filled(str):
    """A text put together of pieces, each with whether it is a value, to be read as it stands."""

    __slots__ = ("_pieces",)

    _pieces: tuple[tuple[str, bool], ...]

    @classmethod
    def of(cls, pieces: Sequence[tuple[str, bool]]) -> Filled:
        """The text of ``pieces``. A piece that is a filled text itself keeps what it knows of its values."""
        self = cls("".join([text for text, _ in pieces]))
        self._pieces = tuple(pieces)
        return self

    @property
    def literal(self) -> frozenset[int]:
        """The places of the characters that are read as they stand."""
        found: set[int] = set()
        at = 0
        for text, is_value in self._pieces:
            inner = range(len(text)) if is_value else literal_places(text)
            found.update(at + place for place in inner)
            at += len(text)
        return frozenset(found)


def literal_places(text: str) -> Set[int]:
    """The places in ``text`` of characters that are read as they stand."""
    return text.literal if isinstance(text, Filled) else frozenset()
