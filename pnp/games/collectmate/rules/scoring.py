"""Score a group and a hand, item by item, and tell when a hand is complete."""

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
    each_group,
    every_split,
    once,
    one_centre,
    overlapping,
    places_of_splits,
)
from pnp.games.core.score import Score, ScoreItem
from pnp.model.text import phrase

# The best split of a hand where each group counts by itself: all splits at once, by sums of small counts.
#
# A card is a number with a lane of five bits for every colour, for dots, for rings, and for every tag: of a group,
# the sum of its cards has in each lane how many of them have it. A hand has twelve cards at most, so no lane
# overflows.

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


class Counted(NamedTuple):
    """A hand as it is best split, and what it scores that way."""

    groups: Groups
    score: Score[Card]


Standing: TypeAlias = tuple[str, Cards, int]
"""A colour or a tag, the cards that it stands on, and the points for that."""


def group_score(rules: Rules, group: Cards, tags: bool) -> Score[Card]:
    """What a group scores by itself: colours, then tags if they are in play (``tags``). With mixed centres it is 0."""
    return _score(rules, (group,), tags)


def split_score(rules: Rules, groups: Groups, tags: bool) -> Score[Card]:
    """What a hand scores that is split into ``groups``."""
    return _score(rules, groups, tags) if rules.split_counts(groups) else Score()


def hand_score(rules: Rules, hand: Cards, tags: bool) -> Counted:
    """The best split of ``hand`` and its score. Of equally good ones, one that makes the hand complete."""
    key = (rules.scoring, hand, tags)
    found: Counted | None = rules.found.get(key)
    if found is None:
        best = _best_split(rules, tuple(sorted(hand)), tags) or ()
        if len(rules.found) >= _MEMO_LIMIT:
            rules.found.clear()
        found = rules.found[key] = Counted(best, split_score(rules, best, tags))
    return found


def together_score(rules: Rules, hand: Cards, colour: str, tags: bool) -> Counted | None:
    """The best of the splits in which ``colour`` stands on enough cards of a group that may score; None without one."""

    def holds(group: Cards) -> bool:
        return sum([colour in card.colours for card in group]) >= rules.enough and rules.group_scores(group)

    best = _best_split(rules, tuple(sorted(hand)), tags, holds)
    return None if best is None else Counted(best, split_score(rules, best, tags))


def complete_groups(rules: Rules, hand: Cards) -> Groups | None:
    """A split that makes ``hand`` complete, or None when there is none. It need not be the one that scores best."""
    if rules.completes is complete_split and not _may_complete(rules, hand):
        return None
    if rules.completes is complete_split and rules.splits in (every_split, overlapping):
        dots = tuple([card.dot for card in hand])
        places = _first_of_one_centre(dots, rules.groups, rules.splits is overlapping)
        return None if places is None else tuple([tuple([hand[place] for place in group]) for group in places])
    return next((groups for groups in rules.splits(rules, hand) if rules.completes(rules, groups)), None)


def declared_score(rules: Rules, hand: Cards) -> Counted | None:
    """Find the split that makes ``hand`` complete and scores most, without tags. None for an incomplete hand."""
    if complete_groups(rules, hand) is None:
        return None
    found = hand_score(rules, hand, False)
    if rules.completes(rules, found.groups):
        return found
    whole = [groups for groups in rules.splits(rules, hand) if rules.completes(rules, groups)]
    best = max(whole, key=lambda groups: split_score(rules, groups, False).total)
    return Counted(best, split_score(rules, best, False))


@lru_cache(maxsize=1 << 13)
def _first_of_one_centre(
    dots: tuple[bool, ...], sizes: tuple[int, ...], overlap: bool
) -> tuple[tuple[int, ...], ...] | None:
    """The first split of cards with these centres in which no group mixes them, by places; None without one. Where
    groups ``overlap`` each is the first of its size."""

    def clean(group: tuple[int, ...]) -> bool:
        return len({dots[place] for place in group}) == 1

    if not overlap:
        return next((split for split in places_of_splits(len(dots), sizes) if all(map(clean, split))), None)
    firsts = [next(filter(clean, combinations(range(len(dots)), size)), None) for size in sizes]
    found = tuple([group for group in firsts if group is not None])
    return found if len(found) == len(sizes) else None


def _may_complete(rules: Rules, hand: Cards) -> bool:
    """Whether the numbers of dot and hollow cards allow a split without mixed centres, looked at before thousands of
    splits are."""
    dots = sum([card.dot for card in hand])
    if rules.splits is every_split:
        return dots in _sums(rules.groups)
    return max(rules.groups) <= max(dots, len(hand) - dots)


@cache
def _sums(sizes: tuple[int, ...]) -> frozenset[int]:
    """How many cards some of the groups have together, none of them and all of them included."""
    sums = {0}
    for size in sizes:
        sums |= {total + size for total in sums}
    return frozenset(sums)


def _best_split(rules: Rules, hand: Cards, tags: bool, holds: Callable[[Cards], bool] | None = None) -> Groups | None:
    """The split that scores most; of equally good ones the first without mixed centres, else the first. With ``holds``,
    out of the splits that have such a group; None without any."""
    plain = rules.colour_pools is rules.tag_pools is each_group and rules.split_counts in (any_split, all_of_one_centre)
    if plain and rules.splits is every_split and may_be_counted(rules):
        return best_by_group(rules, hand, tags, holds)
    if plain and rules.splits is overlapping:
        return _best_overlapping(rules, hand, tags, holds)
    worth = _worth(rules, tags)
    found = [groups for groups in rules.splits(rules, hand) if holds is None or any(map(holds, groups))]
    # max() keeps the first of equals.
    return max(found, key=lambda groups: (worth(groups), all_of_one_centre(groups)), default=None)


def _best_overlapping(rules: Rules, hand: Cards, tags: bool, holds: Callable[[Cards], bool] | None) -> Groups | None:
    """``_best_split`` where a card may be in several groups: then each group is the best of its size by itself."""
    worth = _worth(replace(rules, split_counts=any_split), tags)
    strict = rules.split_counts is all_of_one_centre

    def best(size: int, fits: Callable[[Cards], bool]) -> Cards | None:
        groups = [group for group in combinations(hand, size) if fits(group)]
        return max(groups, key=lambda group: (worth((group,)), one_centre(group)), default=None)

    def chosen(fits: Callable[[Cards], bool]) -> list[Groups]:
        likely = [best(size, fits) for size in rules.groups]
        if holds is None:
            return [tuple(group for group in likely if group is not None)] if None not in likely else []
        held = [best(size, lambda group: fits(group) and holds(group)) for size in rules.groups]
        mixed = [[*likely[:place], held[place], *likely[place + 1 :]] for place in range(len(likely))]
        return [tuple(group for group in one if group is not None) for one in mixed if None not in one]

    found = (chosen(one_centre) if strict else []) or chosen(lambda group: True)
    return max(
        found, key=lambda groups: (sum(worth((one,)) for one in groups), all_of_one_centre(groups)), default=None
    )


def _worth(rules: Rules, tags: bool) -> Callable[[Groups], int]:
    """The total of a split. Every pool is counted once, in however many splits and hands it comes."""
    coloured = _known(rules, (rules.colour_points, rules.dot_points))
    tagged = _known(rules, (rules.tags_on, rules.tag_times, rules.tag_points))

    def total(groups: Groups) -> int:
        if not rules.split_counts(groups):
            return 0
        colour_pools, tag_pools = _pools(rules, groups, tags)
        found = 0
        for pool in colour_pools:
            if pool not in coloured:
                coloured[pool] = sum([points for _, _, points in _colour_points(rules, pool)])
            found += coloured[pool]
        for pool in tag_pools:
            if pool not in tagged:
                tagged[pool] = sum([points for _, _, points in _tag_points(rules, pool)])
            found += tagged[pool]
        return found

    return total


def _known(rules: Rules, decisions: Hashable) -> dict[Cards, int]:
    """The totals of pools found before by ``decisions``."""
    known: dict[Cards, int] = rules.found.setdefault(("pools", decisions), {})
    if len(known) >= _MEMO_LIMIT:
        known.clear()
    return known


def _score(rules: Rules, groups: Groups, tags: bool) -> Score[Card]:
    colour_pools, tag_pools = _pools(rules, groups, tags)
    colours = [_colour_item(rules, one) for pool in colour_pools for one in _colour_points(rules, pool)]
    return Score((*colours, *(_tag_item(rules, one) for pool in tag_pools for one in _tag_points(rules, pool))))


def _pools(rules: Rules, groups: Groups, tags: bool) -> tuple[Groups, Groups]:
    """Over which cards colours and tags are counted together."""
    scoring = tuple(group for group in groups if rules.group_scores(group))
    return rules.colour_pools(scoring), rules.tag_pools(scoring) if tags else ()


def _colour_points(rules: Rules, pool: Cards) -> tuple[Standing, ...]:
    """The colours that score, in the order of the definition; then the dot, where it is worth something."""
    there = {colour for card in pool for colour in card.colours}
    standing = [
        (colour, tuple([card for card in pool if colour in card.colours]))
        for colour in rules.colours
        if colour in there
    ]
    found = [(one, cards, rules.colour_points(rules, rules.points[one], len(cards))) for one, cards in standing]
    if rules.dot_points:
        dots = tuple(card for card in pool if card.dot)
        found.append((BLACK, dots, rules.colour_points(rules, rules.dot_points, len(dots))))
    return tuple(one for one in found if one[2])


def _tag_points(rules: Rules, pool: Cards) -> tuple[Standing, ...]:
    """The tags that score, by their ids."""
    tags = sorted({tag for card in pool for tag in rules.tags_on(card)})
    standing = [(tag, tuple(card for card in pool if tag in rules.tags_on(card))) for tag in tags]
    found = [(tag, cards, rules.tag_times(len(cards)) * rules.tag_points) for tag, cards in standing]
    return tuple(one for one in found if one[2])


def _colour_item(rules: Rules, standing: Standing) -> ScoreItem[Card]:
    colour, cards, points = standing
    if colour == BLACK:
        return ScoreItem("dot", phrase("scores-dot", count=len(cards)), cards, points)
    return ScoreItem("colour", phrase("scores-colour", colour=rules.names[colour], count=len(cards)), cards, points)


def _tag_item(rules: Rules, standing: Standing) -> ScoreItem[Card]:
    tag, cards, points = standing
    return ScoreItem("tag", phrase("scores-tag", tag=rules.tag_names.get(tag, tag), count=len(cards)), cards, points)


# What follows on Face up: everyone counts, the counter is added, somebody wins.


class Showdown(NamedTuple):
    """Per seat the score, whether it was raised by the counter, and the total; and the seat that wins."""

    scores: tuple[int, ...]
    countered: tuple[bool, ...]
    final: tuple[int, ...]
    leaders: tuple[int, ...]
    """The seats that are first, equal among one another."""
    winner: int


def showdown(
    rules: Rules, scores: Sequence[int], declarer: int, counter: bool, complete: Sequence[bool] | None = None
) -> Showdown:
    """The showdown of ``scores`` by seat. ``complete`` says whose hand is complete; without it, everyone's is."""
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
    # Steps to the left of the declarer; a declarer that does not go first among equals goes last.
    first = 0 if rules.declarer_first(counter) else 1
    winner = min(leaders, key=lambda seat: (seat - declarer - first) % len(scores))
    return Showdown(tuple(scores), countered, final, leaders, winner)


def showdown_of_hands(
    rules: Rules, hands: Sequence[Cards], declarer: int, counter: bool, tags: bool
) -> tuple[Showdown, tuple[bool, ...]]:
    """The showdown of hands by seat, face-up cards included, and whose hand is complete."""
    complete = tuple(complete_groups(rules, hand) is not None for hand in hands)
    scores = [hand_score(rules, hand, tags).score.total for hand in hands]
    return showdown(rules, scores, declarer, counter, complete), complete
