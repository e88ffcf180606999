"""A table by id over a list of entries with ids: change some of them, add others."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.diagnostics import DefinitionError
from pnp.project.project import open_project


def project_with(folder: Path, text: str):  # type: ignore[no-untyped-def]
    (folder / "games.toml").write_text(text, encoding="utf-8")
    return open_project(folder / "games.toml")


def test_an_entry_named_by_its_id_is_changed_and_the_others_stay(tmp_path: Path) -> None:
    project = project_with(tmp_path, '[red]\nextends = "shipped:red"\n[red.colours]\ngreen = { ink = "#00aa55" }\n')
    shipped = open_project(folder=tmp_path / "nowhere").games["red"].settings.colours
    colours = project.games["red"].settings.colours
    assert [colour.id for colour in colours] == [colour.id for colour in shipped]
    assert [colour.ink for colour in colours if colour.id == "green"] == ["#00aa55"]
    assert [c for c in colours if c.id != "green"] == [c for c in shipped if c.id != "green"]


def test_a_new_id_joins_at_the_end(tmp_path: Path) -> None:
    entry = '{ name = "pink", letter = "P", ink = "#ffafc1", mark = "flower", rule = { is = "odd" } }'
    project = project_with(tmp_path, f'[red]\nextends = "shipped:red"\n[red.colours]\npink = {entry}\n')
    assert [colour.id for colour in project.games["red"].settings.colours][-2:] == ["violet", "pink"]


def test_a_criterion_does_not_inherit_the_figure_of_another(tmp_path: Path) -> None:
    project = project_with(
        tmp_path, '[red]\nextends = "shipped:red"\n[red.colours]\ngreen = { rule = { is = "odd" } }\n'
    )
    green = next(colour for colour in project.games["red"].settings.colours if colour.id == "green")
    assert (green.rule.is_, green.rule.of) == ("odd", None)


@pytest.mark.parametrize(
    ("line", "column", "code"),
    [
        ('green = { rule = { is = "sums", of = 8 } }', 25, "not-one-of"),
        ('green = { inc = "#ffffff" }', 11, "unknown-key"),
        ("green = 5", 9, "wrong-type"),
        ('gren = { ink = "#123456" }', 8, "missing-key"),
    ],
)
def test_a_mistake_is_told_where_it_stands(tmp_path: Path, line: str, column: int, code: str) -> None:
    with pytest.raises(DefinitionError) as caught:
        project_with(tmp_path, f'[red]\nextends = "shipped:red"\n\n[red.colours]\n{line}\n')
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.location is not None
    assert (diagnostic.code, diagnostic.location.line, diagnostic.location.column) == (code, 5, column)


@pytest.mark.parametrize(
    ("lines", "line", "column"),
    [
        ("numbers = [1, 2, 3]", 4, 11),
        ("players = [2, 4]\nnumbers = [1, 2, 3]", 5, 11),
        ("hand = 6\nnumbers = [1, 2, 3]", 4, 8),
    ],
)
def test_a_figure_that_clashes_with_a_shipped_one_is_told_where_the_user_wrote_it(
    tmp_path: Path, lines: str, line: int, column: int
) -> None:
    text = f'\n[red]\nextends = "shipped:red"\n{lines}\n'
    with pytest.raises(DefinitionError) as caught:
        project_with(tmp_path, text)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.location is not None
    assert (diagnostic.code, Path(diagnostic.location.file).name) == ("too-few-cards", "games.toml")
    assert (diagnostic.location.line, diagnostic.location.column) == (line, column)


@pytest.mark.parametrize(("name", "hint"), [("gren", "did you mean 'green'?"), ("pink", "add: name")])
def test_a_misspelt_id_is_told_beside_what_a_new_entry_lacks(tmp_path: Path, name: str, hint: str) -> None:
    with pytest.raises(DefinitionError) as caught:
        project_with(tmp_path, f'[red]\nextends = "shipped:red"\n[red.colours]\n{name} = {{ ink = "#123456" }}\n')
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "missing-key"
    assert diagnostic.hint is not None and diagnostic.hint.startswith(hint)


RED = '[red]\nextends = "shipped:red"\n'
ORANGE = '[red.colours]\norange = { name = { en = "orange", ja = "橙", ruby = "だいだい" } }\n'


@pytest.mark.parametrize(
    ("lines", "ja", "ruby"),
    [
        ('title = { ja = "朱" }', "朱", None),
        ('title = { en = "Vermilion" }', "紅", "くれない"),
        ('title = { ja = "朱", ruby = "しゅ" }', "朱", "しゅ"),
        ('title = { ruby = "べに" }', "紅", "べに"),
    ],
)
def test_the_reading_of_a_title_goes_with_its_japanese(tmp_path: Path, lines: str, ja: str, ruby: str | None) -> None:
    text = f'{RED}title = {{ en = "Red", ja = "紅", ruby = "くれない" }}\n[mine]\nextends = "red"\n{lines}\n'
    title = project_with(tmp_path, text).games["mine"].title
    assert (title.ja, title.ruby) == (ja, ruby)  # type: ignore[union-attr]


def test_the_reading_of_an_entry_goes_with_its_japanese(tmp_path: Path) -> None:
    own = '[mine]\nextends = "red"\n[mine.colours]\norange = { name = { ja = "柿" } }\n'
    games = project_with(tmp_path, RED + ORANGE + own).games
    names = {
        game: next(colour.name for colour in games[game].settings.colours if colour.id == "orange") for game in games
    }
    assert (names["red"].ruby, names["mine"].ruby) == ("だいだい", None)
    assert names["mine"].ja == "柿"


def test_entries_without_ids_are_called_by_their_numbers(tmp_path: Path) -> None:
    text = '[mine]\nextends = "shipped:kasane"\n[mine.colours]\n1 = { copies = 6 }\n9 = { name = { ja = "紫" } }\n'
    project = project_with(tmp_path, text)
    shipped = open_project(folder=tmp_path / "nowhere").games["kasane"].settings.colours
    colours = project.games["mine"].settings.colours
    assert [colour.number for colour in colours] == [colour.number for colour in shipped]
    assert [colour.copies for colour in colours] == [6, *(colour.copies for colour in shipped[1:])]
    assert (colours[-1].name.en, colours[-1].name.ja) == ("violet", "紫")
    assert colours[1:-1] == shipped[1:-1]


def test_a_new_number_joins_at_the_end(tmp_path: Path) -> None:
    tenth = '10 = { name = "grey", ink = "#808080", motif = "plum" }'
    bonus = "bonus = { from = 8, colours = [5, 4, 3, 2, 0, 2, 3, 4, 5, 6] }"
    project = project_with(tmp_path, f'[mine]\nextends = "shipped:kasane"\n{bonus}\n[mine.colours]\n{tenth}\n')
    assert [colour.number for colour in project.games["mine"].settings.colours] == [*range(1, 11)]


def test_entries_for_numbers_of_players_are_called_by_these(tmp_path: Path) -> None:
    text = '[mine]\nextends = "shipped:kasane"\n[mine.set-up]\n4 = { rounds = 3 }\n'
    assert [set_up.rounds for set_up in project_with(tmp_path, text).games["mine"].settings.set_up] == [3, 3]


@pytest.mark.parametrize(
    ("line", "column", "code"),
    [
        ("1 = { copies = -1 }", 16, "out-of-range"),
        ("1 = { copy = 6 }", 7, "unknown-key"),
        ("1 = 6", 5, "wrong-type"),
        ("12 = { copies = 6 }", 6, "missing-key"),
        ('ten = { name = "grey", ink = "#808080", motif = "plum" }', 7, "wrong-type"),
    ],
)
def test_a_mistake_in_an_entry_called_by_its_number_is_told_where_it_stands(
    tmp_path: Path, line: str, column: int, code: str
) -> None:
    with pytest.raises(DefinitionError) as caught:
        project_with(tmp_path, f'[mine]\nextends = "shipped:kasane"\n\n[mine.colours]\n{line}\n')
    diagnostic = caught.value.diagnostics[0]
    assert diagnostic.location is not None
    assert (diagnostic.code, diagnostic.location.line) == (code, 5)
    assert diagnostic.location.column == column
