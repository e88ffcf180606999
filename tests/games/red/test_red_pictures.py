"""Pictures of red cards: they count, for any number and any mark. The index is repeated, turned; the back is
symmetric."""

from __future__ import annotations

import math
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
PLACED = re.compile(r'data-motif="\w+" transform="translate\(([-\d.]+) ([-\d.]+)\) rotate\([-\d.]+\) scale\(([\d.]+)')
FRAMED = re.compile(r'translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+)\)"')
NUMERAL = re.compile(r'<text x="([\d.]+)" y="([\d.]+)" font-family="[^"]+" font-weight="600" font-size="([\d.]+)"')
MOTIF = re.compile(r'data-motif="[^"]+"')


def fronts_and_back(folder: Path, tweak: str) -> tuple[list[Face], Face]:
    return drawn(folder, f'[mine]\nextends = "shipped:red"\n{TWEAKS[tweak]}')


def drawn(folder: Path, definition: str, component: str = "cards") -> tuple[list[Face], Face]:
    (folder / "games.toml").write_text(definition, encoding="utf-8")
    project = open_project(folder / "games.toml")
    options = BuildOptions(only=(component,))
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
        assert len(MOTIF.findall(face.svg)) == int(face.card.rpartition("-")[2]), face.id


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
        if MOTIF.findall(face.svg):
            assert max(contrast(ground, tone) for tone in tones) >= 1.4, face.id


RAY = re.compile(r'data-motif="ray" transform="rotate\(([-\d.]+) 0 ([\d.]+)\)"><path [^>]*?A([\d.]+) ([^"]*)"')
CROWDED = ("-0", "-25", "-66")
"""Numbers of no motif, or of so many that they are a garland."""
SUMMIT = re.compile(r'data-motif="peak" transform="translate\(([-\d.]+) [-\d.]+\)"')
ARC = re.compile(r'data-motif="arc"[^>]*stroke="(#\w+)"')


def test_rays_are_evenly_apart_summits_stand_inside_and_neighbouring_arcs_have_two_colours(
    faces: tuple[list[Face], Face],
) -> None:
    for face in faces[0]:
        rays = RAY.findall(face.svg)
        assert (len(rays) > 0) == (
            face.card.startswith("red-") and "-" + face.card.rpartition("-")[2] not in CROWDED
        ), face.id
        steps = [float(ray[0]) - float(before[0]) for before, ray in pairwise(rays)]
        assert not steps or max(steps) - min(steps) < 0.01, face.id
        assert len({ray[1:] for ray in rays}) <= 1, face.id
        across, _, scale = (float(part) for part in FRAMED.findall(face.svg)[0])
        summits = [float(x) * scale for x in SUMMIT.findall(face.svg)]
        assert all(abs(x) <= across - 8.5 * scale for x in summits), face.id
        assert len(set(summits)) == len(summits), face.id
        arcs = ARC.findall(face.svg)
        assert all(arc != next_arc for arc, next_arc in pairwise(arcs)), face.id


LEAF = re.compile(r'data-motif="leaf" transform="translate\(([-\d.]+) ([-\d.]+)\)')


def test_leaves_stand_in_pairs_along_one_stem(faces: tuple[list[Face], Face]) -> None:
    """Leaves that grow from one point would show another plant; an odd one stands in the middle."""
    for face in faces[0]:
        number = int(face.card.rpartition("-")[2])
        if face.card.startswith("green") and number <= 20:
            places = {(float(x), float(y)) for x, y in LEAF.findall(face.svg)}
            assert len(places) == number, face.id
            assert {(-x, y) for x, y in places} == places, face.id


def test_motifs_stay_clear_of_the_cut_and_over_the_band(faces: tuple[list[Face], Face]) -> None:
    motif_count = 0
    for face in faces[0]:
        across, down, scale = (float(part) for part in FRAMED.findall(face.svg)[0])
        for spot in PLACED.findall(face.svg):
            x, y, radius = (float(part) * scale for part in spot)
            motif_count += 1
            assert radius + 3 <= across + x <= face.trim.width - radius - 3, face.id
            assert y <= 0 < down + y - radius, face.id
    assert motif_count


def test_a_numeral_stands_clear_over_its_picture(faces: tuple[list[Face], Face]) -> None:
    """It is drawn first, and its foot is over the highest motif below it."""
    for face in faces[0]:
        number = int(face.card.rpartition("-")[2])
        horizon = float(FRAMED.findall(face.svg)[0][1])
        base = float(NUMERAL.findall(face.svg)[0][1])
        assert f">{number}</text>" in face.svg.partition("<defs>")[2].partition("<g clip-path")[0], face.id
        assert horizon - base > 0.21 * face.trim.height, face.id


def _top_below_the_numeral(face: Face) -> float | None:
    """Return how high over the horizon the picture of a sun, a rainbow or stars is in the middle."""
    if rays := RAY.findall(face.svg):
        return float(rays[0][2]) - float(rays[0][1])
    if face.card.startswith("blue"):
        down, radius = re.findall(r'<circle cy="([\d.]+)" r="([\d.]+)" fill="#fff3dc"', face.svg)[0]
        return float(radius) - float(down)
    placed = [[float(part) for part in spot] for spot in PLACED.findall(face.svg)]
    return max((radius - y for x, y, radius in placed if abs(x) < 5), default=None)


def test_ground_is_clear_below_a_numeral(tmp_path: Path) -> None:
    """A picture right below a numeral would look as if it carried that."""
    tops = []
    for face in drawn(tmp_path, '[mine]\nextends = "shipped:red"\n')[0]:
        if not face.card.startswith(("red", "blue", "yellow")):
            continue
        foot = float(FRAMED.findall(face.svg)[0][1]) - float(NUMERAL.findall(face.svg)[0][1])
        if (top := _top_below_the_numeral(face)) is not None:
            tops.append(foot - top)
    assert len(tops) >= 17
    assert min(tops) >= 3.99


@pytest.mark.parametrize(("numbers", "bars"), [("[6, 7]", 0), ("[6, 7, 9]", 14)])
def test_a_numeral_has_a_bar_where_another_card_is_it_upside_down(tmp_path: Path, numbers: str, bars: int) -> None:
    """Otherwise the picture tells which way is up; the index has a bar in any game."""
    definition = f'[mine]\nextends = "shipped:red"\nhand = 1\nnumbers = {numbers}\n'
    fronts, _ = drawn(tmp_path, definition)
    assert sum(face.svg.count('<rect x="-9"') for face in fronts) == bars
    assert all(face.svg.count('height="0.75"') == 2 for face in fronts if face.card.endswith("-6"))


def test_the_index_stands_turned_in_the_opposite_corner_too(faces: tuple[list[Face], Face]) -> None:
    for face in faces[0]:
        number = face.card.rpartition("-")[2]
        before, _, turned = face.svg.partition("rotate(180 ")
        assert before.count(f">{number}</text>") == 2, face.id
        assert turned.count(f">{number}</text>") == 1, face.id


def test_a_letter_that_is_a_bare_stroke_has_serifs(faces: tuple[list[Face], Face]) -> None:
    for face in faces[0]:
        bare = re.findall(r">I</text>\s*(<path)?", face.svg)
        assert bare == (["<path"] * 2 if face.card.startswith("indigo") else []), face.id


def test_number_mark_and_letter_stand_in_the_first_13_mm(tmp_path: Path) -> None:
    """A fan shows this part of a card. The number 12 fits too."""
    fronts, _ = fronts_and_back(tmp_path, "bled")
    for face in fronts:
        index = face.svg.rpartition("<g>")[2].partition("</g>")[0]
        x, size = re.findall(r'<use href="#art-\w+" x="([\d.]+)" y="[\d.]+" width="([\d.]+)"', index)[0]
        assert 3 <= float(x) <= float(x) + float(size) <= 10.2, face.id
        assert all(float(x) <= 11.6 for x in re.findall(r'x="([\d.]+)"[^>]*text-anchor="middle"', index)), face.id


def test_the_ground_of_a_bled_card_reaches_the_edge_of_the_bleed(tmp_path: Path) -> None:
    fronts, back = fronts_and_back(tmp_path, "bled")
    for face in (*fronts, back):
        edge, full = -face.bleed, face.trim.width + 2 * face.bleed
        ground = re.findall(r'<rect x="([-\d.]+)" y="([-\d.]+)" width="([\d.]+)"[^>]*fill="(#\w+)"', face.svg)[1]
        assert [float(value) for value in ground[:3]] == [edge, edge, full]
        assert ground[3] != "#ffffff"


def test_the_back_is_the_same_after_half_a_turn(faces: tuple[list[Face], Face]) -> None:
    """Half of the sun is drawn twice, once turned about the middle: a ray for each colour, and a disc."""
    back = faces[1]
    half, whole = back.trim.width / 2, back.trim.height / 2
    halves = re.findall(
        r'<g transform="translate\(([\d.]+) ([\d.]+)\)( rotate\(180\))?">((?:\s*<path.*?/>)+)\s*(.*)', back.svg
    )
    assert [(float(x), float(y), bool(turn)) for x, y, turn, *_ in halves] == [
        (half, whole, False),
        (half, whole, True),
    ]
    assert halves[0][3] == halves[1][3]
    assert halves[0][3].count("<path") == len({face.card.partition("-")[0] for face in faces[0]}) >= 7
    assert halves[0][4].count("<circle r=") == 2
    assert halves[1][4] == "</g>"


def test_the_game_with_scores_has_another_back_that_is_the_same_after_half_a_turn(tmp_path: Path) -> None:
    """A sun stands at either end of it, and a lozenge for each colour in a row between them."""
    fronts, back = drawn(tmp_path, '[mine]\nextends = "shipped:red7"\n')
    suns = re.findall(r'<g clip-path="url\(#end\)">.*?</g></g>', back.svg, re.DOTALL)
    assert len(suns) == 2
    assert suns[0] == suns[1]
    middle = f"rotate(180 {back.trim.width / 2} {back.trim.height / 2})"
    assert re.search(rf'<g transform="{re.escape(middle)}"><g clip-path="url\(#end\)">', back.svg)
    assert len(re.findall(r"M[\d.]+ [\d.]+l[\d.]+ [\d.]+l-", back.svg)) == len(
        {face.card.split("-")[0] for face in fronts}
    )


def test_each_row_of_the_score_pad_has_all_marks_to_ring(tmp_path: Path) -> None:
    (pad,), _ = drawn(tmp_path, '[mine]\nextends = "shipped:red7"\n', "pad")
    rows = len(re.findall(r">(\d+)</text>", pad.svg))
    marks = re.findall(r'<use href="#art-([\w-]+)" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)"', pad.svg)
    assert rows >= 10
    assert len(marks) == 7 * rows
    assert len({name for name, *_ in marks}) == 7
    for name, x, y, width in marks:
        near = [math.dist((float(x), float(y)), (float(a), float(b))) for other, a, b, _ in marks if other != name]
        assert min(near) >= float(width) + 1, name


BLADE = re.compile(r"M([-\d.]+) 0Q[^MZ]*? ([-\d.]+) 0Z")
TAIL = re.compile(r"M[-\d.]+ 0L([-\d.]+) ([-\d.]+)L([-\d.]+) ([-\d.]+)Z")


def test_what_motifs_stand_on_is_broad(tmp_path: Path) -> None:
    """A butterfly stands over blades of grass, a star on a tail of light: no needles, at any number."""
    fronts, _ = fronts_and_back(tmp_path, "shipped")
    for face in fronts:
        number = int(face.card.rpartition("-")[2])
        if face.card.startswith("violet"):
            widths = [float(right) - float(left) for left, right in BLADE.findall(face.svg)]
            assert len(widths) >= 2 * number
            assert min(widths) >= 1.4, face.id
        elif face.card.startswith("yellow"):
            ends = [[float(part) for part in tail] for tail in TAIL.findall(face.svg)]
            assert len(ends) == number
            assert min(math.dist(end[:2], end[2:]) for end in ends) >= 1.8, face.id
