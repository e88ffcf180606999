"""Finding the worked examples and rule checks of a game.

Positions are proposed lesson by lesson, and the cheapest set that shows every lesson and kills every misreading is
chosen. Where something is left over, the lessons that name it propose further positions, and the choice is made anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from pnp.examples.cover import Choice, cover
from pnp.examples.example_set import ExampleSet, rank, set_of
from pnp.examples.jury import Bundle, Candidate, Jury
from pnp.examples.proposals import Proposer
from pnp.examples.verify import verify
from pnp.games.core.engine import AnyEngine
from pnp.games.core.lesson import Example, Lesson

_TRIES = 90
"""Proposals per lesson at first."""
_WANTED = 16
"""Bundles per lesson that are enough at first."""
_TRIES_PER_FLOOR = 240
"""Proposals in which a floor must be met once, else the next lower floor is used."""
_ROUNDS = 6
"""How often lessons propose again for what is left over."""
_TRIES_PER_ROUND = 60


def find_examples(engine: AnyEngine, settings: Any, seed: int = 0) -> ExampleSet:
    """The examples of a game, chosen, verified and ranked: the same for the same settings and seed.

    Raises VerificationError when the engine and the oracle disagree on one of them.
    """
    jury = Jury(engine, settings)
    lessons = engine.lessons(settings)
    proposers = _proposers(jury, lessons, seed)
    pool: Pool = {proposer.lesson.id: _first_bundles(proposer) for proposer in proposers}
    demands = [item.id for item in jury.misreadings]
    demands += dict.fromkeys(tag for lesson in lessons for tag in lesson.wanted)
    chosen = _choose(proposers, pool, demands).candidates
    examples = rank(_named(chosen), {lesson.id: lesson for lesson in lessons})
    verify(jury, examples)
    return set_of(examples, {tag for one in chosen for tag in one.tags}, lessons, jury.misreadings)


def _proposers(jury: Jury, lessons: Sequence[Lesson], seed: int) -> list[Proposer]:
    twins: dict[str, list[Lesson]] = {}
    for lesson in lessons:
        if lesson.twin is not None:
            twins.setdefault(lesson.twin.of, []).append(lesson)
    return [Proposer(jury, lesson, tuple(twins.get(lesson.id, ())), seed) for lesson in lessons if lesson.twin is None]


def _first_bundles(proposer: Proposer) -> list[Bundle]:
    found = proposer.propose(_TRIES, _WANTED)
    while not found:
        found = proposer.propose(_TRIES_PER_FLOOR, 1)
        if not found and not proposer.lower_floor():
            return []
    return found


Pool = dict[str, list[Bundle]]
"""Bundles by lesson."""


def _choose(proposers: list[Proposer], pool: Pool, demands: list[str]) -> Choice:
    """The best choice out of ``pool``, to which lessons add what it lacks, a few times at most.

    Lacking is what nothing in the pool covers, and what takes a further example to cover.
    """
    for _ in range(_ROUNDS):
        covered = frozenset[str]().union(*(bundle.covers for one in pool.values() for bundle in one))
        lacking = frozenset(demands) - covered or cover(list(pool.values()), demands).strained
        if not lacking:
            break
        able = [proposer for proposer in proposers if pool[proposer.lesson.id]]
        for proposer in [proposer for proposer in able if proposer.needs & lacking] or able:
            found = proposer.propose(_TRIES_PER_ROUND, _TRIES_PER_ROUND)
            pool[proposer.lesson.id] += [bundle for bundle in found if bundle.covers & lacking]
    return cover(list(pool.values()), demands)


def _named(chosen: Sequence[Candidate]) -> list[Example]:
    """Examples of the candidates. The first of a lesson is called as the lesson is, the second ``<lesson>-2``."""
    count: Counter[str] = Counter()
    examples = []
    for one in chosen:
        name = one.lesson.id
        count[name] += 1
        examples.append(
            Example(
                id=name if count[name] == 1 else f"{name}-{count[name]}",
                lesson=name,
                form=one.lesson.form,
                kind=one.lesson.kind,
                position=one.position,
                out=one.out,
                kills=one.kills,
                cost=one.cost,
                floor=one.floor,
            )
        )
    return examples
