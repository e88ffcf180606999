"""Existing files are kept, and contradictory options are refused."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]
BUILD = ("build", "red", "--only", "order")


def test_init_with_templates_leaves_a_definition_alone(pnp: Run, tmp_path: Path) -> None:
    definition = tmp_path / "games.toml"
    mine = '# mine\n[red]\nextends = "shipped:red"\n'
    definition.write_text(mine, encoding="utf-8")
    ran = pnp("init", "--templates", "red")
    assert ran.status == 0, ran.err
    assert definition.read_text(encoding="utf-8") == mine
    assert (tmp_path / "templates" / "red" / "card.svg.j2").is_file()


def test_init_full_writes_the_shipped_definition(pnp: Run, tmp_path: Path, root: Path) -> None:
    assert pnp("init", "--full").status == 0
    assert (tmp_path / "games.toml").read_bytes() == (root / "games.toml").read_bytes()


def test_calibrate_replaces_a_pdf_and_nothing_else(pnp: Run, tmp_path: Path) -> None:
    assert pnp("calibrate").status == 0
    assert pnp("calibrate").status == 0
    definition = tmp_path / "games.toml"
    definition.write_text("# mine\n", encoding="utf-8")
    assert pnp("calibrate", "--out", "games.toml").status == 2
    assert definition.read_text(encoding="utf-8") == "# mine\n"


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="only where there is a device that is always full")
@pytest.mark.parametrize("arguments", [("list",), ("schema",)])
def test_a_full_disk_behind_the_output_is_told_in_a_line(
    arguments: tuple[str, ...], tmp_path: Path, process_environment: Callable[..., dict[str, str]]
) -> None:
    with Path("/dev/full").open("wb") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "pnp", *arguments],
            cwd=tmp_path,
            env=process_environment(),
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert ran.returncode == 3
    assert b"Traceback" not in ran.stderr
    assert b"cannot be written" in ran.stderr


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege there")
def test_a_definition_that_is_a_link_to_nothing_is_an_error(pnp: Run, tmp_path: Path) -> None:
    (tmp_path / "games.toml").symlink_to(tmp_path / "nowhere.toml")
    assert pnp("list").status == 2


@pytest.mark.parametrize(
    "option",
    [("--bleed", "500mm"), ("--gutter", "500mm"), ("--paper", "10000mm x 10000mm"), ("--margin", "120mm")],
)
def test_lengths_that_make_no_sense_are_refused(pnp: Run, tmp_path: Path, option: tuple[str, str]) -> None:
    ran = pnp("build", "red", *option)
    assert ran.status == 2
    assert "error[bad-" in ran.err
    assert not (tmp_path / "output").exists()


def test_a_game_or_a_component_named_twice_is_built_once(pnp: Run, tmp_path: Path) -> None:
    ran = pnp("build", "red", "red", "--only", "order", "--only", "order", "--json")
    assert [Path(kit["file"]).name for kit in ran.json["kits"]] == ["red-en-a4-order.pdf"]


WRITERS = {
    "calibrate": ("calibrate", "--out", "sheet.pdf"),
    "build": (*BUILD, "--out", "out"),
    "build with cut files": (*BUILD, "--out", "out", "--cut", "svg"),
    "build with drawings": (*BUILD, "--out", "out", "--svg"),
    "preview": ("preview", "red", "--only", "order", "--out", "out"),
    "export": ("export", "red", "--only", "order", "--to", "svg", "--out", "out"),
    "export for a shop": ("export", "red", "--only", "playing", "--shop", "tgc", "--out", "out"),
    "init": ("init", "red", "--force"),
    "a printer": ("calibrate", "--save", "home", "--read", "X7.5 Y10 A1.4 B1.4 C1.3 D1.3 E3.8 F3.8 G3.9 H3.9"),
}


@pytest.mark.skipif(os.name != "posix", reason="there are no named pipes elsewhere")
@pytest.mark.parametrize("command", WRITERS)
def test_a_pipe_in_the_place_of_a_file_stays(
    pnp: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setenv("PNP_CONFIG", str(tmp_path / "config"))
    ran = pnp(*WRITERS[command])
    assert ran.status == 0, ran.err
    for file in [path for path in tmp_path.rglob("*") if path.is_file()]:
        content = file.read_bytes()
        file.unlink()
        os.mkfifo(file)
        before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()}
        ran = pnp(*WRITERS[command])
        assert ran.status in (2, 3)
        assert file.name in ran.err
        assert any(phrase in ran.err for phrase in ("it is a named pipe", "is there already", "not a regular file"))
        assert file.is_fifo()
        assert {path for path in tmp_path.rglob("*") if path.is_file()} == {*before}
        file.unlink()
        file.write_bytes(content)
