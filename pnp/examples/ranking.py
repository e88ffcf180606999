"""The order of examples on paper: whatever number of them fits a card, the first ones are the best of that number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pnp.games.core.lesson import Example, Lesson


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
