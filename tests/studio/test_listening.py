"""The socket of a studio."""

from __future__ import annotations

import socket
from pathlib import Path

from pnp.studio.listening import listen


def test_answers_are_sent_without_delay(tmp_path: Path) -> None:
    """asyncio sets TCP_NODELAY on sockets that say that they are of TCP: without it each picture waits for 40 ms."""
    with listen(tmp_path, None) as listener:
        assert listener.proto == socket.IPPROTO_TCP
