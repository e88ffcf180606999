"""Sheet templates: every piece lies where the sheet is cut, and its back behind it."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.definition.sheets import shipped_sheets
from pnp.diagnostics import DefinitionError
from pnp.imposition import Page, Piece, Placement, impose
from pnp.imposition.marks.hexagons import hexagon
from pnp.model.component import Cut
from pnp.model.hexagon import inside, regular
from pnp.model.sheet_template import SheetPlaces, SheetTemplate
from pnp.units import Size

SHIPPED = shipped_sheets()
STOCK = sorted(SHIPPED)
CUT: dict[str, Cut] = {"card": "card", "circle": "circle", "hex": "hex"}
A_ONE = SHIPPED["a-one-51002"]


def places_of(sheet: SheetTemplate) -> SheetPlaces:
    assert sheet.places is not None
    return sheet.places


def full(geometry: Any, sheet: SheetTemplate, count: int | None = None, **more: Any) -> list[Piece]:
    places = places_of(sheet)
    fields = {"trim": places.size, "cut": CUT[places.shape], "sheet": sheet, **more}
    pieces: list[Piece] = geometry.pieces(places.count if count is None else count, **fields)
    return pieces


FIGURES = {
    # Paper, then columns, rows, place, left, top, pitch, all in mm: as the sources of the shipped file have them.
    "a-one-51002": ((210, 297), 2, 5, (91, 55), (14, 11), (91, 55)),
    "a-one-51003": ((210, 297), 2, 5, (91, 55), (14, 11), (91, 55)),
    "avery-5371": ((215.9, 279.4), 2, 5, (88.9, 50.8), (19.05, 12.7), (88.9, 50.8)),
    "avery-8371": ((215.9, 279.4), 2, 5, (88.9, 50.8), (19.05, 12.7), (88.9, 50.8)),
    "avery-c32011": ((210, 297), 2, 5, (85, 54), (15, 13.5), (95, 54)),
    "avery-l7414": ((210, 297), 2, 5, (90, 52), (15, 18.5), (90, 52)),
    "avery-3112": ((215.9, 279.4), 4, 5, (38.1, 38.1), (12.7, 19.05), (50.8, 50.8)),
    "hisago-gb3019": ((210, 297), 4, 6, (40, 40), (16, 13.5), (46, 46)),
    "hisago-gb3020": ((210, 297), 3, 4, (60, 60), (8, 18), (67, 67)),
}


@pytest.mark.parametrize("name", FIGURES)
def test_pieces_lie_where_the_stock_is_cut(name: str, geometry: Any) -> None:
    paper, columns, rows, size, first, pitch = FIGURES[name]
    (page,) = impose(full(geometry, SHIPPED[name], back=None), geometry.options())
    assert (page.paper.width, page.paper.height) == pytest.approx(paper, abs=1e-9)
    assert len(page.placements) == columns * rows
    for place, (row, column) in zip(page.placements, itertools.product(range(rows), range(columns)), strict=True):
        left, top = first[0] + column * pitch[0], first[1] + row * pitch[1]
        box = (place.x, paper[1] - place.y - place.height, place.width, place.height)
        assert box == pytest.approx((left, top, *size), abs=1e-3)


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("backs", ["duplex", "separate"])
@pytest.mark.parametrize("name", STOCK)
def test_turned_over_every_back_lies_on_its_front(name: str, backs: str, flip: str, geometry: Any) -> None:
    sheet = SHIPPED[name]
    count = places_of(sheet).count + 3
    pages = impose(full(geometry, sheet, count), geometry.options(backs=backs, flip=flip, back_offset=(0.3, -0.2)))
    fronts = {place.face: (page, place) for page in pages if page.side == "front" for place in page.placements}
    backs_ = [place for page in pages if page.side == "back" for place in page.placements]
    assert len(fronts) == len(backs_) == count
    for back in backs_:
        page, front = fronts[back.piece.front]
        for u, v in ((0.4, 0.3), (-0.4, 0.1)):
            across, up = u * back.piece.trim.width, v * back.piece.trim.height
            x, y = geometry.on_page(front, across, up)
            mirrored = (page.paper.width - x, y) if flip == "long" else (x, page.paper.height - y)
            expected = (mirrored[0] + 0.3, mirrored[1] - 0.2)
            assert geometry.on_page(back, -across, up) == pytest.approx(expected)


@pytest.mark.parametrize("edge", ["border", "bleed"])
@pytest.mark.parametrize("name", STOCK)
def test_nothing_is_printed_out_of_reach_or_on_another_piece(name: str, edge: str, geometry: Any) -> None:
    options = geometry.options()
    for page in impose(full(geometry, SHIPPED[name], edge=edge), options):
        for first, second in itertools.combinations(page.placements, 2):
            assert apart(first, second)
        notes = [geometry.note_box(note) for note in page.notes]
        for note in notes:
            assert min(note[:2]) >= options.margin - 1e-6
            assert note[2] <= page.paper.width - options.margin + 1e-6
            assert note[3] <= page.paper.height - options.margin + 1e-6
            assert all(geometry.apart(note, geometry.art_box(place)) for place in page.placements)


def apart(first: Placement, second: Placement) -> bool:
    """Return True if the art of two pieces, up to its outline, does not overlap."""
    reach = min(first.bleed) + min(second.bleed)
    across = abs(first.x + first.width / 2 - second.x - second.width / 2)
    down = abs(first.y + first.height / 2 - second.y - second.height / 2)
    if first.clip == "hex":
        grown = Size(2 * first.width, 2 * first.height)
        return not inside(grown, across, down, reach - 1e-6)
    if first.clip == "circle":
        return math.hypot(across, down) >= first.width + reach - 1e-6
    a, b = first.shown, second.shown
    return a[2] <= b[0] + 1e-6 or b[2] <= a[0] + 1e-6 or a[3] <= b[1] + 1e-6 or b[3] <= a[1] + 1e-6


def test_a_card_lies_on_its_side_where_it_fits_so(geometry: Any) -> None:
    front, back = impose(full(geometry, A_ONE, 1, trim=Size(55, 91)), geometry.options())
    assert [(place.rotation, place.width, place.height) for place in front.placements] == [(90, 91, 55)]
    assert back.placements[0].rotation == 270


def test_a_smaller_piece_lies_in_the_middle_of_its_place_with_room_for_its_bleed(geometry: Any) -> None:
    (page,) = impose(full(geometry, A_ONE, 10, trim=Size(85, 50), edge="bleed", back=None), geometry.options())
    first = page.placements[0]
    assert (first.x, 297 - first.y - first.height) == pytest.approx((14 + 3, 11 + 2.5))
    assert page.placements[3].bleed == pytest.approx((3.0, 2.5, 3.0, 2.5))


def test_a_piece_that_is_a_little_larger_is_cut_where_the_place_is(geometry: Any) -> None:
    (page,) = impose(full(geometry, A_ONE, 10, trim=Size(91.5, 55.4), edge="bleed", back=None), geometry.options())
    first, right = page.placements[0], page.placements[1]
    assert first.width == 91.5
    assert first.shown[2] == pytest.approx(14 + 91)
    assert right.shown[0] == pytest.approx(14 + 91)


def test_a_larger_piece_is_refused_with_both_sizes(geometry: Any) -> None:
    with pytest.raises(DefinitionError) as caught:
        impose(full(geometry, A_ONE, 1, trim=Size(63, 88)), geometry.options())
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "larger-than-place"
    assert "63 × 88 mm" in diagnostic.message
    assert "91 × 55 mm" in diagnostic.message
    assert diagnostic.hint is not None
    assert 'size = "55mm x 91mm"' in diagnostic.hint


@pytest.mark.parametrize(("cut", "name"), [("card", "avery-3112"), ("square", "hexes-40"), ("circle", "hexes-40")])
def test_a_piece_of_another_shape_is_refused(cut: Cut, name: str, geometry: Any) -> None:
    with pytest.raises(DefinitionError) as caught:
        impose(full(geometry, SHIPPED[name], 1, trim=Size(20, 20), cut=cut), geometry.options())
    assert caught.value.diagnostics[0].code == "other-shape"


def test_backs_beside_their_fronts_are_refused_and_fronts_alone_are_not(geometry: Any) -> None:
    with pytest.raises(DefinitionError) as caught:
        impose(full(geometry, A_ONE), geometry.options(backs="gutterfold"))
    assert caught.value.diagnostics[0].code == "not-to-be-folded"
    assert len(impose(full(geometry, A_ONE, back=None), geometry.options(backs="gutterfold"))) == 1


def test_stock_has_no_marks_whatever_the_kit_has(geometry: Any) -> None:
    options = geometry.options(ruler=False, marks="lines")
    assert all(page.segments == () for page in impose(full(geometry, A_ONE), options))
    marked = replace(A_ONE, marks="corner")
    (front, _) = impose(full(geometry, marked), options)
    assert len(front.segments) == 2 * (3 + 6)


def notes(page: Page) -> list[str]:
    return [note.text for note in page.notes]


def test_label_and_ruler_stand_in_the_waste_and_only_if_there_is_some(geometry: Any) -> None:
    front = impose(full(geometry, A_ONE), geometry.options())[0]
    assert "Game · cards · page 1 of 2" in notes(front)
    assert "100 mm" in notes(front)
    bare = replace(A_ONE, places=replace(places_of(A_ONE), left=2.0, top=2.0, pitch=Size(115, 59.5)))
    assert impose(full(geometry, bare), geometry.options())[0].notes == ()


def test_circles_and_hexagons_are_drawn_where_they_are_to_be_cut_and_not_on_backs(geometry: Any) -> None:
    options = geometry.options(ruler=False)
    front, back = impose(full(geometry, SHIPPED["circles-25"]), options)
    assert (len(front.outlines), len(back.outlines)) == (48, 0)
    front, back = impose(full(geometry, SHIPPED["hexes-40"], back="back"), options)
    # 25 hexagons that share sides: 6 × 25 less those that two of them have in common.
    assert len(front.segments) == 6 * 25 - shared(front)
    assert all(line.cased for line in front.segments)
    assert back.segments == ()
    ends = {(round(x, 2), round(y, 2)) for line in front.segments for x, y in ((line.x1, line.y1), (line.x2, line.y2))}
    assert ends == {(round(x, 2), round(y, 2)) for place in front.placements for x, y in hexagon(place)}


def shared(page: Page) -> int:
    middles = [(place.x + place.width / 2, place.y + place.height / 2) for place in page.placements]
    return sum(math.dist(middle, other_middle) < 40.01 for middle, other_middle in itertools.combinations(middles, 2))


def test_without_a_sheet_hexagons_stand_apart_and_are_drawn(geometry: Any) -> None:
    pieces = geometry.pieces(4, regular(30), cut="hex", back=None)
    (page,) = impose(pieces, geometry.options(ruler=False))
    assert len(page.segments) == 24
    assert page.placements[1].x - page.placements[0].x == pytest.approx(32)


def test_pieces_that_name_no_places_are_laid_on_the_paper_of_their_sheet(geometry: Any) -> None:
    loose = SheetTemplate("loose", "loose", Size(215.9, 279.4), "letter", gutter=4.0, marks="cross")
    on_letter = geometry.pieces(4, sheet=loose, component="loose")
    pages = impose([*on_letter, *geometry.pieces(4)], geometry.options(ruler=False))
    assert [page.paper for page in pages] == [Size(215.9, 279.4)] * 2 + [Size(210, 297)] * 2
    first, second = pages[0].placements[:2]
    assert second.x - first.x - first.width == pytest.approx(4.0)
    assert pages[2].placements[1].x - pages[2].placements[0].x == pytest.approx(63)


def test_pieces_with_and_without_backs_share_no_stock(geometry: Any) -> None:
    mixed = [*full(geometry, A_ONE, 3), *full(geometry, A_ONE, 3, back=None, component="more")]
    pages = impose(mixed, geometry.options())
    assert [(page.side, len(page.placements)) for page in pages] == [("front", 3), ("back", 3), ("single", 3)]


def test_each_value_of_a_field_begins_a_new_row(geometry: Any) -> None:
    sheet = SHIPPED["hisago-gb3019"]
    first = full(geometry, sheet, 5, row="a", back=None)
    second = full(geometry, sheet, 17, row="b", back=None)
    page, next_page = impose([*first, *second], geometry.options())
    tops = [round(297 - place.y - place.height, 3) for place in page.placements]
    assert tops[4:6] == [13.5 + 46, 13.5 + 2 * 46]
    assert (len(page.placements), len(next_page.placements)) == (21, 1)


@given(st.data())
def test_every_piece_lies_in_a_place_of_its_own_exactly_once(geometry: Any, data: st.DataObject) -> None:
    names = data.draw(st.lists(st.sampled_from(STOCK), min_size=1, max_size=3, unique=True))
    pieces: list[Piece] = []
    for name in names:
        places = places_of(SHIPPED[name])
        share = data.draw(st.sampled_from([1.0, 0.9, 0.6]))
        trim = Size(places.size.width * share, places.size.height * share)
        count = data.draw(st.integers(1, 60))
        pieces += full(
            geometry,
            SHIPPED[name],
            count,
            trim=trim,
            component=name,
            edge=data.draw(st.sampled_from(["border", "bleed"])),
        )
    pages = impose(pieces, geometry.options(backs="none"))
    laid = [place.piece for page in pages for place in page.placements]
    assert sorted(laid, key=lambda piece: (piece.component, int(piece.card))) == sorted(
        pieces, key=lambda piece: (piece.component, int(piece.card))
    )
    for page in pages:
        for place in page.placements:
            assert place.piece.sheet is not None
            assert page.paper == place.piece.sheet.paper
            assert middle(place) in spots(place.piece.sheet)
        assert len({middle(place) for place in page.placements}) == len(page.placements)


def middle(place: Placement) -> tuple[float, float]:
    return round(place.x + place.width / 2, 2), round(place.y + place.height / 2, 2)


def spots(sheet: SheetTemplate) -> set[tuple[float, float]]:
    places = places_of(sheet)
    corners = (places.corner(row, column) for row in range(places.rows) for column in range(places.in_row(row)))
    half = places.size.width / 2, places.size.height / 2
    return {(round(x + half[0], 2), round(sheet.paper.height - y - half[1], 2)) for x, y in corners}
