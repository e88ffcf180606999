"""Where an element is drawn: what it takes over, and the coordinates at hand."""

from __future__ import annotations

from dataclasses import replace

from pnp.artsvg.measures import Room
from pnp.artsvg.styles import Style
from pnp.cardsvg.values import Matrix
from pnp.records import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """``matrix`` takes the coordinates at hand to those of the outermost viewport; ``using`` are the elements that are
    being used, masked or clipped with, by where they stand."""

    style: Style
    matrix: Matrix
    room: Room
    using: frozenset[int] = frozenset()

    def inside(self, style: Style, matrix: Matrix, room: Room | None = None) -> Place:
        """The place of what an element holds."""
        return replace(self, style=style, matrix=matrix, room=room or self.room)

    def measured(self, style: Style) -> Room:
        """What lengths of an element with ``style`` are measured by."""
        return self.room if style.em == self.room.em else replace(self.room, em=style.em)
