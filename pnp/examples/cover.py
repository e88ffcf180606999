"""Choosing bundles: every lesson once, every misreading killed, every wanted tag shown, with the fewest cards.

This is weighted set cover. The lessons are gone through in order, one bundle each, and only the most promising partial
choices are kept (a beam). What no choice of one bundle per lesson covers is covered by further single examples.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pnp.examples.jury import Bundle, Candidate
from pnp.records import dataclass

_WIDTH = 120
"""Partial choices kept after each lesson."""
_NEEDED = 20
"""How many demands met one is worth that the lesson itself needs to meet."""


@dataclass(frozen=True, slots=True)
class Choice:
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
class _Option:
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


def cover(bundles: Sequence[Sequence[Bundle]], demands: Sequence[str]) -> Choice:
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
    return Choice(chosen, tuple(further), frozenset(name for name in met if bits.get(name, 0) & ~best.covered))


def _option(index: int, bundle: Bundle, bits: Mapping[str, int]) -> _Option:
    needed = frozenset(name for one in bundle.candidates for name in one.lesson.needs)
    mask, own = _mask(bundle.covers, bits), _mask(bundle.covers & needed, bits)
    return _Option(index, mask, bundle.cost, mask.bit_count() + _NEEDED * own.bit_count())


def _mask(names: Iterable[str], bits: Mapping[str, int]) -> int:
    return sum(bits.get(name, 0) for name in names)


def _one_of_each(lists: list[list[_Option]]) -> _Partial:
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


def _reach(lists: list[list[_Option]]) -> list[int]:
    """What the lists from each place on can cover together; nothing after the last."""
    reach = [0]
    for one in reversed(lists):
        together = reach[-1]
        for option in one:
            together |= option.mask
        reach.append(together)
    return reach[::-1]


def _undominated(options: list[_Option]) -> list[_Option]:
    """The options that no other one of the list beats both in cost and in what it covers."""
    kept: list[_Option] = []
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
