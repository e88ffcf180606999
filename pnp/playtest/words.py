"""Words of a report: what a game calls that which is counted by ids."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field

from pnp.games.core.playing.in_words import CardInWords
from pnp.playtest.bots import PlayedGame
from pnp.records import dataclass


@dataclass(frozen=True, slots=True)
class Words:
    """Words by id. An id without words stands for itself."""

    actions: Mapping[str, str] = field(default_factory=dict)
    cards: Mapping[str, CardInWords] = field(default_factory=dict)

    @classmethod
    def of(cls, game: PlayedGame) -> Words:
        """Return the words of a game."""
        return cls(game.play.actions_in_words(game.rules), game.cards)

    def action(self, title: str) -> str:
        """Return what a player does at the table whose action is counted by a title."""
        return self.actions.get(title, title)

    def card(self, line: str) -> str:
        """Return what the kit calls a card."""
        return self.cards[line].name if line in self.cards else line

    def pools(self) -> Mapping[str, Sequence[str]]:
        """Return what cards are of each trait by which several are alike, such as their numbers and suits."""
        pools: dict[str, dict[str, int]] = {}
        for card in self.cards.values():
            for trait, kinds in card.traits.items():
                for kind in kinds:
                    pools.setdefault(trait, {}).setdefault(kind, 0)
                    pools[trait][kind] += 1
        return {
            trait: sorted(kinds, key=_number_first)
            for trait, kinds in pools.items()
            if len(kinds) > 1 and max(kinds.values()) > 1
        }


def _number_first(kind: str) -> tuple[bool, int]:
    """Return the order of kinds: those that begin with a number rise, all others stay as they are."""
    number = kind.partition(" ")[0]
    return not number.isdecimal(), int(number) if number.isdecimal() else 0
