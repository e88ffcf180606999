"""Proposing: bundles for one lesson, as many as asked for, the same for the same seed."""

from __future__ import annotations

from random import Random

from pnp.examples.jury import Admitted, Bundle, Jury
from pnp.games.core.answer import Position
from pnp.games.core.lesson import Lesson

_TRIES_TO_VARY = 12
"""How often a look-alike is tried for one position."""


class Proposer:
    """Proposes bundles for one lesson, out of a random source of its own.

    Each lesson has its own source, so that a change to one lesson leaves the positions of the others as they were.
    """

    def __init__(self, jury: Jury, lesson: Lesson, twins: tuple[Lesson, ...], seed: int) -> None:
        self.lesson = lesson
        self.floor = 0
        self._jury = jury
        self._twins = twins
        self._random = Random(f"{seed}:{lesson.id}")  # noqa: S311 - nothing secret
        self._seen: set[str] = set()

    @property
    def needs(self) -> frozenset[str]:
        """The misreadings that the lesson and its look-alikes are best at killing, and the tags they want."""
        return frozenset(name for lesson in (self.lesson, *self._twins) for name in (*lesson.needs, *lesson.wanted))

    @property
    def lowest(self) -> int:
        """The number of the lowest floor that the lesson or a look-alike has."""
        return max(len(lesson.lower) for lesson in (self.lesson, *self._twins))

    def propose(self, tries: int, wanted: int) -> list[Bundle]:
        """Up to ``wanted`` new bundles that meet the floor in use, out of ``tries`` proposals."""
        found: list[Bundle] = []
        for _ in range(tries):
            if len(found) == wanted:
                break
            position = self.lesson.propose(self._random)
            if self._is_new(position):
                found += self._bundle(position)
        return found

    def lower_floor(self) -> bool:
        """Go down one floor. False when there is none below."""
        if self.floor >= self.lowest:
            return False
        self.floor += 1
        self._seen.clear()
        return True

    def _is_new(self, position: Position) -> bool:
        key = repr(position)
        new = key not in self._seen
        self._seen.add(key)
        return new

    def _bundle(self, position: Position) -> list[Bundle]:
        first = self._jury.admit(self.lesson, position, self.floor)
        if first is None:
            return []
        members = [first]
        for lesson in self._twins:
            member = self._look_alike(lesson, position)
            if member is None:
                return []
            members.append(member)
        return [Bundle(tuple(self._jury.judge(member) for member in members))]

    def _look_alike(self, lesson: Lesson, position: Position) -> Admitted | None:
        if lesson.twin is None:
            return None
        for _ in range(_TRIES_TO_VARY):
            member = self._jury.admit(lesson, lesson.twin.vary(self._random, position), self.floor)
            if member is not None:
                return member
        return None
