"""Where a glue tab goes when it is folded: the angle that lays it flat behind the panel it holds."""

from __future__ import annotations

import math
from collections.abc import Mapping

from pnp.folding.flat import FlatNet, FlatTab
from pnp.folding.solid import Frame, edge
from pnp.folding.space import Vector, apart, cross, dot, plus, turned
from pnp.model.net import PanelSide

TOLERANCE = 0.05
"""Edges in space that are closer than this, in mm, are at one place."""


def tab_angle(tab: FlatTab, flat: FlatNet, frames: Mapping[str, Frame]) -> float | None:
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


def edge_gap(tab: FlatTab, flat: FlatNet, frames: Mapping[str, Frame]) -> float:
    """How far the edge of a tab is from the side that it is glued to, in mm; 0 for a tab without such a side."""
    if tab.tab.glued_side is None:
        return 0.0
    own = edge(frames[tab.tab.on.panel], flat.panels[tab.tab.on.panel], tab.tab.on.side)
    side = edge(frames[tab.tab.glued_to], flat.panels[tab.tab.glued_to], tab.tab.glued_side)
    return max(_from_segment(point, side) for point in own)


def sides_apart(one: PanelSide, two: PanelSide, flat: FlatNet, frames: Mapping[str, Frame]) -> float:
    """How far apart two sides are after folding, end to end, whichever way round they lie; in mm."""
    start, end = edge(frames[one.panel], flat.panels[one.panel], one.side)
    first, second = edge(frames[two.panel], flat.panels[two.panel], two.side)
    return min(
        max(apart(start, first), apart(end, second)),
        max(apart(start, second), apart(end, first)),
    )


def _lies_on(tab: FlatTab, angle: float, flat: FlatNet, frames: Mapping[str, Frame]) -> bool:
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
