"""Readings of the sheet correct the printer: simulated printers, measured in arithmetic."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pnp.calibration.readings import front_scale, parse_readings, scales_of, solve_readings
from pnp.calibration.verniers import rulers
from pnp.diagnostics import PnpError
from pnp.imposition.correction import Correction, correct_pages
from pnp.imposition.grid import flip_axis, flipped
from pnp.imposition.page import Page
from pnp.model.sizes import PAPERS
from pnp.units import Size

A4 = PAPERS["a4"]


def moved(page: Page, point: tuple[float, float], offset: tuple[float, float]) -> tuple[float, float]:
    a, b, c, d, e, f = page.matrix or (1, 0, 0, 1, 0, 0)
    x, y = point[0] + offset[0], point[1] + offset[1]
    return a * x + c * y + e, b * x + d * y + f


def off_by(printer: Any, mend: Correction, size: Size, flip: str, rim: float = 12.0) -> float:
    """By how much a back is off its front, right or up, at the worst of nine points of the page, once it is mended."""
    front, back = correct_pages((Page(1, 1, "front", size, ()), Page(2, 1, "back", size, ())), mend, turned=True)
    worst = 0.0
    for x in (rim, size.width / 2, size.width - rim):
        for y in (rim, size.height / 2, size.height - rim):
            seen = printer.behind(moved(front, (x, y), (0.0, 0.0)), size)
            there = flipped((x, y), size, flip_axis(flip))  # type: ignore[arg-type]
            behind = printer.back.printed(moved(back, there, mend.back_offset), size)
            worst = max(worst, abs(seen[0] - behind[0]), abs(seen[1] - behind[1]))
    return worst


SHIFTS = st.tuples(st.floats(-6.0, 6.0), st.floats(-6.0, 6.0))


@given(
    SHIFTS,
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
    mend = solve_readings(
        printer.seen(size), size, front_scale(size, meant[0] * scale[0], meant[1] * scale[1])
    ).correction
    # Figures are read to 0.1 mm, so each is off by up to 0.05 mm, and about zero a little more.
    assert off_by(printer, mend, size, flip) < 0.13
    assert mend.front_scale == pytest.approx((1 / scale[0], 1 / scale[1]))


@given(
    SHIFTS,
    st.floats(-0.15, 0.15),
    st.tuples(st.floats(0.995, 1.002), st.floats(0.995, 1.002)),
    st.tuples(st.floats(0.995, 1.002), st.floats(0.995, 1.002)),
    st.sampled_from(["a4", "letter"]),
    st.sampled_from(["long", "short"]),
    st.randoms(use_true_random=False),
)
def test_an_eye_that_errs_is_never_believed_a_pitch_off(
    side: Any, simulated: Any, shift: Any, turn: float, fronts: Any, backs: Any, name: str, flip: str, eye: Any
) -> None:
    size, meant = PAPERS[name], rulers(PAPERS[name], 5.0)
    printer = simulated(side(fronts), side(backs, turn, shift), flip)
    seen = printer.seen(size, blur=lambda most: eye.uniform(-most, most))
    mend = solve_readings(seen, size, front_scale(size, meant[0] * fronts[0], meant[1] * fronts[1])).correction
    assert off_by(printer, mend, size, flip) < 0.17


@example((1.0, 0.0), "X", 1.9375, -1, 0.1484375)  # half a pitch off: some scales are read a pitch away
@given(SHIFTS, st.sampled_from("XY"), st.floats(1.4, 2.6), st.sampled_from([-1, 1]), st.floats(-0.15, 0.15))
def test_a_cross_that_the_scales_contradict_is_named(
    side: Any, simulated: Any, shift: Any, letter: str, misread: float, sign: int, turn: float
) -> None:
    seen = simulated(side(), side(turn=turn, shift=shift)).seen(A4)
    with pytest.raises(PnpError, match=f"{letter} contradicts") as caught:
        solve_readings({**seen, letter: seen[letter] + sign * misread}, A4)
    assert f"read {letter} again, where the line of the front" in (caught.value.diagnostics[0].hint or "")


def test_what_the_scales_make_of_the_cross_is_told() -> None:
    with pytest.raises(PnpError, match=r"X contradicts A, B, C and D: by them it is near 7\.4 or 11\.4, and not 9\n"):
        solve_readings({"X": 9.0, "Y": 10.0, **dict.fromkeys("ABCD", 1.4), **dict.fromkeys("EFGH", 0.0)}, A4)


@pytest.mark.parametrize(("given", "missing"), [({}, "X and Y"), ({"X": 10.0}, "Y"), ({"Y": 10.0}, "X")])
def test_scales_without_the_cross_are_refused(given: dict[str, float], missing: str) -> None:
    with pytest.raises(
        PnpError, match=f"{missing} of the cross .* (is|are) missing: scales alone .* 4 mm farther off"
    ) as caught:
        solve_readings({**given, **dict.fromkeys("ABCDEFGH", 0.0)}, A4)
    assert "X10.5 Y9.5 A0.3" in (caught.value.diagnostics[0].hint or "")


@pytest.mark.parametrize("figure", [-0.5, 20.5])
def test_a_line_beside_the_cross_is_no_reading(figure: float) -> None:
    with pytest.raises(PnpError, match="scale X goes from 0 to 20") as caught:
        solve_readings({"X": figure, "Y": 10.0, "A": 0.0, "E": 0.0}, A4)
    assert "lay the paper straight" in (caught.value.diagnostics[0].hint or "")


@pytest.mark.parametrize("text", ["X10 Y10 A+0.3 E0", "X10 Y10 A0.3 E-0.2", "X+2.5 Y10 A0.3 E0", "X10 Y−1 A0 E0"])
def test_signs_are_those_of_an_older_sheet(text: str) -> None:
    with pytest.raises(PnpError, match="has a sign, and no figure of the sheet has one") as caught:
        parse_readings(text)
    assert "if it has rows of − and +, print a new one" in (caught.value.diagnostics[0].hint or "")


def test_a_sheet_that_was_fitted_to_the_paper_is_refused(side: Any, simulated: Any) -> None:
    fitted = simulated(side((0.97, 0.97)), side((0.97, 0.97), shift=(2.6, -0.3)))
    with pytest.raises(PnpError, match=r"a scale of 103\.09 % is more than 2 % off"):
        solve_readings(fitted.seen(A4), A4, front_scale(A4, 180 * 0.97, 250 * 0.97))
    backs_alone = simulated(side(), side((0.97, 0.97)))
    with pytest.raises(PnpError, match=r"contradict|more than [12] % off"):
        solve_readings(backs_alone.seen(A4), A4)


@pytest.mark.parametrize("flip", ["long", "short"])
def test_a_printer_that_only_shifts_is_mended_to_what_can_be_read(side: Any, simulated: Any, flip: str) -> None:
    printer = simulated(side(shift=(0.2, -0.1)), side(shift=(0.6, -0.9)), flip)
    calibrated = solve_readings(printer.seen(A4), A4)
    assert calibrated.model == "offset"
    assert calibrated.correction.back_matrix == (1.0, 1.0, 0.0)
    assert off_by(printer, calibrated.correction, A4, flip) < 1e-6


def test_a_turn_is_told_from_an_offset(side: Any, simulated: Any) -> None:
    printer = simulated(side(), side(turn=0.2, shift=(0.4, 0.1)))
    calibrated = solve_readings(printer.seen(A4), A4)
    assert calibrated.correction.back_turn == pytest.approx(-0.2, abs=0.02)
    assert calibrated.correction.back_offset == pytest.approx((-0.4, -0.1), abs=0.05)
    assert off_by(printer, calibrated.correction, A4, "long") < 0.1


def test_paper_that_shrinks_before_its_back_is_printed_shows_in_the_scales(side: Any, simulated: Any) -> None:
    printer = simulated(side(), side((1.003, 1.001)))
    calibrated = solve_readings(printer.seen(A4), A4)
    assert calibrated.model == "offset, turn and scale"
    assert calibrated.correction.back_scale == pytest.approx((1 / 1.003, 1 / 1.001), abs=0.0007)


def test_without_any_scale_and_turn_two_figures_are_enough() -> None:
    calibrated = solve_readings({"X": 10.5, "Y": 10.0, "A": 0.3, "H": 3.8}, A4)
    assert calibrated.correction.back_offset == pytest.approx((0.3, -0.2))
    assert calibrated.correction.back_matrix == (1.0, 1.0, 0.0)


def test_four_figures_tell_offset_and_turn(side: Any, simulated: Any) -> None:
    printer = simulated(side(), side(turn=-0.15, shift=(0.2, 0.5)))
    seen = printer.seen(A4)
    calibrated = solve_readings({letter: seen[letter] for letter in "XYADEH"}, A4)
    assert calibrated.model == "offset and turn"
    assert off_by(printer, calibrated.correction, A4, "long") < 0.15


def test_a_sheet_that_was_printed_with_an_offset_tells_the_whole_of_it(side: Any, simulated: Any) -> None:
    printer = simulated(side(), side(shift=(12.3, -7.1)))
    calibrated = solve_readings(printer.seen(A4, (-9.0, 3.0)), A4, printed_with=(-9.0, 3.0))
    assert calibrated.correction.back_offset == pytest.approx((-12.3, 7.1))


@pytest.mark.parametrize(
    "text",
    [
        "X12.5 A0.3 B3.8 h0",
        "x 12.5, A 0.3, B 3.8, H 0",
        "X=12,5;a=0,3;b=3,8;h=0mm",
        "X:12.5 A:0.3 B 3.8 H 0",
        "X12.5A0.3B3.8H0",
    ],
)
def test_figures_are_read_as_people_write_them(text: str) -> None:
    assert parse_readings(text) == {"X": 12.5, "A": 0.3, "B": 3.8, "H": 0.0}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "there are no figures"),
        ("0.3", "'0.3' is no letter with its figure"),
        ("A0.3 B", "'B' is no letter with its figure"),
        ("A0.3 A0.2", "there are two figures for A"),
        ("A0.3 E0 K0.1", "there is no scale K: they are called X, Y, A, B, C, D, E, F, G, H"),
        ("X10 Y10 A0.3 E4.7", "scale E has the figures 0 to 4, and not 4.7"),
        ("X10 Y10 A0.3 B0.2", "none of the figures is one of E to H, which tell how far backs go up"),
        ("X10 Y10 E0.3", "none of the figures is one of A to D, which tell how far backs go to the right"),
    ],
)
def test_figures_that_cannot_be_are_told(text: str, why: str) -> None:
    with pytest.raises(PnpError) as caught:
        solve_readings(parse_readings(text), A4)
    assert why in caught.value.diagnostics[0].message


def test_a_scale_that_was_misread_is_found(side: Any, simulated: Any) -> None:
    seen = simulated(side(), side(turn=0.1, shift=(0.5, 0.4))).seen(A4)
    with pytest.raises(PnpError, match=r"contradict each other.*without C, which is off by") as caught:
        solve_readings({**seen, "C": round(4 - seen["C"], 1)}, A4)
    assert caught.value.diagnostics[0].hint == "read C again, or leave it out"
    with pytest.raises(PnpError, match=r"C, 1\.4, contradicts the cross and the other scales"):
        solve_readings({**seen, "C": 1.4}, A4)


def test_a_paper_with_short_scales_names_the_figures_that_it_has() -> None:
    with pytest.raises(PnpError, match=r"scale A has the figures 0 to 1 and 3 to 4, and not 1\.4"):
        solve_readings({"X": 10.0, "Y": 10.0, "A": 1.4, "E": 0.0}, PAPERS["a5"])


def test_backs_of_another_size_than_fronts_are_refused() -> None:
    far = {"X": 10.0, "Y": 10.0, "A": 3.2, "B": 0.8, "C": 3.2, "D": 0.8, **dict.fromkeys("EFGH", 0.0)}
    with pytest.raises(PnpError, match=r"--read: backs are printed at 98\.\d % of fronts, more than 1 % off") as caught:
        solve_readings(far, A4)
    assert "in one job at 100 %" in (caught.value.diagnostics[0].hint or "")


def test_every_line_of_every_scale_can_be_read() -> None:
    for scale in scales_of(A4).values():
        for mark in scale.marks():
            if 0 < abs(mark.value) < 2:
                assert scale.at(mark.figure) == pytest.approx(scale.point(mark.back, mark.row))


@pytest.mark.parametrize(
    ("text", "right"),
    [("X10 Y10 A0.1 B0 E0 F0", -0.05), ("X8 Y10 A2.1 B2.0 E0 F0", 1.95), ("X10 Y10 A0 B0.1 E0.1 F0", -0.05)],
)
def test_scales_of_one_side_tell_the_shift_alone(text: str, right: float) -> None:
    calibrated = solve_readings(parse_readings(text), A4)
    assert calibrated.model == "offset"
    assert abs(abs(calibrated.correction.back_offset[0]) - abs(right)) < 0.01
