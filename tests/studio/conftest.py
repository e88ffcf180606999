"""A studio over a small deck, in this process or as users start it."""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from pnp.studio.session import StudioSession
from pnp.studio.snapshot import ShownFace, Snapshot
from pnp.studio.view import StudioRequest, View

DEFINITION = """
[leaves]
engine = "deck"
title = { en = "Leaves", de = "Blätter" }
players = [2, 3]

[leaves.decks]
leaves = "leaves.csv"

[leaves.components.leaves]
kind = "cards"
title = { en = "Leaves", de = "Blätter" }
template = "leaf"
size = "63mm x 88mm"
of = "leaves"
edge = "border"
"""
CARDS = "id,name.en,name.de\noak,Oak leaf,Eichenblatt\nelm,Elm leaf,Ulmenblatt\nash,Ash leaf,Eschenblatt\n"
TEMPLATE = """<rect x="4" y="4" width="55" height="80" fill="#dfe8d0"/>
{{ line(t(card.name), 31.5, 30, 4, anchor="middle") }}
"""
PATIENCE = 30.0


def eventually(condition: Callable[[], Any]) -> Any:
    """Wait until a condition holds, and return what it gives."""
    end = time.monotonic() + PATIENCE
    while not (value := condition()):
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.01)
    return value


@dataclass
class Leaves:
    """Project of three cards in two languages."""

    folder: Path

    @classmethod
    def write(cls, folder: Path) -> Leaves:
        """Write the project."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "templates" / "deck").mkdir(parents=True)
        (folder / "games.toml").write_text(DEFINITION, encoding="utf-8")
        (folder / "leaves.csv").write_text(CARDS, encoding="utf-8")
        (folder / "templates" / "deck" / "leaf.svg.j2").write_text(TEMPLATE, encoding="utf-8")
        return cls(folder)

    def edit(self, file: str, old: str, new: str) -> None:
        """Change a file as an editor does, in one write."""
        path = self.folder / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")

    @property
    def definition(self) -> Path:
        """The definition."""
        return self.folder / "games.toml"


def face_of(snapshot: Snapshot, name: str) -> ShownFace:
    """Return a face that the page shows."""
    face = snapshot.face(f"leaves/{name}")
    assert face is not None, f"no face {name}"
    return face


@pytest.fixture
def leaves(tmp_path: Path) -> Leaves:
    """The project, in a folder of its own."""
    return Leaves.write(tmp_path / "leaves")


@dataclass
class Watched:
    """A session with one view that a page looks at."""

    session: StudioSession
    view: View

    @property
    def snapshot(self) -> Snapshot:
        """The snapshot as it is now."""
        snapshot = self.session.snapshot(self.view)
        assert snapshot is not None
        return snapshot

    def wait(self, condition: Callable[[Snapshot], Any]) -> Snapshot:
        """Wait until the snapshot is as wanted, and return it."""
        eventually(lambda: condition(self.snapshot))
        return self.snapshot

    def drawn(self, after: int = 0) -> Snapshot:
        """Wait for a whole kit of a later build, without errors."""
        return self.wait(lambda one: one.number > after and one.is_complete and not one.errors)


@pytest.fixture
def watched(leaves: Leaves) -> Iterator[Watched]:
    """A running session over the project."""
    session = StudioSession(StudioRequest(leaves.definition, {}))
    watched = Watched(session, View())
    session.open_view(watched.view)
    session.start()
    yield watched
    session.stop()


@dataclass
class Answer:
    """Answer to a request."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def data(self) -> Any:
        """The body, as JSON."""
        return json.loads(self.body)


@dataclass
class Studio:
    """The program, as users start it."""

    process: subprocess.Popen[str]
    url: str
    port: int
    token: str
    opened: ExitStack = field(default_factory=ExitStack)

    @classmethod
    def start(cls, folder: Path, *arguments: str) -> Studio:
        """Start it, and read its address."""
        process = subprocess.Popen(
            [sys.executable, "-m", "pnp", "studio", "--no-open", *arguments],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        _, _, host, token, _ = url.split("/")
        return cls(process, url, int(host.partition(":")[2]), token)

    def ask(self, path: str, method: str = "GET", body: bytes | None = None, **headers: str) -> Answer:
        """Ask for a path below the token; ``headers`` replace those of the page."""
        return self.ask_raw(f"/{self.token}{path}", method, body, **headers)

    def ask_raw(self, path: str, method: str = "GET", body: bytes | None = None, **headers: str) -> Answer:
        """Ask for a path as it is."""
        host = f"127.0.0.1:{self.port}"
        sent = {"Host": host} | ({"Origin": f"http://{host}"} if method == "POST" else {})
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.putrequest(method, path, skip_host=True)
        for name, value in sent.items():
            if value:
                connection.putheader(name, value)
        if body is not None:
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        response = connection.getresponse()
        answer = Answer(response.status, {k.lower(): v for k, v in response.getheaders()}, response.read())
        connection.close()
        return answer

    def listen(self, query: str = "") -> http.client.HTTPResponse:
        """Open the events of a view."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request("GET", f"/{self.token}/events?{query}")
        self.opened.callback(connection.close)
        return self.opened.enter_context(connection.getresponse())

    def stop(self) -> None:
        """End it, as Ctrl-C does."""
        self.opened.close()
        self.process.terminate()
        self.process.wait(timeout=PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()


def next_event(stream: http.client.HTTPResponse) -> Any:
    """Read the next event of a stream."""
    while True:
        line = stream.readline().decode()
        assert line, "the stream ended"
        if line.startswith("data: "):
            return json.loads(line[6:])


@pytest.fixture
def studio(leaves: Leaves) -> Iterator[Studio]:
    """The program over the project."""
    studio = Studio.start(leaves.folder)
    yield studio
    studio.stop()
