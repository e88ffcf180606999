"""The lines of a net on the flat sheet: what is cut, and what is folded which way. Lengths in mm, y downwards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from pnp.folding.flat import OPPOSITE, FlatNet, Point, hinge, lay_out
from pnp.folding.solid import frames
from pnp.folding.tabs import tab_angle
from pnp.model.net import SIDES, Net, PanelSide
from pnp.records import dataclass

LineKind = Literal["cut", "mountain", "valley", "tab"]
"""``tab``: cut as well, around a glue tab. ``mountain`` folds away from the printed side, ``valley`` towards it."""

_SAME = 0.001
_FLAT = 0.5
"""Degrees that are no fold."""

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line from one point to another."""

    kind: LineKind
    start: Point
    end: Point


def lines(net: Net) -> tuple[Line, ...]:
    """Every line of a sound net once: folds, then the edges of panels, then those of tabs."""
    flat = lay_out(net)
    taken: dict[PanelSide, list[Interval]] = {}
    found: list[Line] = []
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
        found += [Line("tab", start, near), Line("tab", near, far), Line("tab", far, end)]
    return tuple(found)


def _fold(degrees: float, start: Point, end: Point) -> Iterator[Line]:
    if abs(degrees) > _FLAT:
        yield Line("valley" if degrees > 0 else "mountain", start, end)


def _ends(flat: FlatNet, on: PanelSide, span: Interval) -> tuple[Point, Point]:
    (x, y), _ = flat.panels[on.panel].edge(on.side)
    return ((x, span[0]), (x, span[1])) if on.side in ("left", "right") else ((span[0], y), (span[1], y))


def _cuts(flat: FlatNet, taken: dict[PanelSide, list[Interval]]) -> Iterator[Line]:
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
            yield Line("cut", (at, low), (at, high)) if upright else Line("cut", (low, at), (high, at))


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
