"""Serve a studio until the user ends it."""

from __future__ import annotations

import asyncio
import itertools
import socket
import sys
from collections.abc import Callable
from types import FrameType

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

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


def serve(request: StudioRequest, listener: socket.socket, token: str, editor: str) -> None:
    """Serve a studio on a socket that listens. Raises PnpError if files cannot be watched."""
    session = StudioSession(request)
    studio = StudioApp(session, editor)
    app = Guard(studio.routes(), token, listener.getsockname()[1])
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
    _Server(config, studio.end_streams).run(sockets=[listener])
