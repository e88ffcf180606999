"""Kits that are built in two threads of one process do not meet: each is what it is when it is built alone."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import textwrap
import threading
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from pnp.build.build import build_kit
from pnp.build.options import BuildOptions
from pnp.cache.disk import FOLDER
from pnp.project.project import open_project

ROOT = Path(__file__).resolve().parents[2]
Asked = tuple[str, BuildOptions]

RED = "red", BuildOptions(language="en", only=("summary",))
RED_IN_JAPANESE = "red", BuildOptions(language="ja", only=("summary",), ink_report=True)
IROHA = "iroha", BuildOptions(language="ja", only=("summary",))


@pytest.fixture(autouse=True)
def often() -> Iterator[None]:
    """Threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def built(folder: Path, asked: Asked) -> bytes:
    """The PDF of a kit, from a project of its own, as each thread opens one."""
    project = open_project(folder=folder)
    return build_kit(project, project.game(asked[0]), asked[1]).pdf


def built_at_once(folder: Path, *asked: Asked) -> list[bytes]:
    """As ``built``, each in a thread, all begun at once."""
    start, files = threading.Barrier(len(asked)), {}

    def build(place: int, one: Asked) -> None:
        start.wait(10)
        files[place] = built(folder, one)

    threads = [threading.Thread(target=build, args=one, daemon=True) for one in enumerate(asked)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert not any(thread.is_alive() for thread in threads), "two threads wait for each other"
    assert len(files) == len(asked), "a thread failed; what it raised stands above"
    return [files[place] for place in range(len(asked))]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("rounds", [1, pytest.param(25, marks=pytest.mark.full)])
@pytest.mark.parametrize(
    "asked", [(RED, IROHA), (RED, RED), (RED, RED_IN_JAPANESE)], ids=["two games", "the same twice", "two languages"]
)
def test_kits_built_at_once_are_those_built_alone(tmp_path: Path, asked: tuple[Asked, ...], rounds: int) -> None:
    alone = [built(tmp_path, one) for one in asked]
    before = dict(os.environ), list(warnings.filters)
    for _ in range(rounds):
        assert built_at_once(tmp_path, *asked) == alone
    assert (dict(os.environ), list(warnings.filters)) == before


FRESH = """
    import hashlib, sys, threading
    from pathlib import Path

    sys.setswitchinterval(1e-5)
    start, found = threading.Barrier(2), {}

    def build(name):
        start.wait(10)
        from pnp.build.build import build_kit
        from pnp.build.options import BuildOptions
        from pnp.project.project import open_project

        project = open_project(folder=Path(sys.argv[1]))
        kit = build_kit(project, project.game(name), BuildOptions(language="en", only=("summary",)))
        found[name] = hashlib.sha256(kit.pdf).hexdigest()

    threads = [threading.Thread(target=build, args=(name,), daemon=True) for name in ("red", "koka")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    print(found["red"], found["koka"])
"""


@pytest.mark.parametrize(
    ("times", "kept"), [(1, True), *(pytest.param(10, kept, marks=pytest.mark.full) for kept in (False, True))]
)
def test_the_first_two_builds_of_a_process_may_begin_at_once(tmp_path: Path, kept: bool, times: int) -> None:
    """With nothing imported yet, no template compiled, and one folder for what is kept, if any."""
    options = BuildOptions(language="en", only=("summary",))
    alone = [hashlib.sha256(built(tmp_path, (name, options))).hexdigest() for name in ("red", "koka")]
    for time in range(times):
        folder = str(tmp_path / f"kept-{time}") if kept else ""
        ran = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(FRESH), str(tmp_path)],
            check=False,
            capture_output=True,
            text=True,
            cwd=ROOT,
            env={**os.environ, FOLDER: folder, "PYTHONPATH": str(ROOT)},
            timeout=120,
        )
        assert (ran.stdout.split(), ran.stderr) == (alone, "")


PIPED = """
    import io, sys, threading, types
    from pnp.project.definitions import standard_input

    second = threading.Thread(target=lambda: found.append(standard_input()), daemon=True)

    class Pipe(io.BytesIO):
        def read(self, size=-1):
            said = super().read(size)
            if said:
                second.start()
                second.join(0.1)  # whoever does not wait is through by then
            return said

    sys.stdin, found = types.SimpleNamespace(isatty=lambda: False, buffer=Pipe(b"title, Newt")), []
    found.append(standard_input())
    second.join(10)
    print(found)
"""


def test_what_is_piped_in_is_had_by_every_thread() -> None:
    """It can be read once: the thread that comes while it is read must not find it empty, nor make it so."""
    command = [sys.executable, "-c", textwrap.dedent(PIPED)]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    ran = subprocess.run(command, check=False, capture_output=True, text=True, cwd=ROOT, env=env, timeout=60)
    assert (ran.stdout, ran.stderr) == (f"{[b'title, Newt'] * 2}\n", "")
