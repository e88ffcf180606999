"""Scores of groups and hands, item by item; complete hands; showdowns."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache, reduce
from itertools import combinations
from operator import add, itemgetter
from typing import Any, NamedTuple, TypeAlias

from pnp.games.collectmate.rules.cards import BLACK, Card, Cards, Groups, Rules
from pnp.games.collectmate.rules.decisions import (
    all_of_one_centre,
    any_group,
    any_split,
    complete_split,
    every_split,
    one_centre,
    overlapping_splits,
    score_once,
    split_places,
    within_each_group,
)
from pnp.games.core.score import Score, ScoreItem
from pnp.model.text import phrase

# Best split of a hand if each group counts by itself: all splits at once, by sums of small counts.
#
# A card is a number with a lane of five bits for every colour, for dots, for rings, and for every tag. The sum of the
# cards of a group has in each lane the number of cards with that trait. A hand has twelve cards at most, so no lane
# overflows.

_LANE, _FULL = 5, 31
"""Number of bits of a lane, and a lane with all bits set."""
_OVER = 16
"""Bit of a lane that a count sets when it reaches its bound: the complement of the bound is added to the sum."""
_CLEAN = 16
"""Unit of points. The room below it holds the number of groups of one centre."""
_MEMO_LIMIT = 1 << 14

Gather: TypeAlias = Callable[[list[int]], tuple[int, ...]]


class Lanes(dict[int, int]):
    """Values of groups by their sums: points in units of ``_CLEAN``, plus 1 for a group of one centre.

    A key is a sum masked to the bits that matter. If more cards of a colour than enough do not score more, that is
    the one bit for enough cards. So there are few different keys, and each is scored once for all hands.
    """

    def __init__(self, rules: Rules, tags: bool) -> None:
        self._rules = rules
        self._count_tags = tags
        self._tag_lanes: dict[str, int] = {}
        """Index of the lane of each tag met so far, counted from the first lane of a tag."""
        self._by_bound = rules.colour_points is score_once
        self._numbers: dict[Card, int] = {}
        enough = (_OVER - rules.enough, _OVER) if self._by_bound else (0, _FULL)
        any_ = (_OVER - 1, _OVER)
        lanes = [*[enough] * (len(rules.colours) + 1), any_, any_]
        self._bound, mask = (sum(pair[part] << lane * _LANE for lane, pair in enumerate(lanes)) for part in (0, 1))
        # Every bit of the lanes of tags, which are above these, matters: tags are counted one by one.
        self._mask = mask | -1 << len(lanes) * _LANE

    def group_values(self, hand: Cards, sizes: tuple[int, ...]) -> list[int]:
        """Return the value of every group of each of ``sizes``, in the order of ``_group_indices``."""
        if len(self._numbers) >= _MEMO_LIMIT:
            self.clear()
            self._numbers.clear()
            self._tag_lanes.clear()
        numbers, bound, mask = [self._number(card) for card in hand], self._bound, self._mask
        return [self[(total + bound) & mask] for size in sizes for total in map(sum, combinations(numbers, size))]

    def __missing__(self, masked_sum: int) -> int:
        if len(self) >= _MEMO_LIMIT:
            self.clear()
        value = self[masked_sum] = self._group_value(masked_sum)
        return value

    def _number(self, card: Card) -> int:
        """Return the number of a card. The dot has two lanes: one as a colour, one for whether there is any."""
        number = self._numbers.get(card)
        if number is None:
            colours = self._rules.colours
            traits = [*[colour in card.colours for colour in colours], card.dot, card.dot, not card.dot]
            lanes = {lane for lane, has in enumerate(traits) if has}
            if self._count_tags:
                tag_lanes = self._tag_lanes
                lanes |= {len(traits) + tag_lanes.setdefault(tag, len(tag_lanes)) for tag in self._rules.tags_on(card)}
            number = self._numbers[card] = sum(1 << lane * _LANE for lane in lanes)
        return number

    def _group_value(self, masked_sum: int) -> int:
        rules = self._rules
        colours = len(rules.colours)
        lanes = [masked_sum >> lane * _LANE & _FULL for lane in range(colours + 3)]
        clean = not (lanes[colours + 1] and lanes[colours + 2])
        if rules.group_scores is one_centre and not clean:
            return 0
        counts = [rules.enough if lane and self._by_bound else lane for lane in lanes[: colours + 1]]
        full_points = [rules.points[colour] for colour in rules.colours]
        points = sum(
            [
                rules.colour_points(rules, full, count)
                for full, count in zip(full_points, counts[:-1], strict=True)
                if count
            ]
        )
        if rules.dot_points:
            points += rules.colour_points(rules, rules.dot_points, counts[-1])
        tag_counts = [masked_sum >> (colours + 3 + lane) * _LANE & _FULL for lane in self._tag_lanes.values()]
        points += sum([rules.tag_times(count) * rules.tag_points for count in tag_counts if count])
        return points * _CLEAN + clean


def best_by_group(rules: Rules, hand: Cards, tags: bool, accepts: Callable[[Cards], bool] | None) -> Groups | None:
    """Return the split that scores most; of equal splits the first without mixed centres, else the first.

    With ``accepts``, only splits with an accepted group count; None if there is none. For rules by which every group
    counts by itself, and either any group may score or those of one centre.
    """
    splits = split_places(len(hand), rules.groups)
    sizes, gathers = _group_indices(len(hand), rules.groups)
    values = _lanes(rules, tags).group_values(hand, sizes)
    # Per split, the points of its groups and the number of groups of one centre.
    totals = [*reduce(lambda left, right: map(add, left, right), [iter(gather(values)) for gather in gathers])]
    for split in _best_first(totals, len(rules.groups), rules.split_counts is all_of_one_centre, accepts is None):
        groups = tuple([tuple([hand[place] for place in places]) for places in splits[split]])
        if accepts is None or any(map(accepts, groups)):
            return groups
    return None


def _best_first(totals: list[int], groups: int, strict: bool, best_only: bool) -> Iterator[int]:
    """Yield the indices of splits, the best first, equal ones in order; with ``best_only`` just the best.

    With ``strict`` a split with a mixed group scores nothing.
    """
    if best_only and not strict:
        top = max(totals)
        if top % _CLEAN == groups:
            yield totals.index(top)
            return
    ranks = [(total if total % _CLEAN == groups else 0 if strict else total - total % _CLEAN) for total in totals]
    yield from [ranks.index(max(ranks))] if best_only else sorted(range(len(ranks)), key=lambda split: -ranks[split])


def counts_by_sums(rules: Rules) -> bool:
    """Return whether the groups of these rules can be scored by their sums."""
    return rules.group_scores is one_centre or rules.group_scores is any_group


def _lanes(rules: Rules, tags: bool) -> Lanes:
    """Return the lanes for the decisions of a record; records made from one another share them."""
    figures = (rules.enough, rules.dot_points, *rules.points.items())
    counting = (rules.group_scores, rules.colour_points, figures)
    key = ("lanes", counting, (rules.tags_on, rules.tag_times, rules.tag_points) if tags else None)
    lanes: Lanes | None = rules.cache.get(key)
    if lanes is None:
        lanes = rules.cache[key] = Lanes(rules, tags)
    return lanes


@cache
def _group_indices(cards: int, sizes: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[Gather, ...]]:
    """Return the sizes of groups, each once, and for each group of a split a function that gathers its values.

    Values are in the order of all groups of these sizes, by ``combinations``. Each function gathers the values of one
    group for all splits.
    """
    distinct = tuple(dict.fromkeys(sizes))
    groups = [places for size in distinct for places in combinations(range(cards), size)]
    indices = {places: index for index, places in enumerate(groups)}
    splits = split_places(cards, sizes)
    return distinct, tuple(_gather([indices[split[group]] for split in splits]) for group in range(len(sizes)))


def _gather(indices: list[int]) -> Gather:
    if len(indices) == 1:
        index = indices[0]
        return lambda values: (values[index],)
    gather: Callable[[list[int]], Any] = itemgetter(*indices)
    return gather


class Counted(NamedTuple):
    """Hand in its best split, and the score of that split."""

    groups: Groups
    score: Score[Card]


Tally: TypeAlias = tuple[str, Cards, int]
"""Colour or tag, the cards that have it, and its points."""


def group_score(rules: Rules, group: Cards, tags: bool) -> Score[Card]:
    """Return the score of a group by itself: colours, then tags if they are in play (``tags``).

    With mixed centres it is 0.
    """
    return _score(rules, (group,), tags)


def split_score(rules: Rules, groups: Groups, tags: bool) -> Score[Card]:
    """Return the score of a hand that is split into ``groups``."""
    return _score(rules, groups, tags) if rules.split_counts(groups) else Score()


def hand_score(rules: Rules, hand: Cards, tags: bool) -> Counted:
    """Return the best split of ``hand`` and its score; of equal splits, one that makes the hand complete."""
    key = (rules.scoring, hand, tags)
    counted: Counted | None = rules.cache.get(key)
    if counted is None:
        groups = _best_split(rules, tuple(sorted(hand)), tags) or ()
        if len(rules.cache) >= _MEMO_LIMIT:
            rules.cache.clear()
        counted = rules.cache[key] = Counted(groups, split_score(rules, groups, tags))
    return counted


def together_score(rules: Rules, hand: Cards, colour: str, tags: bool) -> Counted | None:
    """Return the best split with ``colour`` on enough cards of a group that may score; None without one."""

    def accepts(group: Cards) -> bool:
        return sum([colour in card.colours for card in group]) >= rules.enough and rules.group_scores(group)

    groups = _best_split(rules, tuple(sorted(hand)), tags, accepts)
    return None if groups is None else Counted(groups, split_score(rules, groups, tags))


def complete_groups(rules: Rules, hand: Cards) -> Groups | None:
    """Return a split that makes ``hand`` complete, or None. It need not be the split that scores best."""
    if rules.completes is complete_split and not _may_complete(rules, hand):
        return None
    if rules.completes is complete_split and rules.splits in (every_split, overlapping_splits):
        dots = tuple([card.dot for card in hand])
        places = _first_of_one_centre(dots, rules.groups, rules.splits is overlapping_splits)
        return None if places is None else tuple([tuple([hand[place] for place in group]) for group in places])
    return next((groups for groups in rules.splits(rules, hand) if rules.completes(rules, groups)), None)


def declared_score(rules: Rules, hand: Cards) -> Counted | None:
    """Return the split that makes ``hand`` complete and scores most, without tags; None if incomplete."""
    if complete_groups(rules, hand) is None:
        return None
    best = hand_score(rules, hand, False)
    if rules.completes(rules, best.groups):
        return best
    splits = [groups for groups in rules.splits(rules, hand) if rules.completes(rules, groups)]
    split = max(splits, key=lambda groups: split_score(rules, groups, False).total)
    return Counted(split, split_score(rules, split, False))


@lru_cache(maxsize=1 << 13)
def _first_of_one_centre(
    dots: tuple[bool, ...], sizes: tuple[int, ...], overlap: bool
) -> tuple[tuple[int, ...], ...] | None:
    """Return the first split of cards with these centres in which no group mixes them, by places.

    Return None without one. If groups may ``overlap``, each is the first of its size.
    """

    def clean(group: tuple[int, ...]) -> bool:
        return len({dots[place] for place in group}) == 1

    if not overlap:
        return next((split for split in split_places(len(dots), sizes) if all(map(clean, split))), None)
    firsts = [next(filter(clean, combinations(range(len(dots)), size)), None) for size in sizes]
    groups = tuple([group for group in firsts if group is not None])
    return groups if len(groups) == len(sizes) else None


def _may_complete(rules: Rules, hand: Cards) -> bool:
    """Return whether the numbers of dot and hollow cards allow a split without mixed centres.

    This is checked before thousands of splits are.
    """
    dots = sum([card.dot for card in hand])
    if rules.splits is every_split:
        return dots in _sums(rules.groups)
    return max(rules.groups) <= max(dots, len(hand) - dots)


@cache
def _sums(sizes: tuple[int, ...]) -> frozenset[int]:
    """Return the numbers of cards that some of the groups have together, from none to all of them."""
    sums = {0}
    for size in sizes:
        sums |= {total + size for total in sums}
    return frozenset(sums)


def _best_split(rules: Rules, hand: Cards, tags: bool, accepts: Callable[[Cards], bool] | None = None) -> Groups | None:
    """Return the split that scores most; of equal splits the first without mixed centres, else the first.

    With ``accepts``, only splits with an accepted group count; None if there is none.
    """
    group_by_group = rules.colour_pools is rules.tag_pools is within_each_group and rules.split_counts in (
        any_split,
        all_of_one_centre,
    )
    if group_by_group and rules.splits is every_split and counts_by_sums(rules):
        return best_by_group(rules, hand, tags, accepts)
    if group_by_group and rules.splits is overlapping_splits:
        return _best_overlapping(rules, hand, tags, accepts)
    total = _split_total(rules, tags)
    splits = [groups for groups in rules.splits(rules, hand) if accepts is None or any(map(accepts, groups))]
    # max() keeps the first of equals.
    return max(splits, key=lambda groups: (total(groups), all_of_one_centre(groups)), default=None)


def _best_overlapping(rules: Rules, hand: Cards, tags: bool, accepts: Callable[[Cards], bool] | None) -> Groups | None:
    """Return the best split if a card may be in several groups: each group is the best of its size by itself."""
    total = _split_total(replace(rules, split_counts=any_split), tags)

    def best_groups(size: int, fits: Callable[[Cards], bool]) -> list[Cards]:
        groups = [group for group in combinations(hand, size) if fits(group)]
        return [max(groups, key=lambda group: (total((group,)), one_centre(group)))] if groups else []

    best = tuple(group for size in rules.groups for group in best_groups(size, lambda _group: True))
    splits = (
        [best]
        if accepts is None
        else [
            (*best[:place], group, *best[place + 1 :])
            for place, size in enumerate(rules.groups)
            for group in best_groups(size, accepts)
        ]
    )
    return max(
        splits,
        key=lambda groups: (sum(total((group,)) for group in groups), all_of_one_centre(groups)),
        default=None,
    )


def _split_total(rules: Rules, tags: bool) -> Callable[[Groups], int]:
    """Return a function that totals a split. It counts every pool once, in all splits and hands."""
    colour_totals = _pool_totals(rules, (rules.colour_points, rules.dot_points))
    tag_totals = _pool_totals(rules, (rules.tags_on, rules.tag_times, rules.tag_points))

    def total(groups: Groups) -> int:
        if not rules.split_counts(groups):
            return 0
        colour_pools, tag_pools = _pools(rules, groups, tags)
        points = 0
        for pool in colour_pools:
            if pool not in colour_totals:
                colour_totals[pool] = sum([tally[2] for tally in _colour_tallies(rules, pool)])
            points += colour_totals[pool]
        for pool in tag_pools:
            if pool not in tag_totals:
                tag_totals[pool] = sum([tally[2] for tally in _tag_tallies(rules, pool)])
            points += tag_totals[pool]
        return points

    return total


def _pool_totals(rules: Rules, decisions: Hashable) -> dict[Cards, int]:
    """Return the cached totals of pools by ``decisions``."""
    totals: dict[Cards, int] = rules.cache.setdefault(("pools", decisions), {})
    if len(totals) >= _MEMO_LIMIT:
        totals.clear()
    return totals


def _score(rules: Rules, groups: Groups, tags: bool) -> Score[Card]:
    colour_pools, tag_pools = _pools(rules, groups, tags)
    colours = [_colour_item(rules, tally) for pool in colour_pools for tally in _colour_tallies(rules, pool)]
    return Score((*colours, *(_tag_item(rules, tally) for pool in tag_pools for tally in _tag_tallies(rules, pool))))


def _pools(rules: Rules, groups: Groups, tags: bool) -> tuple[Groups, Groups]:
    """Return the sets of cards in which colours, and tags, are counted together."""
    scoring = tuple(group for group in groups if rules.group_scores(group))
    return rules.colour_pools(scoring), rules.tag_pools(scoring) if tags else ()


def _colour_tallies(rules: Rules, pool: Cards) -> tuple[Tally, ...]:
    """Return the colours that score, in the order of the definition; then the dot, if it has points."""
    present = {colour for card in pool for colour in card.colours}
    cards_with = [
        (colour, tuple([card for card in pool if colour in card.colours]))
        for colour in rules.colours
        if colour in present
    ]
    tallies = [
        (colour, cards, rules.colour_points(rules, rules.points[colour], len(cards))) for colour, cards in cards_with
    ]
    if rules.dot_points:
        dots = tuple(card for card in pool if card.dot)
        tallies.append((BLACK, dots, rules.colour_points(rules, rules.dot_points, len(dots))))
    return tuple(tally for tally in tallies if tally[2])


def _tag_tallies(rules: Rules, pool: Cards) -> tuple[Tally, ...]:
    """Return the tags that score, sorted by their ids."""
    tags = sorted({tag for card in pool for tag in rules.tags_on(card)})
    cards_with = [(tag, tuple(card for card in pool if tag in rules.tags_on(card))) for tag in tags]
    tallies = [(tag, cards, rules.tag_times(len(cards)) * rules.tag_points) for tag, cards in cards_with]
    return tuple(tally for tally in tallies if tally[2])


def _colour_item(rules: Rules, tally: Tally) -> ScoreItem[Card]:
    colour, cards, points = tally
    if colour == BLACK:
        return ScoreItem("dot", phrase("scores-dot", count=len(cards)), cards, points)
    return ScoreItem("colour", phrase("scores-colour", colour=rules.names[colour], count=len(cards)), cards, points)


def _tag_item(rules: Rules, tally: Tally) -> ScoreItem[Card]:
    tag, cards, points = tally
    return ScoreItem("tag", phrase("scores-tag", tag=rules.tag_names.get(tag, tag), count=len(cards)), cards, points)


# Showdown: every seat scores, the counter is added, and one seat wins.


class Showdown(NamedTuple):
    """Scores per seat, whether the counter raised them, the totals, and the winner."""

    scores: tuple[int, ...]
    countered: tuple[bool, ...]
    final: tuple[int, ...]
    leaders: tuple[int, ...]
    """Seats that share the first place."""
    winner: int


def showdown(
    rules: Rules, scores: Sequence[int], declarer: int, counter: bool, complete: Sequence[bool] | None = None
) -> Showdown:
    """Return the showdown of ``scores`` by seat.

    ``complete`` says whose hand is complete; without it, all hands are.
    """
    seats = range(len(scores))
    countered = tuple(
        counter
        and rules.may_counter(seat, declarer)
        and rules.reaches(scores[seat], scores[declarer])
        and (complete is None or complete[seat] or rules.incomplete_may_counter)
        for seat in seats
    )
    final = tuple(scores[seat] + (rules.counter_points if countered[seat] else 0) for seat in seats)
    leaders = rules.leaders((tuple(scores), final, declarer))
    # Steps to the left of the declarer, who goes last in a tie if not first.
    first_step = 0 if rules.declarer_first(counter) else 1
    winner = min(leaders, key=lambda seat: (seat - declarer - first_step) % len(scores))
    return Showdown(tuple(scores), countered, final, leaders, winner)


def showdown_of_hands(
    rules: Rules, hands: Sequence[Cards], declarer: int, counter: bool, tags: bool
) -> tuple[Showdown, tuple[bool, ...]]:
    """Return the showdown of hands by seat, face-up cards included, and whose hand is complete."""
    complete = tuple(complete_groups(rules, hand) is not None for hand in hands)
    scores = [hand_score(rules, hand, tags).score.total for hand in hands]
    return showdown(rules, scores, declarer, counter, complete), complete
