"""Faces of koka beside its nets: stickers, summaries, garlands and the pictures of its rule sheet."""

from __future__ import annotations

import functools
import itertools
import math
import operator
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pnp.build.faces import render_kit
from pnp.build.options import BuildOptions, KitContext
from pnp.build.sheets import pieces_of, sheet_options
from pnp.cardsvg.nodes import Shape, Text
from pnp.cardsvg.paths import bounds
from pnp.cardsvg.values import IDENTITY, Matrix, apply
from pnp.diagnostics import PnpError
from pnp.examples import ExampleSet
from pnp.games.koka.rules.dice import Die
from pnp.games.koka.rules.scoring import is_set
from pnp.imposition import impose
from pnp.project.examples import search_examples
from pnp.project.project import open_project
from pnp.registry import engine
from pnp.rendering.face import Face, PrintedCard
from pnp.shipped import shipped
from tests.rendering.drawn import placed

NO_EXAMPLES = ExampleSet((), (), (), ())
WHITE = (1, 1, 1)
Box = tuple[float, float, float, float]


@pytest.fixture(scope="module")
def leaves() -> Callable[..., list[PrintedCard]]:
    """Return a function that draws the pieces of a shipped component in a language."""
    project = open_project(shipped("games.toml"))
    game = project.game("koka")

    @cache
    def find(component: str, language: Any = "en") -> list[PrintedCard]:
        options = BuildOptions(language=language, only=(component,))
        examples = search_examples(game) if component in ("summary", "rules") else NO_EXAMPLES
        kit = render_kit(KitContext.of(project, game, options), examples, lambda _label: None)
        return [leaf for _, cards in kit.groups for leaf in cards]

    return find


def white_boxes(face: Face) -> list[Box]:
    nodes = [node for node, matrix in placed(face.drawing.nodes) if isinstance(node, Shape) and matrix == IDENTITY]
    boxes = [bounds(node.outline) for node in nodes if node.fill == WHITE]
    return [box for box in boxes if box is not None]


def test_each_row_of_a_sheet_of_stickers_has_one_colour() -> None:
    project = open_project(shipped("games.toml"))
    game = project.game("koka")
    options = BuildOptions(only=("stickers",))
    kit = render_kit(KitContext.of(project, game, options), NO_EXAMPLES, lambda _label: None)
    pages = impose(pieces_of(kit.groups, "duplex", "en"), sheet_options(KitContext.of(project, game, options)))
    placed_ = [place for page in pages for place in page.placements]
    assert len(placed_) == 540
    for page in pages:
        rows = {
            y: {place.piece.card.split("-")[0] for place in page.placements if round(place.y, 3) == y}
            for y in {round(place.y, 3) for place in page.placements}
        }
        assert all(len(colours) == 1 for colours in rows.values()), rows


def test_rows_by_a_field_that_no_card_has_is_an_error_at_its_place(tmp_path: Path) -> None:
    text = '[mine]\nextends = "shipped:koka"\n[mine.components.stickers]\nrows-by = "color"\n'
    (tmp_path / "games.toml").write_text(text, encoding="utf-8")
    project = open_project(tmp_path / "games.toml")
    options = BuildOptions(only=("stickers",))
    with pytest.raises(PnpError, match="no field 'color' to part rows by") as caught:
        render_kit(KitContext.of(project, project.game("mine"), options), NO_EXAMPLES, lambda _label: None)
    assert "colour" in str(caught.value)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_side_of_a_summary_has_at_most_one_example_on_a_panel(
    language: str, leaves: Callable[..., list[PrintedCard]]
) -> None:
    cards = leaves("summary", language)
    assert len(cards) == 2
    sides = [face for card in cards for face in (card.front, card.back) if face is not None]
    assert [len(face.examples) for face in sides] == [0, 0, 1, 1]
    for face in sides:
        panels = [box for box in white_boxes(face) if box[2] == pytest.approx(53.8)]
        assert len(panels) == len(face.examples)


@pytest.mark.parametrize(
    ("language", "complete", "spare"),
    [("en", "Complete? Return nothing", "12 of 13"), ("ja", "完成したら、何も返さない", "余った")],
)
def test_a_card_says_together_what_a_complete_hand_returns(
    language: str, complete: str, spare: str, leaves: Callable[..., list[PrintedCard]]
) -> None:
    back = leaves("summary", language)[0].back
    assert back is not None
    lines = lines_of(back)
    first = next(place for place, line in enumerate(lines) if complete in line)
    assert spare in "".join(lines[first + 1 : first + 4])


@pytest.mark.parametrize(
    ("language", "pale", "ground", "triangle"),
    [
        ("en", "pale: not used or not taken", "one grey ground", "triangle"),
        ("ja", "淡い色：使わない、選ばない", "同じ灰色の地", "三角"),
    ],
)
def test_a_key_says_only_what_captions_do_not(
    language: str, pale: str, ground: str, triangle: str, leaves: Callable[..., list[PrintedCard]]
) -> None:
    for component, pales, grounds, triangles in (("rules", 2, 1, 1), ("summary", 0, 1, 0)):
        faces = [face for leaf in leaves(component, language) for face in (leaf.front, leaf.back) if face]
        said = ["".join(lines_of(face)).replace(" ", "") for face in faces]
        assert sum(pale.replace(" ", "") in text for text in said) == pales, component
        assert sum(ground.replace(" ", "") in text for text in said) == grounds, component
        assert sum(triangle in text for text in said) == triangles, component
        assert not any(sign in text for text in said for sign in ("facenotknown", "/or"))


def test_a_die_of_a_card_has_its_value_on_it_and_one_letter_stands_below_those_of_a_colour(
    leaves: Callable[..., list[PrintedCard]],
) -> None:
    back = leaves("summary")[1].back
    assert back is not None
    texts = [chunk.text for node, _ in placed(back.drawing.nodes) if isinstance(node, Text) for chunk in node.chunks]
    first = texts.index("P")
    assert texts[first : first + 4] == ["P", "2", "3", "4"]


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", ["2 players: 3 dice", "3–4 players: 4 dice"]), ("ja", ["2人は3個", "3〜4人は4個"])],
)
def test_a_card_says_how_many_dice_are_rolled_for_players_that_have_as_many_at_once(
    language: str, said: list[str], leaves: Callable[..., list[PrintedCard]]
) -> None:
    turn, complete = leaves("summary", language)[0].front, leaves("summary", language)[0].back
    assert complete is not None
    lines = lines_of(complete)
    assert [line for line in lines if line in said] == said, "a line for each, beside the code"
    assert not any(line in said for line in lines_of(turn)), "it is no choice of a turn"


def lines_of(face: Face) -> list[str]:
    texts = [node for node, _ in placed(face.drawing.nodes) if isinstance(node, Text)]
    return ["".join(run.text for chunk in node.chunks for run in chunk.runs) for node in texts]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_code_is_well_inside_the_trim(language: str, leaves: Callable[..., list[PrintedCard]]) -> None:
    for leaf in leaves("summary", language):
        assert leaf.back is not None
        trim = leaf.back.trim
        grounds = [box for box in white_boxes(leaf.back) if box[2] == pytest.approx(8.8) == box[3]]
        assert len(grounds) == 1
        x, y, wide, high = grounds[0]
        assert trim.width - x - wide >= 3.3
        assert trim.height - y - high >= 3.0


@pytest.mark.parametrize("component", ["tray", "shelf"])
def test_stems_end_at_flowers(component: str, leaves: Callable[..., list[PrintedCard]]) -> None:
    face = leaves(component)[0].front
    stems, flowers = list(strokes(face)), list(blossoms(face))
    assert stems
    assert flowers
    for (x, y), (cx, cy, radius) in itertools.product(stems, flowers):
        assert math.dist((x, y), (cx, cy)) > 0.9 * radius, (x, y)


def light(ink: Any) -> bool:
    return isinstance(ink, tuple) and max(ink) > 0.3


def strokes(face: Face) -> Iterator[tuple[float, float]]:
    """Return points of curved open lines on the face, which are the stems; those of steps are dark."""
    for node, matrix in placed(face.drawing.nodes):
        if isinstance(node, Shape) and node.fill is None and node.stroke is not None:
            kinds = {kind for kind, _ in node.outline}
            if "C" not in kinds or "Z" in kinds or not light(node.stroke):
                continue
            yield from points_of(node, matrix)


def points_of(node: Shape, matrix: Matrix) -> Iterator[tuple[float, float]]:
    """Yield ends of the lines of an outline, and points of its curves."""
    current: tuple[float, ...] = ()
    for _, args in node.outline:
        if len(args) == 6:
            points = [current, args[:2], args[2:4], args[4:6]]
            for t in (0.0, 0.25, 0.5, 0.75, 1.0):
                weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
                x, y = (sum(w * p[axis] for w, p in zip(weights, points, strict=True)) for axis in (0, 1))
                yield apply(matrix, x, y)
        elif args:
            yield apply(matrix, *args[-2:])
        current = tuple(args[-2:]) if args else current


def blossoms(face: Face) -> Iterator[tuple[float, float, float]]:
    """Return middle and radius of drawn art, which has its box and is about round."""
    for node, matrix in placed(face.drawing.nodes):
        if isinstance(node, Shape) and node.fill is not None and matrix != IDENTITY and len(node.outline) > 40:
            box = bounds(node.outline)
            assert box is not None
            x, y, wide, high = box
            corners = [apply(matrix, px, py) for px, py in ((x, y), (x + wide, y + high))]
            middle = [(low + high) / 2 for low, high in zip(*corners, strict=True)]
            radius = math.dist(*corners) / 2 / math.sqrt(2)
            if 0.8 < wide / high < 1.25 and radius > 3:
                yield middle[0], middle[1], radius


def squares(face: Face) -> Iterator[Box]:
    """Yield the boxes of faces of dice on a table: a little lower than wide, above the edge of the die."""
    for node, matrix in placed(face.drawing.nodes):
        box = bounds(node.outline) if isinstance(node, Shape) and node.fill not in (None, WHITE) else None
        if box is not None and 9 < box[2] < 12 and box[3] == pytest.approx(0.93 * box[2], abs=0.01) and matrix[1] == 0:
            yield (*apply(matrix, *box[:2]), *box[2:])


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_letters_of_colours_are_beside_the_faces_that_the_rules_show(
    language: str, leaves: Callable[..., list[PrintedCard]]
) -> None:
    face = leaves("rules", language)[0].front
    assert face is not None
    faces = list(squares(face))
    letters = [
        apply(matrix, chunk.x, chunk.y)
        for node, matrix in placed(face.drawing.nodes)
        if isinstance(node, Text)
        for chunk in node.chunks
        if chunk.text in {"Or", *"RBYGP赤青黄緑紫橙"}
    ]
    assert len(faces) == 12 <= len(letters)
    for (px, py), (x, y, wide, high) in itertools.product(letters, faces):
        assert not (x < px < x + wide and y < py < y + high), (px, py)


def placed_box(node: Shape, matrix: Matrix) -> Box:
    """Return the box of a shape as it stands on its face: of its corners, where it is turned."""
    x, y, wide, high = bounds(node.outline) or (0, 0, 0, 0)
    points = [apply(matrix, *corner) for corner in itertools.product((x, x + wide), (y, y + high))]
    left, top = (min(axis) for axis in zip(*points, strict=True))
    right, bottom = (max(axis) for axis in zip(*points, strict=True))
    return left, top, right - left, bottom - top


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_sign_on_the_band_stands_whole_between_the_rainbows(
    language: str, leaves: Callable[..., list[PrintedCard]]
) -> None:
    face = leaves("band", language)[0].front
    boxes = [
        placed_box(node, matrix) for node, matrix in placed(face.drawing.nodes) if isinstance(node, Shape) and node.fill
    ]
    stripes = [box for box in boxes if box[2] > 100 and box[3] < 6]
    signs = [box for box in boxes if box[2] > 20 and box[2] == pytest.approx(box[3], abs=0.01)]
    assert len(stripes) > 12
    assert max(sign[2] for sign in signs) > 40, "it is seen from afar"
    for sign, stripe in itertools.product(signs, stripes):
        assert sign[1] > stripe[1] + stripe[3] or sign[1] + sign[3] < stripe[1]


def title_dice(face: Face) -> list[Box]:
    """Return the boxes of the dice of the drawn title: their faces, which are 100 wide by themselves and not white."""
    return [
        placed_box(node, matrix)
        for node, matrix in placed(face.drawing.nodes)
        if isinstance(node, Shape) and node.fill not in (None, WHITE) and bounds(node.outline) == (-50, -50, 100, 100)
    ]


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(
    ("component", "lines", "least"), [("band", 3, 10), ("shelf", 1, 13), ("pad", 1, 8), ("rules", 1, 8)]
)
def test_a_die_for_each_letter_of_the_title_stands_on_all_that_shows_the_game(
    component: str, lines: int, least: float, language: str, leaves: Callable[..., list[PrintedCard]]
) -> None:
    dice = title_dice(leaves(component, language)[0].front)
    assert len(dice) == 4 * lines
    assert min(box[2] for box in dice) > least


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_tag_shows_one_die_as_its_sign_and_no_words(
    language: str, leaves: Callable[..., list[PrintedCard]]
) -> None:
    """It is known at a fifth of its size: a die more than a third of its width, with the crest of one colour."""
    face = leaves("tag", language)[0].front
    whites = [
        placed_box(node, matrix)
        for node, matrix in placed(face.drawing.nodes)
        if isinstance(node, Shape) and node.fill == WHITE
    ]
    assert max(box[2] for box in whites) > face.trim.width / 3
    assert not any(isinstance(node, Text) for node, _ in placed(face.drawing.nodes))


def large_inks(face: Face) -> Iterator[str]:
    """Yield the inks of shapes that are more than stripes."""
    for node, _ in placed(face.drawing.nodes):
        box = bounds(node.outline) if isinstance(node, Shape) and isinstance(node.fill, tuple) else None
        if box is not None and min(box[2:]) > 10:
            yield "".join(f"{round(255 * part):02x}" for part in node.fill)


@pytest.mark.parametrize(("component", "copies"), [("stand", 2), ("shelf", 1)])
def test_the_stands_and_the_ends_of_a_shelf_have_the_colour_of_their_player(
    component: str, copies: int, leaves: Callable[..., list[PrintedCard]]
) -> None:
    pieces = leaves(component)
    assert [(piece.card, piece.copies) for piece in pieces] == [(f"seat-{seat}", copies) for seat in range(1, 5)]
    inks = [Counter(large_inks(piece.front)) for piece in pieces]
    shared = functools.reduce(operator.and_, inks)  # of the dice of the title, and of dice drawn beside a piece
    for index, colour in enumerate(("d4141f", "1f6fc4", "f6d01e", "16845a")):
        assert [shown[colour] > shared[colour] for shown in inks] == [seat == index for seat in range(4)]


def test_petals_stand_apart_from_the_flower_between_them(leaves: Callable[..., list[PrintedCard]]) -> None:
    faces = [leaf for leaf in leaves("stickers") if leaf.card.endswith(("3", "5"))]
    assert len(faces) == 12
    for leaf in faces:
        nodes = [node_matrix for node_matrix in placed(leaf.front.drawing.nodes) if isinstance(node_matrix[0], Shape)]
        art = [list(points_of(node, matrix)) for node, matrix in nodes if matrix != IDENTITY]
        gaps = [min(itertools.starmap(math.dist, itertools.product(*pair))) for pair in itertools.combinations(art, 2)]
        assert min(gaps) > 0.5, leaf.card


def test_every_shipped_petal_has_a_blossom_and_a_small_flower() -> None:
    art = shipped("templates") / "koka" / "art"
    petals = {path.stem for path in art.iterdir() if "-" not in path.stem}
    assert len(petals) >= 6
    for name in petals:
        assert (art / f"{name}-blossom.svg").is_file(), name
        assert (art / f"{name}-small.svg").is_file(), name


def test_no_three_neighbours_of_the_hand_drawn_at_set_up_are_a_set() -> None:
    scene = shipped("templates") / "koka" / "scene.svg.j2"
    drawn = re.search(r"set values = \[([\d, ]+)\]", scene.read_text("utf-8"))
    assert drawn is not None
    values = [int(value) for value in drawn[1].split(",")]
    rules = engine("koka").rules(open_project(shipped("games.toml")).game("koka").settings)
    assert len(values) == 11
    for start in range(len(values) - 2):
        dice = tuple(Die("red", value) for value in values[start : start + 3])
        assert not is_set(rules, dice), dice


@pytest.mark.parametrize(("language", "said"), [("en", "Crease all folds"), ("ja", "定規を当て")])
def test_a_kit_with_nets_of_dice_shows_how_they_are_folded_and_one_with_stickers_does_not(
    language: Any, said: str
) -> None:
    project = open_project(shipped("games.toml"))
    game = project.game("koka")
    for chosen, times in (((), 1), (("stickers",), 0)):
        context = KitContext.of(project, game, BuildOptions(language=language, instead=chosen))
        kit = render_kit(context, NO_EXAMPLES, lambda _label: None)
        sheets = [leaf for part, cards in kit.groups if part.id == "rules" for leaf in cards]
        lines = [line for leaf in sheets for face in (leaf.front, leaf.back) if face for line in lines_of(face)]
        assert sum(line.startswith(said) for line in lines) == times


@pytest.mark.parametrize(
    ("language", "order"),
    [
        (
            "en",
            ["Set-up", "The end", "Your turn: choose one of three", "What to print, what to buy", "How to fold a die"],
        ),
        ("ja", ["準備", "ゲームの終わり", "手番：3つから1つを選ぶ", "印刷するもの、買うもの", "サイコロの作り方"]),
    ],
)
def test_what_is_printed_and_folded_is_told_after_the_game(
    language: str, order: list[str], leaves: Callable[..., list[PrintedCard]]
) -> None:
    pages = [face for leaf in leaves("rules", language) for face in (leaf.front, leaf.back) if face]
    lines = [line for face in pages for line in lines_of(face)]
    assert [line for line in lines if line in order] == order
    assert order[3] not in lines_of(pages[0])


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Players yet to have a turn this round still take it."),
        ("ja", "手番がまだの人も、このラウンドの手番を行う"),
    ],
)
def test_a_card_says_that_the_round_is_played_out(
    language: str, said: str, leaves: Callable[..., list[PrintedCard]]
) -> None:
    back = leaves("summary", language)[0].back
    assert back is not None
    assert said.replace(" ", "") in "".join(lines_of(back)).replace(" ", "")


@pytest.mark.parametrize(("language", "row"), [("en", "4-5-6"), ("ja", "4・5・6")])
def test_the_dice_of_a_set_do_not_read_as_one_number(
    language: str, row: str, leaves: Callable[..., list[PrintedCard]]
) -> None:
    for component in ("rules", "summary"):
        faces = [face for leaf in leaves(component, language) for face in (leaf.front, leaf.back) if face]
        lines = [line for face in faces for line in lines_of(face)]
        assert any(row in line for line in lines), component
        words = [line for line in lines if re.search(r"(?<![\d=＝])[1-6]{3,6}(?![\d–〜])", line)]
        assert [line for line in words if not re.search(r"160|100", line)] == []
