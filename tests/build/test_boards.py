"""Boards in tiles and landscape pages, as a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from PIL import Image, ImageChops

from pnp.build.build import BuiltKit, build_kit
from pnp.build.options import BuildOptions
from pnp.build.preview import contact_sheets, faces_pdf
from pnp.build.warnings import lint_definition
from pnp.diagnostics import DefinitionError
from pnp.model.sizes import paper
from pnp.project.project import Project, open_project

KIT = """\
[mine]
engine = "deck"
title = "Mine"
[mine.decks]
cards = [{ title = "Newt", text = "Swims." }, { title = "Crow", copies = 2 }]
[mine.components]
board = { kind = "cards", title = "board", template = "board", size = "400mm x 300mm", tile = true, BACK }
list = { kind = "page", title = "list", template = "list", orientation = "landscape" }
"""
BOARD = """\
<rect x="0" y="0" width="{{ face.width }}" height="{{ face.height }}" fill="#e9dcc0"/>
<circle cx="200" cy="150" r="60" fill="#2b2d42"/>
{{ line("Over the seam of two tiles", 200, 148, 9, "title", anchor="middle", fill="#ffffff") }}
{{ line("and over the other", 70, 153, 9, "title", anchor="middle") }}"""
DPI = 50.8
"""Two dots a millimetre."""


def project(folder: Path, back: str = "", kit: str = KIT) -> Project:
    (folder / "templates" / "deck").mkdir(parents=True)
    (folder / "templates" / "deck" / "board.svg.j2").write_text(BOARD, encoding="utf-8")
    (folder / "games.toml").write_text(kit.replace(", BACK", back), encoding="utf-8")
    return open_project(folder / "games.toml")


def built(folder: Path, back: str = "") -> BuiltKit:
    game_project = project(folder, back)
    return build_kit(game_project, game_project.game("mine"), BuildOptions())


def rendered(pdf: bytes) -> list[Image.Image]:
    document = pypdfium2.PdfDocument(pdf)
    pictures = [page.render(scale=DPI / 72).to_pil().convert("RGB") for page in document]
    document.close()
    return pictures


def tiles(kit: BuiltKit, face: str = "front") -> list[tuple[Any, Any]]:
    """The pages of the board with their one slot."""
    slots = [(page, slot) for page in kit.manifest["pages"] for slot in page["slots"]]
    return [(page, slot) for page, slot in slots if "tile" in slot and slot["face"] == face]


def test_the_manifest_says_which_tile_lies_where(tmp_path: Path) -> None:
    kit = built(tmp_path)
    slots = tiles(kit)
    assert [slot["tile"] for _, slot in slots] == ["A1", "A2", "B1", "B2"]
    assert {tuple(slot["tiles"]) for _, slot in slots} == {(2, 2)}
    assert {(page["width_mm"], page["height_mm"]) for page in kit.manifest["pages"]} == {(297, 210)}
    assert {(slot["width_mm"], slot["height_mm"], slot["rotation"]) for _, slot in slots} == {(400, 300, 0)}
    x, y, width, height = slots[3][1]["shows_mm"]
    assert (width, height) == (200 + 1 + 3, 150 + 1 + 3)  # and a sliver at its seams, and its bleed
    assert x > 5
    assert y > 5


def test_the_sheets_of_a_board_put_together_are_the_board(tmp_path: Path) -> None:
    kit = built(tmp_path)
    pages = rendered(kit.pdf)
    (whole,) = rendered(faces_pdf(project(tmp_path / "again").resources(kit.game).fonts, kit.faces[:1]))
    board = Image.new("RGB", whole.size, "white")
    # As they are glued: what is laid on comes later, cut off at the seam.
    for page, slot in tiles(kit):
        row, column = "AB".index(slot["tile"][0]), int(slot["tile"][1]) - 1
        left, top = slot["x_mm"], 210 - slot["y_mm"] - slot["height_mm"]
        box = [2 * (left + 200 * column), 2 * (top + 150 * row), 400, 300]
        x, y, width, height = (round(value) for value in box)
        part = pages[page["number"] - 1].crop((x, y, x + width, y + height))
        board.paste(part, (400 * column, 300 * row))
    softened = ImageChops.difference(board, whole).convert("L").reduce(8)
    assert softened.getextrema()[1] < 60


@pytest.mark.parametrize("flip", ["long", "short"])
def test_a_board_with_a_back_is_printed_on_portrait_pages_front_and_back(tmp_path: Path, flip: Any) -> None:
    game_project = project(tmp_path, ', back = "board"')
    kit = build_kit(game_project, game_project.game("mine"), BuildOptions(flip=flip, only=("board",)))
    fronts, behind = tiles(kit), tiles(kit, "back")
    assert len(fronts) == len(behind) == 4
    for (page, front), (other, back) in zip(fronts, behind, strict=True):
        assert other["number"] == page["number"] + 1
        assert "width_mm" not in page
        assert front["tile"] == back["tile"]
        x, y, width, height = front["shows_mm"]
        mirrored = (210 - x - width, y) if flip == "long" else (x, 297 - y - height)
        assert back["shows_mm"] == pytest.approx([*mirrored, width, height], abs=1e-3)


def test_a_landscape_page_of_all_cards_goes_on_over_further_pages(tmp_path: Path) -> None:
    many = ", ".join(f'{{ title = "Card {number}", text = "What it says, at some length." }}' for number in range(300))
    kit_text = KIT.replace('{ title = "Newt", text = "Swims." }', many)
    game_project = project(tmp_path, kit=kit_text)
    kit = build_kit(game_project, game_project.game("mine"), BuildOptions(only=("list",)))
    assert kit.pages >= 2
    assert {(face.trim.width, face.trim.height) for face in kit.faces} == {(297, 210)}
    document = pypdfium2.PdfDocument(kit.pdf)
    text = "".join(page.get_textpage().get_text_bounded() for page in document)
    document.close()
    assert "Card 0:" in text
    assert "Card 299:" in text


def test_paper_written_wider_than_high_is_told_to_be_portrait(tmp_path: Path) -> None:
    wide = '[project]\npaper = "400mm x 300mm"\n' + KIT
    lain = project(tmp_path / "lain", kit=wide)
    assert "portrait-pages" not in {warning.code for warning in lint_definition(lain, lain.game("mine"), None)}
    game_project = project(tmp_path / "upright", kit=wide.replace(', orientation = "landscape"', ""))
    warnings = lint_definition(game_project, game_project.game("mine"), None)
    (warning,) = (warning for warning in warnings if warning.code == "portrait-pages")
    assert (warning.code, warning.severity) == ("portrait-pages", "warning")
    assert warning.location is not None
    assert warning.location.line == 2


@pytest.mark.parametrize(("size", "is_told"), [("400mm x 300mm", True), ("300mm x 400mm", False)])
def test_paper_that_an_option_gives_wider_than_high_is_told(tmp_path: Path, size: str, is_told: bool) -> None:
    upright = project(tmp_path, kit=KIT.replace(', orientation = "landscape"', ""))
    warnings = lint_definition(upright, upright.game("mine"), None, paper(size))
    places = [warning.location for warning in warnings if warning.code == "portrait-pages"]
    assert places == [None] * is_told


def test_a_board_is_previewed_whole(tmp_path: Path) -> None:
    game_project = project(tmp_path)
    names = [
        name for name, _ in contact_sheets(game_project, game_project.game("mine"), BuildOptions(only=("board",)), 20)
    ]
    assert names == ["mine-en-board.png"]


@pytest.mark.parametrize(
    ("tile", "code", "shown"),
    [
        ("{ columns = 1 }", "tile-too-large", "{ columns = 1 }"),
        ('{ overlap = "50mm", columns = 9 }', "overlap-too-large", "{ overlap"),
        ("false", "card-too-large", '"400mm x 300mm"'),
    ],
)
def test_tiles_that_cannot_be_are_told_at_their_key(tmp_path: Path, tile: str, code: str, shown: str) -> None:
    game_project = project(tmp_path, kit=KIT.replace("tile = true", f"tile = {tile}"))
    with pytest.raises(DefinitionError) as caught:
        build_kit(game_project, game_project.game("mine"), BuildOptions())
    (problem,) = caught.value.diagnostics
    assert problem.code == code
    assert problem.location is not None
    assert problem.location.line == 7
    line = KIT.replace("tile = true", f"tile = {tile}").splitlines()[6]
    assert problem.location.column is not None
    assert line[problem.location.column - 1 :].startswith(shown)
