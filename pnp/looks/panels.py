"""Find the panels of a folded piece that nothing is printed on."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from pnp.looks.edges import is_white
from pnp.looks.painted import PaintedFace
from pnp.looks.placing import TextBox
from pnp.rendering.graphics.nets import FoldedNet

_SAMPLES = (0.15, 0.35, 0.5, 0.65, 0.85)
"""Places across and down a panel at which its colour is looked at. Lines of folds lie at its edges."""


def blank_panels(painted: PaintedFace, net: FoldedNet, texts: Sequence[TextBox]) -> list[str]:
    """Return the ids of the panels that are white and have no words."""
    return [
        panel.id
        for panel in net.panels.values()
        if not _is_painted(painted, panel.box) and not any(text.shares(panel.box) for text in texts)
    ]


def _is_painted(painted: PaintedFace, box: tuple[float, float, float, float]) -> bool:
    left, top, width, height = box
    points = [(left + across * width, top + down * height) for across, down in itertools.product(_SAMPLES, _SAMPLES)]
    colours = [painted.colour_at(*point) for point in points]
    return any(colour is None or not is_white(colour) for colour in colours)
