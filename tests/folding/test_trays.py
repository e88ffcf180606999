"""Net of a tray, folded."""

from __future__ import annotations

import pytest

from pnp.folding import fold, lay_out, lines, problems, tray
from pnp.folding.solid import fold_frames

WALLS = ("back", "front", "left", "right")


@pytest.mark.parametrize("rim", [False, True])
def test_walls_stand_on_the_floor_and_meet_in_the_corners(rim: bool) -> None:
    net = tray(100, 80, 25, 10, rim)
    assert problems(net) == ()
    folded = fold(net)
    assert {corner[2] for corner in folded["floor"]} == {0}
    for wall in WALLS:
        heights = sorted(corner[2] for corner in folded[wall])
        assert heights == pytest.approx([0, 0, 25, 25])
    assert {round(corner[1], 6) + 0.0 for corner in folded["back"]} == {0}
    assert {round(corner[1], 6) for corner in folded["front"]} == {-80}
    assert {round(corner[0], 6) + 0.0 for corner in folded["left"]} == {0}
    assert {round(corner[0], 6) for corner in folded["right"]} == {100}


def test_the_printed_side_is_inside() -> None:
    net = tray(100, 80, 25, 10)
    looks = {name: frame.out for name, frame in fold_frames(net, lay_out(net)).items()}
    assert looks["floor"] == (0, 0, 1)
    inwards = {"back": (0, -1, 0), "front": (0, 1, 0), "left": (1, 0, 0), "right": (-1, 0, 0)}
    for wall, direction in inwards.items():
        assert looks[wall] == pytest.approx(direction, abs=1e-9)


def test_a_rim_brings_print_to_the_outside_and_ends_above_the_table() -> None:
    net = tray(100, 80, 25, 10, rim=True)
    folded = fold(net)
    looks = {name: frame.out for name, frame in fold_frames(net, lay_out(net)).items()}
    for wall in WALLS:
        outside = folded[f"{wall}-outside"]
        assert sorted(corner[2] for corner in outside) == pytest.approx([0.5, 0.5, 25, 25])
        assert looks[f"{wall}-outside"] == pytest.approx([-part for part in looks[wall]], abs=1e-9)


def test_what_is_drawn_on_a_wall_stands_upright() -> None:
    net = tray(100, 80, 25, 10, rim=True)
    spaces = fold_frames(net, lay_out(net))
    for panel in net.panels[1:]:
        assert spaces[panel.id].away(panel.up)[2] == pytest.approx(1)


def test_walls_are_valleys_and_the_rim_a_mountain() -> None:
    kinds = [line.kind for line in lines(tray(100, 80, 25, 10, rim=True))]
    assert (kinds.count("valley"), kinds.count("mountain")) == (8, 4)
    assert "mountain" not in [line.kind for line in lines(tray(100, 80, 25, 10))]


def test_tabs_that_are_deeper_than_the_wall_is_long_are_refused() -> None:
    assert [problem.code for problem in problems(tray(30, 80, 25, 31))] == ["loose-tab"] * 4
