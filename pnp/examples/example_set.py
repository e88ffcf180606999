"""Set of the examples of a game, and their ranking."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import Any

from pnp.cache.keys import value_key
from pnp.games.core.lesson import Example, Form, Lesson, Misreading
from pnp.games.core.tableau import Tableau
from pnp.records import dataclass


@dataclass(frozen=True)
class ShownExample:
    """Example ready to be drawn; ``form`` is ``example`` or ``check``. An ``essential`` example must stand on a
    summary."""

    id: str
    form: str
    tableau: Tableau
    essential: bool

    @cached_property
    def key(self) -> Hashable:
        """Key of its content."""
        return value_key(self)


@dataclass(frozen=True, slots=True)
class ExampleSet:
    """Chosen examples of a game.

    ``examples`` are ranked within each form, worked examples first: the first n of a form are its best n. ``unkilled``
    names the misreadings that no example kills. ``unshown`` names the lessons and wanted tags without a position above
    their floors. Both are empty if a definition gives room for everything.
    """

    examples: tuple[Example, ...]
    unkilled: tuple[str, ...]
    unshown: tuple[str, ...]
    lessons: tuple[Lesson, ...]
    tried: Mapping[str, int] = field(default_factory=dict, compare=False)
    """Number of the positions that a search looked at, by lesson: those of the lowest floor that it came to."""
    tableaux: Mapping[str, Tableau] = field(default_factory=dict, compare=False, repr=False)
    """Tableaux by id that were laid out already to check cached examples."""
    shown: dict[str, ShownExample] = field(default_factory=dict, compare=False, repr=False)
    """Examples by id as they are drawn, from the first time that they are asked for."""

    def of_form(self, form: Form) -> tuple[Example, ...]:
        """Return the worked examples, or the rule checks, best first."""
        return tuple(example for example in self.examples if example.form == form)

    @property
    def cards(self) -> int:
        """Number of cards that all examples draw together."""
        return sum(example.cost for example in self.examples)


def make_example_set(
    examples: tuple[Example, ...],
    tags: Collection[str],
    lessons: tuple[Lesson, ...],
    misreadings: Iterable[Misreading[Any]],
    tried: Mapping[str, int],
) -> ExampleSet:
    """Return the set of ``examples``, which show ``tags``, with the misreadings and lessons that they leave out.

    ``tried`` counts the positions that a search looked at, by lesson.
    """
    killed = {name for example in examples for name in example.kills}
    shown = {*tags, *(example.lesson for example in examples)}
    wanted = dict.fromkeys(name for lesson in lessons for name in (lesson.id, *lesson.wanted))
    return ExampleSet(
        examples=examples,
        unkilled=tuple(misreading.id for misreading in misreadings if misreading.id not in killed),
        unshown=tuple(name for name in wanted if name not in shown),
        lessons=lessons,
        tried=tried,
    )


# Ranking: if only some examples fit on a card, the first ones are the best of that number


def rank(examples: Sequence[Example], lessons: Mapping[str, Lesson]) -> tuple[Example, ...]:
    """Rank worked examples, then rule checks, each form by itself.

    Worked examples: one of each lesson in the order of the lessons' ranks, then the others by the misreadings they add.
    Rule checks: by the misreadings that each adds to those before it, then by rank.
    """
    order = {name: (lesson.rank, index) for index, (name, lesson) in enumerate(lessons.items())}
    worked = [example for example in examples if example.form == "example"]
    checks = [example for example in examples if example.form == "check"]
    first_examples: dict[str, Example] = {}
    for example in worked:
        first_examples.setdefault(example.lesson, example)
    shown = sorted(first_examples.values(), key=lambda example: order[example.lesson])
    rest = [example for example in worked if first_examples[example.lesson] is not example]
    return (*shown, *_by_addition(rest, order, _killed(shown)), *_by_addition(checks, order, set()))


def _by_addition(examples: Sequence[Example], order: Mapping[str, tuple[int, int]], killed: set[str]) -> list[Example]:
    remaining, ranked = list(examples), []
    while remaining:
        best = min(remaining, key=lambda example: (-len(set(example.kills) - killed), order[example.lesson]))
        remaining.remove(best)
        ranked.append(best)
        killed = killed | set(best.kills)
    return ranked


def _killed(examples: Sequence[Example]) -> set[str]:
    return {name for example in examples for name in example.kills}
