"""Nets are scored where they fold and cut where they are cut, however they lie on the sheet."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from pnp.cutting.areas import areas_of, draw_mask
from pnp.cutting.dxf import cut_dxf
from pnp.cutting.sheets import cut_sheets
from pnp.cutting.svg import cut_svg
from pnp.folding import cube, lay_out, lines, tray
from pnp.imposition import Page, Piece, Placement
from pnp.model.net import Net
from pnp.rendering.graphics.nets import folded_net
from pnp.units import Size

Point = tuple[float, float]
NETS = {"die": cube(16.0, 5.0), "tray": tray(90.0, 60.0, 15.0, 8.0, rim=True)}


def face_of(net: Net) -> Size:
    flat = lay_out(net).size
    return Size(round(flat.width + 8, 2), round(flat.height + 3, 2))


def lying(net: Net, rotation: Any) -> Page:
    """A page with one net, turned."""
    face = face_of(net)
    on_page = face if rotation in (0, 180) else face.turned
    piece = Piece("net", "net", "front", None, face, 1.0, "border", "net")
    place = Placement(piece, "front", "front", 31.0, 52.5, on_page.width, on_page.height, rotation, (0, 0, 0, 0))
    return Page(1, 1, "single", Size(210, 297), (place,))


def turned(place: Placement, point: Point) -> Point:
    """A point of the face on the page, by turning about the middle of the face."""
    trim = place.piece.trim
    x, y = point[0] - trim.width / 2, trim.height / 2 - point[1]
    angle = math.radians(place.rotation)
    middle = (place.x + place.width / 2, place.y + place.height / 2)
    return (
        middle[0] + x * math.cos(angle) - y * math.sin(angle),
        middle[1] + x * math.sin(angle) + y * math.cos(angle),
    )


@pytest.mark.parametrize("name", NETS)
@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_scores_are_the_folds_and_cuts_the_rest(
    cutting: Any, near: Callable[[list[Point], list[list[Point]]], float], tmp_path: Path, name: str, rotation: int
) -> None:
    net = NETS[name]
    page = lying(net, rotation)
    (place,) = page.placements
    (sheet,) = cut_sheets([page], {"net": net})
    drawn = folded_net(net, place.piece.trim)
    path = tmp_path / "net.dxf"
    path.write_bytes(cut_dxf(sheet))
    for layer, kinds in (("score", ("mountain", "valley")), ("cut", ("cut", "tab"))):
        expected = [[turned(place, line.start), turned(place, line.end)] for line in drawn.lines if line.kind in kinds]
        assert expected
        for outlines in (cutting.of_svg(cut_svg(sheet, "Game"), layer), cutting.of_dxf(path, layer)):
            assert near([point for line in expected for point in line], outlines) < 0.01
            assert near([point for line in outlines for point in line], expected) < 0.01
            length = sum(math.dist(start, end) for line in outlines for start, end in pairwise(line))
            assert length == pytest.approx(sum(math.dist(*line) for line in expected), abs=0.01)


def test_folds_are_scored_before_anything_is_cut(cutting: Any) -> None:
    (sheet,) = cut_sheets([lying(NETS["die"], 0)], {"net": NETS["die"]})
    text = cut_svg(sheet, "Game").decode()
    assert 0 < text.index('id="score"') < text.index('id="cut"')


def test_an_outline_is_cut_in_one_go(cutting: Any) -> None:
    (sheet,) = cut_sheets([lying(NETS["die"], 90)], {"net": NETS["die"]})
    kinds = Counter(line.kind for line in lines(NETS["die"]))
    assert len(sheet.of("score")) == kinds["mountain"] + kinds["valley"]
    assert len(sheet.of("cut")) == 1


def test_a_mask_keeps_the_panels_and_tabs_of_a_net_and_no_more() -> None:
    net = NETS["die"]
    page = lying(net, 90)
    box = (31.0, 52.5, 31.0 + page.placements[0].width, 52.5 + page.placements[0].height)
    picture = draw_mask(
        areas_of(page, {"net": net}, 0.0), box, 1200, round(1200 * (box[3] - box[1]) / (box[2] - box[0]))
    )
    flat = lay_out(net)
    panels = sum(panel.width * panel.height for panel in flat.panels.values())
    tabs = sum(tab.tab.depth * (math.dist(*tab.corners[:2]) + math.dist(*tab.corners[2:])) / 2 for tab in flat.tabs)
    area = sum(picture.tobytes()) / 255 / (picture.width * picture.height) * (box[2] - box[0]) * (box[3] - box[1])
    assert area == pytest.approx(panels + tabs, rel=0.003)


@pytest.mark.parametrize("corner", [0.0, 3.0])
def test_a_mask_is_as_large_as_its_cards(cutting: Any, corner: float) -> None:
    (page,) = cutting.sheets(cutting.pieces(4, back=None), "cricut")
    (sheet,) = cut_sheets([page], {}, corner)
    left, bottom, right, top = sheet.box
    assert (right - left, top - bottom) == (pytest.approx(127), pytest.approx(177))
    picture = draw_mask(areas_of(page, {}, corner), sheet.box, 1270, 1770)
    card = 63 * 88 - (4 - math.pi) * corner**2
    assert sum(picture.tobytes()) / 255 / 100 == pytest.approx(4 * card, rel=0.0005)
    # The gap is clear, 1 mm wide, and the dots beside it are whole.
    assert [picture.getpixel((x, 300)) for x in (629, 630, 635, 639, 640)] == [255, 0, 0, 0, 255]
