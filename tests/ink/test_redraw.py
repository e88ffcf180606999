"""Single shapes redrawn with less ink."""

from __future__ import annotations

import pytest

from pnp.cardsvg import parse
from pnp.cardsvg.nodes import Group, Node, Shape
from pnp.fonts import FontBook
from pnp.ink.greys import PictureConverter
from pnp.ink.redraw import reduce_ink
from pnp.ink.tones import OUTLINE, SAVER, WHITE, contrast
from pnp.shipped import shipped


def shapes(nodes: tuple[Node, ...]) -> list[Shape]:
    return [
        shape
        for node in nodes
        for shape in (shapes(node.children) if isinstance(node, Group) else [node])  # type: ignore[list-item]
    ]


@pytest.mark.parametrize("strength", [*SAVER, OUTLINE])
@pytest.mark.parametrize(
    "how", ["stroke-width='0.4'", "stroke-width='0.75'", "stroke-width='3'", "stroke-width='2' stroke-dasharray='4 2'"]
)
def test_a_line_stays_a_line_however_thick_it_is(how: str, strength: object) -> None:
    line = f"<path d='M5 20L55 20' fill='none' stroke='#444444' {how}/>"
    drawing = parse(f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 63 88'>{line}</svg>", "line.svg")
    lines = shapes(reduce_ink(drawing, FontBook((shipped("fonts"),)), strength, PictureConverter()).nodes)  # type: ignore[arg-type]
    strongest = max(contrast(line.stroke, WHITE) for line in lines if isinstance(line.stroke, tuple))
    assert strongest > 1.05
    assert strength is not OUTLINE or strongest > 1.5
