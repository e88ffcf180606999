"""Kerned and joined letters in a PDF: at the positions of the font, and read back as their text."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pypdf
import pypdfium2
import pytest
from PIL import ImageOps

from pnp.pdf import write_pdf
from tests.pdf.looking import PIXELS_PER_MM, TOLERANCE, worst

ON = "style=\"font-feature-settings: 'kern', 'liga'\""
LINES = [
    ("start", 2, 10, 0.0, "AVATAR To fly"),
    ("end", 58, 18, 0.0, "office Ty. fjord"),
    ("middle", 30, 26, 0.7, "fine AV fjord"),
    ("start", 2, 34, -0.1, "LTo 1716 AV fi"),
]


def sheet(style: str, lines: list[tuple[str, float, float, float, str]] = LINES) -> str:
    texts = "".join(
        f'<text x="{x}" y="{y}" text-anchor="{anchor}" letter-spacing="{apart}" {style}>{text}</text>'
        for anchor, x, y, apart, text in lines
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="40mm" viewBox="0 0 60 40" font-size="6" '
        f'font-family="EB Garamond" font-weight="700"><rect width="60" height="40" fill="#fff"/>{texts}</svg>'
    )


def test_letters_stand_where_another_program_puts_them(painted, expected, worst_tile) -> None:
    # resvg kerns and joins letters unasked. It joins those that are spaced out too, as CSS says that it should not.
    lines = [
        (anchor, x, y, apart, text if not apart else text.replace("fi", "s")) for anchor, x, y, apart, text in LINES
    ]
    different, place = worst_tile(painted(sheet(ON, lines)), expected(sheet("", lines)))
    assert different <= TOLERANCE, f"tile {place} differs by {different:.1f}"
    assert worst_tile(painted(sheet("", lines)), expected(sheet("", lines)))[0] > 3 * TOLERANCE


def test_marks_stand_where_another_program_puts_them(painted, expected, worst_tile) -> None:
    marked = [("start", 4, 15, 0.0, "x\u0301 H\u0301x e\u0301")]
    different, place = worst_tile(painted(sheet(ON, marked)), expected(sheet("", marked)))
    assert different <= TOLERANCE, f"tile {place} differs by {different:.1f}"


def test_marks_stay_with_their_letters_where_these_are_spaced_out(painted, expected, worst_tile) -> None:
    # resvg knows no space after a mark.
    marked = [("start", 4, 15, 1.0, "xHx\u0301")]
    assert worst_tile(painted(sheet(ON, marked)), expected(sheet("", marked)))[0] <= TOLERANCE


@pytest.mark.parametrize("style", ["", ON])
def test_text_is_found_in_its_place(style: str, make_job: Callable[..., Any]) -> None:
    pdf = write_pdf(make_job({"a": sheet(style)}))
    texts = [text for *_, text in LINES]
    with pypdfium2.PdfDocument(pdf) as document:
        page = document[0].get_textpage()
        assert page.get_text_range().splitlines() == texts
        mm = 72 / 25.4
        for *_, y, _, text in LINES:
            bottom = (40 - y - 2) * mm
            assert page.get_text_bounded(left=0, bottom=bottom, right=60 * mm, top=bottom + 7 * mm) == text
    extracted = pypdf.PdfReader(io.BytesIO(pdf)).pages[0].extract_text()
    assert [line.strip() for line in extracted.splitlines()] == texts


def test_a_line_is_as_wide_as_it_was_measured(painted, fonts) -> None:
    stack = fonts.stack(("EB Garamond",), 700, features=("kern", "liga"))
    for text, apart in (("AVATAR officV", 0.0), ("AVATAR officV", 0.3)):
        lines = [("end", 57.0, 20.0, apart, text)]
        left, _, right, _ = ImageOps.invert(painted(sheet(ON, lines)).convert("L")).getbbox()
        width = stack.width(text, 6, apart)
        assert left / PIXELS_PER_MM == pytest.approx(57 - width, abs=0.3)
        assert right / PIXELS_PER_MM == pytest.approx(57, abs=0.3)


def test_plain_lines_stay_as_they_were(make_job: Callable[..., Any], painted) -> None:
    off = "style=\"font-feature-settings: 'kern' 0, 'liga' off\""
    assert write_pdf(make_job({"a": sheet(off)})) == write_pdf(make_job({"a": sheet("")}))
    assert worst(painted(sheet(off)), painted(sheet(ON)))[0] > TOLERANCE
