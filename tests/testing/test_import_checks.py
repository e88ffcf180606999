"""The check of imports finds what a game must not import, and at which line."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pnp.registry import homes
from pnp.testing.imports import import_faults
from pnp.testing.subject import Definitions, Subject

Edited = Callable[..., Subject]
FUTURE = "from __future__ import annotations\n"
FORBIDDEN = [
    ("oracle/answer.py", "from harbour.rules.record import later", "the oracle imports harbour.rules.record.later"),
    ("oracle/answer.py", "from ..rules import record", "the oracle imports harbour.rules.record"),
    (
        "oracle/answer.py",
        "from pnp.games.core.reading import read",
        "of the program it may import pnp.games.core.answer",
    ),
    ("oracle/answer.py", "import harbour.teaching.lessons", "the oracle imports harbour.teaching.lessons"),
    ("rules/record.py", "from harbour.oracle.answer import oracle", "rules must know nothing of oracle"),
    ("rules/record.py", "from harbour.teaching import lessons", "rules must know nothing of teaching"),
    ("rules/record.py", "import harbour.play.game", "rules must know nothing of play"),
    ("play/game.py", "from harbour.teaching.lessons import two", "play must know nothing of teaching"),
    ("play/game.py", "from harbour.oracle.answer import oracle", "play must know nothing of oracle"),
    ("teaching/lessons.py", "from harbour.play.game import State", "teaching must know nothing of play"),
    ("settings.py", "from harbour.rules.record import Rules", "settings must know nothing of rules"),
    (
        "settings.py",
        "from pnp.games.core.engine import SettingsProblem",
        "of the program they may import pnp.model only",
    ),
    ("rules/record.py", "import pnp.games.red.rules.cards", "which belongs to another game"),
    ("rules/record.py", "from pnp.games.koka import ENGINE", "which belongs to another game"),
    ("rules/record.py", "from pnp.rendering.words import Words", "a game may import pnp.games.core and pnp.model only"),
    ("rules/record.py", "from pnp import registry", "it imports pnp.registry"),
    ("rules/record.py", "import os", "it imports os;"),
    ("rules/record.py", "from pathlib import Path", "it imports pathlib;"),
    ("play/game.py", "import time", "it imports time;"),
    ("play/game.py", "from datetime import datetime", "it imports datetime;"),
    ("settings.py", "import pydantic", "it imports pydantic;"),
    ("teaching/explain.py", "import jinja2.sandbox", "it imports jinja2.sandbox;"),
    ("play/game.py", "from random import shuffle", "random.shuffle is decided by no seed"),
    ("play/game.py", "import random\nLUCK = random.random()", "random.random is decided by no seed"),
    ("play/game.py", "import random as luck\nLUCK = luck.choice([1])", "random.choice is decided by no seed"),
    ("play/game.py", "from random import Random\nLUCK = Random()", "Random() without a seed"),
    ("play/game.py", "import random\nLUCK = random.Random()", "random.Random() without a seed"),
    ("play/game.py", "from random import SystemRandom", "random.SystemRandom is decided by no seed"),
    ("rules/record.py", "def said() -> None:\n    print(1)", "print() leads out of the game"),
    ("rules/record.py", "TEXT = open('x').read()", "open() leads out of the game"),
]


def test_the_toy_game_imports_what_it_may(harbour: Subject) -> None:
    assert list(import_faults(harbour)) == []


@pytest.mark.parametrize(("file", "line", "message"), FORBIDDEN)
def test_a_forbidden_import_is_told_with_its_file_and_line(file: str, line: str, message: str, edited: Edited) -> None:
    (found,) = (fault for fault in import_faults(edited(file, FUTURE, f"{FUTURE}\n{line}\n")) if "circle" not in fault)
    assert message in found
    place, _, _ = found.partition(": ")
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
    (found,) = import_faults(edited("rules/record.py", FUTURE, f"{FUTURE}\nfrom harbour.rules import answer\n"))
    assert found.startswith("these files import each other in a circle: ")
    assert "harbour.rules.answer" in found and "harbour.rules.record" in found


def test_a_file_that_imports_its_whole_package_is_a_circle(edited: Edited) -> None:
    (found,) = import_faults(edited("teaching/explain.py", FUTURE, f"{FUTURE}\nfrom harbour import ENGINE\n"))
    assert "harbour → harbour.teaching.explain → harbour" in found


def test_another_installed_game_is_another_game(harbour: Subject) -> None:
    assert homes()["harbour"].package == "harbour"
    assert list(import_faults(Definitions("red", None, {}).subject("red", harbour.code))) == []
