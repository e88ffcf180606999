"""Net: a tree of rectangles with glue tabs, to cut out and fold. Lengths in mm, as printed: right and down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pnp.records import dataclass
from pnp.units import Size

Side = Literal["left", "right", "top", "bottom"]
SIDES: tuple[Side, ...] = ("left", "right", "top", "bottom")
OPPOSITE: Mapping[Side, Side] = {"left": "right", "right": "left", "top": "bottom", "bottom": "top"}
AWAY: Mapping[Side, tuple[float, float]] = {
    "left": (-1.0, 0.0),
    "right": (1.0, 0.0),
    "top": (0.0, -1.0),
    "bottom": (0.0, 1.0),
}
"""Direction out of a panel over its side."""


@dataclass(frozen=True, slots=True)
class PanelSide:
    """Side of a panel on the flat sheet."""

    panel: str
    side: Side

    def __str__(self) -> str:
        return f"{self.panel}.{self.side}"


@dataclass(frozen=True, slots=True)
class Panel:
    """Rectangle of a net.

    It hangs ``on`` a side of an earlier panel, centred there and then moved by ``shift`` mm along that side (right or
    down); the first panel hangs on none. ``fold`` is the angle in degrees by which it leaves the plane of that panel:
    above zero towards the printed side (a valley), below zero away from it (a mountain). ``up`` is the side, on the
    flat sheet, that is the top of its drawing.
    """

    id: str
    size: Size
    on: PanelSide | None = None
    fold: float = 0.0
    shift: float = 0.0
    up: Side = "top"


@dataclass(frozen=True, slots=True)
class Tab:
    """Flap with slanted ends on a side of a panel, ``depth`` mm deep.

    It ends up behind the panel ``glued_to``. With ``glued_side``, its fold line comes to lie on that side of the panel.
    """

    on: PanelSide
    depth: float
    glued_to: str
    glued_side: Side | None = None


@dataclass(frozen=True, slots=True)
class Net:
    """Panels, tabs, and pairs of sides that come together. The first panel lies still while the others fold."""

    panels: tuple[Panel, ...]
    tabs: tuple[Tab, ...] = ()
    meets: tuple[tuple[PanelSide, PanelSide], ...] = ()
