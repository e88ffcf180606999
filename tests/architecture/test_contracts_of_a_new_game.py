"""A game that is added tomorrow is held by the import contracts at once, without a line in pyproject.toml."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

GAME = "pnp/games/trial"
SOUND = {
    "__init__.py": "import pnp.games.trial.settings\n",
    "settings.py": "import pnp.model\n",
    "rules/__init__.py": "import pnp.games.core.answer\nimport pnp.games.trial.settings\n",
    "play/__init__.py": "import pnp.games.trial.rules\n",
    "teaching/__init__.py": "import pnp.games.core.lesson\nimport pnp.games.trial.rules\n",
    "oracle/__init__.py": "import pnp.games.core.answer\nimport pnp.games.trial.settings\n",
}
"""A game whose rooms import what they may."""

BREAKS = [
    ("rules", "pnp.games.trial.teaching", ("pnp.games.*.rules", "pnp.games.*.teaching")),
    ("rules", "pnp.games.trial.play", ("pnp.games.*.rules", "pnp.games.*.play")),
    ("oracle", "pnp.games.trial.rules", ("pnp.games.*.oracle", "pnp.games.*.rules")),
    ("oracle", "pnp.games.core.lesson", ("pnp.games.*.oracle", "pnp.games.core.*")),
    ("teaching", "pnp.games.trial.play", ("pnp.games.*.play", "pnp.games.*.teaching")),
    ("teaching", "pnp.games.deck", ("pnp.games.*",)),
    ("rules", "os", ("pnp.games", "os")),
    ("rules", "pydantic", ("pnp.games", "pydantic")),
    ("rules", "pnp.rendering", ("pnp.rendering", "pnp.games")),
]
"""A room of the game, what it must not import, and the modules that the contract speaks of which says so."""


def modules_of(contract: dict[str, Any]) -> list[set[str]]:
    """What the two sides of a contract name; those of ``layers`` and ``independence`` have one side."""
    if contract["type"] == "forbidden":
        return [set(contract["source_modules"]), set(contract["forbidden_modules"])]
    if contract["type"] == "independence":
        return [set(contract["modules"])]
    return [{name for floor in contract["layers"] for name in re.split(r"[ |:]+", floor)}]


def names_of(contracts: Sequence[dict[str, Any]], modules: tuple[str, ...]) -> set[str]:
    """The contracts that forbid the second of ``modules`` to the first, or that set all of them apart."""
    found = set()
    for contract in contracts:
        sides = modules_of(contract)
        apart = len(sides) == 1 and set(modules) <= sides[0]
        if apart or (len(sides) == len(modules) == 2 and modules[0] in sides[0] and modules[1] in sides[1]):
            found.add(contract["name"])
    return found


@pytest.fixture(scope="module")
def copy(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package and its contracts in another folder."""
    folder = tmp_path_factory.mktemp("copy")
    shutil.copytree(root / "pnp", folder / "pnp", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy2(root / "pyproject.toml", folder)
    return folder


@pytest.fixture
def new_game(copy: Path) -> Iterator[Path]:
    """A sound new game in the copy."""
    for name, text in SOUND.items():
        (copy / GAME / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / GAME / name).write_text(text, encoding="utf-8")
    yield copy / GAME
    shutil.rmtree(copy / GAME)


@pytest.fixture
def lint(
    copy: Path, process_environment: Callable[..., dict[str, str]]
) -> Callable[[], subprocess.CompletedProcess[str]]:
    """Run ``lint-imports`` on the copy."""
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as run; run()", "--no-cache"]

    def run() -> subprocess.CompletedProcess[str]:
        environment = process_environment({"PYTHONPATH": str(copy), "PYTHONIOENCODING": "utf-8", "COLUMNS": "200"})
        return subprocess.run(
            command, cwd=copy, env=environment, capture_output=True, encoding="utf-8", check=False, timeout=120
        )

    return run


def broken(said: str) -> set[str]:
    return set(re.findall(r"^(.+) BROKEN\b", said, re.MULTILINE))


def test_a_sound_game_keeps_every_contract(
    new_game: Path, lint: Callable[[], subprocess.CompletedProcess[str]], contracts: list[dict[str, Any]]
) -> None:
    ran = lint()
    assert (ran.returncode, broken(ran.stdout)) == (0, set()), ran.stdout + ran.stderr
    kept = re.findall(r"^(.+) KEPT\b", ran.stdout, re.MULTILINE)
    assert kept == [contract["name"] for contract in contracts]


def test_every_import_that_a_new_game_must_not_make_is_refused_by_name(
    new_game: Path, lint: Callable[[], subprocess.CompletedProcess[str]], contracts: list[dict[str, Any]]
) -> None:
    for room, imported, _ in BREAKS:
        with (new_game / room / "__init__.py").open("a", encoding="utf-8") as file:
            file.write(f"import {imported}\n")
    ran = lint()
    assert ran.returncode == 1, ran.stdout + ran.stderr
    _, *parts = re.split(r"^(.+)\n-{9,}$", ran.stdout, flags=re.MULTILINE)
    told = dict(zip(parts[::2], parts[1::2], strict=True))
    for room, imported, modules in BREAKS:
        wanted = names_of(contracts, modules)
        assert wanted, f"no contract of pyproject.toml speaks of {' and '.join(modules)}"
        assert wanted <= broken(ran.stdout)
        for name in wanted:
            refused = rf"^- +pnp\.games\.trial\.{room} -> {re.escape(imported)}"
            assert re.search(refused, told[name], re.MULTILINE), (name, refused, told[name])
