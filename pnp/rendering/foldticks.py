"""Marks for cuts and folds outside the silhouette of a net and the colour that runs over it. Lengths in mm.

A line is told by what lies beyond its ends: a tick in line with it, where that is white and cut away. Ticks of folds
have dashes and dots where they are long enough for them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pnp.records import dataclass
from pnp.rendering.folded import BLEED, FoldedNet

if TYPE_CHECKING:
    from pnp.folding.flat import Point
    from pnp.folding.lines import LineKind

REACH = 4.0
"""How far from a line's end its tick goes, at the most."""
_AFTER, _EDGE = 0.25, 0.05
"""The least white between the colour and a tick, and between a tick and the edge of the face."""
_LEAST = 0.4
_STEP = 0.1
_NEAR = 0.02


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark from one point away to another, for the end ``at`` of a line of ``kind``."""

    kind: LineKind
    at: Point
    start: Point
    end: Point

    @property
    def length(self) -> float:
        """How long the mark is."""
        return math.dist(self.start, self.end)


def ticks(net: FoldedNet, reach: float = REACH) -> tuple[Tick, ...]:
    """The ticks of a net, each once; where a fold and a cut end alike the fold's."""
    shapes = _shapes(net)
    ends: dict[Point, list[tuple[LineKind, Point]]] = {}
    for line in (line for line in net.lines if line.kind != "tab"):
        for at, other in ((line.start, line.end), (line.end, line.start)):
            long = math.dist(at, other)
            away = ((at[0] - other[0]) / long, (at[1] - other[1]) / long)
            ends.setdefault((round(at[0], 2), round(at[1], 2)), []).append((line.kind, away))
    return tuple(tick for at, lines in ends.items() for tick in _at(at, lines, shapes, net, reach))


def _at(
    at: Point, lines: Sequence[tuple[LineKind, Point]], shapes: Sequence[Sequence[Point]], net: FoldedNet, reach: float
) -> Iterator[Tick]:
    """In line with what ends here, beyond the colour; where that has no room there is none."""
    found: dict[Point, LineKind] = {}
    for kind, away in lines:
        way = (round(away[0], 3), round(away[1], 3))
        if found.get(way, "cut") == "cut":
            found[way] = kind
    near = BLEED + _AFTER
    for way, kind in found.items():
        far = _free(at, way, shapes, net, reach)
        if far >= near + _LEAST:
            yield Tick(
                kind,
                at,
                (at[0] + near * way[0], at[1] + near * way[1]),
                (at[0] + far * way[0], at[1] + far * way[1]),
            )


def _free(at: Point, way: Point, shapes: Sequence[Sequence[Point]], net: FoldedNet, reach: float) -> float:
    """How far one can go from a point without touching the net or leaving the face; in a narrow corner of the net the
    first steps touch it all the same."""
    steps = round(reach / _STEP)
    for index in range(3, steps + 1):
        x, y = at[0] + index * _STEP * way[0], at[1] + index * _STEP * way[1]
        on_face = _EDGE <= x <= net.width - _EDGE and _EDGE <= y <= net.height - _EDGE
        if not on_face or any(_touches((x, y), shape) for shape in shapes):
            return (index - 1) * _STEP if index > 3 else 0.0
    return reach


def _shapes(net: FoldedNet) -> list[Sequence[Point]]:
    """Panels and tabs, each with its corners in order."""
    panels = [
        ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))
        for x, y, wide, high in (panel.box for panel in net.panels.values())
    ]
    return [*panels, *(tab.corners for tab in net.tabs)]


def _touches(point: Point, shape: Sequence[Point]) -> bool:
    """Whether a point lies in a convex shape, or at its edge."""
    sides = []
    for (x1, y1), (x2, y2) in zip(shape, (*shape[1:], shape[0]), strict=True):
        long = math.hypot(x2 - x1, y2 - y1) or 1.0
        sides.append(((x2 - x1) * (point[1] - y1) - (y2 - y1) * (point[0] - x1)) / long)
    return all(side >= -_NEAR for side in sides) or all(side <= _NEAR for side in sides)
