"""Draw pictures in one process per core: PDFium cannot be used from several threads."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from types import TracebackType

from pnp.cores import cores
from pnp.diagnostics import Diagnostic, Location, PnpError, WriteError
from pnp.formats.formats import PictureFormat
from pnp.formats.pictures import UnsafeText
from pnp.records import dataclass

_MAX_PROCESSES = 8
"""Most processes; each holds a picture and the file that it is drawn from."""
# -P: import nothing from the working directory, where a stranger's code may lie beside a definition.
_START_WORKER = (
    "import json,sys;sys.path[:]=json.loads(sys.stdin.readline());from pnp.formats.render_worker import main;main()"
)


@dataclass(frozen=True, slots=True)
class RenderTask:
    """Picture to be drawn: a page, from 0, of one of the files, its pixels, and the file it goes to."""

    pdf: str
    page: int
    width: int
    height: int
    file: str


@dataclass(frozen=True, slots=True)
class RenderSettings:
    """Settings for drawing and checking a page; bleed and safe area in mm. The safe area is None if it is not
    checked."""

    format: PictureFormat | None
    """Format of the picture; None draws nothing, and checks the page only."""
    dpi: int
    bleed: float = 0.0
    safe: float | None = None
    round_: bool = False


@dataclass(frozen=True, slots=True)
class RenderOutcome:
    """Outcome of a task: the SHA-256 of its file in hex, ``bare`` for a white bleed, and type outside the safe area."""

    file: str
    sha256: str
    bare: bool
    outside: tuple[UnsafeText, ...]


class RenderWorkers:
    """Processes that wait for pictures to draw. They start at once: their imports take as long as drawing a few
    faces."""

    def __init__(self, count: int | None = None) -> None:
        command = [sys.executable, "-P", "-c", _START_WORKER]
        self._waiting = [
            subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)  # noqa: S603
            for _ in range(min(_MAX_PROCESSES, cores()) if count is None else count)
        ]
        path = json.dumps(sys.path).encode() + b"\n"
        for process in self._waiting:
            assert process.stdin is not None
            process.stdin.write(path)
            process.stdin.flush()
        self._busy: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> RenderWorkers:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for process in (*self._waiting, *self._busy):
            process.kill()
            process.communicate()

    def start(self, folder: Path, tasks: Sequence[tuple[RenderSettings, RenderTask]]) -> None:
        """Start drawing the tasks, each with its settings, from files in ``folder`` to files there. Call this only
        once."""
        shares = _divide(tasks, len(self._waiting))
        for share in filter(None, shares):
            process = self._waiting.pop()
            message = {"folder": str(folder), "work": [[asdict(settings), asdict(task)] for settings, task in share]}
            assert process.stdin is not None
            process.stdin.write(json.dumps(message).encode() + b"\n")
            process.stdin.flush()
            self._busy.append(process)

    def collect(self) -> dict[str, RenderOutcome]:
        """Return the outcomes of all tasks, by file. Raises WriteError if a file could not be written, else
        PnpError."""
        outcomes: dict[str, RenderOutcome] = {}
        while self._busy:
            process = self._busy.pop(0)
            output, error_output = process.communicate()
            if process.returncode:
                raise _process_error(process.returncode, error_output.decode("utf-8", "replace"))
            for report in map(json.loads, output.splitlines()):
                if "cannot-write" in report:
                    message = f"a picture cannot be written: {report['cannot-write']}"
                    hint = "free some space on this disk"
                    raise WriteError(Diagnostic("cannot-write", message, Location(report["file"]), hint))
                outside = tuple(UnsafeText(**fields) for fields in report.pop("outside"))
                outcomes[report["file"]] = RenderOutcome(**report, outside=outside)
        return outcomes


def _divide(
    tasks: Sequence[tuple[RenderSettings, RenderTask]], count: int
) -> list[list[tuple[RenderSettings, RenderTask]]]:
    """Divide tasks into ``count`` shares of about equal time: the largest first, each to the smallest share."""
    shares: list[list[tuple[RenderSettings, RenderTask]]] = [[] for _ in range(count)]
    loads = [0] * count
    for settings, task in sorted(
        tasks, key=lambda settings_and_task: -settings_and_task[1].width * settings_and_task[1].height
    ):
        least = loads.index(min(loads))
        shares[least].append((settings, task))
        loads[least] += task.width * task.height
    return shares


def _process_error(status: int, error_output: str) -> PnpError:
    last_line = error_output.strip().rpartition("\n")[2]
    detail = f": {last_line}" if last_line else ""
    message = f"a process that draws pictures ended with status {status}{detail}"
    return PnpError(Diagnostic("no-picture", message, hint="if memory is short, ask for fewer dots per inch"))
