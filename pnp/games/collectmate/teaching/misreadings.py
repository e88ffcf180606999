"""Wrong ways to read the rules of collectmate, each replacing one decision; those without room are left out."""

from __future__ import annotations

from collections.abc import Callable
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
    """The misreadings that ``settings`` leave room for, in a fixed order."""
    several, largest = len(settings.groups) > 1, max(settings.groups)
    readings, points = settings.readings, {colour.points for colour in settings.colours}
    counts, mixed = readings.incomplete_hand == "counts", largest > 1
    found: list[tuple[str, bool, Patch]] = [
        ("four-score-more", largest > settings.enough and points != {0}, _set(colour_points=_more_for_more)),
        ("colours-over-the-hand", several, _set(colour_pools=_all_together)),
        ("card-in-both-groups", several, _set(splits=overlapping_splits)),
        ("mixed-centres-score", mixed, _set(group_scores=any_group)),
        ("black-scores", largest >= settings.enough, _set(dot_points=1)),
        ("tie-to-declarer", settings.counter, _set(leaders=_by_score)),
        ("declarer-always-wins", True, _set(leaders=_declarer)),
        ("counter-needs-more", settings.counter, _set(reaches=_more)),
        ("counter-raises-declarer", settings.counter, _set(may_counter=_everybody)),
        ("same-centre-for-both", several, _set(completes=_one_centre_throughout)),
        ("complete-needs-colours", True, _set(completes=_every_group_scores)),
        ("declare-at-once", True, _set(declares_after_trade=True)),
        ("mixed-group-voids-hand", several and mixed and counts, _set(split_counts=all_of_one_centre)),
        ("incomplete-hand-counts", several and mixed and not counts, _set(split_counts=any_split)),
        *_of_tags(settings),
        ("every-colour-scores-one", bool(points - {1}), _set(colour_points=_one_each)),
    ]
    return with_room(found, {"four-score-more": {"count": settings.enough}})


def _of_tags(settings: CollectmateSettings) -> list[tuple[str, bool, Patch]]:
    cards = [card_of(settings, kind) for kind in settings.cards]
    tags = settings.tag_option and any(card.tags for card in cards)
    words = settings.tag_option and any(card.words for card in cards)
    three = tags and max(settings.groups) >= 3
    one_less_counts = settings.readings.equal_tags == "one-less"
    return [
        ("three-tags-score-three", three and one_less_counts, _set(tag_times=_as_many_from_three)),
        ("three-tags-score-two", three and not one_less_counts, _set(tag_times=count_one_less)),
        ("tags-across-groups", tags and len(settings.groups) > 1, _set(tag_pools=_all_together)),
        ("words-are-tags", words, _set(tags_on=_words_too)),
    ]


def _set(**decision: object) -> Patch:
    """A patch that replaces one decision."""

    def patch(rules: Rules) -> Rules:
        return replace(rules, **decision)  # type: ignore[arg-type] # one field, of its own type, at every call above

    return patch


def _more_for_more(rules: Rules, points: int, cards: int) -> int:
    return points + cards - rules.enough if points and cards >= rules.enough else 0


def _one_each(rules: Rules, points: int, cards: int) -> int:
    return 1 if cards >= rules.enough else 0


def _all_together(groups: Groups) -> Groups:
    return (tuple(card for group in groups for card in group),)


def _by_score(reveal: Reveal) -> tuple[int, ...]:
    """The counter is added, and then equals are sought among the scores before it."""
    scores, _, _ = reveal
    return tuple(seat for seat, score in enumerate(scores) if score == max(scores))


def _declarer(reveal: Reveal) -> tuple[int, ...]:
    _, _, declarer = reveal
    return (declarer,)


def _more(score: int, declarers: int) -> bool:
    return score > declarers


def _everybody(seat: int, declarer: int) -> bool:
    return True


def _one_centre_throughout(rules: Rules, groups: Groups) -> bool:
    return len({card.dot for group in groups for card in group}) <= 1


def _every_group_scores(rules: Rules, groups: Groups) -> bool:
    return all_of_one_centre(groups) and all(group_score(rules, group, False).total > 0 for group in groups)


def _as_many_from_three(cards: int) -> int:
    return cards if cards >= 3 else count_one_less(cards)


def _words_too(card: Card) -> tuple[str, ...]:
    return tuple(sorted({*card.tags, *card.words}))
