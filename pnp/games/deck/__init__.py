"""Deck without rules: cards from a list or a CSV file, for makers who want sheets and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

from pnp.games.core.answer import Door, Oracle, PositionError
from pnp.games.core.engine import Engine
from pnp.games.core.lesson import Example
from pnp.games.core.problems import player_problems
from pnp.model.constraints import STRICT, Count
from pnp.records import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckSettings:
    """The keys of a deck's table, beside those that every game has."""

    __pydantic_config__ = STRICT

    players: tuple[Count, Count] = (1, 99)
    """The fewest and the most it is for: templates can say so."""


def _explain(_settings: DeckSettings, example: Example) -> NoReturn:
    raise PositionError(f"a deck has no rules to explain {example.id!r} by")


def _figures(_settings: DeckSettings) -> Mapping[str, Any]:
    return {}


ENGINE: Engine[DeckSettings, None] = Engine(
    settings=DeckSettings,
    problems=lambda settings: tuple(player_problems("a deck", settings.players, least=1)),
    figures=_figures,
    rules=lambda _settings: None,
    answer=Door[DeckSettings, None]({}),
    oracle=Oracle[DeckSettings]({}),
    play=None,
    lessons=lambda _settings: (),
    misreadings=lambda _settings: (),
    explain=_explain,
)
"""The engine of a deck: it answers nothing and has no lessons."""
