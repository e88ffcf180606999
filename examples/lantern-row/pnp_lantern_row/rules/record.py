"""The rules as a record: every decision of the game is one field, so that one of them can be replaced."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from pnp.model.text import Phrase, Text, phrase

End: TypeAlias = Literal["left", "right"]
ENDS: tuple[End, ...] = ("left", "right")


class Lantern(NamedTuple):
    """A card: the id of its colour, and its number. There is one of each. The order is for listing only."""

    colour: str
    number: int

    def __str__(self) -> str:
        return f"{self.colour}-{self.number}"


Lanterns: TypeAlias = tuple[Lantern, ...]


class Lay(NamedTuple):
    """What a seat does: hang a lantern at an end of the row."""

    end: End
    lantern: Lantern


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """The figures of a definition, and the decisions of the game as named functions. Seats count from 0, clockwise."""

    deck: Mapping[str, Lantern]
    """Every lantern by its name, colours as in the table, numbers from the lowest."""
    names: Mapping[str, Text]
    """What the colours are called, by id."""
    players: tuple[int, int]
    hand: int
    least: int
    """How many lanterns a line needs to score."""

    beside: Callable[[Lanterns], Lanterns]
    """The lanterns of the row, seen from the end where one is hung, that it has to match one of."""
    matches: Callable[[Lantern, Lantern], bool]
    """Whether two lanterns match."""
    any_fits: Callable[[bool], bool]
    """Whether any lantern may hang anywhere: of whether some lantern of the hand matches an end."""
    line: Callable[[Lantern, Lanterns], Lanterns]
    """The lanterns that count beside the one hung: of that one, and the row as seen from it."""
    count: Callable[[Lanterns], int]
    """What a line counts, given without the lantern just hung."""
    points: Callable[[int, int], int]
    """The points of a line: of its count, and the least that scores."""
    winners: Callable[[Sequence[int]], tuple[int, ...]]
    """The seats that win: of the points of each."""

    def said(self, lantern: Lantern) -> Phrase:
        """A lantern as it is called in a sentence."""
        return phrase("lantern", colour=self.names[lantern.colour], number=lantern.number)


def seen_from(end: End, row: Lanterns) -> Lanterns:
    """The row from an end inwards."""
    return row if end == "left" else row[::-1]
