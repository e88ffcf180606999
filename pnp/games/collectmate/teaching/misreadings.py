"""Misreadings of collectmate: each replaces one decision of the rules. A definition may leave no room for some."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from pnp.games.collectmate.rules.cards import Card, Groups, Reveal, Rules, card_of
from pnp.games.collectmate.rules.decisions import (
    all_of_one_centre,
    any_group,
    any_split,
    count_one_less,
    overlapping_splits,
)
from pnp.games.collectmate.rules.scoring import group_score
from pnp.games.collectmate.settings import CollectmateSettings
from pnp.games.core.lesson import Misreading, with_room

Patch = Callable[[Rules], Rules]


def misreadings(settings: CollectmateSettings) -> tuple[Misreading[Rules], ...]:
    """Return the misreadings that ``settings`` leave room for, in a fixed order."""
    several, largest = len(settings.groups) > 1, max(settings.groups)
    readings, points = settings.readings, {colour.points for colour in settings.colours}
    counts, can_mix = readings.incomplete_hand == "counts", largest > 1
    listed: list[tuple[str, bool, Patch]] = [
        ("four-score-more", largest > settings.enough and points != {0}, _patch(colour_points=_more_for_more)),
        ("colours-over-the-hand", several, _patch(colour_pools=_over_all_groups)),
        ("card-in-both-groups", several, _patch(splits=overlapping_splits)),
        ("mixed-centres-score", can_mix, _patch(group_scores=any_group)),
        ("black-scores", largest >= settings.enough, _patch(dot_points=1)),
        ("tie-to-declarer", settings.counter, _patch(leaders=_highest_scores)),
        ("declarer-always-wins", True, _patch(leaders=_declarer_leads)),
        ("counter-needs-more", settings.counter, _patch(reaches=_exceeds_declarer)),
        ("counter-raises-declarer", settings.counter, _patch(may_counter=_any_seat)),
        ("same-centre-for-both", several, _patch(completes=_complete_in_one_centre)),
        ("complete-needs-colours", True, _patch(completes=_complete_if_all_score)),
        ("declare-at-once", True, _patch(declares_after_trade=True)),
        ("mixed-group-voids-hand", several and can_mix and counts, _patch(split_counts=all_of_one_centre)),
        ("incomplete-hand-counts", several and can_mix and not counts, _patch(split_counts=any_split)),
        *_tag_misreadings(settings),
        ("every-colour-scores-one", bool(points - {1}), _patch(colour_points=_one_point_each)),
    ]
    worded = {name: {"points": tag_times(3) * settings.tag_points} for name, tag_times in _THREE_TAGS.items()}
    return with_room(listed, {"four-score-more": {"count": settings.enough}, **worded})


def _tag_misreadings(settings: CollectmateSettings) -> list[tuple[str, bool, Patch]]:
    cards = [card_of(settings, kind) for kind in settings.cards]
    tags = settings.tag_option and any(card.tags for card in cards)
    words = settings.tag_option and any(card.words for card in cards)
    three = tags and max(settings.groups) >= 3
    one_less_counts = settings.readings.equal_tags == "one-less"
    return [
        ("three-tags-score-three", three and one_less_counts, _patch(tag_times=_THREE_TAGS["three-tags-score-three"])),
        ("three-tags-score-two", three and not one_less_counts, _patch(tag_times=_THREE_TAGS["three-tags-score-two"])),
        ("tags-across-groups", tags and len(settings.groups) > 1, _patch(tag_pools=_over_all_groups)),
        ("words-are-tags", words, _patch(tags_on=_tags_and_words)),
    ]


def _patch(**decision: object) -> Patch:
    """Return a patch that replaces one decision."""

    def patch(rules: Rules) -> Rules:
        return replace(rules, **decision)  # type: ignore[arg-type] # a field of its own type at every call above

    return patch


def _more_for_more(rules: Rules, points: int, cards: int) -> int:
    return points + cards - rules.enough if points and cards >= rules.enough else 0


def _one_point_each(rules: Rules, points: int, cards: int) -> int:
    return 1 if cards >= rules.enough else 0


def _over_all_groups(groups: Groups) -> Groups:
    return (tuple(card for group in groups for card in group),)


def _highest_scores(reveal: Reveal) -> tuple[int, ...]:
    """Return the seats with the highest score before the counter: the misreading looks for ties there."""
    scores, _, _ = reveal
    return tuple(seat for seat, score in enumerate(scores) if score == max(scores))


def _declarer_leads(reveal: Reveal) -> tuple[int, ...]:
    _, _, declarer = reveal
    return (declarer,)


def _exceeds_declarer(score: int, declarer_score: int) -> bool:
    return score > declarer_score


def _any_seat(seat: int, declarer: int) -> bool:
    return True


def _complete_in_one_centre(rules: Rules, groups: Groups) -> bool:
    return len({card.dot for group in groups for card in group}) <= 1


def _complete_if_all_score(rules: Rules, groups: Groups) -> bool:
    return all_of_one_centre(groups) and all(group_score(rules, group, False).total > 0 for group in groups)


def _every_card_from_three(cards: int) -> int:
    return cards if cards >= 3 else count_one_less(cards)


def _tags_and_words(card: Card) -> tuple[str, ...]:
    return tuple(sorted({*card.tags, *card.words}))


_THREE_TAGS: Mapping[str, Callable[[int], int]] = {
    "three-tags-score-three": _every_card_from_three,
    "three-tags-score-two": count_one_less,
}
"""How often the points of a tag count, by the number of its cards, as the misreadings of three equal tags have it."""
