"""The check of imports finds what a game must not import, and at which line."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from pnp.registry import game_packages
from pnp.testing.imports import import_faults
from pnp.testing.subject import Definitions, Subject

Edited = Callable[..., Subject]
FUTURE = "from __future__ import annotations\n"
FORBIDDEN = tomllib.loads((Path(__file__).parent / "imports.toml").read_text("utf-8"))["forbidden"]


def test_the_toy_game_imports_what_it_may(harbour: Subject) -> None:
    assert list(import_faults(harbour)) == []


@pytest.mark.parametrize(("file", "line", "message"), [tuple(entry.values()) for entry in FORBIDDEN])
def test_a_forbidden_import_is_told_with_its_file_and_line(file: str, line: str, message: str, edited: Edited) -> None:
    (fault,) = (each for each in import_faults(edited(file, FUTURE, f"{FUTURE}\n{line}\n")) if "circle" not in each)
    assert message in fault
    place, _, _ = fault.partition(": ")
    assert place in {f"harbour/{file}:{5 + more}" for more in range(2)}


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("play/game.py", "import random\nLUCK = random.Random(3)"),
        ("rules/record.py", "import json, re, math\nfrom itertools import product"),
        ("oracle/answer.py", "from harbour.settings import problems\nfrom pnp.model import text\nimport collections"),
        ("teaching/lessons.py", "from harbour.rules.answer import KINDS\nfrom pnp.games.core import tableau"),
        ("rules/record.py", "if False:\n    from . import answer_of_nothing"),
    ],
)
def test_what_a_game_needs_may_be_imported(file: str, line: str, edited: Edited) -> None:
    assert list(import_faults(edited(file, FUTURE, f"{FUTURE}\n{line}\n"))) == []


def test_files_that_import_each_other_are_told_as_a_circle(edited: Edited) -> None:
    (fault,) = import_faults(edited("rules/record.py", FUTURE, f"{FUTURE}\nfrom harbour.rules import answer\n"))
    assert fault.startswith("these files import each other in a circle: ")
    assert "harbour.rules.answer" in fault and "harbour.rules.record" in fault


def test_a_file_that_imports_its_whole_package_is_a_circle(edited: Edited) -> None:
    (fault,) = import_faults(edited("teaching/explain.py", FUTURE, f"{FUTURE}\nfrom harbour import ENGINE\n"))
    assert "harbour → harbour.teaching.explain → harbour" in fault


def test_another_installed_game_is_another_game(harbour: Subject) -> None:
    assert game_packages()["harbour"].package == "harbour"
    assert list(import_faults(Definitions("red", None, {}).subject("red", harbour.code))) == []
