"""The best split of a hand where each group counts by itself: all splits at once, by sums of small counts.

A card is a number with a lane of five bits for every colour, for dots, for rings, and for every tag: of a group, the
sum of its cards has in each lane how many of them have it. A hand has twelve cards at most, so no lane overflows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, reduce
from itertools import combinations
from operator import add, itemgetter
from typing import Any, TypeAlias

from pnp.games.collectmate.rules.cards import Card, Cards, Groups
from pnp.games.collectmate.rules.decisions import all_of_one_centre, any_group, once, one_centre, places_of_splits
from pnp.games.collectmate.rules.record import Rules

_LANE, _FULL = 5, 31
"""The bits of a lane, and a lane with all of them."""
_OVER = 16
"""The bit of a lane that says that a count has come to a bound, which is made so that it reaches this bit."""
_CLEAN = 16
"""Points are counted in units of so much, so that there is room below for the number of groups of one centre."""
_MEMO_LIMIT = 1 << 14

Gather: TypeAlias = Callable[[list[int]], tuple[int, ...]]


class Lanes(dict[int, int]):
    """What a group is worth, by its sum: the points in units of ``_CLEAN``, and 1 more for a group of one centre.

    Of a sum only what counts is looked at (``read``): where more cards of a colour than enough do not score more, it is
    whether they are enough. So there are few different groups, and each is counted once for all hands.
    """

    def __init__(self, rules: Rules, tags: bool) -> None:
        self._rules = rules
        self._count_tags = tags
        self._tags: dict[str, int] = {}
        """The lanes of the tags met so far, counted from the first one of a tag."""
        self._by_bound = rules.colour_points is once
        self._values: dict[Card, int] = {}
        enough = (_OVER - rules.enough, _OVER) if self._by_bound else (0, _FULL)
        any_ = (_OVER - 1, _OVER)
        lanes = [*[enough] * (len(rules.colours) + 1), any_, any_]
        self._bound, mask = (sum(pair[part] << at * _LANE for at, pair in enumerate(lanes)) for part in (0, 1))
        # Tags are counted one by one: of their lanes, all those above, every bit is looked at.
        self._mask = mask | -1 << len(lanes) * _LANE

    def worths(self, hand: Cards, sizes: tuple[int, ...]) -> list[int]:
        """What every group of each of ``sizes`` is worth, as ``_groups`` has them."""
        if len(self._values) >= _MEMO_LIMIT:
            self.clear()
            self._values.clear()
            self._tags.clear()
        values, bound, mask = [self._value(card) for card in hand], self._bound, self._mask
        return [self[(total + bound) & mask] for size in sizes for total in map(sum, combinations(values, size))]

    def __missing__(self, read: int) -> int:
        if len(self) >= _MEMO_LIMIT:
            self.clear()
        found = self[read] = self._count(read)
        return found

    def _value(self, card: Card) -> int:
        """The number of a card. The dot has two lanes: one as a colour, one for whether there is any."""
        value = self._values.get(card)
        if value is None:
            colours = self._rules.colours
            there = [*[colour in card.colours for colour in colours], card.dot, card.dot, not card.dot]
            lanes = {at for at, has in enumerate(there) if has}
            if self._count_tags:
                lanes |= {len(there) + self._tags.setdefault(tag, len(self._tags)) for tag in self._rules.tags_on(card)}
            value = self._values[card] = sum(1 << at * _LANE for at in lanes)
        return value

    def _count(self, read: int) -> int:
        rules = self._rules
        colours, lanes = len(rules.colours), [read >> at * _LANE & _FULL for at in range(len(rules.colours) + 3)]
        clean = not (lanes[colours + 1] and lanes[colours + 2])
        if rules.group_scores is one_centre and not clean:
            return 0
        counts = [rules.enough if lane and self._by_bound else lane for lane in lanes[: colours + 1]]
        worth = [rules.points[one] for one in rules.colours]
        points = sum(
            [rules.colour_points(rules, each, count) for each, count in zip(worth, counts[:-1], strict=True) if count]
        )
        if rules.dot_points:
            points += rules.colour_points(rules, rules.dot_points, counts[-1])
        on = [read >> (colours + 3 + at) * _LANE & _FULL for at in self._tags.values()]
        points += sum([rules.tag_times(count) * rules.tag_points for count in on if count])
        return points * _CLEAN + clean


def best_by_group(rules: Rules, hand: Cards, tags: bool, holds: Callable[[Cards], bool] | None) -> Groups | None:
    """The split that scores most; of equally good ones the first without mixed centres, else the first. With ``holds``,
    out of the splits that have such a group; None without any.

    For rules by which every group counts by itself, and may score whatever it is or if it is of one centre.
    """
    splits = places_of_splits(len(hand), rules.groups)
    sizes, gathers = _groups(len(hand), rules.groups)
    worths = _lanes(rules, tags).worths(hand, sizes)
    # Per split, the points of its groups, and how many of them are of one centre.
    totals = [*reduce(lambda one, other: map(add, one, other), [iter(gather(worths)) for gather in gathers])]
    for place in _best_first(totals, len(rules.groups), rules.split_counts is all_of_one_centre, holds is None):
        groups = tuple([tuple([hand[at] for at in places]) for places in splits[place]])
        if holds is None or any(map(holds, groups)):
            return groups
    return None


def _best_first(totals: list[int], groups: int, strict: bool, one: bool) -> Iterator[int]:
    """The places of splits, the best first, equals in order; only the ``one`` best if that is enough.

    With ``strict`` a split with a mixed group scores nothing.
    """
    if one and not strict:
        top = max(totals)
        if top % _CLEAN == groups:
            yield totals.index(top)
            return
    marks = [(total if total % _CLEAN == groups else 0 if strict else total - total % _CLEAN) for total in totals]
    yield from [marks.index(max(marks))] if one else sorted(range(len(marks)), key=lambda place: -marks[place])


def may_be_counted(rules: Rules) -> bool:
    """Whether the groups of these rules can be counted by their sums."""
    return rules.group_scores is one_centre or rules.group_scores is any_group


def _lanes(rules: Rules, tags: bool) -> Lanes:
    """The lanes that hold for the decisions of a record; records made from one another share them."""
    figures = (rules.enough, rules.dot_points, *rules.points.items())
    counting = (rules.group_scores, rules.colour_points, figures)
    key = ("lanes", counting, (rules.tags_on, rules.tag_times, rules.tag_points) if tags else None)
    found: Lanes | None = rules.found.get(key)
    if found is None:
        found = rules.found[key] = Lanes(rules, tags)
    return found


@cache
def _groups(cards: int, sizes: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[Gather, ...]]:
    """The sizes of groups, each once, and for each group of a split, where in the list of all groups of these sizes,
    in the order of ``combinations``, it stands: as functions that gather, for all splits, what is known of it."""
    different = tuple(dict.fromkeys(sizes))
    every = [places for size in different for places in combinations(range(cards), size)]
    at = {places: index for index, places in enumerate(every)}
    splits = places_of_splits(cards, sizes)
    return different, tuple(_gather([at[split[group]] for split in splits]) for group in range(len(sizes)))


def _gather(places: list[int]) -> Gather:
    if len(places) == 1:
        only = places[0]
        return lambda found: (found[only],)
    several: Callable[[list[int]], Any] = itemgetter(*places)
    return several
