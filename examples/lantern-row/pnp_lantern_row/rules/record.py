"""The rules as a record: every decision of the game is one field, so that one of them can be replaced."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from pnp.games.core.suits import SuitCard
from pnp.model.text import Phrase, Text, phrase

End: TypeAlias = Literal["left", "right"]
ENDS: tuple[End, ...] = ("left", "right")
Lantern: TypeAlias = SuitCard
Lanterns: TypeAlias = tuple[Lantern, ...]


class Lay(NamedTuple):
    """What a seat does: hang a lantern at an end of the row."""

    end: End
    lantern: Lantern


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """The figures of a definition, and the decisions of the game as named functions. Seats count from 0, clockwise.

    A row is given to a decision as it is seen from the lantern that is hung: the nearest lantern first.
    """

    deck: Mapping[Lantern, int]
    """Every lantern, there is one of each: colours as in the table, numbers from the lowest."""
    by_line: Mapping[str, Lantern]
    """The same by the names that they have on a line."""
    names: Mapping[str, Text]
    """What the colours are called, by id."""
    players: tuple[int, int]
    hand: int
    least: int

    beside: Callable[[Lanterns], Lanterns]
    """The lanterns of the row of which the one hung has to match one."""
    matches: Callable[[Lantern, Lantern], bool]
    """Whether two lanterns match."""
    any_fits: Callable[[bool], bool]
    """Whether any lantern may hang anywhere: of whether some lantern of the hand matches an end."""
    line: Callable[[Lantern, Lanterns], Lanterns]
    """The lanterns of the row that are in line with the one hung."""
    count: Callable[[Lanterns], int]
    """What such a line counts, given without the lantern hung."""
    points: Callable[[int, int], int]
    """The points of a line: of its count, and the least that scores."""
    winners: Callable[[Sequence[int]], tuple[int, ...]]
    """The seats that win: of the points of each."""

    def said(self, lantern: Lantern) -> Phrase:
        """A lantern as it is called in a sentence."""
        return phrase("lantern", colour=self.names[lantern.suit], number=lantern.number)


def seen_from(end: End, row: Lanterns) -> Lanterns:
    """A row that hangs from left to right, from an end inwards."""
    return row if end == "left" else row[::-1]
