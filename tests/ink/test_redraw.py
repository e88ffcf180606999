"""Single shapes redrawn with less ink."""

from __future__ import annotations

import pytest

from pnp.cardsvg import parse
from pnp.cardsvg.nodes import Group, Node, Shape
from pnp.fonts import FontBook
from pnp.ink.greys import PictureConverter
from pnp.ink.redraw import reduce_ink
from pnp.ink.tones import OUTLINE, SAVER, WHITE, Strength, contrast
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
def test_a_line_stays_a_line_however_thick_it_is(how: str, strength: Strength) -> None:
    line = f"<path d='M5 20L55 20' fill='none' stroke='#444444' {how}/>"
    drawing = parse(f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 63 88'>{line}</svg>", "line.svg")
    lines = shapes(reduce_ink(drawing, FontBook((shipped("fonts"),)), strength, PictureConverter()).nodes)
    strongest = max(contrast(line.stroke, WHITE) for line in lines if isinstance(line.stroke, tuple))
    assert strongest > 1.05
    assert strength is not OUTLINE or strongest > 1.5


def verdict(ground: str, radius: float, width: float, strength: Strength) -> tuple[Shape, Shape]:
    """Return the disc and the white tick of a verdict after the ink is reduced."""
    disc = f"<circle cx='30' cy='30' r='{radius}' fill='{ground}'/>"
    tick = f"<path d='M28.5 30.1L29.6 31.2L31.6 28.9' fill='none' stroke='#ffffff' stroke-width='{width}'/>"
    drawing = parse(f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 63 88'>{disc}{tick}</svg>", "tick.svg")
    drawn = shapes(reduce_ink(drawing, FontBook((shipped("fonts"),)), strength, PictureConverter()).nodes)
    return drawn[0], drawn[-1]


@pytest.mark.parametrize("strength", [*SAVER, OUTLINE])
@pytest.mark.parametrize("ground", ["#0b7a4b", "#c8202c", "#222222"])
def test_the_tick_of_a_verdict_stays_solid_and_readable(ground: str, strength: Strength) -> None:
    disc, tick = verdict(ground, 2.8, 0.9, strength)
    assert isinstance(disc.fill, tuple)
    assert isinstance(tick.stroke, tuple)
    assert contrast(tick.stroke, disc.fill) >= 4.5
    assert (tick.style.stroke_width, len(tick.outline)) == (0.9, 3)


def test_a_thick_stroke_on_a_large_ground_is_no_tick() -> None:
    disc, line = verdict("#0b7a4b", 25, 4, SAVER[0])
    assert isinstance(disc.fill, tuple)
    assert isinstance(line.stroke, tuple)
    assert contrast(line.stroke, disc.fill) < 2


@pytest.mark.parametrize("strength", [*SAVER, OUTLINE])
@pytest.mark.parametrize("stroke", ["#6b5a3b", "none"])
def test_a_light_shape_on_a_dark_ground_keeps_a_line_whatever_its_stroke_is(stroke: str, strength: Strength) -> None:
    ground = "<rect x='-3' y='-3' width='69' height='94' fill='#7a5a3b'/>"
    sack = f"<path d='M20 30L40 30L44 54L16 54Z' fill='#efe3c8' stroke='{stroke}'/>"
    drawing = parse(f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 63 88'>{ground}{sack}</svg>", "sack.svg")
    drawn = shapes(reduce_ink(drawing, FontBook((shipped("fonts"),)), strength, PictureConverter()).nodes)
    (sack_line,) = [shape for shape in drawn if len(shape.outline) == 5 and shape.outline[0][1] == (20.0, 30.0)]
    assert isinstance(sack_line.stroke, tuple)
    assert isinstance(sack_line.fill, tuple)
    assert contrast(sack_line.stroke, sack_line.fill) > 1.8
