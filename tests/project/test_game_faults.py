"""Errors in the code of a game are told as faults of the game, with the file and the line to mend."""

from __future__ import annotations

import importlib
import pickle
import shutil
from collections.abc import Callable
from os import pathsep
from pathlib import Path
from typing import Any

import pytest

from pnp.cli.processes import run_recorded
from pnp.playtest import part
from pnp.project.game_faults import game_fault

HARBOUR = Path(__file__).parents[1] / "testing" / "harbour"
LESSONS = "teaching/lessons.py"
SHOWS = "def _someone(position: Position, out: Answer) -> bool:"
HINT = "  hint: mend it there"
HOW = "; docs/interface.md says how pnp calls a game, and how a game calls pnp"


@pytest.fixture
def told(root: Path, tmp_path: Path, pnp_process: Callable[..., Any]) -> Callable[..., tuple[int, list[str]]]:
    """Return the status and the message of a command about a game of another package with one text changed."""
    site = tmp_path / "site"
    shutil.copytree(HARBOUR, site / "harbour", ignore=shutil.ignore_patterns("__pycache__"))
    about = site / "pnp_harbour-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: pnp-harbour\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text("[pnp.games]\nharbour = harbour\n", encoding="utf-8")

    def call(file: str, old: str, new: str, *arguments: str) -> tuple[int, list[str]]:
        path = site / "harbour" / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        ran = pnp_process(*(arguments or ("examples", "harbour")), env={"PYTHONPATH": f"{root}{pathsep}{site}"})
        return ran.returncode, ran.stderr.decode().replace(f"{site}/", "").splitlines()

    return call


def test_an_error_in_a_lesson_names_its_line(told: Callable[..., tuple[int, list[str]]]) -> None:
    status, lines = told(LESSONS, 'out["winner"] is not', 'out["winer"] is not')
    assert status == 2
    assert lines == [
        "site/harbour/teaching/lessons.py:22: error[game-fault]: this is a fault of the game 'harbour' while searching "
        "an example of race: KeyError: 'winer'",
        '        return out["winer"] is not None',
        f"{HINT}; --debug shows the traceback",
    ]


def test_a_function_that_takes_other_arguments_is_named(told: Callable[..., tuple[int, list[str]]]) -> None:
    status, lines = told(LESSONS, SHOWS, SHOWS.replace("out: Answer", "out: Answer, more: int"))
    assert status == 2
    assert lines[0].startswith("site/harbour/teaching/lessons.py:21: error[game-fault]: this is a fault of the game")
    assert "_someone() missing 1 required positional argument: 'more', raised in line " in lines[0]
    assert lines[1:] == [
        f"    {SHOWS.replace('out: Answer', 'out: Answer, more: int')}",
        f"{HINT}{HOW}; --debug shows the traceback",
    ]


def test_lambdas_of_one_name_are_told_by_their_file(told: Callable[..., tuple[int, list[str]]]) -> None:
    status, lines = told(LESSONS, "        lambda position: 2,", "        lambda: 2,")
    assert status == 2
    assert lines[0].startswith("site/harbour/teaching/lessons.py: error[game-fault]: ")
    assert "lessons.<locals>.<lambda>() takes 0 positional arguments but 1 was given" in lines[0]


def test_an_error_of_a_library_names_the_line_that_called_it(told: Callable[..., tuple[int, list[str]]]) -> None:
    _, lines = told(LESSONS, "random.choice(settings.numbers)", "random.choice(())")
    assert lines[0].startswith("site/harbour/teaching/lessons.py:18: error[game-fault]: ")
    assert ", raised in line " in lines[0]
    assert lines[0].endswith(" of random")
    assert lines[-1] == f"{HINT}; --debug shows the traceback"


def test_debug_shows_the_traceback(told: Callable[..., tuple[int, list[str]]]) -> None:
    status, lines = told(LESSONS, 'out["winner"] is not', 'out["winer"] is not', "examples", "harbour", "--debug")
    assert (status, lines[0], lines[-1]) == (1, "Traceback (most recent call last):", "KeyError: 'winer'")


def raising(module: str) -> Exception:
    """An error that a function of a module raises."""
    names: dict[str, Any] = {"__name__": module}
    exec(compile("def fail() -> None:\n    raise KeyError('x')", "/games/rules.py", "exec"), names)
    try:
        names["fail"]()
    except KeyError as error:
        return error
    raise AssertionError


def test_a_shipped_game_is_part_of_the_program() -> None:
    importlib.import_module("pnp.games.red")
    fault = game_fault(raising("pnp.games.red.rules"))
    assert fault is not None
    assert (fault.code, str(fault.location)) == ("fault", "/games/rules.py:2")
    assert fault.message.startswith("this is a fault of the game 'red'")
    assert "please report it if the game came with pnp" in str(fault.hint)


@pytest.mark.parametrize("module", ["pnp.games.core.checks", "pnp.examples.search", "random", "pnp.games.red_like"])
def test_an_error_of_other_code_is_not_a_fault_of_a_game(module: str) -> None:
    importlib.import_module("pnp.games.red")
    assert game_fault(raising(module)) is None


def test_an_error_that_another_process_sends_keeps_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    importlib.import_module("pnp.games.red")

    def fail(*_: object) -> None:
        raise raising("pnp.games.red.rules")

    sent = [run_recorded(fail).error]
    monkeypatch.setattr(part, "_read", fail)
    with pytest.raises(KeyError) as caught:
        part.play_part("", range(1))
    sent.append(pickle.loads(pickle.dumps(caught.value)))
    for error in sent:
        assert isinstance(error, KeyError)
        error.__traceback__ = None  # a library of a cluster teaches pickle to keep it
        assert str(getattr(game_fault(error), "location", None)) == "/games/rules.py:2"
