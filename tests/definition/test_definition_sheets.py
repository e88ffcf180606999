"""Sheets as data: what a table of them becomes, and what is told of one that cannot be printed or cut."""

from __future__ import annotations

from typing import Any

import pytest

from pnp.definition.sheets import SHIPPED_SHEETS, shipped_sheets
from pnp.model.hexagon import regular
from pnp.model.sheet_template import SheetPlaces
from pnp.units import Size

GOOD = """\
[sheets.mine]
paper = "a4"
columns = 2
rows = 5
size = "91mm x 55mm"
"""
GAME = """
[toy]
extends = "shipped:toy"
"""


def places(desk: Any, text: str) -> SheetPlaces:
    sheet_places = desk.load(text + GAME).sheets["mine"].places
    assert isinstance(sheet_places, SheetPlaces)
    return sheet_places


def test_places_that_say_no_start_lie_in_the_middle(desk: Any) -> None:
    sheet = desk.load(GOOD + GAME).sheets["mine"]
    assert (sheet.name, sheet.title, sheet.paper, sheet.paper_name) == ("mine", "mine", Size(210, 297), "a4")
    assert (sheet.marks, sheet.gutter, sheet.source, sheet.checked) == ("none", None, None, None)
    assert sheet.places == SheetPlaces(2, 5, Size(91, 55), 14.0, 11.0, Size(91, 55))


def test_a_gutter_and_a_pitch_say_the_same(desk: Any) -> None:
    with_gutter = places(desk, GOOD.replace("91mm x 55mm", "85mm x 54mm") + 'gutter = "10mm x 0mm"\n')
    with_pitch = places(desk, GOOD.replace("91mm x 55mm", "85mm x 54mm") + 'pitch = "95mm x 54mm"\n')
    assert with_gutter == with_pitch == SheetPlaces(2, 5, Size(85, 54), 15.0, 13.5, Size(95, 54))


HONEYCOMB = """\
[sheets.mine]
paper = "a4"
columns = 4
rows = 6
size = {size}
shape = "{shape}"
gutter = "2mm"
honeycomb = true
"""


@pytest.mark.parametrize(
    ("shape", "size", "place", "apart"),
    [
        ("circle", '"30mm"', Size(30, 30), 32.0),
        ("hex", '"30mm"', regular(30), 32.0),
        ("hex", '"34.64mm x 30mm"', Size(34.64, 30), 32.0),
    ],
)
def test_in_a_honeycomb_all_neighbours_are_as_far_apart_as_the_gutter_says(
    desk: Any, shape: str, size: str, place: Size, apart: float
) -> None:
    grid = places(desk, HONEYCOMB.format(size=size, shape=shape))
    assert grid.size == place
    (x, y), (x2, y2) = grid.corner(0, 0), grid.corner(1, 0)
    assert ((x - x2) ** 2 + (y - y2) ** 2) ** 0.5 == pytest.approx(apart, abs=0.01)
    assert grid.nearest == pytest.approx(2.0, abs=0.01)
    assert grid.overlapping() is None


BAD = [
    # What is written instead of a line of GOOD, or after it: code, line and column, and a part of the message.
    ("rows = 5", "rows = 0", "out-of-range", (4, 8), "write a number from 1 to 100"),
    ("columns = 2", "columns = 101", "out-of-range", (3, 11), "101 is out of range"),
    ("columns = 2\n", "", "missing-key", (1, 1), "the key 'columns' is missing"),
    ("rows = 5\nsize", "rows = 6\nsize", "off-the-paper", (4, 8), "330 mm high and run 33 mm off paper"),
    ('size = "91mm x 55mm"', 'size = "120mm x 55mm"', "off-the-paper", (3, 11), "240 mm wide and run 30 mm off paper"),
    ("", 'left = "40mm"', "off-the-paper", (6, 8), "begin 40 mm from the edge, and run 12 mm off paper"),
    ("", 'pitch = "90mm x 55mm"', "places-overlap", (6, 9), "one lies 90 mm across and 0 mm down from another"),
    ("", 'pitch = "91mm x 55mm"\ngutter = "1mm"', "two-distances", (7, 1), "`gutter` says so too"),
    ("", 'gutter = "1mm x 2mm x 3mm"', "not-a-length", (6, 10), "is no room between places"),
    ("", 'pitch = "91mm"', "not-a-size", (6, 9), "'91mm' is not a size"),
    ("", "honeycomb = true", "not-to-be-cut", (6, 13), "cannot be cut apart with straight cuts"),
    ("", 'shape = "star"', "not-one-of", (6, 9), '"star" is not one of'),
    ("", 'shape = "circle"', "not-round", (5, 8), "a circle is as wide as high"),
    ("", 'shape = "hex"', "not-regular", (5, 8), "55 mm from side to side is 63.51 mm from point to point"),
    ("91mm x 55mm", "55mm", "not-a-size", (5, 8), "'55mm' is not a size"),
    ("91mm x 55mm", "4mm x 55mm", "not-a-size", (5, 8), "is out of range"),
    ("2\nrows = 5", "30\nrows = 30", "too-many", (4, 8), "30 × 30 places are more than 500"),
    ("a4", "a9", "not-a-paper", (2, 9), "'a9' is not a paper"),
    ('paper = "a4"\n', "", "missing-key", (1, 1), "the key 'paper' is missing"),
    ("", 'checked = "last week"', "bad-date", (6, 11), "is no day"),
    ("", "pich = 2", "unknown-key", (6, 1), "there is no key 'pich' here"),
    ("sheets.mine", "sheets.none", "bad-name", (1, 9), "a sheet cannot be called 'none'"),
    ("sheets.mine", "sheets.My_Own", "bad-name", (1, 9), "cannot be a name"),
    (GOOD, '[sheets]\nengine = "toy"\n', "bad-name", (2, 1), "is no game"),
    (GOOD, "sheets = 3\n", "wrong-type", (1, 10), "expected"),
    (GOOD, '[sheets.mine]\npaper = "a4"\nshape = "hex"\n', "needless-key", (3, 1), "'shape' is about places"),
    (GOOD, '[sheets.mine]\npaper = "a4"\ngutter = "1mm x 2mm"\n', "not-a-length", (3, 10), "one room between pieces"),
]


@pytest.mark.parametrize(("before", "after", "code", "place", "words"), BAD, ids=[f"{one[2]} {one[1]}" for one in BAD])
def test_what_cannot_be_printed_or_cut_is_told_at_its_place(
    desk: Any, before: str, after: str, code: str, place: tuple[int, int], words: str
) -> None:
    text = GOOD.replace(before, after) if before else f"{GOOD}{after}\n"
    (diagnostic,) = desk.errors(text + GAME)
    assert (diagnostic.code, diagnostic.location.line, diagnostic.location.column) == (code, *place)
    assert words in diagnostic.message
    assert diagnostic.location.file.endswith("games.toml")
    assert diagnostic.hint or code == "out-of-range"


def test_everything_that_is_wrong_is_told_at_once(desk: Any) -> None:
    two = GOOD.replace("rows = 5", "rows = 9") + GOOD.replace("mine", "other").replace("a4", "a5")
    assert [diagnostic.code for diagnostic in desk.errors(two + GAME)] == ["off-the-paper"] * 3


def test_a_sheet_that_is_wrong_is_not_unknown_too(desk: Any) -> None:
    text = GOOD.replace("rows = 5", "rows = 9") + '[toy]\nextends = "shipped:toy"\nsheet = "mine"\n'
    assert [diagnostic.code for diagnostic in desk.errors(text)] == ["off-the-paper"]


COMPONENT = GOOD + '[toy]\nextends = "shipped:toy"\n[toy.components]\ncards = {{ sheet = "{name}" }}\n'


def test_a_component_is_laid_on_the_sheet_that_it_names(desk: Any) -> None:
    own = desk.load(COMPONENT.format(name="mine")).games["toy"]
    assert [component.sheet.name if component.sheet else None for component in own.components] == ["mine", None]
    shipped = desk.load(COMPONENT.format(name="a-one-51002")).games["toy"]
    assert shipped.components[0].sheet == shipped_sheets()["a-one-51002"]


def test_a_sheet_of_the_file_goes_before_a_shipped_one_of_its_name(desk: Any) -> None:
    text = COMPONENT.format(name="a-one-51002").replace("sheets.mine", "sheets.a-one-51002")
    game = desk.load(text.replace("rows = 5", "rows = 4")).games["toy"]
    assert game.components[0].sheet.places.count == 8


@pytest.mark.parametrize(
    ("name", "hint"),
    [("mien", "did you mean 'mine'?"), ("zzzz", "pnp list --sheets shows them; [sheets.NAME] makes one")],
)
def test_a_name_that_no_sheet_has_is_told_where_it_is_asked_for(desk: Any, name: str, hint: str) -> None:
    (diagnostic,) = desk.errors(COMPONENT.format(name=name))
    assert (diagnostic.code, diagnostic.location.line, diagnostic.location.column) == ("unknown-sheet", 9, 19)
    assert diagnostic.hint == hint
    kit = desk.codes(f'[project]\nsheet = "{name}"\n{GAME}')
    assert kit == [("unknown-sheet", 2, 9)]
    game = desk.codes(f'{GAME}sheet = "{name}"\n')
    assert game == [("unknown-sheet", 4, 9)]


def test_the_sheet_of_a_kit_is_that_of_its_cards_unless_they_say_another(desk: Any, toy: Any) -> None:
    table = toy('sheet = "mine"') + 'tokens = { kind = "tokens", title = "t", template = "t", size = "9mm" }\n'
    table = table.replace("[toy.assumed]", "[toy.assumed2]").partition("[toy.assumed2]")[0]
    extra = (
        'more = { kind = "cards", title = "m", template = "card", sheet = "none" }\n'
        'board = { kind = "cards", title = "b", template = "card", tile = true }\n'
        'sums = { kind = "summary", title = "s", template = "sum" }\n'
        'tokens = { kind = "tokens", title = "t", template = "t", size = "9mm" }\n'
    )
    game = desk.load(GOOD + table.rstrip() + "\n" + extra).games["toy"]
    laid = {component.id: component.sheet.name if component.sheet else None for component in game.components}
    assert laid == {"cards": "mine", "rules": None, "more": None, "board": None, "sums": "mine", "tokens": None}
    assert game.defaults.sheet.name == "mine"


def test_a_kit_may_leave_the_sheet_of_the_project(desk: Any) -> None:
    project = '[project]\nsheet = "a-one-51003"\n'
    assert desk.load(project + GAME).games["toy"].components[0].sheet.name == "a-one-51003"
    assert desk.load(f'{project}{GAME}sheet = "none"\n').games["toy"].components[0].sheet is None


@pytest.mark.parametrize(
    ("entry", "column"),
    [
        ('rules = { kind = "page", title = "r", template = "r", sheet = "mine" }', 55),
        ('cards = { tile = true, sheet = "mine" }', 24),
    ],
)
def test_a_sheet_of_what_lies_on_none_is_refused(desk: Any, entry: str, column: int) -> None:
    (diagnostic,) = desk.errors(f'{GOOD}[toy]\nextends = "shipped:toy"\n[toy.components]\n{entry}\n')
    assert (diagnostic.code, diagnostic.location.line, diagnostic.location.column) == ("needless-key", 9, column)


def test_a_package_may_bring_sheets_for_its_games(desk: Any, shipped_text: str) -> None:
    text = GOOD + shipped_text.replace("[toy]", "[toy]\n" + 'sheet = "mine"', 1)
    desk.install("pnp-toys", text)
    game = desk.load('[ours]\nextends = "pnp-toys:toy"\n').games["ours"]
    assert game.components[0].sheet.name == "mine"


HEX = """\
[toy.components]
hex = {{ kind = "tokens", title = "h", template = "h", shape = "hex", size = "{size}" }}
"""


@pytest.mark.parametrize("size", ["30mm", "30mm x 34.64mm", "34.64mm x 30mm"])
def test_a_token_may_be_a_regular_hexagon(desk: Any, size: str) -> None:
    token = desk.load(GAME + HEX.format(size=size)).games["toy"].components[-1]
    assert token.cut == "hex"
    assert sorted((round(token.size.width, 2), round(token.size.height, 2))) == [30, 34.64]


def test_a_token_that_is_no_regular_hexagon_is_refused(desk: Any) -> None:
    (diagnostic,) = desk.errors(GAME + HEX.format(size="30mm x 40mm"))
    assert (diagnostic.code, diagnostic.hint) == ("not-regular", 'write "30mm", from side to side')
    assert "34.64 mm from point to point" in diagnostic.message


def test_every_shipped_sheet_says_where_its_figures_come_from_and_since_when() -> None:
    assert SHIPPED_SHEETS.is_file()
    for sheet in shipped_sheets().values():
        assert sheet.source
        assert sheet.checked
        assert isinstance(sheet.title, str) is False
