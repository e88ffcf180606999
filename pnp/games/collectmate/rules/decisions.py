"""The decisions of collectmate as the rules have them, one function each, and the record that they make."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product

from pnp.games.collectmate.rules.cards import Card, Cards, Groups, Reveal, Rules, card_of
from pnp.games.collectmate.settings import CollectmateSettings
from pnp.model.text import LANGUAGES, Text, say, translated


def rules_of(settings: CollectmateSettings) -> Rules:
    """The rules that ``settings`` describe. The settings must have no problems."""
    deck: dict[Card, int] = {}
    for kind in settings.cards:
        card = card_of(settings, kind)
        deck[card] = deck.get(card, 0) + kind.copies
    readings = settings.readings
    counts = readings.incomplete_hand == "counts"
    return Rules(
        colours=tuple(colour.id for colour in settings.colours),
        names={colour.id: colour.name for colour in settings.colours},
        letters={colour.id: say(colour.letter, "en") for colour in settings.colours},
        points={colour.id: colour.points for colour in settings.colours},
        tag_names={tag.id: _unparted(tag.name) for tag in settings.tags},
        tag_ids={
            word: tag.id for tag in settings.tags for word in (tag.id, *(say(tag.name, one) for one in LANGUAGES))
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
        split_counts=any_split if counts else all_of_one_centre,
        dot_points=0,
        colour_pools=each_group,
        colour_points=once,
        tag_pools=each_group,
        tags_on=bracketed,
        tag_times=one_less if readings.equal_tags == "one-less" else pairs,
        completes=complete_split,
        declares_after_trade=False,
        may_counter=another_seat,
        reaches=at_least,
        incomplete_may_counter=counts,
        leaders=highest_totals,
        declarer_first=always if readings.tie_without_counter == "declarer" else with_counter,
        same_centre_to_take=readings.take_centres == "same",
    )


def every_split(rules: Rules, hand: Cards) -> Iterator[Groups]:
    """Every way to deal ``hand`` out into groups of the sizes in force, each card into one of them."""
    for places in places_of_splits(len(hand), rules.groups):
        yield tuple([tuple([hand[place] for place in group]) for group in places])


def overlapping(rules: Rules, hand: Cards) -> Iterator[Groups]:
    """Every choice of groups of the sizes in force, a card in as many of them as one likes: a misreading's splits."""
    return product(*(combinations(hand, size) for size in rules.groups))


@cache
def places_of_splits(cards: int, sizes: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Every way to deal the places of a hand out into groups of ``sizes``."""
    return tuple(_deal_out(tuple(range(cards)), sizes))


def _deal_out(places: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
    first, *others = sizes
    if not others:
        yield (places,)
        return
    for chosen in combinations(places, first):
        rest = tuple(place for place in places if place not in chosen)
        for groups in _deal_out(rest, tuple(others)):
            yield (chosen, *groups)


def _unparted(name: Text) -> Text:
    """The name of a tag with its words kept on one line, as it is said in sentences."""
    return translated({language: say(name, language).replace(" ", "\u00a0") for language in LANGUAGES})


def one_centre(group: Cards) -> bool:
    """Whether a group is all dot or all hollow."""
    dot = group[0].dot
    for card in group:  # noqa: SIM110 - asked some hundred thousand times in a search
        if card.dot is not dot:
            return False
    return True


def any_group(group: Cards) -> bool:
    """A group scores, whatever its centres: a misreading."""
    return True


def any_split(groups: Groups) -> bool:
    """A split counts, however many of its groups mix the centres."""
    return True


def all_of_one_centre(groups: Groups) -> bool:
    """A split in which no group mixes the centres; two groups may differ."""
    for group in groups:  # noqa: SIM110 - as above
        if not one_centre(group):
            return False
    return True


def complete_split(rules: Rules, groups: Groups) -> bool:
    """A hand is complete by a split in which no group mixes the centres, whatever it scores."""
    return all_of_one_centre(groups)


def each_group(groups: Groups) -> Groups:
    """Cards count together within their group only."""
    return groups


def once(rules: Rules, points: int, cards: int) -> int:
    """The points of a colour on enough cards, once; more cards do not score more."""
    return points if cards >= rules.enough else 0


def bracketed(card: Card) -> tuple[str, ...]:
    """The tags in brackets."""
    return card.tags


def one_less(cards: int) -> int:
    """A tag on k cards counts k - 1 times.

    >>> [one_less(cards) for cards in (1, 2, 3, 4)]
    [0, 1, 2, 3]
    """
    return max(0, cards - 1)


def pairs(cards: int) -> int:
    """A tag on k cards counts once for each pair of them.

    >>> [pairs(cards) for cards in (1, 2, 3, 4)]
    [0, 1, 3, 6]
    """
    return cards * (cards - 1) // 2


def another_seat(seat: int, declarer: int) -> bool:
    """Every seat but the declarer."""
    return seat != declarer


def at_least(score: int, declarers: int) -> bool:
    """A score that is not less than the declarer's."""
    return score >= declarers


def highest_totals(reveal: Reveal) -> tuple[int, ...]:
    """The seats with the highest total."""
    _, final, _ = reveal
    return tuple(seat for seat, total in enumerate(final) if total == max(final))


def always(counter: bool) -> bool:
    """Among equals the declarer wins."""
    return True


def with_counter(counter: bool) -> bool:
    """Among equals the declarer wins only while the counter is in force."""
    return counter
