"""The picture of a red card counts, for any number and any mark; the index is repeated, turned; the back is the same
either way up."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from pnp.examples import ExampleSet
from pnp.pipeline.building import render_leaves
from pnp.pipeline.options import BuildOptions
from pnp.pipeline.project import open_project
from pnp.rendering.colour import contrast
from pnp.rendering.face import Face

NO_EXAMPLES = ExampleSet((), (), (), ())
PINK = (
    '[mine.colours]\npink = { name = "pink", letter = "P", ink = "#ff7eb6", mark = "bell", rule = { is = "odd" } }\n'
    'night = { name = "night", letter = "N", ink = "#050505", mark = "moon", rule = { is = "below", of = 4 } }\n'
)
BLED = '[mine.components]\ncards = { edge = "bleed" }\n'
TWEAKS = {
    "shipped": "",
    "more": f"hand = 3\nnumbers = [0, 1, 6, 8, 9, 10, 12, 15, 25, 66]\n{PINK}",
    "mini": f'card = "mini"\n{BLED}',
    "tarot": 'card = "tarot"\nhand = 3\nnumbers = [1, 2, 3, 12]\n',
    "bled": f"hand = 3\nnumbers = [1, 2, 7, 12]\n{BLED}",
}
GROUP = re.compile(r'<(?:g|use)\b[^>]*data-motif="[^"]+"')


def fronts_and_back(folder: Path, tweak: str) -> tuple[list[Face], Face]:
    definition = f'[mine]\nextends = "shipped:red"\n{TWEAKS[tweak]}'
    (folder / "games.toml").write_text(definition, encoding="utf-8")
    project = open_project(folder / "games.toml")
    options = BuildOptions(only=("cards",))
    made = render_leaves(project, project.game("mine"), options, NO_EXAMPLES, lambda _label: None)
    leaves = [leaf for _, found in made.groups for leaf in found]
    back = leaves[0].back
    assert back is not None
    return [leaf.front for leaf in leaves], back


@pytest.fixture(scope="module", params=list(TWEAKS))
def faces(request: Any, tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Face], Face]:
    return fronts_and_back(tmp_path_factory.mktemp("red"), request.param)


def test_card_n_shows_n_motifs(faces: tuple[list[Face], Face]) -> None:
    for face in faces[0]:
        assert len(GROUP.findall(face.svg)) == int(face.card.rpartition("-")[2]), face.id


def test_motifs_are_in_two_tones_of_the_ink_over_which_figures_read(faces: tuple[list[Face], Face]) -> None:
    for face in faces[0]:
        ground, figures = re.findall(r'<rect [^>]*fill="(#\w+)"', face.svg)[1], re.findall(r"<text[^>]*#\w+", face.svg)
        ink = figures[-1][-7:]
        tones = set(re.findall(r'(?:fill|stroke|color)="(#\w{6})"', face.svg)) - {ground, ink, "#ffffff"}
        assert len(tones) <= 2
        for tone in tones:
            assert contrast(ink, tone) >= contrast(ink, ground) - 0.01 or contrast(ink, tone) >= 4.5, (face.id, tone)
            assert contrast(ground, tone) > 1.03, (face.id, tone)


def test_the_index_stands_turned_in_the_opposite_corner_too(faces: tuple[list[Face], Face]) -> None:
    for face in faces[0]:
        number = face.card.rpartition("-")[2]
        before, _, turned = face.svg.partition("rotate(180 ")
        assert before.count(f">{number}</text>") == 1, face.id
        assert turned.count(f">{number}</text>") == 2, face.id


def test_the_ground_of_a_bled_card_reaches_the_edge_of_the_bleed(tmp_path: Path) -> None:
    fronts, back = fronts_and_back(tmp_path, "bled")
    for face in (*fronts, back):
        edge, full = -face.bleed, face.trim.width + 2 * face.bleed
        ground = re.findall(r'<rect x="([-\d.]+)" y="([-\d.]+)" width="([\d.]+)"[^>]*fill="(#\w+)"', face.svg)[1]
        assert [float(value) for value in ground[:3]] == [edge, edge, full]
        assert ground[3] != "#ffffff"


def test_the_back_is_the_same_after_half_a_turn(faces: tuple[list[Face], Face]) -> None:
    """Its rainbow is drawn twice, once turned; the rays of its sun go through its middle, one for each colour."""
    back = faces[1]
    half, whole = back.trim.width / 2, back.trim.height / 2
    rainbow, turned = re.findall(r"(?:<circle [^>]*fill=\"none\"[^>]*/>\s*)+", back.svg)[:2]
    assert rainbow.split() == turned.split()
    bands = rainbow.count("<circle")
    ray = r'translate\(([\d.]+) ([\d.]+)\) rotate[^>]* d="M0 (-[\d.]+)L([\d.]+) 0L0 ([\d.]+)L-\4 0Z"'
    rays = re.findall(ray, back.svg)
    assert len(rays) == bands >= 7
    for x, y, top, _, bottom in rays:
        assert (float(x), float(y)) == (half, whole)
        assert float(top) == -float(bottom)
