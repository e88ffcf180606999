"""Search of the worked examples and rule checks of a game.

Lessons propose positions, and the cheapest set that shows every lesson and kills every misreading is chosen. If
something is left over, the lessons that name it propose further positions, and the choice is repeated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

from pnp.examples.evaluator import AdmittedPosition, Bundle, Candidate, Evaluator
from pnp.examples.example_set import ExampleSet, make_example_set, rank
from pnp.examples.verify import verify
from pnp.games.core.answer import Position
from pnp.games.core.engine import AnyEngine
from pnp.games.core.lesson import Example, Lesson
from pnp.records import dataclass
from pnp.steps import begin_step

# Choosing bundles. Each lesson gets one, so that every misreading is killed and every wanted tag shown with the fewest
# cards. This is weighted set cover. A beam search goes through the lessons in order, and keeps only the most promising
# partial choices. Demands that no choice of one bundle per lesson meets are left to further single examples.

_BEAM_WIDTH = 120
"""Partial choices that are kept after each lesson."""
_PREFERENCE_COST = 1000
"""Cards that an example may take to meet one more preference: more than any choice has."""
_NEED_WEIGHT = 20
"""Weight of a demand that the lesson itself needs to meet, against other demands."""


@dataclass(frozen=True, slots=True)
class ExampleChoice:
    """Choice of one bundle per lesson, and of further examples for demands that they do not meet."""

    bundles: tuple[Bundle, ...]
    further: tuple[Candidate, ...]
    strained: frozenset[str]
    """Demands that only the further examples meet."""

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        """All chosen candidates."""
        return (*(candidate for bundle in self.bundles for candidate in bundle.candidates), *self.further)


@dataclass(frozen=True, slots=True)
class _BundleOption:
    """Bundle of a list. ``worth`` counts the demands that it meets, weighted for those that its lesson needs to
    meet."""

    index: int
    mask: int
    cost: int
    worth: int


@dataclass(frozen=True, slots=True)
class _Partial:
    """Bundle of each of the first lists, by index, and the demands that they meet, as a bit set."""

    chosen: tuple[int, ...]
    covered: int
    cost: int
    worth: int


def choose_cover(bundles: Sequence[Sequence[Bundle]], demands: Sequence[str]) -> ExampleChoice:
    """Choose one bundle of each non-empty list, and further examples, so that as many demands as possible are met.

    Choices are compared by, in this order: demands met, few preferences unmet, few cards, demands met by the lesson
    that needs to meet them and met more than once, early proposals.
    """
    bits = {name: 1 << place for place, name in enumerate(demands)}
    lists = [lesson_bundles for lesson_bundles in bundles if lesson_bundles]
    options = [[_option(index, bundle, bits) for index, bundle in enumerate(listed)] for listed in lists]
    beam_choice = _choose_one_each(options)
    chosen = tuple(listed[index] for listed, index in zip(lists, beam_choice.chosen, strict=True))
    candidates = [candidate for listed in lists for bundle in listed for candidate in bundle.candidates]
    further = _further(candidates, bits, beam_choice.covered)
    met_by_further = frozenset(name for candidate in further for name in candidate.covers)
    return ExampleChoice(
        chosen, tuple(further), frozenset(name for name in met_by_further if bits.get(name, 0) & ~beam_choice.covered)
    )


def _option(index: int, bundle: Bundle, bits: Mapping[str, int]) -> _BundleOption:
    needed = frozenset(name for candidate in bundle.candidates for name in candidate.lesson.needs)
    mask, own_mask = _mask(bundle.covers, bits), _mask(bundle.covers & needed, bits)
    cost = bundle.cost + _PREFERENCE_COST * bundle.unmet
    return _BundleOption(index, mask, cost, mask.bit_count() + _NEED_WEIGHT * own_mask.bit_count())


def _mask(names: Iterable[str], bits: Mapping[str, int]) -> int:
    return sum(bits.get(name, 0) for name in names)


def _choose_one_each(lists: list[list[_BundleOption]]) -> _Partial:
    reach = _reach(lists)
    highest_cost = max((option.cost for options in lists for option in options), default=0)

    def promise(partial: _Partial) -> tuple[int, int, tuple[int, ...]]:
        out_of_reach = (reach[0] & ~(partial.covered | reach[len(partial.chosen)])).bit_count()
        return (partial.cost + out_of_reach * highest_cost, -partial.worth, partial.chosen)

    beam = [_Partial((), 0, 0, 0)]
    for options in map(_undominated, lists):
        longer: dict[int, _Partial] = {}
        for partial in beam:
            for option in options:
                extended = _Partial(
                    (*partial.chosen, option.index),
                    partial.covered | option.mask,
                    partial.cost + option.cost,
                    partial.worth + option.worth,
                )
                earlier = longer.get(extended.covered)
                if earlier is None or (extended.cost, -extended.worth, extended.chosen) < (
                    earlier.cost,
                    -earlier.worth,
                    earlier.chosen,
                ):
                    longer[extended.covered] = extended
        beam = sorted(longer.values(), key=promise)[:_BEAM_WIDTH]
    return beam[0]


def _reach(lists: list[list[_BundleOption]]) -> list[int]:
    """Return the demands that the lists from each index on can meet together; none after the last."""
    reach = [0]
    for options in reversed(lists):
        union = reach[-1]
        for option in options:
            union |= option.mask
        reach.append(union)
    return reach[::-1]


def _undominated(options: list[_BundleOption]) -> list[_BundleOption]:
    """Return the options that no other of the list beats in both cost and demands met."""
    undominated: list[_BundleOption] = []
    for option in sorted(options, key=lambda option: (option.cost, -option.mask.bit_count(), -option.worth)):
        if not any(option.mask & ~other.mask == 0 for other in undominated):
            undominated.append(option)
    return undominated


def _further(candidates: Sequence[Candidate], bits: Mapping[str, int], covered: int) -> list[Candidate]:
    """Choose examples for unmet demands: repeatedly the one that meets most per card, the earlier of equals."""
    masks = [(_mask(candidate.covers, bits), candidate) for candidate in candidates]
    taken: list[Candidate] = []
    while True:
        useful = [(mask & ~covered, candidate) for mask, candidate in masks if mask & ~covered]
        if not useful:
            return taken
        added, best = min(useful, key=_by_worth)
        covered |= added
        taken.append(best)


def _by_worth(useful: tuple[int, Candidate]) -> tuple[int, float, int]:
    """Return the order of further examples: few unmet preferences, many demands met per card, few cards."""
    mask, candidate = useful
    return (len(candidate.unmet), -mask.bit_count() / candidate.cost, candidate.cost)


# Proposing bundles for a lesson: the same ones for the same seed

_TWIN_TRIES = 12
"""Attempts at a look-alike of one position."""


class Proposer:
    """Proposer of bundles for one lesson. Each lesson has its own random source, so a change to one lesson leaves the
    positions of the others as they were."""

    def __init__(self, evaluator: Evaluator, lesson: Lesson, twins: tuple[Lesson, ...], seed: int) -> None:
        self.lesson = lesson
        self.floor = 0
        self.tried = 0
        """Different positions that were proposed, since the last floor."""
        self._evaluator = evaluator
        self._twins = twins
        self._random = Random(f"{seed}:{lesson.id}")  # noqa: S311 - nothing secret
        self._seen: set[str] = set()

    @property
    def lessons(self) -> tuple[Lesson, ...]:
        """The lesson and its look-alikes."""
        return (self.lesson, *self._twins)

    @property
    def needs(self) -> frozenset[str]:
        """Misreadings that the lesson and its look-alikes are best at killing, and the tags they want."""
        return frozenset(name for lesson in self.lessons for name in (*lesson.needs, *lesson.wanted))

    @property
    def lowest(self) -> int:
        """Number of the lowest floor of the lesson and its look-alikes."""
        return max(len(lesson.lower) for lesson in self.lessons)

    def propose(self, tries: int, wanted: int, *, all_met: bool = False) -> list[Bundle]:
        """Return up to ``wanted`` new bundles that meet the floor in use, out of ``tries`` proposals.

        With ``all_met``, they meet every preference too.
        """
        bundles: list[Bundle] = []
        for _ in range(tries):
            if len(bundles) == wanted:
                break
            position = self.lesson.propose(self._random)
            if self._is_new(position):
                self.tried += 1
                bundles += self._bundle(position, all_met)
        return bundles

    def lower_floor(self) -> bool:
        """Go down one floor; return False if there is none below."""
        if self.floor >= self.lowest:
            return False
        self.floor += 1
        self.tried = 0
        self._seen.clear()
        return True

    def _is_new(self, position: Position) -> bool:
        key = repr(position)
        is_new = key not in self._seen
        self._seen.add(key)
        return is_new

    def _bundle(self, position: Position, all_met: bool) -> list[Bundle]:
        first = self._evaluator.admit(self.lesson, position, self.floor)
        if first is None or (all_met and first.unmet):
            return []
        members = [first]
        for lesson in self._twins:
            member = self._look_alike(lesson, position)
            if member is None or (all_met and member.unmet):
                return []
            members.append(member)
        return [Bundle(tuple(self._evaluator.judge(member) for member in members))]

    def _look_alike(self, lesson: Lesson, position: Position) -> AdmittedPosition | None:
        """Return a look-alike of a position, if possible one that meets every preference."""
        if lesson.twin is None:
            return None
        first: AdmittedPosition | None = None
        for _ in range(_TWIN_TRIES):
            member = self._evaluator.admit(lesson, lesson.twin.vary(self._random, position), self.floor)
            if member is not None and not member.unmet:
                return member
            first = first or member
        return first


_TRIES = 90
"""Proposals per lesson at first."""
_WANTED = 16
"""Bundles per lesson that are enough at first."""
_TRIES_PER_FLOOR = 240
"""Proposals in which a floor has to be met once, before the next lower floor is used; and every preference."""
_ROUNDS = 6
"""Limit of the rounds in which lessons propose for unmet demands."""
_TRIES_PER_ROUND = 60


def find_examples(engine: AnyEngine, settings: Any, seed: int = 0) -> ExampleSet:
    """Find the examples of a game, chosen, verified and ranked: the same for the same settings and seed. Raises
    VerificationError if the engine and the oracle disagree on an example."""
    evaluator = Evaluator(engine, settings)
    lessons = engine.lessons(settings)
    proposers = _proposers(evaluator, lessons, seed)
    pool: Pool = {proposer.lesson.id: _first_bundles(proposer) for proposer in proposers}
    demands = [misreading.id for misreading in evaluator.misreadings]
    demands += dict.fromkeys(tag for lesson in lessons for tag in lesson.wanted)
    chosen = _choose(proposers, pool, demands).candidates
    examples = rank(_named(chosen), {lesson.id: lesson for lesson in lessons})
    verify(evaluator, examples)
    tags = {tag for candidate in chosen for tag in candidate.tags}
    return make_example_set(examples, tags, lessons, evaluator.misreadings, _tried(proposers))


def _tried(proposers: Iterable[Proposer]) -> dict[str, int]:
    """Return how many positions were tried for each lesson; a look-alike is tried with those of its lesson."""
    return {lesson.id: proposer.tried for proposer in proposers for lesson in proposer.lessons}


def _proposers(evaluator: Evaluator, lessons: Sequence[Lesson], seed: int) -> list[Proposer]:
    twins: dict[str, list[Lesson]] = {}
    for lesson in lessons:
        if lesson.twin is not None:
            twins.setdefault(lesson.twin.of, []).append(lesson)
    return [
        Proposer(evaluator, lesson, tuple(twins.get(lesson.id, ())), seed) for lesson in lessons if lesson.twin is None
    ]


def _first_bundles(proposer: Proposer) -> list[Bundle]:
    begin_step(f"searching an example of {proposer.lesson.id}")
    bundles = proposer.propose(_TRIES, _WANTED)
    while not bundles:
        bundles = proposer.propose(_TRIES_PER_FLOOR, 1)
        if not bundles and not proposer.lower_floor():
            return []
    if all(bundle.unmet for bundle in bundles):
        bundles += proposer.propose(_TRIES_PER_FLOOR, 1, all_met=True)
    return bundles


Pool = dict[str, list[Bundle]]
"""Bundles by lesson."""


def _choose(proposers: list[Proposer], pool: Pool, demands: list[str]) -> ExampleChoice:
    """Make the best choice out of ``pool``, to which lessons add missing bundles in a few rounds. Missing demands are
    those that nothing in the pool meets, or that take a further example."""
    for _ in range(_ROUNDS):
        covered = frozenset[str]().union(*(bundle.covers for bundles in pool.values() for bundle in bundles))
        lacking = frozenset(demands) - covered or choose_cover(list(pool.values()), demands).strained
        if not lacking:
            break
        active = [proposer for proposer in proposers if pool[proposer.lesson.id]]
        for proposer in [proposer for proposer in active if proposer.needs & lacking] or active:
            proposed = proposer.propose(_TRIES_PER_ROUND, _TRIES_PER_ROUND)
            pool[proposer.lesson.id] += [bundle for bundle in proposed if bundle.covers & lacking]
    return choose_cover(list(pool.values()), demands)


def _named(candidates: Sequence[Candidate]) -> list[Example]:
    """Name the candidates: the first of a lesson has the lesson's id, the second ``<lesson>-2``."""
    count: Counter[str] = Counter()
    examples = []
    for candidate in candidates:
        lesson_id = candidate.lesson.id
        count[lesson_id] += 1
        examples.append(
            Example(
                id=lesson_id if count[lesson_id] == 1 else f"{lesson_id}-{count[lesson_id]}",
                lesson=lesson_id,
                form=candidate.lesson.form,
                kind=candidate.lesson.kind,
                position=candidate.position,
                out=candidate.out,
                kills=candidate.kills,
                cost=candidate.cost,
                floor=candidate.floor,
            )
        )
    return examples
