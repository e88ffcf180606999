"""A face lies where its placement says, turned about its trim, cut off at its bleed."""

from __future__ import annotations

import pypdfium2
import pytest

from pnp.imposition.page import Circle, Page, Piece, Placement, Segment
from pnp.pdf import write_pdf
from pnp.units import Size

FACE = (
    '<svg viewBox="-3 -3 26 36"><rect x="-3" y="-3" width="26" height="36" fill="#ff0"/>'
    '<rect width="20" height="30" fill="#00f"/><rect width="5" height="5" fill="#f00"/></svg>'
)
YELLOW, BLUE, RED, WHITE, BLACK = (255, 255, 0), (0, 0, 255), (255, 0, 0), (255, 255, 255), (0, 0, 0)


@pytest.fixture
def look(make_job):
    """Return the colour at x, y in mm from the lower-left corner of a 100 × 80 mm page."""

    def look(*placements: Placement, segments: tuple[Segment, ...] = (), outlines: tuple[Circle, ...] = ()):
        page = Page(1, 1, "front", Size(100, 80), placements, segments, outlines=outlines)
        document = pypdfium2.PdfDocument(write_pdf(make_job({"face": FACE}, pages=(page,))))
        picture = document[0].render(scale=10 * 25.4 / 72).to_pil().convert("RGB")
        document.close()
        return lambda x, y: picture.getpixel((round(x * 10), round((80 - y) * 10)))

    return look


def placed(turn: int, bleed=(3, 3, 3, 3)) -> Placement:
    piece = Piece("cards", "c", "face", None, Size(20, 30), 3, "bleed")
    width, height = (20, 30) if turn % 180 == 0 else (30, 20)
    return Placement(piece, "face", "front", 40, 20, width, height, turn, bleed)


@pytest.mark.parametrize(("turn", "corner"), [(0, (42, 48)), (90, (42, 22)), (180, (58, 22)), (270, (68, 38))], ids=str)
def test_a_face_turns_counter_clockwise_about_its_trim(look, turn, corner):
    colour_at = look(placed(turn))
    width, height = (20, 30) if turn % 180 == 0 else (30, 20)
    corners = [(40 + x, 20 + y) for x in (2, width - 2) for y in (2, height - 2)]
    assert corner in corners
    assert {place: colour_at(*place) for place in corners} == {
        place: RED if place == corner else BLUE for place in corners
    }
    for x, y in ((38, 30), (41 + width, 30), (50, 18), (50, 22 + height)):
        assert colour_at(x, y) == YELLOW


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_art_runs_only_as_far_as_the_bleed_of_each_side(look, turn):
    width, height = (20, 30) if turn % 180 == 0 else (30, 20)
    colour_at = look(placed(turn, (0, 1, 2, 3)))
    middle = (40 + width / 2, 20 + height / 2)
    assert colour_at(39.8, middle[1]) == WHITE
    assert (colour_at(middle[0], 19.2), colour_at(middle[0], 18.8)) == (YELLOW, WHITE)
    assert (colour_at(41.8 + width, middle[1]), colour_at(42.2 + width, middle[1])) == (YELLOW, WHITE)
    assert (colour_at(middle[0], 22.8 + height), colour_at(middle[0], 23.2 + height)) == (YELLOW, WHITE)


def test_marks_lie_over_the_faces(look):
    colour_at = look(placed(0), segments=(Segment(10, 10, 90, 10, 1.0), Segment(50, 5, 50, 75, 1.0)))
    for x, y in ((50, 30), (20, 10), (50, 72)):
        assert max(colour_at(x, y)) < 60, colour_at(x, y)


def test_a_circle_to_cut_along_is_a_hairline_between_white_lines(look):
    colour_at = look(placed(0), outlines=(Circle(50, 35, 8, 0.4),))
    for x, y in ((58, 35), (42, 35), (50, 43), (50, 27), (50 + 8 * 0.5**0.5, 35 - 8 * 0.5**0.5)):
        assert max(colour_at(x, y)) < 60, (x, y)
    assert colour_at(50, 35) == BLUE
    assert min(colour_at(57.7, 35)) > 100
    assert min(colour_at(58.2, 35)) > 100
    assert colour_at(56.8, 35) == BLUE
