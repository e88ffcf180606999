"""Six-sided pieces are cut along the sides that are printed, each side once, and a picture keeps nothing else."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from pnp.cutting.areas import areas_of, draw_mask
from pnp.cutting.dxf import cut_dxf
from pnp.cutting.sheets import CutSheet, cut_sheets
from pnp.cutting.svg import cut_svg
from pnp.imposition import Page, Placement
from pnp.model.hexagon import TALL
from pnp.model.sheet_template import SheetPlaces, SheetTemplate
from pnp.units import Size

Point = tuple[float, float]
EXACT = 0.011
"""In mm: sides that lie closer than 0.01 mm are cut once."""
UPRIGHT, FLAT = Size(24, 24 * TALL), Size(24 * TALL, 24)


def honeycomb(size: Size, gap: float) -> SheetTemplate:
    """A sheet of hexagons with so much room between their slanted sides."""
    if size.height > size.width:
        pitch = Size(size.width + gap, 0.75 * size.height + gap / TALL)
    else:
        pitch = Size(1.5 * size.width + 2 * gap / TALL, (size.height + gap) / 2)
    return SheetTemplate(
        "comb", "comb", Size(210, 297), "a4", SheetPlaces(4, 6, size, 20, 25, pitch, "hex", True), marks="corner"
    )


def ring(place: Placement) -> list[Point]:
    """The corners of the hexagon of a placement, worked out by angles."""
    x, y = place.x + place.width / 2, place.y + place.height / 2
    radius, first = max(place.width, place.height) / 2, 90 if place.height > place.width else 0
    turns = (math.radians(first + 60 * corner) for corner in range(6))
    return [(x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns]


def sides(page: Page) -> Iterator[tuple[Point, Point]]:
    for place in page.placements:
        corners = ring(place)
        yield from pairwise([*corners, corners[0]])


def off(point: Point, side: tuple[Point, Point]) -> float:
    """Return how far a point is from a side."""
    (x1, y1), (x2, y2) = side
    length = math.dist(*side)
    share = max(0.0, min(1.0, ((point[0] - x1) * (x2 - x1) + (point[1] - y1) * (y2 - y1)) / length**2))
    return math.dist(point, (x1 + share * (x2 - x1), y1 + share * (y2 - y1)))


def deep(point: Point, place: Placement) -> float:
    """Return how deep a point lies in the hexagon of a placement, below zero outside."""
    x, y = place.x + place.width / 2, place.y + place.height / 2
    apart = min(place.width, place.height) / 2
    first = 0 if place.height > place.width else 30
    normals = (math.radians(first + 60 * side) for side in range(6))
    return min(apart - (point[0] - x) * math.cos(turn) - (point[1] - y) * math.sin(turn) for turn in normals)


def read(cutting: Any, folder: Path, sheet: CutSheet) -> dict[str, list[tuple[Point, Point]]]:
    """The straight cuts of both formats."""
    path = folder / "sheet.dxf"
    path.write_bytes(cut_dxf(sheet))
    outlines = {"svg": cutting.of_svg(cut_svg(sheet, "Game"), "cut"), "dxf": cutting.of_dxf(path, "cut")}
    return {
        name: [part for line in lines for part in pairwise(line) if math.dist(*part) > 1e-6]
        for name, lines in outlines.items()
    }


LAID: dict[str, dict[str, Any]] = {
    "in rows": {"trim": UPRIGHT},
    "in rows, with bleed": {"trim": UPRIGHT, "edge": "bleed"},
    "in rows, points beside": {"trim": FLAT, "edge": "bleed"},
    "honeycomb": {"trim": UPRIGHT, "sheet": honeycomb(UPRIGHT, 0)},
    "honeycomb, points beside": {"trim": FLAT, "sheet": honeycomb(FLAT, 0)},
    "honeycomb, turned": {"trim": UPRIGHT, "sheet": honeycomb(FLAT, 0)},
    "honeycomb with bleed": {"trim": UPRIGHT, "sheet": honeycomb(UPRIGHT, 3), "edge": "bleed"},
    "honeycomb, rounded figures": {"trim": UPRIGHT, "sheet": honeycomb(UPRIGHT, 0.006)},
    "smaller than their places": {"trim": Size(20, 20 * TALL), "sheet": honeycomb(UPRIGHT, 0)},
}


@pytest.mark.parametrize(
    ("machine", "on"),
    [
        ("svg", "a4"),
        pytest.param("svg", "letter", marks=pytest.mark.kit),
        ("silhouette", "a4"),
        pytest.param("cricut", "letter", marks=pytest.mark.kit),
    ],
)
@pytest.mark.parametrize("laid", LAID)
def test_hexagons_are_cut_along_their_sides_once(
    cutting: Any, tmp_path: Path, laid: str, machine: Any, on: str
) -> None:
    pieces = cutting.pieces(14, cut="hex", component="tiles", back=None, **LAID[laid])
    pages = cutting.sheets(pieces, machine, on=on)
    sheets = cut_sheets(pages, {}, 3.0)
    assert sum(sheet.pieces for sheet in sheets) == 14
    for page, sheet in zip(pages, sheets, strict=True):
        once: list[tuple[Point, Point]] = []
        for side in sides(page):
            if not any(off(side[0], one) < EXACT and off(side[1], one) < EXACT for one in once):
                once.append(side)
        for cuts in read(cutting, tmp_path, sheet).values():
            for part in cuts:
                assert any(off(part[0], side) < EXACT and off(part[1], side) < EXACT for side in once)
                middle = ((part[0][0] + part[1][0]) / 2, (part[0][1] + part[1][1]) / 2)
                assert all(deep(point, place) < EXACT for point in (*part, middle) for place in page.placements)
            for side in once:
                along = sum(
                    math.dist(*part) for part in cuts if off(part[0], side) < EXACT and off(part[1], side) < EXACT
                )
                assert along == pytest.approx(math.dist(*side), abs=2 * EXACT)


def test_hexagons_are_cut_where_they_are_printed(cutting: Any, tmp_path: Path) -> None:
    pages = cutting.sheets(cutting.pieces(20, cut="hex", back=None, **LAID["honeycomb"]), "svg")
    printed = [((line.x1, line.y1), (line.x2, line.y2)) for line in pages[0].segments if line.cased]
    for cuts in read(cutting, tmp_path, cut_sheets(pages, {})[0]).values():
        length = sum(math.dist(*part) for part in cuts)
        assert length == pytest.approx(sum(math.dist(*line) for line in printed), rel=1e-4)
        assert max(min(off(end, line) for line in printed) for part in cuts for end in part) < EXACT


@pytest.mark.parametrize("trim", [UPRIGHT, FLAT])
def test_a_picture_keeps_the_hexagons_alone(cutting: Any, trim: Size) -> None:
    (page,) = cutting.sheets(cutting.pieces(5, trim, cut="hex", back=None, edge="bleed"), "cricut")
    (sheet,) = cut_sheets([page], {}, 3.0)
    left, _, right, top = sheet.box
    width = round((right - left) * 10)
    scale = width / (right - left)
    picture = draw_mask(areas_of(page, {}, 3.0), sheet.box, width, round((top - sheet.box[1]) * scale))
    for down in range(0, picture.height, 3):
        for across in range(0, width, 3):
            point = left + (across + 0.5) / scale, top - (down + 0.5) / scale
            depth = max(deep(point, place) for place in page.placements)
            if abs(depth) > 0.15:
                assert picture.getpixel((across, down)) == (255 if depth > 0 else 0)


def test_an_edge_that_touches_two_others_leaves_no_cut_of_no_length(cutting: Any) -> None:
    pages = cutting.sheets(cutting.pieces(14, cut="hex", back=None, **LAID["honeycomb"]), "svg")
    for sheet in cut_sheets(pages, {}):
        assert min(math.dist(edge.start, edge.end) for path in sheet.shapes for edge in path.edges) > 1
