"""``pnp init`` and ``pnp schema``: a folder of one's own, and templates that override one by one."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest


def test_init_writes_a_definition_that_builds_and_changes_nothing(
    pnp: Callable[..., Any], tmp_path: Path, printed: Callable[..., Any]
) -> None:
    ran = pnp("init")
    assert (ran.status, ran.out) == (0, "games.toml\n")
    assert "pnp build red" in ran.err
    assert [path.name for path in tmp_path.iterdir()] == ["games.toml"]
    assert pnp("check").status == 0
    text = (tmp_path / "games.toml").read_text(encoding="utf-8")
    assert printed(text).manifest["definition_sha256"] == printed().manifest["definition_sha256"]


def test_every_commented_line_of_the_starter_is_an_edit_that_works(pnp: Callable[..., Any], tmp_path: Path) -> None:
    pnp("init")
    path = tmp_path / "games.toml"
    starter = path.read_text(encoding="utf-8")
    head, red = starter.split("[red]\n", 1)
    red, rest = red.split("\n[red7]", 1)
    assert "# hand = " in red
    lines = [re.sub(r"^# ?", "", line) for line in red.splitlines()]
    path.write_text(head + "[red]\n" + "\n".join(lines) + "\n\n[red7]" + rest, encoding="utf-8")
    tomllib.loads(path.read_text(encoding="utf-8"))
    ran = pnp("check", "red")
    assert ran.status == 0, ran.err


def test_init_makes_the_folder_it_is_given(pnp: Callable[..., Any], tmp_path: Path) -> None:
    ran = pnp("init", "a/b")
    assert ran.status == 0
    assert Path(ran.out.strip()) == Path("a/b/games.toml")
    assert (tmp_path / "a/b/games.toml").is_file()


def test_init_twice_refuses_and_keeps_what_is_there(pnp: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "games.toml").write_text("# mine\n", encoding="utf-8")
    ran = pnp("init")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("games.toml: error[exists]")
    assert (tmp_path / "games.toml").read_text(encoding="utf-8") == "# mine\n"
    assert pnp("init", "--force").status == 0
    assert "[red]" in (tmp_path / "games.toml").read_text(encoding="utf-8")


def test_init_with_templates_refuses_before_it_writes_anything(pnp: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "templates" / "red").mkdir(parents=True)
    (tmp_path / "templates" / "red" / "card.svg.j2").write_text("mine", encoding="utf-8")
    ran = pnp("init", "--templates")
    assert ran.status == 2
    assert "card.svg.j2: error[exists]" in ran.err
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["card.svg.j2"]


def test_init_that_cannot_write_says_how_to_go_on(pnp: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    ran = pnp("init", "file/below")
    assert (ran.status, ran.out) == (3, "")
    assert "pnp init DIR" in ran.err


def test_copied_templates_give_the_same_kit_and_one_edited_template_changes_its_faces_only(
    pnp: Callable[..., Any], tmp_path: Path
) -> None:
    def faces() -> dict[str, str]:
        ran = pnp("build", "red", "--svg", "--only", "cards", "--only", "order", "--only", "playing", "--quiet")
        assert ran.status == 0, ran.err
        return {path.stem: path.read_text("utf-8") for path in (tmp_path / "output").rglob("*.svg")}

    pnp("init")
    shipped = faces()
    assert pnp("init", "--templates", "--force").status == 0
    assert (tmp_path / "templates/red/card.svg.j2").is_file()
    assert (tmp_path / "templates/shared/theme.toml").is_file()
    assert faces() == shipped

    card = tmp_path / "templates" / "red" / "card.svg.j2"
    card.write_text(card.read_text("utf-8") + '<circle cx="30" cy="44" r="1" fill="#123456"/>\n', encoding="utf-8")
    changed = faces()
    assert {name for name in shipped if changed[name] != shipped[name]} == {
        name for name in shipped if name.startswith("cards-")
    }


def test_one_template_of_ones_own_is_enough(pnp: Callable[..., Any], tmp_path: Path) -> None:
    pnp("init")
    (tmp_path / "templates" / "red").mkdir(parents=True)
    (tmp_path / "templates" / "red" / "back.svg.j2").write_text(
        '<rect x="-3" y="-3" width="69" height="94" fill="#abcdef"/>\n', encoding="utf-8"
    )
    (tmp_path / "templates" / "red" / "words.toml").write_text('[en]\norder-title = "Who is who"\n', encoding="utf-8")
    ran = pnp("build", "red", "--only", "order", "--svg", "--quiet")
    assert ran.status == 0, ran.err
    faces = {path.stem: path.read_text("utf-8") for path in (tmp_path / "output").rglob("*.svg")}
    assert any("#abcdef" in svg for svg in faces.values())
    assert any("Who is who" in svg for svg in faces.values())


def test_the_schema_accepts_the_shipped_definition_and_the_starter(
    pnp: Callable[..., Any], root: Path, tmp_path: Path
) -> None:
    schema = pnp("schema").json
    validator = jsonschema.validators.validator_for(schema)
    validator.check_schema(schema)
    pnp("init")
    for path in (root / "games.toml", tmp_path / "games.toml"):
        definition = json.loads(json.dumps(tomllib.loads(path.read_text(encoding="utf-8"))))
        assert [error.message for error in validator(schema).iter_errors(definition)] == []


@pytest.mark.parametrize(
    "toml",
    [
        '[red]\nextends = "shipped:red"\nhnad = 6\n',
        '[red]\nextends = "shipped:red"\nhand = "6"\n',
        '[red]\nextends = "shipped:red"\ndraw = "sometimes"\n',
        '[project]\nlanguage = "french"\n[red]\nextends = "shipped:red"\n',
    ],
)
def test_the_schema_refuses_what_the_program_refuses(toml: str, pnp: Callable[..., Any], tmp_path: Path) -> None:
    schema = pnp("schema").json
    assert list(jsonschema.validators.validator_for(schema)(schema).iter_errors(tomllib.loads(toml)))
    (tmp_path / "games.toml").write_text(toml, encoding="utf-8")
    assert pnp("check").status == 2
