"""Decisions of collectmate by the true rules, one function each, and the record of all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product
from math import comb, prod

from pnp.games.collectmate.rules.cards import Card, Cards, Groups, Reveal, Rules, card_of
from pnp.games.collectmate.settings import CollectmateSettings
from pnp.model.text import LANGUAGES, Text, say, translated


def rules_of(settings: CollectmateSettings) -> Rules:
    """Return the rules that ``settings`` describe. The settings must have no problems."""
    deck: dict[Card, int] = {}
    for kind in settings.cards:
        card = card_of(settings, kind)
        deck[card] = deck.get(card, 0) + kind.copies
    readings = settings.readings
    incomplete_counts = readings.incomplete_hand == "counts"
    return Rules(
        colours=tuple(colour.id for colour in settings.colours),
        names={colour.id: colour.name for colour in settings.colours},
        letters={colour.id: say(colour.letter, "en") for colour in settings.colours},
        points={colour.id: colour.points for colour in settings.colours},
        tag_names={tag.id: _unbroken(tag.name) for tag in settings.tags},
        tag_ids={
            word: tag.id
            for tag in settings.tags
            for word in (tag.id, *(say(tag.name, language) for language in LANGUAGES))
        },
        deck=deck,
        cards={str(card): card for card in deck},
        players=settings.players,
        hand=settings.hand,
        groups=settings.groups,
        enough=settings.enough,
        open=settings.open_,
        counter=settings.counter,
        counter_points=settings.counter_points,
        tag_option=settings.tag_option,
        tag_points=settings.tag_points,
        splits=every_split,
        group_scores=one_centre,
        split_counts=any_split if incomplete_counts else all_of_one_centre,
        dot_points=0,
        colour_pools=within_each_group,
        colour_points=score_once,
        tag_pools=within_each_group,
        tags_on=bracketed_tags,
        tag_times=count_one_less if readings.equal_tags == "one-less" else count_pairs,
        completes=complete_split,
        declares_after_trade=False,
        may_counter=not_the_declarer,
        reaches=at_least,
        incomplete_may_counter=incomplete_counts,
        leaders=highest_totals,
        declarer_first=declarer_always_first
        if readings.tie_without_counter == "declarer"
        else declarer_first_with_counter,
        same_centre_to_take=readings.take_centres == "same",
    )


def every_split(rules: Rules, hand: Cards) -> Iterator[Groups]:
    """Yield every split of ``hand`` into groups of the sizes in force; each card is in one group."""
    for places in split_places(len(hand), rules.groups):
        yield tuple([tuple([hand[place] for place in group]) for group in places])


def overlapping_splits(rules: Rules, hand: Cards) -> Iterator[Groups]:
    """Yield every choice of groups of the sizes in force; a card may be in several (a misreading)."""
    return product(*(combinations(hand, size) for size in rules.groups))


def number_of_splits(sizes: Sequence[int]) -> int:
    """Return how many splits a hand has into groups of ``sizes``, without dealing them out.

    >>> number_of_splits((3, 4))
    35
    """
    return prod(comb(sum(sizes[place:]), size) for place, size in enumerate(sizes))


@cache
def split_places(cards: int, sizes: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return every split of the places of a hand into groups of ``sizes``."""
    return tuple(_deal_out(tuple(range(cards)), sizes))


def _deal_out(places: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
    size, *rest_sizes = sizes
    if not rest_sizes:
        yield (places,)
        return
    for chosen in combinations(places, size):
        rest = tuple(place for place in places if place not in chosen)
        for groups in _deal_out(rest, tuple(rest_sizes)):
            yield (chosen, *groups)


def _unbroken(name: Text) -> Text:
    """Return the name of a tag with no-break spaces, for use in sentences."""
    return translated({language: say(name, language).replace(" ", "\u00a0") for language in LANGUAGES})


def one_centre(group: Cards) -> bool:
    """Return whether the cards of a group are all dots or all hollow."""
    dot = group[0].dot
    for card in group:  # noqa: SIM110 - called some hundred thousand times in a search
        if card.dot is not dot:
            return False
    return True


def any_group(group: Cards) -> bool:
    """Let any group score, even with mixed centres (a misreading)."""
    return True


def any_split(groups: Groups) -> bool:
    """Let any split score, even if all its groups mix centres."""
    return True


def all_of_one_centre(groups: Groups) -> bool:
    """Return whether no group of a split mixes centres; two groups may differ."""
    for group in groups:  # noqa: SIM110 - as above
        if not one_centre(group):
            return False
    return True


def complete_split(rules: Rules, groups: Groups) -> bool:
    """Return whether a split makes a hand complete: no group mixes centres, and none need score."""
    return all_of_one_centre(groups)


def within_each_group(groups: Groups) -> Groups:
    """Count cards together within their group only."""
    return groups


def score_once(rules: Rules, points: int, cards: int) -> int:
    """Return the points of a colour on enough cards, once; more cards do not score more."""
    return points if cards >= rules.enough else 0


def bracketed_tags(card: Card) -> tuple[str, ...]:
    """Return the tags in brackets."""
    return card.tags


def count_one_less(cards: int) -> int:
    """Count a tag on k cards k - 1 times.

    >>> [count_one_less(cards) for cards in (1, 2, 3, 4)]
    [0, 1, 2, 3]
    """
    return max(0, cards - 1)


def count_pairs(cards: int) -> int:
    """Count a tag on k cards once for each pair of them.

    >>> [count_pairs(cards) for cards in (1, 2, 3, 4)]
    [0, 1, 3, 6]
    """
    return cards * (cards - 1) // 2


def not_the_declarer(seat: int, declarer: int) -> bool:
    """Return whether a seat is not the declarer."""
    return seat != declarer


def at_least(score: int, declarer_score: int) -> bool:
    """Return whether a score is at least the declarer's."""
    return score >= declarer_score


def highest_totals(reveal: Reveal) -> tuple[int, ...]:
    """Return the seats with the highest total."""
    _, final, _ = reveal
    return tuple(seat for seat, total in enumerate(final) if total == max(final))


def declarer_always_first(counter: bool) -> bool:
    """Let the declarer win every tie."""
    return True


def declarer_first_with_counter(counter: bool) -> bool:
    """Let the declarer win a tie only if the counter is in force."""
    return counter
