"""A net folded up in space. Lengths in mm; paper has no thickness.

The first panel lies still: the sheet's x runs along x, its y (downwards) along -y, and its printed side looks along z.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from pnp.folding.flat import AWAY, FlatNet, FlatPanel, lay_out
from pnp.model.net import Net, Panel, PanelSide, Side
from pnp.records import dataclass

# Points and directions in space as triples.

Vector = tuple[float, float, float]


def plus(one: Vector, two: Vector, times: float = 1.0) -> Vector:
    """``one`` and ``times`` ``two``."""
    return one[0] + times * two[0], one[1] + times * two[1], one[2] + times * two[2]


def dot(one: Vector, two: Vector) -> float:
    """The scalar product."""
    return one[0] * two[0] + one[1] * two[1] + one[2] * two[2]


def cross(one: Vector, two: Vector) -> Vector:
    """The vector product."""
    return (
        one[1] * two[2] - one[2] * two[1],
        one[2] * two[0] - one[0] * two[2],
        one[0] * two[1] - one[1] * two[0],
    )


def turned(away: Vector, out: Vector, degrees: float) -> tuple[Vector, Vector]:
    """Two directions at right angles, turned in their plane: ``away`` towards ``out``, ``out`` away from ``away``."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    none = (0.0, 0.0, 0.0)
    return plus(plus(none, away, cos), out, sin), plus(plus(none, out, cos), away, -sin)


def apart(one: Vector, two: Vector) -> float:
    """The distance of two points."""
    return math.dist(one, two)


Corners = tuple[Vector, Vector, Vector, Vector]


@dataclass(frozen=True, slots=True)
class PanelFrame:
    """Where a panel is: its upper-left corner, the directions of its right and its down, and the one in which its
    printed side looks."""

    corner: Vector
    right: Vector
    down: Vector
    out: Vector

    def point(self, across: float, down: float) -> Vector:
        """A point of the panel, from its upper-left corner."""
        return plus(plus(self.corner, self.right, across), self.down, down)

    def away(self, side: Side) -> Vector:
        """The direction out of the panel over a side."""
        across, down = AWAY[side]
        return plus(plus((0.0, 0.0, 0.0), self.right, across), self.down, down)


def fold(net: Net) -> Mapping[str, Corners]:
    """The corners of every panel after folding: upper left, upper right, lower right, lower left as printed."""
    flat = lay_out(net)
    return {key: corners(frame, flat.panels[key]) for key, frame in frames(net, flat).items()}


def corners(frame: PanelFrame, panel: FlatPanel) -> Corners:
    """The corners of a panel in space, as ``fold`` gives them."""
    width, height = panel.width, panel.height
    return frame.point(0, 0), frame.point(width, 0), frame.point(width, height), frame.point(0, height)


def frames(net: Net, flat: FlatNet) -> Mapping[str, PanelFrame]:
    """Where every panel is after folding."""
    found: dict[str, PanelFrame] = {}
    for panel in net.panels:
        if panel.on is None:
            found[panel.id] = PanelFrame((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (0.0, 0.0, 1.0))
        else:
            parent = flat.panels[panel.on.panel]
            found[panel.id] = _hung(panel, panel.on, found[panel.on.panel], parent, flat.panels[panel.id])
    return found


def edge(frame: PanelFrame, panel: FlatPanel, side: Side) -> tuple[Vector, Vector]:
    """The ends of a panel's side in space, the left or upper one as printed first."""
    upper_left, upper_right, lower_right, lower_left = corners(frame, panel)
    return {
        "left": (upper_left, lower_left),
        "right": (upper_right, lower_right),
        "top": (upper_left, upper_right),
        "bottom": (lower_left, lower_right),
    }[side]


def _hung(panel: Panel, on: PanelSide, parent: PanelFrame, above: FlatPanel, flat: FlatPanel) -> PanelFrame:
    away, out = turned(parent.away(on.side), parent.out, panel.fold)
    across, down = flat.x - above.x, flat.y - above.y
    minus = plus((0.0, 0.0, 0.0), away, -1.0)
    match on.side:
        case "right":
            return PanelFrame(parent.point(across, down), away, parent.down, out)
        case "left":
            return PanelFrame(plus(parent.point(0, down), away, flat.width), minus, parent.down, out)
        case "bottom":
            return PanelFrame(parent.point(across, down), parent.right, away, out)
        case "top":
            return PanelFrame(plus(parent.point(across, 0), away, flat.height), parent.right, minus, out)
