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

from pnp.project.project import open_shipped


def test_init_writes_a_definition_that_builds_and_changes_nothing(
    pnp: Callable[..., Any], tmp_path: Path, printed: Callable[..., Any]
) -> None:
    ran = pnp("init")
    assert (ran.status, ran.out) == (0, "games.toml\n")
    assert "pnp build red" in ran.err
    assert [path.name for path in tmp_path.iterdir()] == ["games.toml"]
    text = (tmp_path / "games.toml").read_text(encoding="utf-8")
    kit = printed(text, only=("order",))
    assert kit.manifest["definition_sha256"] == printed().manifest["definition_sha256"]


def test_init_writes_the_games_that_are_named_and_no_other(pnp: Callable[..., Any], tmp_path: Path) -> None:
    assert pnp("init", "iroha", "red7").status == 0
    tables = tomllib.loads((tmp_path / "games.toml").read_text(encoding="utf-8"))
    assert list(tables) == ["project", "iroha", "red7"]
    assert pnp("list").status == 0


def test_init_all_writes_every_shipped_game_and_none_is_named_red(pnp: Callable[..., Any], tmp_path: Path) -> None:
    assert pnp("init", "--all").status == 0
    tables = tomllib.loads((tmp_path / "games.toml").read_text(encoding="utf-8"))
    assert list(tables) == ["project", *open_shipped().games]
    ran = pnp("init", "--out", "alone")
    assert list(tomllib.loads((tmp_path / "alone/games.toml").read_text(encoding="utf-8"))) == ["project", "red"]
    assert "it holds red" in ran.err and "pnp init GAME" in ran.err


def test_init_full_of_a_game_has_what_it_extends_and_no_other(
    pnp: Callable[..., Any], tmp_path: Path, root: Path
) -> None:
    assert pnp("init", "red7", "--full").status == 0
    shipped = tomllib.loads((root / "games.toml").read_text(encoding="utf-8"))
    written = tomllib.loads((tmp_path / "games.toml").read_text(encoding="utf-8"))
    assert written == {name: shipped[name] for name in ("project", "red", "red7")}
    assert pnp("init", "koka", "--full", "--force").status == 0
    written = tomllib.loads((tmp_path / "games.toml").read_text(encoding="utf-8"))
    assert written == {name: shipped[name] for name in ("project", "koka")}


def test_a_game_that_there_is_not_is_told_with_the_nearest_name(pnp: Callable[..., Any], tmp_path: Path) -> None:
    ran = pnp("init", "rde")
    assert ran.status == 2 and "did you mean 'red'?" in ran.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("game", open_shipped().games)
def test_every_commented_line_of_the_starter_is_an_edit_that_works(
    game: str, pnp: Callable[..., Any], tmp_path: Path
) -> None:
    pnp("init", game)
    path = tmp_path / "games.toml"
    head, table = path.read_text(encoding="utf-8").split(f"[{game}]\n", 1)
    assert table.count("\n#") >= 3
    lines = [re.sub(r"^# ?", "", line) for line in table.splitlines()]
    path.write_text(head + f"[{game}]\n" + "\n".join(lines) + "\n", encoding="utf-8")
    tomllib.loads(path.read_text(encoding="utf-8"))
    ran = pnp("list")
    assert ran.status == 0, ran.err
    assert f"My {game}" in ran.out


def test_the_edits_of_the_starter_of_red_pass_the_check(pnp: Callable[..., Any], tmp_path: Path) -> None:
    pnp("init", "red")
    path = tmp_path / "games.toml"
    head, table = path.read_text(encoding="utf-8").split("[red]\n", 1)
    assert "# hand = " in table
    path.write_text(head + "[red]\n" + re.sub(r"(?m)^# ?", "", table), encoding="utf-8")
    ran = pnp("check", "red")
    assert ran.status == 0, ran.err


def test_init_makes_the_folder_it_is_given(pnp: Callable[..., Any], tmp_path: Path) -> None:
    ran = pnp("init", "--out", "a/b")
    assert ran.status == 0
    assert Path(ran.out.strip()) == Path("a/b/games.toml")
    assert (tmp_path / "a/b/games.toml").is_file()
    assert "cd a/b; pnp build red" in ran.err.replace("\\", "/")


def test_init_twice_refuses_and_keeps_what_is_there(pnp: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "games.toml").write_text("# mine\n", encoding="utf-8")
    ran = pnp("init", "iroha")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("games.toml: error[exists]")
    assert 'a line [iroha], and below it extends = "shipped:iroha"' in ran.err
    assert (tmp_path / "games.toml").read_text(encoding="utf-8") == "# mine\n"
    assert pnp("init", "iroha", "--force").status == 0
    assert "[iroha]" in (tmp_path / "games.toml").read_text(encoding="utf-8")
    ran = pnp("init", "iroha")
    assert ran.status == 2 and "a line [iroha]" not in ran.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--deck", "--all"), "--deck and --all do not go together"),
        (("--templates", "red", "--full"), "--templates and --full do not go together"),
        (("--deck", "two", "names"), "a deck has one name"),
        (("--all", "red"), "leave the names or --all away"),
        (("--templates",), "pnp init --templates red"),
        (("--templates", "red", "crads"), "it has: cards, order"),
        (("--deck", "../there"), "error[bad-name]"),
        (("--deck", "project"), "error[bad-name]"),
    ],
)
def test_what_makes_no_sense_is_refused_and_nothing_is_written(
    arguments: tuple[str, ...], message: str, pnp: Callable[..., Any], tmp_path: Path
) -> None:
    ran = pnp("init", *arguments)
    assert ran.status == 2 and message in ran.err
    assert list(tmp_path.iterdir()) == []


def test_init_with_templates_refuses_before_it_writes_anything(pnp: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "templates" / "red").mkdir(parents=True)
    (tmp_path / "templates" / "red" / "card.svg.j2").write_text("mine", encoding="utf-8")
    ran = pnp("init", "--templates", "red")
    assert ran.status == 2
    assert "card.svg.j2: error[exists]" in ran.err
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["card.svg.j2"]
    (tmp_path / "templates" / "red" / "back.svg.j2").write_text("mine", encoding="utf-8")
    ran = pnp("init", "--templates", "red", "cards")
    assert ran.status == 2 and "error[exists]" in ran.err and "and 1 more" in ran.err
    assert {path.read_text("utf-8") for path in tmp_path.rglob("*") if path.is_file()} == {"mine"}


def test_init_that_cannot_write_says_how_to_go_on(pnp: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    ran = pnp("init", "--out", "file/below")
    assert (ran.status, ran.out) == (3, "")
    assert "pnp init --out DIR" in ran.err


def test_where_one_file_cannot_be_written_none_is(pnp: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "templates" / "red").mkdir(parents=True)
    (tmp_path / "templates" / "red" / "table.svg.j2").mkdir()
    (tmp_path / "games.toml").write_text('# mine\n[red]\nextends = "shipped:red"\n', encoding="utf-8")
    ran = pnp("init", "--templates", "red", "rules", "--force")
    assert ran.status == 3 and "table.svg.j2" in ran.err
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["games.toml"]


def _faces(pnp: Callable[..., Any], folder: Path) -> dict[str, str]:
    ran = pnp("build", "red", "--svg", "--only", "cards", "--only", "order", "--quiet")
    assert ran.status == 0, ran.err
    return {path.stem: path.read_text("utf-8") for path in (folder / "output").rglob("*.svg")}


def _edit(template: Path) -> None:
    circle = '<circle cx="30" cy="44" r="1" fill="#123456"/>\n'
    template.write_text(template.read_text("utf-8") + circle, encoding="utf-8")


def test_copied_templates_give_the_same_kit_and_one_edited_template_changes_its_faces_only(
    pnp: Callable[..., Any], tmp_path: Path
) -> None:
    shipped = _faces(pnp, tmp_path)
    ran = pnp("init", "--templates", "red", "cards")
    assert ran.status == 0, ran.err
    copied = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.*") if "output" not in path.parts}
    own = ("card", "back", "macros", "picture", "strength")
    assert copied == {"games.toml", *(f"templates/red/{name}.svg.j2" for name in own)}
    assert copied == set(ran.out.replace("\\", "/").split())
    assert _faces(pnp, tmp_path) == shipped

    _edit(tmp_path / "templates" / "red" / "card.svg.j2")
    changed = _faces(pnp, tmp_path)
    assert {name for name in shipped if changed[name] != shipped[name]} == {
        name for name in shipped if name.startswith("cards-")
    }


def test_further_templates_come_beside_those_that_are_changed(pnp: Callable[..., Any], tmp_path: Path) -> None:
    pnp("init", "--templates", "red", "cards")
    macros = tmp_path / "templates" / "red" / "macros.svg.j2"
    _edit(macros)
    mine = macros.read_text("utf-8")
    ran = pnp("init", "--templates", "red", "summary")
    assert ran.status == 0, ran.err
    assert "1 of these are yours already and stay: macros.svg.j2" in ran.err
    assert macros.read_text("utf-8") == mine
    assert {"summary-front.svg.j2", "summary-back.svg.j2", "mini.svg.j2"} <= {
        path.name for path in macros.parent.iterdir()
    }
    ran = pnp("init", "--templates", "red", "summary")
    assert (ran.status, ran.out) == (0, "") and "there already" in ran.err


def test_the_templates_of_a_whole_game_are_its_own_and_not_what_all_share(
    pnp: Callable[..., Any], tmp_path: Path
) -> None:
    (tmp_path / "games.toml").write_text('[mine]\nextends = "shipped:red"\n', encoding="utf-8")
    assert pnp("init", "--templates", "mine").status == 0
    assert [path.name for path in (tmp_path / "templates").iterdir()] == ["red"]
    copied = {path.name for path in (tmp_path / "templates" / "red").rglob("*.*")}
    assert {"card.svg.j2", "theme.toml", "words.toml", "cherry.svg"} <= copied
    assert "terms.toml" not in copied
    ran = pnp("build", "mine", "--only", "order", "--quiet")
    assert ran.status == 0, ran.err


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
    pnp("init", "--all")
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


def test_the_shipped_card_of_a_deck_is_copied_beside_a_back_of_ones_own(
    pnp: Callable[..., Any], tmp_path: Path
) -> None:
    (tmp_path / "games.toml").write_text(
        """[mine]
engine = "deck"
title = "Mine"
[mine.decks]
cards = [{ title = "Newt" }]
[mine.components]
cards = { kind = "cards", title = "cards", of = "cards", template = "card", back = "back" }
""",
        encoding="utf-8",
    )
    back = tmp_path / "templates" / "deck" / "back.svg.j2"
    back.parent.mkdir(parents=True)
    back.write_text("mine", encoding="utf-8")
    ran = pnp("init", "--templates", "mine", "cards")
    assert ran.status == 0, ran.err
    assert "stay: back.svg.j2" in ran.err and back.read_text("utf-8") == "mine"
    assert {path.name for path in back.parent.iterdir()} == {"back.svg.j2", "card.svg.j2", "macros.svg.j2"}
    ran = pnp("init", "--templates", "mine", "cards", "--force")
    assert ran.status == 0 and back.read_text("utf-8") != "mine"


def test_a_template_that_there_is_not_cannot_be_copied(pnp: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "games.toml").write_text(
        '[mine]\nengine = "deck"\ntitle = "Mine"\n[mine.decks]\ncards = [{ title = "Newt" }]\n[mine.components]\n'
        'cards = { kind = "cards", title = "cards", of = "cards", template = "nowhere" }\n',
        encoding="utf-8",
    )
    ran = pnp("init", "--templates", "mine", "cards")
    assert ran.status == 2 and "add templates/deck/nowhere.svg.j2" in ran.err


@pytest.mark.parametrize("slip", ["{% for %}", "{{ 1 | nofilter }}", "{% import 'nowhere.svg.j2' as x %}"])
def test_a_template_with_a_slip_is_told_at_its_line(slip: str, pnp: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "games.toml").write_text('[red]\nextends = "shipped:red"\n', encoding="utf-8")
    own = tmp_path / "templates" / "red"
    own.mkdir(parents=True)
    (own / "rules.svg.j2").write_text(f"\n{slip}\n", encoding="utf-8")
    for arguments in (("init", "--templates", "red", "rules"), ("build", "red", "--only", "rules")):
        ran = pnp(*arguments)
        assert ran.status == 2 and "error[" in ran.err and "Traceback" not in ran.err
        assert "templates/red/rules.svg.j2:2" in ran.err or "nowhere.svg.j2" in ran.err
