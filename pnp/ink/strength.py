"""How much is taken from a drawing: the steps of saver, and outline."""

from __future__ import annotations

from pnp.records import dataclass


@dataclass(frozen=True, slots=True)
class Strength:
    """What is left of what is printed.

    ``wash`` and ``picture`` are the share of ink that is left of fills and of pictures. ``mark`` and ``type`` are the
    most contrast that small marks and words may have with their ground; with less they are paler, and take less ink.
    ``decor`` is what is left of the contrast of marks that hardly stood out. ``line`` is the width in mm of the lines
    around what was filled, ``edge`` their most contrast. What is thinner than ``thin`` mm is a mark. Type larger than
    ``open_type`` mm is drawn as outlines.
    """

    wash: float
    picture: float
    mark: float
    decor: float
    type: float
    line: float
    edge: float
    thin: float
    open_type: float | None = None


SAVER = (
    Strength(wash=0.24, picture=0.32, mark=21.0, decor=0.7, type=21.0, line=0.28, edge=6.0, thin=1.1),
    Strength(wash=0.18, picture=0.30, mark=12.0, decor=0.6, type=21.0, line=0.25, edge=5.0, thin=1.1),
    Strength(wash=0.13, picture=0.27, mark=9.0, decor=0.5, type=15.0, line=0.22, edge=4.5, thin=1.1),
    Strength(wash=0.09, picture=0.25, mark=7.0, decor=0.4, type=12.0, line=0.2, edge=4.0, thin=1.0),
    Strength(wash=0.05, picture=0.22, mark=5.5, decor=0.3, type=9.0, line=0.18, edge=3.2, thin=0.9),
    Strength(wash=0.03, picture=0.18, mark=4.6, decor=0.25, type=7.0, line=0.15, edge=3.0, thin=0.7),
    Strength(wash=0.03, picture=0.15, mark=3.5, decor=0.2, type=5.0, line=0.12, edge=2.4, thin=0.5),
)
"""From much to little: the first with which a component takes a third of the ink is taken for all of it."""
READABLE_STEP = SAVER[5]
"""For a component that no step brings to a third: with it words still have a contrast of 7 (WCAG 2.2, 1.4.6)."""
OUTLINE = Strength(wash=0.0, picture=0.1, mark=7.0, decor=0.5, type=12.0, line=0.2, edge=7.0, thin=0.7, open_type=14.0)
