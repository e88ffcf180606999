"""The socket of a studio."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from pnp.diagnostics import PnpError
from pnp.studio.server import listen


def test_answers_are_sent_without_delay(tmp_path: Path) -> None:
    """asyncio sets TCP_NODELAY on sockets that say that they are of TCP: without it each picture waits for 40 ms."""
    with listen(tmp_path, None) as listener:
        assert listener.proto == socket.IPPROTO_TCP


def test_a_port_in_use_is_told_and_another_one_is_found_if_none_was_asked_for(tmp_path: Path) -> None:
    with listen(tmp_path, None) as first:
        port = first.getsockname()[1]
        with listen(tmp_path, None) as second:
            assert second.getsockname()[1] != port
        with pytest.raises(PnpError, match=f"--port {port} cannot be used"):
            listen(tmp_path, port)
