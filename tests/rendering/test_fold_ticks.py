"""Ticks of nets lie outside the silhouette and its bleed, on the face, and mark every cut; folds are dashes on art."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any

import pytest

from pnp import cardsvg
from pnp.definition.keys.nets import FACE_ROOM
from pnp.folding import cube, lay_out, tray, tuck
from pnp.model.net import Net
from pnp.project.project import open_project
from pnp.rendering.graphics.nets import BLEED, REACH, FoldedNet, FoldPainter, folded_net, slits, ticks
from pnp.rendering.text.typeset import Typesetter
from pnp.rendering.text.words import load_words
from pnp.shipped import shipped
from pnp.units import Size

Point = tuple[float, float]
SHIPPED = ("tray", "shelf", "stand", "dice")


def on_face(net: Net) -> FoldedNet:
    size = lay_out(net).size
    return folded_net(net, Size(size.width + 2 * FACE_ROOM, size.height + 2 * FACE_ROOM))


def nets() -> dict[str, FoldedNet]:
    game = open_project(shipped("games.toml")).game("koka")
    own = {
        component.id: component.net
        for component in game.components
        if component.id in SHIPPED and component.net is not None
    }
    assert set(own) == set(SHIPPED)
    return {
        **{name: on_face(net) for name, net in own.items()},
        "small cube": on_face(cube(12, 2)),
        "bare tray": on_face(tray(50, 40, 20, 8)),
        "tray with a rim": on_face(tray(50, 40, 20, 8, rim=True)),
    }


NETS = nets()


def shapes(net: FoldedNet) -> list[Sequence[Point]]:
    boxes = [panel.box for panel in net.panels.values()]
    return [
        *(((x, y), (x + wide, y), (x + wide, y + high), (x, y + high)) for x, y, wide, high in boxes),
        *(tab.corners for tab in net.tabs),
    ]


def inside(point: Point, shape: Sequence[Point]) -> bool:
    turns = [
        (x2 - x1) * (point[1] - y1) - (y2 - y1) * (point[0] - x1)
        for (x1, y1), (x2, y2) in zip(shape, (*shape[1:], shape[0]), strict=True)
    ]
    return all(turn > 1e-6 for turn in turns) or all(turn < -1e-6 for turn in turns)


@pytest.mark.parametrize("name", NETS)
def test_no_tick_lies_on_a_panel_or_a_tab_or_leaves_the_face(name: str) -> None:
    net = NETS[name]
    for tick in ticks(net):
        for share in (0, 0.25, 0.5, 0.75, 1):
            x, y = (a + share * (b - a) for a, b in zip(tick.start, tick.end, strict=True))
            assert not any(inside((x, y), shape) for shape in shapes(net)), tick
            assert 0 <= x <= net.width, tick
            assert 0 <= y <= net.height, tick


@pytest.mark.parametrize("name", NETS)
def test_a_tick_points_at_the_end_of_its_line_and_is_no_longer_than_it_may_be(name: str) -> None:
    for tick in ticks(NETS[name], 3):
        x, y = (end - start for end, start in zip(tick.end, tick.line_end, strict=True))
        near, far = math.dist(tick.line_end, tick.start), math.hypot(x, y)
        assert 0 < near < far <= 3 + 1e-6
        assert near + tick.length == pytest.approx(far, abs=1e-6)
        assert near > BLEED, "a tick begins beyond the colour"


@pytest.mark.parametrize("name", NETS)
def test_every_cut_round_the_panels_is_in_line_with_a_mark(name: str) -> None:
    net = NETS[name]
    marks = [(tick.start, tick.end) for tick in ticks(net)]
    cuts = [line for line in net.lines if line.kind == "cut"]
    assert cuts
    for line in cuts:
        across = 0 if abs(line.start[0] - line.end[0]) < 1e-6 else 1
        assert any(
            abs(start[across] - line.start[across]) < 0.01 and abs(end[across] - line.start[across]) < 0.01
            for start, end in marks
        ), (name, line)


@pytest.mark.parametrize("name", NETS)
def test_every_fold_is_dashed_from_end_to_end_in_one_ink(name: str, typesetters: dict[str, Typesetter]) -> None:
    net = NETS[name]
    markup = str(painter_of(typesetters).creases(net, "#808080"))
    drawn = re.findall(r'<line x1="([^"]+)" y1="([^"]+)" x2="([^"]+)" y2="([^"]+)" stroke="#808080"', markup)
    folds = {(*line.start, *line.end) for line in net.lines if line.kind in ("mountain", "valley")}
    assert {tuple(map(float, ends)) for ends in drawn} == folds
    assert markup.count("dasharray") == len(folds) == markup.count("<line")


BOX = on_face(tuck(65, 90, 20))


def coloured(net: FoldedNet, x: float, y: float) -> bool:
    return any(
        left < x < left + wide and top < y < top + high
        for left, top, wide, high in (panel.bled for panel in net.panels.values())
    )


def test_a_cut_between_the_colours_of_two_panels_is_drawn_as_a_slit(typesetters: dict[str, Typesetter]) -> None:
    drawn = slits(BOX)
    between = 0
    for line in (line for line in BOX.lines if line.kind == "cut" and math.dist(line.start, line.end) > 3 * BLEED):
        upright = abs(line.start[0] - line.end[0]) < 1e-6
        for share in (0.13, 0.21, 0.33, 0.52, 0.67, 0.79, 0.87):
            x, y = (a + share * (b - a) for a, b in zip(line.start, line.end, strict=True))
            across, down = (1.05, 0.0) if upright else (0.0, 1.05)
            both = coloured(BOX, x + across, y + down) and coloured(BOX, x - across, y - down)
            on_slit = any(
                min(slit.start[0], slit.end[0]) - 1e-6 <= x <= max(slit.start[0], slit.end[0]) + 1e-6
                and min(slit.start[1], slit.end[1]) - 1e-6 <= y <= max(slit.start[1], slit.end[1]) + 1e-6
                for slit in drawn
            )
            assert on_slit is both, (line, share)
            between += both
    assert between
    markup = str(painter_of(typesetters).creases(BOX, "#808080"))
    below, above = re.findall(r'<path d="([^"]+)" fill="none" stroke="(#ffffff|#000000)"', markup)
    assert below == (above[0], "#ffffff") and above[1] == "#000000"
    for slit in drawn:
        assert f"M{slit.start[0]:g} {slit.start[1]:g}L{slit.end[0]:g} {slit.end[1]:g}" in markup


def painter_of(typesetters: dict[str, Typesetter]) -> FoldPainter:
    words = (shipped("templates") / "shared" / "words.toml").read_text(encoding="utf-8")
    return FoldPainter(load_words({"words.toml": words}, "en", "words.toml"), typesetters["en"])


@pytest.mark.parametrize("name", NETS)
def test_the_lines_of_ticks_are_over_white_and_drawn_once(name: str, typesetters: dict[str, Typesetter]) -> None:
    words = (shipped("templates") / "shared" / "words.toml").read_text(encoding="utf-8")
    painter = FoldPainter(load_words({"words.toml": words}, "en", "words.toml"), typesetters["en"])
    net_ticks = ticks(NETS[name])
    assert len({(tick.start, tick.end) for tick in net_ticks}) == len(net_ticks)
    markup = str(painter.ticks(NETS[name]))
    white, black = markup.split('stroke="#000000"', 1)
    assert white.count("M") >= len(net_ticks)
    assert "#ffffff" not in black
    cardsvg.parse(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 300">{markup}</svg>', "ticks")


def test_long_ticks_repeat_their_dashes_and_cuts_may_go_without(typesetters: dict[str, Typesetter]) -> None:
    words = (shipped("templates") / "shared" / "words.toml").read_text(encoding="utf-8")
    painter = FoldPainter(load_words({"words.toml": words}, "en", "words.toml"), typesetters["en"])
    net = NETS["shelf"]
    patterns = re.findall(r'stroke-dasharray="([^"]+)"', str(painter.ticks(net, 5.7)))
    assert max(len(pattern.split()) for pattern in patterns) >= 8
    assert all(len(pattern.split()) % 2 == 0 for pattern in patterns)
    folds = [tick for tick in ticks(net) if tick.kind != "cut"]
    markup = str(painter.ticks(net, cuts=False))
    assert markup.split('stroke="#000000"', 1)[0].count("M") == len(folds)


def test_tabs_are_drawn_without_the_lines_of_panels(typesetters: dict[str, Typesetter]) -> None:
    words = (shipped("templates") / "shared" / "words.toml").read_text(encoding="utf-8")
    painter = FoldPainter(load_words({"words.toml": words}, "en", "words.toml"), typesetters["en"])
    net = NETS["dice"]
    markup = str(painter.tabs(net))
    paths = re.findall(r'<path d="(M[^"]+)" fill="none"', markup)
    drawn: set[Any] = {part for path in paths for part in re.findall(r"M([^ML]+)L([^ML]+)", path)}
    tabs = {line for line in net.lines if line.kind == "tab"}
    assert len(drawn) == len(tabs) == 3 * len(net.tabs)
    assert "dasharray" not in markup


def test_ticks_reach_no_further_than_asked() -> None:
    net = NETS["tray"]
    assert max(math.dist(tick.line_end, tick.end) for tick in ticks(net)) == pytest.approx(REACH)
    assert max(math.dist(tick.line_end, tick.end) for tick in ticks(net, 2)) <= 2 + 1e-6
