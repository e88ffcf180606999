"""Strokes are printed at least a quarter of a point wide at any scale.

Wider strokes stay as they are. A stroke that would become more than twice as wide is a shape of its own width.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from math import pi
from typing import Any

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.cardsvg.hairlines import dashes, ribbon
from pnp.cardsvg.paths import KAPPA, bounds
from pnp.pdf import write_pdf
from pnp.pdf.painting.strokes import LEAST_LINE, least_scale, scale_below
from tests.pdf.lines import widths

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
    printed_widths = printed(make_job, body)
    assert all(width == pytest.approx(expected, abs=0.001) for width in printed_widths)
    assert printed_widths


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
    assert lines is not None
    area, start = 0.0, (0.0, 0.0)
    for kind, (x, y) in lines:
        area += 0.0 if kind == "M" else (start[0] * y - x * start[1]) / 2
        start = x, y
    assert 1 - less < abs(area) / (0.05 * length) <= 1


def test_dashes_are_as_long_as_their_pattern_says() -> None:
    line = (("M", (0.0, 0.0)), ("L", (10.0, 0.0)))
    laid = dashes(line, (3.0, 1.0), 1.0, 0.1)
    assert [(kind, args[0]) for kind, args in laid or ()] == [
        ("M", 0.0), ("L", 2.0), ("M", 3.0), ("L", 6.0), ("M", 7.0), ("L", 10.0),
    ]  # fmt: skip


CROWDED = {
    "as thin as they are short": ('stroke-width="0.02" stroke-dasharray="0.00001 0.00001"', 0.01),
    "too many": ('stroke-width="0.02" stroke-dasharray="0.003 0.001"', 0.015),
    "an odd number": ('stroke-width="0.02" stroke-dasharray="0.0001 0.0002 0.0003"', 0.01),
    "under round ends": ('stroke-width="0.02" stroke-linecap="round" stroke-dasharray="0 0.001"', 0.02),
    "with room between square ends": ('stroke-width="0.004" stroke-linecap="square" stroke-dasharray="0 0.008"', 0.002),
    "faint": ('stroke-width="0.02" stroke-opacity="0.5" stroke-dasharray="0.0001"', 0.01),
}


@pytest.mark.parametrize("name", CROWDED)
def test_dashes_that_are_too_many_are_an_even_line_of_as_much_ink(name: str, make_job: Callable[..., Any]) -> None:
    more, width = CROWDED[name]
    content = drawn(make_job, f'<path d="M5 5H55" fill="none" stroke="#000" {more}/>')
    ((left, top, wide, high),) = re.findall(r"([0-9.]+) ([0-9.]+) ([0-9.]+) ([0-9.]+) re f", content) or [
        corners(line) for line in re.findall(r"[-0-9. mlh]+ f\b", content)
    ]
    assert (float(left), float(wide)) == (pytest.approx(5, abs=0.02), pytest.approx(50, abs=0.04))
    assert (float(top) + float(high) / 2, float(high)) == pytest.approx((5, width), abs=0.0011)


def corners(line: str) -> tuple[float, float, float, float]:
    numbers = [float(digits) for digits in re.findall(r"[0-9.]+", line)]
    xs, ys = numbers[::2], numbers[1::2]
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


@pytest.mark.parametrize("more", ["", 'fill="#00f"', 'stroke-linecap="round"', 'stroke-linejoin="round"'])
@pytest.mark.parametrize(
    "pen",
    [
        'stroke-width="0.02" stroke-dasharray="0.00001"',
        'stroke-width="0.02" stroke-dasharray="0.002 0.001 0.0007"',
        'stroke-width="2" transform="scale(0.01)" stroke-dasharray="0 0.001"',
        'stroke-width="1" stroke-dasharray="0.00001 0.00003"',
    ],
)
@pytest.mark.parametrize(
    "path", ["M5 5H55", "M5 5C20 5 20 35 55 35", "M5 5H55V35H5Z M9 9H9 M10 10H50", "M-99999 0L99999 99999"]
)
def test_few_operators_paint_any_dashes(path: str, pen: str, more: str, make_job: Callable[..., Any]) -> None:
    content = drawn(make_job, f'<path d="{path}" stroke="#000" {pen} {more}/>')
    assert len(content) < 2000


def drawn(make_job: Callable[..., Any], body: str) -> str:
    with pikepdf.open(io.BytesIO(write_pdf(make_job({"a": f'<svg viewBox="0 0 60 40">{body}</svg>'})))) as pdf:
        assert "/ExtGState" not in pdf.pages[0].Resources or "opacity" in body, "nothing is seen through"
        return pdf.pages[0].Contents.read_bytes().decode("latin-1")


def test_thin_dashes_without_length_nor_ends_are_nothing(make_job: Callable[..., Any]) -> None:
    more = 'stroke-width="0.02" stroke-dasharray="0 0.0001"'
    assert "0.01 5" not in drawn(make_job, f'<path d="M5 5H55" fill="none" stroke="#000" {more}/>')


@pytest.mark.parametrize(
    ("lengths", "written"),
    [
        ("0.00001", "[0.01 0.01] 0 d"),
        ("0.00001 0.00003", "[0.005 0.015] 0 d"),
        ("0 0.0001", "[0.001 0.019] 0 d"),
        ("0.001", "[0.001 0.001] 0 d"),
        ("1 0.5", "[1 0.5] 0 d"),
    ],
)
def test_dashes_of_wide_lines_are_never_written_as_nothing(
    lengths: str, written: str, make_job: Callable[..., Any]
) -> None:
    line = f'<path d="M5 5H55" stroke="#000" stroke-dasharray="{lengths}"/>'
    text = f'<text x="5" y="9" font-family="Oswald" font-size="9" stroke="#000" stroke-dasharray="{lengths}">x</text>'
    assert written in drawn(make_job, line) and written in drawn(make_job, text)


def test_dashes_of_an_outline_are_a_few_thousand_at_most() -> None:
    line = (("M", (0.0, 0.0)), ("L", (40.0, 0.0)))
    few = dashes(line, (0.005, 0.005), 0.0, 0.1)
    assert few is not None and len(few) == pytest.approx(8000, abs=2)
    assert dashes(line, (0.004, 0.004), 0.0, 0.1) is None
    assert dashes(line, (1e-300, 1e-300), 0.0, 0.1) is None
    assert dashes(line, (0.0, 0.0), 0.0, 0.1) == line
    assert dashes((("M", (0.0, 0.0)), ("L", (0.0, 0.0))), (1e-9,), 0.0, 0.1) == (("M", (0.0, 0.0)),)


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
    line_widths = list(widths(data))
    assert min(line_widths) >= 0.25 - 1e-4
    assert max(width for width in line_widths if width < 0.7) <= 0.25 * 2**0.5 + 1e-4
    with pikepdf.open(io.BytesIO(data)) as pdf:
        forms = [
            pdf_object
            for pdf_object in pdf.objects
            if isinstance(pdf_object, pikepdf.Stream) and pdf_object.get("/Subtype") == "/Form"
        ]
    assert len(forms) == 3, "the symbol, and two of the small sizes"


@given(st.floats(1e-4, 100))
def test_a_scale_is_taken_for_the_next_smaller_of_a_few(scale: float) -> None:
    assert scale / 2**0.5 <= scale_below(scale) * (1 + 1e-9) <= scale * (1 + 2e-9)


def test_the_least_scale_is_the_shorter_side_of_a_turned_square() -> None:
    assert least_scale((0.0, 2.0, -3.0, 0.0, 1.0, 1.0)) == pytest.approx(2)
    assert least_scale((1.0, 0.0, 1.0, 0.0, 0.0, 0.0)) == 0
    assert pytest.approx(0.25 * 25.4 / 72) == LEAST_LINE
