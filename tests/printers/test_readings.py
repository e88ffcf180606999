"""What is read off the sheet mends the printer: simulated printers, measured in arithmetic."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.diagnostics import PnpError
from pnp.imposition.correction import Correction, corrected
from pnp.imposition.flip import flip_axis, flipped
from pnp.imposition.page import Page
from pnp.imposition.verniers import rulers
from pnp.model.sizes import PAPERS
from pnp.printers.readings import front_scale, measured, parse_readings, scales_of
from pnp.units import Size

A4 = PAPERS["a4"]


def moved(page: Page, point: tuple[float, float], offset: tuple[float, float]) -> tuple[float, float]:
    a, b, c, d, e, f = page.matrix or (1, 0, 0, 1, 0, 0)
    x, y = point[0] + offset[0], point[1] + offset[1]
    return a * x + c * y + e, b * x + d * y + f


def off_by(printer: Any, mend: Correction, size: Size, flip: str, rim: float = 12.0) -> float:
    """By how much a back is off its front, right or up, at the worst of nine points of the page, once it is mended."""
    front, back = corrected((Page(1, 1, "front", size, ()), Page(2, 1, "back", size, ())), mend, turned=True)
    worst = 0.0
    for x in (rim, size.width / 2, size.width - rim):
        for y in (rim, size.height / 2, size.height - rim):
            seen = printer.behind(moved(front, (x, y), (0.0, 0.0)), size)
            there = flipped((x, y), size, flip_axis(flip))  # type: ignore[arg-type]
            behind = printer.back.printed(moved(back, there, mend.back_offset), size)
            worst = max(worst, abs(seen[0] - behind[0]), abs(seen[1] - behind[1]))
    return worst


@given(
    st.tuples(st.floats(-1.2, 1.2), st.floats(-1.2, 1.2)),
    st.floats(-0.25, 0.25),
    st.tuples(st.floats(0.998, 1.002), st.floats(0.998, 1.002)),
    st.tuples(st.floats(0.99, 1.01), st.floats(0.99, 1.01)),
    st.sampled_from(["a4", "letter"]),
    st.sampled_from(["long", "short"]),
)
def test_every_back_lies_on_its_front_once_the_printer_is_mended(
    side: Any, simulated: Any, shift: Any, turn: float, more: Any, scale: Any, name: str, flip: str
) -> None:
    size = PAPERS[name]
    printer = simulated(side(scale), side((scale[0] * more[0], scale[1] * more[1]), turn, shift), flip)
    meant = rulers(size, 5.0)
    mend = measured(printer.seen(size), size, front_scale(size, meant[0] * scale[0], meant[1] * scale[1])).correction
    # Figures are read to 0.1 mm, so each is off by up to 0.05 mm, and about zero a little more.
    assert off_by(printer, mend, size, flip) < 0.13
    assert mend.front_scale == pytest.approx((1 / scale[0], 1 / scale[1]))


@pytest.mark.parametrize("flip", ["long", "short"])
def test_a_printer_that_only_shifts_is_mended_to_what_can_be_read(side: Any, simulated: Any, flip: str) -> None:
    printer = simulated(side(shift=(0.2, -0.1)), side(shift=(0.6, -0.9)), flip)
    found = measured(printer.seen(A4), A4)
    assert found.told == "offset"
    assert found.correction.of_backs == (1.0, 1.0, 0.0)
    assert off_by(printer, found.correction, A4, flip) < 1e-6


def test_a_turn_is_told_from_an_offset(side: Any, simulated: Any) -> None:
    printer = simulated(side(), side(turn=0.2, shift=(0.4, 0.1)))
    found = measured(printer.seen(A4), A4)
    assert found.correction.back_turn == pytest.approx(-0.2, abs=0.02)
    assert found.correction.back_offset == pytest.approx((-0.4, -0.1), abs=0.05)
    assert off_by(printer, found.correction, A4, "long") < 0.1


def test_paper_that_shrinks_before_its_back_is_printed_shows_in_the_scales(side: Any, simulated: Any) -> None:
    printer = simulated(side(), side((1.003, 1.001)))
    found = measured(printer.seen(A4), A4)
    assert found.told == "offset, turn and scale"
    assert found.correction.back_scale == pytest.approx((1 / 1.003, 1 / 1.001), abs=0.0007)


def test_without_any_scale_and_turn_two_figures_are_enough() -> None:
    assert measured({"A": 0.3, "H": -0.2}, A4).correction == Correction(back_offset=(0.3, -0.2))


def test_four_figures_tell_offset_and_turn(side: Any, simulated: Any) -> None:
    printer = simulated(side(), side(turn=-0.15, shift=(0.2, 0.5)))
    seen = printer.seen(A4)
    found = measured({letter: seen[letter] for letter in "ADEH"}, A4)
    assert found.told == "offset and turn"
    assert off_by(printer, found.correction, A4, "long") < 0.15


def test_a_sheet_that_was_printed_with_an_offset_tells_the_whole_of_it(side: Any, simulated: Any) -> None:
    printer = simulated(side(), side(shift=(4.3, -3.1)))
    with pytest.raises(AssertionError, match="off by more than the scales reach"):
        printer.seen(A4)
    found = measured(printer.seen(A4, (-4.0, 3.0)), A4, printed_with=(-4.0, 3.0))
    assert found.correction.back_offset == pytest.approx((-4.3, 3.1))


@pytest.mark.parametrize(
    "text",
    [
        "A+0.3 B-0.2 h0",
        "A 0.3, B -0.2, H 0",
        "a=+0,3;b=−0,2;h=0mm",
        "A:0.3 B – 0.2 H 0",
        "A0.3B-0.2H0",
    ],
)
def test_figures_are_read_as_people_write_them(text: str) -> None:
    assert parse_readings(text) == {"A": 0.3, "B": -0.2, "H": 0.0}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "there are no figures"),
        ("0.3", "'0.3' is no letter with its figure"),
        ("A0.3 B", "'B' is no letter with its figure"),
        ("A0.3 A0.2", "there are two figures for A"),
        ("A0.3 E0 K0.1", "there is no scale K: they are called A, B, C, D, E, F, G, H"),
        ("A0.3 E2.7", "scale E goes from −2 to +2, and not to +2.7"),
        ("A0.3 B0.2", "none of the figures is one of E to H, which tell how far backs go to the up"),
        ("E0.3", "none of the figures is one of A to D"),
    ],
)
def test_figures_that_cannot_be_are_told(text: str, why: str) -> None:
    with pytest.raises(PnpError) as caught:
        measured(parse_readings(text), A4)
    assert why in caught.value.diagnostics[0].message


def test_a_figure_with_the_wrong_sign_is_found(side: Any, simulated: Any) -> None:
    seen = simulated(side(), side(turn=0.1, shift=(0.5, 0.4))).seen(A4)
    with pytest.raises(PnpError, match=r"contradict each other.*without C, which is off by") as caught:
        measured({**seen, "C": -seen["C"]}, A4)
    assert caught.value.diagnostics[0].hint == "read C again, with its sign, or leave it out"


def test_a_scale_beyond_what_can_be_mended_is_refused() -> None:
    far = {"A": -1.9, "B": 1.9, "C": -1.9, "D": 1.9, **dict.fromkeys("EFGH", 0.0)}
    with pytest.raises(PnpError, match=r"--read: a scale of \d.* % is more than 2 % off") as caught:
        measured(far, A4)
    assert "straight in its tray" in (caught.value.diagnostics[0].hint or "")


def test_every_line_of_every_scale_can_be_read() -> None:
    for scale in scales_of(A4).values():
        for mark in scale.marks():
            if mark.value:
                assert scale.at(mark.value) == pytest.approx(scale.point(mark.back, mark.row))
