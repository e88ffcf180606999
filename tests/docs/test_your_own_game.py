"""docs/your-own-game.md, followed to the letter: every difference fits, and the game is proved chapter by chapter."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from os import pathsep
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "your-own-game.md"
BLOCK = re.compile(r"^```(diff|text) (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CHAPTER = re.compile(r"^## (\d)\. ", re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """What stands in one fence: a difference of a file, or what a command says."""

    kind: str
    target: str
    lines: tuple[str, ...]


def chapters() -> dict[int, list[Block]]:
    """The blocks of each chapter, by its number."""
    parts = CHAPTER.split(PAGE.read_text(encoding="utf-8"))[1:]
    return {
        int(number): [Block(kind, target, tuple(body.splitlines())) for kind, target, body in BLOCK.findall(text)]
        for number, text in zip(parts[::2], parts[1::2], strict=True)
    }


def apply(block: Block, folder: Path) -> None:
    """Change a file as the difference says: in pieces, each of which stands there once."""
    path = folder / block.target
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    for old, new in pieces(block):
        if not old:
            assert text == "", f"{block.target} is there already"
            text = new
            continue
        assert text.count(old) == 1, f"{block.target} has this {text.count(old)} times:\n{old}"
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


def pieces(block: Block) -> Iterator[tuple[str, str]]:
    """Old and new text of each run of lines; a run ends where lines that go follow on lines that come."""
    old: list[str] = []
    new: list[str] = []
    added = False
    for line in block.lines:
        sign, rest = line[:1] or " ", line[1:] + "\n"
        if sign == "-" and added:
            yield "".join(old), "".join(new)
            old, new, added = [], [], False
        if sign != "+":
            old.append(rest)
        if sign != "-":
            new.append(rest)
        added = added or sign == "+"
    yield "".join(old), "".join(new)


class Author:
    """Somebody with a game of their own, installed beside pnp."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root = root
        self.home = folder / "high-tide"
        self.site = folder / "site"
        self._run("new", "game", "high-tide", "--out", self.home, cwd=folder)
        info = self.site / "pnp_high_tide-0.1.0.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: pnp-high-tide\nVersion: 0.1.0\n", encoding="utf-8")
        (info / "entry_points.txt").write_text("[pnp.games]\nhigh-tide = pnp_high_tide\n", encoding="utf-8")

    def pnp(self, *arguments: object) -> str:
        """What a command says; it has to succeed."""
        return self._run(*arguments, cwd=self.home)

    def pytest(self) -> subprocess.CompletedProcess[str]:
        """The package's own tests."""
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"]
        return subprocess.run(command, cwd=self.home, env=self._env, capture_output=True, text=True, check=False)

    def _run(self, *arguments: object, cwd: Path) -> str:
        command = [sys.executable, "-m", "pnp", *map(str, arguments)]
        ran = subprocess.run(command, cwd=cwd, env=self._env, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stderr
        return ran.stdout + ran.stderr

    @property
    def _env(self) -> dict[str, str]:
        path = pathsep.join(map(str, (self.root, self.site, self.home)))
        return {"PATH": "", "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1", "HOME": str(self.home)}


@pytest.fixture
def author(root: Path, tmp_path: Path) -> Author:
    return Author(root, tmp_path)


def test_every_difference_fits_the_files_that_are_written(author: Any) -> None:
    for blocks in chapters().values():
        for block in blocks:
            if block.kind == "diff":
                apply(block, author.home)
    for path in author.home.rglob("*.py"):
        compile(path.read_text(encoding="utf-8"), str(path), "exec")


def test_a_difference_that_does_not_fit_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("one\ntwo\n", encoding="utf-8")
    with pytest.raises(AssertionError, match="0 times"):
        apply(Block("diff", "a.txt", ("-three", "+four")), tmp_path)
    apply(Block("diff", "a.txt", (" one", "+one and a half", "-two", "+2")), tmp_path)
    assert (tmp_path / "a.txt").read_text(encoding="utf-8") == "one\none and a half\n2\n"


@pytest.mark.full
def test_the_page_is_true_chapter_by_chapter(author: Any) -> None:
    for number, blocks in chapters().items():
        for block in blocks:
            if block.kind == "diff":
                apply(block, author.home)
            else:
                said = author.pytest()
                assert said.returncode == 1
                for line in block.lines:
                    assert line in said.stdout
        if number != 3:  # the rule is half done: the oracle comes in the next chapter
            said = author.pytest()
            assert said.returncode == 0, said.stdout
    assert "high-tide" in author.pnp("list")
    author.pnp("build", "high-tide", "--lang", "en", "--lang", "ja")
    shutil.rmtree(author.home / "output")
    (author.home / "games.toml").write_text('[mine]\nextends = "pnp-high-tide:high-tide"\njump = 3\n', encoding="utf-8")
    author.pnp("build", "mine")
