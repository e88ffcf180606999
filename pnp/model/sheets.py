"""How sheets may be printed: the choices that ``[project]``, a game and the command line have."""

from __future__ import annotations

from typing import Literal

from pnp.model.component import ComponentKind, Edge

Backs = Literal["duplex", "gutterfold", "separate", "none"]
"""Where backs are printed: on the other side of the sheet; beside the fronts, on the other side of a line to fold
along; on the other side, after all fronts; or nowhere."""
Flip = Literal["long", "short"]
"""The edge of the paper over which a sheet is turned for its other side."""
Marks = Literal["corner", "lines", "cross", "japanese", "none"]
"""What says where to cut: marks at the rim of the sheet, lines from rim to rim, crosses where cuts meet, double marks
at the corners with crosses at the middles (トンボ), or nothing."""
MarkInk = Literal["hairline", "registration"]
"""Black alone, or black of all inks, so that every plate of a press has the marks."""
KitEdge = Literal["own", "bleed", "border"]
"""The edge of all components that do not say theirs; ``own`` leaves each as its kind has it."""


def edge_of(own: Edge | None, kit: KitEdge, kind: ComponentKind) -> Edge:
    """The edge of a component of a ``kind``, which says its ``own`` or None, in a kit whose edge is ``kit``. Pages and
    nets have no edge that could bleed."""
    if own is not None:
        return own
    if kit != "own" and kind not in ("page", "folded"):
        return kit
    return "bleed" if kind == "tokens" else "border"
