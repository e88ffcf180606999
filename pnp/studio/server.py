"""Serve a studio on the loopback interface until the user ends it.

The port and the token stay the same for a project, so that an open page finds the studio again.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import itertools
import secrets
import socket
import sys
import webbrowser
from collections.abc import Callable, Iterable
from pathlib import Path
from threading import Thread
from types import FrameType

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from pnp.cache.trust import UntrustedPathError, make_secret, read_key
from pnp.diagnostics import Diagnostic, PnpError
from pnp.records import dataclass
from pnp.steps import earlier_end, without_limits
from pnp.studio.app import StudioApp
from pnp.studio.guard import Guard
from pnp.studio.session import StudioSession
from pnp.studio.view import StudioRequest

_MOST_CONNECTIONS = 256
_MOST_WAITING = 100
"""Connections that may wait for a request."""
_LONGEST_TURN = 0.001
"""Seconds that the drawing thread may run on while another one waits: with Python's 0.005 a page waits for each of the
many small steps of an answer."""
_GOODBYE = 1
"""Seconds that open event streams have to end."""
LOOPBACK = "127.0.0.1"
_FIRST_PORT, _PORTS = 8700, 200
"""Ports of studios: each project has one of its own among them, as far as they go round."""
_MOST_TRIES = 20


@dataclass(frozen=True, slots=True)
class StudioAddress:
    """Address that a studio listens to. Who does not know the token gets nothing from it."""

    port: int
    token: str

    @property
    def url(self) -> str:
        """Return the address of the page."""
        return f"http://{LOOPBACK}:{self.port}/{self.token}/"


def token_of(project: Path) -> str:
    """Return the token of a project, which only this user can compute; without a secret of the user, a random one that
    holds until the studio ends."""
    try:
        key = _user_key([project])
    except (OSError, UntrustedPathError):
        return secrets.token_urlsafe(24)
    digest = hmac.digest(key, f"studio {project.resolve()}".encode("utf-8", "surrogateescape"), "sha256")
    return base64.urlsafe_b64encode(digest[:24]).decode("ascii")


def listen(project: Path, port: int | None) -> socket.socket:
    """Return a socket that listens on the loopback interface: on ``port``, or on the project's own port, or on the next
    free one. Raises PnpError if the port is in use."""
    for candidate in [port] if port is not None else _candidates(project):
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((LOOPBACK, candidate))
        except OSError as error:
            listener.close()
            if port is not None:
                message = f"--port {port} cannot be used: {(error.strerror or str(error)).lower()}"
                hint = "name another one, or leave --port out: a free one is found"
                raise PnpError(Diagnostic("port", message, hint=hint)) from error
            continue
        listener.listen(128)
        return listener
    raise PnpError(Diagnostic("port", "no port of this machine is free", hint="name one with --port"))


def _candidates(project: Path) -> Iterable[int]:
    """Yield the project's own port, those after it, and 0 for any free one."""
    digest = hashlib.sha256(str(project.resolve()).encode("utf-8", "surrogateescape")).digest()
    first = int.from_bytes(digest[:4], "big") % _PORTS
    yield from (_FIRST_PORT + (first + step) % _PORTS for step in range(_MOST_TRIES))
    yield 0


def _user_key(projects: list[Path]) -> bytes:
    try:
        return read_key(projects)
    except FileNotFoundError:
        make_secret(projects)
        return read_key(projects)


class _RoomyConnection(H11Protocol):
    """Connection that makes room for itself: of those that send no whole request, the oldest is closed. Programs of
    other users can open as many as they like, and send nothing."""

    _numbers = itertools.count()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.number = next(self._numbers)
        waiting = [other for other in self.connections if isinstance(other, _RoomyConnection) and other.is_waiting]
        waiting.sort(key=lambda other: other.number)
        for other in waiting[: max(0, len(waiting) - _MOST_WAITING)]:
            other.transport.abort()

    @property
    def is_waiting(self) -> bool:
        """Tell whether no request is being answered: the first one, or the next one, is not whole yet."""
        return self.cycle is None or self.cycle.response_complete  # type: ignore[redundant-expr] # None at first


class _Server(uvicorn.Server):
    """Server that ends the event streams of open pages at once when it is to end: it waits for them."""

    def __init__(self, config: uvicorn.Config, end_streams: Callable[[], None]) -> None:
        super().__init__(config)
        self._end_streams = end_streams

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Hear Ctrl-C, or the signal to end."""
        self._end_streams()
        super().handle_exit(sig, frame)


def serve(request: StudioRequest, port: int | None, editor: str, opens: bool, announce: Callable[[str], None]) -> None:
    """Serve a studio. ``announce`` gets the address of its page, which a browser shows if it ``opens``. Raises
    PnpError if files cannot be watched or the port cannot be used. A process that takes the place of another one does
    neither: pages find it again."""
    session = StudioSession(request)
    listener = listen(session.folder, port)
    address = StudioAddress(listener.getsockname()[1], token_of(session.folder))
    studio = StudioApp(session, editor)
    app = Guard(studio.routes(), address.token, address.port)
    config = uvicorn.Config(
        app,
        http=_RoomyConnection,
        log_level="warning",
        access_log=False,
        limit_concurrency=_MOST_CONNECTIONS,
        timeout_graceful_shutdown=_GOODBYE,
        server_header=False,
        date_header=False,
        ws="none",
        lifespan="on",
    )
    sys.setswitchinterval(_LONGEST_TURN)
    if earlier_end() is None:
        announce(address.url)
    if opens and earlier_end() is None:
        Thread(target=_open_browser, args=(address.url,), daemon=True).start()
    _Server(config, studio.end_streams).run(sockets=[listener])


def _open_browser(url: str) -> None:
    """Show the page in the user's browser, which must not inherit the limits of this process."""
    with without_limits():
        webbrowser.open(url)
