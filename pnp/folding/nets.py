"""Nets with names: a cube, and a tray."""

from __future__ import annotations

from pnp.model.net import OPPOSITE, Net, Panel, PanelSide, Side, Tab
from pnp.units import Size

_LINING_GAP = 0.5
"""Difference in mm by which the outer layer of a doubled wall is lower, so that it does not reach below the floor."""


def cube(edge: float, tab: float) -> Net:
    """Return the net of a cube with edges of ``edge`` mm, printed on the outside, with seven tabs of ``tab`` mm.

    Panels "1" to "6", opposite ones adding up to 7; 1, 2 and 3 run counter-clockwise around their corner. They form a
    column 5, 1, 2, 6 from the top, with 4 on the left and 3 on the right of 2. All tabs except one are on the column,
    so that nets side by side interlock.
    """
    size = Size(edge, edge)
    positions: tuple[tuple[str, str, Side], ...] = (
        ("2", "1", "bottom"),
        ("3", "2", "right"),
        ("4", "2", "left"),
        ("5", "1", "top"),
        ("6", "2", "bottom"),
    )
    joints: tuple[tuple[tuple[str, Side], tuple[str, Side]], ...] = (
        (("1", "right"), ("3", "top")),
        (("5", "right"), ("3", "right")),
        (("6", "right"), ("3", "bottom")),
        (("1", "left"), ("4", "top")),
        (("5", "left"), ("4", "left")),
        (("6", "left"), ("4", "bottom")),
        (("6", "bottom"), ("5", "top")),
    )
    return Net(
        panels=(Panel("1", size), *(Panel(name, size, PanelSide(on, side), -90) for name, on, side in positions)),
        tabs=tuple(Tab(PanelSide(*on), tab, *to) for on, to in joints),
        meets=tuple((PanelSide(*on), PanelSide(*to)) for on, to in joints),
    )


def tray(width: float, depth: float, height: float, tab: float, rim: bool = False) -> Net:
    """Return the net of an open box, printed on the inside. Lengths in mm, inside.

    Panels ``floor``, ``back`` (above it on the sheet), ``front``, ``left`` and ``right``, each wall upright when the
    box stands; tabs on the ends of ``left`` and ``right`` go behind ``back`` and ``front``. With ``rim`` every wall
    goes on over its upper edge and down outside: panels ``back-outside`` and so on, upright from outside.
    """
    walls: tuple[tuple[str, Side, float], ...] = (
        ("back", "top", width),
        ("front", "bottom", width),
        ("left", "left", depth),
        ("right", "right", depth),
    )

    def extent(side: Side, length: float, wall_height: float) -> Size:
        return Size(length, wall_height) if side in ("top", "bottom") else Size(wall_height, length)

    panels = [Panel("floor", Size(width, depth))]
    panels += [
        Panel(name, extent(side, length, height), PanelSide("floor", side), 90, up=side) for name, side, length in walls
    ]
    if rim:
        panels += [
            Panel(
                f"{name}-outside",
                extent(side, length, height - _LINING_GAP),
                PanelSide(name, side),
                -180,
                up=OPPOSITE[side],
            )
            for name, side, length in walls
        ]
    corners: tuple[tuple[Side, Side], ...] = (
        ("left", "top"),
        ("left", "bottom"),
        ("right", "top"),
        ("right", "bottom"),
    )
    names: dict[Side, str] = {side: name for name, side, _ in walls}
    joints = [(PanelSide(names[first], second), PanelSide(names[second], first)) for first, second in corners]
    return Net(
        panels=tuple(panels),
        tabs=tuple(Tab(on, tab, to.panel, to.side) for on, to in joints),
        meets=tuple(joints),
    )
