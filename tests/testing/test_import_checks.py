"""The check of imports finds what a game must not import, and at which line."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from pnp.registry import game_packages
from pnp.testing.imports import import_faults
from pnp.testing.subject import Definitions, Subject

Edited = Callable[..., Subject]
FUTURE = "from __future__ import annotations\n"
FORBIDDEN = tomllib.loads((Path(__file__).parent / "imports.toml").read_text("utf-8"))["forbidden"]
COMPUTING = tomllib.loads((Path(__file__).parent / "settings.toml").read_text("utf-8"))["computing"]


def test_the_toy_game_imports_what_it_may(harbour: Subject) -> None:
    assert list(import_faults(harbour)) == []


@pytest.mark.parametrize(("file", "line", "message"), [tuple(entry.values()) for entry in FORBIDDEN])
def test_a_forbidden_import_is_told_with_its_file_and_line(file: str, line: str, message: str, edited: Edited) -> None:
    (fault,) = (each for each in import_faults(edited(file, FUTURE, f"{FUTURE}\n{line}\n")) if "circle" not in each)
    assert message in fault
    place, _, _ = fault.partition(": ")
    assert place in {f"harbour/{file}:{5 + more}" for more in range(2)}


@pytest.mark.parametrize(("line", "message"), [tuple(entry.values()) for entry in COMPUTING])
def test_settings_that_compute_are_refused_with_the_line_and_the_mend(line: str, message: str, edited: Edited) -> None:
    (fault,) = import_faults(edited("settings.py", "    hand: Count = 2\n", f"    hand: Count = 2\n{line}\n"))
    place, _, told = fault.partition(": ")
    assert place in {f"harbour/settings.py:{19 + more}" for more in range(2)}
    assert told.startswith(f"settings {message}; they hold data only")
    assert told.endswith("put it in rules/, and write it again in oracle/")


@pytest.mark.parametrize(
    "line",
    [
        "    least: Annotated[int, Ge(1)] | None = None",
        "    class Way:\n        far: bool = True\n    ways: tuple[Way, ...] = (Way(), Way(False))",
        "    low: int = -3\n    pair: tuple[int, int] = (2 * 60, 4)\n    names: dict[str, int] = {'a': 1}",
        "    tides: Tide = Tide.HIGH\nimport enum as e\nclass Tide(e.Enum):\n    HIGH = e.auto()",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from pnp.model.suits import Suit",
    ],
)
def test_settings_may_hold_any_data(line: str, edited: Edited) -> None:
    assert list(import_faults(edited("settings.py", "    hand: Count = 2\n", f"    hand: Count = 2\n{line}\n"))) == []


def test_settings_stand_where_they_are_held_to_be_data(harbour: Subject) -> None:
    class Scoring(harbour.engine.settings):  # type: ignore[misc]
        """Settings with a method, outside of the settings."""

    Scoring.__module__ = "harbour.rules.record"
    subject = replace(harbour, engine=replace(harbour.engine, settings=Scoring))
    (fault,) = import_faults(subject)
    assert fault == "Scoring stands in harbour.rules.record; the oracle reads it: put it in harbour.settings"


@pytest.mark.parametrize("importer", ["rules/record.py", "oracle/answer.py"])
def test_no_helper_leads_from_the_engine_to_the_oracle(importer: str, edited: Edited) -> None:
    subject = edited(importer, FUTURE, f"{FUTURE}\nfrom harbour.helper import best\n")
    (subject.code / "helper.py").write_text("from harbour.oracle.answer import oracle as best\n", encoding="utf-8")
    faults = [fault for fault in import_faults(subject) if "circle" not in fault]
    assert any(fault.startswith("harbour/helper.py:1: helper imports harbour.oracle.answer.oracle") for fault in faults)
    assert ("the oracle imports harbour.helper.best" in "".join(faults)) == (importer == "oracle/answer.py")


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("play/game.py", "import random\nLUCK = random.Random(3)"),
        ("rules/record.py", "import json, re, math\nfrom itertools import product"),
        ("oracle/answer.py", "from harbour.settings import HarbourSettings\nfrom harbour.oracle import walk"),
        ("oracle/answer.py", "from pnp.model.text import LANGUAGES, Text\nimport collections"),
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
