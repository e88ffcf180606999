"""``pnp cache``, and ``--no-cache`` of the commands that search."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pnp.cache.disk import EXAMPLES, FOLDER, SECTIONS, TEMPLATES, DiskCache, cache_folder
from pnp.cache.trust import make_secret, secret_file
from pnp.project import examples as of_pipeline
from tests.conftest import CONFIG

SEARCHING = {
    "build": ("build", "tiny"),
    "check": ("check", "tiny"),
    "examples": ("examples", "tiny"),
    "preview": ("preview", "tiny"),
    "export": ("export", "tiny", "--to", "svg"),
}
TINY = """\
[tiny]
engine = "red"
title = "Tiny"
players = [2, 2]
numbers = [1, 2]
hand = 1
colours = [
  { id = "a", name = "a", letter = "A", ink = "#d4141f", mark = "sun", rule = { is = "highest" } },
  { id = "b", name = "b", letter = "B", ink = "#1590fa", mark = "drop", rule = { is = "same-number" } },
]
[tiny.components]
cards = { kind = "cards", title = "cards", of = "deck", template = "card" }
"""
"""A game with rules of which little is drawn."""


@pytest.fixture
def filled(kept_here: Path) -> Path:
    """A folder with three files of ours in it, 32 bytes of each its digest."""
    DiskCache(TEMPLATES, kept_here).keep("0" * 64, bytes(1_968))
    DiskCache(TEMPLATES, kept_here).keep("1" * 64, bytes(2_968))
    DiskCache(EXAMPLES, kept_here).keep("0" * 64, bytes(8))
    return kept_here


@pytest.mark.parametrize("arguments", [("cache",), ("cache", "show")])
def test_it_tells_where_things_are_kept_and_how_much(
    pnp: Callable[..., Any], filled: Path, arguments: tuple[str, ...]
) -> None:
    ran = pnp(*arguments)
    assert (ran.status, ran.out) == (0, "")
    assert ran.err.splitlines() == [
        f"kept in {filled}:",
        "  compiled templates: 2 files, 5 kB",
        "  sets of examples: 1 file, 40 bytes",
        "  tones that save ink: 0 files, 0 bytes",
        "  reports on faces: 0 files, 0 bytes",
    ]


def test_it_removes_what_is_kept_and_says_how_much_that_was(pnp: Callable[..., Any], filled: Path) -> None:
    (filled / "examples" / "letter.txt").write_text("somebody's", encoding="utf-8")
    ran = pnp("cache", "clear")
    assert (ran.status, ran.out) == (0, "")
    assert ran.err.splitlines() == [
        "compiled templates: 2 files, 5 kB removed",
        "sets of examples: 1 file, 40 bytes removed",
        "tones that save ink: 0 files, 0 bytes removed",
        "reports on faces: 0 files, 0 bytes removed",
    ]
    assert [path.name for path in filled.rglob("*") if path.is_file()] == ["letter.txt"]
    assert pnp("cache", "clear").err.splitlines()[0] == "compiled templates: 0 files, 0 bytes removed"


def test_what_cannot_be_removed_is_told(pnp: Callable[..., Any], filled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def shut(self: Path, **_: object) -> None:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "unlink", shut)
    ran = pnp("cache", "clear")
    assert ran.status == 3
    assert "this cannot be removed: Permission denied" in ran.err
    assert str(filled) in ran.err


@pytest.mark.parametrize(("command", "what", "status"), [("show", "read", 2), ("clear", "removed", 3)])
def test_a_folder_that_cannot_be_looked_into_is_told(
    pnp: Callable[..., Any], filled: Path, monkeypatch: pytest.MonkeyPatch, command: str, what: str, status: int
) -> None:
    def shut(place: Path) -> None:
        raise PermissionError(13, "Permission denied", str(place))

    monkeypatch.setattr("pnp.cache.disk.os.scandir", shut)
    ran = pnp("cache", command)
    assert (ran.status, ran.out) == (status, "")
    assert f"{filled / 'templates'}: this cannot be {what}: Permission denied" in ran.err


def test_it_tells_where_nothing_is_kept(pnp: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER, "")
    assert pnp("cache").err == "nothing is kept: PNP_CACHE is empty\n"
    assert pnp("cache", "clear").status == 0


def test_it_tells_that_nothing_is_kept_inside_a_project(
    pnp: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "games.toml").write_text("", encoding="utf-8")
    cache = tmp_path / ".cache"
    other = cache / "templates" / ("0" * 64)
    other.parent.mkdir(parents=True)
    other.write_bytes(b"somebody's")
    monkeypatch.setenv(FOLDER, str(cache))
    for arguments in (("cache",), ("cache", "clear")):
        ran = pnp(*arguments)
        assert (ran.status, ran.err) == (0, f"nothing is kept: {cache} lies inside the project {tmp_path}\n")
    assert other.exists()


@pytest.mark.skipif(os.name != "posix", reason="who may write to a folder is said otherwise there")
def test_it_tells_that_nothing_is_kept_where_others_can_write(pnp: Callable[..., Any], filled: Path) -> None:
    filled.chmod(0o777)
    for arguments in (("cache",), ("cache", "clear")):
        ran = pnp(*arguments)
        assert (ran.status, ran.err) == (0, f"nothing is kept: {filled} can be written to by other users\n")
    filled.chmod(0o700)
    (filled / "examples").rename(filled / "elsewhere")
    (filled / "examples").symlink_to("elsewhere")
    assert pnp("cache", "clear").err == (f"nothing is kept: {filled / 'examples'} is not a folder of this user alone\n")
    assert len([*(filled / "templates").iterdir()]) == 2


@pytest.mark.skipif(sys.platform != "linux", reason="the configuration folder is named otherwise there")
def test_it_tells_that_nothing_can_be_signed(
    pnp: Callable[..., Any], filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(CONFIG, str(tmp_path / "config"))
    assert pnp("cache").err.splitlines()[0] == f"kept in {filled}:"
    assert not (tmp_path / "config").exists()
    make_secret(())
    secret_file().chmod(0o644)
    message = f"nothing is kept, for nothing can be signed: {secret_file()} is open to other users\n"
    assert pnp("cache").err == message
    assert pnp("cache", "clear").err.splitlines()[0] == "compiled templates: 2 files, 5 kB removed"
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    monkeypatch.setenv(CONFIG, str(tmp_path / "file"))
    assert "nothing is kept, for nothing can be signed: " in pnp("cache").err
    monkeypatch.setenv(CONFIG, str(tmp_path / "new"))
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert pnp("cache").err == f"nothing is kept, for nothing can be signed: {secret_file()} cannot be made\n"


def test_no_folder_of_it_is_no_fault(pnp: Callable[..., Any], kept_here: Path) -> None:
    assert pnp("cache").err.splitlines()[1] == "  compiled templates: 0 files, 0 bytes"
    assert pnp("cache", "clear").status == 0
    assert not kept_here.exists()


@pytest.mark.parametrize("command", SEARCHING)
def test_a_command_that_searches_does_without_when_it_is_asked_to(
    pnp: Callable[..., Any], kept_here: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    (tmp_path / "games.toml").write_text(TINY, encoding="utf-8")
    searched: list[int] = []
    find = of_pipeline.find_examples

    def counted(*arguments: Any) -> Any:
        searched.append(1)
        return find(*arguments)

    monkeypatch.setattr(of_pipeline, "find_examples", counted)
    ran = pnp(*SEARCHING[command], "--no-cache")
    assert ran.status == 0, ran.err
    assert cache_folder() == kept_here
    assert not kept_here.exists()
    for more, count in (((), 2), ((), 2), (("--no-cache",), 3)):
        shutil.rmtree("output", ignore_errors=True)
        assert pnp(*SEARCHING[command], *more).status == 0
        assert len(searched) == count
        assert DiskCache(EXAMPLES, kept_here).size().files == 1


def test_a_command_that_fails_leaves_nothing_switched_off(pnp: Callable[..., Any], kept_here: Path) -> None:
    assert pnp("build", "nothing", "--no-cache").status == 2
    assert cache_folder() == kept_here


@pytest.mark.parametrize("content", [b"", b"\0" * 1_000, b"nothing of the kind"], ids=["empty", "zeros", "text"])
def test_a_damaged_folder_changes_nothing_that_is_said_or_written(
    pnp: Callable[..., Any], kept_here: Path, content: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = pnp("examples", "red", "--json")
    monkeypatch.setattr("pnp.rendering.templates.sandbox._COMPILED", {})
    pnp("build", "red", "--only", "order", "--ink", "saver", "--out", "one")
    looked_at = pnp("check", "red").err
    for room in SECTIONS:
        files = [*(kept_here / room.name).iterdir()]
        assert files
        for file in files:
            file.write_bytes(content)
    monkeypatch.setattr("pnp.rendering.templates.sandbox._COMPILED", {})
    again = pnp("examples", "red", "--json")
    assert (again.status, again.out, again.err) == (plain.status, plain.out, plain.err)
    assert pnp("build", "red", "--only", "order", "--ink", "saver", "--out", "two").status == 0
    assert pnp("check", "red").err == looked_at
    (first,), (second,) = Path("one").glob("*.pdf"), Path("two").glob("*.pdf")
    assert first.read_bytes() == second.read_bytes()
