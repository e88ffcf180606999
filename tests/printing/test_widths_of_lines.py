"""No stroke is printed thinner than a quarter of a point, whatever it is scaled by; wider ones stay as they are, and
what would become more than twice as wide is a shape of its own width."""

from __future__ import annotations

import io
from collections.abc import Callable
from math import pi
from typing import Any

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.cardsvg import parse
from pnp.cardsvg.hairlines import dashes, ribbon
from pnp.cardsvg.nodes import Shape
from pnp.cardsvg.paths import KAPPA, bounds
from pnp.printing import write_pdf
from pnp.printing.strokes import LEAST_LINE, least_scale, parts, scale_below
from tests.printing.lines import widths

HAIR = '<path d="M0 0H9V9" stroke="#000" fill="none" stroke-width="{}"{}/>'
LONG = "".join(f'<path d="M{n} 0H9V{n}" stroke="#000" fill="none" stroke-width="0.5"/>' for n in range(20))


def printed(make_job: Callable[..., Any], body: str) -> list[float]:
    return [round(width, 4) for width in widths(write_pdf(make_job({"a": f'<svg viewBox="0 0 60 40">{body}</svg>'})))]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (HAIR.format(0.045, ""), 0.25),
        (HAIR.format(0.5, ' transform="scale(0.1)"'), 0.25),
        (f'<g transform="scale(0.1)">{HAIR.format(0.5, "")}</g>', 0.25),
        (f'<g transform="rotate(30) scale(0.5 0.1)">{HAIR.format(0.5, "")}</g>', 0.25),
        (f'<g opacity="0.5" transform="scale(0.1)">{HAIR.format(0.5, "")}</g>', 0.25),
        (HAIR.format(0.5, ' opacity="0.5" transform="scale(0.1)" stroke-dasharray="1 2"'), 0.25),
        (HAIR.format(0.2, ""), 0.2 * 72 / 25.4),
        (f'<g transform="scale(2)">{HAIR.format(0.06, "")}</g>', 0.12 * 72 / 25.4),
    ],
)
def test_a_line_is_as_wide_as_paper_needs(body: str, expected: float, make_job: Callable[..., Any]) -> None:
    found = printed(make_job, body)
    assert all(width == pytest.approx(expected, abs=0.001) for width in found)
    assert found


@pytest.mark.parametrize("width", [0.2, 0.44])
@pytest.mark.parametrize(
    "body",
    [
        '<g transform="scale(0.1)">{}</g>',
        '<g opacity="0.5" transform="scale(0.1)">{}</g>',
        '<symbol id="s" viewBox="0 0 20 20">{}</symbol><use href="#s" width="2" height="2"/>',
        '<g transform="rotate(30) scale(0.5 0.1)">{}</g>',
    ],
)
def test_a_line_that_would_be_more_than_twice_as_wide_is_no_stroke(
    body: str, width: float, make_job: Callable[..., Any]
) -> None:
    assert printed(make_job, body.format(HAIR.format(width, ""))) == []


FLOWER = '<path d="M10 4C15 4 15 10 10 10S5 16 10 16" fill="{}" stroke="{}" stroke-width="0.5" {}/>'


@pytest.mark.parametrize(
    ("stroke", "more"),
    [
        ("#a02040", ""),
        ("#a02040", 'stroke-linecap="round" stroke-linejoin="round"'),
        ("#a02040", 'stroke-linecap="square"'),
        ("#a02040", 'stroke-dasharray="1.5 1" stroke-dashoffset="0.7"'),
        ("#a02040", 'stroke-dasharray="2 1 0.5"'),
        ("#a02040", 'stroke-opacity="0.4"'),
        ("#a02040", 'opacity="0.5"'),
        ("url(#g)", ""),
        ("url(#g)", 'stroke-opacity="0.5"'),
    ],
)
@pytest.mark.parametrize("fill", ["none", "#ffe0e0"])
def test_a_small_picture_looks_as_it_was_drawn(
    fill: str, stroke: str, more: str, painted: Any, expected: Any, worst_tile: Any
) -> None:
    ramp = '<linearGradient id="g"><stop offset="0" stop-color="#c02020"/><stop offset="1" stop-color="#2020c0"/>'
    body = FLOWER.format(fill, stroke, more)
    uses = "".join(
        f'<g transform="translate({x} {y}) scale(0.08)">{body}</g>' for x in range(10, 50) for y in range(10, 20)
    )
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40" width="60mm" height="40mm">'
        f"<defs>{ramp}</linearGradient></defs>{uses}</svg>"
    )
    different, place = worst_tile(painted(svg), expected(svg))
    assert different < 5, place


def test_a_dot_without_length_is_seen() -> None:
    dot = (("M", (3.0, 3.0)), ("L", (3.0, 3.0)))
    assert bounds(ribbon(dot, 0.5, 1.2, beyond=0.25)) == pytest.approx((2.75, 2.75, 0.5, 0.5))
    assert ribbon(dot, 0.5, 1.2) == ()


ARC = (("M", (0.0, 1.0)), ("C", (KAPPA, 1.0, 1.0, KAPPA, 1.0, 0.0)))
BOW = (("M", (0.0, 0.0)), ("C", (0.0, 4 / 3, 2.0, 4 / 3, 2.0, 0.0)))
RING = (
    *ARC,
    ("C", (1.0, -KAPPA, KAPPA, -1.0, 0.0, -1.0)),
    ("C", (-KAPPA, -1.0, -1.0, -KAPPA, -1.0, 0.0)),
    ("C", (-1.0, KAPPA, -KAPPA, 1.0, 0.0, 1.0)),
    ("Z", ()),
)


@pytest.mark.parametrize(("outline", "length", "less"), [(ARC, pi / 2, 0.04), (BOW, pi, 0.12), (RING, 2 * pi, 0.04)])
def test_a_curve_is_about_as_wide_as_its_stroke(outline: Any, length: float, less: float) -> None:
    drawn = ribbon(outline, 0.05, 4.0)
    assert {kind for kind, _ in drawn} <= {"M", "L", "C", "Z"}
    # Going round the area, of a ring once inside and once outside.
    lines = dashes(drawn, (1000.0,), 0.0, 1e-5)
    area, start = 0.0, (0.0, 0.0)
    for kind, (x, y) in lines:
        area += 0.0 if kind == "M" else (start[0] * y - x * start[1]) / 2
        start = x, y
    assert 1 - less < abs(area) / (0.05 * length) <= 1


def test_dashes_are_as_long_as_their_pattern_says() -> None:
    line = (("M", (0.0, 0.0)), ("L", (10.0, 0.0)))
    drawn = dashes(line, (3.0, 1.0), 1.0, 0.1)
    assert [(kind, args[0]) for kind, args in drawn] == [
        ("M", 0.0), ("L", 2.0), ("M", 3.0), ("L", 6.0), ("M", 7.0), ("L", 10.0),
    ]  # fmt: skip


def test_letters_that_are_drawn_by_their_outline_are_held_too(make_job: Callable[..., Any]) -> None:
    text = (
        '<text x="5" y="9" font-family="Oswald" font-size="9" fill="{}" stroke="#ff0000" stroke-width="0.01">x</text>'
    )
    for fill, expected in (("none", b"0.0882 w"), ("#ff0000", b"0.01 w")):
        data = write_pdf(make_job({"a": f'<svg viewBox="0 0 60 40">{text.format(fill)}</svg>'}))
        with pikepdf.open(io.BytesIO(data)) as pdf:
            assert expected in pdf.pages[0].Contents.read_bytes()


def test_a_symbol_that_is_used_small_is_drawn_for_that_size(make_job: Callable[..., Any]) -> None:
    symbol = f'<symbol id="s" viewBox="0 0 20 20">{LONG}</symbol>'
    uses = "".join(f'<use href="#s" x="{n}" width="{n}" height="{n}"/>' for n in (20, 10, 2, 1.9, 1.8, 1))
    data = write_pdf(make_job({"a": f'<svg viewBox="0 0 60 40">{symbol}{uses}</svg>'}))
    found = list(widths(data))
    assert min(found) >= 0.25 - 1e-4
    assert max(width for width in found if width < 0.7) <= 0.25 * 2**0.5 + 1e-4
    with pikepdf.open(io.BytesIO(data)) as pdf:
        forms = [one for one in pdf.objects if isinstance(one, pikepdf.Stream) and one.get("/Subtype") == "/Form"]
    assert len(forms) == 3, "the symbol, and two of the small sizes"


@given(st.floats(1e-4, 100))
def test_a_scale_is_taken_for_the_next_smaller_of_a_few(scale: float) -> None:
    assert scale / 2**0.5 <= scale_below(scale) * (1 + 1e-9) <= scale * (1 + 2e-9)


def test_the_least_scale_is_the_shorter_side_of_a_turned_square() -> None:
    assert least_scale((0.0, 2.0, -3.0, 0.0, 1.0, 1.0)) == pytest.approx(2)
    assert least_scale((1.0, 0.0, 1.0, 0.0, 0.0, 0.0)) == 0
    assert pytest.approx(0.25 * 25.4 / 72) == LEAST_LINE


@pytest.mark.parametrize(
    "dashed",
    [
        'stroke-width="0.02" stroke-dasharray="0.00001 0.00001"',
        'stroke-width="0.02" stroke-dasharray="0.001"',
        'stroke-width="2" transform="scale(0.01)" stroke-linecap="round" stroke-dasharray="0 0.001"',
    ],
)
def test_dashes_that_no_paper_shows_become_a_line_as_thin_as_their_ink(dashed: str) -> None:
    line = f'<path d="M500 500H6000" fill="none" stroke="#000" {dashed}/>'
    (node,) = parse(f'<svg viewBox="0 0 60 40">{line}</svg>', "face").nodes
    assert isinstance(node, Shape)
    scale = 0.01 if "scale" in dashed else 1.0
    (drawn,) = parts(node, None, node.stroke, scale)
    assert len(drawn.outline) <= 9
    box = bounds(drawn.outline)
    assert box is not None
    share = 1.0 if "round" in dashed else 0.5
    assert box[3] == pytest.approx(node.style.stroke_width * share, abs=0.005 / scale)


def test_more_dashes_than_so_many_are_not_laid() -> None:
    line = (("M", (0.0, 0.0)), ("L", (3999.0, 0.0)), ("L", (0.0, 0.0)))
    assert dashes(line[:2], (1.0, 1.0), 0.0, 0.1) is not None
    assert dashes(line, (1.0, 1.0), 0.0, 0.1) is None
