"""Every game that is shipped is proved, in the folder of its name; nothing else has to know of it."""

from __future__ import annotations

import ast
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from pnp.project.project import open_shipped
from pnp.registry import engine
from pnp.testing.cases import case_faults
from pnp.testing.subject import Definitions

GAMES = Path(__file__).resolve().parents[1] / "games"


def calls_of_prove(path: Path) -> list[ast.Call]:
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return [node for node in nodes if isinstance(node, ast.Call) and getattr(node.func, "id", None) == "prove"]


@pytest.mark.parametrize("name", open_shipped().games)
def test_a_shipped_game_is_proved_in_its_own_folder(name: str) -> None:
    (call,) = calls_of_prove(GAMES / name / f"test_{name}.py")
    assert isinstance(call.args[0], ast.Constant) and call.args[0].value == name
    # Golden files are not asked of a new game; where there are some, they are played.
    if (GAMES / name / "playthroughs").exists():
        assert {"playthroughs", "games"} <= {keyword.arg for keyword in call.keywords}


def cases_by_hand(name: str) -> Path:
    """Return the file that the test of a game gives to ``prove``."""
    (call,) = calls_of_prove(GAMES / name / f"test_{name}.py")
    (file,) = [ast.unparse(keyword.value) for keyword in call.keywords if keyword.arg == "cases"]
    folder, _, quoted = file.rpartition(" / ")
    assert folder == "Path(__file__).parent"
    return GAMES / name / str(ast.literal_eval(quoted))


@pytest.mark.parametrize("name", open_shipped().games)
def test_a_shipped_game_has_twenty_cases_by_hand_and_some_of_every_kind(name: str) -> None:
    cases = tomllib.loads(cases_by_hand(name).read_text("utf-8"))["case"]
    assert len(cases) >= 20
    assert {case["kind"] for case in cases} == set(engine(open_shipped().game(name).engine).kinds)


@pytest.mark.parametrize("name", open_shipped().games)
def test_cases_by_hand_find_every_misreading_that_engine_and_oracle_could_share(name: str, tmp_path: Path) -> None:
    subject = Definitions(name, None, {}).subject(name, tmp_path)
    file = cases_by_hand(name)
    definitions = {name, *(case.get("definition", name) for case in tomllib.loads(file.read_text("utf-8"))["case"])}
    misreadings = subject.engine.misreadings(subject.settings)
    assert misreadings
    for misreading in misreadings:
        misread = misreading.patch(subject.rules)
        shared = replace(subject, engine=replace(subject.engine, rules=lambda settings, misread=misread: misread))
        assert list(case_faults(shared, file, definitions)), misreading.id


def test_no_test_of_games_is_shared() -> None:
    assert list(GAMES.glob("test_*.py")) == list(GAMES.glob("conftest.py")) == []
