"""Finding the worked examples and rule checks of a game.

Positions are proposed lesson by lesson, and the cheapest set that shows every lesson and kills every misreading is
chosen. Where something is left over, the lessons that name it propose further positions, and the choice is made anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

from pnp.examples.example_set import ExampleSet, rank, set_of
from pnp.examples.jury import AdmittedPosition, Bundle, Candidate, Evaluator
from pnp.examples.verify import verify
from pnp.games.core.answer import Position
from pnp.games.core.engine import AnyEngine
from pnp.games.core.lesson import Example, Lesson
from pnp.records import dataclass

# Choosing bundles: every lesson once, every misreading killed, every wanted tag shown, with the fewest cards.
#
# This is weighted set cover. The lessons are gone through in order, one bundle each, and only the most promising
# partial choices are kept (a beam). What no choice of one bundle per lesson covers is covered by further single
# examples.

_WIDTH = 120
"""Partial choices kept after each lesson."""
_NEEDED = 20
"""How many demands met one is worth that the lesson itself needs to meet."""


@dataclass(frozen=True, slots=True)
class ExampleChoice:
    """What was chosen: the bundles, one per lesson, and the further examples that they leave something to."""

    bundles: tuple[Bundle, ...]
    further: tuple[Candidate, ...]
    strained: frozenset[str]
    """The demands that only the further examples meet."""

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        """Every example chosen."""
        return (*(one for bundle in self.bundles for one in bundle.candidates), *self.further)


@dataclass(frozen=True, slots=True)
class _BundleOption:
    """A bundle of a list. ``worth`` counts the demands that it meets, above all those that its lesson needs to meet."""

    index: int
    mask: int
    cost: int
    worth: int


@dataclass(frozen=True, slots=True)
class _Partial:
    """A bundle for each of the first lists, by index, and the demands met, as a bit set."""

    chosen: tuple[int, ...]
    covered: int
    cost: int
    worth: int


def cover(bundles: Sequence[Sequence[Bundle]], demands: Sequence[str]) -> ExampleChoice:
    """One bundle of each non-empty list, and further examples as needed, that meet as many demands as can be.

    Better is, in this order: more demands met, fewer cards, more demands met by the lesson that needs to meet them and
    more than once, earlier proposals.
    """
    bits = {name: 1 << place for place, name in enumerate(demands)}
    lists = [one for one in bundles if one]
    options = [[_option(index, bundle, bits) for index, bundle in enumerate(one)] for one in lists]
    best = _one_of_each(options)
    chosen = tuple(one[index] for one, index in zip(lists, best.chosen, strict=True))
    singles = [one for listed in lists for bundle in listed for one in bundle.candidates]
    further = _further(singles, bits, best.covered)
    met = frozenset(name for one in further for name in one.covers)
    return ExampleChoice(chosen, tuple(further), frozenset(name for name in met if bits.get(name, 0) & ~best.covered))


def _option(index: int, bundle: Bundle, bits: Mapping[str, int]) -> _BundleOption:
    needed = frozenset(name for one in bundle.candidates for name in one.lesson.needs)
    mask, own = _mask(bundle.covers, bits), _mask(bundle.covers & needed, bits)
    return _BundleOption(index, mask, bundle.cost, mask.bit_count() + _NEEDED * own.bit_count())


def _mask(names: Iterable[str], bits: Mapping[str, int]) -> int:
    return sum(bits.get(name, 0) for name in names)


def _one_of_each(lists: list[list[_BundleOption]]) -> _Partial:
    reach = _reach(lists)
    dearest = max((option.cost for one in lists for option in one), default=0)

    def promise(partial: _Partial) -> tuple[int, int, tuple[int, ...]]:
        out_of_reach = (reach[0] & ~(partial.covered | reach[len(partial.chosen)])).bit_count()
        return (partial.cost + out_of_reach * dearest, -partial.worth, partial.chosen)

    beam = [_Partial((), 0, 0, 0)]
    for one in map(_undominated, lists):
        longer: dict[int, _Partial] = {}
        for partial in beam:
            for option in one:
                new = _Partial(
                    (*partial.chosen, option.index),
                    partial.covered | option.mask,
                    partial.cost + option.cost,
                    partial.worth + option.worth,
                )
                held = longer.get(new.covered)
                if held is None or (new.cost, -new.worth, new.chosen) < (held.cost, -held.worth, held.chosen):
                    longer[new.covered] = new
        beam = sorted(longer.values(), key=promise)[:_WIDTH]
    return beam[0]


def _reach(lists: list[list[_BundleOption]]) -> list[int]:
    """What the lists from each place on can cover together; nothing after the last."""
    reach = [0]
    for one in reversed(lists):
        together = reach[-1]
        for option in one:
            together |= option.mask
        reach.append(together)
    return reach[::-1]


def _undominated(options: list[_BundleOption]) -> list[_BundleOption]:
    """The options that no other one of the list beats both in cost and in what it covers."""
    kept: list[_BundleOption] = []
    for option in sorted(options, key=lambda option: (option.cost, -option.mask.bit_count(), -option.worth)):
        if not any(option.mask & ~other.mask == 0 for other in kept):
            kept.append(option)
    return kept


def _further(singles: Sequence[Candidate], bits: Mapping[str, int], covered: int) -> list[Candidate]:
    """Examples for what is not covered: again and again the one that covers most per card, the earlier of equals."""
    masks = [(_mask(one.covers, bits), one) for one in singles]
    taken: list[Candidate] = []
    while True:
        useful = [(mask & ~covered, one) for mask, one in masks if mask & ~covered]
        if not useful:
            return taken
        added, best = min(useful, key=lambda item: (-item[0].bit_count() / item[1].cost, item[1].cost))
        covered |= added
        taken.append(best)


# Proposing: bundles for one lesson, as many as asked for, the same for the same seed.

_TRIES_TO_VARY = 12
"""How often a look-alike is tried for one position."""


class Proposer:
    """Proposes bundles for one lesson, out of a random source of its own.

    Each lesson has its own source, so that a change to one lesson leaves the positions of the others as they were.
    """

    def __init__(self, jury: Evaluator, lesson: Lesson, twins: tuple[Lesson, ...], seed: int) -> None:
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

    def _look_alike(self, lesson: Lesson, position: Position) -> AdmittedPosition | None:
        if lesson.twin is None:
            return None
        for _ in range(_TRIES_TO_VARY):
            member = self._jury.admit(lesson, lesson.twin.vary(self._random, position), self.floor)
            if member is not None:
                return member
        return None


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
    jury = Evaluator(engine, settings)
    lessons = engine.lessons(settings)
    proposers = _proposers(jury, lessons, seed)
    pool: Pool = {proposer.lesson.id: _first_bundles(proposer) for proposer in proposers}
    demands = [item.id for item in jury.misreadings]
    demands += dict.fromkeys(tag for lesson in lessons for tag in lesson.wanted)
    chosen = _choose(proposers, pool, demands).candidates
    examples = rank(_named(chosen), {lesson.id: lesson for lesson in lessons})
    verify(jury, examples)
    return set_of(examples, {tag for one in chosen for tag in one.tags}, lessons, jury.misreadings)


def _proposers(jury: Evaluator, lessons: Sequence[Lesson], seed: int) -> list[Proposer]:
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


def _choose(proposers: list[Proposer], pool: Pool, demands: list[str]) -> ExampleChoice:
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
