"""White pieces of the bleed and white rims are found wherever they lie, though few points are looked at first."""

from __future__ import annotations

import pytest

from pnp.cardsvg import parse
from pnp.looks.edges import bare_sides, narrow_rims
from pnp.looks.painted import PaintedFace
from pnp.rendering.face import Face
from pnp.units import Size

TRIM = Size(63, 88)
BLEED = 3.0


def _face(inside: str) -> Face:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 69 94">{inside}</svg>'
    return Face("a", "cards", "a", "front", "en", parse(svg, "a"), TRIM, BLEED, "bleed")


def _ground(rim: float = -BLEED) -> str:
    width, height = TRIM.width - 2 * rim, TRIM.height - 2 * rim
    return f'<rect x="{rim}" y="{rim}" width="{width}" height="{height}" fill="#15908a"/><circle r="0.1" fill="#000"/>'


@pytest.mark.parametrize(("length", "sides"), [(7.2, ["top"]), (4.8, [])])
@pytest.mark.parametrize("left", range(1, 55, 3))
def test_a_white_piece_of_the_bleed_is_told_if_it_is_long(left: int, length: float, sides: list[str]) -> None:
    face = _face(f'{_ground()}<rect x="{left}" y="-3" width="{length}" height="3" fill="#ffffff"/>')
    assert bare_sides(face, PaintedFace(face.drawing)) == sides


@pytest.mark.parametrize("side", ["top", "bottom"])
@pytest.mark.parametrize(("inked", "told"), [(10, True), (15, True), (22, False), (40, False)])
@pytest.mark.parametrize("left", [2, 9, 20])
def test_a_white_rim_is_told_along_most_of_a_side(side: str, inked: int, told: bool, left: int) -> None:
    y = -3 if side == "top" else 84
    face = _face(f'{_ground(1)}<rect x="{left}" y="{y}" width="{inked}" height="7" fill="#15908a"/>')
    assert (side in narrow_rims(face, PaintedFace(face.drawing))) == told


@pytest.mark.parametrize(
    ("ground", "sides"),
    [
        ('x="-3" y="-3" width="63" height="94"', ["right"]),
        ('x="-3" y="-3" width="69" height="88"', ["bottom"]),
        ('x="0" y="-3" width="66" height="94"', []),
        ('x="3" y="-3" width="57" height="94"', []),
        ('x="-3" y="-3" width="58" height="94"', []),
    ],
)
def test_a_ground_that_is_short_by_two_bleeds_on_one_side_is_told(ground: str, sides: list[str]) -> None:
    face = _face(f'<rect {ground} fill="#15908a"/><circle r="0.1" fill="#000"/>')
    assert narrow_rims(face, PaintedFace(face.drawing)) == sides
