"""Wrong ways to read the rules, each replacing one decision. Every build looks for examples that rule them out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pnp.games.core.lesson import Misreading, with_room
from pnp_lantern_row.rules.decisions import alike, who_has_most
from pnp_lantern_row.rules.record import Lantern, Lanterns, Rules
from pnp_lantern_row.settings import LanternRowSettings


def misreadings(settings: LanternRowSettings) -> tuple[Misreading[Rules], ...]:
    """The misreadings that ``settings`` leave room for, in a fixed order."""
    choice = settings.hand > 1  # a single lantern is laid wherever it matches
    return with_room(
        [
            ("any-time", choice, lambda rules: replace(rules, any_fits=lambda some_match: True)),
            ("colour-alone", True, lambda rules: replace(rules, matches=lambda one, other: one.suit == other.suit)),
            ("number-alone", True, lambda rules: replace(rules, matches=lambda one, other: one.number == other.number)),
            ("other-end", True, lambda rules: replace(rules, beside=lambda row: row[-1:])),
            ("either-end", True, lambda rules: replace(rules, beside=lambda row: (row[0], row[-1]))),
            ("one-kind", True, lambda rules: replace(rules, line=_longer_of_two)),
            ("chain", True, lambda rules: replace(rules, line=_each_like_the_last)),
            ("gaps", True, lambda rules: replace(rules, line=_anywhere)),
            ("others-only", True, lambda rules: replace(rules, count=len)),
            ("short-line", True, lambda rules: replace(rules, points=lambda count, least: count)),
            ("first-alone", True, lambda rules: replace(rules, winners=_the_first)),
            ("fewest-win", True, lambda rules: replace(rules, winners=_who_has_fewest)),
        ]
    )


def _longer_of_two(hung: Lantern, row: Lanterns) -> Lanterns:
    """Colours and numbers each for themselves."""
    colour = next((at for at, other in enumerate(row) if other.suit != hung.suit), len(row))
    number = next((at for at, other in enumerate(row) if other.number != hung.number), len(row))
    return row[: max(colour, number)]


def _each_like_the_last(hung: Lantern, row: Lanterns) -> Lanterns:
    steps = zip((hung, *row), row, strict=False)
    return row[: next((at for at, (last, other) in enumerate(steps) if not alike(last, other)), len(row))]


def _anywhere(hung: Lantern, row: Lanterns) -> Lanterns:
    return tuple(other for other in row if alike(hung, other))


def _the_first(points: Sequence[int]) -> tuple[int, ...]:
    return who_has_most(points)[:1]


def _who_has_fewest(points: Sequence[int]) -> tuple[int, ...]:
    return tuple(seat for seat, mine in enumerate(points) if mine == min(points))
