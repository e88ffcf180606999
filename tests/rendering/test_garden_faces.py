"""Faces of the deck that ``pnp init --deck`` writes: stars that leave words alone, backs, a wing over an edge."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from pnp.build.faces import render_kit
from pnp.build.options import BuildOptions, KitContext
from pnp.cardsvg.colours import colour
from pnp.cardsvg.nodes import Shape, Text
from pnp.cardsvg.paths import bounds
from pnp.cardsvg.values import Matrix, apply
from pnp.examples import ExampleSet
from pnp.fonts import FontBook
from pnp.project.project import open_project
from pnp.rendering.face import Face
from tests.rendering.drawn import placed

MOONLIGHT = colour("#fdf1d0")


@pytest.fixture(scope="module")
def faces(root: Path) -> Mapping[str, Face]:
    """Return the faces of the deck by their ids."""
    project = open_project(root / "examples" / "new-deck" / "games.toml")
    context = KitContext.of(project, project.game("night-garden"), BuildOptions(language="en"))
    kit = render_kit(context, ExampleSet((), (), (), ()), lambda _label: None)
    found = (face for _, cards in kit.groups for leaf in cards for face in (leaf.front, leaf.back))
    return {face.id: face for face in found if face}


def stars(face: Face) -> list[tuple[float, float]]:
    """Return the middles of the stars: moonlit shapes smaller than 1 mm."""
    found = []
    for node, matrix in placed(face.drawing.nodes):
        if isinstance(node, Shape) and node.fill == MOONLIGHT and (box := bounds(node.outline)) and box[2] < 1:
            found.append(apply(matrix, box[0] + box[2] / 2, box[1] + box[3] / 2))
    return found


def distance(spot: tuple[float, float], chunk: tuple[float, float, float, float], matrix: Matrix) -> float:
    """Return how far a spot lies from the box (left, top, right, low) that a matrix moves, and turns at most."""
    a, b, c, d, e, f = matrix
    x, y = spot[0] - e, spot[1] - f
    x, y = a * x + b * y, c * x + d * y
    return math.hypot(max(chunk[0] - x, 0, x - chunk[2]), max(chunk[1] - y, 0, y - chunk[3]))


def test_no_star_stands_within_4_mm_of_words(faces: Mapping[str, Face], book: FontBook) -> None:
    type_ = book.stack(("EB Garamond",), 700)
    seen = 0
    for face in faces.values():
        if face.component not in ("moths", "flowers", "box"):
            continue
        for node, matrix in placed(face.drawing.nodes):
            for chunk in node.chunks if isinstance(node, Text) else ():
                size = chunk.runs[0].style.font_size or 0
                if not {"Night", "Emperor", "Luna", "Hawk"} & set(chunk.text.split()):
                    continue
                half = type_.width(chunk.text, size, 0) / 2
                box = (chunk.x - half, chunk.y - size * 0.65, chunk.x + half, chunk.y)
                assert all(distance(star, box, matrix) > 3.9 for star in stars(face)), (face.id, chunk.text)
                seen += 1
    assert seen == 12 + 1 + 2 * 2 + 3, "moths, the night lily, two titles on either back, three on the box"


def test_backs_are_the_same_after_half_a_turn(faces: Mapping[str, Face]) -> None:
    backs = {face.component: face for face in faces.values() if face.side == "back" and face.component != "dew"}
    assert set(backs) == {"moths", "flowers"}
    for back in backs.values():
        spots = stars(back)
        assert len(spots) > 20
        for x, y in spots:
            assert min(math.dist((63 - x, 88 - y), other) for other in spots) < 0.01
        assert len(re.findall(r"rotate\((?:40|220) ", back.svg)) == 2


def test_rows_of_the_score_pad_are_phases_of_the_moon(faces: Mapping[str, Face]) -> None:
    (pad,) = (face for face in faces.values() if face.component == "pad")
    lit = re.findall(r"a5 5 0 0 1 0 10a([\d.]+) 5 0 0 (\d) 0 -10Z", pad.svg)
    assert lit[:5] == lit[5:] == [("5.0", "0"), ("2.5", "0"), ("0.0", "0"), ("2.5", "1"), ("5.0", "1")]


def test_a_wing_of_the_box_flies_over_the_edge_of_its_front(faces: Mapping[str, Face]) -> None:
    (box,) = (face for face in faces.values() if face.component == "box")
    wings = [
        apply(matrix, *args[-2:])
        for node, matrix in placed(box.drawing.nodes)
        if isinstance(node, Shape) and node.fill in (colour("#d9677b"), colour("#a63a5a"))
        for _, args in node.outline
        if args
    ]
    edge = float(re.findall(r'<g transform="translate\(([-\d.]+) [-\d.]+\)"', box.svg)[0]) + 66
    assert edge + 3 < max(x for x, _ in wings) < edge + 16
