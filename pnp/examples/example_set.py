"""The examples of a game, chosen and ranked."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from pnp.games.core.lesson import Example, Form, Lesson, Misreading
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


def set_of(
    examples: tuple[Example, ...],
    tags: Collection[str],
    lessons: tuple[Lesson, ...],
    misreadings: Iterable[Misreading[Any]],
) -> ExampleSet:
    """The set of ``examples``, which show ``tags``, with what they leave out of what there is to show and to kill."""
    killed = {name for example in examples for name in example.kills}
    shown = {*tags, *(example.lesson for example in examples)}
    wanted = dict.fromkeys(name for lesson in lessons for name in (lesson.id, *lesson.wanted))
    return ExampleSet(
        examples=examples,
        unkilled=tuple(item.id for item in misreadings if item.id not in killed),
        unshown=tuple(name for name in wanted if name not in shown),
        lessons=lessons,
    )


# The order of examples on paper: whatever number of them fits a card, the first ones are the best of that number.


def rank(examples: Sequence[Example], lessons: Mapping[str, Lesson]) -> tuple[Example, ...]:
    """Worked examples, then rule checks, each form ranked for itself.

    Worked examples: one of each lesson in the order of the lessons' ranks, then what else there is by the misreadings
    it adds. Rule checks: by the misreadings each adds to those before it, then by rank.
    """
    place = {name: (lesson.rank, index) for index, (name, lesson) in enumerate(lessons.items())}
    worked = [example for example in examples if example.form == "example"]
    checks = [example for example in examples if example.form == "check"]
    first: dict[str, Example] = {}
    for example in worked:
        first.setdefault(example.lesson, example)
    shown = sorted(first.values(), key=lambda example: place[example.lesson])
    rest = [example for example in worked if first[example.lesson] is not example]
    return (*shown, *_by_addition(rest, place, _killed(shown)), *_by_addition(checks, place, set()))


def _by_addition(examples: Sequence[Example], place: Mapping[str, tuple[int, int]], killed: set[str]) -> list[Example]:
    left, ranked = list(examples), []
    while left:
        best = min(left, key=lambda example: (-len(set(example.kills) - killed), place[example.lesson]))
        left.remove(best)
        ranked.append(best)
        killed = killed | set(best.kills)
    return ranked


def _killed(examples: Sequence[Example]) -> set[str]:
    return {name for example in examples for name in example.kills}
