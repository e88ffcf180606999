"""Properties of any net: flat, folded, and its lines."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.folding import FoldLine, fold, lay_out, lines
from pnp.folding.flat import hinge
from pnp.folding.solid import fold_frames
from pnp.model.net import Net, Panel, PanelSide, Tab
from pnp.units import Size


def on(text: str) -> PanelSide:
    panel, _, side = text.rpartition(".")
    return PanelSide(panel, side)  # type: ignore[arg-type]


def kinds(net: Net) -> dict[str, list[tuple[tuple[float, float], tuple[float, float]]]]:
    lines_by_kind: dict[str, list[tuple[tuple[float, float], tuple[float, float]]]] = {}
    for line in lines(net):
        lines_by_kind.setdefault(line.kind, []).append((line.start, line.end))
    return lines_by_kind


@given(st.data())
def test_folding_keeps_every_panel_in_shape(net_strategy: Any, data: st.DataObject) -> None:
    net = data.draw(net_strategy)
    for panel, corners in zip(net.panels, fold(net).values(), strict=True):
        width, height = panel.size.width, panel.size.height
        sides = [math.dist(corners[index], corners[(index + 1) % 4]) for index in range(4)]
        assert sides == pytest.approx([width, height, width, height])
        assert math.dist(corners[0], corners[2]) == pytest.approx(math.hypot(width, height))


@given(st.data())
def test_panels_stay_together_along_their_fold_at_the_angle_that_it_says(
    net_strategy: Any, data: st.DataObject
) -> None:
    net = data.draw(net_strategy)
    flat = lay_out(net)
    spaces = fold_frames(net, flat)
    for panel in net.panels[1:]:
        parent, child = flat.panels[panel.on.panel], flat.panels[panel.id]
        upright = panel.on.side in ("left", "right")
        line_at = parent.edge(panel.on.side)[0][0 if upright else 1]
        for along in hinge(parent, panel.on, child):
            x, y = (line_at, along) if upright else (along, line_at)
            parent_point = spaces[parent.id].point(x - parent.x, y - parent.y)
            child_point = spaces[child.id].point(x - child.x, y - child.y)
            assert math.dist(parent_point, child_point) == pytest.approx(0, abs=1e-6)
        above, below = spaces[parent.id], spaces[child.id]
        flat_away, folded_away = above.away(panel.on.side), below.away(panel.on.side)
        cos = sum(a * b for a, b in zip(flat_away, folded_away, strict=True))
        sin = sum(a * b for a, b in zip(above.out, folded_away, strict=True))
        assert (cos, sin) == pytest.approx(
            (math.cos(math.radians(panel.fold)), math.sin(math.radians(panel.fold))), abs=1e-6
        )


@given(st.data())
def test_a_net_without_angles_stays_flat(net_strategy: Any, data: st.DataObject) -> None:
    net = data.draw(net_strategy)
    still = Net(tuple(Panel(panel.id, panel.size, panel.on, 0, panel.shift) for panel in net.panels))
    flat = lay_out(still)
    for name, corners in fold(still).items():
        expected = [(x, -y, 0) for x, y in flat.panels[name].corners]
        for corner, place in zip(corners, expected, strict=True):
            assert corner == pytest.approx(place, abs=1e-9)
    assert {line.kind for line in lines(still)} == {"cut"}


@given(st.data())
def test_lines_are_the_sides_of_the_panels_and_each_lies_there_once(net_strategy: Any, data: st.DataObject) -> None:
    net = data.draw(net_strategy)
    flat = lay_out(net)
    sides = sum(2 * (panel.width + panel.height) for panel in flat.panels.values())
    folds = [
        hinge(flat.panels[panel.on.panel], panel.on, flat.panels[panel.id])
        for panel in net.panels
        if panel.on is not None
    ]
    bent = sum(high - low for (low, high), panel in zip(folds, net.panels[1:], strict=True) if abs(panel.fold) > 0.5)
    net_lines = lines(net)
    drawn = Counter(line.kind for line in net_lines)
    assert drawn["mountain"] == sum(panel.fold < -0.5 for panel in net.panels)
    assert drawn["valley"] == sum(panel.fold > 0.5 for panel in net.panels)
    length = sum(math.dist(line.start, line.end) for line in net_lines)
    cut = sum(math.dist(line.start, line.end) for line in net_lines if line.kind == "cut")
    assert length - cut == pytest.approx(bent)
    # Touching sides that are not folded share one cut.
    assert cut <= sides - 2 * sum(high - low for low, high in folds) + 1e-6
    assert cut >= (sides - 2 * sum(high - low for low, high in folds)) / 2 - 1e-6


def test_a_panel_hangs_in_the_middle_of_the_side_and_shifts_to_the_right_or_down() -> None:
    root = Panel("a", Size(40, 30))
    net = Net(
        (
            root,
            Panel("right", Size(20, 10), on("a.right")),
            Panel("below", Size(20, 10), on("a.bottom"), shift=-4),
            Panel("left", Size(20, 10), on("a.left"), shift=5),
            Panel("above", Size(60, 10), on("a.top")),
        )
    )
    places = {key: (panel.x, panel.y) for key, panel in lay_out(net).panels.items()}
    assert places == {"a": (0, 0), "right": (40, 10), "below": (6, 30), "left": (-20, 15), "above": (-10, -10)}
    assert lay_out(net).box == (-20, -10, 60, 40)


def test_a_narrow_panel_is_folded_where_it_hangs_and_cut_free_beside() -> None:
    lines_by_kind = kinds(Net((Panel("a", Size(40, 30)), Panel("b", Size(20, 10), on("a.right"), fold=90))))
    assert lines_by_kind["valley"] == [((40, 10), (40, 20))]
    assert ((40, 0), (40, 10)) in lines_by_kind["cut"]
    assert ((40, 20), (40, 30)) in lines_by_kind["cut"]


def test_a_cut_between_panels_that_touch_is_one_line() -> None:
    net = Net(
        (
            Panel("floor", Size(30, 30)),
            Panel("right", Size(30, 30), on("floor.right"), fold=90),
            Panel("below", Size(30, 30), on("floor.bottom"), fold=90),
            Panel("corner", Size(30, 30), on("right.bottom"), fold=-90),
        )
    )
    assert kinds(net)["cut"].count(((30, 30), (30, 60))) == 1
    assert sum(math.dist(*line) for line in kinds(net)["cut"]) == pytest.approx(8 * 30 + 30)


def test_a_tab_is_slanted_and_replaces_the_cut_of_its_side() -> None:
    net = Net(
        (Panel("a", Size(40, 30)), Panel("b", Size(40, 30), on("a.right"), fold=90)),
        (Tab(on("a.bottom"), 5, "b"),),
    )
    (tab,) = lay_out(net).tabs
    assert tab.corners == ((0, 30), (40, 30), (35, 35), (5, 35))
    assert FoldLine("tab", (5, 35), (35, 35)) in lines(Net(net.panels, net.tabs))
    assert ((0, 30), (40, 30)) not in kinds(net)["cut"]


def test_a_deep_tab_keeps_a_broad_end() -> None:
    net = Net((Panel("a", Size(20, 30)),), (Tab(on("a.top"), 15, "a"),))
    (tab,) = lay_out(net).tabs
    assert tab.corners[2:] == ((14, -15), (6, -15))


@pytest.mark.parametrize("side", ["left", "right", "top", "bottom"])
@pytest.mark.parametrize("angle", [90, -90])
def test_valleys_rise_towards_the_reader_and_mountains_sink(side: str, angle: int) -> None:
    net = Net((Panel("a", Size(20, 20)), Panel("b", Size(20, 20), on(f"a.{side}"), fold=angle)))
    assert sum(corner[2] for corner in fold(net)["b"]) == pytest.approx(40 if angle > 0 else -40)
    assert (kinds(net).keys() & {"valley", "mountain"}) == ({"valley"} if angle > 0 else {"mountain"})
