"""Packages of games as pip would leave them: a folder with code and files, and the metadata beside it."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from os import pathsep
from pathlib import Path

import pytest

from pnp.games.core.engine import INTERFACE

Ran = subprocess.CompletedProcess[bytes]

_CODE = '''
"""A game without rules, for tests of how games are found."""
INTERFACE = {interface}
from pathlib import Path
Path(__file__).with_name("was-imported").touch()
from pnp.games.deck import ENGINE
'''
_TABLE = """
[{name}]
engine = "{name}"
title = "Harbour"

[{name}.components.cards]
kind = "cards"
title = "cards"
template = "card"
of = "ships"

[{name}.decks]
ships = [{{ id = "sloop" }}, {{ id = "brig" }}]
"""
_FACE = '<rect width="{{ face.width }}" height="{{ face.height }}" fill="#ffffff"/>{{ line(item.id, 5, 20, 5) }}'


class Site:
    """A folder of installed packages, and an empty one to work in."""

    def __init__(self, folder: Path, root: Path, run: Callable[..., Ran]) -> None:
        self.folder = folder
        self.root = root
        self.work = folder.parent / "work"
        self.work.mkdir()
        self._run = run

    def package(
        self,
        distribution: str,
        name: str = "harbour",
        interface: object = INTERFACE,
        code: str = _CODE,
        table: str | None = _TABLE,
    ) -> Path:
        """Install a package that brings the game ``name``; returns the folder of its code."""
        module = distribution.replace("-", "_")
        home = self.folder / module
        (home / "templates" / name).mkdir(parents=True)
        (home / "__init__.py").write_text(code.format(interface=interface), encoding="utf-8")
        (home / "templates" / name / "card.svg.j2").write_text(_FACE, encoding="utf-8")
        if table is not None:
            (home / "games.toml").write_text(table.format(name=name), encoding="utf-8")
        info = self.folder / f"{module}-1.2.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.2\n", encoding="utf-8")
        (info / "entry_points.txt").write_text(f"[pnp.games]\n{name} = {module}\n", encoding="utf-8")
        return home

    def pnp(self, *arguments: object) -> Ran:
        """Run a command line in the work folder, with the packages installed."""
        return self._run(*arguments, env={"PYTHONPATH": f"{self.root}{pathsep}{self.folder}"}, cwd=self.work)


@pytest.fixture
def site(tmp_path: Path, root: Path, pnp_process: Callable[..., Ran]) -> Site:
    """Installed packages: none yet."""
    folder = tmp_path / "site"
    folder.mkdir()
    return Site(folder, root, pnp_process)
