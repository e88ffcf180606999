"""Element context: the style, coordinates and callbacks that shapes, clips, patterns and markers need."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Protocol

from pnp.artsvg.measures import Viewport
from pnp.artsvg.outlines import OutlineReader
from pnp.artsvg.pieces import Node
from pnp.artsvg.reader import SvgElement, SvgProblems
from pnp.artsvg.styles import ComputedStyle, StyleResolver
from pnp.cardsvg.nodes import MaskKind
from pnp.cardsvg.paths import Box
from pnp.cardsvg.values import Matrix
from pnp.records import dataclass

# Where an element is drawn: what it takes over, and the coordinates at hand.


@dataclass(frozen=True, slots=True)
class DrawingState:
    """``matrix`` takes the coordinates at hand to those of the outermost viewport; ``using`` are the elements that are
    being used, masked or clipped with, by where they stand."""

    style: ComputedStyle
    matrix: Matrix
    room: Viewport
    using: frozenset[int] = frozenset()

    def inside(self, style: ComputedStyle, matrix: Matrix, room: Viewport | None = None) -> DrawingState:
        """The place of what an element holds."""
        return replace(self, style=style, matrix=matrix, room=room or self.room)

    def measured(self, style: ComputedStyle) -> Viewport:
        """What lengths of an element with ``style`` are measured by."""
        return self.room if style.em == self.room.em else replace(self.room, em=style.em)


class ArtWalker(Protocol):
    """Walks through one file."""

    ids: Mapping[str, SvgElement]
    problems: SvgProblems
    styles: StyleResolver
    outlines: OutlineReader
    fine: float
    """Strokes thinner than this, in units of the drawing, are drawn as shapes."""
    masking: MaskKind | None
    """Whether what is drawn is the content of a mask, and of which kind."""

    def children(self, element: SvgElement, place: DrawingState) -> list[Node]:
        """What the elements inside ``element`` draw."""

    def linked(self, element: SvgElement, href: str, attribute: str) -> SvgElement | None:
        """The element that ``#id`` names, None where there is none; then that is noted."""

    def transformed(self, element: SvgElement, style: ComputedStyle, place: DrawingState) -> Matrix:
        """The coordinates inside an element that may have a transform."""

    def view_box(self, element: SvgElement) -> Box | None:
        """The viewBox of an element, None where it has none."""

    def fitted(self, element: SvgElement, box: Box, view: Box) -> Matrix:
        """The map that fits ``view`` into ``box``, as the element says."""
