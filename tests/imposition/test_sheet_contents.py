"""Single sheets, looked at closely: full pages, labels, the ruler, and cards that do not fit."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import pytest

from pnp.diagnostics import DefinitionError
from pnp.imposition import Page, Piece, impose
from pnp.imposition.marks.notes import LABEL_SIZE, LABEL_SIZE_MIN
from pnp.imposition.sheets import FOOT_CLEARANCE
from pnp.model.sizes import CARDS, PAPERS
from pnp.units import Size
from tests.imposition.test_how_to_print import WORDS


def labels(page: Page) -> list[str]:
    return [note.text for note in page.notes if note.text.startswith("Game")]


@pytest.mark.parametrize(("trim", "rotation"), [(Size(210, 297), 0), (Size(297, 210), 90)])
def test_a_piece_as_large_as_the_paper_has_a_page_of_its_own_with_a_label_at_its_foot(
    geometry: Any, trim: Size, rotation: int
) -> None:
    pages = impose(geometry.pieces(2, trim, back=None), geometry.options())
    assert len(pages) == 2
    for page in pages:
        (place,) = page.placements
        assert (place.x, place.y, place.width, place.height, place.rotation) == (0, 0, 210, 297, rotation)
        assert place.bleed == (0, 0, 0, 0)
        label, *figures = page.notes
        assert bool(page.segments) == bool(figures) == (page.number == 1)
        assert label.text == f"Game · cards · page {page.number} of 2"
        assert geometry.options().margin <= label.y <= geometry.options().margin + FOOT_CLEARANCE


def test_each_stock_has_a_ruler_on_its_first_sheet(geometry: Any) -> None:
    cards = geometry.pieces(20, CARDS["poker"])
    on_paper = [replace(piece, stock="paper") for piece in geometry.pieces(20, CARDS["poker"])]
    pages = impose([*cards, *on_paper], geometry.options(backs="none"))
    ruled = [page.number for page in pages if any(note.text.endswith(" mm") for note in page.notes)]
    stocks = [page.placements[0].piece.stock for page in pages]
    assert ruled == [1, stocks.index("paper") + 1]


@pytest.mark.parametrize("card", ["poker", "mini", "tarot", "square"])
def test_the_upright_ruler_keeps_clear_of_the_marks(geometry: Any, card: str) -> None:
    first, _, plain, *_ = impose(geometry.pieces(60, CARDS[card]), geometry.options())
    marks = set(plain.segments)
    upright = max((line for line in first.segments if line not in marks), key=lambda line: abs(line.y2 - line.y1))
    low, high = sorted((upright.y1, upright.y2))
    assert high - low >= 40
    beside = [mark for mark in marks if max(mark.x1, mark.x2) > upright.x1 - 3 > 100]
    assert all(max(mark.y1, mark.y2) <= low - 1.9 or min(mark.y1, mark.y2) >= high + 1.9 for mark in beside)


def test_a_label_that_stands_alone_names_the_paper(geometry: Any) -> None:
    printing = replace(WORDS, on=lambda label, stock, sheet: f"{label} on {sheet or stock}")
    pages = impose(geometry.pieces(20, CARDS["poker"]), geometry.options(printing=printing))
    assert [note.text.endswith(" on card") for page in pages[2:] for note in page.notes] == [True] * (len(pages) - 2)
    assert not any(note.text.endswith(" on card") for note in pages[0].notes)
    narrow = geometry.options(printing=replace(WORDS, on=lambda label, stock, sheet: label + " on very long card" * 20))
    assert not any(
        " on very" in note.text for page in impose(geometry.pieces(20, CARDS["poker"]), narrow) for note in page.notes
    )


def test_the_ruler_goes_on_the_first_sheet_of_each_run(geometry: Any) -> None:
    sheet = geometry.pieces(1, Size(210, 297), back=None)
    pages = impose(sheet + geometry.pieces(20), geometry.options(marks="none"))
    assert [bool(page.segments) for page in pages] == [True, False, False, False, False, False, True]
    pages = impose(sheet + geometry.pieces(20, back=None), geometry.options(marks="none"))
    assert [bool(page.segments) for page in pages] == [True, True, False, False]


def test_a_page_that_fills_its_sheet_has_a_ruler_beside_its_label(geometry: Any) -> None:
    (page,) = impose(geometry.pieces(1, Size(210, 297), back=None), geometry.options(marks="none"))
    line = max(page.segments, key=geometry.length)
    assert geometry.length(line) == pytest.approx(100)
    label = page.notes[0]
    assert line.x1 > label.x + geometry.options().measure(label.text, label.size)


def test_where_words_leave_no_room_the_ruler_stands_on_the_back(geometry: Any) -> None:
    pieces = geometry.pieces(1, Size(210, 297))
    options = geometry.options(marks="none", printing=replace(WORDS, how=lambda _: (("W" * 90,),)))
    front, back = impose(pieces, options)
    ruled = [any(note.text.endswith(" mm") for note in page.notes) for page in (front, back)]
    assert ruled == [False, True]


def test_a_page_with_art_at_its_foot_has_no_ruler(geometry: Any) -> None:
    pieces = geometry.pieces(1, Size(210, 297), back=None, edge="bleed")
    (page,) = impose(pieces, geometry.options(marks="none"))
    assert page.segments == ()


@pytest.mark.parametrize("card", ["poker-metric", "mini", "business", "tarot"])
@pytest.mark.parametrize("sheet", ["a4", "letter", "a3", "tabloid", "a5"])
def test_the_ruler_is_true(geometry: Any, card: str, sheet: str) -> None:
    options = geometry.options(PAPERS[sheet], marks="none", label=None)
    page = impose(geometry.pieces(1, CARDS[card]), options)[0]
    measured = sorted(geometry.length(line) for line in page.segments)[-2:]
    figures = {note.text: note for note in page.notes}
    inches = next(text for text in figures if text.endswith(" in"))
    millimetres = next(text for text in figures if text.endswith(" mm"))
    expected = sorted((float(millimetres[:-3]), 25.4 * float(inches[:-3])))
    assert measured == pytest.approx(expected)
    assert min(expected) >= 25.4


def test_a_ruler_on_a4_has_a_hundred_millimetres_and_at_least_three_inches(geometry: Any) -> None:
    for card in CARDS.values():
        texts = {note.text for note in impose(geometry.pieces(99, card), geometry.options())[0].notes}
        assert "100 mm" in texts
        assert {"4 in", "3 in"} & texts


def test_every_tick_of_the_ruler_stands_where_its_figure_says(geometry: Any) -> None:
    page = impose(geometry.pieces(9), geometry.options(marks="none", label=None))[0]
    # The second ruler stands on the right-hand edge of the printable area.
    ticks = {round(line.x1 - 5, 6) for line in page.segments if line.x1 == line.x2 and line.x1 < 200}
    assert ticks == {float(mm) for mm in range(101)} | {round(eighth * 25.4 / 8, 6) for eighth in range(33)}
    for note in (note for note in page.notes if note.rotation == 0):
        value, unit = (*note.text.split(), "mm" if int(note.text.split()[0]) >= 10 else "in")[:2]
        expected = int(value) * (1.0 if unit == "mm" else 25.4)
        assert 0 < note.x - 5 - expected < 0.5


def test_the_label_names_every_component_on_the_page_once(geometry: Any) -> None:
    mixed = geometry.pieces(3) + geometry.pieces(2, component="summary") + geometry.pieces(1)
    pages = impose(mixed, geometry.options())
    assert [labels(page) for page in pages] == [
        ["Game · cards, summary · page 1 of 2"],
        ["Game · cards, summary · page 2 of 2"],
    ]


def many(count: int) -> list[Piece]:
    return [Piece(f"component-number-{n}", "x", f"f{n}", None, Size(40, 40), 0, "border") for n in range(count)]


def test_a_long_label_first_gets_smaller(geometry: Any) -> None:
    (page,) = impose(many(8), geometry.options(ruler=False))
    (note,) = page.notes
    assert LABEL_SIZE_MIN <= note.size < LABEL_SIZE
    assert note.text.endswith("component-number-7 · page 1 of 1")


def test_a_longer_label_then_names_fewer_components_but_keeps_its_page_number(geometry: Any) -> None:
    (page,) = impose(many(20), geometry.options(ruler=False))
    (note,) = page.notes
    assert note.size == pytest.approx(LABEL_SIZE_MIN)
    assert "component-number-19" not in note.text
    assert note.text.endswith(" · page 1 of 1")


def test_a_label_that_no_component_can_shorten_is_cut_off(geometry: Any) -> None:
    (page,) = impose(many(1), geometry.options(ruler=False, label=lambda *_: "long " * 200))
    (note,) = page.notes
    assert note.text.endswith("…")
    assert 190 < geometry.width(note.text, note.size) <= 200


def test_an_empty_label_prints_nothing(geometry: Any) -> None:
    (page,) = impose(many(1), geometry.options(ruler=False, label=lambda *_: ""))
    assert page.notes == ()


def test_label_and_ruler_are_turned_where_the_margins_beside_the_cards_are_wider(geometry: Any) -> None:
    pages = impose(geometry.pieces(10, CARDS["business"]), geometry.options())
    label_and_ruler = [note for note in pages[0].notes if note.text.endswith((" of 2", " in"))]
    assert [note.rotation for note in label_and_ruler] == [90, 90]
    upright = impose(geometry.pieces(9), geometry.options())
    assert [note.rotation for note in upright[0].notes if note.text.endswith((" of 2", " in"))] == [0, 0]


def test_cards_that_fill_no_sheet_lie_in_the_middle(geometry: Any) -> None:
    place = impose(geometry.pieces(1), geometry.options())[0].placements[0]
    assert (place.x, place.y) == pytest.approx(((210 - 63) / 2, (297 - 88) / 2))


def test_cards_lie_down_only_where_that_saves_a_sheet(geometry: Any) -> None:
    few = impose(geometry.pieces(6, edge="bleed"), geometry.options())[0]
    more = impose(geometry.pieces(7, edge="bleed"), geometry.options())[0]
    assert ({place.rotation for place in few.placements}, {place.rotation for place in more.placements}) == ({0}, {90})


def test_the_last_sheet_has_its_cards_where_full_sheets_have_them(geometry: Any) -> None:
    pages = impose(geometry.pieces(13, back=None), geometry.options())
    assert [(p.x, p.y) for p in pages[1].placements] == [(p.x, p.y) for p in pages[0].placements[:4]]


def test_a_landscape_paper_gives_portrait_pages(geometry: Any) -> None:
    landscape = impose(geometry.pieces(9), geometry.options(Size(297, 210)))
    assert landscape == impose(geometry.pieces(9), geometry.options(Size(210, 297)))


def test_butted_borders_bleed_outwards_only(geometry: Any) -> None:
    middle = impose(geometry.pieces(9), geometry.options())[0].placements[4]
    corner = impose(geometry.pieces(9), geometry.options())[0].placements[0]
    assert middle.bleed == (0, 0, 0, 0)
    assert corner.bleed[0] > 0
    assert corner.bleed[1:3] == (0, 0)
    assert corner.bleed[3] > 0


def test_a_card_that_does_not_fit_is_an_error_with_sizes_and_a_remedy(geometry: Any) -> None:
    with pytest.raises(DefinitionError) as caught:
        impose(geometry.pieces(1, Size(205, 290), component="board"), geometry.options())
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "card-too-large"
    assert "board is 205 × 290 mm" in diagnostic.message
    assert "210 × 297 mm" in diagnostic.message
    assert diagnostic.hint is not None
    assert "larger paper" in diagnostic.hint


def test_the_size_that_the_error_names_does_fit(geometry: Any) -> None:
    with pytest.raises(DefinitionError) as caught:
        impose(geometry.pieces(1, Size(205, 290)), geometry.options())
    assert "leave 198 × 280.2 mm" in caught.value.diagnostics[0].message
    assert len(impose(geometry.pieces(1, Size(198, 280.2)), geometry.options())) == 2
    with pytest.raises(DefinitionError):
        impose(geometry.pieces(1, Size(198, 280.3)), geometry.options())


@pytest.mark.parametrize(
    ("size", "excess"),
    [
        (Size(206.5, 206), "turned it is 6 mm too wide"),
        (Size(290, 206.5), "turned it is 6.5 mm too wide and 7.8 mm too high"),
        (Size(100, 300), "upright it is 17.8 mm too high"),
        (Size(282.25, 200), "turned it is 0.1 mm too high"),
    ],
)
def test_a_net_that_does_not_fit_is_told_by_how_much(geometry: Any, size: Size, excess: str) -> None:
    net = geometry.pieces(1, size, component="tray", back=None, bleed=0.0, cut="net")
    with pytest.raises(DefinitionError) as caught:
        impose(net, geometry.options())
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "card-too-large"
    assert diagnostic.message.endswith(f"leave 200 × 282.2 mm; {excess}")


def test_a_net_lies_on_its_side_where_it_does_not_fit_upright(geometry: Any) -> None:
    (page,) = impose(geometry.pieces(1, Size(280, 200), back=None, bleed=0.0, cut="net"), geometry.options(ruler=False))
    (place,) = page.placements
    assert (place.rotation, place.width, place.height) == (90, 200, 280)
    assert page.segments == page.outlines == ()


def test_a_net_as_large_as_the_paper_is_no_page(geometry: Any) -> None:
    with pytest.raises(DefinitionError):
        impose(geometry.pieces(1, Size(210, 297), back=None, bleed=0.0, cut="net"), geometry.options())


def test_tokens_and_cards_of_one_size_lie_on_sheets_of_their_own(geometry: Any) -> None:
    square = geometry.pieces(4, Size(70, 70), back=None)
    pages = impose([*square, *geometry.pieces(4, Size(70, 70), back=None, cut="square")], geometry.options())
    assert [{place.piece.cut for place in page.placements} for page in pages] == [{"card"}, {"square"}]


def test_tokens_of_two_components_share_a_sheet(geometry: Any) -> None:
    more = {"trim": Size(18, 18), "back": None, "bleed": 1.5, "edge": "bleed", "cut": "circle"}
    both = geometry.pieces(20, **more) + geometry.pieces(4, component="counters", **more)
    (page,) = impose(both, geometry.options())
    assert len(page.placements) == len(page.outlines) == 24


def test_pieces_of_another_row_begin_a_new_one_and_keep_their_order(geometry: Any) -> None:
    trim = Size(14, 14)
    rows = [
        piece
        for row, count in (("red", 25), ("blue", 3), ("green", 14))
        for piece in geometry.pieces(count, trim, cut="square", edge="bleed", bleed=1.5, back=None, row=row)
    ]
    placed = [place for page in impose(rows, geometry.options()) for place in page.placements]
    assert [place.piece for place in placed] == rows
    left = min(place.x for place in placed)
    for before, place in itertools.pairwise(placed):
        if place.piece.row != before.piece.row:
            assert place.x == pytest.approx(left)
            assert place.y < before.y
    boxes = {(round(place.x, 3), round(place.y, 3)) for place in placed}
    assert len(boxes) == len(placed)
    assert max(place.bleed[2] for place in placed) == 1.5


def test_rows_go_on_over_sheets(geometry: Any) -> None:
    rows = [
        piece
        for row in "abcdefgh"
        for piece in geometry.pieces(5, Size(60, 60), cut="square", edge="bleed", bleed=1.5, back=None, row=row)
    ]
    pages = impose(rows, geometry.options())
    assert "".join(place.piece.row for page in pages for place in page.placements) == "".join(
        5 * row for row in "abcdefgh"
    )
    for page in pages:
        for y in {place.y for place in page.placements}:
            assert len({place.piece.row for place in page.placements if place.y == y}) == 1, "two in one row of a sheet"


def test_nothing_to_print_is_no_page(geometry: Any) -> None:
    assert impose([], geometry.options()) == ()


@pytest.mark.parametrize("name", ["margin", "bleed", "gutter"])
def test_a_length_below_zero_is_refused(geometry: Any, name: str) -> None:
    with pytest.raises(ValueError, match=name):
        geometry.options(**{name: -1.0})
