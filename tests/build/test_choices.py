"""Components that replace each other: one of them is printed, and which one can be chosen."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.build.build import build_kit, write_kit
from pnp.build.options import BuildOptions
from pnp.check.check import check_game
from pnp.cli.app import run
from pnp.diagnostics import DefinitionError, PnpError
from pnp.project.project import Project, open_project

GAME = """
[mine]
engine = "deck"
title = "Mine"
decks = {{ cards = [{{ number = 1 }}, {{ number = 2 }}] }}

[mine.components]
cards = {{ kind = "cards", title = "cards", of = "cards", template = "card" }}
chips = {{ kind = "tokens", title = "chips", template = "face", size = "18mm", copies = 12 }}
discs = {{ kind = "tokens", title = "discs", template = "face", size = "24mm", copies = 6{discs} }}
cubes = {{ kind = "tokens", title = "cubes", template = "face", size = "14mm", copies = 9{cubes} }}
list = {{ kind = "page", title = "list", template = "list" }}
"""
FACE = '<rect width="9" height="9" fill="#333333"/>'
LIST = "{% for one in contents_of_kit() %}{{ line(t(one.title), 20, 20 + 8 * loop.index, 4) }}{% endfor %}"
INSTEAD = ', instead-of = "chips"'


def _project(folder: Path, discs: str = INSTEAD, cubes: str = INSTEAD) -> Project:
    (folder / "templates" / "deck").mkdir(parents=True)
    for name, text in (("card", FACE), ("face", FACE), ("list", LIST)):
        (folder / "templates" / "deck" / f"{name}.svg.j2").write_text(text, encoding="utf-8")
    (folder / "games.toml").write_text(GAME.format(discs=discs, cubes=cubes), encoding="utf-8")
    return open_project(folder=folder)


def _printed(project: Project, **options: object) -> list[str]:
    kit = build_kit(project, project.game("mine"), BuildOptions(**options))  # type: ignore[arg-type]
    return [part.id for part in kit.components]


@pytest.mark.parametrize(
    ("options", "printed"),
    [
        ({}, ["cards", "chips", "list"]),
        ({"instead": ("discs",)}, ["cards", "discs", "list"]),
        ({"instead": ("cubes",)}, ["cards", "cubes", "list"]),
        ({"only": ("cubes", "chips")}, ["chips", "cubes"]),
        ({"choices": True}, ["cards", "chips", "discs", "cubes", "list"]),
    ],
)
def test_one_of_those_that_replace_each_other_is_printed(tmp_path, options, printed):
    assert _printed(_project(tmp_path), **options) == printed


def test_what_replaces_nothing_is_always_printed(tmp_path):
    assert _printed(_project(tmp_path, "", "")) == ["cards", "chips", "discs", "cubes", "list"]


@pytest.mark.parametrize(("instead", "named"), [((), "chips"), (("discs",), "discs")])
def test_the_list_of_contents_has_what_is_printed(tmp_path, instead, named):
    project = _project(tmp_path)
    kit = build_kit(project, project.game("mine"), BuildOptions(instead=instead))
    svgs = [face.svg for face in kit.faces if face.component == "list"]
    assert [name for name in ("chips", "discs", "cubes") if any(name in svg for svg in svgs)] == [named]


def test_the_file_says_what_was_chosen_and_the_kit_what_else_there_is(tmp_path):
    project = _project(tmp_path)
    options = BuildOptions(instead=("discs",), out=tmp_path / "out")
    kit = build_kit(project, project.game("mine"), options)
    assert [path.name for path in write_kit(project, kit, options)] == ["mine-en-a4-with-discs.pdf"]
    assert [component.id for component in kit.left_out] == ["chips", "cubes"]


@pytest.mark.parametrize(
    ("instead", "code"),
    [
        (("cards",), "replaces-nothing"),
        (("discs", "cubes"), "replaces-twice"),
        (("dics",), "unknown-component"),
    ],
)
def test_what_cannot_be_chosen_is_refused(tmp_path, instead, code):
    with pytest.raises(PnpError) as caught:
        _printed(_project(tmp_path), instead=instead)
    assert [diagnostic.code for diagnostic in caught.value.diagnostics] == [code]


@pytest.mark.parametrize(
    ("discs", "code", "hint"),
    [
        (', instead-of = "discs"', "unknown-component", "there is cards, chips and list"),
        (', instead-of = "chip"', "unknown-component", "did you mean 'chips'?"),
        (', instead-of = "cubes"', "replaces-twice", 'write instead-of = "chips"'),
    ],
)
def test_what_a_component_cannot_stand_for_is_told_at_its_key(tmp_path, discs, code, hint):
    with pytest.raises(DefinitionError) as caught:
        _project(tmp_path, discs)
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.code, diagnostic.hint) == (code, hint)
    assert diagnostic.location is not None
    assert diagnostic.location.line == 10


def test_a_check_draws_them_all(tmp_path):
    project = _project(tmp_path)
    assert check_game(project, project.game("mine"), BuildOptions()).components == 5


def test_the_command_tells_how_to_choose(tmp_path, capsys):
    _project(tmp_path)
    arguments = ["build", "mine", "--games", str(tmp_path / "games.toml"), "--out", str(tmp_path / "out")]
    assert run(arguments) == 0
    errors = capsys.readouterr().err
    assert "discs can be printed instead of chips: --with discs" in errors
    assert run([*arguments, "--with", "discs"]) == 0
    assert "cubes can be printed instead of chips: --with cubes" in capsys.readouterr().err


def test_the_only_game_of_a_definition_need_not_be_named(tmp_path, capsys):
    _project(tmp_path)
    assert run(["build", "--games", str(tmp_path / "games.toml"), "--out", str(tmp_path / "out")]) == 0
    assert (tmp_path / "out" / "mine-en-a4.pdf").is_file()
    with (tmp_path / "games.toml").open("a", encoding="utf-8") as file:
        file.write('[other]\nextends = "mine"\n')
    assert run(["build", "--games", str(tmp_path / "games.toml"), "--out", str(tmp_path / "out")]) == 2
    assert "name the games to build, or say --all" in capsys.readouterr().err
