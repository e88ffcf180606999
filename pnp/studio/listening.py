"""Socket and address of a studio, on the loopback interface.

The port and the token stay the same for a project, so that an open page finds the studio again.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
import socket
from collections.abc import Iterable
from pathlib import Path

from pnp.cache.trust import UntrustedPathError, make_secret, read_key
from pnp.diagnostics import Diagnostic, PnpError
from pnp.records import dataclass

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
