"""Taking a card from the rows of the common display."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.games.core.score import Violation, refused
from pnp.games.kasane.rules.cards import Cards, shown
from pnp.games.kasane.rules.record import Rules


def take_violation(rules: Rules, rows: Sequence[Cards], row: int, card: int) -> Violation | None:
    """Why the card at a place of a row, counted from the bottom, may not be taken, or None when it may.

    The row must be there, and the card too, unless the row is empty.
    """
    if not rows[row]:
        return refused("empty-row")
    if card not in rules.takeable(len(rows[row])):
        return refused("not-top", card=shown(rows[row][card], rules.plus_one_points))
    return None
