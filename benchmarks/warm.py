"""``python -m benchmarks.warm CASE FOLDER COUNT REPORT``: a process that builds a kit, and again after every edit, as a
command that watches a project would. ``benchmarks.cases`` starts it.

Python searches for garbage as the command line lets it, and what the first build made is left out of that from then on.
What the edit itself takes, which an editor does elsewhere, is not counted.
"""

from __future__ import annotations

import gc
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.edits import EDITS, OUT, Edits
from benchmarks.measure import Spent, Warm, digest, write_warm
from pnp.build.build import build_kit, write_kit
from pnp.build.options import BuildOptions
from pnp.cache.disk import FOLDER
from pnp.cli import delay_garbage_collection
from pnp.project.build_cache import BuildCache
from pnp.project.project import open_project


def main(name: str, folder: Path, count: int, report: Path) -> None:
    """Build state 0 of the project in ``folder``, then ``count`` edits, and leave in ``report`` what that took."""
    delay_garbage_collection()
    with tempfile.TemporaryDirectory() as kept:
        os.environ[FOLDER] = kept  # no state is known from another run
        write_warm(report, rebuild(EDITS[name], folder, count))


def rebuild(edits: Edits, folder: Path, count: int) -> Warm:
    """What the first build took and each of ``count`` after an edit. Raises PnpError where one cannot be built."""
    build = _builder(folder, edits.game)
    first, _ = _timed(build)
    gc.freeze()
    rebuilds, digests = [], []
    for state in range(1, count + 1):
        edits.change(folder, state)
        spent, written = _timed(build)
        rebuilds.append(spent)
        digests.append(digest(written))
    return Warm(first, tuple(rebuilds), tuple(digests))


def _builder(folder: Path, game: str) -> Callable[[], Path]:
    build_cache, options = BuildCache(), BuildOptions(out=folder / OUT)

    def build() -> Path:
        build_cache.turn()
        project = open_project(folder / "games.toml", build_cache=build_cache)
        (written,) = write_kit(project, build_kit(project, project.game(game), options), options)
        return written

    return build


def _timed(build: Callable[[], Path]) -> tuple[Spent, Path]:
    seconds, processor = time.perf_counter(), time.process_time()
    written = build()
    return Spent(time.perf_counter() - seconds, time.process_time() - processor), written


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4]))
