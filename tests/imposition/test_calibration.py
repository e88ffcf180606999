"""The calibration sheet: its scales lie on each other, and each line is at its figure."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from pnp.calibration.sheet import CalibrationWords, calibration_pages
from pnp.calibration.verniers import MIDDLE, PITCH, rulers, verniers
from pnp.diagnostics import DefinitionError
from pnp.imposition import Note, Page, Segment
from pnp.imposition.grid import flip_axis, flipped
from pnp.model.sizes import PAPERS
from pnp.units import Size

WORDS = CalibrationWords("Title", (("Read ", "this "), (), ("and ", "that")), "so", "off")


def ends(line: Segment) -> frozenset[tuple[float, float]]:
    return frozenset({(round(line.x1, 4), round(line.y1, 4)), (round(line.x2, 4), round(line.y2, 4))})


def turned(line: Segment, page: Size, flip: str) -> frozenset[tuple[float, float]]:
    axis = flip_axis(flip)  # type: ignore[arg-type]
    points = (flipped(point, page, axis) for point in ((line.x1, line.y1), (line.x2, line.y2)))
    return frozenset((round(x, 4), round(y, 4)) for x, y in points)


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("sheet", list(PAPERS))
def test_however_the_sheet_is_turned_a_line_of_the_front_stands_at_zero_of_every_scale(
    geometry: Any, sheet: str, flip: str
) -> None:
    options = geometry.options(PAPERS[sheet], flip=flip)
    front, _ = calibration_pages(options)
    lines = {turned(line, options.page, flip) for line in front.segments}
    for scale in verniers(options.page, options.margin):
        for mark in scale.marks():
            assert any(
                all(abs(x - middle[0]) < 3.1 and abs(y - middle[1]) < 3.1 for x, y in line)
                for line in lines
                for middle in [scale.point(mark.front, mark.row)]
            )
        first, second = (scale.point(mark.front, mark.row) for mark in scale.marks() if mark.value == 0)
        # The zero may have been read in either of the two rows.
        assert scale.at(0) == pytest.approx(((first[0] + second[0]) / 2, (first[1] + second[1]) / 2))


@pytest.mark.parametrize("sheet", list(PAPERS))
def test_the_lines_of_the_back_are_a_tenth_farther_from_each_figure_to_the_next(geometry: Any, sheet: str) -> None:
    for scale in verniers(geometry.options(PAPERS[sheet]).page, 5.0):
        for mark, following in pairwise(scale.marks()):
            if mark.row == following.row:
                assert abs(following.front - mark.front) == pytest.approx(PITCH)
                moved = (following.back - following.front) - (mark.back - mark.front)
                assert moved == pytest.approx(following.value - mark.value)
                assert abs(moved) == pytest.approx(0.1)


@pytest.mark.parametrize("off", [-6.0, -5.3, -4.0, -2.6, 2.6, 4.0, 5.3, 6.0])
def test_a_back_that_is_off_by_a_pitch_or_so_meets_a_line_at_the_figure_of_what_is_left(off: float) -> None:
    for scale in verniers(PAPERS["a4"], 5.0):
        fronts = {round(along, 4) for along, _ in scale.fronts()}
        met = {mark.figure for mark in scale.marks() if round(mark.back + off, 4) in fronts}
        assert round(-off % PITCH, 1) % PITCH in met
        assert {figure % PITCH for figure in met} == {round(-off % PITCH, 1) % PITCH}


def test_the_cross_has_a_figure_for_every_half_millimetre_and_says_where_it_ends(geometry: Any) -> None:
    _, back = calibration_pages(geometry.options(), WORDS, WORDS)
    x, y = back.paper.width / 2, back.paper.height / 2
    ticks = {
        (round(line.x1 - x + MIDDLE, 4)) for line in back.segments if line.x1 == line.x2 and line.y1 + line.y2 == 2 * y
    }
    assert {half / 2 for half in range(41)} <= ticks
    near = [note for note in back.notes if max(abs(note.x - x), abs(note.y - y)) < MIDDLE + 2]
    for figure in (0, 5, 15, 20):
        boxes = [geometry.note_box(note) for note in near if note.text == f"{figure}"]
        assert len(boxes) == 2
        # One of them stands beside its line on the scale X, the other on Y.
        assert min(abs((left + right) / 2 - x + MIDDLE - figure) for left, _, right, _ in boxes) < 0.1
        assert min(abs((low + high) / 2 - y + MIDDLE - figure) for _, low, _, high in boxes) < 0.5
    beyond = sorted(max(abs(note.x - x), abs(note.y - y)) for note in back.notes if note.text == "off")
    assert len(beyond) == 4
    assert beyond[0] > MIDDLE


@pytest.mark.parametrize("sheet", list(PAPERS))
def test_no_line_of_the_front_comes_near_a_second_line_within_the_reach(geometry: Any, sheet: str) -> None:
    # For any offset of the back within the reach of the scale, exactly one figure of the scale meets its line.
    scale = verniers(geometry.options(PAPERS[sheet]).page, 5.0)[0]
    marks = list(scale.marks())
    for tenths in range(-round(scale.reach * 10) + 1, round(scale.reach * 10)):
        off = -tenths / 10
        meets = {
            mark.value
            for mark in marks
            for line in marks
            if mark.row == line.row and abs(mark.back + off - line.front) < 0.04
        }
        assert meets == {tenths / 10}


def test_figures_stand_beside_their_lines(geometry: Any) -> None:
    _, back = calibration_pages(geometry.options())
    for scale in verniers(back.paper, 5.0):
        for mark in scale.marks():
            x, y = scale.point(mark.back, mark.row)
            figure = f"{mark.figure:.1f}" if mark.value else "0"
            along = [note for note in back.notes if note.text == figure and abs(note.x - x) < 7 and abs(note.y - y) < 7]
            near = [abs(note.x - x) if scale.axis == "x" else abs(note.y + 0.36 * note.size - y) for note in along]
            assert min(near) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("sheet", list(PAPERS))
def test_nothing_but_the_steps_is_printed_outside_the_margin(geometry: Any, sheet: str) -> None:
    options = geometry.options(PAPERS[sheet])
    for page in calibration_pages(options, WORDS, WORDS):
        outside = [
            (left, bottom, right, top)
            for left, bottom, right, top in geometry.boxes(page)
            if min(left, bottom) < options.margin - geometry.tiny
            or right > page.paper.width - options.margin + geometry.tiny
            or top > page.paper.height - options.margin + geometry.tiny
        ]
        # Four steps a side: those that are nearer to the edge than the margin of 5 mm.
        assert len(outside) == (16 if page.side == "front" else 0)


@pytest.mark.parametrize("sheet", list(PAPERS))
def test_words_and_figures_stand_clear_of_each_other(geometry: Any, sheet: str) -> None:
    for page in calibration_pages(geometry.options(PAPERS[sheet]), WORDS, WORDS):
        boxes = [geometry.note_box(note) for note in page.notes]
        assert all(geometry.apart(box, earlier) for place, box in enumerate(boxes) for earlier in boxes[:place])


@pytest.mark.parametrize("flip", ["long", "short"])
def test_the_words_of_the_back_do_not_lie_on_those_of_the_front(geometry: Any, flip: str) -> None:
    options = geometry.options(flip=flip)
    front, back = calibration_pages(options, WORDS, WORDS)

    def words(page: Page) -> Note:
        return next(note for note in page.notes if note.text == "Title")

    _, behind = flipped((words(front).x, words(front).y), options.page, flip_axis(flip))  # type: ignore[arg-type]
    assert (behind > options.page.height / 2) != (words(back).y > options.page.height / 2)


def test_the_lines_to_measure_are_as_long_as_their_figures_say(geometry: Any) -> None:
    front, _ = calibration_pages(geometry.options())
    lengths = sorted(geometry.length(line) for line in front.segments)[-2:]
    assert tuple(lengths) == rulers(front.paper, 5.0) == (180.0, 250.0)
    assert {"180 mm", "250 mm"} <= {note.text for note in front.notes}


def test_an_offset_moves_the_whole_back_and_no_front(geometry: Any) -> None:
    plain = calibration_pages(geometry.options(), WORDS, WORDS)
    moved = calibration_pages(geometry.options(back_offset=(2.0, -1.0)), WORDS, WORDS)
    assert moved[0] == plain[0]
    for before, after in zip(plain[1].segments, moved[1].segments, strict=True):
        assert (after.x1 - before.x1, after.y2 - before.y2) == pytest.approx((2.0, -1.0))
    assert all(
        (after.x - before.x, after.y - before.y) == pytest.approx((2.0, -1.0))
        for before, after in zip(plain[1].notes, moved[1].notes, strict=True)
    )


def test_without_backs_there_are_only_lines_to_measure_and_steps(geometry: Any) -> None:
    (page,) = calibration_pages(geometry.options(backs="none"))
    assert page.side == "single"
    assert {"180 mm", "250 mm", "8"} <= {note.text for note in page.notes}


def test_a_paper_without_room_for_scales_is_refused(geometry: Any) -> None:
    with pytest.raises(DefinitionError, match=r"paper of 50 × 80 mm with margins of 5 mm has no room for the scales"):
        calibration_pages(geometry.options(Size(50, 80)))


def test_words_that_have_no_room_are_refused(geometry: Any) -> None:
    long = CalibrationWords("Title", tuple(("word " * 40,) for _ in range(9)))
    with pytest.raises(DefinitionError, match="no room for the words"):
        calibration_pages(geometry.options(), long)
