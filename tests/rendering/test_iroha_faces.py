"""Faces of iroha: pictures that count, an index that reads either way up, grounds that reach the edge."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, pairwise
from typing import Any

import pytest

from pnp.build.faces import render_kit
from pnp.build.options import BuildOptions, KitContext
from pnp.cardsvg import parse
from pnp.cardsvg.colours import colour
from pnp.cardsvg.nodes import Group, Shape, SymbolUse, Text
from pnp.cardsvg.paths import bounds
from pnp.cardsvg.values import IDENTITY, Matrix, apply, multiply
from pnp.examples import ExampleSet
from pnp.fonts import FontBook
from pnp.project.examples import search_examples
from pnp.project.project import open_project, open_shipped
from pnp.rendering.face import Face, PrintedCard
from pnp.rendering.graphics.colour import contrast
from pnp.shipped import shipped

NO_EXAMPLES = ExampleSet((), (), (), ())
STRIP = 15.0
"""What shows of a card in a hand, in mm."""
HIGH = "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 20, 33, 99"
MANY = (
    'suits = [{ id = "moon", name = "moon", letter = "Mo", ink = "#6b2c91", motif = "moon", pattern = "uroko" },\n'
    '{ id = "bird", name = "bird", letter = "Bi", ink = "#f4c838", motif = "bird", pattern = "yagasuri" },\n'
    '{ id = "one", name = "one", letter = "On", ink = "#222222", motif = "person", pattern = "kikko" }]\n'
    f"numbers = [{HIGH}]\nicons = [{{ numbers = [{HIGH}], from = 3 }}]\nplayers = [3, 6]"
)
SIZES = ["", 'card = "mini"', 'card = "tarot"']


@pytest.fixture(scope="module")
def leaves(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., list[PrintedCard]]:
    """Return a function that draws components of iroha with a tweak, once."""
    folder = tmp_path_factory.mktemp("iroha")

    @cache
    def find(*only: str, tweak: str = "", language: Any = "en") -> list[PrintedCard]:
        (folder / "games.toml").write_text(f'[mine]\nextends = "shipped:iroha"\n{tweak}\n', encoding="utf-8")
        project = open_project(folder / "games.toml")
        options = BuildOptions(language=language, only=only)
        kit = render_kit(KitContext.of(project, project.game("mine"), options), NO_EXAMPLES, lambda _label: None)
        return [leaf for _, cards in kit.groups for leaf in cards]

    return find


@pytest.fixture(scope="module")
def printed_faces() -> list[Face]:
    """Return every face of the shipped kit, with its examples."""
    project = open_shipped()
    game = project.game("iroha")
    kit = render_kit(
        KitContext.of(project, game, BuildOptions(language="en")), search_examples(game), lambda _label: None
    )
    faces = {face.id: face for _, cards in kit.groups for leaf in cards for face in (leaf.front, leaf.back) if face}
    return list(faces.values())


def placed(nodes: tuple[Any, ...], outer: Matrix = IDENTITY) -> Iterator[tuple[Any, Matrix]]:
    """Yield texts, shapes and marked groups with the matrix that puts them on the face."""
    for node in nodes:
        matrix = outer if node.frame is None else multiply(outer, node.frame.transform)
        if isinstance(node, Text | Shape) or (isinstance(node, Group) and node.frame and node.frame.data):
            yield node, matrix
        if isinstance(node, Group):
            yield from placed(node.children, multiply(matrix, node.inner))
        elif isinstance(node, SymbolUse):
            yield from placed(node.symbol.children, multiply(matrix, node.inner))


def corners(node: Any, matrix: Matrix) -> Iterator[tuple[float, float]]:
    """Return the ends of every line and curve of a shape, or of all that a group holds."""
    if isinstance(node, Shape):
        for _, args in node.outline:
            if args:
                yield apply(matrix, *args[-2:])
    elif isinstance(node, Group):
        for inner, place in placed(node.children, multiply(matrix, node.inner)):
            yield from corners(inner, place)


def motifs(face: Face) -> list[tuple[tuple[float, float], float]]:
    """Return the middle of every motif of the picture, and its reach from there, in mm of the face."""
    motifs = []
    for node, matrix in placed(face.drawing.nodes):
        if isinstance(node, Group) and node.frame is not None and ("counts", "1") in node.frame.data:
            middle = apply(matrix, 0, 0)
            motifs.append((middle, max(math.dist(middle, point) for point in corners(node, matrix))))
    return motifs


def window(face: Face) -> tuple[tuple[float, float], float]:
    """Return the middle and the radius of the largest disc of a face."""
    discs = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)" fill="#fffaf0"', face.svg)
    x, y, r = max((tuple(map(float, disc)) for disc in discs), key=lambda disc: disc[2])
    return (x, y), r


def number_of(face: Face) -> int:
    return int(face.card.rsplit("-", 1)[1])


@pytest.mark.parametrize(
    ("tweak", "size"),
    [
        *(("", size) for size in SIZES),
        (MANY, ""),
        *(pytest.param(MANY, size, marks=pytest.mark.kit) for size in SIZES[1:]),
    ],
)
def test_the_picture_counts_to_the_number_of_its_card(
    tweak: str, size: str, leaves: Callable[..., list[PrintedCard]]
) -> None:
    cards = leaves("cards", tweak=f"{size}\n{tweak}")
    assert len(cards) >= 45
    for leaf in cards:
        assert len(motifs(leaf.front)) == number_of(leaf.front), leaf.card


@pytest.mark.parametrize("size", SIZES)
def test_motifs_neither_overlap_nor_leave_the_window(size: str, leaves: Callable[..., list[PrintedCard]]) -> None:
    for leaf in leaves("cards", tweak=size):
        middle, radius = window(leaf.front)
        placed_motifs = motifs(leaf.front)
        for place, reach in placed_motifs:
            assert math.dist(place, middle) + reach <= radius, leaf.card
        for (first, near), (second, far) in combinations(placed_motifs, 2):
            assert math.dist(first, second) >= (near + far) * 0.97, leaf.card


def test_a_moon_stands_whole_in_the_window_behind_each_large_motif(leaves: Callable[..., list[PrintedCard]]) -> None:
    for leaf in leaves("cards"):
        _, radius = window(leaf.front)
        moons = re.findall(rf'<circle cx="(\S+)" cy="(\S+)" r="{radius * 0.6:.5g}\d*" fill=', leaf.front.svg)
        assert len(moons) == (number_of(leaf.front) > 6), leaf.card
        assert all(math.hypot(float(x), float(y)) + radius * 0.6 <= radius for x, y in moons), leaf.card


def test_every_card_of_a_suit_has_a_picture_of_its_own(leaves: Callable[..., list[PrintedCard]]) -> None:
    pictures = {leaf.card: tuple(motifs(leaf.front)) for leaf in leaves("cards") if leaf.card.startswith("fan")}
    assert len(pictures) == len(set(pictures.values())) == 12


def texts(face: Face) -> list[tuple[str, float, float, bool]]:
    """Return the text and the anchor of every line, and a flag for an upright one."""
    lines = []
    for node, matrix in placed(face.drawing.nodes):
        if isinstance(node, Text):
            for chunk in node.chunks:
                (x, y), above = apply(matrix, chunk.x, chunk.y), apply(matrix, chunk.x, chunk.y - 1)
                lines.append((chunk.text, x, y, above[1] < y))
    return lines


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("size", SIZES)
def test_number_and_letter_stand_at_the_left_of_a_hand_either_way_up(
    size: str, language: str, leaves: Callable[..., list[PrintedCard]]
) -> None:
    letters = {"bird": "Bi鳥", "fan": "Fa扇", "butterfly": "Bu蝶", "umbrella": "Um傘", "flower": "Fl花"}
    for leaf in leaves("cards", tweak=size, language=language):
        face = leaf.front
        letter = letters[leaf.card.split("-")[0]]
        for label in (str(number_of(face)), letter[:2] if language == "en" else letter[2:]):
            shown = [(x, y, upright) for text, x, y, upright in texts(face) if text == label]
            (ours,) = ((x, y) for x, y, upright in shown if upright and y < face.trim.height / 2)
            (turned,) = ((x, y) for x, y, upright in shown if not upright)
            assert 3 < ours[0] < STRIP
            assert turned == pytest.approx((face.trim.width - ours[0], face.trim.height - ours[1]), abs=0.01)


def test_the_index_knows_how_high_each_mark_is_drawn() -> None:
    """Measure the marks, since the white above and below them depends on it."""
    folder = shipped("templates") / "iroha"
    (table,) = re.findall(r"drawn_of = \{(.*)\} %\}", (folder / "macros.svg.j2").read_text(encoding="utf-8"))
    heights = {
        name: (float(high), float(low)) for name, high, low in re.findall(r'"(\w+)": \[([\d.]+), ([\d.]+)\]', table)
    }
    assert set(heights) == {"bird", "fan", "butterfly", "umbrella", "flower"}
    for name, (high, low) in heights.items():
        mark = parse((folder / "art" / f"{name}.svg").read_text(encoding="utf-8"), name)
        ends = []
        for node, _ in placed(mark.nodes):
            if isinstance(node, Shape) and (box := bounds(node.outline)):
                half = node.style.stroke_width / 2 if node.stroke else 0
                ends += [box[1] - half, box[1] + box[3] + half]
        assert (min(ends) / 24, max(ends) / 24) == pytest.approx((high, low), abs=0.03), name


def test_the_six_steps_of_a_deal_stand_on_one_side_of_a_summary(leaves: Callable[..., list[PrintedCard]]) -> None:
    for language in ("en", "ja"):
        front = leaves("summary", language=language)[0].front
        signs = [float(y) for y in re.findall(r'<circle cx="8.1" cy="([\d.]+)" r="2.5"', front.svg)]
        assert len(signs) == 6 and signs == sorted(signs) and signs[0] == 16.9, language
        assert all(6.5 < low - high < 16 for high, low in pairwise(signs)), (language, signs)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_pills_of_the_rules_are_of_one_width(language: str, leaves: Callable[..., list[PrintedCard]]) -> None:
    sheet = leaves("rules", language=language)[0].front
    inks = ["#e06a1a", "#1b8570", "#1c3f94", "#f4c838", "#a80f30"]
    pills = [
        re.findall(rf'<rect x="[\d.]+" y="([\d.]+)" width="([\d.]+)" height="[\d.]+" rx="1.2" fill="{ink}"', sheet.svg)
        for ink in inks
    ]
    assert all(len(found) == 1 for found in pills)
    assert len({found[0] for found in pills}) == 1, "in one row, of one width"


def test_examples_of_a_summary_stand_on_grounds_from_edge_to_edge(printed_faces: list[Face]) -> None:
    seen = 0
    for face in printed_faces:
        if face.component == "summary":
            grounds = [
                tuple(map(float, box))
                for box in re.findall(
                    r'<rect x="(3.4)" y="([\d.]+)" width="(56.2)" height="([\d.]+)" fill="#f1e9d8"',
                    face.svg,
                )
            ]
            for x, y, wide, high in re.findall(r'data-box="(\S+) (\S+) (\S+) (\S+)"', face.svg):
                top, low = float(y), float(y) + float(high)
                assert any(ground[1] < top and low < ground[1] + ground[3] for ground in grounds), (face.id, x, wide)
                seen += 1
    assert seen == 2, "one card shows a trick and a score"


def test_what_a_captured_card_costs_stands_on_a_plate_that_no_card_covers(printed_faces: list[Face]) -> None:
    (back,) = (face for face in printed_faces if face.component == "summary" and face.side == "back")
    cards = [float(x) for x in re.findall(r'<rect x="([\d.]+)" [^>]*height="9(?:.0)?" ', back.svg)]
    plates = [
        (float(x), float(wide))
        for x, wide in re.findall(
            r'<rect x="([\d.]+)" [^>]*width="([\d.]+)" height="2.3" rx="1.15" fill="#ffffff"', back.svg
        )
    ]
    assert len(plates) == 2
    assert not any(x < card < x + wide + 0.15 for x, wide in plates for card in cards)
    assert all(any(x - 7.2 < card < x for card in cards) for x, _ in plates), "over the corner of a card"


def test_words_of_a_summary_and_the_score_pad_stand_upright(printed_faces: list[Face]) -> None:
    seen = [face for face in printed_faces if face.component in ("summary", "pad")]
    assert {face.component for face in seen} == {"summary", "pad"}
    for face in seen:
        lines = texts(face)
        assert lines and [text for text, _, _, upright in lines if not upright] == [], face.id
        assert "rotate(-90)" not in face.svg, face.id


def test_both_halves_of_the_boxes_of_a_score_pad_are_named(printed_faces: list[Face]) -> None:
    (pad,) = (face for face in printed_faces if face.component == "pad")
    words = [text for text, *_ in texts(pad)]
    assert words.count("lowest") == words.count("others") == 6


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_band_of_a_summary_shows_the_marks_of_all_suits(
    language: str, leaves: Callable[..., list[PrintedCard]]
) -> None:
    front = leaves("summary", language=language)[0].front
    cells = re.findall(r'<g clip-path="url\(#swatch-\d\)">(.*?)</g>\n', front.svg, re.S)
    assert len(cells) == 5
    assert [cell.count("<use") for cell in cells] == [2] * 5, "the pattern and the mark"


def test_the_left_of_a_hand_shows_a_number_whole_or_nothing_of_it(
    leaves: Callable[..., list[PrintedCard]], book: FontBook
) -> None:
    figures = book.stack(("EB Garamond",), 700)
    for leaf in leaves("cards"):
        shown = []
        for node, matrix in placed(leaf.front.drawing.nodes):
            if not isinstance(node, Text) or matrix[0] < 0:
                continue
            for chunk in node.chunks:
                if chunk.text == str(number_of(leaf.front)):
                    style = chunk.runs[0].style
                    width = figures.width(chunk.text, style.font_size or 0, style.letter_spacing or 0)
                    x = apply(matrix, chunk.x, 0)[0]
                    left = {"start": x, "middle": x - width / 2, "end": x - width}[chunk.anchor]
                    shown.append((left, left + width))
        (index, large) = sorted(shown)
        assert index[0] >= 3
        assert index[1] <= STRIP <= large[0], leaf.card


def test_a_back_is_the_same_after_half_a_turn(leaves: Callable[..., list[PrintedCard]]) -> None:
    back = leaves("marker")[0].back
    assert back is not None
    shapes = []
    for node, matrix in placed(back.drawing.nodes):
        if isinstance(node, Shape):
            # A closed shape comes back to its beginning.
            points = {(round(x, 3), round(y, 3)) for x, y in corners(node, matrix)}
            middle = tuple(sum(along) / len(points) for along in zip(*points, strict=True))
            shapes.append(((node.fill, node.stroke, len(points)), middle))
    assert len(shapes) > 100
    for kind, (x, y) in shapes:
        turned = (back.trim.width - x, back.trim.height - y)
        assert any(other == kind and math.dist(place, turned) < 0.03 for other, place in shapes), (kind, x, y)


def test_bands_of_small_backs_slant_as_those_of_the_real_one(printed_faces: list[Face]) -> None:
    band = r'd="M([-\d.]+) ([-\d.]+)L([-\d.]+) ([-\d.]+)V[-\d.]+L[-\d.]+ [-\d.]+Z"'
    slants: dict[str, set[float]] = {"back": set(), "rules": set()}
    for face in printed_faces:
        place = "rules" if face.component == "rules" else face.side
        for x1, y1, x2, y2 in re.findall(band, face.svg):
            slants.setdefault(place, set()).add(round((float(y1) - float(y2)) / (float(x2) - float(x1)), 2))
    assert slants["back"] == slants["rules"] == {0.58}


def test_a_pale_card_is_paler_than_a_full_one_and_has_an_outline(printed_faces: list[Face]) -> None:
    (back,) = (face for face in printed_faces if face.component == "summary" and face.side == "back")
    full, pale = "#1b8570", "#98c8bf"
    assert contrast(full, "#f5efe3") > 2 * contrast(pale, "#f5efe3")
    assert back.svg.count(f'fill="{pale}"') == back.svg.count('fill="none" stroke="#1d7667" stroke-width="0.3"') == 2


def test_no_face_is_painted_in_more_strokes_than_a_printer_likes(printed_faces: list[Face]) -> None:
    for face in printed_faces:
        shapes = sum(isinstance(node, Shape | Text) for node, _ in placed(face.drawing.nodes))
        assert shapes <= (1200 if face.component in ("rules", "pad", "box") else 400), face.id


def test_with_how_many_players_a_card_is_used_stands_in_the_middle_of_the_foot(
    leaves: Callable[..., list[PrintedCard]],
) -> None:
    spans = {6: "3–6", 8: "4–6", 10: "5–6", 12: "6"}
    for leaf in leaves("cards"):
        if (span := spans.get(number_of(leaf.front))) is not None:
            ((x, y),) = ((x, y) for text, x, y, upright in texts(leaf.front) if text == span and upright and y > 78)
            assert abs(x - leaf.front.trim.width / 2) < 10
            assert 6 < leaf.front.trim.height - y < 7


@pytest.mark.parametrize("edge", ["border", "bleed"])
def test_the_point_of_the_marker_runs_out_over_the_edge_of_its_ground(
    edge: str, leaves: Callable[..., list[PrintedCard]]
) -> None:
    for tweak in SIZES:
        (leaf,) = leaves("marker", tweak=f'{tweak}\n[mine.components]\nmarker = {{ edge = "{edge}" }}')
        blades = [
            sorted(corners(node, matrix))
            for node, matrix in placed(leaf.front.drawing.nodes)
            if isinstance(node, Shape) and node.fill == colour("#fffaf0") and len(node.outline) < 9
        ]
        (x, y), *_, far = min(blades)
        assert -2.5 < x - (3 if edge == "border" else 0) < -0.7, "the cut leaves a point, and takes its tip"
        assert 0.2 < y / leaf.front.trim.height < 0.5
        assert 3 < leaf.front.trim.width - (x + math.dist((x, y), far)) < 6, "the fan is as wide as the card"


@pytest.mark.parametrize("size", SIZES)
def test_the_window_stands_on_the_axis_and_the_indices_leave_it_its_ring(
    size: str, leaves: Callable[..., list[PrintedCard]], book: FontBook
) -> None:
    letters = book.stack(("EB Garamond",), 700)
    for leaf in leaves("cards", tweak=size):
        middle, radius = window(leaf.front)
        assert middle[0] == pytest.approx(leaf.front.trim.width / 2, abs=0.001)
        for node, matrix in placed(leaf.front.drawing.nodes):
            for chunk in node.chunks if isinstance(node, Text) else ():
                if chunk.text in ("Bi", "Fa", "Bu", "Um", "Fl") and matrix[0] > 0:
                    style = chunk.runs[0].style
                    half = letters.width(chunk.text, style.font_size or 0, style.letter_spacing or 0) / 2
                    assert math.dist(middle, (chunk.x + half, chunk.y)) > radius + 1, leaf.card


def test_the_ring_of_a_window_stands_out_from_the_ground(leaves: Callable[..., list[PrintedCard]]) -> None:
    rings = {
        leaf.card.rsplit("-", 1)[0]: re.findall(r'<circle [^>]*fill="none" stroke="(#\w+)"', leaf.front.svg)
        for leaf in leaves("cards")
    }
    assert rings.pop("umbrella") == ["#2a2431"]
    assert rings and all(ring == ["#fffaf0"] for ring in rings.values())


@pytest.mark.parametrize("component", ["cards", "marker"])
def test_grounds_run_over_the_edge_where_the_definition_says_so(
    component: str, leaves: Callable[..., list[PrintedCard]]
) -> None:
    for edge in ("bleed", "border"):
        leaf = leaves(component, tweak=f'[mine.components]\n{component} = {{ edge = "{edge}" }}')[0]
        for face in (leaf.front, leaf.back):
            assert face is not None
            boxes = [
                bounds(n.outline)
                for n, matrix in placed(face.drawing.nodes)
                if isinstance(n, Shape) and matrix == IDENTITY
            ]
            inset = -face.bleed if edge == "bleed" else 3
            ground = (inset, inset, face.trim.width - 2 * inset, face.trim.height - 2 * inset)
            assert any(box == pytest.approx(ground, abs=0.01) for box in boxes[1:] if box), (edge, face.side)
