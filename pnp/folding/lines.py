"""The lines of a net on the flat sheet: what is cut, and what is folded which way. Lengths in mm, y downwards."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from pnp.folding.flat import OPPOSITE, FlatNet, FlatTab, Point, hinge, lay_out
from pnp.folding.solid import PanelFrame, Vector, apart, cross, dot, edge, frames, plus, turned
from pnp.model.net import SIDES, Net, PanelSide
from pnp.records import dataclass

# Where a glue tab goes when it is folded: the angle that lays it flat behind the panel it holds.

TOLERANCE = 0.05
"""Edges in space that are closer than this, in mm, are at one place."""


def tab_angle(tab: FlatTab, flat: FlatNet, frames: Mapping[str, PanelFrame]) -> float | None:
    """By how many degrees the tab folds (above zero: valley) to lie on its panel, None where it cannot lie there."""
    own = frames[tab.tab.on.panel]
    target = frames[tab.tab.glued_to]
    start, end = edge(own, flat.panels[tab.tab.on.panel], tab.tab.on.side)
    along = plus(end, start, -1.0)
    lying = cross(target.out, plus((0.0, 0.0, 0.0), along, 1 / math.hypot(*along)))
    away = own.away(tab.tab.on.side)
    for direction in (lying, plus((0.0, 0.0, 0.0), lying, -1.0)):
        angle = math.degrees(math.atan2(dot(direction, own.out), dot(direction, away)))
        angle = -180.0 if angle > 179.99 else angle
        if _lies_on(tab, angle, flat, frames):
            return angle
    return None


def edge_gap(tab: FlatTab, flat: FlatNet, frames: Mapping[str, PanelFrame]) -> float:
    """How far the edge of a tab is from the side that it is glued to, in mm; 0 for a tab without such a side."""
    if tab.tab.glued_side is None:
        return 0.0
    own = edge(frames[tab.tab.on.panel], flat.panels[tab.tab.on.panel], tab.tab.on.side)
    side = edge(frames[tab.tab.glued_to], flat.panels[tab.tab.glued_to], tab.tab.glued_side)
    return max(_from_segment(point, side) for point in own)


def sides_apart(one: PanelSide, two: PanelSide, flat: FlatNet, frames: Mapping[str, PanelFrame]) -> float:
    """How far apart two sides are after folding, end to end, whichever way round they lie; in mm."""
    start, end = edge(frames[one.panel], flat.panels[one.panel], one.side)
    first, second = edge(frames[two.panel], flat.panels[two.panel], two.side)
    return min(
        max(apart(start, first), apart(end, second)),
        max(apart(start, second), apart(end, first)),
    )


def _lies_on(tab: FlatTab, angle: float, flat: FlatNet, frames: Mapping[str, PanelFrame]) -> bool:
    """Whether all corners of the tab, folded so far, lie on the panel that it is glued to."""
    own, target = frames[tab.tab.on.panel], frames[tab.tab.glued_to]
    panel, held = flat.panels[tab.tab.on.panel], flat.panels[tab.tab.glued_to]
    away, _ = turned(own.away(tab.tab.on.side), own.out, angle)
    for index, (x, y) in enumerate(tab.corners):
        inside = min(max(x, panel.x), panel.x + panel.width), min(max(y, panel.y), panel.y + panel.height)
        reach = 0.0 if index < 2 else tab.tab.depth
        found = plus(plus(own.point(inside[0] - panel.x, inside[1] - panel.y), away, reach), target.corner, -1.0)
        across, down, off = dot(found, target.right), dot(found, target.down), dot(found, target.out)
        on_it = -TOLERANCE <= across <= held.width + TOLERANCE and -TOLERANCE <= down <= held.height + TOLERANCE
        if abs(off) > TOLERANCE or not on_it:
            return False
    return True


def _from_segment(point: Vector, ends: tuple[Vector, Vector]) -> float:
    along = plus(ends[1], ends[0], -1.0)
    share = min(1.0, max(0.0, dot(plus(point, ends[0], -1.0), along) / dot(along, along)))
    return apart(point, plus(ends[0], along, share))


LineKind = Literal["cut", "mountain", "valley", "tab"]
"""``tab``: cut as well, around a glue tab. ``mountain`` folds away from the printed side, ``valley`` towards it."""

_SAME = 0.001
_FLAT = 0.5
"""Degrees that are no fold."""

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class FoldLine:
    """A straight line from one point to another."""

    kind: LineKind
    start: Point
    end: Point


def lines(net: Net) -> tuple[FoldLine, ...]:
    """Every line of a sound net once: folds, then the edges of panels, then those of tabs."""
    flat = lay_out(net)
    taken: dict[PanelSide, list[Interval]] = {}
    found: list[FoldLine] = []
    for panel in net.panels:
        if panel.on is None:
            continue
        span = hinge(flat.panels[panel.on.panel], panel.on, flat.panels[panel.id])
        taken.setdefault(panel.on, []).append(span)
        taken.setdefault(PanelSide(panel.id, OPPOSITE[panel.on.side]), []).append(span)
        found += _fold(panel.fold, *_ends(flat, panel.on, span))
    spaces = frames(net, flat)
    for tab in flat.tabs:
        start, end, far, near = tab.corners
        along = 1 if tab.tab.on.side in ("left", "right") else 0
        taken.setdefault(tab.tab.on, []).append((start[along], end[along]))
        found += _fold(tab_angle(tab, flat, spaces) or 0.0, start, end)
    found += _cuts(flat, taken)
    for tab in flat.tabs:
        start, end, far, near = tab.corners
        found += [FoldLine("tab", start, near), FoldLine("tab", near, far), FoldLine("tab", far, end)]
    return tuple(found)


def _fold(degrees: float, start: Point, end: Point) -> Iterator[FoldLine]:
    if abs(degrees) > _FLAT:
        yield FoldLine("valley" if degrees > 0 else "mountain", start, end)


def _ends(flat: FlatNet, on: PanelSide, span: Interval) -> tuple[Point, Point]:
    (x, y), _ = flat.panels[on.panel].edge(on.side)
    return ((x, span[0]), (x, span[1])) if on.side in ("left", "right") else ((span[0], y), (span[1], y))


def _cuts(flat: FlatNet, taken: dict[PanelSide, list[Interval]]) -> Iterator[FoldLine]:
    """What is left of the sides of all panels; where two panels touch, the cut between them is one line."""
    rows: dict[tuple[bool, float], list[Interval]] = {}
    for panel in flat.panels.values():
        for side in SIDES:
            upright = side in ("left", "right")
            start, end = panel.edge(side)
            whole = (start[1], end[1]) if upright else (start[0], end[0])
            key = (upright, round(start[0] if upright else start[1], 3))
            rows.setdefault(key, []).extend(_without(whole, taken.get(PanelSide(panel.id, side), ())))
    for (upright, at), intervals in rows.items():
        for low, high in _joined(intervals):
            yield FoldLine("cut", (at, low), (at, high)) if upright else FoldLine("cut", (low, at), (high, at))


def _without(whole: Interval, taken: Iterable[Interval]) -> Iterator[Interval]:
    low, high = whole
    for start, end in sorted(taken):
        if start - low > _SAME:
            yield low, start
        low = max(low, end)
    if high - low > _SAME:
        yield low, high


def _joined(intervals: Iterable[Interval]) -> list[Interval]:
    found: list[Interval] = []
    for low, high in sorted(intervals):
        if found and low <= found[-1][1] + _SAME:
            found[-1] = found[-1][0], max(found[-1][1], high)
        else:
            found.append((low, high))
    return found
