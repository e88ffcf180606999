"""What a seat may do in its turn, and what it scores."""

from __future__ import annotations

from pnp.games.core.score import Violation, refused
from pnp.model.text import phrase
from pnp_lantern_row.rules.record import ENDS, Lanterns, Lay, Rules, seen_from


def matching(rules: Rules, row: Lanterns, hand: Lanterns) -> tuple[Lay, ...]:
    """The lays of lanterns that match: at the left end first, in the order of the hand."""
    return tuple(
        Lay(end, lantern)
        for end in ENDS
        for lantern in hand
        if any(rules.matches(lantern, other) for other in rules.beside(seen_from(end, row)))
    )


def fitting(rules: Rules, row: Lanterns, hand: Lanterns) -> tuple[Lay, ...]:
    """The lays that are allowed, in the same order."""
    found = matching(rules, row, hand)
    return tuple(Lay(end, lantern) for end in ENDS for lantern in hand) if rules.any_fits(bool(found)) else found


def lay_violation(rules: Rules, row: Lanterns, hand: Lanterns, lay: Lay) -> Violation | None:
    """Why ``lay`` is not allowed beside ``row``, or None when it is. Its lantern must be in ``hand``."""
    if lay in fitting(rules, row, hand):
        return None
    end, lantern = matching(rules, row, hand)[0]
    beside = rules.said(seen_from(end, row)[0])
    return refused("must-match", lantern=rules.said(lantern), beside=beside, end=phrase(f"end-{end}"))


def line_of(rules: Rules, row: Lanterns, lay: Lay) -> Lanterns:
    """The lanterns that count beside the one hung, from it inwards."""
    return rules.line(lay.lantern, seen_from(lay.end, row))


def points_of(rules: Rules, row: Lanterns, lay: Lay) -> int:
    """What a lay scores."""
    return rules.points(rules.count(line_of(rules, row, lay)), rules.least)
