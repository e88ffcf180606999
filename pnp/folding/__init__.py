"""Nets: laid flat, folded in space, and checked. This package is pure geometry and draws nothing."""

from pnp.folding.check import NetProblem, glued_panels, misfits, problems
from pnp.folding.flat import FlatNet, FlatPanel, FlatTab, lay_out
from pnp.folding.lines import FoldLine, LineKind, lines, tab_angle
from pnp.folding.nets import cube, deepest_tuck, tray, tuck
from pnp.folding.solid import fold

__all__ = [
    "FlatNet",
    "FlatPanel",
    "FlatTab",
    "FoldLine",
    "LineKind",
    "NetProblem",
    "cube",
    "deepest_tuck",
    "fold",
    "glued_panels",
    "lay_out",
    "lines",
    "misfits",
    "problems",
    "tab_angle",
    "tray",
    "tuck",
]
