"""A table by id over a list of entries with ids: change some of them, add others."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.diagnostics import DefinitionError
from pnp.pipeline.project import open_project


def project_with(folder: Path, text: str):  # type: ignore[no-untyped-def]
    (folder / "games.toml").write_text(text, encoding="utf-8")
    return open_project(folder / "games.toml")


def test_an_entry_named_by_its_id_is_changed_and_the_others_stay(tmp_path: Path) -> None:
    project = project_with(tmp_path, '[red]\nextends = "shipped:red"\n[red.colours]\ngreen = { ink = "#00aa55" }\n')
    shipped = open_project(folder=tmp_path / "nowhere").games["red"].settings.colours
    found = project.games["red"].settings.colours
    assert [colour.id for colour in found] == [colour.id for colour in shipped]
    assert [colour.ink for colour in found if colour.id == "green"] == ["#00aa55"]
    assert [c for c in found if c.id != "green"] == [c for c in shipped if c.id != "green"]


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
    (found,) = caught.value.diagnostics
    assert found.location is not None
    assert (found.code, found.location.line, found.location.column) == (code, 5, column)


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
    (found,) = caught.value.diagnostics
    assert found.location is not None
    assert (found.code, Path(found.location.file).name) == ("too-few-cards", "games.toml")
    assert (found.location.line, found.location.column) == (line, column)


@pytest.mark.parametrize(("name", "hint"), [("gren", "did you mean 'green'?"), ("pink", "add: name")])
def test_a_misspelt_id_is_told_beside_what_a_new_entry_lacks(tmp_path: Path, name: str, hint: str) -> None:
    with pytest.raises(DefinitionError) as caught:
        project_with(tmp_path, f'[red]\nextends = "shipped:red"\n[red.colours]\n{name} = {{ ink = "#123456" }}\n')
    (found,) = caught.value.diagnostics
    assert found.code == "missing-key"
    assert found.hint is not None and found.hint.startswith(hint)
