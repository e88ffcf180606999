"""Find the lines of a net on the flat sheet: its cuts and its folds. Lengths in mm, y downwards."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from pnp.folding.flat import FlatNet, FlatTab, Point, hinge, lay_out
from pnp.folding.solid import PanelFrame, Vector, add, cross, dot, fold_frames, panel_edge, rotate
from pnp.model.net import OPPOSITE, SIDES, Net, PanelSide
from pnp.records import dataclass

# Angle of a glue tab that lays it flat behind its panel

TOLERANCE = 0.05
"""Distance in mm below which edges in space coincide."""


def tab_angle(tab: FlatTab, flat: FlatNet, frames: Mapping[str, PanelFrame]) -> float | None:
    """Return the degrees by which the tab folds (above zero: valley) to lie on its panel; None if it cannot."""
    frame = frames[tab.tab.on.panel]
    target = frames[tab.tab.glued_to]
    start, end = panel_edge(frame, flat.panels[tab.tab.on.panel], tab.tab.on.side)
    along = add(end, start, -1.0)
    lying = cross(target.out, add((0.0, 0.0, 0.0), along, 1 / math.hypot(*along)))
    away = frame.away(tab.tab.on.side)
    for direction in (lying, add((0.0, 0.0, 0.0), lying, -1.0)):
        angle = math.degrees(math.atan2(dot(direction, frame.out), dot(direction, away)))
        angle = -180.0 if angle > 179.99 else angle
        if _tab_lies_on_panel(tab, angle, flat, frames):
            return angle
    return None


def edge_gap(tab: FlatTab, flat: FlatNet, frames: Mapping[str, PanelFrame]) -> float:
    """Return the distance of a tab's edge from the side that it is glued to, in mm. It is 0 for a tab without such a
    side."""
    if tab.tab.glued_side is None:
        return 0.0
    tab_edge = panel_edge(frames[tab.tab.on.panel], flat.panels[tab.tab.on.panel], tab.tab.on.side)
    glued_edge = panel_edge(frames[tab.tab.glued_to], flat.panels[tab.tab.glued_to], tab.tab.glued_side)
    return max(_segment_distance(point, glued_edge) for point in tab_edge)


def side_distance(
    first_side: PanelSide, second_side: PanelSide, flat: FlatNet, frames: Mapping[str, PanelFrame]
) -> float:
    """Return the distance of two sides after folding, end to end, whichever way round they lie; in mm."""
    start, end = panel_edge(frames[first_side.panel], flat.panels[first_side.panel], first_side.side)
    other_start, other_end = panel_edge(frames[second_side.panel], flat.panels[second_side.panel], second_side.side)
    return min(
        max(math.dist(start, other_start), math.dist(end, other_end)),
        max(math.dist(start, other_end), math.dist(end, other_start)),
    )


def _tab_lies_on_panel(tab: FlatTab, angle: float, flat: FlatNet, frames: Mapping[str, PanelFrame]) -> bool:
    """Tell if all corners of the tab, folded by ``angle``, lie on the panel that it is glued to."""
    frame, target = frames[tab.tab.on.panel], frames[tab.tab.glued_to]
    panel, target_panel = flat.panels[tab.tab.on.panel], flat.panels[tab.tab.glued_to]
    away, _ = rotate(frame.away(tab.tab.on.side), frame.out, angle)
    for index, (x, y) in enumerate(tab.corners):
        hinge_point = min(max(x, panel.x), panel.x + panel.width), min(max(y, panel.y), panel.y + panel.height)
        reach = 0.0 if index < 2 else tab.tab.depth
        offset = add(
            add(frame.point(hinge_point[0] - panel.x, hinge_point[1] - panel.y), away, reach), target.corner, -1.0
        )
        across, down, height = dot(offset, target.right), dot(offset, target.down), dot(offset, target.out)
        on_panel = (
            -TOLERANCE <= across <= target_panel.width + TOLERANCE
            and -TOLERANCE <= down <= target_panel.height + TOLERANCE
        )
        if abs(height) > TOLERANCE or not on_panel:
            return False
    return True


def _segment_distance(point: Vector, ends: tuple[Vector, Vector]) -> float:
    along = add(ends[1], ends[0], -1.0)
    share = min(1.0, max(0.0, dot(add(point, ends[0], -1.0), along) / dot(along, along)))
    return math.dist(point, add(ends[0], along, share))


LineKind = Literal["cut", "mountain", "valley", "tab"]
"""Kind of a line. ``mountain`` folds away from the printed side, ``valley`` towards it; ``tab`` is the cut around a
tab."""

_MIN_LENGTH = 0.001
_MIN_FOLD = 0.5
"""Degrees below which a panel is not folded."""

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class FoldLine:
    """Straight line from one point to another."""

    kind: LineKind
    start: Point
    end: Point


def lines(net: Net) -> tuple[FoldLine, ...]:
    """Return every line of a sound net once: folds, then the edges of panels, then those of tabs."""
    flat = lay_out(net)
    folded: dict[PanelSide, list[Interval]] = {}
    net_lines: list[FoldLine] = []
    for panel in net.panels:
        if panel.on is None:
            continue
        span = hinge(flat.panels[panel.on.panel], panel.on, flat.panels[panel.id])
        folded.setdefault(panel.on, []).append(span)
        folded.setdefault(PanelSide(panel.id, OPPOSITE[panel.on.side]), []).append(span)
        net_lines += _fold_line(panel.fold, *_line_ends(flat, panel.on, span))
    panel_frames = fold_frames(net, flat)
    for tab in flat.tabs:
        start, end, far, near = tab.corners
        axis = 1 if tab.tab.on.side in ("left", "right") else 0
        folded.setdefault(tab.tab.on, []).append((start[axis], end[axis]))
        net_lines += _fold_line(tab_angle(tab, flat, panel_frames) or 0.0, start, end)
    net_lines += _find_cuts(flat, folded)
    for tab in flat.tabs:
        start, end, far, near = tab.corners
        net_lines += [FoldLine("tab", start, near), FoldLine("tab", near, far), FoldLine("tab", far, end)]
    return tuple(net_lines)


def _fold_line(degrees: float, start: Point, end: Point) -> Iterator[FoldLine]:
    if abs(degrees) > _MIN_FOLD:
        yield FoldLine("valley" if degrees > 0 else "mountain", start, end)


def _line_ends(flat: FlatNet, on: PanelSide, span: Interval) -> tuple[Point, Point]:
    (x, y), _ = flat.panels[on.panel].edge(on.side)
    return ((x, span[0]), (x, span[1])) if on.side in ("left", "right") else ((span[0], y), (span[1], y))


def _find_cuts(flat: FlatNet, folded: dict[PanelSide, list[Interval]]) -> Iterator[FoldLine]:
    """Yield the sides of all panels where they are not folded; touching panels share one cut."""
    rows: dict[tuple[bool, float], list[Interval]] = {}
    for panel in flat.panels.values():
        for side in SIDES:
            upright = side in ("left", "right")
            start, end = panel.edge(side)
            interval = (start[1], end[1]) if upright else (start[0], end[0])
            key = (upright, round(start[0] if upright else start[1], 3))
            rows.setdefault(key, []).extend(_subtract(interval, folded.get(PanelSide(panel.id, side), ())))
    for (upright, position), intervals in rows.items():
        for low, high in _merge(intervals):
            start, end = ((position, low), (position, high)) if upright else ((low, position), (high, position))
            yield FoldLine("cut", start, end)


def _subtract(whole: Interval, folded: Iterable[Interval]) -> Iterator[Interval]:
    low, high = whole
    for start, end in sorted(folded):
        if start - low > _MIN_LENGTH:
            yield low, start
        low = max(low, end)
    if high - low > _MIN_LENGTH:
        yield low, high


def _merge(intervals: Iterable[Interval]) -> list[Interval]:
    merged: list[Interval] = []
    for low, high in sorted(intervals):
        if merged and low <= merged[-1][1] + _MIN_LENGTH:
            merged[-1] = merged[-1][0], max(merged[-1][1], high)
        else:
            merged.append((low, high))
    return merged
