"""Unreadable files are reported at their place, and unwritable output as an error of the output alone."""

from __future__ import annotations

import io
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from pnp.diagnostics import PnpError

Run = Callable[..., Any]
GAMES = """
[mine]
engine = "deck"
title = "Mine"
decks = { cards = [{ id = "a", said = "one" }] }
[mine.components]
cards = { kind = "cards", title = "cards", of = "cards", template = "card" }
"""
FACE = '<rect width="{{ face.width }}" height="{{ face.height }}" fill="#ffffff"/>{{ line(card.said, 5, 60, 5) }}'
DRAWING: tuple[tuple[str, ...], ...] = (
    ("build", "mine"),
    ("build", "mine", "--ink", "saver"),
    ("preview", "mine"),
    ("export", "mine", "--to", "png"),
    ("export", "mine", "--to", "pdfx"),
    ("export", "mine", "--to", "svg"),
)


@pytest.fixture
def pack(tmp_path: Path) -> Callable[..., Path]:
    """Write a small project; ``drawn`` is added to its face."""

    def write(drawn: str = "", games: str = GAMES) -> Path:
        folder = tmp_path / "templates" / "deck"
        folder.mkdir(parents=True, exist_ok=True)
        (tmp_path / "games.toml").write_text(games, encoding="utf-8")
        (folder / "card.svg.j2").write_text(FACE + drawn, encoding="utf-8")
        return tmp_path

    return write


def jpeg() -> bytes:
    exif = Image.Exif()
    exif[0x0112] = 6
    buffer = io.BytesIO()
    Image.effect_noise((64, 64), 60).convert("RGB").save(buffer, "JPEG", exif=exif)
    return buffer.getvalue()


def with_length(data: bytes, marker: int, length: int) -> bytes:
    """A JPEG that says another length of one of its segments."""
    offset = data.index(bytes((0xFF, marker))) + 2
    return data[:offset] + length.to_bytes(2, "big") + data[offset + 2 :]


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "an end too soon": lambda data: data[: len(data) // 2],
    "a head alone": lambda data: data[:30],
    "a wrong length of the first segment": lambda data: with_length(data, 0xE0, 60_000),
    "a wrong length of the picture's notes": lambda data: with_length(data, 0xE1, 60_000),
    "a wrong length of a table": lambda data: with_length(data, 0xDB, 65_535),
    "a short length of a table": lambda data: with_length(data, 0xDB, 3),
    "a wrong length of the frame": lambda data: with_length(data, 0xC0, 8),
    "a wrong length of the codes": lambda data: with_length(data, 0xC4, 65_000),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_jpeg_is_told_at_its_place(pnp: Run, pack: Callable[..., Path], damage: str) -> None:
    folder = pack('{{ image("a.jpg", 5, 5, 30, 30) }}')
    (folder / "a.jpg").write_bytes(DAMAGE[damage](jpeg()))
    for command in DRAWING:
        ran = pnp(*command)
        assert (ran.status, ran.out) == (2, ""), (command, ran.err)
        assert "as rendered for" not in ran.err
        assert "a.jpg: error[image]: the image 'a.jpg' cannot be used: it is broken: " in ran.err
        assert "cannot be written" not in ran.err
    assert not (folder / "output").exists()


@pytest.mark.filterwarnings("ignore::UserWarning:PIL")
@pytest.mark.parametrize("seed", range(12))
def test_a_jpeg_with_any_damage_is_printed_or_told(pnp: Run, pack: Callable[..., Path], seed: int) -> None:
    folder, data, chance = pack('{{ image("a.jpg", 5, 5, 30, 30) }}'), bytearray(jpeg()), random.Random(seed)
    for _ in range(chance.randint(1, 4)):
        data[chance.randrange(2, 400)] = chance.randrange(256)
    (folder / "a.jpg").write_bytes(data)
    ran = pnp("build", "mine")
    assert ran.status in (0, 2), ran.err
    assert ran.status == 0 or "error[image]: the image 'a.jpg' cannot be used" in ran.err


LONG = "x" * 5_000
NAMED: dict[str, tuple[dict[str, str], tuple[str, ...]]] = {
    "a template": ({"drawn": f'{{% include "{LONG}" %}}'}, ("build", "mine")),
    "art": ({"drawn": f'{{{{ art("{LONG}", 1, 1, 5) }}}}'}, ("build", "mine")),
    "a picture": ({"drawn": f'{{{{ image("{LONG}", 1, 1, 5, 5) }}}}'}, ("build", "mine")),
    "a file of cards": (
        {"games": GAMES.replace('[{ id = "a", said = "one" }]', f'"{LONG}.csv"')},
        ("build", "mine"),
    ),
    "a definition": ({}, ("build", "mine", "--games", LONG)),
    "a folder to build into": ({}, ("build", "mine", "--out", LONG)),
    "a folder to begin in": ({}, ("init", "--out", LONG)),
    "a folder of a new game": ({}, ("new", "game", "fine", "--out", LONG)),
    "a sheet to measure": ({}, ("calibrate", "--out", LONG)),
    "a file to verify": ({}, ("verify", LONG)),
}


@pytest.mark.parametrize("named", NAMED)
def test_a_name_that_is_too_long_is_told_by_who_asked_for_it(pnp: Run, pack: Callable[..., Path], named: str) -> None:
    files, command = NAMED[named]
    pack(**files)
    ran = pnp(*command)
    assert ran.status == (3 if "--out" in command else 2)
    assert "error[" in ran.err
    assert "error[system]" not in ran.err
    assert "the output cannot be written" not in ran.err


def test_a_system_that_fails_is_not_told_as_output(pnp: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(5, "Input/output error", "/somewhere")

    monkeypatch.setattr("pnp.cli.work.definition.open_project", fail)
    ran = pnp("list", "--json")
    assert ran.status == PnpError.exit_status
    assert ran.err == "error[system]: /somewhere: input/output error\n  hint: see that it can be read\n"
    assert ran.json["diagnostics"][0]["code"] == "system"


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="only where there is a device that is always full")
@pytest.mark.parametrize(
    "arguments", [("--help",), ("--version",), ("explain",), ("explain", "--markdown"), ("schema",)]
)
def test_output_that_cannot_be_written_is_told_as_such(
    arguments: tuple[str, ...], tmp_path: Path, process_environment: Callable[..., dict[str, str]]
) -> None:
    with Path("/dev/full").open("wb") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "pnp", *arguments],
            cwd=tmp_path,
            env={**process_environment(), "NO_COLOR": "1"},
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    lines = ran.stderr.decode().splitlines()
    assert (ran.returncode, lines[-1]) == (
        3,
        "error[cannot-write]: the output cannot be written: No space left on device",
    )


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps the working folder of a process")
def test_a_working_folder_that_is_gone_is_told(tmp_path: Path) -> None:
    script = f"import os, sys; os.chdir({str(tmp_path)!r}); os.rmdir({str(tmp_path)!r}); sys.argv = ['pnp', 'check']; "
    script += "from pnp.cli import main; main()"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (ran.returncode, "the working folder is not there any more" in ran.stderr) == (2, True), ran.stderr
