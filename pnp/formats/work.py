"""Pictures drawn in as many processes as there are cores: PDFium cannot be used from several threads."""

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

_MOST = 8
"""Processes; each holds a picture and the file that it is drawn from."""
# -P: nothing is imported from the working directory, where code of a stranger may lie beside a definition.
_BEGIN = "import json,sys;sys.path[:]=json.loads(sys.stdin.readline());from pnp.formats.worker import main;main()"


@dataclass(frozen=True, slots=True)
class RenderTask:
    """A picture to be drawn: a page, from 0, of one of the files, its pixels, and the file it goes to."""

    pdf: str
    page: int
    width: int
    height: int
    file: str


@dataclass(frozen=True, slots=True)
class RenderSettings:
    """How a page is drawn and looked at, alike for all: bleed and safe area in mm, None where nobody asks for it."""

    format: PictureFormat | None
    """None draws nothing, and looks at the page only."""
    dpi: int
    bleed: float = 0.0
    safe: float | None = None
    round_: bool = False


@dataclass(frozen=True, slots=True)
class RenderOutcome:
    """What came of a shot: the digest of its file (SHA-256 in hex), whether its bleed is bare, and type that lies
    outside the safe area."""

    file: str
    sha256: str
    bare: bool
    outside: tuple[UnsafeText, ...]


class RenderWorkers:
    """Processes that wait for pictures to draw. They begin at once: what they import takes as long as a few faces."""

    def __init__(self, count: int | None = None) -> None:
        command = [sys.executable, "-P", "-c", _BEGIN]
        self._waiting = [
            subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)  # noqa: S603
            for _ in range(min(_MOST, cores()) if count is None else count)
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

    def begin(self, folder: Path, work: Sequence[tuple[RenderSettings, RenderTask]]) -> None:
        """Have the shots drawn, each as its look says, from files in ``folder`` to files there. Once only."""
        shares = _shares(work, len(self._waiting))
        for share in filter(None, shares):
            process = self._waiting.pop()
            task = {"folder": str(folder), "work": [[asdict(look), asdict(shot)] for look, shot in share]}
            assert process.stdin is not None
            process.stdin.write(json.dumps(task).encode() + b"\n")
            process.stdin.flush()
            self._busy.append(process)

    def taken(self) -> dict[str, RenderOutcome]:
        """What came of all shots, by file. Raises WriteError where there was no room for one, else PnpError."""
        found: dict[str, RenderOutcome] = {}
        while self._busy:
            process = self._busy.pop(0)
            said, complaint = process.communicate()
            if process.returncode:
                raise _ended(process.returncode, complaint.decode("utf-8", "replace"))
            for one in map(json.loads, said.splitlines()):
                if "cannot-write" in one:
                    message = f"a picture cannot be written: {one['cannot-write']}"
                    hint = "free some space on this disk"
                    raise WriteError(Diagnostic("cannot-write", message, Location(one["file"]), hint))
                outside = tuple(UnsafeText(**each) for each in one.pop("outside"))
                found[one["file"]] = RenderOutcome(**one, outside=outside)
        return found


def _shares(
    work: Sequence[tuple[RenderSettings, RenderTask]], count: int
) -> list[list[tuple[RenderSettings, RenderTask]]]:
    """All shots in ``count`` shares that take about as long: the largest first, each to whoever has least."""
    shares: list[list[tuple[RenderSettings, RenderTask]]] = [[] for _ in range(count)]
    loads = [0] * count
    for look, shot in sorted(work, key=lambda one: -one[1].width * one[1].height):
        least = loads.index(min(loads))
        shares[least].append((look, shot))
        loads[least] += shot.width * shot.height
    return shares


def _ended(status: int, complaint: str) -> PnpError:
    last = complaint.strip().rpartition("\n")[2]
    said = f": {last}" if last else ""
    message = f"a process that draws pictures ended with status {status}{said}"
    return PnpError(Diagnostic("no-picture", message, hint="if memory is short, ask for fewer dots per inch"))
