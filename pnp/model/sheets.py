"""Choices of printing that ``[project]``, a game and the command line have."""

from __future__ import annotations

from typing import Literal

from pnp.model.component import ComponentKind, Edge, Stock
from pnp.model.sheet_template import MarkInk, Marks

__all__ = ["Backs", "Flip", "Ink", "KitEdge", "MarkInk", "Marks", "Pack", "edge_of", "stock_of"]

Backs = Literal["duplex", "gutterfold", "separate", "none"]
"""Where backs are printed: on the other side of the sheet; beside the fronts, on the other side of a line to fold
along; on the other side, after all fronts; or nowhere."""
Flip = Literal["long", "short"]
"""The edge of the paper over which a sheet is turned for its other side."""
Ink = Literal["full", "saver", "outline"]
"""How much ink is printed: all of it; a third, with pale fills; or lines and words alone."""
Pack = Literal["tight", "kind"]
"""Pieces of several components share sheets where that takes fewer of them, or components keep apart."""
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


def stock_of(own: Stock | None, kind: ComponentKind) -> Stock:
    """What a component of a ``kind`` is printed on, which says so itself or not: pages on paper, all else on card."""
    return own or ("paper" if kind == "page" else "card")
