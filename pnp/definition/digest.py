"""The fingerprint of a game's table."""

from __future__ import annotations

import hashlib

from pnp.canonical import pieces
from pnp.model.game import Game


def definition_sha256(game: Game) -> str:
    """SHA-256, in hex, of the resolved table of ``game`` as canonical JSON.

    The order of keys, comments, spelling of numbers and the way through ``extends`` or a CSV file do not change it;
    any value of the table does.
    """
    found = hashlib.sha256()
    for piece in pieces(game.resolved, finite=True):
        found.update(piece)
    return found.hexdigest()
