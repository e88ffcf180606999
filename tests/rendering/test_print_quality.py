"""Print quality: sizes of type, contrast of figures, the size of numerals, text inside its card."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pnp.build.faces import render_kit
from pnp.build.options import BuildOptions, KitContext
from pnp.cardsvg.nodes import Group, Shape, SymbolUse, Text, TextRun
from pnp.cardsvg.paths import bounds
from pnp.cardsvg.values import IDENTITY, Matrix, apply, inverse, multiply
from pnp.looks.outlines import flatten
from pnp.project.examples import search_examples
from pnp.project.project import Project, open_project, open_shipped
from pnp.rendering.face import Face
from pnp.rendering.graphics.colour import contrast, hex_of
from pnp.units import PT_PER_MM

pytestmark = pytest.mark.kit

TWEAKS = {
    "": "",
    "two digits": "numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]",
    "mini": 'card = "mini"',
    "tarot": 'card = "tarot"',
    "eight colours": '[red.colours]\npink = { name = { en = "pink", ja = "桃" }, letter = { en = "P", ja = "桃" }, '
    'ink = "#ff7eb6", mark = "bell", rule = { is = "odd" } }',
    "scores": 'goals = [40, 35, 30]\npass = "out"\ndraw = "over-palette"',
}
FULL = pytest.mark.full
QUICK = {("", "en"), ("", "ja"), ("two digits", "ja"), ("mini", "en"), ("mini", "ja"), ("eight colours", "en")}
"""Those that are drawn in every run of the tests."""
KITS = [
    pytest.param(name, language, marks=() if (name, language) in QUICK else FULL)
    for name in TWEAKS
    for language in ("en", "ja")
]
JAPANESE = {"red7", "iroha", "kasane"}
GAMES = {name: "ja" if name in JAPANESE else "en" for name in open_shipped().games}
"""The shipped games, with the language in which each is drawn in every run of the tests."""
SHIPPED = [
    pytest.param(name, language, marks=() if GAMES[name] == language else FULL)
    for name in GAMES
    for language in ("en", "ja")
]


@cache
def shipped_faces(name: str, language: str) -> list[Face]:
    return different_faces(open_shipped(), name, language)


def different_faces(project: Project, name: str, language: Any) -> list[Face]:
    """Return every different face of a game in a language."""
    game = project.game(name)
    faces: dict[str, Face] = {}
    for _, leaves in render_kit(
        KitContext.of(project, game, BuildOptions(language=language, choices=True)),
        search_examples(game),
        lambda _label: None,
    ).groups:
        for leaf in leaves:
            faces |= {face.id: face for face in (leaf.front, leaf.back) if face is not None}
    return list(faces.values())


@pytest.fixture(scope="module")
def faces(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str], list[Face]]:
    """Return a function that draws every different face of red with a tweak, in a language."""
    known: dict[tuple[str, str], list[Face]] = {}

    def find(name: str, language: Any) -> list[Face]:
        if (name, language) not in known:
            folder: Path = tmp_path_factory.mktemp("project")
            (folder / "games.toml").write_text(f'[red]\nextends = "shipped:red"\n{TWEAKS[name]}\n', encoding="utf-8")
            project = open_project(folder / "games.toml") if name else open_shipped()
            known[name, language] = different_faces(project, "red", language)
        return known[name, language]

    return find


Corners = tuple[float, float, float, float]
EVERYWHERE: Corners = (-1e9, -1e9, 1e9, 1e9)


def corners_of(box: tuple[float, float, float, float], matrix: Matrix) -> Corners:
    """Return left, top, right and bottom of a box on the face."""
    x, y, width, height = box
    corners = [apply(matrix, a, b) for a in (x, x + width) for b in (y, y + height)]
    xs, ys = [point[0] for point in corners], [point[1] for point in corners]
    return min(xs), min(ys), max(xs), max(ys)


def overlap(first: Corners, second: Corners) -> Corners:
    return max(first[0], second[0]), max(first[1], second[1]), min(first[2], second[2]), min(first[3], second[3])


def drawn(
    nodes: tuple[Any, ...], matrix: Matrix = IDENTITY, shown: Corners = EVERYWHERE
) -> Iterator[tuple[Shape | Text, Matrix, Corners]]:
    """Yield shapes and texts in the order of painting, with their matrix and the box that clips them."""
    for node in nodes:
        here = matrix if node.frame is None else multiply(matrix, node.frame.transform)
        window = shown
        if node.frame is not None and node.frame.clip is not None:
            clip = node.frame.clip
            if box := bounds(clip.outline):
                window = overlap(shown, corners_of(box, multiply(here, clip.transform)))
        if isinstance(node, Shape | Text):
            yield node, here, window
        elif isinstance(node, Group):
            yield from drawn(node.children, multiply(here, node.inner), window)
        elif isinstance(node, SymbolUse):
            yield from drawn(node.symbol.children, multiply(here, node.inner), window)


def points(run: TextRun, matrix: Matrix) -> float:
    a, b, c, d = matrix[:4]
    return math.sqrt(abs(a * d - b * c)) * (run.style.font_size or 0) * PT_PER_MM


@pytest.mark.parametrize(("name", "language"), KITS)
def test_no_type_is_smaller_than_can_be_read(name: str, language: str, faces: Callable[..., list[Face]]) -> None:
    for face in faces(name, language):
        for node, matrix, _ in drawn(face.drawing.nodes):
            if not isinstance(node, Text):
                continue
            for chunk in node.chunks:
                for run in chunk.runs:
                    least = 6.0 if node.ruby is None else 4.0
                    assert points(run, matrix) >= least - 0.01, (face.id, run.text)


@pytest.mark.parametrize(("name", "language"), SHIPPED)
def test_no_face_of_a_shipped_game_has_type_under_six_points(name: str, language: str) -> None:
    faces = shipped_faces(name, language)
    sizes = {
        (round(points(run, matrix), 2), face.id, run.text)
        for face in faces
        for node, matrix, _ in drawn(face.drawing.nodes)
        if isinstance(node, Text) and node.ruby is None
        for chunk in node.chunks
        for run in chunk.runs
    }
    played = {"stickers"} if name == "koka" else {"cards"}
    assert {face.component for face in faces} >= played | {"summary", "rules"}
    assert len(sizes) > 50
    assert [size for size in sorted(sizes) if size[0] < 6] == []


@pytest.mark.parametrize(("name", "language"), SHIPPED)
def test_examples_of_a_shipped_game_lie_on_their_face_and_not_on_one_another(name: str, language: str) -> None:
    for face in shipped_faces(name, language):
        boxes = [(x, y, x + width, y + height) for example in face.examples for x, y, width, height in [example.box]]
        for index, box in enumerate(boxes):
            assert box[0] >= 0
            assert box[1] >= 0
            assert box[2] <= face.trim.width
            assert box[3] <= face.trim.height
            for other in boxes[:index]:
                left, top, right, bottom = overlap(box, other)
                assert left >= right - 1e-3 or top >= bottom - 1e-3, (face.id, box, other)


def rgb(paint: Any) -> str:
    """Return a paint of a drawing as #rrggbb; its channels are 0 to 1."""
    return hex_of(*(channel * 255 for channel in tuple(paint)[:3]))


def lies_in(shape: Shape, matrix: Matrix, x: float, y: float) -> bool:
    """Tell if a point of the face lies in a shape: a frame is no ground of what it frames."""
    back = inverse(matrix)
    return back is not None and flatten(shape.outline).holds(apply(back, x, y), shape.style.fill_rule)


@pytest.mark.parametrize(("name", "language"), KITS)
def test_figures_stand_out_from_what_they_stand_on(name: str, language: str, faces: Callable[..., list[Face]]) -> None:
    checked = 0
    for face in faces(name, language):
        grounds: list[tuple[tuple[float, ...], Shape, Matrix]] = []
        for node, matrix, window in drawn(face.drawing.nodes):
            if isinstance(node, Shape):
                if node.fill is not None and not hasattr(node.fill, "stops") and (box := bounds(node.outline)):
                    visible = overlap(corners_of(box, matrix), window)
                    # A shape as small as a mark is no ground.
                    if visible[2] - visible[0] > 3 and visible[3] - visible[1] > 3:
                        grounds.append((visible, node, matrix))
                continue
            for chunk in node.chunks:
                x, y = apply(matrix, chunk.x, chunk.y - (chunk.runs[0].style.font_size or 0) * 0.3)
                under = (
                    shape.fill
                    for (left, top, right, bottom), shape, laid in reversed(grounds)
                    if left <= x <= right and top <= y <= bottom and lies_in(shape, laid, x, y)
                )
                ground = next(under, None)
                for run in chunk.runs:
                    assert run.fill is not None
                    assert contrast(rgb(run.fill), rgb(ground) if ground else "#ffffff") >= 3, (face.id, run.text)
                    checked += 1
    assert checked > 100


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_numeral_of_a_card_is_fifteen_millimetres_high_and_small_in_two_corners(
    language: str, faces: Callable[..., list[Face]], book: Any
) -> None:
    for face in faces("", language):
        if face.component != "cards" or face.side != "front":
            continue
        number = face.card.split("-")[1]
        sizes = sorted(
            points(run, matrix) / PT_PER_MM
            for node, matrix, _ in drawn(face.drawing.nodes)
            if isinstance(node, Text)
            for chunk in node.chunks
            for run in chunk.runs
            if run.text == number
        )
        cap = book.stack(("Oswald",), 600).faces[0].cap_height
        assert len(sizes) == 3
        assert sizes[-1] * cap >= 15
        assert sizes[0] * cap >= 5


@pytest.mark.parametrize(
    ("name", "language"),
    [
        pytest.param(name, language, marks=() if (name, language) in (("", "en"), ("mini", "ja")) else FULL)
        for name in ("", "two digits", "mini", "eight colours")
        for language in ("en", "ja")
    ],
)
def test_every_character_is_printed_inside_its_card_or_in_the_margin(
    name: str, language: str, printed: Callable[..., Any]
) -> None:
    toml = f'[red]\nextends = "shipped:red"\n{TWEAKS[name]}\n' if name else None
    kit = printed(toml, language=language)
    for page in kit.manifest["pages"]:
        slots = [(s["x_mm"], s["y_mm"], s["x_mm"] + s["width_mm"], s["y_mm"] + s["height_mm"]) for s in page["slots"]]
        text = kit.reader.page(page["number"])[1]
        for index in range(text.count_chars()):
            if text.get_text_range(index, 1).isspace():
                continue
            left, bottom, right, top = (value / PT_PER_MM for value in text.get_charbox(index))
            inside = any(a <= left and b <= bottom and right <= c and top <= d for a, b, c, d in slots)
            apart = all(right <= a or c <= left or top <= b or d <= bottom for a, b, c, d in slots)
            assert inside or apart, (page["number"], text.get_text_range(index, 1))
