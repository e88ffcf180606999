"""``pnp new game``: a complete game under another name, whole or not at all."""

from __future__ import annotations

import ast
import errno
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pnp import files

Pnp = Callable[..., Any]


def _texts(folder: Path) -> dict[str, str]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in files}


@pytest.mark.parametrize(
    ("name", "like"),
    [("high-tide", None), ("tide", "tricks"), ("a1", "melds"), ("go_on-7", "subset"), ("new-water", "tricks")],
)
def test_a_package_is_written_under_the_name_throughout(name: str, like: str | None, pnp: Pnp, tmp_path: Path) -> None:
    ran = pnp("new", "game", name, *([] if like is None else ["--like", like]))
    assert (ran.status, ran.out) == (0, f"{name}\n")
    texts = _texts(tmp_path / name)
    module = "pnp_" + name.replace("-", "_")
    project = tomllib.loads(texts["pyproject.toml"])["project"]
    assert project["entry-points"]["pnp.games"] == {name: module}
    assert name in tomllib.loads(texts[f"{module}/games.toml"])
    assert (
        texts["tests/cases.toml"].count("[[case]]") >= 10
        and 'parent / "cases.toml"' in texts[f"tests/test_{module[4:]}.py"]
    )
    assert {f"{module}/templates/{name}/{face}.svg.j2" for face in ("summary-front", "rules")} <= set(texts)
    old = "Game" if like is None else like.capitalize()
    for path, text in texts.items():
        spellings = (f"new-{old.lower()}", f"new_{old.lower()}", f"New {old}", f"New{old}")
        assert not [word for word in spellings if word in path + text], path
        if path.endswith(".py"):
            ast.parse(text)


@pytest.mark.parametrize("like", [None, "tricks", "melds", "subset"])
def test_a_package_passes_ruff_with_its_own_settings(like: str | None, pnp: Pnp, tmp_path: Path) -> None:
    assert pnp("new", "game", "tide", *([] if like is None else ["--like", like])).status == 0
    command = [sys.executable, "-m", "ruff", "check", "--no-cache", "--select", "E,F,I,W", "."]
    ran = subprocess.run(command, cwd=tmp_path / "tide", capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout
    plays = (tmp_path / "tide" / "pnp_tide" / "play.py").read_text(encoding="utf-8")
    assert "\n\nfrom pnp_tide.rules import" in plays


def test_a_title_is_what_stands_on_paper(pnp: Pnp, tmp_path: Path) -> None:
    assert pnp("new", "game", "tide", "--title", 'The "Tide"', "--out", "here").status == 0
    table = tomllib.loads((tmp_path / "here" / "pnp_tide" / "games.toml").read_text(encoding="utf-8"))["tide"]
    assert table["title"] == {"en": 'The "Tide"', "ja": 'The "Tide"'}


@pytest.mark.parametrize(("name", "code"), [("Tide!", "bad-name"), ("../tide", "bad-name"), ("red", "name-taken")])
def test_a_name_that_cannot_be_is_refused(name: str, code: str, pnp: Pnp, tmp_path: Path) -> None:
    ran = pnp("new", "game", name)
    assert ran.status == 2 and f"error[{code}]" in ran.err
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_written_over(pnp: Pnp, tmp_path: Path) -> None:
    (tmp_path / "tide").mkdir()
    (tmp_path / "tide" / "README.md").write_text("mine", encoding="utf-8")
    ran = pnp("new", "game", "tide")
    assert ran.status == 2 and "error[exists]" in ran.err
    assert _texts(tmp_path / "tide") == {"README.md": "mine"}


def test_a_link_is_not_followed(pnp: Pnp, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (tmp_path / "tide").symlink_to(elsewhere)
    ran = pnp("new", "game", "tide")
    assert (ran.status, "error[exists]" in ran.err) == (2, True)
    assert not list(elsewhere.iterdir())


def test_a_failure_leaves_nothing(pnp: Pnp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[Path] = []
    replace = files.replace_file

    def full(path: Path, data: bytes, within: Path | None = None) -> None:
        written.append(path)
        if len(written) == 9:
            raise files.write_error(path, OSError(errno.ENOSPC, "No space left on device"))
        replace(path, data, within)

    monkeypatch.setattr(files, "replace_file", full)
    ran = pnp("new", "game", "tide")
    assert (ran.status, "no space left" in ran.err) == (3, True)
    assert not (tmp_path / "tide").exists()


def test_a_title_on_two_lines_is_refused(pnp: Pnp, tmp_path: Path) -> None:
    ran = pnp("new", "game", "tide", "--title", "High\nWater")
    assert (ran.status, "error[bad-title]" in ran.err) == (2, True)
    assert not (tmp_path / "tide").exists()


def test_a_shipped_game_goes_into_three_places_and_its_tests(pnp: Pnp, tmp_path: Path) -> None:
    (tmp_path / "pnp" / "games" / "core").mkdir(parents=True)
    (tmp_path / "games.toml").write_text("# mine\n", encoding="utf-8")
    ran = pnp("new", "game", "arena", "--shipped")
    assert ran.status == 0, ran.err
    texts = _texts(tmp_path)
    assert {path.rpartition("/")[0].split("/rules")[0] for path in texts} >= {"pnp/games/arena", "templates/arena"}
    assert {"tests/games/arena/test_arena.py", "tests/games/arena/cases.toml"} <= texts.keys()
    assert "pyproject.toml" not in texts
    assert texts["games.toml"].startswith("# mine\n") and "arena" in tomllib.loads(texts["games.toml"])
    record = texts["pnp/games/arena/__init__.py"]
    assert "INTERFACE" not in record and "pnp_arena" not in "".join(texts.values())
    imports = [line.split()[1] for line in record.splitlines() if line.startswith("from pnp")]
    assert imports == sorted(imports)


def test_a_shipped_game_needs_a_checkout(pnp: Pnp, tmp_path: Path) -> None:
    ran = pnp("new", "game", "arena", "--shipped")
    assert ran.status == 2 and "error[no-checkout]" in ran.err
    ran = pnp("new", "game", "high-tide", "--shipped")
    assert ran.status == 2 and "error[bad-name]" in ran.err
    assert list(tmp_path.iterdir()) == []


OF_A_NEW_GAME = "high_water or init_all or page_is or published or listed"
"""Tests that take the new game from what is there, and those that look at all games together."""


@pytest.mark.full
def test_a_shipped_game_is_green_in_its_checkout_and_held_by_the_contracts(root: Path, tmp_path: Path) -> None:
    for name in ("pnp", "templates", "fonts", "examples", "tests", "docs", "benchmarks"):
        shutil.copytree(root / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("games.toml", "pyproject.toml", "README.md", "README.ja.md", "CONTRIBUTING.md", "CHANGELOG.md"):
        shutil.copy(root / name, tmp_path / name)

    def run(*command: str) -> None:
        env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(tmp_path), "HOME": str(tmp_path)}
        ran = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stdout + ran.stderr

    run(sys.executable, "-m", "pnp", "new", "game", "high_water", "--shipped")
    run(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", OF_A_NEW_GAME)
    run(sys.executable, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()")
    run(sys.executable, "-m", "ruff", "check", "pnp/games/high_water", "tests/games/high_water")
    run(sys.executable, "-m", "pnp", "build", "high_water", "--lang", "en", "--lang", "ja")
