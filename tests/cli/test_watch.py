"""``pnp build --watch``: a process that goes on, in which a save is a file at once."""

from __future__ import annotations

import gc
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pnp.build.options import BuildOptions
from pnp.cli.work.build import keep_building
from pnp.cli.work.kits import KitRequest
from pnp.project import watching
from pnp.project.watching import WatchedPaths

pytestmark = pytest.mark.skipif(os.name != "posix", reason="a process is interrupted as by Ctrl-C")
DEADLINE = 30.0
DEFINITION = """\
[mine]
engine = "deck"
title = "Mine"
decks = { cards = "cards.csv" }
components = { cards = { kind = "cards", title = "cards", template = "front", of = "cards" } }
[other]
engine = "deck"
title = "Other"
decks = { cards = [{ title = "Toad" }] }
components = { cards = { kind = "cards", title = "cards", template = "front", of = "cards" } }
"""
TEMPLATE = '{{ line(card.title, 31.5, 20, 6, "title", anchor="middle", width=53) }}\n'


class Watching:
    """A process that watches ``folder``."""

    def __init__(self, folder: Path, environment: dict[str, str], *arguments: str) -> None:
        self.folder = folder
        self._said, self._told = folder / ".said", folder / ".told"  # hidden: not watched
        with self._said.open("wb") as out, self._told.open("wb") as err:
            command = [sys.executable, "-W", "error", "-m", "pnp", "build", *arguments, "--watch"]
            self.process = subprocess.Popen(
                command, cwd=folder, env=environment, stdout=out, stderr=err, stdin=subprocess.DEVNULL
            )

    @property
    def out(self) -> str:
        return self._said.read_text(encoding="utf-8")

    @property
    def err(self) -> str:
        return self._told.read_text(encoding="utf-8")

    def until(self, holds: Callable[[], Any]) -> Any:
        """Wait for something to hold; returns it."""
        end = time.monotonic() + DEADLINE
        while not (outcome := holds()):
            assert self.process.poll() is None, f"it ended: {self.out}{self.err}"
            assert time.monotonic() < end, f"it does not come: {self.out}{self.err}"
            time.sleep(0.02)
        return outcome

    def line(self, number: int) -> str:
        """A line of its output, counted from 1, as soon as it is there."""
        lines: list[str] = self.until(lambda: self.out.splitlines() if self.out.count("\n") >= number else [])
        return lines[number - 1]

    def interrupt(self) -> int:
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(DEADLINE)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "templates" / "deck").mkdir(parents=True)
    (tmp_path / "templates" / "deck" / "front.svg.j2").write_text(TEMPLATE, encoding="utf-8")
    (tmp_path / "games.toml").write_text(DEFINITION, encoding="utf-8")
    (tmp_path / "cards.csv").write_text("title\nNewt\nToad\n", encoding="utf-8")
    return tmp_path


@pytest.fixture
def watch(folder: Path, process_environment: Callable[..., dict[str, str]]) -> Iterator[Callable[..., Watching]]:
    begun: list[Watching] = []

    def begin(*arguments: str) -> Watching:
        begun.append(Watching(folder, process_environment(), *arguments))
        return begun[-1]

    yield begin
    for watcher in begun:
        watcher.process.kill()
        watcher.process.wait()


def test_every_save_is_a_file_and_errors_leave_the_last_one(
    folder: Path, watch: Callable[..., Watching], pnp_process: Callable[..., Any]
) -> None:
    pdf, cards = folder / "output/mine/mine-en-a4.pdf", folder / "cards.csv"
    template = folder / "templates/deck/front.svg.j2"
    watcher = watch("mine")
    assert watcher.line(1) == "output/mine/mine-en-a4.pdf"
    watcher.until(lambda: "Ctrl-C ends it" in watcher.err)
    first, notes = pdf.read_bytes(), watcher.err
    assert "2 cards" in notes

    cards.write_text("title\nNewt\nFrog\n", encoding="utf-8")
    assert watcher.line(2).startswith("output/mine/mine-en-a4.pdf  ") and watcher.line(2).endswith(" s, 1 face drawn")
    second = pdf.read_bytes()
    assert second != first and watcher.err == notes

    template.write_text("{{ card.title", encoding="utf-8")
    watcher.until(lambda: "not written: mine\n" in watcher.err)
    assert "templates/deck/front.svg.j2:1: error[template-syntax]" in watcher.err and pdf.read_bytes() == second

    template.unlink()
    watcher.until(lambda: watcher.err.count("not written: mine\n") == 2)
    assert "error[missing-template]" in watcher.err and pdf.read_bytes() == second

    template.write_text(TEMPLATE.replace("20", "30"), encoding="utf-8")
    assert watcher.line(3).endswith(" s, 2 faces drawn")
    third = pdf.read_bytes()
    assert watcher.interrupt() == 0
    assert third not in (first, second)
    assert pnp_process("build", "mine", "--out", "cold").returncode == 0
    assert (folder / "cold" / pdf.name).read_bytes() == third


def test_it_waits_for_a_definition_that_is_none_yet(folder: Path, watch: Callable[..., Watching]) -> None:
    (folder / "games.toml").write_text("[mine\n", encoding="utf-8")
    watcher = watch()
    watcher.until(lambda: "not written: any kit\n" in watcher.err)
    assert "games.toml:1" in watcher.err
    (folder / "games.toml").write_text(DEFINITION.partition("[other]")[0], encoding="utf-8")
    assert watcher.line(1) == "output/mine/mine-en-a4.pdf"
    assert watcher.interrupt() == 0


def test_programs_get_a_line_of_json_for_each_time(folder: Path, watch: Callable[..., Watching]) -> None:
    watcher = watch("mine", "other", "--paper", "a4", "--paper", "letter", "--json")
    first = json.loads(watcher.line(1))
    assert first["ok"] and [(kit["game"], kit["paper"]) for kit in first["kits"]] == [
        ("mine", "a4"), ("mine", "letter"), ("other", "a4"), ("other", "letter")
    ]  # fmt: skip
    (folder / "cards.csv").write_text("title,copies\nNewt,many\n", encoding="utf-8")
    second = json.loads(watcher.line(2))
    assert (second["ok"], second["kits"]) == (False, [])
    assert second["diagnostics"][0]["file"] == "cards.csv" and second["seconds"] >= 0
    assert watcher.interrupt() == 0 and len(watcher.out.splitlines()) == 2


def test_warnings_are_told_when_they_are_new(folder: Path, watch: Callable[..., Watching]) -> None:
    cards = folder / "cards.csv"
    watcher = watch("mine")
    watcher.line(1)
    for number, text in enumerate(("title,colour\nNewt,red\n", "title,colour\nFrog,red\n"), 2):
        cards.write_text(text, encoding="utf-8")
        watcher.line(number)
    assert watcher.err.count("warning[unread-column]") == 1
    cards.write_text("title\nFrog\n", encoding="utf-8")
    watcher.line(4)
    cards.write_text("title,colour\nFrog,red\n", encoding="utf-8")
    watcher.until(lambda: watcher.err.count("warning[unread-column]") == 2)


def test_a_changed_program_is_told_once_and_nothing_is_built(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    program, cards = str(Path(watching.__file__).parent / "rules.py"), folder / "cards.csv"
    seen: list[dict[str, Any]] = [{program: (1, 0, 0, 0)}, {program: (2, 0, 0, 0)}, {}]

    def changed(watched: WatchedPaths, before: watching.Stamps, **_: object) -> watching.Stamps:
        known = {path: stamp for path, stamp in before.items() if path != program}
        if seen:
            return {**known, **seen.pop(0)}
        if cards.read_bytes() == saved:
            raise KeyboardInterrupt
        cards.write_bytes(saved)
        return {**known, str(cards): (1, 0, 0, 0)}

    saved = b"title\nNewt\nFrog\n"
    monkeypatch.setattr(watching, "wait_for_change", changed)
    keep_building(KitRequest(None, {}, ["mine"], False, [None], [None], BuildOptions()), as_json=False, quiet=False)
    gc.unfreeze()
    ran = capfd.readouterr()
    assert ran.err.count("warning[outdated]") == 1 and f"{program}: " in ran.err
    assert len(ran.out.splitlines()) == 2 and ran.out.endswith(" s, 1 face drawn\n")


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel tells of the children of a process")
def test_it_ends_when_its_parent_is_killed(watch: Callable[..., Watching]) -> None:
    watching = watch("mine")
    watching.line(1)
    children = Path(f"/proc/{watching.process.pid}/task/{watching.process.pid}/children").read_text().split()
    watching.process.kill()
    end = time.monotonic() + DEADLINE
    (child,) = children
    # A zombie is gone: nobody waits for it here.
    while Path(f"/proc/{child}").exists() and "State:\tZ" not in Path(f"/proc/{child}/status").read_text():
        assert time.monotonic() < end, "the child watches on"
        time.sleep(0.05)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("mine", "--changed-since", "old.pdf"), "--changed-since compares with a kit that was printed"),
        (("mine", "--out", "."), "--watch looks at every file of this folder"),
        (("mine", "--bleed", "much"), "--bleed"),
    ],
)
def test_what_makes_no_sense_ends_it(
    arguments: tuple[str, ...], message: str, folder: Path, pnp: Callable[..., Any]
) -> None:
    ran = pnp("build", *arguments, "--watch")
    assert ran.status == 2 and message in ran.err


def test_standard_input_comes_once(folder: Path, watch: Callable[..., Watching]) -> None:
    text = DEFINITION.replace('"cards.csv"', '"-"')
    (folder / "games.toml").write_text(text, encoding="utf-8")
    watcher = watch("mine")
    watcher.until(lambda: "not written: mine\n" in watcher.err)
    assert "games.toml:4:" in watcher.err and "which comes once" in watcher.err
    (folder / "games.toml").write_text(DEFINITION, encoding="utf-8")
    assert watcher.line(1) == "output/mine/mine-en-a4.pdf"


def test_a_build_that_is_interrupted_without_it_says_so(
    folder: Path, process_environment: Callable[..., dict[str, str]]
) -> None:
    code = (
        "import os, signal, sys\nfrom pnp.cli import app\nfrom pnp.cli.work import build\n"
        "build.run_all = lambda *_: os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.exit(app.run(['build', 'mine']))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, env=process_environment(), check=False)
    assert done.returncode == 130
