"""Faces of kasane: the visible edge of an overlapping card, places for tokens, art in store, and refusals."""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from math import dist
from pathlib import Path
from typing import Any

import pytest

from pnp.build.faces import render_kit
from pnp.build.options import BuildOptions, KitContext
from pnp.cardsvg.nodes import Group, Shape, SymbolUse, Text
from pnp.cardsvg.paths import bounds
from pnp.cardsvg.values import IDENTITY, Matrix, apply, multiply
from pnp.diagnostics import TemplateError
from pnp.examples import ExampleSet
from pnp.fonts import FontBook
from pnp.project.examples import search_examples
from pnp.project.project import open_project
from pnp.rendering.face import Face, PrintedCard
from pnp.rendering.graphics.colour import contrast
from tests.rendering.drawn import placed

NO_EXAMPLES = ExampleSet((), (), (), ())
EVERY = ("cards", "yaku", "overview", "track", "illustrations", "tokens", "counters", "start")
WHITE = (1.0, 1.0, 1.0)
STRIP = 12.0
"""What shows of a card that another one overlaps, in mm."""
TOKEN = 18.0
BONUS = "bonus = { from = 8, colours = [5, 4, 3, 2, 0, 2, 3, 4, 5, 6], all-laid = 2 }"


@pytest.fixture(scope="module")
def leaves(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., list[PrintedCard]]:
    """Return a function that draws components of kasane with a tweak, once."""
    folder = tmp_path_factory.mktemp("kasane")

    @cache
    def find(*only: str, tweak: str = "", language: Any = "en") -> list[PrintedCard]:
        (folder / "games.toml").write_text(f'[mine]\nextends = "shipped:kasane"\n{tweak}\n', encoding="utf-8")
        project = open_project(folder / "games.toml")
        options = BuildOptions(language=language, only=only)
        kit = render_kit(KitContext.of(project, project.game("mine"), options), NO_EXAMPLES, lambda _label: None)
        return [leaf for _, cards in kit.groups for leaf in cards]

    return find


@pytest.fixture
def with_plum_red(root: Path) -> Callable[[str], str]:
    """Return the colours of kasane and a tenth with a motif, as lines of a definition."""
    shipped = (root / "games.toml").read_text(encoding="utf-8").split("[kasane]", 1)[1]
    start = shipped.index("colours = [")
    nine = shipped[start : shipped.index("\n]", start)]
    tenth = '{ number = 10, name = { en = "plum red", ja = "梅" }, ink = "#c2255c", motif = "%s" },'
    return lambda motif: f"{nine}\n{tenth % motif}\n]\n{BONUS}"


def kasane_colours() -> list[dict[str, Any]]:
    """Return the colours of the shipped game."""
    shipped = Path(__file__).parents[2] / "games.toml"
    colours: list[dict[str, Any]] = tomllib.loads(shipped.read_text(encoding="utf-8"))["kasane"]["colours"]
    return colours


def test_the_set_up_shows_the_counters_in_their_own_inks(leaves: Callable[..., list[PrintedCard]]) -> None:
    inks = ("#123456", "#654321", "#abcdef", "#fedcba")
    counters = ", ".join(
        f'{{ id = "c{index}", ink = "{ink}", mark = "counter-fan" }}' for index, ink in enumerate(inks)
    )
    (first, *_) = leaves("rules", tweak=f"[mine.decks]\ncounters = [{counters}]\n")
    assert [ink for ink in inks if ink not in first.front.svg] == []


def rule_sheet(leaves: list[PrintedCard]) -> list[str]:
    """Return the words of each page of a rule sheet."""
    pages = [face for leaf in leaves for face in (leaf.front, leaf.back) if face is not None]
    return [
        " ".join(
            run.text
            for node, _ in placed(page.drawing.nodes)
            if isinstance(node, Text)
            for chunk in node.chunks
            for run in chunk.runs
        )
        for page in pages
    ]


@pytest.mark.parametrize(
    ("language", "credit", "guess"),
    [
        (
            "en",
            "The wording and art of this kit are its own.",
            "It is also a guess that Jōgen no Tsuki and Kachōfūgetsu have a slot for 5 cards.",
        ),
        ("ja", "独自のもの。", "名前のない3点・5点・8点の役カード"),
    ],
)
def test_what_is_assumed_stands_among_the_credits(
    language: str, credit: str, guess: str, leaves: Callable[..., list[PrintedCard]]
) -> None:
    text = "".join("".join(rule_sheet(leaves("rules", language=language))).split())
    before, after = text.split(credit.replace(" ", ""))
    assert guess.replace(" ", "") in after
    assert guess.replace(" ", "") not in before


@pytest.mark.parametrize(
    ("language", "slots", "said"),
    [
        ("en", "", "3 to 5 cards numbered 1–5. Rising or falling."),
        ("ja", "", "1〜5から3〜5枚、昇順か降順"),
        (
            "en",
            "[mine.yaku.kagen]\nslots = [{ cards = 2, points = [3] }, { cards = 4, points = [5] }]",
            "2 or 4 cards numbered 1–5.",
        ),
        (
            "ja",
            "[mine.yaku.kagen]\nslots = [{ cards = 2, points = [3] }, { cards = 4, points = [5] }]",
            "1〜5から2か4枚",
        ),
        ("ja", "[mine.yaku.kagen]\nslots = [{ cards = 3, points = [3] }]", "1〜5から3枚、昇順か降順"),
    ],
)
def test_a_moon_says_how_many_cards_it_takes(
    language: str, slots: str, said: str, leaves: Callable[..., list[PrintedCard]]
) -> None:
    for component in ("rules", "yaku"):
        text = "".join("".join(rule_sheet(leaves(component, language=language, tweak=slots))).split())
        assert said.replace(" ", "") in text, component


@pytest.mark.parametrize("players", [4, 3])
def test_the_rows_of_the_set_up_are_those_of_the_first_turns(players: int, tmp_path: Path) -> None:
    lines = f'[mine]\nextends = "shipped:kasane"\nplayers = [3, {players}]\n'
    (tmp_path / "games.toml").write_text(lines, encoding="utf-8")
    project = open_project(tmp_path / "games.toml")
    game = project.game("mine")
    examples = search_examples(game)
    kit = render_kit(KitContext.of(project, game, BuildOptions(only=("rules",))), examples, lambda _label: None)
    page = next(leaf.front for _, cards in kit.groups for leaf in cards)
    nodes = [node for node, _ in placed(page.drawing.nodes) if isinstance(node, Text)]
    said = ["".join(run.text for chunk in node.chunks for run in chunk.runs) for node in nodes]
    figures = "".join("P" if text == "+1" else text for text in said if re.fullmatch(r"\d|\+1", text))
    turns = next(one for one in examples.examples if one.id == "first-1").position["turns"]
    per_round = {4: 3, 3: 4}[players]
    rows = ["".join(str(turn["tops"][row]) for turn in turns[:per_round][::-1]) for row in range(players)]
    bottoms = "." * (per_round - len(rows[0]) + 1)
    assert re.search(bottoms.join(["", *rows]).replace("+1", "P"), figures), (rows, figures)


def texts(face: Face, fonts: FontBook) -> Iterator[tuple[str, float, float, float]]:
    """Return the text of every horizontal line, its left and right ends in mm of the face, and its size."""
    for node, matrix in placed(face.drawing.nodes):
        if isinstance(node, Text) and not node.vertical:
            for chunk in node.chunks:
                style = chunk.runs[0].style
                size = style.font_size or 0.0
                stack = fonts.stack(style.font_family, style.font_weight)
                width = stack.width(chunk.text, size, style.letter_spacing)
                left = chunk.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[chunk.anchor] * width
                ends = [apply(matrix, x, chunk.y)[0] for x in (left, left + width)]
                yield chunk.text, min(ends), max(ends), size


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_strip_of_a_kimono_card_shows_its_number(
    language: str, leaves: Callable[..., list[PrintedCard]], book: FontBook
) -> None:
    cards = {leaf.card: leaf.front for leaf in leaves("cards", language=language)}
    assert len({card.removesuffix("-from-4") for card in cards}) == 10
    for card, face in cards.items():
        number = "+1" if card.startswith("plus") else card.split("-")[1]
        shown = [line for line in texts(face, book) if line[0] == number]
        assert len(shown) == 3, "at the upper end of the collar, turned on the cuff, and large"
        wide = face.trim.width
        (collar,) = ((left, right) for _, left, right, _ in shown if left >= 2.5 and right <= STRIP)
        (cuff,) = ((left, right) for _, left, right, _ in shown if left >= wide - STRIP and right <= wide - 2.5)
        assert cuff == pytest.approx((wide - collar[1], wide - collar[0]))
        assert max(size for *_, size in shown) * 0.66 >= 15, "a figure is more than two thirds of its size high"


@pytest.mark.parametrize("tweak", ["", '[mine.components]\ncards = { edge = "bleed" }\n'])
def test_a_kimono_card_turned_has_its_number_and_mark_where_they_were(
    tweak: str, leaves: Callable[..., list[PrintedCard]]
) -> None:
    for leaf in leaves("cards", tweak=tweak):
        face = leaf.front
        marks = sorted(
            (round(apply(matrix, 12, 12)[0], 2), round(apply(matrix, 12, 12)[1], 2))
            for node, matrix in uses(face.drawing.nodes)
            if abs(matrix[0]) * 24 == pytest.approx(6.2, abs=0.1)
        )
        assert len(marks) == 2, leaf.card
        (left, up), (right, down) = marks
        assert (left + right, up + down) == pytest.approx((face.trim.width, face.trim.height), abs=0.02)


def uses(nodes: tuple[Any, ...], outer: Matrix = IDENTITY) -> Iterator[tuple[SymbolUse, Matrix]]:
    """Yield art with the matrix that puts its own units on the face."""
    for node in nodes:
        matrix = outer if node.frame is None else multiply(outer, node.frame.transform)
        if isinstance(node, SymbolUse):
            yield node, multiply(matrix, node.inner)
        elif isinstance(node, Group):
            yield from uses(node.children, multiply(matrix, node.inner))


def test_without_a_rim_a_kimono_card_runs_over_the_edge_and_its_words_do_not(
    leaves: Callable[..., list[PrintedCard]], book: FontBook
) -> None:
    for leaf in leaves("cards", "track", tweak='[mine.components]\ncards = { edge = "bleed" }\n'):
        face = leaf.front
        for _, left, right, _ in texts(face, book):
            assert left >= 2.5 and right <= face.trim.width - 2.5
        if leaf.component == "cards":
            reach = [bounds(node.outline) for node, _ in placed(face.drawing.nodes) if isinstance(node, Shape)]
            sides = [(x, y, x + width, y + height) for x, y, width, height in filter(None, reach)]
            panel = sides[1]
            assert panel[:2] == pytest.approx((-face.bleed, -face.bleed)), leaf.card
            assert panel[2:] == pytest.approx((face.trim.width + face.bleed, face.trim.height + face.bleed))


def test_places_on_the_score_track_hold_counters_and_leave_figures_free(
    leaves: Callable[..., list[PrintedCard]], book: FontBook
) -> None:
    seen = []
    for leaf in leaves("track"):
        for face in (leaf.front, leaf.back):
            assert face is not None
            discs = []
            for node, _ in placed(face.drawing.nodes):
                box = bounds(node.outline) if isinstance(node, Shape) and node.stroke is not None else None
                if box and node.style.stroke_width == 0.5:
                    discs.append((box[0] + box[2] / 2, box[1] + box[3] / 2, box[2]))
            figures = [line for line in texts(face, book) if line[0].isdigit()]
            assert len(discs) == 2 * len(figures)
            assert all(10 < width < TOKEN - 2 for *_, width in discs), "cloth with its marks shows between the discs"
            apart = [dist(first[:2], second[:2]) for first, second in combinations(discs, 2)]
            assert min(apart) >= TOKEN, "counters do not lie on one another"
            assert max(y for _, y, _ in discs) + TOKEN / 2 <= face.trim.height - 2
            tops = min(y for _, y, _ in discs) - TOKEN / 2
            assert all(size * 0.7 < tops - 2.6 and size > 8.6 for *_, size in figures)
            seen += [int(text) for text, *_ in figures]
    assert sorted(seen) == list(range(20))


def test_robes_of_the_score_track_show_every_colour_under_figures_that_read(
    leaves: Callable[..., list[PrintedCard]],
) -> None:
    inks = {colour["ink"] for colour in kasane_colours()}
    seen = set()
    for leaf in leaves("track"):
        for face in (leaf.front, leaf.back):
            assert face is not None
            robes = re.findall(r'<path d="M[^"]*C[^"]*" fill="(#[0-9a-f]{6})"', face.svg)
            heads = re.findall(r'<path d="M2.6 2.6H[0-9.]+V[0-9.]+H2.6Z" fill="(#[0-9a-f]{6})"', face.svg)
            figures = set(re.findall(r'<text[^>]* fill="(#[0-9a-f]{6})"', face.svg))
            cloth = [ink for ink in robes if ink in inks]
            assert len(heads) == len(cloth) >= 2 and figures
            assert min(contrast(head, figure) for head in heads for figure in figures) >= 4.5
            seen |= set(cloth)
    assert seen == inks


@pytest.mark.parametrize("only", ["tokens", "counters", "start"])
def test_a_round_piece_has_one_ground_round_its_cut(only: str, leaves: Callable[..., list[PrintedCard]]) -> None:
    for leaf in leaves(only):
        face = leaf.front
        cut = face.trim.width / 2
        radii = [float(radius) for radius in re.findall(r'<circle[^>]* r="([0-9.]+)"', face.svg)]
        assert radii[0] == pytest.approx(cut + face.bleed)
        assert not [r for r in radii[1:] if r > cut * 0.96], leaf.card


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_turn_is_drawn_on_the_turn_card(language: str, leaves: Callable[..., list[PrintedCard]]) -> None:
    (turn,) = leaves("summary", language=language)
    assert 'href="#art-lady-spring"' in turn.front.svg


def test_the_hand_of_ju_gathers_ten_shells(root: Path) -> None:
    art = (root / "templates/kasane/art/ten-figure.svg").read_text(encoding="utf-8")
    assert art.count('href="#sh"') == 10


def circles(face: Face) -> list[float]:
    """Return the outer diameters of the slots in the lower half of a yaku card, in mm."""
    diameters = []
    for node, _ in placed(face.drawing.nodes):
        if isinstance(node, Shape) and node.stroke is not None and node.style.stroke_width == 0.5:
            box = bounds(node.outline)
            assert box is not None
            _, top, width, height = box
            if top > face.trim.height / 2 and abs(width - height) < 0.01:
                diameters.append(width)
    return diameters


def test_every_slot_of_a_yaku_holds_a_token(leaves: Callable[..., list[PrintedCard]]) -> None:
    counts = {}
    for leaf in leaves("yaku"):
        rings = circles(leaf.front)
        assert all(ring >= TOKEN for ring in rings), leaf.card
        counts[leaf.card] = len(rings)
    assert counts == {
        "kasane": 4, "ju": 3, "sakurachirashi": 2, "chidori": 2, "asanoha": 2,
        "kagen": 3, "jogen": 3, "kachofugetsu": 3, "setsugetsufuka": 3,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("language", "card"),
    [
        *(pytest.param(language, "63mm x 88mm", marks=pytest.mark.kit) for language in ("en", "ja")),
        ("en", "44mm x 68mm"),
        ("ja", "70mm x 120mm"),
    ],
)
def test_all_faces_can_be_drawn_on_cards_of_several_sizes(
    language: str, card: str, leaves: Callable[..., list[PrintedCard]]
) -> None:
    cards = leaves(*EVERY, tweak=f'card = "{card}"', language=language)
    assert {leaf.component for leaf in cards} == set(EVERY)


def test_the_overview_is_japanese_in_front_and_english_behind(leaves: Callable[..., list[PrintedCard]]) -> None:
    (overview,) = leaves("overview")
    assert overview.back is not None
    assert (overview.front.language, overview.back.language) == ("ja", "en")


def test_rows_of_the_overview_go_from_edge_to_edge(leaves: Callable[..., list[PrintedCard]]) -> None:
    for face in (leaf_side for leaf in leaves("overview") for leaf_side in (leaf.front, leaf.back)):
        assert face is not None
        grounds = re.findall(r'<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)" height="[\d.]+" rx="0"', face.svg)
        rows = [float(x) for x, wide in grounds if float(x) * 2 + float(wide) == pytest.approx(face.trim.width)]
        assert len(rows) == 10, "nine yaku and the bonus"
        assert {x < 3.5 for x in rows} == {True}, "at the edge of the panel"


def test_both_sides_of_the_overview_say_what_white_squares_are_clear_of_the_cut(
    leaves: Callable[..., list[PrintedCard]],
) -> None:
    (leaf,) = leaves("overview")
    assert leaf.back is not None
    for face, said in ((leaf.front, "白い四角の数字"), (leaf.back, "White squares")):
        chunks = [chunk for node, _ in placed(face.drawing.nodes) if isinstance(node, Text) for chunk in node.chunks]
        assert sum(said in "".join(run.text for run in chunk.runs) for chunk in chunks) == 1


def test_a_tenth_number_finds_its_drawing_in_store(
    leaves: Callable[..., list[PrintedCard]], with_plum_red: Callable[[str], str], book: FontBook
) -> None:
    faces = {leaf.card: leaf.front for leaf in leaves("cards", tweak=with_plum_red("plum"))}
    assert [text for text, *_ in texts(faces["kimono-10"], book)].count("10") == 3


def test_a_motif_without_a_drawing_is_named(
    leaves: Callable[..., list[PrintedCard]], with_plum_red: Callable[[str], str]
) -> None:
    with pytest.raises(TemplateError) as caught:
        leaves("cards", tweak=with_plum_red("peony"))
    (diagnostic,) = caught.value.diagnostics
    assert "there is no art 'peony'" in diagnostic.message
    assert diagnostic.hint == "add templates/kasane/art/peony.svg"


@pytest.mark.parametrize(
    ("only", "tweak", "says"),
    [
        ("track", "track-per-card = 6", "only 16.6 mm wide"),
        (
            "yaku",
            "[mine.yaku]\nju = { slots = [{ cards = 2, points = [2, 2, 2] }, { cards = 3, points = [3, 3] }] }",
            "the yaku ju has 5 slots",
        ),
    ],
)
def test_what_has_no_room_for_tokens_is_refused(
    only: str, tweak: str, says: str, leaves: Callable[..., list[PrintedCard]]
) -> None:
    with pytest.raises(TemplateError, match=says):
        leaves(only, tweak=tweak)


def signs(leaf: PrintedCard) -> set[str]:
    """Return the drawings of frames that a face uses."""
    return set(re.findall(r'"#art-(frame-[a-z]+)"', leaf.front.svg))


def test_frames_are_told_apart_by_their_signs(leaves: Callable[..., list[PrintedCard]]) -> None:
    signs_by_card = {leaf.card: signs(leaf) for leaf in leaves("yaku")}
    assert all(len(card_signs) == 1 for card_signs in signs_by_card.values())
    assert signs_by_card["kasane"] == signs_by_card["ju"] != signs_by_card["chidori"] == signs_by_card["asanoha"]
    assert len(set().union(*signs_by_card.values())) == 4


def test_a_frame_without_a_sign_has_bars(leaves: Callable[..., list[PrintedCard]]) -> None:
    sky = '[mine.frames]\nsky = { ink = "#4488cc" }\n[mine.yaku]\nju = { frame = "sky" }\n'
    shipped, mine = ({leaf.card: leaf for leaf in leaves("yaku", tweak=tweak)}["ju"] for tweak in ("", sky))
    assert signs(shipped) and not signs(mine)
    assert mine.front.svg.count("<rect") - shipped.front.svg.count("<rect") > 100


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("tweak", ["", "[mine.yaku]\nchidori = { slots = [{ cards = 3, points = [5, 4, 3] }] }"])
def test_the_points_of_slots_stand_in_boxes_that_do_not_touch(
    language: str, tweak: str, leaves: Callable[..., list[PrintedCard]]
) -> None:
    front = leaves("overview", tweak=tweak, language=language)[0].front
    boxes = [
        bounds(node.outline)
        for node, _ in placed(front.drawing.nodes)
        if isinstance(node, Shape) and node.fill == WHITE and node.stroke is not None and node.style.stroke_width < 0.2
    ]
    assert len(boxes) >= 20
    for first, second in combinations(boxes, 2):
        across = max(second[0] - first[0] - first[2], first[0] - second[0] - second[2])
        gap = max(across, second[1] - first[1] - first[3], first[1] - second[1] - second[3])
        assert gap >= 0.4, (first, second)


def test_brush_strokes_stand_on_the_moon_of_the_box_where_they_are_not_its_title(
    leaves: Callable[..., list[PrintedCard]],
) -> None:
    svg = leaves("box", language="en")[0].front.svg
    moon = re.search(r'<circle cx="0" cy="(\S+)" r="(\S+)" fill="#d9ab48"/>', svg)
    assert moon is not None
    cy, r = float(moon[1]), float(moon[2])
    middle = 65 / 2
    upright = r'<text x="(\S+)" y="(\S+)" writing-mode="vertical-rl"[^>]* font-size="(\S+)"[^>]*>([^<]+)'
    columns = re.findall(upright, svg)
    title = [(float(x), float(y), float(size), text) for x, y, size, text in columns if text in ("襲ノ", "色目")]
    assert [text for *_, text in title] == ["襲ノ", "色目"], "the first half stands on the right"
    assert title[0][0] > middle > title[1][0]
    for x, y, size, text in title:
        assert size > 12, "it can be read at a fifth of its size"
        for height in (y + 0.1 * size, y + (len(text) - 0.1) * size):
            assert math.dist((abs(x - middle) + 0.42 * size, height), (0, cy)) < r


@pytest.mark.parametrize(("language", "below"), [("en", "Kasane"), ("ja", "かさねのいろめ")])
def test_a_box_has_the_strokes_of_its_title_in_the_moon_and_how_it_is_read_below(
    language: str, below: str, leaves: Callable[..., list[PrintedCard]]
) -> None:
    svg = leaves("box", language=language)[0].front.svg
    columns = re.findall(r'<text[^>]*writing-mode[^>]*font-size="([\d.]+)"[^>]*>(襲ノ|色目)<', svg)
    assert [said for _, said in columns] == ["襲ノ", "色目"] and all(float(size) > 12 for size, _ in columns)
    level = re.findall(
        rf'font-size="([\d.]+)"[^>]*>{below}<', re.sub(r"<text[^>]*writing-mode[^>]*>[^<]*</text>", "", svg)
    )
    assert len(level) == 1 and float(level[0]) > 7, "it can be read at a fifth of its size"


def test_the_panel_of_a_card_back_ends_under_what_is_white(leaves: Callable[..., list[PrintedCard]]) -> None:
    face = leaves("cards")[0].back
    assert face is not None
    nodes = [node for node, _ in placed(face.drawing.nodes) if isinstance(node, Shape)]
    whites = [place for place, node in enumerate(nodes) if node.fill == WHITE and node.style.fill_rule == "evenodd"]
    assert len(whites) == 1
    ends = [args[-2:] for _, args in nodes[whites[0]].outline if args]
    assert min(x for x, _ in ends) == pytest.approx(1.8)
    assert any(x == pytest.approx(2.6) for x, _ in ends)
    collars = [place for place, node in enumerate(nodes) if node.fill and node.stroke]
    assert sum(place < whites[0] for place in collars) >= 4 * len(kasane_colours())
