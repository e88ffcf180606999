"""Miniature dice of koka: what ``mini.svg.j2`` draws, and what it prints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from pnp.games.core.tableau import CardState, MiniCard, card_states
from pnp.games.core.wording import seat_name
from pnp.games.koka.rules.decks import VALUES
from pnp.games.koka.rules.dice import Dice, Die, values_of
from pnp.games.koka.rules.partitions import splits
from pnp.games.koka.rules.record import Rules
from pnp.games.koka.settings import KokaSettings
from pnp.model.text import Text

FALLING = "?"
"""The face of a die that is rolled."""


class Minis:
    """Miniatures in the wording of a definition."""

    def __init__(self, settings: KokaSettings, rules: Rules) -> None:
        self._rules = rules
        self._letters: Mapping[str, Text] = {colour.id: colour.letter for colour in settings.colours}

    def die(self, die: Die, state: CardState = "plain") -> MiniCard:
        """A die by itself."""
        return MiniCard({"colour": die.colour, "value": die.value}, (self._letters[die.colour], str(die.value)), state)

    def dice(self, dice: Iterable[Die], chosen: Iterable[Die] | None = None) -> tuple[MiniCard, ...]:
        """Dice one by one: plain without ``chosen``, else those counted, each as often as it is there, and the others
        dimmed."""
        listed = tuple(dice)
        return tuple(map(self.die, listed, card_states(listed, None if chosen is None else Counter(chosen))))

    def strip(self, dice: Dice, state: CardState = "plain") -> MiniCard:
        """Dice of one colour side by side, with one letter."""
        colour, values = dice[0].colour, values_of(dice)
        return MiniCard({"colour": colour, "values": values}, (self._letters[colour], *map(str, values)), state)

    def group(self, dice: Dice, state: CardState = "plain") -> tuple[MiniCard, ...]:
        """A set as a strip; a group of several colours die by die, by value."""
        if len({die.colour for die in dice}) == 1 and len(dice) <= len(VALUES):
            return (self.strip(dice, state),)
        return tuple(self.die(die, state) for die in sorted(dice, key=lambda die: die.value))

    def strips(self, dice: Dice) -> tuple[MiniCard, ...]:
        """Dice in strips, a colour in its sets where it divides into sets, else as many together as a strip holds."""
        found: list[MiniCard] = []
        for colour in self._rules.colours:
            values = values_of(die for die in dice if die.colour == colour)
            ways = splits(self._rules.fits, values)
            longest = [values[start : start + len(VALUES)] for start in range(0, len(values), len(VALUES))]
            parts = ways[0] if ways else longest
            found += [self.strip(tuple(Die(colour, value) for value in part)) for part in parts]
        return tuple(found)

    def seat(self, seat: int, points: int | None = None, strong: bool = False) -> MiniCard:
        """A seat, with its points where it has some."""
        strings = (seat_name(seat),) if points is None else (seat_name(seat), str(points))
        return MiniCard({"seat": seat, "strong": strong}, strings)

    def falling(self, colour: str) -> MiniCard:
        """A die that is rolled and may show any face."""
        return MiniCard({"colour": colour, "value": FALLING}, (self._letters[colour], FALLING))

    def points(self, points: int) -> MiniCard:
        """Points in a box."""
        return MiniCard({"points": points}, (str(points),))
