"""A kit built for a measured printer: every back lies on its front once that printer has printed it, and what is
printed is read back as before."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pikepdf
import pytest

from pnp.build.options import BuildOptions, resolve
from pnp.calibration.profile import Printer, PrinterProfile
from pnp.calibration.readings import front_scale, solve_readings
from pnp.calibration.verniers import rulers
from pnp.diagnostics import PnpError
from pnp.imposition.correction import Correction
from pnp.model.sizes import PAPERS, paper
from pnp.project.project import open_shipped
from pnp.units import MM_PER_PT
from pnp.verify.verify import verify_bytes

A4 = PAPERS["a4"]
ONLY = ("cards", "summary")


def of(mend: Correction, **more: Any) -> Printer:
    return Printer("Brother at home", {"a4": PrinterProfile(mend, **more)})


def moved(page: Any, point: tuple[float, float]) -> tuple[float, float]:
    a, b, c, d, e, f = page.get("matrix", (1, 0, 0, 1, 0, 0))
    return a * point[0] + c * point[1] + e, b * point[0] + d * point[1] + f


def corners(slot: Any) -> list[tuple[float, float]]:
    x, y, width, height = (slot[key] for key in ("x_mm", "y_mm", "width_mm", "height_mm"))
    return [(x, y), (x + width, y), (x, y + height), (x + width, y + height)]


@pytest.fixture(scope="module")
def crooked(side: Any, simulated: Any) -> Any:
    return simulated(side((0.996, 1.004), -0.1, (0.3, 0.2)), side((0.997, 1.003), 0.15, (-0.7, 0.9)))


@pytest.fixture(scope="module")
def mended(crooked: Any) -> Correction:
    meant = rulers(A4, 5.0)
    return solve_readings(crooked.seen(A4), A4, front_scale(A4, meant[0] * 0.996, meant[1] * 1.004)).correction


def test_every_back_lies_on_its_front_on_the_paper(printed: Callable[..., Any], crooked: Any, mended: Any) -> None:
    kit = printed(printer=of(mended), only=ONLY)
    pages = kit.manifest["pages"]
    pairs = 0
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        for slot in front["slots"]:
            # The turn of the front on the paper stays, so a back is held against its front and not against the page.
            front_points = sorted(crooked.behind(moved(front, point), A4) for point in corners(slot))
            backs = [
                sorted(crooked.back.printed(moved(back, point), A4) for point in corners(other))
                for other in back["slots"]
                if other["card"] == slot["card"]
            ]
            distances = [
                max(
                    abs(a - b)
                    for front_point, back_point in zip(front_points, back_points, strict=True)
                    for a, b in zip(front_point, back_point, strict=True)
                )
                for back_points in backs
            ]
            assert min(distances) < 0.1
            pairs += 1
    assert pairs > 50


def test_lengths_on_the_paper_are_those_of_the_file(printed: Callable[..., Any], crooked: Any, mended: Any) -> None:
    page = printed(printer=of(mended), only=ONLY).manifest["pages"][0]
    left, right, upper, _ = (crooked.front.printed(moved(page, point), A4) for point in corners(page["slots"][0]))
    slot = page["slots"][0]
    assert ((right[0] - left[0]) ** 2 + (right[1] - left[1]) ** 2) ** 0.5 == pytest.approx(slot["width_mm"], abs=0.01)
    assert ((upper[0] - left[0]) ** 2 + (upper[1] - left[1]) ** 2) ** 0.5 == pytest.approx(slot["height_mm"], abs=0.01)


def test_the_examples_of_such_a_kit_are_read_back_and_verified_later(
    printed: Callable[..., Any], mended: Correction
) -> None:
    kit = printed(printer=of(mended), only=(*ONLY, "rules"))
    report = verify_bytes(open_shipped(), kit.pdf, "kit.pdf")
    assert report.passed
    assert report.places > 20
    assert kit.manifest["printer"] == "Brother at home"
    assert all("matrix" in page for page in kit.manifest["pages"])


def test_a_kit_turned_by_two_degrees_is_still_read(printed: Callable[..., Any]) -> None:
    kit = printed(printer=of(Correction(back_turn=2.0, back_scale=(0.98, 1.02), front_scale=(1.02, 0.98))), only=ONLY)
    assert verify_bytes(open_shipped(), kit.pdf, "kit.pdf").passed


def test_the_matrix_is_in_the_file_as_in_the_manifest(printed: Callable[..., Any], mended: Correction) -> None:
    import io  # noqa: PLC0415 - only this test

    kit = printed(printer=of(mended), only=ONLY)
    with pikepdf.open(io.BytesIO(kit.pdf)) as file:
        for page, listed in zip(file.pages, kit.manifest["pages"], strict=True):
            first, second = list(pikepdf.parse_content_stream(page))[:2]
            assert [float(value) for value in first.operands][:4] == pytest.approx([1 / MM_PER_PT, 0, 0, 1 / MM_PER_PT])
            assert str(second.operator) == "cm"
            assert [float(value) for value in second.operands] == pytest.approx(listed["matrix"], abs=1e-6)


def test_a_printer_that_only_shifts_has_no_matrix_and_the_same_fronts(printed: Callable[..., Any]) -> None:
    plain, shifted = printed(only=ONLY), printed(printer=of(Correction(back_offset=(0.5, -0.3))), only=ONLY)
    assert not any("matrix" in page for page in shifted.manifest["pages"])
    for before, after in zip(plain.manifest["pages"], shifted.manifest["pages"], strict=True):
        by = (0.5, -0.3) if after["side"] == "back" else (0.0, 0.0)
        for slot, shifted_slot in zip(before["slots"], after["slots"], strict=True):
            assert (shifted_slot["x_mm"] - slot["x_mm"], shifted_slot["y_mm"] - slot["y_mm"]) == pytest.approx(
                by, abs=1e-3
            )


def test_the_page_that_is_not_cut_stays_where_it_is(printed: Callable[..., Any]) -> None:
    kit = printed(printer=of(Correction(back_offset=(0.5, -0.3))), only=("rules",))
    sides = [slot for page in kit.manifest["pages"] for slot in page["slots"]]
    assert {(slot["x_mm"], slot["y_mm"]) for slot in sides} == {(0.0, 0.0)}
    assert {slot["face"] for slot in sides} == {"front", "back"}


def test_a_manifest_cannot_hide_what_is_printed_behind_a_matrix(printed: Callable[..., Any]) -> None:
    from pnp.verify.readback import PrintedPdf  # noqa: PLC0415 - only this test

    with PrintedPdf(printed(only=ONLY).pdf, "kit.pdf") as pdf, pytest.raises(ValueError, match="mends no printer"):
        pdf.straighten(1, (1.0, 0.0, 0.0, -1.0, 0.0, 297.0))


def resolved(**options: Any) -> Any:
    return resolve(BuildOptions(**{"paper": paper("a4"), **options}), open_shipped().game("red"))


def test_options_go_before_the_printer_and_the_printer_before_the_game() -> None:
    mend = Correction(back_offset=(0.5, 0.0))
    printer = of(mend, margin=3.0, flip="short")
    assert (resolved().margin, resolved().flip) == (5.0, "long")
    settings = resolved(printer=printer)
    assert (settings.margin, settings.flip, settings.correction, settings.printer) == (
        3.0,
        "short",
        mend,
        "Brother at home",
    )
    settings = resolved(printer=printer, margin=6.0, flip="long", back_offset=(0.0, 0.0))
    assert (settings.margin, settings.flip, settings.correction.back_offset) == (6.0, "long", (0.0, 0.0))


def test_margins_grow_by_what_scales_and_turn_move() -> None:
    mend = Correction(front_scale=(1.0, 1.004))
    assert resolved(printer=of(mend, margin=4.0)).margin == pytest.approx(4.6)
    assert resolved(printer=of(Correction(back_turn=0.5), margin=4.0), backs="gutterfold").margin == 4.0


def test_a_printer_that_was_measured_on_another_paper_is_refused_by_name_and_told_by_default() -> None:
    printer = of(Correction(back_offset=(0.5, 0.0)))
    with pytest.raises(PnpError, match="was measured on a4, and not on letter"):
        resolved(printer=printer, paper=paper("letter"))
    settings = resolved(printer=Printer("Home", printer.profiles, by_default=True), paper=paper("letter"))
    assert (settings.correction, settings.printer) == (Correction(), "")


@pytest.mark.parametrize("options", [{"back_offset": (0.0, -5.5)}, {"printer": of(Correction(back_offset=(5.5, 0.0)))}])
def test_an_offset_beyond_the_margin_is_refused(options: Any) -> None:
    with pytest.raises(PnpError, match=r"an offset of 5.5 mm is beyond the margin of 5 mm"):
        resolved(**options)
    assert resolved(**options, margin=6.0)
    assert resolved(**options, backs="gutterfold")
