"""Files are replaced whole or not at all, also after an error."""

from __future__ import annotations

import errno
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

BUILD = ("build", "red", "--only", "order")
NAME = "red-en-a4-order.pdf"


def files(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def test_a_file_where_the_folder_should_be_is_told(pnp: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "output").write_text("mine", encoding="utf-8")
    ran = pnp(*BUILD)
    assert (ran.status, ran.out) == (3, "")
    assert "error[cannot-write]" in ran.err
    assert "a file is in the way" in ran.err
    assert (tmp_path / "output").read_text(encoding="utf-8") == "mine"


def test_a_folder_where_the_file_should_be_is_told(pnp: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "out" / NAME).mkdir(parents=True)
    ran = pnp(*BUILD, "--out", "out", "--json")
    assert ran.status == 3
    assert ran.json["diagnostics"][0]["code"] == "cannot-write"
    assert "a folder of this name is in the way" in ran.err
    assert files(tmp_path) == []


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is read-only for this user")
def test_a_read_only_folder_is_told(pnp: Callable[..., Any], tmp_path: Path) -> None:
    folder = tmp_path / "out"
    folder.mkdir(mode=stat.S_IRUSR | stat.S_IXUSR)
    ran = pnp(*BUILD, "--out", folder)
    assert (ran.status, ran.out) == (3, "")
    assert "you may not write here" in ran.err
    assert files(tmp_path) == []


@pytest.mark.parametrize(
    ("call", "number", "words"),
    [
        ("fsync", errno.ENOSPC, "free some space"),
        ("fsync", errno.EIO, "cannot be written"),
        ("replace", errno.EACCES, "close it if it is open in a viewer"),
        ("replace", errno.EROFS, "this disk cannot be written to"),
    ],
)
def test_a_failing_disk_leaves_the_old_file_and_no_other(
    call: str, number: int, words: str, pnp: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / NAME).write_bytes(b"old")

    def fail(*_arguments: object) -> None:
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patched:
        patched.setattr(os, call, fail)
        ran = pnp(*BUILD, "--out", "out")
    assert (ran.status, ran.out) == (3, "")
    assert words in ran.err
    assert files(tmp_path) == [f"out/{NAME}"]
    assert (tmp_path / "out" / NAME).read_bytes() == b"old"


@pytest.mark.skipif(sys.platform == "win32", reason="limits are set otherwise there")
def test_a_disk_that_is_too_small_leaves_the_old_file_and_no_other(
    process_environment: Callable[..., dict[str, str]], tmp_path: Path
) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / NAME).write_bytes(b"old")
    code = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\n"
        "from pnp.cli.app import run; sys.exit(run(sys.argv[1:]))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code, *BUILD, "--out", "out"],
        cwd=tmp_path,
        env=process_environment({"PYTHONDONTWRITEBYTECODE": "1"}),
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert ran.returncode == 3, ran.stderr
    assert b"error[cannot-write]" in ran.stderr
    assert b"Traceback" not in ran.stderr
    assert files(tmp_path) == [f"out/{NAME}"]
    assert (tmp_path / "out" / NAME).read_bytes() == b"old"


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL there")
def test_a_killed_build_leaves_the_old_file_and_the_next_build_succeeds(
    process_environment: Callable[..., dict[str, str]], pnp: Callable[..., Any], tmp_path: Path
) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / NAME).write_bytes(b"old")
    code = (
        "import os, signal, sys\n"
        "os.replace = lambda *paths: os.kill(os.getpid(), signal.SIGKILL)\n"
        "from pnp.cli.app import run; sys.exit(run(sys.argv[1:]))"
    )
    killed = subprocess.run(
        [sys.executable, "-c", code, *BUILD, "--out", "out"],
        cwd=tmp_path,
        env=process_environment({"PYTHONDONTWRITEBYTECODE": "1"}),
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert killed.returncode == -signal.SIGKILL
    assert (tmp_path / "out" / NAME).read_bytes() == b"old"
    assert [name for name in files(tmp_path) if not name.endswith(".tmp")] == [f"out/{NAME}"]
    assert pnp(*BUILD, "--out", "out").status == 0
    assert (tmp_path / "out" / NAME).read_bytes().startswith(b"%PDF")
    assert [name for name in files(tmp_path) if name.endswith(".pdf")] == [f"out/{NAME}"]


def test_an_interrupted_build_leaves_nothing(
    pnp: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_arguments: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", interrupt)
        ran = pnp(*BUILD, "--out", "out")
    assert ran.status == 130
    assert files(tmp_path) == []


def test_a_build_whose_page_shows_another_digit_fails_and_leaves_the_old_file(
    pnp: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pnp.pdf.painting.signs import FontPlaceholders  # noqa: PLC0415 - only this test breaks it

    (tmp_path / "out").mkdir()
    old_file = tmp_path / "out" / "red-en-a4-summary.pdf"
    old_file.write_bytes(b"old")
    encode = FontPlaceholders.encode
    with monkeypatch.context() as patched:
        patched.setattr(FontPlaceholders, "encode", lambda self, text: encode(self, text.replace("3", "1")))
        ran = pnp("build", "red", "--only", "summary", "--out", "out")
    assert (ran.status, ran.out) == (1, "")
    assert "error[misprint]: example rule-" in ran.err
    assert old_file.read_bytes() == b"old"
    assert pnp("build", "red", "--only", "summary", "--out", "out").status == 0
    assert old_file.read_bytes() != b"old"
