"""Print options of ``[project]``, of a game and of the command line."""

from __future__ import annotations

from typing import Literal

from pnp.model.component import ComponentKind, Edge, Stock
from pnp.model.sheet_template import MarkInk, Marks

__all__ = ["MOST_BLEED", "Backs", "Flip", "Ink", "KitEdge", "MarkInk", "Marks", "Pack", "edge_of", "stock_of"]

Backs = Literal["duplex", "gutterfold", "separate", "none"]
"""Position of backs: on the other side of the sheet; beside the fronts, on the other side of a fold line; on the other
side, after all fronts; or none."""
Flip = Literal["long", "short"]
"""Edge of the paper over which a sheet is turned for its other side."""
Ink = Literal["full", "saver", "outline"]
"""Amount of ink: all; a third, with pale fills; or lines and words alone."""
Pack = Literal["tight", "kind"]
"""Packing of components: they share sheets if that takes fewer of them, or they stay apart."""
KitEdge = Literal["own", "bleed", "border"]
"""Edge of all components that do not set theirs; ``own`` leaves each at the default of its kind."""
MOST_BLEED = 20
"""Largest bleed in mm."""


def edge_of(own: Edge | None, kit: KitEdge, kind: ComponentKind) -> Edge:
    """Return the edge of a component of a ``kind``, from its ``own`` one (or None) and that of the kit.

    Pages and nets have no edge that could bleed.
    """
    if own is not None:
        return own
    if kit != "own" and kind not in ("page", "folded"):
        return kit
    return "bleed" if kind == "tokens" else "border"


def stock_of(own: Stock | None, kind: ComponentKind) -> Stock:
    """Return the stock of a component of a ``kind``: its ``own``, else paper for pages and card for others."""
    return own or ("paper" if kind == "page" else "card")
