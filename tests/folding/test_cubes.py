"""Net of a die, folded."""

from __future__ import annotations

import math
from itertools import combinations

import pytest

from pnp.folding import cube, fold, lay_out, lines, problems, tab_angle
from pnp.folding.solid import fold_frames
from pnp.model.net import SIDES, PanelSide

Point = tuple[float, float, float]


def middle(points: tuple[Point, ...]) -> Point:
    x, y, z = (sum(axis) / len(points) for axis in zip(*points, strict=True))
    return x, y, z


def side(corners: tuple[Point, Point, Point, Point], name: str) -> frozenset[tuple[float, ...]]:
    """Return the ends of a side in space, to a thousandth of a millimetre, in no order."""
    first, second = {"top": (0, 1), "right": (1, 2), "bottom": (2, 3), "left": (3, 0)}[name]
    return frozenset(tuple(round(value, 3) + 0.0 for value in corners[index]) for index in (first, second))


@pytest.mark.parametrize("edge", [10.0, 16.0, 25.4])
def test_six_squares_close_around_a_cube(edge: float) -> None:
    folded = fold(cube(edge, edge / 4))
    assert list(folded) == ["1", "2", "3", "4", "5", "6"]
    centre = middle(tuple(map(middle, folded.values())))
    corners = {tuple(round(value, 3) + 0.0 for value in corner) for panel in folded.values() for corner in panel}
    assert len(corners) == 8
    for panel in folded.values():
        assert math.dist(middle(panel), centre) == pytest.approx(edge / 2)
        assert [math.dist(panel[index], panel[index - 1]) for index in range(4)] == pytest.approx([edge] * 4)


def test_panels_lie_opposite_those_that_make_seven_with_them() -> None:
    folded = fold(cube(16, 4))
    for first, second in combinations(folded, 2):
        distance = math.dist(middle(folded[first]), middle(folded[second]))
        assert distance == pytest.approx(16 if int(first) + int(second) == 7 else 16 / math.sqrt(2))


def test_every_printed_side_looks_outwards() -> None:
    net = cube(16, 4)
    folded = fold(net)
    centre = middle(tuple(map(middle, folded.values())))
    for name, frame in fold_frames(net, lay_out(net)).items():
        out = [
            coordinate - centre_coordinate
            for coordinate, centre_coordinate in zip(middle(folded[name]), centre, strict=True)
        ]
        assert frame.out == pytest.approx([coordinate / 8 for coordinate in out])


def test_one_two_three_run_counter_clockwise_around_their_corner() -> None:
    net = cube(16, 4)
    first, second, third = (fold_frames(net, lay_out(net))[name].out for name in "123")
    cross = (
        first[1] * second[2] - first[2] * second[1],
        first[2] * second[0] - first[0] * second[2],
        first[0] * second[1] - first[1] * second[0],
    )
    assert sum(a * b for a, b in zip(cross, third, strict=True)) == pytest.approx(1)


def test_every_glued_edge_has_one_tab_on_one_of_its_two_sides() -> None:
    net = cube(16, 4)
    folded = fold(net)
    hung = {frozenset(side(folded[str(panel.on.panel)], panel.on.side)) for panel in net.panels if panel.on}
    edges = {side(folded[name], which) for name in folded for which in SIDES}
    assert len(edges) == 12
    glued = [side(folded[tab.on.panel], tab.on.side) for tab in net.tabs]
    assert len(glued) == len(set(glued)) == 7
    assert set(glued) == edges - hung


def test_every_tab_lies_behind_the_panel_that_it_names() -> None:
    net = cube(16, 4)
    folded, flat = fold(net), lay_out(net)
    for tab in flat.tabs:
        assert tab.tab.glued_side is not None
        own = side(folded[tab.tab.on.panel], tab.tab.on.side)
        assert own == side(folded[tab.tab.glued_to], tab.tab.glued_side)
        assert tab_angle(tab, flat, fold_frames(net, flat)) == pytest.approx(-90)


def test_all_folds_are_mountains_and_the_cut_runs_once_around() -> None:
    edge, depth = 16.0, 4.0
    net_lines = lines(cube(edge, depth))
    length = {
        kind: sum(math.dist(line.start, line.end) for line in net_lines if line.kind == kind)
        for kind in ("cut", "mountain", "valley", "tab")
    }
    assert length["mountain"] == pytest.approx(12 * edge)
    assert length["valley"] == 0
    assert length["cut"] == pytest.approx(7 * edge)
    assert length["tab"] == pytest.approx(7 * (edge - 2 * depth + 2 * depth * math.sqrt(2)))


def test_the_net_takes_three_edges_by_four_and_its_tabs() -> None:
    size = lay_out(cube(16, 4)).size
    assert (size.width, size.height) == (3 * 16, 4 * 16 + 4)


@pytest.mark.parametrize(("depth", "sound"), [(1, True), (4, True), (8, True), (16, True), (16.2, False)])
def test_tabs_may_be_as_deep_as_the_cube(depth: float, sound: bool) -> None:
    assert (problems(cube(16, depth)) == ()) is sound


def test_meetings_name_each_glued_edge() -> None:
    assert (PanelSide("6", "bottom"), PanelSide("5", "top")) in cube(16, 4).meets
    assert len(cube(16, 4).meets) == 7
