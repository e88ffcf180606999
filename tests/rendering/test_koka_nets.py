"""Koka's nets, folded: colour to the edge and over it, and no trace of their construction."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from pnp.build.faces import render_kit
from pnp.build.options import BuildOptions, KitContext
from pnp.cardsvg.nodes import Shape, Text
from pnp.cardsvg.paths import bounds
from pnp.cardsvg.values import IDENTITY, apply
from pnp.examples import ExampleSet
from pnp.project.examples import search_examples
from pnp.project.project import open_project
from pnp.rendering.face import Face
from pnp.rendering.graphics.nets import FoldedNet, folded_net
from tests.rendering.drawn import placed

NO_EXAMPLES = ExampleSet((), (), (), ())
HIDDEN = {"slope", "foot", "base", "base-front"}
"""Panels of the stand that end up below it and under the glue."""
SAID = {
    "en": {"SAIMOKU", "rainbow flower dice", "kept", "1", "2", "3", "Or", *"RBYGP"},
    "ja": {"虹華賽目", "虹の華の賽", "キープ", "1", "2", "3", *"赤青黄緑紫橙", "こうかさいもく", "さい"},
}
"""All words on panels that are seen; of a shelf also the letters by which the steps call its panels."""
LETTERS = {"shelf": set("ABCDEFGHI")}
TAB = pytest.approx((230 / 255,) * 3)
COLOUR = '{{ id = "c{0}", name = "c{0}", letter = "{1}", ink = "{2}", petal = "{3}", dice = 90 }}'
INKS = ("#d4141f", "#1f6fc4", "#f6d01e", "#16845a", "#6b2c91", "#ee8513", "#111111")
PETALS = ("camellia", "bellflower", "kerria", "clover", "iris", "lily", "plum")


def colours(count: int) -> str:
    each = (COLOUR.format(i, "ABCDEFGH"[i], INKS[i], PETALS[i]) for i in range(count))
    return f"players = [2, 2]\nper-round = [{{ players = 2, dice = 2 }}]\ncolours = [{', '.join(each)}]"


@pytest.fixture(scope="module")
def faces(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., list[tuple[Face, FoldedNet]]]:
    """Return a function that draws the faces of a folded component of koka with a tweak, each with its net, once."""
    folder = tmp_path_factory.mktemp("koka")

    @cache
    def find(component: str, tweak: str = "", language: Any = "en") -> list[tuple[Face, FoldedNet]]:
        (folder / "games.toml").write_text(f'[mine]\nextends = "shipped:koka"\n{tweak}\n', encoding="utf-8")
        project = open_project(folder / "games.toml")
        game = project.game("mine")
        net = next(part.net for part in game.components if part.id == component)
        assert net is not None
        options = BuildOptions(language=language, only=(component,))
        kit = render_kit(KitContext.of(project, game, options), NO_EXAMPLES, lambda _label: None)
        fronts = [leaf.front for _, leaves in kit.groups for leaf in leaves]
        return [(face, folded_net(net, face.trim)) for face in fronts]

    return find


def on_a_seen_panel(net: FoldedNet, x: float, y: float, inset: float = 0.15) -> bool:
    for key, panel in net.panels.items():
        left, top, wide, high = panel.box
        if key not in HIDDEN and inset < x - left < wide - inset and inset < y - top < high - inset:
            return True
    return False


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("component", ["tray", "shelf", "stand", "dice"])
def test_nothing_of_how_a_piece_is_made_is_on_what_is_seen(
    component: str, language: str, faces: Callable[..., list[tuple[Face, FoldedNet]]]
) -> None:
    for face, net in faces(component, language=language):
        for node, matrix in placed(face.drawing.nodes):
            if isinstance(node, Text):
                for chunk in node.chunks:
                    if on_a_seen_panel(net, *apply(matrix, chunk.x, chunk.y)):
                        assert chunk.text in SAID[language] | LETTERS.get(component, set())
            elif node.stroke is not None and tuple(node.stroke) in ((0, 0, 0), (1, 1, 1)):
                for _, args in node.outline:
                    if args:
                        assert not on_a_seen_panel(net, *apply(matrix, *args[-2:])), component


def test_the_letters_of_a_shelf_stay_on_its_panels_when_it_is_cut_out(
    faces: Callable[..., list[tuple[Face, FoldedNet]]],
) -> None:
    for face, net in faces("shelf"):
        found = {
            chunk.text
            for node, matrix in placed(face.drawing.nodes)
            if isinstance(node, Text)
            for chunk in node.chunks
            if on_a_seen_panel(net, *apply(matrix, chunk.x, chunk.y), inset=1)
        }
        assert LETTERS["shelf"] <= found


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_shelf_has_one_number_for_each_step_and_shows_what_is_glued_to_what(
    language: str, faces: Callable[..., list[tuple[Face, FoldedNet]]]
) -> None:
    for face, net in faces("shelf", language=language):
        beside = [
            chunk.text
            for node, matrix in placed(face.drawing.nodes)
            if isinstance(node, Text)
            for chunk in node.chunks
            if not on_a_seen_panel(net, *apply(matrix, chunk.x, chunk.y))
        ]
        assert sorted(text for text in beside if text in set("123456789")) == list("12345")
        assert {text for text in beside if "+" in text and len(text) == 3} == {"A+B", "C+F", "D+E", "G+F", "H+I"}


def boxes(node: Shape) -> Iterator[tuple[float, float, float, float]]:
    """Yield the boxes of a ground, which is made of rectangles."""
    part: list[Any] = []
    for segment in (*node.outline, ("M", ())):
        if segment[0] == "M" and part:
            box = bounds(tuple(part))
            assert box is not None
            yield box
            part = []
        part.append(segment)


@pytest.mark.parametrize("component", ["tray", "shelf", "stand", "dice"])
def test_colour_runs_over_the_silhouette_evenly_and_round_its_corners(
    component: str, faces: Callable[..., list[tuple[Face, FoldedNet]]]
) -> None:
    for face, net in faces(component):
        nodes = [n for n, m in placed(face.drawing.nodes) if isinstance(n, Shape) and n.fill and m == IDENTITY]
        filled = [box for node in nodes for box in boxes(node)]
        panels = [panel.box for panel in net.panels.values()]
        for x, y, wide, high in panels:
            across = [x - 0.95, x - 0.5, x + wide / 2, x + wide + 0.5, x + wide + 0.95]
            along = [y - 0.95, y - 0.5, y + high / 2, y + high + 0.5, y + high + 0.95]
            for px, py in product(across, along):
                assert any(bx <= px <= bx + bw and by <= py <= by + bh for bx, by, bw, bh in filled), (px, py)
        # no further: the paper that is cut away stays white a little beyond
        grown = [(x - 1.02, y - 1.02, wide + 2.04, high + 2.04) for x, y, wide, high in panels]
        drawn = [box for node in nodes[:12] if node.fill != TAB for box in boxes(node)]
        grounds = [box for box in drawn if box[2] > 10 and box[3] > 10]
        for x, y, wide, high in grounds:
            for px, py in product((x, x + wide), (y, y + high)):
                assert any(gx <= px <= gx + gw and gy <= py <= gy + gh for gx, gy, gw, gh in grown), (px, py)


@pytest.mark.parametrize("count", [1, 2, 3, 7])
@pytest.mark.parametrize("component", ["tray", "shelf", "stand", "dice"])
def test_other_colours_have_nets_as_good(
    component: str, count: int, faces: Callable[..., list[tuple[Face, FoldedNet]]]
) -> None:
    for face, _ in faces(component, colours(count)):
        assert sum(1 for _ in placed(face.drawing.nodes)) <= 2000


@pytest.mark.parametrize("edge", ["bleed", "border"])
def test_summaries_have_a_ground_to_their_edge_and_words_inside_it(tmp_path: Path, edge: str) -> None:
    lines = f'[mine]\nextends = "shipped:koka"\n[mine.components.summary]\nedge = "{edge}"\n'
    (tmp_path / "games.toml").write_text(lines, encoding="utf-8")
    project = open_project(tmp_path / "games.toml")
    game = project.game("mine")
    kit = render_kit(
        KitContext.of(project, game, BuildOptions(only=("summary",))), search_examples(game), lambda _label: None
    )
    for _, leaves in kit.groups:
        for face in (face for leaf in leaves for face in (leaf.front, leaf.back) if face is not None):
            reach = face.bleed if edge == "bleed" else -3
            nodes = list(placed(face.drawing.nodes))
            grounds = [
                bounds(n.outline) for n, m in nodes if isinstance(n, Shape) and n.fill is not None and m == IDENTITY
            ]
            wide, high = face.trim.width + 2 * reach, face.trim.height + 2 * reach
            assert any(box == pytest.approx((-reach, -reach, wide, high), abs=1e-3) for box in grounds if box)
            for node, matrix in nodes:
                if isinstance(node, Text):
                    for chunk in node.chunks:
                        x, y = apply(matrix, chunk.x, chunk.y)
                        assert 3 <= x <= face.trim.width - 3, chunk.text
                        assert 3 <= y <= face.trim.height - 3, chunk.text


@pytest.mark.parametrize("tweak", ['title = "Quick Foxes"', 'title = "Kokakokakoka"', f'title = "Koka"\n{colours(2)}'])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_title_that_has_no_dice_is_type_on_the_band(
    tweak: str, language: str, faces: Callable[..., list[tuple[Face, FoldedNet]]]
) -> None:
    ((face, _),) = faces("band", tweak, language)
    said = {chunk.text for node, _ in placed(face.drawing.nodes) if isinstance(node, Text) for chunk in node.chunks}
    title = tweak.split('"')[1]
    assert (title in said) == (title != "Koka")
