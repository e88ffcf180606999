"""Art of whole kits: numbers of one height, edges of panels, ones that are not counted, boxes decorated all over."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from pnp.build.faces import render_kit
from pnp.build.options import BuildOptions, KitContext
from pnp.cardsvg.nodes import Shape, Text
from pnp.cardsvg.paths import bounds
from pnp.examples import ExampleSet
from pnp.project.examples import search_examples
from pnp.project.project import open_project
from pnp.rendering.face import Face
from tests.rendering.drawn import placed

NO_EXAMPLES = ExampleSet((), (), (), ())
BOXED = ("red", "red7", "iroha", "collectmate", "kasane")
CLOSING = ("lid", "tongue", "ear-1", "ear-2", "floor")
"""Panels of a tuck box beside its four sides."""
Draw = Callable[..., list[Face]]


@pytest.fixture(scope="module")
def faces(tmp_path_factory: pytest.TempPathFactory) -> Draw:
    """Return a function that draws the faces of a component of a shipped game with a tweak, once."""
    folder = tmp_path_factory.mktemp("art")

    @cache
    def draw(game: str, only: str, tweak: str = "", language: Any = "en") -> list[Face]:
        (folder / "games.toml").write_text(f'[mine]\nextends = "shipped:{game}"\n{tweak}\n', encoding="utf-8")
        project = open_project(folder / "games.toml")
        mine = project.game("mine")
        examples = search_examples(mine) if only in ("summary", "rules") else NO_EXAMPLES
        kit = render_kit(KitContext.of(project, mine, BuildOptions(language=language, only=(only,))), examples, print)
        sides = [(leaf.front, leaf.back) for _, cards in kit.groups for leaf in cards]
        return list({face.id: face for pair in sides for face in pair if face is not None}.values())

    return draw


@pytest.mark.parametrize("language", ["en", "ja"])
def test_all_numbers_of_iroha_have_one_height_and_an_even_outline(faces: Draw, language: str) -> None:
    figure = re.compile(
        r'stroke="(#\w+)" stroke-width="([\d.]+)" stroke-linejoin="round"><text[^>]* font-family="Shippori Mincho[^>]*'
        r' font-size="([\d.]+)" fill="(#\w+)"[^>]*>(\d+)<'
    )
    seen = [figure.findall(face.svg) for face in faces("iroha", "cards", language=language) if face.side == "front"]
    assert len(seen) == 60
    assert {len(numbers) for numbers in seen} == {3}, "at both ends of the index, and large"
    assert {tuple(sorted(size for _, _, size, _, _ in numbers)) for numbers in seen} == {("10", "10", "15.4")}
    assert all(stroke == fill for numbers in seen for stroke, _, _, fill, _ in numbers)


def test_no_line_over_the_score_pad_of_iroha_is_a_word_alone(faces: Draw) -> None:
    (pad,) = faces("iroha", "pad")
    lines = re.findall(r'<text x="10" y="([\d.]+)"[^>]*font-weight="500"[^>]*>([^<]+)', pad.svg)
    said = [text for y, text in lines if float(y) < 45 and len(text) > 12]
    assert len(said) >= 2
    assert min(len(text) for text in said) > 0.3 * max(len(text) for text in said)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_steps_of_reds_summary_stand_at_one_distance_and_its_text_ends_at_the_foot(faces: Draw, language: str) -> None:
    (front,) = (face for face in faces("red", "summary", language=language) if face.side == "front")
    plates = [float(y) for y in re.findall(r'<rect x="5.6" y="([\d.]+)" width="10.4" height="10.4"', front.svg)]
    assert len(plates) == 3
    assert plates[1] - plates[0] == pytest.approx(plates[2] - plates[1], abs=0.2)
    lines = [float(y) for y in re.findall(r'<text x="[\d.]+" y="([\d.]+)"', front.svg)]
    assert 78 < max(lines) < 85, "the last line stands at the foot, and nothing below it"


@pytest.mark.parametrize(("columns", "wide"), [("", "8.1"), ('paper = "a5"', "6.6")])
def test_hands_of_reds_set_up_are_cropped_where_its_cards_are_large(faces: Draw, columns: str, wide: str) -> None:
    page = next(face.svg for face in faces("red", "rules", columns) if 'id="card-back"' in face.svg)
    assert page.count('<g clip-path="url(#cloth)">') == 3, "a hand for each player of the example"
    palettes = re.findall(rf'width="{wide}" height="[\d.]+" rx="[\d.]+" fill="#\w+"', page)
    assert len(palettes) >= 4, "a palette for each, and the discard pile"


@pytest.mark.parametrize(
    ("game", "only"),
    [
        ("red", "summary"),
        ("kasane", "summary"),
        ("kasane", "overview"),
        ("collectmate", "summary"),
    ],
)
def test_pale_panels_have_an_edge_unless_they_run_over_the_cut(faces: Draw, game: str, only: str) -> None:
    edge = re.compile(r'<path fill="#\w+" fill-rule="evenodd" d="(M[^Z]*Z[^Z]*Z)"/>')

    def edged(face: Face) -> bool:
        return any(drawn.count("a") == 8 for drawn in edge.findall(face.svg))

    assert [face.id for face in faces(game, only) if not edged(face)] == []
    bleeding = faces(game, only, tweak=f'[mine.components.{only}]\nedge = "bleed"')
    assert [face.id for face in bleeding if edged(face)] == []


@pytest.mark.parametrize("game", ["red", "kasane"])
def test_white_ends_the_panel_of_a_back(faces: Draw, game: str) -> None:
    (back,) = (face for face in faces(game, "cards") if face.side == "back")
    last_large = [
        node
        for node, _ in placed(back.drawing.nodes)
        if isinstance(node, Shape) and node.style.fill_rule == "evenodd" and node.fill == (1.0, 1.0, 1.0)
    ]
    assert len(last_large) == 1


def test_a_one_of_koka_is_one_disc_that_holds_its_flower(faces: Draw) -> None:
    ones = faces("koka", "dice")
    assert len(ones) == 6
    for face in ones:
        discs = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)" fill="(#\w+)"/>', face.svg)
        assert len(discs) == 1, "of all faces the 1 alone has a disc"
        assert float(discs[0][2]) > 5.5


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game", BOXED)
def test_every_panel_of_a_box_is_decorated_up_to_its_bleed(faces: Draw, game: str, language: str) -> None:
    (box,) = faces(game, "box", language=language)
    for name in CLOSING:
        clips = re.findall(rf'id="clip-{name}"><rect x="(\S+)" y="(\S+)"', box.svg)
        assert len(clips) == 1
        assert float(clips[0][0]) < 0 or float(clips[0][1]) < 0, "art runs over a cut or a fold"
        assert f'clip-path="url(#clip-{name})"' in box.svg, name


def test_the_sun_of_red_stands_below_the_title_and_that_of_red7_above_it(faces: Draw) -> None:
    suns = {}
    for game in ("red", "red7"):
        (box,) = faces(game, "box")
        discs = [
            (round(matrix[5], 1), node.fill)
            for node, matrix in placed(box.drawing.nodes)
            if isinstance(node, Shape) and (size := bounds(node.outline)) and size[2] > 25 and size[2] == size[3]
        ]
        suns[game] = {y for y, fill in discs if fill is not None}
    assert min(suns["red"]) > max(suns["red7"])


@pytest.mark.parametrize(("language", "title"), [("en", "Iroha ni Haedo"), ("ja", "色映に生へど")])
def test_the_title_on_a_lid_is_read_from_the_front(faces: Draw, language: str, title: str) -> None:
    """The lid is hinged to the back, and lies on the net as the back does: from the front it is the other way round."""
    (box,) = faces("iroha", "box", language=language)
    texts = [(node, matrix) for node, matrix in placed(box.drawing.nodes) if isinstance(node, Text)]
    words = [("".join(run.text for chunk in node.chunks for run in chunk.runs), matrix) for node, matrix in texts]
    back = next(matrix for text, matrix in words if "2019" in text)
    assert back[:2] == (1, 0)
    titles = [matrix[:2] for text, matrix in words if text == title]
    assert [(round(right), round(down)) for right, down in titles].count((-1, 0)) == 1


@pytest.mark.parametrize(("language", "stroke"), [("en", "M76 32A38 37"), ("ja", "M12 20H78V90")])
def test_the_drawn_title_on_collect_mates_lid_is_read_from_the_front(faces: Draw, language: str, stroke: str) -> None:
    (box,) = faces("collectmate", "box", language=language)
    turned = re.findall(r'rotate\(180 [^"]*"(?:(?!rotate).)*?' + stroke, box.svg, re.S)
    assert len(turned) == 1


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_sash_of_kasanes_box_and_its_overview_bear_the_title(faces: Draw, language: str) -> None:
    title = {"en": "Kasane", "ja": "襲ノ色目"}[language]
    (box,) = faces("kasane", "box", language=language)
    assert title in said_on(box)
    japanese, english = (said_on(side) for side in faces("kasane", "overview", language=language))
    assert "襲ノ色目" in japanese
    assert "Kasane no Irome" in english


def said_on(face: Face) -> list[str]:
    texts = [node for node, _ in placed(face.drawing.nodes) if isinstance(node, Text)]
    return ["".join(run.text for chunk in node.chunks for run in chunk.runs) for node in texts]
