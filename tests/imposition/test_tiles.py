"""Boards that are larger than the page: properties of their tiles, for any board and any paper."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pnp.diagnostics import DefinitionError
from pnp.imposition import Page, Piece, Placement, SheetOptions, TileWords, impose
from pnp.imposition.tiles import SEAM_BLEED, divide_length, max_tile_size
from pnp.model.component import Tiling
from pnp.model.sizes import PAPERS
from pnp.units import Size
from tests.hypothesis_profiles import few

TINY = 1e-6
WORDS = TileWords(
    lambda number, pages, name, tile: f"{name} {tile.name}", lambda to: f"{to} here", lambda on: f"on {on}"
)

COUNTS = st.none() | st.integers(1, 6)


def tenths(low: float, high: float) -> st.SearchStrategy[float]:
    return st.integers(round(low * 10), round(high * 10)).map(lambda value: value / 10)


@st.composite
def boards(draw: st.DrawFn, *, backed: bool = False) -> tuple[Piece, SheetOptions]:
    trim = Size(draw(tenths(30, 1000)), draw(tenths(30, 1000)))
    tiling = Tiling(draw(tenths(3, 30)), *draw(st.just((None, None)) | st.tuples(COUNTS, COUNTS)))
    back = "back" if backed else draw(st.sampled_from([None, "back"]))
    lies = draw(st.sampled_from([None, "portrait", "landscape"]))
    edge = draw(st.sampled_from(["border", "bleed"]))
    piece = Piece("board", "board", "front", back, trim, draw(tenths(0, 4)), edge, "card", lies, tiling)
    some = st.sampled_from(list(PAPERS.values())) | st.builds(Size, tenths(120, 400), tenths(120, 400))
    return piece, SheetOptions(
        paper=draw(some),
        measure=lambda text, size: 0.5 * size * len(text),
        margin=draw(tenths(0, 12)),
        backs=draw(st.sampled_from(["duplex"] if backed else ["duplex", "none"])),
        flip=draw(st.sampled_from(["long", "short"])),
        back_offset=(draw(tenths(-2, 2)), draw(tenths(-2, 2))),
        marks=draw(st.sampled_from(["corner", "none"])),
        ruler=draw(st.booleans()),
        label=draw(st.sampled_from([None, lambda number, pages, names: f"Game · {', '.join(names)}"])),
        tiles=draw(st.sampled_from([None, WORDS])),
    )


def tiled(
    data: st.DataObject, *, backed: bool = False, marked: bool = False
) -> tuple[Piece, SheetOptions, tuple[Page, ...]]:
    piece, options = data.draw(boards(backed=backed))
    if marked:
        options = replace(options, marks="corner")
    try:
        pages = impose([piece], options)
    except DefinitionError:
        assume(False)
        raise
    assume(pages[0].placements[0].tile)
    return piece, options, pages


def fronts(pages: tuple[Page, ...]) -> list[Page]:
    return [page for page in pages if page.side != "back"]


def tile_of(page: Page) -> tuple[int, int]:
    tile = page.placements[0].tile
    assert tile is not None
    return tile.column, tile.row


def on_board(place: Placement, x: float, y: float) -> tuple[float, float]:
    """Return the point of the board, from its upper-left and downwards, at a point of the page."""
    middle = place.x + place.width / 2, place.y + place.height / 2
    angle = -math.radians(place.rotation)
    u, v = x - middle[0], y - middle[1]
    across, up = u * math.cos(angle) - v * math.sin(angle), u * math.sin(angle) + v * math.cos(angle)
    return across + place.piece.trim.width / 2, place.piece.trim.height / 2 - up


def shown(place: Placement) -> tuple[float, float, float, float]:
    """Return the part of the board that a tile shows: left, top, right, bottom."""
    left, bottom, right, top = place.shown
    (x1, y1), (x2, y2) = on_board(place, left, top), on_board(place, right, bottom)
    return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)


@given(st.data())
def test_every_point_of_a_board_lies_on_a_tile(data: st.DataObject) -> None:
    piece, _, pages = tiled(data)
    u, v = (data.draw(st.floats(0, 1)) * side for side in (piece.trim.width, piece.trim.height))
    for side in {page.side for page in pages}:
        boxes = [shown(page.placements[0]) for page in pages if page.side == side and page.placements]
        assert not boxes or any(
            box[0] - TINY <= u <= box[2] + TINY and box[1] - TINY <= v <= box[3] + TINY for box in boxes
        )


@given(st.data())
def test_neighbours_overlap_by_what_is_asked_and_a_sliver(data: st.DataObject) -> None:
    piece, _, pages = tiled(data)
    assert piece.tiling is not None
    boxes = {tile_of(page): shown(page.placements[0]) for page in fronts(pages)}
    for (column, row), box in boxes.items():
        for other, low, high in (((column + 1, row), 0, 2), ((column, row + 1), 1, 3)):
            if other in boxes:
                assert box[high] - boxes[other][low] == pytest.approx(piece.tiling.overlap + SEAM_BLEED)


@given(st.data())
def test_art_marks_and_notes_of_tiles_lie_inside_the_printable_area(geometry: Any, data: st.DataObject) -> None:
    _, options, pages = tiled(data)
    for page in pages:
        for left, bottom, right, top in (*geometry.boxes(page), *page.white_boxes):
            assert min(left, bottom) >= options.margin - TINY
            assert right <= page.paper.width - options.margin + TINY
            assert top <= page.paper.height - options.margin + TINY


@given(st.data())
def test_nothing_but_the_marks_of_its_seams_lies_on_a_tile(geometry: Any, data: st.DataObject) -> None:
    piece, _, pages = tiled(data)
    for page in pages:
        for place in page.placements:
            left, top, right, bottom = shown(place)
            assert place.tile is not None
            strip = piece.tiling.overlap if piece.tiling else 0.0
            visible_part = (
                left + (SEAM_BLEED if place.tile.column else 0.0),
                top + (SEAM_BLEED if place.tile.row else 0.0),
                right - (strip if place.tile.column < place.tile.columns - 1 else 0.0),
                bottom - (strip if place.tile.row < place.tile.rows - 1 else 0.0),
            )
            notes = [geometry.note_box(note) for note in page.notes]
            for box in (*map(geometry.line_box, page.segments), *notes, *page.white_boxes):
                (x1, y1), (x2, y2) = on_board(place, *box[:2]), on_board(place, *box[2:])
                assert geometry.apart((min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)), visible_part)


@few(12)
@given(st.data())
def test_the_marks_of_both_sides_of_a_seam_coincide(data: st.DataObject) -> None:
    _, options, pages = tiled(data, marked=True)
    assert options.marked
    page_of = {tile_of(page): page for page in fronts(pages)}
    for (column, row), page in page_of.items():
        for upright, other in ((True, (column + 1, row)), (False, (column, row + 1))):
            if other not in page_of:
                continue
            axis = 0 if upright else 1
            seam = shown(page_of[other].placements[0])[axis] + SEAM_BLEED
            before, after = (diamonds(side_page, seam, axis) for side_page in (page, page_of[other]))
            mirrored = [
                [2 * seam - value if index % 2 == axis else value for index, value in enumerate(line)]
                for line in before
            ]
            assert after
            assert len(mirrored) == len(after)
            assert all(any(line == pytest.approx(opposite, abs=1e-5) for opposite in after) for line in mirrored)
            ticks, cuts = (plain_marks(side_page, seam, axis) for side_page in (page, page_of[other]))
            assert len(ticks) == 4
            assert len(cuts) == 2


def lines_on_board(page: Page, *, cased: bool, width: float) -> list[tuple[float, float, float, float]]:
    place = page.placements[0]
    return [
        (*on_board(place, line.x1, line.y1), *on_board(place, line.x2, line.y2))
        for line in page.segments
        if line.cased == cased and line.line_width == width
    ]


def diamonds(page: Page, seam: float, axis: int) -> list[list[float]]:
    """Return the lines of half diamonds that begin at a seam."""
    return [list(line) for line in lines_on_board(page, cased=True, width=0.2) if abs(line[axis] - seam) < 0.3]


def plain_marks(page: Page, seam: float, axis: int) -> list[tuple[float, ...]]:
    """Return crop marks and ends of seams that are in line with a seam."""
    box = shown(page.placements[0])
    return [
        line
        for line in lines_on_board(page, cased=False, width=0.1)
        if abs(line[axis] - seam) < TINY and abs(line[axis + 2] - seam) < TINY
        if min(abs(line[1 - axis] - box[1 - axis]), abs(line[1 - axis] - box[3 - axis])) < 8
    ]


@given(st.data())
def test_every_point_of_a_back_lies_behind_its_point_of_the_tile(geometry: Any, data: st.DataObject) -> None:
    piece, options, pages = tiled(data, backed=True)
    dx, dy = options.back_offset
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        # A sheet with a back is portrait in the file, also if it is laid as landscape.
        assert front.paper == back.paper == options.page
        front_place, back_place = front.placements[0], back.placements[0]
        left, bottom, right, top = front_place.shown
        ends = [
            (front.paper.width - x, y) if options.flip == "long" else (x, front.paper.height - y)
            for x, y in ((left, bottom), (right, top))
        ]
        (x1, y1), (x2, y2) = ends
        behind = min(x1, x2) + dx, min(y1, y2) + dy, max(x1, x2) + dx, max(y1, y2) + dy
        assert back_place.shown == pytest.approx(behind)
        u, v = 0.2 * piece.trim.width, 0.3 * piece.trim.height
        x, y = geometry.on_page(front_place, u, v)
        mirrored = (front.paper.width - x, y) if options.flip == "long" else (x, front.paper.height - y)
        assert geometry.on_page(back_place, -u, v) == pytest.approx((mirrored[0] + dx, mirrored[1] + dy))
        assert not back.white_boxes
        assert not any(line.cased for line in back.segments)


@given(st.data())
def test_no_way_to_lay_a_board_needs_fewer_sheets(data: st.DataObject) -> None:
    piece, options, pages = tiled(data)
    assert piece.tiling is not None
    duplex = piece.back is not None and options.backs != "none"
    for way in (piece.orientation,) if piece.orientation else ("portrait", "landscape"):
        room = max_tile_size(options.on(way), duplex)
        columns = divide_length(piece.trim.width, room.width, piece.tiling.overlap, piece.tiling.columns)
        rows = divide_length(piece.trim.height, room.height, piece.tiling.overlap, piece.tiling.rows)
        assert columns is None or rows is None or len(columns) * len(rows) >= len(fronts(pages))


@given(tenths(20, 1000), tenths(30, 300), tenths(3, 30))
def test_spans_are_equal_where_they_can_be_and_as_few_as_fit(length: float, room: float, overlap: float) -> None:
    tile_spans = divide_length(length, room, overlap)
    assume(tile_spans)
    assert tile_spans is not None
    assert tile_spans[0].start == 0
    assert tile_spans[-1].end == length
    assert all(span.end == following.start for span, following in itertools.pairwise(tile_spans))
    assert all(span.length <= room + TINY for span in tile_spans)
    widths = [span.end - span.start for span in tile_spans]
    assert max(widths[:-1], default=0) - min(widths[:-1], default=0) < TINY
    assert min(widths) >= length / len(tile_spans) - overlap
    assert widths[-1] >= widths[0] - TINY
    assert len(tile_spans) == 1 or divide_length(length, room, overlap, len(tile_spans) - 1) is None


def test_tiles_are_named_like_the_squares_of_a_chart(geometry: Any) -> None:
    piece = Piece("board", "board", "front", None, Size(900, 400), 0.0, "border", tiling=Tiling(columns=4, rows=3))
    places = [page.placements[0].tile for page in impose([piece], geometry.options(PAPERS["a3"], tiles=WORDS))]
    assert [place.name for place in places if place] == [f"{row}{column}" for row in "ABC" for column in range(1, 5)]


def test_a_board_that_fits_on_the_page_is_not_parted(geometry: Any) -> None:
    piece = Piece("board", "board", "front", None, Size(180, 250), 0.0, "border", tiling=Tiling())
    (page,) = impose([piece], geometry.options())
    assert page.placements[0].tile is None


def test_a_board_of_four_hundred_by_three_hundred_takes_four_landscape_pages_of_a4(geometry: Any) -> None:
    piece = Piece("board", "board", "front", None, Size(400, 300), 3.0, "bleed", tiling=Tiling())
    pages = impose([piece], geometry.options(tiles=WORDS))
    assert [(page.paper.width, page.paper.height) for page in pages] == [(297, 210)] * 4
    assert {place.rotation for page in pages for place in page.placements} == {0}
    texts = [note.text for note in pages[0].notes]
    assert {"board A1", "A2 here", "B1 here", "B2"} <= set(texts)
    assert {"on A1", "B2 here"} <= {note.text for note in pages[1].notes}


@pytest.mark.parametrize(
    ("tiling", "code", "text"),
    [
        (Tiling(columns=1), "tile-too-large", "columns = 1 makes tiles of 400 × 300 mm"),
        (Tiling(rows=1, columns=3), "tile-too-large", "columns = 3 and rows = 1"),
        (Tiling(overlap=50, columns=9), "overlap-too-large", "an overlap of 50 mm is as large as the tiles of board"),
    ],
)
def test_tiles_that_cannot_be_are_told_with_the_key(geometry: Any, tiling: Tiling, code: str, text: str) -> None:
    piece = Piece("board", "board", "front", None, Size(400, 300), 0.0, "border", tiling=tiling)
    with pytest.raises(DefinitionError) as caught:
        impose([piece], geometry.options())
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.code, diagnostic.key) == (code, "components.board.tile")
    assert text in diagnostic.message
