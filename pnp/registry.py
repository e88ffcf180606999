"""The games that pnp knows. A new game adds one line here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module

from pnp.games.core.engine import Engine

_HOMES = {
    "collectmate": "pnp.games.collectmate",
    "deck": "pnp.games.deck",
    "iroha": "pnp.games.iroha",
    "kasane": "pnp.games.kasane",
    "koka": "pnp.games.koka",
    "red": "pnp.games.red",
}


@cache
def engine(name: str) -> Engine:
    """The engine called ``name``. Its module is imported at the first call. Raises KeyError."""
    found: Engine = import_module(_HOMES[name]).engine()
    return found


class _Engines(Mapping[str, Engine]):
    def __getitem__(self, name: str) -> Engine:
        return engine(name)

    def __iter__(self) -> Iterator[str]:
        return iter(_HOMES)

    def __len__(self) -> int:
        return len(_HOMES)


ENGINES: Mapping[str, Engine] = _Engines()
"""Every engine by name, imported only when asked for."""
