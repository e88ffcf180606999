"""Words of a report: what a game calls that which is counted by ids."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from pnp.playtest.bots import PlayedGame
from pnp.records import dataclass


@dataclass(frozen=True, slots=True)
class Words:
    """Words by id. An id without words stands for itself."""

    actions: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, game: PlayedGame) -> Words:
        """Return the words of a game."""
        return cls(game.play.actions_in_words(game.rules))

    def action(self, title: str) -> str:
        """Return what a player does at the table whose action is counted by a title."""
        return self.actions.get(title, title)
