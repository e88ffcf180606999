"""Folded faces: places of panels, and lines that can be told apart without colour."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pnp import cardsvg
from pnp.cardsvg.values import apply, transform
from pnp.definition.keys.nets import FACE_ROOM
from pnp.diagnostics import TemplateError
from pnp.folding import cube, lines, tray
from pnp.model.net import Net, Panel, PanelSide, Tab
from pnp.rendering.graphics.nets import FoldPainter, folded_net
from pnp.rendering.text.typeset import Typesetter
from pnp.rendering.text.words import load_words
from pnp.shipped import shipped
from pnp.units import Size

KIT = """\
[mine]
engine = "deck"
title = "Mine"
decks = {{ all = [{{ id = "one" }}] }}
[mine.components]
it = {{ kind = "folded", title = "it", of = "all", template = "card", net = {net} }}
"""
CUBE = '{ is = "cube", edge = "16mm", tab = "4mm" }'
FACE = Size(58, 70)


def painter(typesetters: dict[str, Typesetter], language: Any = "en") -> FoldPainter:
    words = (shipped("templates") / "shared" / "words.toml").read_text(encoding="utf-8")
    return FoldPainter(load_words({"words.toml": words}, language, "words.toml"), typesetters[language])


def drawing(markup: object) -> cardsvg.Drawing:
    return cardsvg.parse(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{markup}</svg>', "lines")


@pytest.fixture
def folded(folder: Path, render: Callable[..., list[Any]]) -> Callable[..., list[Any]]:
    """Return a function that renders a folded component from a net, written as TOML, and a template."""

    def faces(template: str, net: str = CUBE, **options: Any) -> list[Any]:
        (folder / "games.toml").write_text(KIT.format(net=net), encoding="utf-8")
        return render(template, **options)

    return faces


def test_a_face_is_the_net_and_room_for_marks_around_without_bleed(folded: Callable[..., list[Any]]) -> None:
    (face,) = folded("{{ fold_lines(net) }}", bleed=3.0)
    assert (face.trim, face.bleed, face.cut) == (Size(48 + 2 * FACE_ROOM, 68 + 2 * FACE_ROOM), 0, "net")
    assert face.drawing.bounds == pytest.approx((0, 0, 52.4, 72.4))


def test_panels_lie_on_the_face_where_the_net_has_them() -> None:
    net = folded_net(cube(16, 4), FACE)
    assert {key: panel.box for key, panel in net.panels.items()} == {
        "1": (21, 17, 16, 16),
        "2": (21, 33, 16, 16),
        "3": (37, 33, 16, 16),
        "4": (5, 33, 16, 16),
        "5": (21, 1, 16, 16),
        "6": (21, 49, 16, 16),
    }


@pytest.mark.parametrize(
    ("up", "corner"),
    [("top", (1, 1)), ("right", (41, 1)), ("bottom", (41, 31)), ("left", (1, 31))],
)
def test_the_transform_turns_a_drawing_so_that_its_top_lies_where_up_says(up: Any, corner: tuple[int, int]) -> None:
    net = folded_net(Net((Panel("a", Size(40, 30), up=up),)), Size(42, 32))
    panel = net.panels["a"]
    assert (panel.width, panel.height) == ((40, 30) if up in ("top", "bottom") else (30, 40))
    matrix = transform(panel.transform)
    assert apply(matrix, 0, 0) == pytest.approx(corner)
    ends = [apply(matrix, x, y) for x, y in ((0, 0), (panel.width, panel.height))]
    assert sorted(x for x, _ in ends) == pytest.approx([1, 41])
    assert sorted(y for _, y in ends) == pytest.approx([1, 31])
    top = apply(matrix, panel.width / 2, 0)
    assert top == pytest.approx({"top": (21, 1), "right": (41, 16), "bottom": (21, 31), "left": (1, 16)}[up])


def test_a_template_draws_panels_tabs_and_lines(folded: Callable[..., list[Any]]) -> None:
    template = """\
{% for id, panel in net.panels.items() %}
<g transform="{{ panel.transform }}">{{ line(id, panel.width / 2, 9, 8, anchor="middle") }}</g>
{% endfor %}
{% for tab in net.tabs %}<circle cx="{{ tab.x }}" cy="{{ tab.y }}" r="1"/>{% endfor %}
{{ fold_lines(net) }}{{ fold_legend(1, 2, 18, 2) }}"""
    (face,) = folded(template)
    assert list(cardsvg.strings(face.drawing)) == [
        *"123456",
        *["glue"] * 7,
        "cut",
        "mountain fold",
        "valley fold",
        "glue",
    ]


def test_cards_have_no_net(render: Callable[..., list[Any]]) -> None:
    with pytest.raises(TemplateError) as caught:
        render("{{ fold_lines(net) }}")
    assert "'net' is undefined" in caught.value.diagnostics[0].message


def test_every_line_is_drawn_over_white_and_nothing_has_a_colour(typesetters: dict[str, Typesetter]) -> None:
    net = folded_net(tray(50, 40, 20, 8, rim=True), Size(200, 200))
    markup = str(painter(typesetters).lines(net))
    for colour in re.findall(r"#[0-9a-f]{6}", markup):
        assert colour[1:3] == colour[3:5] == colour[5:7]
    strokes = re.findall(r'stroke="(#[0-9a-f]{6})" stroke-width="([0-9.]+)"', markup)
    inks = [float(width) for colour, width in strokes if colour == "#000000"]
    white = [float(width) for colour, width in strokes if colour == "#ffffff"]
    assert min(white) >= min(inks) + 0.4
    assert markup.rindex('stroke="#ffffff"') < markup.index('stroke="#000000"')
    drawing(markup)


def test_valleys_are_dashes_mountains_dashes_and_dots_and_cuts_whole(typesetters: dict[str, Typesetter]) -> None:
    net = folded_net(tray(50, 40, 20, 8, rim=True), Size(200, 200))
    markup = str(painter(typesetters).lines(net))
    dashed_lines = re.findall(
        r'<line x1="(\S+)" y1="(\S+)" x2="(\S+)" y2="(\S+)" .*?stroke-dasharray="([^"]+)"', markup
    )
    patterns: dict[int, list[list[float]]] = {}
    for *ends, pattern in dashed_lines:
        x1, y1, x2, y2 = map(float, ends)
        dashes = [float(part) for part in pattern.split()]
        periods = (math.dist((x1, y1), (x2, y2)) - dashes[0]) / sum(dashes)
        assert periods == pytest.approx(round(periods), abs=0.01), "a fold begins and ends with a whole dash"
        patterns.setdefault(len(dashes), []).append(dashes)
    assert {count: len(dashes) for count, dashes in patterns.items()} == {2: 8, 4: 4}
    assert all(dash[2] < dash[1] < dash[0] / 2 for dash in patterns[4])
    assert "dasharray" not in markup.split("<line", maxsplit=1)[0]


def test_a_tab_with_room_carries_the_word_and_a_small_one_dots(typesetters: dict[str, Typesetter]) -> None:
    def tabs(depth: float, language: str) -> str:
        return str(painter(typesetters, language).lines(folded_net(cube(16, depth), Size(100, 100))))

    assert list(cardsvg.strings(drawing(tabs(4, "en")))) == ["glue"] * 7
    assert list(cardsvg.strings(drawing(tabs(4, "ja")))) == ["のり"] * 7
    assert tabs(4, "en").count("<circle") == 0
    assert list(cardsvg.strings(drawing(tabs(2, "en")))) == []
    assert tabs(2, "en").count("<circle") >= 7 * 3


def test_on_a_tab_that_is_deeper_than_long_the_word_runs_across(typesetters: dict[str, Typesetter]) -> None:
    net = Net((Panel("a", Size(7.5, 30)),), (Tab(PanelSide("a", "top"), 12, "a"),))
    markup = str(painter(typesetters, "ja").lines(folded_net(net, Size(20, 60))))
    assert list(cardsvg.strings(drawing(markup))) == ["のり"]
    assert "rotate(90)" in markup


def test_the_dots_of_a_tab_lie_inside_it(typesetters: dict[str, Typesetter]) -> None:
    sides = ("left", "right", "top", "bottom")
    net = Net((Panel("a", Size(8, 8)),), tuple(Tab(PanelSide("a", side), 2.5, "a") for side in sides))
    face = folded_net(net, Size(20, 20))
    shapes = [tab.corners for tab in face.tabs]
    dots = re.findall(r'<circle cx="(\S+)" cy="(\S+)"', str(painter(typesetters).lines(face)))
    assert len(dots) >= 4

    def inside(x: float, y: float, shape: Any) -> bool:
        turns = [
            (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)
            for (x1, y1), (x2, y2) in zip(shape, (*shape[1:], shape[0]), strict=True)
        ]
        return all(turn > 0 for turn in turns) or all(turn < 0 for turn in turns)

    held = [[inside(float(x), float(y), shape) for shape in shapes] for x, y in dots]
    assert all(sum(row) == 1 for row in held)
    assert all(any(row[index] for row in held) for index in range(4))


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", ["cut", "mountain fold", "valley fold", "glue"]), ("ja", ["切る", "山折り", "谷折り", "のり"])],
)
def test_the_legend_names_the_four_signs_within_its_width(
    typesetters: dict[str, Typesetter], language: str, words: list[str]
) -> None:
    for width, rows in ((18, 4), (200, 1)):
        legend = painter(typesetters, language).legend(2, 3, width)
        assert list(cardsvg.strings(drawing(legend.svg))) == words
        assert (legend.lines, legend.height) == (rows, pytest.approx(rows * 1.7 * 2.2))


def test_a_legend_without_room_is_refused(typesetters: dict[str, Typesetter]) -> None:
    with pytest.raises(TemplateError):
        painter(typesetters).legend(0, 0, 8)


def test_a_net_hands_its_lines_to_templates() -> None:
    net = folded_net(cube(16, 4), FACE)
    assert len(net.lines) == len(lines(cube(16, 4)))
    assert {line.kind for line in net.lines} == {"cut", "mountain", "tab"}
    assert all(1 <= x <= 57 and 1 <= y <= 69 for line in net.lines for x, y in (line.start, line.end))
