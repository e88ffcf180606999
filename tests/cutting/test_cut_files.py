"""Cut files say where pieces lie, to a hundredth of a millimetre, in the directions of their formats."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pnp.cutting.dxf import cut_dxf
from pnp.cutting.sheets import CutSheet, cut_sheets
from pnp.cutting.svg import cut_svg
from pnp.diagnostics import PnpError
from pnp.imposition import Page, Placement
from pnp.model.component import Tiling
from pnp.units import Size

Point = tuple[float, float]
Near = Callable[[list[Point], list[list[Point]]], float]
EXACT = 0.01


def outline(place: Placement, corner: float = 0.0) -> list[Point]:
    """Points on the outline of a placement, worked out by themselves."""
    if place.piece.cut == "circle":
        middle, radius = (place.x + place.width / 2, place.y + place.height / 2), place.width / 2
        angles = [math.radians(angle) for angle in range(0, 360, 5)]
        return [(middle[0] + radius * math.cos(a), middle[1] + radius * math.sin(a)) for a in angles]
    points = []
    for right in (0, 1):
        for top in (0, 1):
            x, y = place.x + right * place.width, place.y + top * place.height
            inwards = (1 - 2 * right, 1 - 2 * top)
            for degrees in range(0, 91, 15):
                a = math.radians(degrees)
                points.append(
                    (x + inwards[0] * corner * (1 - math.cos(a)), y + inwards[1] * corner * (1 - math.sin(a)))
                )
    points += [(place.x + place.width * share, place.y) for share in (0.2, 0.5, 0.8)]
    points += [(place.x, place.y + place.height * share) for share in (0.2, 0.5, 0.8)]
    points += [(place.x + place.width * share, place.y + place.height) for share in (0.2, 0.5, 0.8)]
    return points + [(place.x + place.width, place.y + place.height * share) for share in (0.2, 0.5, 0.8)]


def read(cutting: Any, folder: Path, sheet: CutSheet, layer: str = "cut") -> dict[str, list[list[Point]]]:
    """Return the lines of a layer in both formats."""
    path = folder / "sheet.dxf"
    path.write_bytes(cut_dxf(sheet))
    return {"svg": cutting.of_svg(cut_svg(sheet, "Game"), layer), "dxf": cutting.of_dxf(path, layer)}


@pytest.mark.parametrize(
    ("fields", "corner"),
    [
        ({}, 0.0),
        ({}, 3.0),
        ({"trim": Size(88, 63)}, 3.0),
        ({"edge": "bleed"}, 0.0),
        ({"edge": "bleed", "orientation": "landscape"}, 3.0),
        ({"cut": "circle", "trim": Size(30, 30), "edge": "bleed"}, 3.0),
        ({"cut": "square", "trim": Size(14, 14)}, 3.0),
    ],
)
def test_every_piece_has_its_outline_where_it_lies(
    cutting: Any, near: Near, tmp_path: Path, fields: dict[str, Any], corner: float
) -> None:
    pages = cutting.sheets(cutting.pieces(11, **fields))
    fronts = [page for page in pages if page.side != "back"]
    sheets = cut_sheets(pages, {}, corner)
    assert [(sheet.number, sheet.page) for sheet in sheets] == [(page.sheet, page.number) for page in fronts]
    for page, sheet in zip(fronts, sheets, strict=True):
        for lines in read(cutting, tmp_path, sheet).values():
            assert sheet.pieces == len(page.placements)
            for place in page.placements:
                rounded = corner if place.piece.cut == "card" else 0.0
                # A circle is read back as a polygon with sides of half a millimetre.
                allowed = EXACT if place.piece.cut != "circle" else EXACT + 0.005
                assert near(outline(place, rounded), lines) < allowed


@pytest.mark.parametrize("corner", [0.0, 2.5])
def test_every_line_belongs_to_a_piece_and_crosses_no_other(
    cutting: Any, near: Near, tmp_path: Path, corner: float
) -> None:
    pages = cutting.sheets([*cutting.pieces(5, edge="bleed"), *cutting.pieces(7, component="others")])
    for page, sheet in zip((one for one in pages if one.side != "back"), cut_sheets(pages, {}, corner), strict=True):
        for lines in read(cutting, tmp_path, sheet).values():
            for line in lines:
                assert max(_off(point, page) for point in line) < EXACT
                for place in page.placements:
                    left, bottom, right, top = place.shown
                    own = any(_on(point, place) for point in line)
                    inside = [
                        (x, y) for x, y in line if left + EXACT < x < right - EXACT and bottom + EXACT < y < top - EXACT
                    ]
                    assert own or not inside


def _off(point: Point, page: Page) -> float:
    """Return how far a point is outside all trims, or 0."""
    return min(
        max(
            0.0,
            place.x - point[0],
            point[0] - place.x - place.width,
            place.y - point[1],
            point[1] - place.y - place.height,
        )
        for place in page.placements
    )


def _on(point: Point, place: Placement) -> bool:
    """Return True if a point lies on a side of a trim."""
    x, y = point[0] - place.x, point[1] - place.y
    across = min(abs(x), abs(x - place.width)) < EXACT and -EXACT < y < place.height + EXACT
    return across or (min(abs(y), abs(y - place.height)) < EXACT and -EXACT < x < place.width + EXACT)


def test_formats_count_upwards_and_downwards_and_in_millimetres(cutting: Any, tmp_path: Path) -> None:
    ezdxf = pytest.importorskip("ezdxf")
    pages = cutting.sheets(cutting.pieces(1, Size(40, 20)))
    (place,) = pages[0].placements
    (sheet,) = cut_sheets(pages, {}, 0.0, cutting.options().registration.marks)
    root = ElementTree.fromstring(cut_svg(sheet, "Game"))
    assert (root.attrib["width"], root.attrib["height"], root.attrib["viewBox"]) == ("210mm", "297mm", "0 0 210 297")
    path = tmp_path / "one.dxf"
    path.write_bytes(cut_dxf(sheet))
    drawing = ezdxf.readfile(path)
    assert (drawing.units, drawing.header["$INSUNITS"], drawing.header["$MEASUREMENT"]) == (4, 4, 1)
    assert not drawing.audit().errors
    (outline_there,) = drawing.modelspace().query('*[layer=="cut"]')
    corners = {(round(x, 4), round(y, 4)) for x, y in outline_there.get_points("xy")}
    assert (round(place.x, 4), round(place.y, 4)) in corners and len(corners) == 4
    (frame,) = drawing.modelspace().query('*[layer=="paper-not-cut"]')
    assert {tuple(point) for point in frame.get_points("xy")} == {(0, 0), (210, 0), (210, 297), (0, 297)}
    assert not drawing.layers.get("paper-not-cut").dxf.plot and not drawing.layers.get("marks-not-cut").dxf.plot


def test_marks_are_drawn_as_they_are_printed_in_a_layer_that_is_not_cut(cutting: Any, tmp_path: Path) -> None:
    ezdxf = pytest.importorskip("ezdxf")
    pages = cutting.sheets(cutting.pieces(9))
    printed = [line for line in pages[0].segments if line.line_width >= 0.5]
    (sheet,) = cut_sheets(pages, {}, 0.0, cutting.options().registration.marks)
    (group,) = (one for one in ElementTree.fromstring(cut_svg(sheet, "Game")) if one.attrib.get("id") == "marks")
    assert len(group) == len(printed) == 5
    path = tmp_path / "one.dxf"
    path.write_bytes(cut_dxf(sheet))
    drawn = ezdxf.readfile(path).modelspace().query('*[layer=="marks-not-cut"]')
    drawn_lines = [(*mark[0][:2], *mark[1][:2], mark.dxf.const_width) for mark in drawn]
    assert drawn_lines == [pytest.approx((line.x1, line.y1, line.x2, line.y2, line.line_width)) for line in printed]


def test_the_same_sheet_makes_the_same_bytes(cutting: Any) -> None:
    sheets = [cut_sheets(cutting.sheets(cutting.pieces(9)), {}, 3.0)[0] for _ in range(2)]
    assert cut_svg(sheets[0], "Game") == cut_svg(sheets[1], "Game")
    assert cut_dxf(sheets[0]) == cut_dxf(sheets[1])


def test_full_pages_and_tiles_are_not_cut(cutting: Any) -> None:
    rules = cutting.pieces(1, Size(210, 297), component="rules")
    board = cutting.pieces(1, Size(400, 300), component="board", tiling=Tiling())
    pages = cutting.sheets([*rules, *board])
    assert len(pages) > 2 and cut_sheets(pages, {}) == ()


def test_backs_that_are_not_printed_and_separate_backs_change_nothing(cutting: Any) -> None:
    shapes = {
        backs: [sheet.shapes for sheet in cut_sheets(cutting.sheets(cutting.pieces(12), backs=backs), {})]
        for backs in ("duplex", "separate", "none")
    }
    assert shapes["duplex"] == shapes["separate"] == shapes["none"]


def test_stickers_are_cut_in_a_layer_of_their_own(cutting: Any) -> None:
    pieces = [*cutting.pieces(2), *cutting.pieces(3, Size(14, 14), component="stickers", cut="square", stock="sticker")]
    sheets = cut_sheets(cutting.sheets(pieces), {})
    assert [(len(sheet.of("cut")), len(sheet.of("kiss"))) for sheet in sheets] == [(2, 0), (0, 3)]


def test_a_corner_that_is_too_round_is_refused_with_figures(cutting: Any) -> None:
    pages = cutting.sheets(cutting.pieces(1, Size(40, 20)))
    with pytest.raises(PnpError, match="corner-too-round") as caught:
        cut_sheets(pages, {}, 10.5)
    assert "cards is 40 × 20 mm, and its corners can have 10 mm at most" in str(caught.value)
    assert cut_sheets(pages, {}, 10.0)[0].of("cut")


@example(count=3, width=15.859, height=15.0, corner=0.0, gutter=0.0)
@given(
    count=st.integers(1, 30),
    width=st.floats(15, 90),
    height=st.floats(15, 90),
    corner=st.sampled_from([0.0, 1.0, 3.0, 7.5]),
    gutter=st.sampled_from([0.0, 0.4, 3.0]),
)
def test_what_two_pieces_share_is_cut_once(
    cutting: Any, count: int, width: float, height: float, corner: float, gutter: float
) -> None:
    pieces = cutting.pieces(count, Size(round(width, 3), round(height, 3)), back=None)
    pages = cutting.sheets(pieces, "svg", gutter=gutter)
    for page, sheet in zip(pages, cut_sheets(pages, {}, corner), strict=True):
        lines = cutting.of_svg(cut_svg(sheet, "Game"), "cut")
        length = sum(math.dist(one, two) for line in lines for one, two in pairwise(line))
        sides: list[tuple[bool, float, float]] = []
        for place in page.placements:
            x, y, right, top = place.x, place.y, place.x + place.width, place.y + place.height
            for side in ((True, x, y), (True, right, y), (False, x, y), (False, x, top)):
                if all(side[0] != one[0] or math.dist(side[1:], one[1:]) > EXACT for one in sides):
                    sides.append(side)
        place = page.placements[0]
        straight = sum((place.height if upright else place.width) - 2 * corner for upright, _, _ in sides)
        round_ones = 2 * math.pi * corner * len(page.placements)
        assert length == pytest.approx(straight + round_ones, rel=0.004)
