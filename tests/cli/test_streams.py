"""Terminals and pipes: colours, encodings, readers that go away."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pnp.cli.app import run


@pytest.fixture
def speak(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[bytes]]:
    """Run a command line in this process, in an empty folder, with streams of an encoding as Python opens them."""
    monkeypatch.chdir(tmp_path)

    def call(encoding: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
        out = io.TextIOWrapper(io.BytesIO(), encoding=encoding, errors="strict")
        err = io.TextIOWrapper(io.BytesIO(), encoding=encoding, errors="backslashreplace")
        with monkeypatch.context() as patched:
            patched.setattr(sys, "stdout", out)
            patched.setattr(sys, "stderr", err)
            status = run(list(arguments))
            lines = []
            for stream in (out, err):
                stream.flush()
                lines.append(stream.buffer.getvalue())  # type: ignore[attr-defined] # a BytesIO, as above
        return subprocess.CompletedProcess(arguments, status, *lines)

    return call


@pytest.mark.parametrize("encoding", ["ascii", "cp932", "latin-1", "utf-16", "utf-8"])
def test_no_encoding_of_the_terminal_stops_a_command(encoding: str, speak: Callable[..., Any]) -> None:
    for arguments in (("list", "--lang", "ja"), ("examples", "red", "--lang", "ja"), ("build", "nöpé✓")):
        ran = speak(encoding, *arguments)
        assert ran.returncode == (2 if arguments[0] == "build" else 0), ran.stderr
        assert b"Traceback" not in ran.stderr
        assert ran.stdout.decode(encoding) or arguments[0] == "build"
        ran.stderr.decode(encoding)


@pytest.mark.parametrize(
    "encoding", ["cp932", *(pytest.param(one, marks=pytest.mark.full) for one in ("ascii", "latin-1", "utf-16"))]
)
def test_a_process_says_the_same_in_the_encoding_it_is_told(
    encoding: str, speak: Callable[..., Any], pnp_process: Callable[..., Any]
) -> None:
    for arguments in (("examples", "red", "--lang", "ja"), ("build", "nöpé✓")):
        ran, wanted = pnp_process(*arguments, env={"PYTHONIOENCODING": encoding}), speak(encoding, *arguments)
        assert ran.returncode == wanted.returncode
        # As text: whether UTF-16 starts with a byte order mark depends on where it goes.
        assert ran.stdout.decode(encoding) == wanted.stdout.decode(encoding)
        assert ran.stderr.decode(encoding) == wanted.stderr.decode(encoding)


def test_a_terminal_that_cannot_show_a_tick_gets_a_word(speak: Callable[..., Any], tmp_path: Path) -> None:
    aloud = speak("ascii", "examples", "red")
    assert b"= yes " in aloud.stdout
    assert b"= no " in aloud.stdout
    (tmp_path / "games.toml").write_text(
        '[mine]\nengine = "deck"\ntitle = "Mine"\ndecks = { cards = [{ number = 1 }] }\n'
        '[mine.components]\ncards = { kind = "cards", title = "cards", of = "cards", template = "card" }\n',
        encoding="utf-8",
    )
    assert speak("utf-8", "check", "mine").stdout.decode("utf-8").startswith("✓ mine: ")
    for encoding in ("ascii", "cp932"):
        assert speak(encoding, "check", "mine").stdout.startswith(b"ok mine: ")


def test_json_is_readable_whatever_the_encoding(speak: Callable[..., Any]) -> None:
    ascii_only = speak("ascii", "list", "--lang", "ja", "--json")
    utf8 = speak("utf-8", "list", "--lang", "ja", "--json")
    assert json.loads(ascii_only.stdout) == json.loads(utf8.stdout.decode("utf-8"))
    assert b"\\u" in ascii_only.stdout
    assert "赤".encode() in utf8.stdout or "レッド".encode() in utf8.stdout


@pytest.mark.parametrize(
    "env",
    [{"TERM": "xterm-256color"}, *(pytest.param(one, marks=pytest.mark.full) for one in ({}, {"FORCE_COLOR": ""}))],
)
def test_nothing_is_coloured_where_no_terminal_reads(env: dict[str, str], pnp_process: Callable[..., Any]) -> None:
    ran = pnp_process("build", "nope", env=env)
    assert b"error[unknown-game]" in ran.stderr
    assert b"\x1b" not in ran.stderr + ran.stdout


def on_terminal(arguments: list[str], env: dict[str, str], folder: Path) -> bytes:
    """Run a command with a terminal for stderr, and return what it writes there."""
    import pty  # noqa: PLC0415 - there is none on Windows

    ours, theirs = pty.openpty()
    try:
        process = subprocess.Popen(
            [sys.executable, "-m", "pnp", *arguments],
            cwd=folder,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=theirs,
        )
        os.close(theirs)
        output = b""
        try:
            while piece := os.read(ours, 65536):
                output += piece
        except OSError:  # Linux says so when the other end is closed
            pass
        process.wait(timeout=60)
    finally:
        os.close(ours)
    return output


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_colour_is_for_terminals_that_want_it(
    process_environment: Callable[..., dict[str, str]], tmp_path: Path
) -> None:
    wants = process_environment({"TERM": "xterm-256color"})
    assert b"\x1b[31merror[unknown-game]\x1b[0m" in on_terminal(["build", "nope"], wants, tmp_path)
    for more in ({"TERM": "xterm-256color", "NO_COLOR": "1"}, {"TERM": "dumb"}):
        assert b"\x1b[" not in on_terminal(["build", "nope"], process_environment(more), tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_terminal_sees_progress_and_the_end(
    process_environment: Callable[..., dict[str, str]], tmp_path: Path
) -> None:
    output = on_terminal(["build", "red", "--only", "order"], process_environment({"TERM": "xterm-256color"}), tmp_path)
    assert b"building red" in output
    assert b"1 sheet of a4" in output


@pytest.mark.skipif(sys.platform == "win32", reason="pipes break otherwise there")
def test_a_reader_that_goes_away_is_no_error(
    process_environment: Callable[..., dict[str, str]], tmp_path: Path
) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "pnp", "schema"],
        cwd=tmp_path,
        env=process_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout
    assert process.stderr
    process.stdout.close()
    errors = process.stderr.read()
    process.stderr.close()
    assert process.wait(timeout=60) == 141
    assert b"Traceback" not in errors
    assert b"Exception ignored" not in errors


def test_a_process_ends_at_once_with_all_it_said_unless_somebody_watches_it() -> None:
    expected = subprocess.run([sys.executable, "-m", "pnp", "explain", "--markdown"], capture_output=True, check=True)
    assert len(expected.stdout) > 8_192, "more than a buffer holds"
    for before, ends in (("", b""), ("sys.setprofile(lambda *_: None)", b"Python's own way\n")):
        script = (
            'import atexit, sys\natexit.register(print, "Python\'s own way")\n'
            f"from pnp.cli import main\nsys.argv = ['pnp', 'explain', '--markdown']\n{before}\nmain()"
        )
        ran = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
        assert ran.stdout == expected.stdout + ends


def test_a_profiler_hears_of_the_end() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "cProfile", "-s", "tottime", "-m", "pnp", "--version"], capture_output=True, check=True
    )
    assert b"function calls" in ran.stdout
