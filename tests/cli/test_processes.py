"""Kits that are built side by side: the same files and words in the same order, and what goes wrong in one process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pnp.cli.processes import process_count

ONE, TWO = "lambda: 1", "lambda: 2"
RUN = """\
import sys
from pnp.cli import processes
processes.process_count = {cores}
from pnp.cli.app import run
sys.exit(run(sys.argv[1:]))
"""
WORK = """\
import os, sys
from pnp.cli.processes import run_parallel
from pnp.diagnostics import Diagnostic, PnpError

def fails():
    print("before")
    raise PnpError(Diagnostic("wrong", "it is wrong"))

def breaks():
    raise ZeroDivisionError("of two numbers")

def odd():
    raise type("Odd", (Exception,), {{}})("cannot be sent")

def prints(name):
    def do():
        print("out", name)
        print("err", name, file=sys.stderr)
        print("again", name)
        return name, os.getpid()
    return do

work = {work}
for name, found in run_parallel(work, lambda name: name[0], 2):
    found.replay()
    sys.stdout.flush()
    error = found.error
    print(name, "->", type(error).__name__ if error else found.result[0], *getattr(error, "__notes__", [])[:0])
"""


def python(code: str, *arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    # Not in this process: it has threads, with which it must not be forked.
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, capture_output=True, cwd=folder, env=env, encoding="utf-8", timeout=120, check=False)


def two_decks(folder: Path, *more: str) -> None:
    """A definition of two decks of one card, and further lines."""
    decks = (
        f'[{name}]\nengine = "deck"\ntitle = "{name}"\ndecks = {{ cards = [{{ number = 1 }}] }}\n[{name}.components]\n'
        'cards = { kind = "cards", title = "cards", of = "cards", template = "card" }\n'
        for name in ("one", "two")
    )
    (folder / "games.toml").write_text("".join((*decks, *more)), encoding="utf-8")


pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")


def test_side_by_side_makes_the_same_files_and_says_the_same(tmp_path: Path) -> None:
    messages = {}
    for count in (ONE, TWO):
        folder = tmp_path / count[-1]
        folder.mkdir()
        two_decks(folder)
        languages = ("--lang", "ja", "--lang", "en")
        ran = python(RUN.format(cores=count), "build", "one", "two", *languages, folder=folder)
        as_json = python(RUN.format(cores=count), "build", "two", "one", "--json", folder=folder)
        files = {path.name: path.read_bytes() for path in sorted(folder.rglob("*.pdf"))}
        assert (ran.returncode, as_json.returncode, len(files)) == (0, 0, 4)
        json_output = as_json.stdout.replace(str(folder), "")
        messages[count] = ran.stdout, ran.stderr, json.loads(json_output), files
    assert messages[ONE] == messages[TWO]


def test_what_every_process_needs_is_read_before_they_begin_and_the_largest_kit_is_begun_first(tmp_path: Path) -> None:
    loaded = """\
import sys
from pnp.cli import processes
def run_parallel(work, group, count, weight):
    print("pnp.build.build" in sys.modules, *sorted(work, key=weight, reverse=True))
    return iter(())
processes.run_parallel, processes.process_count = run_parallel, lambda: 2
from pnp.cli.app import run
sys.exit(run(sys.argv[1:]))
"""
    said, cards = f'\n[said]\nextends = "one"\nfacts = "{"x" * 90}"\n', ", ".join(["{ number = 1 }"] * 50)
    two_decks(tmp_path, said, f'[cards]\nextends = "one"\ndecks = {{ cards = [{cards}] }}\n')
    assert python(loaded, "build", "one", "said", "cards", folder=tmp_path).stdout == "True cards said one\n"


def test_what_fails_in_one_process_leaves_the_others(tmp_path: Path) -> None:
    broken = '[broken]\nextends = "two"\n[broken.components]\ncards = { template = "nowhere" }\n'
    two_decks(tmp_path, broken)
    ran = python(RUN.format(cores=TWO), "build", "one", "broken", "two", folder=tmp_path)
    assert ran.returncode == 2
    names = [Path(line).name for line in ran.stdout.splitlines()]
    assert names == ["one-en-a4.pdf", "two-en-a4.pdf"]
    assert ran.stderr.endswith("\nnot written: broken; written: one, two\n")


def test_what_is_printed_comes_in_the_order_of_the_work(tmp_path: Path) -> None:
    work = "{name: prints(name) for name in ('a1', 'b1', 'a2', 'c1', 'b2')}"
    ran = python(WORK.format(work=work), folder=tmp_path)
    names = ("a1", "b1", "a2", "c1", "b2")
    expected = [line for name in names for line in (f"out {name}", f"again {name}", f"{name} -> {name}")]
    assert ran.stdout.splitlines() == expected
    assert ran.stderr.splitlines() == [f"err {name}" for name in names]


def test_a_group_stays_in_one_process(tmp_path: Path) -> None:
    code = WORK.format(work="{name: prints(name) for name in ('a1', 'b1', 'a2', 'b2')}")
    code = code.replace("found.result[0]", "'pid', found.result[1]").replace("found.replay()", "")
    lines = [line.split() for line in python(code, folder=tmp_path).stdout.splitlines()]
    assert len(lines) == 4
    by_group = {name[0]: {pid for other, *_, pid in lines if other[0] == name[0]} for name, *_ in lines}
    assert all(len(pids) == 1 for pids in by_group.values())


def test_what_weighs_most_is_begun_first_and_told_in_its_place(tmp_path: Path) -> None:
    code = """\
import time
from pnp.cli.processes import run_parallel
weights = {"a1": 1, "b1": 9, "c1": 4, "a2": 1, "d1": 4, "c2": 4}
work = {name: time.monotonic_ns for name in weights}
found = {name: one.result for name, one in run_parallel(work, lambda name: name[0], 1, weights.__getitem__)}
print(*found)
print(*sorted(found, key=found.get))
"""
    order, begun = python(code, folder=tmp_path).stdout.splitlines()
    assert order == "a1 b1 c1 a2 d1 c2"
    assert begun == "b1 c1 c2 d1 a1 a2"


@pytest.mark.parametrize(
    ("do", "message"),
    [
        ("fails", "PnpError"),
        ("breaks", "ZeroDivisionError"),
        ("odd", "RuntimeError"),
        ("lambda: os.kill(os.getpid(), 9)", "PnpError"),
    ],
)
def test_an_error_comes_with_the_work_that_has_it(do: str, message: str, tmp_path: Path) -> None:
    ran = python(WORK.format(work=f"{{'a': prints('a'), 'b': {do}, 'c': prints('c')}}"), folder=tmp_path)
    lines = [line for line in ran.stdout.splitlines() if "->" in line]
    assert lines == ["a -> a", f"b -> {message}", "c -> c"], ran.stderr


def test_work_that_no_process_is_left_for_is_told(tmp_path: Path) -> None:
    kill = "lambda: os.kill(os.getpid(), 9)"
    ran = python(WORK.format(work=f"{{'a': {kill}, 'b': {kill}, 'c': prints('c')}}"), folder=tmp_path)
    assert ran.returncode == 1
    assert [line for line in ran.stdout.splitlines() if "->" in line] == ["a -> PnpError", "b -> PnpError"]
    assert "no process is left to do c" in ran.stderr


def test_processes_end_when_whoever_asked_for_them_is_gone(tmp_path: Path) -> None:
    slow = "lambda name: (lambda: (print(name), time.sleep(0.3), open(name, 'w').write(str(os.getpid()))))"
    work = f"{{name: ({slow})(name) for name in ('a', 'b', 'c', 'd', 'e', 'f')}}"
    code = WORK.format(work=work).replace("import os, sys", "import os, sys, time", 1)
    code = code.replace("found.replay()", "os.kill(os.getpid(), 9)")
    assert python(code, folder=tmp_path).returncode == -9
    # Nothing that was not begun is done any more.
    time.sleep(2)
    done = {path.name: int(path.read_text()) for path in tmp_path.iterdir()}
    assert {"a", "b"} <= set(done) < {"a", "b", "c", "d", "e", "f"}
    for process in set(done.values()):
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)


def test_there_is_a_core() -> None:
    assert process_count() >= 1
