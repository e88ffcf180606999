"""Faces of collectmate: margins round the index, faces on hubs, grounds that tell the centre, a symmetrical back."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pnp.build.build import build_kit
from pnp.build.faces import render_kit
from pnp.build.options import BuildOptions, KitContext
from pnp.cardsvg.nodes import Shape, Text
from pnp.cardsvg.paths import bounds
from pnp.cardsvg.values import apply
from pnp.examples import ExampleSet
from pnp.model.text import say
from pnp.project.examples import search_examples
from pnp.project.project import open_project
from pnp.rendering.face import Face, PrintedCard
from pnp.rendering.graphics.colour import contrast, mix
from pnp.shipped import shipped
from tests.rendering.drawn import placed

NO_EXAMPLES = ExampleSet((), (), (), ())
STRIP = 15.0
"""What shows of a card in a hand, in mm."""
SIZES = ["", 'card = "mini"', 'card = "tarot"']
EIGHT = (
    '[mine.colours]\npink = { name = "pink", letter = "Pi", ink = "#f6a3c3", mark = "wave", points = 4 }\n'
    'black = { name = "black", letter = "Bk", ink = "#222222", mark = "sleep", points = 5 }\n'
    '[mine.cards]\nfour = { dot = true, colours = ["red", "green", "pink", "black"], copies = 1, set = "b" }\n'
    'five = { dot = false, colours = ["red", "blue", "orange", "green", "pink"], copies = 1, set = "b" }\n'
    'black = { dot = true, colours = ["black"], copies = 1, set = "b" }\n'
)
ALONE = (
    'sleeper-red = { dot = true, colours = ["red"], copies = 1, set = "b" }\n'
    'sleeper-green = { dot = true, colours = ["green"], copies = 1, set = "b" }\n'
    'awake-purple = { dot = false, colours = ["purple"], copies = 1, set = "b" }\n'
    'awake-pink = { dot = false, colours = ["pink"], copies = 1, set = "b" }\n'
)
SONG = (
    '[mine.tags]\nsong = { name = { en = "song", ja = "歌" } }\n'
    '[mine.cards]\ndot-green = { caption = { en = "a [song]", ja = "[歌]" } }\n'
)
Box = tuple[float, float, float, float]


@pytest.fixture(scope="module")
def leaves(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., list[PrintedCard]]:
    """Return a function that draws the cards of collectmate with a tweak, once."""
    folder = tmp_path_factory.mktemp("collectmate")

    @cache
    def find(tweak: str = "", language: Any = "en") -> list[PrintedCard]:
        (folder / "games.toml").write_text(f'[mine]\nextends = "shipped:collectmate"\n{tweak}\n', encoding="utf-8")
        project = open_project(folder / "games.toml")
        options = BuildOptions(language=language, only=("cards",))
        kit = render_kit(KitContext.of(project, project.game("mine"), options), NO_EXAMPLES, lambda _label: None)
        return [leaf for _, cards in kit.groups for leaf in cards]

    return find


def boxes(face: Face, pattern: str) -> list[Box]:
    """Return the rectangles of the drawing whose element ends with ``pattern``."""
    rectangles = re.findall(
        rf'<rect x="([-\d.]+)" y="([-\d.]+)" width="([\d.]+)" height="([\d.]+)" {pattern}', face.svg
    )
    return [(x, y, x + w, y + h) for x, y, w, h in (tuple(map(float, edges)) for edges in rectangles)]


def index(face: Face) -> tuple[Box, Box]:
    """Return the tab of the index, a white one within a thin line, and that of the turned one."""
    first, second = boxes(face, r'rx="[\d.]+" fill="#ffffff" stroke="#[0-9a-f]{6}" stroke-width="0.3"/>')
    assert first == second
    left, top, right, low = (edge + out for edge, out in zip(first, (-0.15, -0.15, 0.15, 0.15), strict=True))
    width, height = face.trim.width, face.trim.height
    return (left, top, right, low), (width - right, height - low, width - left, height - top)


def wheel(face: Face) -> tuple[tuple[float, float], float]:
    """Return the middle of the wheel, and how far its white rim reaches."""
    x, y, r = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)" fill="#ffffff"/>', face.svg)[0]
    return (float(x), float(y)), float(r)


def away(box: Box, point: tuple[float, float]) -> float:
    """Return how far a point is from a box."""
    across, down = (max(low - at, at - high, 0) for low, at, high in zip(box[:2], point, box[2:], strict=True))
    return math.hypot(across, down)


def drawings(face: Face, beginning: str) -> list[str]:
    """Return the names of the art on a face that begin so."""
    return re.findall(rf'href="#art-({beginning}[a-z-]*)', face.svg)


def apart(first: Box, second: Box) -> float:
    """Return the white between two boxes; less than 0 if they overlap."""
    return max(first[0] - second[2], second[0] - first[2], first[1] - second[3], second[1] - first[3])


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("tweak", ["", EIGHT])
def test_nothing_touches_the_indices(tweak: str, size: str, leaves: Callable[..., list[PrintedCard]]) -> None:
    for leaf in leaves(f"{size}\n{tweak}"):
        face = leaf.front
        middle, reach = wheel(face)
        for corner in index(face):
            assert away(corner, middle) > reach + 0.4, leaf.card
        left, top, right, low = index(face)[0]
        assert left > 3 - 0.01 and top > 3 - 0.01, "a tab inside the panel"
        letters = [
            apply(matrix, chunk.x, chunk.y)
            for node, matrix in placed(face.drawing.nodes)
            if isinstance(node, Text)
            for chunk in node.chunks
        ]
        assert all(x > 3.5 and y > 3.5 for x, y in letters if x < right and y < low), leaf.card


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_words_below_a_picture_stand_on_a_strip_of_the_wheel(
    size: str, language: str, leaves: Callable[..., list[PrintedCard]]
) -> None:
    captions = 0
    for leaf in leaves(size, language=language):
        face = leaf.front
        (x, y), reach = wheel(face)
        strips = re.findall(r'd="M[\d.]+ ([\d.]+)H[\d.]+A([\d.]+) \2 0 0 1 [\d.]+ ([\d.]+)H', face.svg)
        assert bool(strips) == bool(drawings(face, "tag-")), leaf.card
        for top, radius, low in strips:
            captions += 1
            assert float(radius) == reach, "from rim to rim"
            words = [
                chunk
                for node, _ in placed(face.drawing.nodes)
                if isinstance(node, Text)
                for chunk in node.chunks
                if float(top) < chunk.y < float(low)
            ]
            assert words, leaf.card
            ends = min(
                [x - reach, *(box[0] for box in boxes(face, r'rx="[\d.]+" fill="#ffffff"/>') if box[1] == float(top))]
            )
            assert ends > 3.5
            assert ends == x - reach or size == 'card = "mini"', "only a small card has them beyond the rim"
            for chunk in words:
                far = reach if ends == x - reach else x - ends
                assert math.hypot(chunk.x - x, chunk.y - y) < far - 0.5, (leaf.card, chunk.text)
    assert captions


@pytest.mark.parametrize("size", SIZES)
def test_all_wheels_are_as_large(size: str, leaves: Callable[..., list[PrintedCard]]) -> None:
    drawn = leaves(f"{size}\n{EIGHT}")
    assert len({wheel(leaf.front) for leaf in drawn}) == 1
    (_, reach), trim = wheel(drawn[0].front), drawn[0].front.trim
    assert 2 * reach > 0.7 * min(trim.width, trim.height)


@pytest.mark.parametrize("size", SIZES)
def test_the_diamonds_of_the_points_are_two_millimetres_high(
    size: str, leaves: Callable[..., list[PrintedCard]]
) -> None:
    for leaf in leaves(size):
        halves = [
            float(height)
            for height in re.findall(r'd="M[-\d.]+ [-\d.]+l[\d.]+ ([\d.]+)l-[\d.]+ \1l-[\d.]+ -\1Z"', leaf.front.svg)
        ]
        assert bool(halves) == (leaf.card not in ("dot", "hollow")), leaf.card
        assert all(2 * half >= 2 for half in halves), leaf.card


def test_a_card_without_colours_has_the_outlines_of_all_marks(leaves: Callable[..., list[PrintedCard]]) -> None:
    (svg,) = (leaf.front.svg for leaf in leaves(EIGHT) if leaf.card == "dot")
    (sky,) = re.findall(r'<g stroke="#c9d2ff" stroke-width="[\d.]+".*?</g>\s*</g>', svg, re.S)
    assert sky.count("<use") + sky.count("<svg") == 8


def test_a_dot_sleeps_and_a_ring_is_awake_each_colour_in_its_way(leaves: Callable[..., list[PrintedCard]]) -> None:
    seen = {leaf.card: drawings(leaf.front, "face-") for leaf in leaves(f"{EIGHT}{ALONE}")}
    for card, face in {
        "hollow-red": "face-flame-awake",
        "hollow-blue": "face-drop-awake",
        "hollow-yellow": "face-star-awake",
        "sleeper-red": "face-flame-asleep",
        "sleeper-green": "face-leaf-asleep",
        "awake-purple": "face-iris-awake",
        "awake-pink": "face-wave-awake",
        "black": "face-asleep",
        "dot": "face-asleep",
        "dot-red-blue": "face-drop-asleep",
        "dot-red-yellow": "face-flame-asleep",
        "dot-all": "face-asleep",
        "hollow-red-blue-yellow": "face-flame-awake",
    }.items():
        assert seen[card] == [face], card


def test_faces_of_cards_with_two_colours_differ_in_look_lean_or_blush(leaves: Callable[..., list[PrintedCard]]) -> None:
    hubs = {}
    for leaf in leaves():
        (face,) = drawings(leaf.front, "face-") or [""]
        if leaf.card.count("-") == 2 and face:
            use = re.search(rf'<g transform="rotate\((-?[\d.]+) [^>]*>\s*<use href="#art-{face}[^>]*>', leaf.front.svg)
            assert use is not None, leaf.card
            hubs[leaf.card] = use[0]
            assert abs(float(use[1])) == 13, leaf.card
    assert len(hubs) == len(set(hubs.values())) == 15


def test_a_tag_has_its_sign_and_other_words_have_none(leaves: Callable[..., list[PrintedCard]]) -> None:
    signs = {leaf.card: [*drawings(leaf.front, "tag-"), *drawings(leaf.front, "sign-")] for leaf in leaves(SONG)}
    assert signs["dot-blue"] == ["tag-two-people", "tag-loss"]
    assert signs["dot-yellow"] == ["tag-wizard", "tag-rest"]
    assert signs["dot-purple"] == ["tag-rest"], "two people are no tag there"
    assert signs["dot-green"] == ["sign-tags"], "a tag that has no sign of its own"
    assert signs["dot-red-blue"] == []


def test_a_picture_in_a_hub_has_the_inks_of_its_wheel(leaves: Callable[..., list[PrintedCard]], tmp_path: Path) -> None:
    by_card = {leaf.card: leaf.front for leaf in leaves()}
    scenes = {
        card: re.findall(r'href="#(art-scene-[^"]+)" [^>]*color="(#[0-9a-f]{6})', face.svg)
        for card, face in by_card.items()
    }
    assert {card for card, drawn in scenes.items() if drawn} == {
        c for c, face in by_card.items() if drawings(face, "tag-")
    }
    night, day = scenes["dot-red"][0], scenes["hollow-red-two-rest"][0]
    assert night[1] == day[1] == "#d4141f"
    assert night[0] != day[0], "hair is pale by night"
    (tmp_path / "games.toml").write_text('[mine]\nextends = "shipped:collectmate"\n', encoding="utf-8")
    art = tmp_path / "templates" / "collectmate" / "art"
    art.mkdir(parents=True)
    (art / "two-rest.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 6"><rect width="9" height="6" fill="#123456"/></svg>'
    )
    project = open_project(tmp_path / "games.toml")
    options = BuildOptions(language="en", only=("cards",))
    kit = render_kit(KitContext.of(project, project.game("mine"), options), NO_EXAMPLES, lambda _label: None)
    own = {leaf.card: leaf.front for _, cards in kit.groups for leaf in cards}["dot-red"]
    assert drawings(own, "two-rest") == ["two-rest"], "art of one's own stands in the hub"
    assert not drawings(own, "scene-")


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("size", SIZES)
def test_letters_stand_at_the_left_of_a_hand_either_way_up(
    size: str, language: str, leaves: Callable[..., list[PrintedCard]]
) -> None:
    for leaf in leaves(size, language=language):
        face = leaf.front
        upright, turned = Counter[str](), Counter[str]()
        for node, matrix in placed(face.drawing.nodes):
            for chunk in node.chunks if isinstance(node, Text) else ():
                (x, y), (_, above) = apply(matrix, chunk.x, chunk.y), apply(matrix, chunk.x, chunk.y - 1)
                if above < y and 3 < x < STRIP - 3 and y < face.trim.height * 0.45:
                    upright[chunk.text] += 1
                elif above > y and 3 < face.trim.width - x < STRIP - 3:
                    turned[chunk.text] += 1
        colours = 0 if "-all" in leaf.card else leaf.card.count("-")
        assert sum(turned.values()) == colours or "rest" in leaf.card or "fail" in leaf.card, leaf.card
        assert not turned - upright, leaf.card


def test_the_ground_tells_the_centre_in_shape_and_in_grey(leaves: Callable[..., list[PrintedCard]]) -> None:
    grounds: dict[bool, set[tuple[str, str, str]]] = {}
    for leaf in leaves():
        (symbol,) = re.findall(r'<symbol id="ground".*?</symbol>', leaf.front.svg, re.DOTALL)
        near, path = re.findall(r'<path d="([^"]+)" fill="(#[0-9a-f]{6})"', symbol)
        (panel,) = re.findall(r'rx="4" fill="(#[0-9a-f]{6})"', leaf.front.svg)
        grounds.setdefault(leaf.card.startswith("dot"), set()).add((path[0], path[1], panel))
        assert 1 < contrast(near[1], panel) < contrast(path[1], panel), "quieter round the wheel"
    assert {dot: len(shades) for dot, shades in grounds.items()} == {True: 1, False: 1}, "all cards share one"
    ((dots, dot_ink, dot_panel),), ((rings, ring_ink, ring_panel),) = grounds[True], grounds[False]
    drawn = {
        name: [float(r) for r in re.findall(r"a([\d.]+) ", path)[::2]] for name, path in (("o", rings), ("x", dots))
    }
    assert all(0.4 < hole / rim < 0.7 for rim, hole in zip(drawn["o"][::2], drawn["o"][1::2], strict=True))
    assert len(drawn["x"]) == pytest.approx(len(drawn["o"]) / 2, abs=6)
    assert contrast(dot_panel, ring_panel) > 1.25
    assert contrast(dot_ink, ring_ink) > 1.25
    assert contrast(dot_ink, dot_panel) > 1.4
    assert contrast(ring_ink, ring_panel) > 1.25


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("tweak", ["", EIGHT])
def test_the_back_is_the_same_after_half_a_turn(
    tweak: str, size: str, leaves: Callable[..., list[PrintedCard]]
) -> None:
    back = leaves(f"{size}\n{tweak}")[0].back
    assert back is not None
    seen = Counter[tuple[Any, ...]]()
    for node, matrix in placed(back.drawing.nodes):
        if isinstance(node, Shape) and (box := bounds(node.outline)) is not None:
            (x, y), size_of = apply(matrix, box[0] + box[2] / 2, box[1] + box[3] / 2), (box[2], box[3])
            place = (x - back.trim.width / 2, y - back.trim.height / 2)
            seen[(str(node.fill), str(node.stroke), *(round(each, 2) for each in (*place, *size_of)))] += 1
    for (fill, stroke, x, y, *extent), count in seen.items():
        partners = sum(
            other
            for (f, s, px, py, *e), other in seen.items()
            if (f, s, e) == (fill, stroke, extent) and math.dist((px, py), (-x, -y)) < 0.03
        )
        assert partners >= count, (fill, x, y)


def test_grounds_run_over_the_edge_where_the_definition_says_so(leaves: Callable[..., list[PrintedCard]]) -> None:
    for edge in ("bleed", "border"):
        leaf = leaves(f'[mine.components]\ncards = {{ edge = "{edge}" }}')[0]
        for face in (leaf.front, leaf.back):
            assert face is not None
            inset = -face.bleed if edge == "bleed" else 3
            ground = [inset, inset, face.trim.width - 2 * inset, face.trim.height - 2 * inset]
            assert ground in [[a, b, c - a, d - b] for a, b, c, d in boxes(face, "rx")]


@pytest.mark.parametrize(("language", "key"), [("en", "frame: wins"), ("ja", "二重枠が勝ち")])
def test_a_summary_explains_the_signs_of_pictures_where_it_has_some(language: Any, key: str) -> None:
    project = open_project(shipped("games.toml"))
    game = project.game("collectmate")
    options = BuildOptions(language=language, only=("summary",))
    kit = render_kit(KitContext.of(project, game, options), search_examples(game), lambda _label: None)
    backs = [leaf.back for _, cards in kit.groups for leaf in cards if leaf.back is not None]
    signs = [key in words_on(back) for back in backs]
    assert signs == [bool(back.examples) for back in backs]
    assert True in signs


TILE = re.compile(
    r'<path d="M(?!0 0L)(?P<cx>[-\d.]+) (?P<cy>[-\d.]+)L(?P<ax>[-\d.]+) (?P<ay>[-\d.]+)A(?P<r>[\d.]+) [^Z]* '
    r'(?P<bx>[-\d.]+) (?P<by>[-\d.]+)Z" fill="(?P<field>#[0-9a-f]{6})"/>'
    r'|<text x="(?P<x>[-\d.]+)" y="(?P<y>[-\d.]+)"[^>]*font-size="(?P<size>[\d.]+)"[^>]*>'
    r"(?P<said>[RBYOGP赤青黄橙緑紫])</text>"
)
"""A field of a wheel on a tile of an example, or a letter."""


def tiles(language: Any) -> Iterator[tuple[list[Any], list[Any]]]:
    """Yield the fields and the letters of each wheel of two or more colours on a tile of the rules."""
    for face in faces_of("rules", language):
        fields: list[Any] = []
        letters: list[Any] = []
        for match in TILE.finditer(face.svg):
            if match["field"] and letters:
                fields, letters = [], []
            if match["field"]:
                fields.append(match)
            elif len(letters) < len(fields):
                letters.append(match)
                if len(letters) == len(fields):
                    yield fields, letters


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_letters_of_a_tile_name_its_fields_in_their_order(language: Any) -> None:
    game = open_project(shipped("games.toml")).game("collectmate")
    inks = {say(colour.letter, language): colour.ink for colour in game.settings.colours}
    seen = Counter[int]()
    for fields, letters in tiles(language):
        seen[len(fields)] += 1
        for field, letter in zip(fields, letters, strict=True):
            assert field["field"] in (inks[letter["said"]], mix(inks[letter["said"]], "#ffffff", 0.72))
            assert float(letter["size"]) >= 2.3
            below = float(letter["y"]) - float(field["cy"]) - float(field["r"])
            assert (below > 1.5) == (language == "ja"), "kanji stand below the wheel"
    assert seen[2] > 20
    assert seen[3] > 8
    assert seen[6] >= 2


def test_each_letter_of_a_wheel_stands_whole_on_its_own_field() -> None:
    for fields, letters in tiles("en"):
        for field, letter in zip(fields, letters, strict=True):
            cx, cy, r = (float(field[name]) for name in ("cx", "cy", "r"))
            high = float(letter["size"]) * 0.72
            x, y = float(letter["x"]) - cx, float(letter["y"]) - high * 0.5 - cy
            first, second = ((float(field[f"{end}x"]) - cx, float(field[f"{end}y"]) - cy) for end in "ab")
            assert len(fields) == 2 or first[0] * y - first[1] * x > 0, "clockwise of its first edge"
            assert len(fields) == 2 or x * second[1] - y * second[0] > 0, "and before its second"
            assert r * 0.38 < math.hypot(x, y) + high * 0.3 < r, "between the hub and the rim"


MANY = EIGHT + (
    'eight = { dot = true, colours = ["red", "blue", "yellow", "orange", "green", "purple", "pink", "black"], '
    'copies = 6, set = "b" }\n'
)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_letters_of_many_fields_are_read_back_in_their_order(language: Any, tmp_path: Path) -> None:
    (tmp_path / "games.toml").write_text(f'[mine]\nextends = "shipped:collectmate"\n{MANY}', encoding="utf-8")
    project = open_project(tmp_path / "games.toml")
    kit = build_kit(project, project.game("mine"), BuildOptions(language=language, only=("summary", "rules")))
    settings = project.game("mine").settings
    letters = "".join(say(colour.letter, language) for colour in settings.colours)
    printed = ["".join(example.tokens) for face in kit.faces for example in face.examples]
    assert any(f"●{letters}" in tokens for tokens in printed)


def words_on(face: Face) -> str:
    texts = [node for node, _ in placed(face.drawing.nodes) if isinstance(node, Text)]
    return "\n".join("".join(run.text for chunk in node.chunks for run in chunk.runs) for node in texts)


@pytest.mark.parametrize(
    ("players", "told"),
    [
        ("", ["A plays", "take 1: C", "C plays", "take 2: A", "A plays"]),
        ("players = [2, 2]", ["A plays", "take 1: B", "B plays", "take 2: A", "A plays"]),
    ],
)
def test_the_rule_sheet_shows_takes_in_their_order_under_their_heading_and_nowhere_else(
    players: str, told: list[str], tmp_path: Path
) -> None:
    (tmp_path / "games.toml").write_text(f'[mine]\nextends = "shipped:collectmate"\n{players}\n', encoding="utf-8")
    project = open_project(tmp_path / "games.toml")
    game = project.game("mine")
    options = BuildOptions(language="en", only=("rules",))
    kit = render_kit(KitContext.of(project, game, options), search_examples(game), lambda _label: None)
    said = [words_on(face) for _, cards in kit.groups for leaf in cards for face in (leaf.front, leaf.back) if face]
    headings = r"Example: a plain turn|May you take this card\?|Declaring|Taking a card|Open cards"
    pattern = rf"^(?:[A-D] plays|take \d: [A-D]|{headings})$"
    lines = re.findall(pattern, "\n".join(said), re.MULTILINE)
    # Examples of turns stand under what they are about, and so do checks.
    turn = ["Example: a plain turn", "Taking a card", "May you take this card?", *told, "Open cards"]
    assert lines == [*turn, "Declaring", "Taking a card"]


def faces_of(component: str, language: Any) -> list[Face]:
    """Return the faces of a component of the kit as shipped, with its examples."""
    project = open_project(shipped("games.toml"))
    game = project.game("collectmate")
    options = BuildOptions(language=language, only=(component,))
    kit = render_kit(KitContext.of(project, game, options), search_examples(game), lambda _label: None)
    return [face for _, cards in kit.groups for leaf in cards for face in (leaf.front, leaf.back) if face]


def drawn_of(component: str, language: Any, folder: Path, tweak: str = "") -> list[str]:
    """Return the words of each face of a component, without blanks."""
    (folder / "games.toml").write_text(f'[mine]\nextends = "shipped:collectmate"\n{tweak}\n', encoding="utf-8")
    project = open_project(folder / "games.toml")
    game = project.game("mine")
    options = BuildOptions(language=language, only=(component,))
    kit = render_kit(KitContext.of(project, game, options), search_examples(game), lambda _label: None)
    faces = [face for _, cards in kit.groups for leaf in cards for face in (leaf.front, leaf.back) if face]
    return ["".join(words_on(face).split()) for face in faces]


TAKES = {
    "en": [
        "Waituntiltheplayer",
        "Goclockwise,alwaysstarting",
        "Thefirstplayerwhowants",
        "Thatplayerthen",
        "Thecardjust",
        "Wheneveryone",
    ],
    "ja": [
        "トレードした人が山札から",
        "トレードした人の左どなりから",
        "最初に取ると決めた人は",
        "取った人は",
        "新しく出た札も",
        "全員が見送ったら",
    ],
}
"""How each step of a take begins."""


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_take_is_told_as_one_list_of_steps(language: str, tmp_path: Path) -> None:
    text = "".join(drawn_of("rules", language, tmp_path))
    places = [text.find(f"{step}{begins}") for step, begins in enumerate(TAKES[language], 1)]
    assert -1 not in places
    assert places == sorted(places)
    assert {"en": "gobacktostep2", "ja": "手順2に戻り"}[language] in text[places[4] : places[5]]


@pytest.mark.parametrize(
    ("language", "chain", "end"),
    [
        (
            "en",
            ["Youcannottakeyourowncard", "Say“Takeopen!”,openthe3cards", "Goback", "Whenallpass"],
            "completeornot",
        ),
        (
            "ja",
            ["自分が出した札は取れない", "その3枚を公開し", "1に戻る", "全員が見送れば、次の手番"],
            "上がりの形でない手札も数える",
        ),
    ],
)
def test_a_summary_alone_tells_how_takes_and_the_game_end(
    language: str, chain: list[str], end: str, tmp_path: Path
) -> None:
    faces = drawn_of("summary", language, tmp_path)
    assert len(faces) == 4
    (take,) = [text for text in faces if chain[0] in text]
    assert [take.index(said) for said in chain] == sorted(take.index(said) for said in chain)
    assert sum(end in text for text in faces) == 1


@pytest.mark.parametrize(
    ("language", "tweak", "said"),
    [
        ("en", "", "(2kinds,5ofeach;eachplayertakes1ofeachkind)"),
        ("ja", "", "（2種類が5枚ずつ。各自が1枚ずつ取る）"),
        (
            "en",
            "players = [2, 3]\n[mine.components.summary]\ncopies-each = 2",
            "(2kinds,6ofeach;eachplayertakes2ofeachkind)",
        ),
    ],
)
def test_the_contents_say_how_many_summaries_a_player_takes(
    language: str, tweak: str, said: str, tmp_path: Path
) -> None:
    assert said in drawn_of("rules", language, tmp_path, tweak)[0]
