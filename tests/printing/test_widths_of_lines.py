"""No line is printed thinner than a quarter of a point, whatever it is scaled by; wider ones stay as they are."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.printing import write_pdf
from pnp.printing.strokes import LEAST_LINE, least_scale, scale_below
from tests.printing.lines import widths

HAIR = '<path d="M0 0H9V9" stroke="#000" fill="none" stroke-width="{}"{}/>'
LONG = "".join(f'<path d="M{n} 0H9V{n}" stroke="#000" fill="none" stroke-width="0.5"/>' for n in range(20))


def printed(make_job: Callable[..., Any], body: str) -> list[float]:
    return [round(width, 4) for width in widths(write_pdf(make_job({"a": f'<svg viewBox="0 0 60 40">{body}</svg>'})))]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (HAIR.format(0.02, ""), 0.25),
        (HAIR.format(0.2, ' transform="scale(0.1)"'), 0.25),
        (f'<g transform="scale(0.1)">{HAIR.format(0.2, "")}</g>', 0.25),
        (f'<g transform="rotate(30) scale(0.5 0.1)">{HAIR.format(0.2, "")}</g>', 0.25),
        (f'<g opacity="0.5" transform="scale(0.1)">{HAIR.format(0.2, "")}</g>', 0.25),
        (HAIR.format(0.2, ' opacity="0.5" transform="scale(0.1)" stroke-dasharray="1 2"'), 0.25),
        (HAIR.format(0.2, ""), 0.2 * 72 / 25.4),
        (f'<g transform="scale(2)">{HAIR.format(0.06, "")}</g>', 0.12 * 72 / 25.4),
    ],
)
def test_a_line_is_as_wide_as_paper_needs(body: str, expected: float, make_job: Callable[..., Any]) -> None:
    found = printed(make_job, body)
    assert all(width == pytest.approx(expected, abs=0.001) for width in found)
    assert found


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
