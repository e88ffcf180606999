"""The fingerprint of a game's table."""

from __future__ import annotations

import hashlib
import json

from pnp.model.game import Game


def definition_sha256(game: Game) -> str:
    """SHA-256, in hex, of the resolved table of ``game`` as canonical JSON.

    The order of keys, comments, spelling of numbers and the way through ``extends`` or a CSV file do not change it;
    any value of the table does.
    """
    text = json.dumps(game.resolved, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
