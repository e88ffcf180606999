"""The decisions as the rules have them, one function each, and the record that they make."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from pnp_lantern_row.rules.record import Lantern, Lanterns, Rules
from pnp_lantern_row.settings import LanternRowSettings


def rules_of(settings: LanternRowSettings) -> Rules:
    """The rules that ``settings`` describe. The settings must have no problems."""
    deck = [Lantern(colour.id, number) for colour in settings.colours for number in sorted(settings.numbers)]
    return Rules(
        deck=dict.fromkeys(deck, 1),
        by_line={str(lantern): lantern for lantern in deck},
        names={colour.id: colour.name for colour in settings.colours},
        players=settings.players,
        hand=settings.hand,
        least=settings.least,
        beside=the_nearest,
        matches=alike,
        any_fits=only_without_a_match,
        line=alike_in_a_row,
        count=with_the_one_hung,
        points=from_the_least_on,
        winners=who_has_most,
    )


def the_nearest(row: Lanterns) -> Lanterns:
    """A lantern has to match the one that it is hung beside."""
    return row[:1]


def alike(one: Lantern, other: Lantern) -> bool:
    """Lanterns match by colour or by number."""
    return one.suit == other.suit or one.number == other.number


def only_without_a_match(some_match: bool) -> bool:
    """Any lantern may hang anywhere only if none of the hand matches an end."""
    return not some_match


def alike_in_a_row(hung: Lantern, row: Lanterns) -> Lanterns:
    """Up to the first lantern that has neither the colour nor the number of the one hung."""
    return tuple(takewhile(lambda other: alike(hung, other), row))


def with_the_one_hung(line: Lanterns) -> int:
    """The lantern just hung is counted too."""
    return 1 + len(line)


def from_the_least_on(count: int, least: int) -> int:
    """A line gives its count, a shorter one nothing."""
    return count if count >= least else 0


def who_has_most(points: Sequence[int]) -> tuple[int, ...]:
    """Who has most points wins; who is equal shares the win."""
    return tuple(seat for seat, mine in enumerate(points) if mine == max(points))
