"""What a group and a hand score, item by item, and when a hand is complete."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import NamedTuple, TypeAlias

from pnp.games.collectmate.cards import Card, Cards, Groups
from pnp.games.collectmate.rules import BLACK, Rules, all_of_one_centre
from pnp.games.core.score import Score, ScoreItem
from pnp.model.text import phrase

_MEMO_LIMIT = 1 << 14


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
        worth = _worth(rules, tags)
        splits = [(worth(groups), groups) for groups in rules.splits(rules, tuple(sorted(hand)))]
        most = max(total for total, _ in splits)
        good = [groups for total, groups in splits if total == most]
        best = next((groups for groups in good if all_of_one_centre(groups)), good[0])
        if len(rules.found) >= _MEMO_LIMIT:
            rules.found.clear()
        found = rules.found[key] = Counted(best, split_score(rules, best, tags))
    return found


def together_score(rules: Rules, hand: Cards, colour: str, tags: bool) -> Counted | None:
    """The best of the splits in which ``colour`` stands on enough cards of a group that may score; None without one."""

    def holds(groups: Groups) -> bool:
        return any(
            sum(colour in card.colours for card in group) >= rules.enough and rules.group_scores(group)
            for group in groups
        )

    splits = [groups for groups in rules.splits(rules, tuple(sorted(hand))) if holds(groups)]
    best = max(splits, key=_worth(rules, tags), default=None)
    return None if best is None else Counted(best, split_score(rules, best, tags))


def complete_groups(rules: Rules, hand: Cards) -> Groups | None:
    """A split that makes ``hand`` complete, or None when there is none. It need not be the one that scores best."""
    return next((groups for groups in rules.splits(rules, hand) if rules.completes(rules, groups)), None)


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
