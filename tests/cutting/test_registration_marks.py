"""A machine finds its marks where its program looks for them, and nothing else there."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.cutting.machines import CLEAR, INSET, LENGTH, MACHINES, THICKNESS, registration_for
from pnp.cutting.sheets import cut_sheets
from pnp.definition.sheets import shipped_sheets
from pnp.diagnostics import DefinitionError, PnpError
from pnp.folding import cube
from pnp.imposition import Page, Segment, SheetOptions
from pnp.imposition.strip import note_box
from pnp.model.sizes import PAPERS, paper
from pnp.units import MM_PER_INCH, Size

Box = tuple[float, float, float, float]


def inked(line: Segment) -> Box:
    """Return the area that a line with flat ends covers."""
    half = line.line_width / 2
    across, along = sorted((line.x1, line.x2)), sorted((line.y1, line.y2))
    if along[0] == along[1]:
        return across[0], along[0] - half, across[1], along[1] + half
    return across[0] - half, along[0], across[1] + half, along[1]


def marks_of(page: Page) -> list[Box]:
    return [inked(line) for line in page.segments if line.line_width >= THICKNESS]


def test_a_square_and_two_angles_are_printed_at_the_inset(cutting: Any) -> None:
    front = cutting.sheets(cutting.pieces(9))[0]
    half, far = THICKNESS / 2, INSET + LENGTH
    square = (INSET, 297 - INSET - 5, INSET + 5, 297 - INSET)
    upper_right = [
        (210 - far, 297 - INSET - half, 210 - INSET + half, 297 - INSET + half),
        (210 - INSET - half, 297 - far, 210 - INSET + half, 297 - INSET + half),
    ]
    lower_left = [
        (INSET - half, INSET - half, far, INSET + half),
        (INSET - half, INSET - half, INSET + half, far),
    ]
    assert marks_of(front) == [pytest.approx(box) for box in (square, *upper_right, *lower_left)]


def test_the_alpha_finds_an_angle_in_every_corner(cutting: Any) -> None:
    front = cutting.sheets(cutting.pieces(9), "cameo-5-alpha")[0]
    corners = {(box[0] < 105, box[1] < 148) for box in marks_of(front)}
    assert len(marks_of(front)) == 8 and len(corners) == 4
    assert all(
        max(box[2] - box[0], box[3] - box[1]) == pytest.approx(LENGTH + THICKNESS / 2) for box in marks_of(front)
    )


def test_marks_are_printed_on_fronts_alone_and_on_no_full_page(cutting: Any) -> None:
    page = cutting.pieces(1, Size(210, 297), component="rules")
    pages = cutting.sheets([*cutting.pieces(3), *page])
    assert [bool(marks_of(page)) for page in pages] == [True, False, False, False]


def test_nine_cards_still_have_room_on_a4(cutting: Any) -> None:
    (front, _) = cutting.sheets(cutting.pieces(9))
    assert len(front.placements) == 9


def test_marks_for_hands_are_left_out(cutting: Any) -> None:
    hands = {line.line_width for line in cutting.sheets(cutting.pieces(9), "svg", ruler=False)[0].segments}
    machine = {line.line_width for line in cutting.sheets(cutting.pieces(9), ruler=False)[0].segments}
    assert hands == {0.1} and 0.1 not in machine
    rounds = cutting.pieces(9, Size(30, 30), cut="circle", edge="bleed", bleed=1.5)
    assert not cutting.sheets(rounds)[0].outlines


def test_the_square_of_a_landscape_sheet_is_in_the_upper_left_of_its_page(cutting: Any) -> None:
    for back, paper_there in (("back", Size(210, 297)), (None, Size(297, 210))):
        front = cutting.sheets(cutting.pieces(4, orientation="landscape", back=back))[0]
        assert front.paper == paper_there
        (square,) = (box for box in marks_of(front) if box[3] - box[1] >= 5 and box[2] - box[0] >= 5)
        assert square[0] == INSET and square[3] == paper_there.height - INSET


@given(
    width=st.floats(20, 120),
    height=st.floats(20, 120),
    count=st.integers(1, 40),
    name=st.sampled_from(["a4", "letter", "a3", "a5"]),
    margin=st.sampled_from([3.0, 5.0, 8.0, 12.0]),
    cut=st.sampled_from(["card", "circle", "net"]),
    edge=st.sampled_from(["border", "bleed"]),
    machine=st.sampled_from(["silhouette", "cameo-5-alpha"]),
    offset=st.sampled_from([(0.0, 0.0), (1.0, -0.7)]),
)
def test_nothing_is_printed_where_a_machine_looks_for_marks(
    cutting: Any,
    width: float,
    height: float,
    count: int,
    name: str,
    margin: float,
    cut: Any,
    edge: Any,
    machine: Any,
    offset: tuple[float, float],
) -> None:
    pieces = cutting.pieces(count, Size(round(width, 2), round(height, 2)), cut=cut, edge=edge)
    options = cutting.options(machine, name, margin=margin, back_offset=offset)
    try:
        pages = cutting.sheets(pieces, machine, on=name, margin=margin, back_offset=offset)
    except DefinitionError:
        return
    fronts = [page for page in pages if page.side != "back"]
    assert sum(len(page.placements) for page in fronts) == count
    assert options.registration is not None and options.registration.inset >= margin
    nothing_near_marks(fronts, options)


def nothing_near_marks(fronts: list[Page], options: SheetOptions) -> None:
    """Nothing is printed beside the marks of pages, nor in their corners."""
    registration = options.registration
    assert registration is not None
    for page in fronts:
        marks = marks_of(page)
        assert marks
        drawn = [place.shown for place in page.placements]
        drawn += [inked(line) for line in page.segments if line.line_width < THICKNESS]
        drawn += [note_box(note, options.measure) for note in page.notes]
        for box in drawn:
            for mark in marks:
                apart = max(mark[0] - box[2], box[0] - mark[2], mark[1] - box[3], box[1] - mark[3])
                # Along the lines of a mark pieces may begin at the inset, beyond the corner.
                assert apart >= CLEAR - 1e-6
            corner = registration.corner - 1e-6
            left, bottom, right, top = box
            for x in (left < corner, right > page.paper.width - corner):
                for y in (bottom < corner, top > page.paper.height - corner):
                    assert not (x and y)


@given(
    kinds=st.lists(
        st.tuples(
            st.floats(20, 100), st.floats(20, 100), st.integers(1, 9), st.sampled_from(["card", "circle", "net"])
        ),
        min_size=2,
        max_size=4,
    ),
    back=st.sampled_from(["back", None]),
    name=st.sampled_from(["a4", "letter"]),
    machine=st.sampled_from(["silhouette", "cricut"]),
)
def test_kinds_that_share_a_sheet_keep_clear_of_the_marks_and_are_all_cut(
    cutting: Any, kinds: list[tuple[float, float, int, Any]], back: str | None, name: str, machine: Any
) -> None:
    pieces = [
        piece
        for number, (width, height, count, cut) in enumerate(kinds)
        for piece in cutting.pieces(
            count, Size(round(width, 1), round(height, 1)), component=f"c{number}", cut=cut, back=back
        )
    ]
    pages = cutting.sheets(pieces, machine, on=name)
    fronts = [page for page in pages if page.side != "back"]
    assert sum(len(page.placements) for page in fronts) == len(pieces)
    if machine == "silhouette":
        nothing_near_marks(fronts, cutting.options(machine, name))
    cut = cut_sheets(pages, {f"c{number}": cube(4.0, 1.5) for number in range(len(kinds))})
    assert [sheet.pieces for sheet in cut] == [len(page.placements) for page in fronts]
    area = MACHINES["cricut"].areas
    for sheet in cut if machine == "cricut" and area else ():
        left, bottom, right, top = sheet.box
        assert right - left <= area[name][0] * MM_PER_INCH + 1e-6 and top - bottom <= area[name][1] * MM_PER_INCH + 1e-6
        across, along = (sheet.paper.width - area[name][0] * MM_PER_INCH) / 2, sheet.paper.height - top
        assert left >= across - 1e-6 and along >= 13 and bottom >= 13


@pytest.mark.parametrize("name", ["letter", "legal", "a4", "tabloid", "a3"])
@pytest.mark.parametrize("orientation", ["portrait", "landscape"])
def test_everything_for_cricut_lies_in_the_area_that_it_prints(cutting: Any, name: str, orientation: str) -> None:
    areas = MACHINES["cricut"].areas
    assert areas is not None
    area = [length * MM_PER_INCH for length in areas[name]]
    pieces = cutting.pieces(40, orientation=orientation, back=None)
    for page in cutting.sheets(pieces, "cricut", on=name):
        across = page.paper.width - min(place.shown[0] for place in page.placements) * 2
        along = page.paper.height - min(place.shown[1] for place in page.placements) * 2
        assert across <= area[orientation == "landscape"] + 1e-6
        assert along <= area[orientation == "portrait"] + 1e-6
        places = [place.shown for place in page.placements]
        for placement in places:
            for other in places:
                if placement is not other:
                    assert (
                        max(
                            other[0] - placement[2],
                            placement[0] - other[2],
                            other[1] - placement[3],
                            placement[1] - other[3],
                        )
                        >= -1e-6
                    )


def test_cards_for_cricut_are_apart(cutting: Any) -> None:
    (page,) = cutting.sheets(cutting.pieces(8, back=None), "cricut")
    lefts = sorted({round(place.x, 3) for place in page.placements})
    assert len(page.placements) == 8 and lefts[1] - lefts[0] == pytest.approx(88 + 1)


@pytest.mark.parametrize(
    ("machine", "named", "words"),
    [
        (
            "silhouette",
            "420mm x 594mm",
            "420x594mm is 420 × 594 mm, and the largest sheet that Silhouette takes is 304.8 × 609.6",
        ),
        ("cameo-5-alpha", "200mm x 700mm", "Cameo 5 Alpha takes is 304.8 × 609.6 mm"),
        ("cricut", "a5", "Cricut prints and cuts no sheets of a5"),
    ],
)
def test_paper_that_a_machine_does_not_take_is_refused(machine: Any, named: str, words: str) -> None:
    with pytest.raises(PnpError, match="paper-of-machine") as caught:
        registration_for(MACHINES[machine], paper(named), 5.0)
    assert words in str(caught.value)


def test_marks_move_inwards_where_the_printer_does_not_reach(cutting: Any) -> None:
    near = registration_for(MACHINES["silhouette"], paper("a4"), 5.0)
    far = registration_for(MACHINES["silhouette"], paper("a4"), 9.2)
    assert near is not None and far is not None
    assert (near.inset, far.inset) == (10.0, 12.5)
    assert all(math.isclose(way[0] + way[1], 2 * far.inset + LENGTH + CLEAR) for way in far.margins)
    assert PAPERS["a4"] == Size(210, 297)


def test_a_card_without_room_between_the_marks_is_told(cutting: Any) -> None:
    with pytest.raises(DefinitionError, match="the marks and margins of the cutting machine leave") as caught:
        cutting.sheets(cutting.pieces(1, Size(195, 285)))
    assert "leave 190 × 264 mm" in str(caught.value) and "cut it by hand" in str(caught.value)


@pytest.mark.parametrize("machine", ["silhouette", "cameo-5-alpha"])
@pytest.mark.parametrize("name", ["hexes-40", "circles-25", "avery-l7414", "a-one-51002"])
def test_notes_on_a_sheet_with_places_stay_clear_of_marks(cutting: Any, machine: Any, name: str) -> None:
    sheet = shipped_sheets()[name]
    assert sheet.places is not None
    cut = {"hex": "hex", "circle": "circle", "card": "card"}[sheet.places.shape]
    pieces = cutting.pieces(3, sheet.places.size, cut=cut, back=None, sheet=sheet)
    (page,) = cutting.sheets(pieces, machine, ruler=True)
    registration = cutting.options(machine).registration
    marks = registration.marks(page.paper)
    other_lines = [inked(line) for line in page.segments if line not in marks and not line.cased]
    boxes = [*other_lines, *(note_box(note, cutting.options(machine).measure) for note in page.notes)]
    assert not any(registration.covers(page.paper, box) for box in boxes)
    for box in (note_box(note, cutting.options(machine).measure) for note in page.notes):
        for place in page.placements:
            left, bottom, right, top = place.shown
            assert box[2] <= left or box[0] >= right or box[3] <= bottom or box[1] >= top
