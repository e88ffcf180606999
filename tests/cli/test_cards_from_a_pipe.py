"""Cards that another program pipes into ``pnp``."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

DEFINITION = """\
[mine]
engine = "deck"
title = "Mine"
decks = { cards = "-" }
components = { cards = { kind = "cards", title = "cards", template = "card", of = "cards" } }
[other]
engine = "deck"
title = "Other"
decks = { cards = [{ title = "Toad" }] }
components = { cards = { kind = "cards", title = "cards", template = "card", of = "cards" } }
"""


def run(folder: Path, piped: bytes, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """The run of a command with ``piped`` on its standard input."""
    (folder / "games.toml").write_text(DEFINITION, encoding="utf-8")
    command = [sys.executable, "-m", "pnp", *arguments]
    return subprocess.run(command, cwd=folder, input=piped, capture_output=True, check=False, env={**os.environ})


def test_standard_input_is_read_once_for_a_kit_on_two_papers(tmp_path: Path) -> None:
    done = run(tmp_path, b"title\nNewt\n", "build", "mine", "--paper", "a4", "--paper", "letter")
    assert done.returncode == 0, done.stderr
    assert sorted(file.name for file in tmp_path.rglob("*.pdf")) == ["mine-en-a4.pdf", "mine-en-letter.pdf"]


def test_what_is_wrong_there_is_told_by_line_and_column(tmp_path: Path) -> None:
    done = run(tmp_path, b"title,copies\nNewt,many\n", "build", "mine")
    assert (done.returncode, done.stderr.decode().partition(": error")[0]) == (2, "standard input:2:6")


def test_another_game_needs_no_standard_input(tmp_path: Path) -> None:
    assert run(tmp_path, b"", "build", "other").returncode == 0
    done = run(tmp_path, b"", "build", "mine")
    assert (done.returncode, b"error[standard-input]" in done.stderr) == (2, True)
