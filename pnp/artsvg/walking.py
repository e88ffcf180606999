"""What shapes, clips, patterns and markers ask of whoever walks through the elements of a file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from pnp.artsvg.outlines import Outlines
from pnp.artsvg.pieces import Node
from pnp.artsvg.places import Place
from pnp.artsvg.problems import Problems
from pnp.artsvg.reader import Element
from pnp.artsvg.styles import Style, Styles
from pnp.cardsvg.nodes import MaskKind
from pnp.cardsvg.paths import Box
from pnp.cardsvg.values import Matrix


class Walker(Protocol):
    """Walks through one file."""

    ids: Mapping[str, Element]
    problems: Problems
    styles: Styles
    outlines: Outlines
    fine: float
    """Strokes thinner than this, in units of the drawing, are drawn as shapes."""
    masking: MaskKind | None
    """Whether what is drawn is the content of a mask, and of which kind."""

    def children(self, element: Element, place: Place) -> list[Node]:
        """What the elements inside ``element`` draw."""

    def linked(self, element: Element, href: str, attribute: str) -> Element | None:
        """The element that ``#id`` names, None where there is none; then that is noted."""

    def transformed(self, element: Element, style: Style, place: Place) -> Matrix:
        """The coordinates inside an element that may have a transform."""

    def view_box(self, element: Element) -> Box | None:
        """The viewBox of an element, None where it has none."""

    def fitted(self, element: Element, box: Box, view: Box) -> Matrix:
        """The map that fits ``view`` into ``box``, as the element says."""
