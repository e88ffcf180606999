"""The examples of a game, chosen and ranked."""

from __future__ import annotations

from pnp.games.core.lesson import Example, Form, Lesson
from pnp.records import dataclass


@dataclass(frozen=True, slots=True)
class ExampleSet:
    """What a search found.

    ``examples`` are ranked within each form, worked examples first: of each form, the first n are the best n.
    ``unkilled`` names the misreadings that no example kills, ``unshown`` the lessons and wanted tags that no position
    above their floors was found for. Both are empty where a definition gives room for everything.
    """

    examples: tuple[Example, ...]
    unkilled: tuple[str, ...]
    unshown: tuple[str, ...]
    lessons: tuple[Lesson, ...]

    def of_form(self, form: Form) -> tuple[Example, ...]:
        """The worked examples, or the rule checks, best first."""
        return tuple(example for example in self.examples if example.form == form)

    @property
    def cards(self) -> int:
        """How many cards all examples draw together."""
        return sum(example.cost for example in self.examples)
