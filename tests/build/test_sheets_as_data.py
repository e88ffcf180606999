"""A kit on sheets that are given as data: asked for in two ways, read back from the file."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest

from pnp.units import MM_PER_PT

KIT = """\
[project]
{project}
[sheets.hexes]
paper = "letter"
columns = 3
rows = 4
size = "30mm"
shape = "hex"
gutter = "2mm"
honeycomb = true
marks = "corner"
[sheets.near]
paper = "a4"
columns = 2
rows = 2
size = "91mm x 55mm"
left = "2mm"
[mine]
engine = "deck"
title = "Beasts"
{keys}
[mine.decks]
all = [{{ title = "Newt" }}, {{ title = "Toad" }}, {{ title = "Frog", copies = 9 }}]
[mine.components]
cards = {{ kind = "cards", title = "card", template = "card", back = "back", of = "all", size = "55mm x 91mm"{more} }}
tiles = {{ kind = "tokens", title = "tile", template = "hex", of = "all", shape = "hex", size = "30mm"{tile} }}
rules = {{ kind = "page", title = "rules", template = "page" }}
"""
GROUND = (
    '<rect x="{{ -face.bleed }}" y="{{ -face.bleed }}" width="{{ face.width + 2 * face.bleed }}" '
    'height="{{ face.height + 2 * face.bleed }}" fill="#INK"/>\n'
)
TITLE = '{{ line(card.title, face.width / 2, face.height / 2, 5, anchor="middle") }}'
TEMPLATES = {
    "card": GROUND.replace("INK", "cfe3d4") + TITLE,
    "back": GROUND.replace("INK", "204060"),
    "hex": GROUND.replace("INK", "9cc9e8") + TITLE,
    "page": '{{ line("Rules", 40, 40, 9) }}',
}


@pytest.fixture
def kit(tmp_path: Path, pnp: Callable[..., Any]) -> Callable[..., Any]:
    """Write the definition with these keys and run a command on it."""
    folder = tmp_path / "templates" / "deck"
    folder.mkdir(parents=True)
    for name, text in TEMPLATES.items():
        (folder / f"{name}.svg.j2").write_text(text, encoding="utf-8")

    def call(*command: str, project: str = "", keys: str = "", more: str = ', sheet = "a-one-51002"') -> Any:
        text = KIT.format(project=project, keys=keys, more=more, tile=', sheet = "hexes"')
        (tmp_path / "games.toml").write_text(text, encoding="utf-8")
        return pnp(*(command or ("build", "mine")))

    return call


def made(folder: Path) -> Path:
    (path,) = (folder / "output" / "mine").glob("*.pdf")
    return path


def manifest(path: Path) -> Any:
    with pikepdf.open(path) as pdf:
        return json.loads(pdf.attachments["pnp-manifest.json"].get_file().read_bytes())


def texts(path: Path, page: int) -> dict[tuple[float, float], str]:
    """The titles on a page by their middles, in mm from the upper left of the paper."""
    document = pypdfium2.PdfDocument(path)
    opened = document[page]
    height, read, centres = opened.get_height(), opened.get_textpage(), {}
    for number in range(read.count_rects()):
        left, bottom, right, top = read.get_rect(number)
        text = read.get_text_bounded(left, bottom, right, top).strip()
        middle = (left + right) / 2 * MM_PER_PT, (height - (bottom + top) / 2) * MM_PER_PT
        if text in ("Newt", "Toad", "Frog"):
            centres[middle] = text
    document.close()
    return centres


def test_a_deck_lies_on_business_card_stock_where_that_is_cut(kit: Callable[..., Any], tmp_path: Path) -> None:
    ran = kit()
    assert ran.status == 0, ran.err
    assert "5 sheets of a4 and letter, 7 pages" in ran.err
    assert "pages 1–4: a-one-51002 (A-one 51002, 10 cards), a4" in ran.err
    assert "pages 5–6: hexes (hexes), letter" in ran.err
    pages = manifest(made(tmp_path))["pages"]
    front = [(slot["x_mm"], slot["y_mm"], slot["rotation"]) for slot in pages[0]["slots"]]
    assert front == [(14 + 91 * column, 297 - 11 - 55 * (row + 1), 90) for row in range(5) for column in (0, 1)]
    back = [(slot["x_mm"], slot["y_mm"], slot["rotation"]) for slot in pages[1]["slots"]]
    assert back == [(210 - x - 91, y, 270) for x, y, _ in front]
    assert [page.get("width_mm") for page in pages] == [None] * 4 + [215.9] * 2 + [None]


def test_the_first_sheet_says_which_pages_go_on_which_stock(kit: Callable[..., Any], tmp_path: Path) -> None:
    assert kit().status == 0
    document = pypdfium2.PdfDocument(made(tmp_path))
    text = " ".join(document[0].get_textpage().get_text_range().split())
    document.close()
    assert "p. 1–4 on a-one-51002" in text
    assert "p. 5–6 on hexes" in text


def test_text_lies_in_its_place(kit: Callable[..., Any], tmp_path: Path) -> None:
    assert kit().status == 0
    centres = texts(made(tmp_path), 0)
    assert len(centres) == 10
    for (x, y), text in centres.items():
        column, row = round((x - 14 - 45.5) / 91), round((y - 11 - 27.5) / 55)
        # A title stands on the middle of its card, and the card on its side: half a letter to the left of the middle.
        assert (x, y) == pytest.approx((14 + 45.5 + 91 * column, 11 + 27.5 + 55 * row), abs=3)
        assert text == (("Newt", "Toad") if row == 0 else ("Frog", "Frog"))[column]


def test_the_art_of_a_hexagon_ends_at_its_sides(kit: Callable[..., Any], tmp_path: Path) -> None:
    assert kit(project='bleed = "1mm"').status == 0
    page = manifest(made(tmp_path))["pages"][4]
    document = pypdfium2.PdfDocument(made(tmp_path))
    picture = document[4].render(scale=8).to_pil().convert("RGB")
    document.close()
    for slot in page["slots"][:5]:
        x, y = slot["x_mm"] + slot["width_mm"] / 2, 279.4 - slot["y_mm"] - slot["height_mm"] / 2
        for turn in range(6):
            # Towards the corners, 30° and so on: the sides end 17.32 mm from the middle, the bleed 1.15 mm further out.
            angle = math.radians(30 + 60 * turn)
            for distance, blue in ((16.8, True), (18.2, True), (19.4, False)):
                point = x + distance * math.cos(angle), y + distance * math.sin(angle)
                others = [other for other in page["slots"] if other is not slot and near(other, point)]
                if blue or not others:
                    assert (at_point(picture, point) == (0x9C, 0xC9, 0xE8)) is blue, (turn, distance)


def near(slot: Any, at: tuple[float, float]) -> bool:
    x, y = slot["x_mm"] + slot["width_mm"] / 2, 279.4 - slot["y_mm"] - slot["height_mm"] / 2
    return math.dist((x, y), at) < 19


def at_point(picture: Any, at: tuple[float, float]) -> tuple[int, ...]:
    pixel: tuple[int, ...] = picture.getpixel(tuple(round(length / MM_PER_PT * 8) for length in at))
    return pixel


@pytest.mark.parametrize(
    ("options", "keys", "project"),
    [(["--sheet", "a-one-51003"], "", ""), ([], 'sheet = "a-one-51003"', ""), ([], "", 'sheet = "a-one-51003"')],
)
def test_a_whole_kit_may_be_laid_on_stock(
    options: list[str], keys: str, project: str, kit: Callable[..., Any], tmp_path: Path
) -> None:
    ran = kit("build", "mine", *options, keys=keys, project=project, more="")
    assert ran.status == 0, ran.err
    assert "pages 1–4: a-one-51003" in ran.err
    name = "mine-en-a4-a-one-51003.pdf" if options else "mine-en-a4.pdf"
    assert made(tmp_path).name == name


def test_the_command_line_takes_a_kit_off_its_stock(kit: Callable[..., Any], tmp_path: Path) -> None:
    ran = kit("build", "mine", "--sheet", "none")
    assert "a-one" not in ran.err
    assert "pages 6–7: hexes" in ran.err
    assert made(tmp_path).name == "mine-en-a4.pdf"


@pytest.mark.parametrize("command", ["build", "check"])
def test_a_card_that_is_larger_than_its_place_is_refused_where_its_size_stands(
    command: str, kit: Callable[..., Any], tmp_path: Path
) -> None:
    ran = kit(command, "mine", more=', sheet = "avery-5371"')
    assert ran.status == 2
    assert "error[larger-than-place]: cards is 55 × 91 mm, and the places of avery-5371 are 88.9 × 50.8 mm" in ran.err
    assert "games.toml:25:96" in ran.err
    assert 'size = "50.8mm x 88.9mm"' in ran.err
    assert not (tmp_path / "output").exists()


def test_a_sheet_that_there_is_not_is_refused(kit: Callable[..., Any], tmp_path: Path) -> None:
    ran = kit("build", "mine", "--sheet", "a-one-51005")
    assert (ran.status, "did you mean 'a-one-51003'" in ran.err or "did you mean 'a-one-51002'" in ran.err) == (2, True)
    assert not (tmp_path / "output").exists()


def test_backs_across_a_fold_are_refused_at_the_sheet(kit: Callable[..., Any]) -> None:
    ran = kit("build", "mine", "--backs", "gutterfold")
    assert ran.status == 2
    assert "error[not-to-be-folded]: a-one-51002 cannot be folded to bring the backs of cards" in ran.err
    assert "games.toml:25:119" in ran.err


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (
            ', sheet = "a-one-51002", edge = "bleed"',
            "warning[bleed-cut]: the places of a-one-51002 leave 0 mm for the bleed of cards, and 3 mm were asked for",
        ),
        (', sheet = "near"', "warning[out-of-reach]: the places of near come as near as 2 mm to the edge of the paper"),
    ],
)
def test_what_a_sheet_leaves_no_room_for_is_told(more: str, words: str, kit: Callable[..., Any]) -> None:
    ran = kit(more=more)
    assert ran.status == 0
    assert ran.err.count("warning[") == 1 + ("hexes leave" in ran.err)
    assert words in ran.err


def test_the_same_input_gives_the_same_bytes(kit: Callable[..., Any], tmp_path: Path) -> None:
    kit()
    before = made(tmp_path).read_bytes()
    kit()
    assert made(tmp_path).read_bytes() == before


def test_the_list_of_sheets_has_own_and_shipped_ones(kit: Callable[..., Any]) -> None:
    ran = kit("list", "--sheets")
    rows = [line.split("  ")[0] for line in ran.out.splitlines()[2:]]
    assert rows[:4] == ["hexes", "near", "a-one-51002", "a-one-51003"]
    assert "10 of 91 × 55 mm" in ran.out
    assert "11 hexagons" not in ran.out
    assert "10 hexagons of 30 × 34.64 mm" in ran.out
    listed = {sheet["name"]: sheet for sheet in json.loads(kit("list", "--sheets", "--json").out)}
    stock = listed["a-one-51002"]
    assert (stock["own"], stock["checked"], stock["paper_mm"]) == (False, "2026-11-23", [210, 297])
    assert stock["places"]["pitch_mm"] == [91, 55]
    assert (listed["hexes"]["own"], listed["hexes"]["source"]) == (True, None)


def test_the_list_of_sheets_speaks_japanese(kit: Callable[..., Any]) -> None:
    assert "エーワン 51002 名刺10面" in kit("list", "--sheets", "--lang", "ja").out
    assert "エーワン 51002 名刺10面" in kit("list", "--sheets", project='language = "ja"').out
