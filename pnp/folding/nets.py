"""Nets with names: a cube, a tray, and a tuck box."""

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


_TONGUE = (9.0, 13.0)
"""Least and most depth in mm of the tongue of a lid."""
_GLUE = (8.0, 10.0)
"""Least and most depth in mm of the glue tabs of a tuck box."""
_SHORT_SIDE = 195.5
"""Longest side in mm of a net that lies across A4 and Letter, without its marks."""
_MACHINE_SIDE = 185.5
"""The same between the marks of a cutting machine."""


def deepest_tuck(height: float) -> float:
    """Return the greatest depth in mm of a tuck box of this height whose net lies across A4 and Letter."""
    return (_SHORT_SIDE - height - _TONGUE[0] - _GLUE[0]) / 2


def tuck(width: float, height: float, depth: float) -> Net:
    """Return the net of a tuck box, printed outside. Lengths in mm, from fold to fold.

    Panels ``front``, ``right``, ``back`` and ``left`` in a row, all upright when the box stands; ``lid`` and ``floor``;
    a ``tongue`` on the lid, and two ears under it. A deep box has a shorter tongue, so that
    the net fits the sheet of a machine.
    """
    most = _TONGUE[1] - _TONGUE[0] + _GLUE[1] - _GLUE[0]
    share = min(1.0, max(0.0, (_MACHINE_SIDE - height - 2 * depth - _TONGUE[0] - _GLUE[0]) / most))
    tongue, glue = (least + share * (full - least) for least, full in (_TONGUE, _GLUE))
    ear = Size(depth - 2, 12)
    names: tuple[tuple[str, Size, str, Side], ...] = (
        ("right", Size(depth, height), "front", "right"),
        ("back", Size(width, height), "right", "right"),
        ("left", Size(depth, height), "back", "right"),
        ("lid", Size(width, depth), "back", "top"),
        ("tongue", Size(width - 4, tongue), "lid", "top"),
        ("ear-1", ear, "right", "top"),
        ("ear-2", ear, "left", "top"),
        ("floor", Size(width, depth), "front", "bottom"),
    )
    joints: tuple[tuple[str, Side, float, str, Side], ...] = (
        ("left", "right", glue, "front", "left"),
        ("floor", "bottom", glue, "back", "bottom"),
        ("right", "bottom", 12.0, "floor", "right"),
        ("left", "bottom", 12.0, "floor", "left"),
    )
    return Net(
        panels=(
            Panel("front", Size(width, height)),
            *(Panel(name, size, PanelSide(on, side), -90) for name, size, on, side in names),
        ),
        tabs=tuple(Tab(PanelSide(on, side), deep, to, edge) for on, side, deep, to, edge in joints),
        meets=tuple((PanelSide(on, side), PanelSide(to, edge)) for on, side, _, to, edge in joints[:2]),
    )
