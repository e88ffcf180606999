"""Fold a net up in space. Lengths in mm; paper has no thickness.

The first panel lies still: the sheet's x runs along x, its y (downwards) along -y, and its printed side faces z.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from pnp.folding.flat import FlatNet, FlatPanel, lay_out
from pnp.model.net import AWAY, Net, Panel, PanelSide, Side
from pnp.records import dataclass

Vector = tuple[float, float, float]


def add(first: Vector, second: Vector, times: float = 1.0) -> Vector:
    """Return ``first`` plus ``times`` times ``second``."""
    return first[0] + times * second[0], first[1] + times * second[1], first[2] + times * second[2]


def dot(first: Vector, second: Vector) -> float:
    """Return the scalar product."""
    return first[0] * second[0] + first[1] * second[1] + first[2] * second[2]


def cross(first: Vector, second: Vector) -> Vector:
    """Return the vector product."""
    return (
        first[1] * second[2] - first[2] * second[1],
        first[2] * second[0] - first[0] * second[2],
        first[0] * second[1] - first[1] * second[0],
    )


def rotate(away: Vector, out: Vector, degrees: float) -> tuple[Vector, Vector]:
    """Rotate two perpendicular directions in their plane: ``away`` towards ``out``, ``out`` away from ``away``."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    origin = (0.0, 0.0, 0.0)
    return add(add(origin, away, cos), out, sin), add(add(origin, out, cos), away, -sin)


Corners = tuple[Vector, Vector, Vector, Vector]


@dataclass(frozen=True, slots=True)
class PanelFrame:
    """Frame of a panel in space: its upper-left corner, and directions of its right, down and printed side."""

    corner: Vector
    right: Vector
    down: Vector
    out: Vector

    def point(self, across: float, down: float) -> Vector:
        """Return a point of the panel, given from its upper-left corner."""
        return add(add(self.corner, self.right, across), self.down, down)

    def away(self, side: Side) -> Vector:
        """Return the direction out of the panel over a side."""
        across, down = AWAY[side]
        return add(add((0.0, 0.0, 0.0), self.right, across), self.down, down)


def fold(net: Net) -> Mapping[str, Corners]:
    """Return the corners of every panel after folding: upper left, upper right, lower right, lower left as printed."""
    flat = lay_out(net)
    return {key: corners(frame, flat.panels[key]) for key, frame in fold_frames(net, flat).items()}


def corners(frame: PanelFrame, panel: FlatPanel) -> Corners:
    """Return the corners of a panel in space, in the order of ``fold``."""
    width, height = panel.width, panel.height
    return frame.point(0, 0), frame.point(width, 0), frame.point(width, height), frame.point(0, height)


def fold_frames(net: Net, flat: FlatNet) -> Mapping[str, PanelFrame]:
    """Return the frame of every panel after folding."""
    frames: dict[str, PanelFrame] = {}
    for panel in net.panels:
        if panel.on is None:
            frames[panel.id] = PanelFrame((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (0.0, 0.0, 1.0))
        else:
            parent = flat.panels[panel.on.panel]
            frames[panel.id] = _child_frame(panel, panel.on, frames[panel.on.panel], parent, flat.panels[panel.id])
    return frames


def panel_edge(frame: PanelFrame, panel: FlatPanel, side: Side) -> tuple[Vector, Vector]:
    """Return the ends of a panel's side in space, the left or upper one as printed first."""
    upper_left, upper_right, lower_right, lower_left = corners(frame, panel)
    return {
        "left": (upper_left, lower_left),
        "right": (upper_right, lower_right),
        "top": (upper_left, upper_right),
        "bottom": (lower_left, lower_right),
    }[side]


def _child_frame(
    panel: Panel, on: PanelSide, parent: PanelFrame, flat_parent: FlatPanel, flat: FlatPanel
) -> PanelFrame:
    away, out = rotate(parent.away(on.side), parent.out, panel.fold)
    across, down = flat.x - flat_parent.x, flat.y - flat_parent.y
    minus = add((0.0, 0.0, 0.0), away, -1.0)
    match on.side:
        case "right":
            return PanelFrame(parent.point(across, down), away, parent.down, out)
        case "left":
            return PanelFrame(add(parent.point(0, down), away, flat.width), minus, parent.down, out)
        case "bottom":
            return PanelFrame(parent.point(across, down), parent.right, away, out)
        case "top":
            return PanelFrame(add(parent.point(across, 0), away, flat.height), parent.right, minus, out)
