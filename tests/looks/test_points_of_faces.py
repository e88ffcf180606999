"""Paint at a point of a face is found without painting it, and matches the painter."""

from __future__ import annotations

import random

import pytest

from pnp.cardsvg import Drawing, parse
from pnp.cardsvg.colours import Rgb
from pnp.cardsvg.paths import polyline
from pnp.looks.edges import is_white
from pnp.looks.outlines import flatten
from pnp.looks.painted import PaintedFace
from pnp.model.component import Edge
from tests.looks.kits import LANGUAGE, PIXELS_PER_MM, Look, whole_look

RED, GREEN, WHITE = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (1.0, 1.0, 1.0)
ONE_COLOUR = 3
"""Pixels round a point that have to be of one colour: at the edges of shapes they are of two."""


def drawing(inside: str) -> Drawing:
    root = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 69 94">'
    return parse(f"{root}{inside}</svg>", "face.svg")


def colour_at_point(inside: str, x: float, y: float) -> Rgb | None:
    return PaintedFace(drawing(inside)).colour_at(x, y)


SQUARE = '<rect x="10" y="10" width="20" height="20" fill="#f00"/>'


@pytest.mark.parametrize(
    ("inside", "within", "outside"),
    [
        pytest.param(SQUARE, (11, 29), (9, 20), id="a rectangle"),
        pytest.param('<circle cx="20" cy="20" r="10" fill="#f00"/>', (13.2, 13.2), (12.6, 12.6), id="a circle"),
        pytest.param('<path d="M10 10H30V30Z" fill="#f00"/>', (29, 20), (11, 20), id="a triangle"),
        pytest.param('<path d="M10 10H30V30" fill="#f00"/>', (29, 20), (11, 20), id="an open outline"),
        pytest.param(
            '<path d="M10 10H40V40H10ZM20 20H30V30H20Z" fill="#f00" fill-rule="evenodd"/>', (15, 25), (25, 25),
            id="a hole by even and odd",
        ),
        pytest.param(
            '<path d="M10 10H40V40H10ZM20 20V30H30V20Z" fill="#f00"/>', (15, 25), (25, 25), id="a hole by direction",
        ),
        pytest.param(
            '<path d="M10 20C20 0 30 40 40 20" fill="none" stroke="#f00" stroke-width="2"/>', (25, 20), (25, 23),
            id="the stroke of a curve",
        ),
        pytest.param(f'<g transform="translate(20 0) rotate(90 20 20)">{SQUARE}</g>', (45, 15), (29, 20), id="turned"),
        pytest.param(
            f'<clipPath id="c"><circle cx="10" cy="10" r="8"/></clipPath><g clip-path="url(#c)">{SQUARE}</g>',
            (12, 12), (18, 18), id="clipped",
        ),
        pytest.param(
            '<symbol id="s" viewBox="0 0 2 2"><rect width="4" height="1" fill="#f00"/></symbol>'
            '<use href="#s" x="10" y="10" width="20" height="20"/>', (29, 19), (31, 15), id="a symbol in its window",
        ),
        pytest.param(f'<g opacity="0">{SQUARE}</g><g>{SQUARE}</g>', (20, 20), (31, 20), id="beside what is unseen"),
    ],
)  # fmt: skip
def test_a_point_is_inside_a_shape_or_not(
    inside: str, within: tuple[float, float], outside: tuple[float, float]
) -> None:
    assert colour_at_point(inside, *within) == RED
    assert colour_at_point(inside, *outside) == WHITE


def test_what_is_painted_last_is_seen_and_shows_what_is_beneath() -> None:
    over = '<rect x="10" y="10" width="20" height="20" fill="#0f0" fill-opacity="0.25"/>'
    assert colour_at_point(SQUARE + over, 20, 20) == pytest.approx((0.75, 0.25, 0))
    assert colour_at_point(over + SQUARE, 20, 20) == RED
    assert colour_at_point(f'<g opacity="0.5">{SQUARE}</g>', 20, 20) == pytest.approx((1, 0.5, 0.5))
    assert PaintedFace(drawing(SQUARE + over)).colour_at(20, 20, before=1) == RED


def test_the_ink_of_a_gradient_is_that_of_the_place() -> None:
    stops = '<stop offset="0" stop-color="#f00"/><stop offset="1" stop-color="#0f0"/>'
    along = f'<linearGradient id="g">{stops}</linearGradient>'
    filled = '<rect x="10" y="10" width="20" height="20" fill="url(#g)"/>'
    assert colour_at_point(along + filled, 15, 20) == pytest.approx((0.75, 0.25, 0))
    out = f'<radialGradient id="g" gradientUnits="userSpaceOnUse" cx="20" cy="20" r="8">{stops}</radialGradient>'
    assert colour_at_point(out + filled, 22, 20) == pytest.approx((0.75, 0.25, 0))
    assert colour_at_point(out + filled, 11, 11) == GREEN


def test_what_a_mask_lets_through_cannot_be_told_and_the_rest_can() -> None:
    mask = (
        '<mask id="m" maskUnits="userSpaceOnUse" x="0" y="0" width="63" height="88"><rect width="9" height="9"/></mask>'
    )
    assert colour_at_point(f'{mask}<g mask="url(#m)">{SQUARE}</g>', 20, 20) is None
    assert colour_at_point(f'{mask}<g mask="url(#m)">{SQUARE}</g>', 40, 20) == WHITE
    assert colour_at_point(f'<g style="mix-blend-mode: multiply">{SQUARE}</g>', 20, 20) is None


def test_an_outline_of_many_edges_is_looked_at_in_rows() -> None:
    """Check that a point costs as much as its row has edges, not the outline."""
    saw = polyline((*(value for nth in range(4000) for value in (nth % 2, nth)), -5, 3999, -5, 0), closed=True)
    flat = flatten(saw)
    assert max(map(len, flat.drawn)) < 160
    assert flat.holds((0.2, 2001.5), "nonzero")
    assert not flat.holds((0.9, 2000.2), "nonzero")
    assert not flat.holds((0.2, 4001.0), "nonzero")


def compared(kit: Look) -> tuple[int, int, int]:
    """Count the points of faces whose colour is found as painted, otherwise, or not at all. Points at type and at the
    edges of shapes are skipped."""
    same = other = unknown = 0
    chance = random.Random(1)
    for name, face in kit.faces.items():
        picture, painted = kit.pictures[name], PaintedFace(face.drawing)
        for _ in range(40):
            x, y = chance.uniform(1, picture.width - 2), chance.uniform(1, picture.height - 2)
            mm = (x / PIXELS_PER_MM - face.bleed, y / PIXELS_PER_MM - face.bleed)
            around = picture.crop((int(x) - 1, int(y) - 1, int(x) + 2, int(y) + 2))
            data = around.tobytes()
            pixels = {tuple(data[first : first + 3]) for first in range(0, len(data), 3)}
            near = any(g.left - 1 < mm[0] < g.right + 1 and g.top - 1 < mm[1] < g.bottom + 1 for g in kit.glyphs[name])
            if len(pixels) > 1 or near:
                continue
            colour = painted.colour_at(*mm)
            if colour is None:
                unknown += 1
            elif all(abs(255 * part - seen) < ONE_COLOUR for part, seen in zip(colour, pixels.pop(), strict=True)):
                same += 1
            else:
                other += 1
    return same, other, unknown


@pytest.mark.parametrize(
    ("game", "edge"),
    [
        ("red", None),
        pytest.param("iroha", "bleed", marks=pytest.mark.kit),
        pytest.param("kasane", None, marks=pytest.mark.kit),
        ("koka", None),
    ],
)
def test_points_of_shipped_faces_are_told_as_they_are_painted(game: str, edge: Edge | None) -> None:
    same, other, unknown = compared(whole_look(game, "", LANGUAGE[game], edge))
    assert same > 300
    assert other <= 0.01 * same
    assert unknown <= 0.2 * same


def test_white_is_what_no_ink_is_seen_of() -> None:
    assert is_white((1.0, 0.99, 0.985))
    assert not is_white((1.0, 0.97, 1.0))
