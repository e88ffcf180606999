"""Where the time of one build goes: start-up, the steps of the pipeline, packages, functions."""

from __future__ import annotations

import cProfile
import pstats
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.cases import ROOT
from benchmarks.job import numbered_deck, small_deck
from benchmarks.project import GAME, make_project
from benchmarks.typeface import find_typeface

_STARTS = (
    ("the interpreter alone", "pass"),
    ("… and the command line", "import pnp.cli.app"),
    ("… and the pipeline", "import pnp.cli.app, pnp.build.build"),
)


def profile_build(game: str, top: int) -> str:
    """A report in text. ``game`` is a game of the shipped definition, or ``49`` or ``1000`` for the job's cards."""
    with tempfile.TemporaryDirectory(prefix="pnp-profile-") as scratch:
        folder = Path(scratch)
        definition, name = ROOT / "games.toml", game
        if game in ("49", "1000"):
            cards = small_deck() if game == "49" else numbered_deck(1000)
            definition, name = make_project(folder / "job", cards, 1, find_typeface(ROOT / "fonts")), GAME
        build = _builder(definition, name, folder / "out")
        steps = _steps(build)
        profiler = cProfile.Profile()
        profiler.runcall(build, lambda _label: None)
    parts = [
        ("Start-up, whole processes (ms)", _start_up()),
        ("Steps of the build, without the profiler (ms)", steps),
        ("Own time by package, under the profiler (ms)", _packages(profiler)),
        (f"The {top} functions with most own time, under the profiler (ms, calls)", _functions(profiler, top)),
    ]
    return "\n\n".join(f"{heading}\n{body}" for heading, body in parts)


def _builder(definition: Path, game: str, out: Path) -> Callable[[Callable[[str], None]], None]:
    from pnp.build.build import build_kit, write_kit  # noqa: PLC0415 - after this, start-up could not be told apart
    from pnp.build.options import BuildOptions  # noqa: PLC0415
    from pnp.project.project import open_project  # noqa: PLC0415

    def build(progress: Callable[[str], None]) -> None:
        progress("definition")
        project = open_project(definition)
        options = BuildOptions(out=out)
        kit = build_kit(project, project.game(game), options, progress)
        progress("writing")
        write_kit(project, kit, options)

    return build


def _steps(build: Callable[[Callable[[str], None]], None]) -> str:
    """Wall-clock time from each label of the build's progress to the next; the cards of a component are one step."""
    spent: defaultdict[str, float] = defaultdict(float)
    now: list[Any] = ["", time.perf_counter()]

    def step(label: str) -> None:
        moment = time.perf_counter()
        spent[now[0]] += moment - now[1]
        component, slash, _ = label.partition("/")
        now[:] = [f"faces of {component}" if slash else label, moment]

    build(step)
    step("")
    del spent[""]
    return _lines([(seconds, name) for name, seconds in spent.items()])


def _start_up() -> str:
    rows = []
    for what, code in _STARTS:
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
        rows.append((time.perf_counter() - start, what))
    return _lines(rows)


def _functions(profiler: cProfile.Profile, top: int) -> str:
    rows = sorted(((own, calls, where) for where, (calls, own) in _own(profiler).items()), reverse=True)[:top]
    return _lines([(own, f"{calls:>8} {_short(file)}:{line} {name}") for own, calls, (file, line, name) in rows])


def _packages(profiler: cProfile.Profile) -> str:
    spent: defaultdict[str, float] = defaultdict(float)
    for (file, _, _), (_, own) in _own(profiler).items():
        parts = _short(file).split("/")
        spent["/".join(parts[:2]) if parts[0] == "pnp" else parts[0]] += own
    return _lines(sorted(((own, name) for name, own in spent.items()), reverse=True)[:15])


def _own(profiler: cProfile.Profile) -> dict[tuple[str, int, str], tuple[int, float]]:
    stats: Any = pstats.Stats(profiler)
    return {where: (figures[1], figures[2]) for where, figures in stats.stats.items()}


def _short(file: str) -> str:
    path = Path(file)
    if path.is_relative_to(ROOT):
        return path.relative_to(ROOT).as_posix()
    return file.replace("\\", "/").partition("site-packages/")[2] or ("built-in" if file.startswith("~") else path.name)


def _lines(rows: list[tuple[float, str]]) -> str:
    return "\n".join(f"{seconds * 1000:9.1f}  {what}" for seconds, what in rows)
