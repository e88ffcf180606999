"""Python beside a definition is code from a stranger: refused, and never run."""

from __future__ import annotations

import json
import sys

import pytest

TRAP = "import pathlib\npathlib.Path(__file__).with_name('it-ran').touch()\nraise SystemExit(77)\n"
MINE = """\
[mine]
engine = "{engine}"
title = "Mine"
[mine.components]
rules = {{ kind = "page", title = "rules", template = "rules" }}
"""
MEND = (
    "make it an installed package with an entry point in the group `pnp.games`: "
    "`pnp new game NAME` writes one (docs/your-own-game.md)"
)
CODE = "code-beside-definition"


@pytest.fixture
def trap(desk, monkeypatch):
    """Write modules that leave a mark when they run, and work in their folder as an interpreter does."""

    def set_up(*names):
        for name in names:
            (desk.folder / name).parent.mkdir(exist_ok=True)
            desk.write(TRAP, name)
        monkeypatch.chdir(desk.folder)
        monkeypatch.syspath_prepend("")

    loaded = set(sys.modules)
    yield set_up
    assert [path.name for path in desk.folder.rglob("it-ran")] == []
    assert not {"rules", "mine", "my_game", "my.module"} & (set(sys.modules) - loaded)


@pytest.mark.parametrize("engine", ["rules", "mine", "rules.py", "./rules.py", "rules:Class", "../x/rules.py"])
def test_rules_beside_a_definition_are_refused_at_the_engine_that_they_might_be(desk, trap, engine, shipped_text):
    trap("rules.py", "__init__.py", "mine.py")
    (diagnostic,) = desk.errors(MINE.format(engine=engine) + shipped_text)
    assert (diagnostic.code, str(diagnostic.location), diagnostic.hint) == (CODE, "games.toml:2:10", MEND)
    assert diagnostic.message == f"there is no engine {engine!r}, and rules.py beside the definition is never run"


def test_rules_beside_a_definition_of_known_engines_are_refused_as_such(desk, trap, shipped_text):
    trap("rules.py", "__init__.py")
    assert (
        desk.report(shipped_text) == f"rules.py: error[{CODE}]: code beside a definition is never run\n"
        f"  hint: {MEND}; if it is no game, move it to another folder"
    )


def test_rules_are_refused_together_with_every_other_error(desk, trap, shipped_text):
    trap("rules.py")
    text = MINE.format(engine="mine") + shipped_text.replace("hand = 7", "hand = 70")
    assert desk.codes(text) == [(CODE, 2, 10), ("out-of-range", 9, 8)]
    assert desk.codes(shipped_text.replace("hand = 7", "hand = 70")) == [(CODE, None, None), ("out-of-range", 4, 8)]


def test_each_table_of_an_unknown_engine_is_told_of_the_rules(desk, trap):
    trap("rules.py")
    text = MINE.format(engine="one") + MINE.format(engine="two").replace("mine", "other")
    assert desk.codes(text + '[child]\nextends = "mine"\n') == [(CODE, 2, 10), (CODE, 7, 10)]


@pytest.mark.parametrize(
    ("file", "engine"),
    [
        ("mine.py", "mine"),
        ("mine/__init__.py", "mine"),
        ("my_game.py", "my-game"),
        ("my_game/__init__.py", "my-game"),
        ("my-game.py", "my-game"),
        ("__init__.py", "__init__"),
    ],
)
def test_a_module_of_the_name_of_an_unknown_engine_is_refused_and_the_other_games_are_there(
    desk, trap, shipped_text, file, engine
):
    trap(file)
    definition = desk.load(MINE.format(engine=engine) + shipped_text)
    assert list(definition.games) == ["toy"]
    (diagnostic,) = definition.set_aside["mine"]
    assert (diagnostic.code, str(diagnostic.location), diagnostic.hint) == (CODE, "games.toml:2:10", MEND)
    assert diagnostic.message == f"there is no engine {engine!r}, and {file} beside the definition is never run"


@pytest.mark.parametrize(
    "engine",
    [
        "rules.py",
        "./rules.py",
        "/tmp/rules.py",
        "..\\\\rules.py",
        "folder/",
        "my.module",
        "my.module:Class",
        "module:engine",
        "赤.規則",
    ],
)
def test_an_engine_that_names_code_is_refused_whether_the_code_is_there_or_not(desk, trap, shipped_text, engine):
    trap("my/module.py", "my/__init__.py", "module.py")
    definition = desk.load(MINE.format(engine=engine) + shipped_text)
    assert list(definition.games) == ["toy"]
    (diagnostic,) = definition.set_aside["mine"]
    assert (diagnostic.code, str(diagnostic.location), diagnostic.hint) == (CODE, "games.toml:2:10", MEND)
    name = engine.replace("\\\\", "\\")
    assert diagnostic.message == f"{name!r} names code, and code that a definition brings is never run"


@pytest.mark.parametrize("engine", ["toy.", "1.5", "..", "a b", "mine ", "x" * 5000])
def test_what_is_neither_a_file_nor_a_module_is_an_unknown_engine(desk, trap, engine):
    trap("mine.py")
    assert [item.code for item in desk.load(MINE.format(engine=engine)).set_aside["mine"]] == ["unknown-engine"]


def test_a_module_that_is_no_unknown_engine_disturbs_nobody(desk, trap, shipped_text):
    trap("toy.py", "conftest.py", "__init__.py", "helper.py", "templates/rules.py")
    assert list(desk.load(shipped_text).games) == ["toy"]


def test_a_folder_called_rules_py_is_no_code(desk, shipped_text):
    (desk.folder / "rules.py").mkdir()
    assert list(desk.load(shipped_text).games) == ["toy"]


def test_the_modules_of_an_installed_package_lie_beside_its_definition(desk, shipped_text):
    desk.install("pnp-harbour", shipped_text)
    desk.install("pnp-harbour", "", "rules.py")
    assert list(desk.load('[mine]\nextends = "pnp-harbour:toy"\n').games) == ["mine"]
    desk.file = desk.libraries["pnp-harbour"]
    assert list(desk.load().games) == ["toy"]


def test_a_library_whose_engine_is_missing_is_not_searched_for_code(desk):
    desk.install("pnp-harbour", MINE.format(engine="boats"))
    desk.install("pnp-harbour", TRAP, "boats.py")
    definition = desk.load('[mine]\nextends = "pnp-harbour:mine"\n')
    assert [item.code for item in definition.set_aside["mine"]] == ["unknown-engine"]


@pytest.mark.parametrize("engine", ["rules", "rules.py", "deck"])
@pytest.mark.parametrize("command", [("check",), ("build", "mine"), ("build", "--all"), ("list", "--json")])
def test_no_command_runs_anything_of_the_folder_it_works_in(tmp_path, pnp_process, engine, command):
    stray = ("rules.py", "__init__.py", "typer.py", "pydantic.py", "tomllib.py", "pathlib.py", "json.py")
    for name in (*stray, "sitecustomize.py", "usercustomize.py", "typing.py", "re.py"):
        (tmp_path / name).write_text(TRAP, encoding="utf-8")
    (tmp_path / "games.toml").write_text(MINE.format(engine=engine), encoding="utf-8")
    (tmp_path / "evil-1.0.dist-info").mkdir()
    (tmp_path / "evil-1.0.dist-info" / "METADATA").write_text("Name: evil\nVersion: 1.0\n", encoding="utf-8")
    entry = "[pnp.games]\nrules = rules:engine\n"
    (tmp_path / "evil-1.0.dist-info" / "entry_points.txt").write_text(entry, encoding="utf-8")
    before = sorted(path.name for path in tmp_path.iterdir())
    done = pnp_process(*command)
    assert sorted(path.name for path in tmp_path.iterdir()) == before
    assert done.returncode == 2
    place = "rules.py: " if engine == "deck" else "games.toml:2:10: "
    assert done.stderr.decode().startswith(f"{place}error[{CODE}]: ")
    if "--json" in command:
        assert [item["code"] for item in json.loads(done.stdout)["diagnostics"]] == [CODE]
