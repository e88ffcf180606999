"""A toy game as an installed package, and copies of it that are broken in one way each."""

from __future__ import annotations

import importlib
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pnp import registry
from pnp.project.project import ResourceFolders
from pnp.testing.subject import Definitions, Subject

SOURCE = Path(__file__).parent / "harbour"
collect_ignore = ["harbour"]

METADATA = "Metadata-Version: 2.1\nName: pnp-harbour\nVersion: 1.0\n"
ENTRY = "[pnp.games]\nharbour = harbour\n"


def install(site: Path) -> None:
    """Put the toy game into a folder of packages, with an entry point as pip writes it."""
    shutil.copytree(SOURCE, site / "harbour", ignore=shutil.ignore_patterns("__pycache__"))
    about = site / "pnp_harbour-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(METADATA, encoding="utf-8")
    (about / "entry_points.txt").write_text(ENTRY, encoding="utf-8")


def _forget() -> None:
    importlib.invalidate_caches()
    registry.installed_packages.cache_clear()
    registry.engine.cache_clear()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of packages with the toy game in it, which is not on the path."""
    folder = tmp_path_factory.mktemp("site")
    install(folder)
    return folder


@pytest.fixture(scope="module")
def installed(site: Path) -> Iterator[Path]:
    """The toy game, installed as long as the tests of one file run: no other test may meet it."""
    sys.path.insert(0, str(site))
    _forget()
    yield site
    sys.path.remove(str(site))
    for name in [name for name in sys.modules if name.partition(".")[0] == "harbour"]:
        del sys.modules[name]
    _forget()


@pytest.fixture
def harbour(installed: Path, tmp_path: Path) -> Subject:
    """The toy game by its plain definition."""
    return Definitions("harbour", None, {}).subject("harbour", tmp_path)


Broken = Callable[..., Subject]


@pytest.fixture
def broken(harbour: Subject) -> Broken:
    """The toy game with other parts of its engine: ``broken(oracle=...)``."""

    def make(**parts: Any) -> Subject:
        return replace(harbour, engine=replace(harbour.engine, **parts))

    return make


@pytest.fixture
def edited(harbour: Subject, tmp_path: Path) -> Broken:
    """Return the toy game with one file changed: ``edited("rules/record.py", "later", "sooner")``.

    The code that runs is unchanged; the files that are read are the copy.
    """

    def make(file: str, old: str, new: str) -> Subject:
        folder = tmp_path / "harbour"
        if not folder.exists():
            shutil.copytree(SOURCE, folder, ignore=shutil.ignore_patterns("__pycache__"))
        text = (folder / file).read_text(encoding="utf-8")
        assert old in text
        (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
        words = folder / "templates" / "harbour"
        return replace(harbour, code=folder, templates=words, resources=ResourceFolders.of(None, folder))

    return make
