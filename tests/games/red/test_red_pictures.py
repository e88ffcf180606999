"""Pictures of red cards: they count, for any number and any mark. The index is repeated, turned; the back is
symmetric."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from pnp.build.faces import render_kit
from pnp.build.options import BuildOptions, KitContext
from pnp.examples import ExampleSet
from pnp.project.project import open_project
from pnp.rendering.face import Face
from pnp.rendering.graphics.colour import contrast

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
PLACED = re.compile(
    r'<use [^>]*data-motif="\w+" transform="translate\(([-\d.]+) ([-\d.]+)\) rotate\([-\d.]+\) scale\(([\d.]+)'
)
FRAMED = re.compile(r'translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+)\)"')
NUMERAL = re.compile(r'<text x="([\d.]+)" y="([\d.]+)" font-family="[^"]+" font-weight="600" font-size="([\d.]+)"')
GROUP = re.compile(r'<(?:g|use)\b[^>]*data-motif="[^"]+"')


def fronts_and_back(folder: Path, tweak: str) -> tuple[list[Face], Face]:
    definition = f'[mine]\nextends = "shipped:red"\n{TWEAKS[tweak]}'
    (folder / "games.toml").write_text(definition, encoding="utf-8")
    project = open_project(folder / "games.toml")
    options = BuildOptions(only=("cards",))
    rendered = render_kit(KitContext.of(project, project.game("mine"), options), NO_EXAMPLES, lambda _label: None)
    leaves = [leaf for _, group in rendered.groups for leaf in group]
    back = leaves[0].back
    assert back is not None
    return [leaf.front for leaf in leaves], back


@pytest.fixture(scope="module", params=list(TWEAKS))
def faces(request: Any, tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Face], Face]:
    return fronts_and_back(tmp_path_factory.mktemp("red"), request.param)


def test_card_n_shows_n_motifs(faces: tuple[list[Face], Face]) -> None:
    for face in faces[0]:
        assert len(GROUP.findall(face.svg)) == int(face.card.rpartition("-")[2]), face.id


def test_a_picture_shows_on_its_ground_in_grey_too_and_figures_read_on_both_grounds(
    faces: tuple[list[Face], Face],
) -> None:
    for face in faces[0]:
        rects = re.findall(r'<rect [^>]*fill="(#\w+)"', face.svg)
        ground = rects[1]
        earth = re.findall(r'<rect x="-200" y="0"[^>]*fill="(#\w+)"', face.svg)[0]
        ink = re.findall(r"<text[^>]*#\w+", face.svg)[-1][-7:]
        assert contrast(ink, earth) >= min(4.5, contrast(ink, ground)), face.id
        tones = set(re.findall(r'(?:fill|color)="(#\w{6})"', face.svg)) - {*rects, ink}
        # a line round a motif may have the ink of the type
        tones |= set(re.findall(r'stroke="(#\w{6})"', face.svg))
        if GROUP.findall(face.svg):
            assert max(contrast(ground, tone) for tone in tones) >= 1.4, face.id


RAY = re.compile(r'data-motif="ray" transform="rotate\([-\d.]+\)">(.*?)</g>')
SUMMIT = re.compile(r'data-motif="peak" transform="translate\(([-\d.]+) [-\d.]+\)"')
ARC = re.compile(r'data-motif="arc"[^>]*>.*?<circle[^>]*/><circle [^>]*stroke="(#\w+)"')


def test_rays_are_alike_summits_stand_inside_and_neighbouring_arcs_have_two_colours(
    faces: tuple[list[Face], Face],
) -> None:
    for face in faces[0]:
        assert len(set(RAY.findall(face.svg))) <= 1, face.id
        across, _, scale = (float(part) for part in FRAMED.findall(face.svg)[0])
        summits = [float(x) * scale for x in SUMMIT.findall(face.svg)]
        assert all(abs(x) <= across - 8.5 * scale for x in summits), face.id
        assert len(set(summits)) == len(summits), face.id
        arcs = ARC.findall(face.svg)
        assert all(arc != next_arc for arc, next_arc in pairwise(arcs)), face.id


LEAF = re.compile(r'data-motif="leaf" transform="translate\(([-\d.]+) ([-\d.]+)\)')


def test_leaves_stand_in_pairs_along_a_twig(faces: tuple[list[Face], Face]) -> None:
    """Leaves that grow from one point would show another plant."""
    for face in faces[0]:
        number = int(face.card.rpartition("-")[2])
        if face.card.startswith("green") and 4 <= number <= 20:
            places = LEAF.findall(face.svg)
            assert len(places) == number and len(set(places)) == (number + 1) // 2, face.id
            positions = sorted({float(x) for x, _ in places})
            gaps = [after - before for before, after in pairwise(positions)]
            assert min(gaps) > 2 and max(gaps) < 30, face.id


def test_motifs_leave_the_numeral_a_room_of_its_own(faces: tuple[list[Face], Face]) -> None:
    """A motif of a garland touches neither the box of the numeral nor the edge of the card."""
    motif_count = 0
    for face in faces[0]:
        across, down, scale = (float(part) for part in FRAMED.findall(face.svg)[0])
        numeral_x, base, size = (float(part) for part in NUMERAL.findall(face.svg)[-1])
        half = 0.23 * size * len(face.card.rpartition("-")[2])
        for spot in PLACED.findall(face.svg):
            x, y, radius = (float(part) * scale for part in spot)
            motif_count += 1
            assert radius - 0.05 <= across + x <= face.trim.width - radius + 0.05, face.id
            assert radius <= down + y <= down - radius + 0.05, face.id
            dx, dy = abs(across + x - numeral_x) - half, down + y - base
            assert max(dx, dy) >= 0.93 * radius, face.id
    assert motif_count


def test_the_index_stands_turned_in_the_opposite_corner_too(faces: tuple[list[Face], Face]) -> None:
    for face in faces[0]:
        number = face.card.rpartition("-")[2]
        before, _, turned = face.svg.partition("rotate(180 ")
        assert before.count(f">{number}</text>") == 1, face.id
        assert turned.count(f">{number}</text>") == 2, face.id


def test_a_letter_that_is_a_bare_stroke_has_serifs(faces: tuple[list[Face], Face]) -> None:
    for face in faces[0]:
        bare = re.findall(r">I</text>\s*(<path)?", face.svg)
        assert bare == (["<path"] * 2 if face.card.startswith("indigo") else []), face.id


def test_number_mark_and_letter_stand_in_the_first_15_mm(tmp_path: Path) -> None:
    """A fan shows this part of a card. The number 12 fits too."""
    fronts, _ = fronts_and_back(tmp_path, "bled")
    for face in fronts:
        index = face.svg.partition("<g><text")[2].partition("</g>")[0]
        x, size = re.findall(r'<use href="#art-\w+" x="([\d.]+)" y="[\d.]+" width="([\d.]+)"', index)[0]
        assert 3 <= float(x) <= float(x) + float(size) <= 15, face.id
        assert all(float(x) <= 13 for x in re.findall(r'x="([\d.]+)"[^>]*text-anchor="middle"', index)), face.id


def test_the_ground_of_a_bled_card_reaches_the_edge_of_the_bleed(tmp_path: Path) -> None:
    fronts, back = fronts_and_back(tmp_path, "bled")
    for face in (*fronts, back):
        edge, full = -face.bleed, face.trim.width + 2 * face.bleed
        ground = re.findall(r'<rect x="([-\d.]+)" y="([-\d.]+)" width="([\d.]+)"[^>]*fill="(#\w+)"', face.svg)[1]
        assert [float(value) for value in ground[:3]] == [edge, edge, full]
        assert ground[3] != "#ffffff"


def test_the_back_is_the_same_after_half_a_turn(faces: tuple[list[Face], Face]) -> None:
    """Rainbow and sun blades are drawn twice, once turned about the middle; all blades are alike."""
    back = faces[1]
    half, whole = back.trim.width / 2, back.trim.height / 2
    rainbow, turned = (match.split() for match in re.findall(r"(?:<circle cx[^>]*/>\s*)+", back.svg)[:2])
    assert rainbow == turned
    bands = len([part for part in rainbow if part.startswith("stroke=")])
    blade = re.compile(r'<g transform="rotate\(([\d.]+)\)">(.*?)</g>')
    halves = re.findall(r'<g transform="translate\(([\d.]+) ([\d.]+)\)( rotate\(180\))?">((?:\s*<g.*?</g>)+)', back.svg)
    assert [(float(x), float(y), bool(turn)) for x, y, turn, _ in halves] == [
        (half, whole, False),
        (half, whole, True),
    ]
    first, second = (blade.findall(drawn) for *_, drawn in halves)
    assert first == second
    assert len(first) == bands >= 7
    assert len({shape for _, shape in first}) == 1
