"""The shipped settings of a game, read from its own table of games.toml."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from pnp.definition.settings import read_settings
from pnp.registry import engine

ROOT = Path(__file__).resolve().parents[2]


@cache
def shipped(game: str) -> Any:
    """The settings in the table ``game``, which must have an engine of its own (no ``extends``)."""
    table = tomllib.loads((ROOT / "games.toml").read_text(encoding="utf-8"))[game]
    settings, findings = read_settings(engine(table["engine"]).settings, table)
    assert not findings
    return settings
