"""The measure itself: sizes are real ones, whatever matrix the text stands under."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pytest
from reportlab.pdfgen.canvas import Canvas

from tests.sizes.measure import ANYTHING, Glyph, Sheets, cards_among, too_small

pytestmark = pytest.mark.kit

SAID = {
    "badge": ["7"],
    "heading": {"key": "x", "values": {}},
    "rows": [{"label": None, "titled": False, "cards": [["7", "R"]], "note": None}],
    "verdict": {"key": "x", "values": {}},
}


def page_of(draw: Callable[[Any], object]) -> bytes:
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(200, 200))
    canvas.setFont("Helvetica", 10)
    draw(canvas)
    canvas.save()
    return buffer.getvalue()


def scaled(canvas: Any) -> None:
    canvas.scale(1, 0.5)
    canvas.drawString(20, 40, "half")


def turned(canvas: Any) -> None:
    canvas.translate(100, 100)
    canvas.rotate(90)
    canvas.scale(0.8, 0.8)
    canvas.drawString(0, 0, "turned")


def narrowed(canvas: Any) -> None:
    text = canvas.beginText(20, 40)
    text.setHorizScale(50)
    text.textLine("narrow")
    canvas.drawText(text)


@pytest.mark.parametrize(
    ("draw", "size"),
    [(lambda canvas: canvas.drawString(20, 40, "as it is"), 10), (scaled, 5), (turned, 8), (narrowed, 10)],
)
def test_a_size_is_that_on_paper(draw: Callable[[Any], object], size: float) -> None:
    sheets = Sheets(page_of(draw))
    found = sheets.glyphs(1)
    sheets.close()
    assert found and [glyph.size for glyph in found] == pytest.approx([size] * len(found), abs=0.01)


def test_a_reading_is_half_as_large_as_its_word_and_four_points_at_least() -> None:
    def draw(canvas: Any, size: float) -> None:
        canvas.drawString(30, 40, "M")
        canvas._code.append("/Ruby BMC")
        canvas.setFont("Helvetica", size)
        canvas.drawString(32, 50, "m")
        canvas._code.append("EMC")

    slot = {"component": "cards", "card": "a", "face": "front", "face_id": "cards-a", "language": "ja", "rotation": 0}
    slot |= {"x_mm": 5, "y_mm": 5, "width_mm": 60, "height_mm": 60}
    manifest = {"pages": [{"number": 1, "slots": [slot]}], "examples": []}
    for size, wrong in ((5, 0), (3.5, 2), (8, 1)):
        found = too_small(page_of(lambda canvas, size=size: draw(canvas, size)), manifest, {"cards": "cards"}, {}, {})
        assert len(found) == wrong, (size, found)


def test_glyphs_of_cards_and_captions_are_told_apart() -> None:
    glyphs = [Glyph(char, 8, 0, 0) for char in "77R7beats"]
    found = cards_among(glyphs, {"id": "x", "said": SAID}, ["7", "7", "R", "7 beats"], "en")
    assert found == [True] * 3 + [False] * 6


def test_type_below_its_floor_is_told_once_with_its_face_and_what_it_says() -> None:
    data = page_of(lambda canvas: (canvas.setFont("Helvetica", 5), canvas.drawString(30, 40, "small print")))
    slot = {"component": "cards", "card": "a", "face": "front", "face_id": "cards-a", "language": "en", "rotation": 0}
    slot |= {"x_mm": 5, "y_mm": 5, "width_mm": 60, "height_mm": 60}
    manifest = {"pages": [{"number": 1, "slots": [slot]}], "examples": []}
    (found,) = too_small(data, manifest, {"cards": "cards"}, {}, {})
    assert (found.face, found.size, found.floor, found.text) == ("cards-a", 5, ANYTHING, "smallprint")
    assert str(found) == "cards-a, page 1: words in 5.00 pt, least 6.0 pt: 'smallprint'"
